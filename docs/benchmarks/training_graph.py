"""Times a graph autoencoder and skip-gram here and in JAX and gensim, in turn.

Usage: training_graph.py FOLDER ROUNDS, with test binaries of models/learn/train
in FOLDER; see training_graph.sh. Every round times each library once; the tables
give medians over rounds of the wall clock and of the processor time of all
threads, which neighbours on the machine disturb less.
"""

import os
import re
import resource
import statistics
import subprocess
import sys
import time

import gensim
import jax
import jax.numpy as jnp
import numpy
import scipy.sparse
from gensim.models import Word2Vec

folder, rounds = sys.argv[1], int(sys.argv[2])
data = os.environ["GDP_DATA"]
threads = os.cpu_count()


def ours(package, bench, times):
    """Wall and processor seconds of a run of our benchmark, and its own metric."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(
        [os.path.join(folder, package), "-test.run=^$", f"-test.bench={bench}", f"-test.benchtime={times}x"],
        capture_output=True, text=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    line = re.search(r"\s([0-9.]+) ns/op(?:\s+([0-9.]+) Mpairs/s)?", out)
    return float(line.group(1)) / 1e9, processor / times, line.group(2) and float(line.group(2))


# The graph autoencoder: 32 and 16 units, all pairs, full-batch Adam.

npz = numpy.load(os.path.join(data, "attributed", "cora.npz"))


def csr(name):
    return scipy.sparse.csr_matrix((npz[name + "_data"], npz[name + "_indices"], npz[name + "_indptr"]), shape=npz[name + "_shape"])


adjacency, features = csr("adj"), jnp.array(csr("attr").toarray().astype(numpy.float32))
adjacency = ((adjacency + adjacency.T) > 0).astype(numpy.float32).tolil()
adjacency.setdiag(0)
adjacency = adjacency.tocsr()
adjacency.eliminate_zeros()
n, ones = adjacency.shape[0], adjacency.nnz
looped = (adjacency + scipy.sparse.eye(n)).tocsr()
labels = jnp.array(looped.toarray().astype(numpy.float32))
root = scipy.sparse.diags(1 / numpy.sqrt(numpy.asarray(looped.sum(1)).ravel()))
normal = (root @ looped @ root).tocoo()
matrix = jnp.array(normal.row), jnp.array(normal.col), jnp.array(normal.data.astype(numpy.float32))
ends = tuple(jnp.array(x) for x in adjacency.nonzero())
positive, norm = (n * n - ones) / ones, n * n / (2 * (n * n - ones))


def convolve(matrix, h):
    row, col, value = matrix
    return jax.ops.segment_sum(h[col] * value[:, None], row, num_segments=n, indices_are_sorted=True)


def all_entries(z, labels):
    """As it is written everywhere: N x N labels and scores."""
    s = z @ z.T
    return norm * jnp.mean(positive * labels * jax.nn.softplus(-s) + (1 - labels) * jax.nn.softplus(s))


def by_edges(z, ends):
    """Labels only where they are 1; what we compute."""
    head, tail = ends

    def more(s):
        return jnp.sum(positive * jax.nn.softplus(-s) - jax.nn.softplus(s))
    total = jnp.sum(jax.nn.softplus(z @ z.T))
    return norm / (n * n) * (total + more(jnp.sum(z[head] * z[tail], 1)) + more(jnp.sum(z * z, 1)))


class Jax:
    def __init__(self, x, loss, labels):
        rng = numpy.random.default_rng(0)
        shapes = ((n if x is None else x.shape[1], 32), (32, 16))
        self.weights = [jnp.array(rng.uniform(-0.1, 0.1, s).astype(numpy.float32)) for s in shapes]
        self.first = self.second = [jnp.zeros_like(w) for w in self.weights]
        self.count = 0.0
        self.inputs = x, matrix, labels

        def value(weights, x, matrix, labels):
            inner = weights[0] if x is None else x @ weights[0]
            hidden = jax.nn.relu(convolve(matrix, inner))
            return loss(convolve(matrix, hidden @ weights[1]), labels)

        @jax.jit
        def step(inputs, weights, first, second, t):
            out = [], [], []
            total, gradients = jax.value_and_grad(value)(weights, *inputs)
            for w, m, v, g in zip(weights, first, second, gradients):
                m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
                out[0].append(w - 0.01 * (m / (1 - 0.9**t)) / (jnp.sqrt(v / (1 - 0.999**t)) + 1e-8))
                out[1].append(m)
                out[2].append(v)
            return total, *out

        self.compiled = step
        self.run(2)

    def run(self, times):
        start, processor = time.perf_counter(), time.process_time()
        for _ in range(times):
            self.count += 1
            total, self.weights, self.first, self.second = self.compiled(
                self.inputs, self.weights, self.first, self.second, self.count)
            total.block_until_ready()
        return (time.perf_counter() - start) / times, (time.process_time() - processor) / times


def median(runs, place):
    return statistics.median(r[place] for r in runs)


print(f"JAX {jax.__version__}, gensim {gensim.__version__}, {threads} cores, median of {rounds} rounds\n")
print("| one step on Cora | ours, ms | JAX, ms | JAX by edges, ms | ratio | ours, processor ms | JAX, processor ms | ratio |")
print("| --- | --- | --- | --- | --- | --- | --- | --- |")
for name, x in ("features", features), ("identity", None):
    peers = Jax(x, all_entries, labels), Jax(x, by_edges, ends)
    mine, theirs = [], ([], [])
    for _ in range(rounds):
        mine.append(ours("allpairs", f"^BenchmarkAutoencoder$/^{name}$", 20))
        for peer, runs in zip(peers, theirs):
            runs.append(peer.run(10))
    wall, processor = median(mine, 0), median(mine, 1)
    walls, processors = [median(r, 0) for r in theirs], [median(r, 1) for r in theirs]
    print(f"| {name} | {1e3 * wall:.1f} | {1e3 * walls[0]:.1f} | {1e3 * walls[1]:.1f} | {wall / min(walls):.2f} "
          f"| {1e3 * processor:.1f} | {1e3 * min(processors):.1f} | {processor / min(processors):.2f} |", flush=True)


# Skip-gram: 128 dimensions, 5 negative samples.

edges = numpy.loadtxt(os.path.join(data, "edges", "seprivgemb-blogcatalog.txt"), dtype=numpy.int64, usecols=(0, 1), comments=["#", "%"])
edges = numpy.unique(numpy.sort(edges, axis=1), axis=0)
both = numpy.concatenate([edges, edges[:, ::-1]])
both = both[numpy.argsort(both[:, 0], kind="stable")]
nodes = int(both.max()) + 1
offsets = numpy.searchsorted(both[:, 0], numpy.arange(nodes + 1))


def walks(count, length):
    """Random walks: with a window of one, gensim's pairs are their edges."""
    rng = numpy.random.default_rng(1)
    current = both[rng.integers(0, len(both), count), 1]
    path = [current]
    for _ in range(length - 1):
        degree = offsets[current + 1] - offsets[current]
        current = both[offsets[current] + (rng.random(count) * degree).astype(int), 1]
        path.append(current)
    return [[str(u) for u in walk] for walk in numpy.stack(path, 1).tolist()]


