"""Times graph statistics of this project, networkit and igraph in turn.

Usage: graphs.py BENCH ROUNDS [STATISTIC...], with BENCH a test binary of data/metric; see graphs.sh.
Every round times each library once; the table gives medians over rounds.
"""

import os
import re
import statistics
import subprocess
import sys
import time

import igraph
import networkit
import networkx
import numpy

GRAPHS = ["pgb-facebook", "privgraph-enron", "pgb-ca-hepph"]
SLOW = 2.0  # seconds after which one round is enough

bench, rounds, only = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
networkit.setNumberOfThreads(os.cpu_count())


def load(name):
    """The simple undirected graph on the nodes that occur, for all libraries."""
    path = os.path.join(os.environ["GDP_DATA"], "edges", name + ".txt")
    edges = numpy.loadtxt(path, dtype=numpy.int64, usecols=(0, 1), comments="#")
    ids, edges = numpy.unique(edges, return_inverse=True)
    edges = edges.reshape(-1, 2)
    edges = numpy.unique(numpy.sort(edges[edges[:, 0] != edges[:, 1]], axis=1), axis=0)
    nk = networkit.Graph(len(ids))
    for u, v in edges.tolist():
        nk.addEdge(u, v)
    nk.indexEdges()
    return nk, igraph.Graph(n=len(ids), edges=edges.tolist()), edges


def nk_run(algorithm, result):
    algorithm.run()
    return result(algorithm)


def nk_mean_distance(core):
    """From closeness, which is quicker than its APSP and NeighborhoodFunction."""
    c = networkit.centrality.Closeness(core, True, networkit.centrality.ClosenessVariant.STANDARD)
    c.run()
    return statistics.mean(1 / x for x in c.scores())


def nk_louvain(g, **options):
    plm = networkit.community.PLM(g, **options)
    plm.run()
    return networkit.community.Modularity().getQuality(plm.getPartition(), g)


def nk_pagerank(g, tolerance):
    p = networkit.centrality.PageRank(g, 0.85, tolerance)
    p.maxIterations = 100_000
    return nk_run(p, lambda p: max(p.scores()))


CC = networkit.centrality
PEERS = {
    # statistic: (our benchmark, {peer: function of both graphs})
    "triangles, local clustering": ("Triangles", {
        "networkit": lambda nk, ig: nk_run(CC.LocalClusteringCoefficient(nk, True), lambda a: sum(a.scores()) / nk.numberOfNodes()),
        "igraph": lambda nk, ig: sum(ig.transitivity_local_undirected(mode="zero")) / ig.vcount(),
    }),
    "diameter": ("Diameter", {
        "networkit": lambda nk, ig: nk_run(networkit.distance.Diameter(nk, networkit.distance.DiameterAlgo.EXACT), lambda a: a.getDiameter()[0]),
        "igraph": lambda nk, ig: ig.diameter(unconn=True),
    }),
    "mean path length": ("Distances", {
        "networkit": lambda nk, ig: nk_mean_distance(core),
        "igraph": lambda nk, ig: ig.average_path_length(unconn=True),
    }),
    "PageRank": ("PageRank", {
        "networkit, default": lambda nk, ig: nk_pagerank(nk, 1e-8),
        "networkit, 1e-12": lambda nk, ig: nk_pagerank(nk, 1e-12),
        "igraph": lambda nk, ig: max(ig.pagerank()),
    }),
    "eigenvector": ("Eigenvector", {
        "networkit": lambda nk, ig: nk_run(CC.EigenvectorCentrality(nk), lambda a: max(a.scores())),
        "igraph": lambda nk, ig: max(ig.eigenvector_centrality()),
    }),
    "Louvain": ("Louvain", {
        "networkit": lambda nk, ig: nk_louvain(nk),
        "networkit, refined": lambda nk, ig: nk_louvain(nk, refine=True),
        "igraph": lambda nk, ig: ig.community_multilevel().modularity,
    }),
    "core numbers": ("Cores", {
        "networkit": lambda nk, ig: nk_run(CC.CoreDecomposition(nk), lambda a: a.maxCoreNumber()),
        "igraph": lambda nk, ig: max(ig.coreness()),
    }),
}


