"""Notebook 60_python: see package notebooks."""

# %% [markdown]
# # From Python
#
# The package `graphdp` runs every method of this project from Python. Install it with `pip install ./gdp/python` in the checkout. It needs the program `gdp`
# on the `PATH` or in `GDP_BINARY`. The kernel of this notebook has both. The manual is [docs/python.md](../../docs/python.md).
#
# The example is a NetworkX graph: the characters of *Les Misérables*, with an edge between two who meet. Each edge is private here.

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
# `protect` opens a **session**: the graph, its public list of nodes, and a budget $(\varepsilon, \delta)$ for all releases together. Declare the nodes,
# because a NetworkX graph lists the nodes that its private edges brought in. Here the nodes are the characters of a printed novel, which is public. Weights
# are dropped: `s.dropped` says so, for the curator only. The seed makes this page the same on every run; a private session has none.

# %%
# A session
s = gdp.protect(G, nodes=list(G), relation="edge", epsilon=4, delta=1e-5, seed=1)
print(s)
print(s.dropped)

# %% [markdown]
# ## A release
#
# `s.run("dgg", …)` and `s.dgg(…)` are the same. The release is a NetworkX graph with the same nodes. The null control knows only a noisy number of edges.

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
# The guarantee has three values of ε: what the paper claims, what our accountant proves for the added noise, and what audits found.

# %%
# Claimed, proved, audited
print(r.guarantee)

# %% [markdown]
# ## A question
#
# An answer comes with an interval. The interval contains the truth with the probability that the question asks for.

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
# The same call returns the same release and costs nothing. A different call costs more, or is refused.

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

# %% [markdown]
# ## Your own function
#
# `audit` and `benchmark` take a function of a graph. The first function below generates a graph from noisy degrees. The second seeds its noise with the number
# of edges, so that results can be repeated. Then one more edge changes all of the noise. An attacker who knows the rest of the graph can compute both possible
# releases.

# %%
# Audits of an honest function and of one with a fault
import numpy as np


@gdp.program("graph")
def honest(G, epsilon, rng):
    noisy = [max(d + rng.laplace(scale=2 / epsilon), 0.5) for _, d in sorted(G.degree)]
    n, total = len(noisy), sum(noisy)
    return {"nodes": n, "edges": [(u, v) for u in range(n) for v in range(u) if rng.random() * total < noisy[u] * noisy[v]]}


@gdp.program("graph")
def repeatable(G, epsilon):
    return honest(G, epsilon, np.random.default_rng(G.number_of_edges()))


for function in (honest, repeatable):
    print(gdp.audit(function, epsilon=1, trials=100), end="\n\n")

# %% [markdown]
# ## Comparison with other methods
#
# The study compares both functions with DGG, by the KS distance of the degrees (means of three seeds). The fault costs no utility, so no table of utility
# shows it. Notebook [41_your_code](../41_your_code/41_your_code.ipynb) does the same with a program in another language.

# %%
# A study
distances = {}
for function, others in ((honest, []), (repeatable, ["dgg"])):
    rows = gdp.benchmark(function, {"novel": G}, nodes=list(G), against=others, epsilons=[2], seeds="1-3", protocols="statistics")
    for row in rows if isinstance(rows, list) else rows.to_dict("records"):
        if row["value"] == "KS" and row["mode"] in ("program", "strict"):
            distances.setdefault(row["method"] + " " + row["mode"], []).append(row["x"])
for name, of in sorted(distances.items()):
    print(f"{name:<20} {sum(of) / len(of):.3f}  {'#' * round(60 * sum(of) / len(of))}")
