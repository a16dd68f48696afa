"""Graphs under differential privacy, from Python: the command gdp does the work.

    import graphdp as gdp

    s = gdp.protect(G, nodes=people, relation="edge", epsilon=1, delta=1e-5)
    r = s.run("privdpr", epsilon=0.5)   # or s.privdpr(epsilon=0.5)
    r.graph                             # a NetworkX graph with the nodes of people
    r.guarantee                         # claimed, proved, audited
    s.ask("triangles", epsilon=0.5)     # an answer with an interval
    s.ledger                            # what was spent, and on what

Noise is drawn, and the budget of each run is kept, by the command. This package hands graphs over,
adds up what runs may spend before they begin, and reads what they release: docs/python.md.
"""

from .command import BinaryNotFound, BudgetError, GraphdpError, UsageError, VersionError, binary, call
from .methods import STATISTICS, Method, Statistic
from .release import Classifier, Guarantee, Result
from .session import Answer, Cost, Session, frame, protect
from .study import advise, methods, plan, statistics, sweep

__version__ = "0.1.0"