def ours(name, graph, seconds):
    """Time of one run of our benchmark, after a first one that warms up."""
    times = max(2, min(20, int(0.3 / seconds))) if seconds else 2
    out = subprocess.run(
        [bench, "-test.run=^$", f"-test.bench=^Benchmark{name}$/^{graph}$", f"-test.benchtime={times}x"],
        capture_output=True, text=True, check=True).stdout
    line = re.search(r"\s([0-9.]+) ns/op(.*)", out)
    extra = re.search(r"([0-9.]+) modularity", line.group(2))
    return float(line.group(1)) / 1e9, float(extra.group(1)) if extra else None


def peer(function, nk, ig):
    start = time.perf_counter()
    value = function(nk, ig)
    return time.perf_counter() - start, value


def milliseconds(seconds):
    return f"{1e3 * seconds:.1f}" if seconds < 0.1 else f"{1e3 * seconds:,.0f}"


print(f"networkit {networkit.__version__}, igraph {igraph.__version__}, {os.cpu_count()} cores, median of {rounds} rounds, load {os.getloadavg()[0]:.1f} before\n")
print("| statistic | graph | ours, ms | peers, ms | ratio to the fastest |")
print("| --- | --- | --- | --- | --- |")
accuracy = []
for graph in GRAPHS:
    nk, ig, edges = load(graph)
    core = networkit.components.ConnectedComponents.extractLargestConnectedComponent(nk, True)
    for statistic, (name, peers) in PEERS.items():
        if only and statistic not in only:
            continue
        times = {who: [] for who in ["ours", *peers]}
        values = {who: [] for who in times}
        guess = 0
        for _ in range(rounds):
            t, v = ours(name, graph, guess)
            guess = t
            times["ours"].append(t)
            values["ours"].append(v)
            for who, function in peers.items():
                if times[who] and times[who][0] > SLOW:
                    continue
                t, v = peer(function, nk, ig)
                times[who].append(t)
                values[who].append(v)
        median = {who: statistics.median(t) for who, t in times.items()}
        shown = []
        for who in peers:
            q = f", Q {statistics.median(values[who]):.4f}" if statistic == "Louvain" else ""
            shown.append(f"{who} {milliseconds(median[who])}{q}")
        mine = milliseconds(median["ours"])
        if statistic == "Louvain":
            mine += f", Q {statistics.median(values['ours']):.4f}"
        ratio = median["ours"] / min(median[who] for who in peers)
        print(f"| {statistic} | {graph} | {mine} | {'; '.join(shown)} | {ratio:.2f} |", flush=True)

    if only and "PageRank" not in only:
        continue

    # PageRank to full precision, to hold the defaults against.
    g = networkx.Graph()
    g.add_nodes_from(range(ig.vcount()))
    g.add_edges_from(edges.tolist())
    exact = numpy.array(list(networkx.pagerank(g, tol=1e-15, max_iter=100_000).values()))
    worst = lambda p: float(numpy.max(numpy.abs(numpy.array(p) / exact - 1)))
    p = CC.PageRank(nk, 0.85)
    p.run()
    accuracy.append((graph, "networkx", worst(list(networkx.pagerank(g).values()))))
    accuracy.append((graph, "networkit", worst(p.scores())))
    accuracy.append((graph, "igraph", worst(ig.pagerank())))

print(f"\nload {os.getloadavg()[0]:.1f} after")
if accuracy:
    print("\nLargest relative error of a PageRank score at default settings:\n")
    print("| graph | library | error |\n| --- | --- | --- |")
    for graph, who, error in accuracy:
        print(f"| {graph} | {who} | {error:.1e} |")
