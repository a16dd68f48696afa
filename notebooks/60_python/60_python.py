"""Notebook 60_python: see package notebooks."""

# %% [markdown]
# # From Python
#
# Every method of this project is run from Python by the package `graphdp`: `pip install ./gdp/python` in the
# checkout, with the program `gdp` on the `PATH` or in `GDP_BINARY`. The kernel of this notebook has both. What
# the package does, and what it does not, is in [docs/python.md](../../docs/python.md).
#
# The graph is one of NetworkX: who meets whom in *Les Misérables*. Each edge is a secret here.

# %%
# A graph with names as nodes
import networkx as nx

import graphdp as gdp

G = nx.les_miserables_graph()
print(G)
print(sorted(G)[:4])

# %% [markdown]
# ## A budget
#
# `protect` opens a session: the graph, its public list of nodes, and a budget for all releases together. The nodes are
# declared, because a NetworkX graph lists the nodes that its private edges brought in. Here they are the characters of
# a printed novel, which is public. Weights are dropped: `s.dropped` says so, and is for the curator alone.

# %%
# A session
s = gdp.protect(G, nodes=list(G), relation="edge", epsilon=4, delta=1e-5)
print(s)
print(s.dropped)

# %% [markdown]
# ## A release
#
# `s.run("dgg", …)` and `s.dgg(…)` are the same. What comes back is a graph of NetworkX, with the same nodes. The
# seed is there so that this page is the same on every run; without one, no draw can be repeated. The null control
# reads nothing but a noisy number of edges.

# %%
# A synthetic graph, and the null control
r = s.dgg(epsilon=2, seed=1)
null = s.dgg("null", epsilon=0.5, seed=1)
for name, graph in (("the graph", G), ("released", r.graph), ("null", null.graph)):
    triangles = sum(nx.triangles(graph).values()) // 3
    print(f"{name:<10} {graph.number_of_edges():4d} edges, {triangles:4d} triangles, largest degree {max(d for _, d in graph.degree)}")

# %% [markdown]
# ## What protects it
#
# Three numbers: what the paper claims, what is proved here for what the code drew, and what attacks have found.

# %%
# Claimed, proved, audited
print(r.guarantee)

# %% [markdown]
# ## A question
#
# An answer comes with an interval that holds at the level that is asked for.

# %%
# Triangles, with an interval
answer = s.ask("triangles", epsilon=1, seed=1)
print(answer)
print("it holds:", answer.low <= sum(nx.triangles(G).values()) // 3 <= answer.high)

# %% [markdown]
# ## The picture
#
# How many nodes have at least so many neighbours: `#` of the graph, `o` of the release, `.` of the null control.

# %%
# Degrees of the graph, of the release and of the null control
for k in (1, 2, 4, 8, 12, 16, 24, 32):
    for mark, graph in (("#", G), ("o", r.graph), (".", null.graph)):
        many = sum(d >= k for _, d in graph.degree)
        print(f"{'≥ %d' % k if mark == '#' else '':>5} {mark * (many * 60 // len(G))} {many}")

# %% [markdown]
# ## What it cost
#
# The same call is the same release, and costs nothing; another one is paid for, or refused.

# %%
# The ledger, and the end of the budget
again = s.dgg(epsilon=2, seed=1)
print("the same edges:", nx.utils.edges_equal(again.graph.edges, r.graph.edges))
for x in s.spends:
    print(f"{x['call']:<14} {x['mechanism']:<17} {x['bound']:<12} {x['basis'].split(',')[0]:<46} ε so far {x['total']:.3g}")
try:
    s.seprivgemb(epsilon=1)
except gdp.BudgetError as error:
    print(error)