class Gensim:
    def __init__(self):
        self.sentences = walks(8000, 85)
        self.pairs = 2 * 84 * 8000
        self.model = Word2Vec(vector_size=128, window=1, shrink_windows=False, min_count=1, sg=1, hs=0, negative=5,
                              ns_exponent=0, sample=0, workers=threads)
        self.model.build_vocab(self.sentences)

    def run(self):
        start, processor = time.perf_counter(), time.process_time()
        self.model.train(self.sentences, total_examples=len(self.sentences), epochs=1)
        return self.pairs / (time.perf_counter() - start) / 1e6, self.pairs / (time.process_time() - processor) / 1e6


print("\n| edges a step | plain, M pairs/s | private, M pairs/s | plain over private | gensim, M pairs/s | private over gensim |")
print("| --- | --- | --- | --- | --- | --- |")
peer = Gensim()
for size, times in (128, 1000), (4096, 40), (32768, 8), (131072, 3):
    plain, private, theirs = [], [], []
    for _ in range(rounds):
        plain.append(ours("skipgram", f"^BenchmarkStep$/^plain$/^{size}$", times)[2])
        private.append(ours("skipgram", f"^BenchmarkStep$/^private$/^{size}$", max(times // 10, 2))[2])
        theirs.append(peer.run()[0])
    a, b, c = (statistics.median(x) for x in (plain, private, theirs))
    print(f"| {size:,} | {a:.2f} | {b:.3f} | {a / b:.2f} | {c:.2f} | {b / c:.2f} |", flush=True)

rows = {10_000: [], 1_000_000: []}
for _ in range(rounds):
    for count in rows:
        rows[count].append(ours("skipgram", f"^BenchmarkRows$/^rows={count}$", 300)[0])
few, many = (statistics.median(x) for x in rows.values())
print(f"\nA private step of 128 edges: {1e3 * few:.2f} ms with 10,000 rows, {1e3 * many:.2f} ms with 1,000,000; ratio {many / few:.2f}.")
