"""Release and learn from graphs under differential privacy, with the command gdp.

    import graphdp as gdp

    s = gdp.protect(G, nodes=people, relation="edge", epsilon=1, delta=1e-5)
    r = s.run("privdpr", epsilon=0.5)   # or s.privdpr(epsilon=0.5)
    r.graph                             # a NetworkX graph with the nodes of people
    r.guarantee                         # ε claimed, proved and audited
    s.ask("triangles", epsilon=0.5)     # an answer with an interval
    s.ledger                            # every noisy release and its cost

For one release or question there are gdp.run and gdp.ask.

The command samples the noise and keeps the ledger of the session's budget. This package converts graphs and
reads the releases. The guide is docs/python.md.
"""

from .command import BinaryNotFound, BudgetError, GraphdpError, UsageError, VersionError, binary, call
from .methods import STATISTICS, Method, Statistic
from .outside import benchmark, program
from .release import Classifier, Guarantee, Result
from .session import Answer, Cost, Plan, Session, frame, protect
from .study import Advice, Audit, advise, ask, audit, compare, methods, plan, reproduce, run, statistics, sweep

__version__ = "0.1.0"
