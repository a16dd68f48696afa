"""Times a thousand rows of personalised PageRank of coauthor-phy, here and in numba.

Usage: ppr.py BENCH ROUNDS, with BENCH a test binary of data/metric/ppr; see ppr.sh.
Every round times each once, on one core; the table gives medians over rounds.
"""

import os
import re
import statistics
import subprocess
import sys
import time

import numba
import numpy
import scipy.sparse

bench, rounds = sys.argv[1], int(sys.argv[2])
ALPHA, EPSILON = 0.4, 1e-4  # of the standard walk; as in BenchmarkPush


@numba.njit
def push(root, offsets, targets, alpha, epsilon, p, r, queued, queue, touched):
    """Forward push. The arrays are as long as the graph and 0 before and after."""
    r[root] = alpha
    touched[0] = root
    size = 1
    queue[0] = root
    left = 1
    queued[root] = True
    while left > 0:
        left -= 1
        u = queue[left]
        queued[u] = False
        mass = r[u]
        p[u] += mass
        r[u] = 0.0
        share = (1 - alpha) * mass / (offsets[u + 1] - offsets[u])
        for i in range(offsets[u], offsets[u + 1]):
            v = targets[i]
            if r[v] == 0.0 and p[v] == 0.0:
                touched[size] = v
                size += 1
            r[v] += share
            if not queued[v] and r[v] >= alpha * epsilon * (offsets[v + 1] - offsets[v]):
                queued[v] = True
                queue[left] = v
                left += 1
    found = 0
    for i in range(size):
        if p[touched[i]] > 0:
            found += 1
    nodes = numpy.empty(found, numpy.int32)
    values = numpy.empty(found)
    at = 0
    for i in range(size):
        v = touched[i]
        if p[v] > 0:
            nodes[at] = v
            values[at] = p[v]
            at += 1
        p[v] = 0.0
        r[v] = 0.0
    return nodes, values


@numba.njit
def rows(roots, offsets, targets, alpha, epsilon):
    n = len(offsets) - 1
    p, r, queued = numpy.zeros(n), numpy.zeros(n), numpy.zeros(n, numpy.bool_)
    queue, touched = numpy.empty(n + 1, numpy.int64), numpy.empty(2 * n + 1, numpy.int64)
    entries = 0
    total = 0.0
    for root in roots:
        nodes, values = push(root, offsets, targets, alpha, epsilon, p, r, queued, queue, touched)
        entries += len(nodes)
        total += values.sum()
    return entries, total


def load():
    """Symmetric, without weights, every node with a loop."""
    x = numpy.load(os.path.join(os.environ["GDP_DATA"], "attributed", "coauthor-phy.npz"))
    a = scipy.sparse.csr_matrix((x["adj_data"], x["adj_indices"], x["adj_indptr"]), shape=tuple(x["adj_shape"]))
    a = ((a + a.T + scipy.sparse.eye(a.shape[0])) > 0).tocsr()
    a.sort_indices()
    return a.indptr.astype(numpy.int64), a.indices.astype(numpy.int32)


def ours(name):
    out = subprocess.run(
        [bench, "-test.run=^$", f"-test.bench=^Benchmark{name}$", "-test.benchtime=5x", "-test.cpu=1"],
        capture_output=True, text=True, check=True).stdout
    return float(re.search(r"\s([0-9.]+) ns/op", out).group(1)) / 1e9


offsets, targets = load()
roots = numpy.arange(1000) * 34
rows(roots, offsets, targets, ALPHA, EPSILON)  # compiles
times = {"Push": [], "ISTA": [], "numba": []}
for _ in range(rounds):
    for name in ("Push", "ISTA"):
        times[name].append(ours(name))
    start = time.perf_counter()
    for _ in range(5):
        rows(roots, offsets, targets, ALPHA, EPSILON)
    times["numba"].append((time.perf_counter() - start) / 5)
median = {name: statistics.median(t) for name, t in times.items()}
print(f"numba {numba.__version__}, one core, median of {rounds} rounds\n")
print("| 1,000 rows of coauthor-phy | ms | ratio to numba's push |")
print("| --- | --- | --- |")
for name, label in (("Push", "ppr.Push"), ("ISTA", "ppr.ISTA"), ("numba", "numba, push")):
    print(f"| {label} | {1e3 * median[name]:.1f} | {median[name] / median['numba']:.2f} |")
