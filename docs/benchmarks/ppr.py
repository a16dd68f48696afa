"""Times a thousand rows of personalised PageRank of coauthor-phy, here and in numba.

Usage: ppr.py BENCH ROUNDS, with BENCH a test binary of data/metric/ppr; see ppr.sh.
Every round times each once, on one core and on all; the table gives medians over rounds.
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


@numba.njit(parallel=True)
def parts(roots, offsets, targets, alpha, epsilon, count):
    """Rows on all cores, each part of the roots with arrays of its own."""
    entries = 0
    for k in numba.prange(count):
        entries += rows(roots[k::count], offsets, targets, alpha, epsilon)[0]
    return entries


def load():
    """Symmetric, without weights, every node with a loop."""
    x = numpy.load(os.path.join(os.environ["GDP_DATA"], "attributed", "coauthor-phy.npz"))
    a = scipy.sparse.csr_matrix((x["adj_data"], x["adj_indices"], x["adj_indptr"]), shape=tuple(x["adj_shape"]))
    a = ((a + a.T + scipy.sparse.eye(a.shape[0])) > 0).tocsr()
    a.sort_indices()
    return a.indptr.astype(numpy.int64), a.indices.astype(numpy.int32)


def ours(name, cores):
    out = subprocess.run(
        [bench, "-test.run=^$", f"-test.bench=^Benchmark{name}$", "-test.benchtime=5x", f"-test.cpu={cores}"],
        capture_output=True, text=True, check=True).stdout
    return float(re.search(r"\s([0-9.]+) ns/op", out).group(1)) / 1e9


def theirs(cores):
    start = time.perf_counter()
    for _ in range(5):
        if cores == 1:
            rows(roots, offsets, targets, ALPHA, EPSILON)
        else:
            parts(roots, offsets, targets, ALPHA, EPSILON, cores)
    return (time.perf_counter() - start) / 5


offsets, targets = load()
roots = numpy.arange(1000) * 34
most = os.cpu_count()
rows(roots, offsets, targets, ALPHA, EPSILON)  # compiles, as the next one
parts(roots, offsets, targets, ALPHA, EPSILON, most)
RUNS = {
    "ppr.Push": lambda cores: ours("Push", cores),
    "ppr.ISTA": lambda cores: ours("ISTA", cores),
    "numba, push": theirs,
}
times = {(who, cores): [] for who in RUNS for cores in (1, most)}
before = os.getloadavg()[0]
for _ in range(rounds):
    for (who, cores), t in times.items():
        t.append(RUNS[who](cores))
print(f"numba {numba.__version__}, {most} cores, load {before:.1f} to {os.getloadavg()[0]:.1f}, {rounds} rounds\n")
print("| 1,000 rows of coauthor-phy | cores | ms, median (range) | ratio to numba's push on one core |")
print("| --- | --- | --- | --- |")
one = statistics.median(times["numba, push", 1])
for (who, cores), t in times.items():
    median = statistics.median(t)
    print(f"| {who} | {cores} | {1e3 * median:.1f} ({1e3 * min(t):.1f} to {1e3 * max(t):.1f}) | {median / one:.2f} |")
