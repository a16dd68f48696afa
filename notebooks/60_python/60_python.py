"""Notebook 60_python: see package notebooks."""

# %% [markdown]
# # From Python
#
# The package `graphdp` runs every method of this project from Python: `pip install ./gdp/python` in the checkout, with
# the program `gdp` on the `PATH` or in `GDP_BINARY`. The kernel of this notebook has both. The manual is
# [docs/python.md](../../docs/python.md).
#
# The graph comes from NetworkX: who meets whom in *Les Misérables*. Each edge is a secret here.

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
# a printed novel, which is public. Weights are dropped: `s.dropped` says so, and is for the curator alone. The seed makes
# this page the same on every run; a private session has none.

# %%
# A session
s = gdp.protect(G, nodes=list(G), relation="edge", epsilon=4, delta=1e-5, seed=1)
print(s)
print(s.dropped)

# %% [markdown]
# ## A release
#
# `s.run("dgg", …)` and `s.dgg(…)` are the same. The release is a NetworkX graph of the same nodes. The null control
# knows a noisy number of edges and nothing else.

# %%
# A synthetic graph, and the null control
r = s.dgg(epsilon=2)
null = s.dgg("null", epsilon=0.5)
for name, graph in (("the graph", G), ("released", r.graph), ("null", null.graph)):
    triangles = sum(nx.triangles(graph).values()) // 3
    print(f"{name:<10} {graph.number_of_edges():4d} edges, {triangles:4d} triangles, largest degree {max(d for _, d in graph.degree)}")

# %% [markdown]
# ## What protects it
#
# Three values of ε: what the paper claims, what our accountant proves for the noise that was drawn, and what audits found.

# %%
# Claimed, proved, audited
print(r.guarantee)

# %% [markdown]
# ## A question
#
# An answer comes with an interval, which holds at the level that the question asks for.

# %%
# Triangles, with an interval
answer = s.ask("triangles", epsilon=1)
print(answer)
print("it holds:", answer.low <= sum(nx.triangles(G).values()) // 3 <= answer.high)

# %% [markdown]
# ## The picture
#
# How many nodes have at least k neighbours: `#` in the graph, `o` in the release, `.` in the null control.

# %%
# Degrees of the graph, of the release and of the null control
for k in (1, 2, 4, 8, 12, 16, 24, 32):
    for mark, graph in (("#", G), ("o", r.graph), (".", null.graph)):
        many = sum(d >= k for _, d in graph.degree)
        print(f"{'≥ %d' % k if mark == '#' else '':>5} {mark * (many * 60 // len(G))} {many}")

# %% [markdown]
# ## What it cost
#
# The same call returns the same release and costs nothing. Another call pays, or is refused.

# %%
# The ledger, and the end of the budget
again = s.dgg(epsilon=2)
print("the same edges:", nx.utils.edges_equal(again.graph.edges, r.graph.edges))
for x in s.spends:
    print(f"{x['call']:<22} ε = {x['may_spend']:<4g} {x['mechanism']:<17} {x['bound']:<22} {x['basis'].split(',')[0]}")
try:
    s.seprivgemb(epsilon=1)
except gdp.BudgetError as error:
    print(error)
