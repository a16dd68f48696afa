"""Graphs under differential privacy, from Python. The command gdp does the work.

    import graphdp as gdp

    s = gdp.protect(G, nodes=people, relation="edge", epsilon=1, delta=1e-5)
    r = s.run("privdpr", epsilon=0.5)   # or s.privdpr(epsilon=0.5)
    r.graph                             # a NetworkX graph with the nodes of people
    r.guarantee                         # claimed, proved, audited
    s.ask("triangles", epsilon=0.5)     # an answer with an interval
    s.ledger                            # what was spent, and on what

The command draws the noise and keeps the ledger of the session's budget. This package converts graphs and
reads what the command releases: docs/python.md.
"""

from .command import BinaryNotFound, BudgetError, GraphdpError, UsageError, VersionError, binary, call
from .methods import STATISTICS, Method, Statistic
from .release import Classifier, Guarantee, Result
from .session import Answer, Cost, Session, frame, protect
from .study import advise, methods, plan, statistics, sweep

__version__ = "0.1.0"
