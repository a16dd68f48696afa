"""Times a step of GVAE here and in JAX, in turn, and the decoding of large graphs.

Usage: dpggan.py BINARY ROUNDS NODES…, with the test binary of
models/synthesis/dpggan; see dpggan.sh. The table of steps gives medians over rounds of
the wall clock and of the processor time of all threads, which neighbours on the
machine disturb less.
"""

import os
import re
import statistics
import subprocess
import sys
import time

import jax
import jax.numpy as jnp
import numpy
import scipy.sparse

binary, rounds, sizes = sys.argv[1], int(sys.argv[2]), [int(n) for n in sys.argv[3:] if int(n) > 0]
data = os.environ["GDP_DATA"]


def ours(bench, times):
    """Wall seconds of an operation, its metric, and of the whole process processor seconds and peak memory in GiB."""
    child = subprocess.Popen([binary, "-test.run=^$", f"-test.bench={bench}", f"-test.benchtime={times}x", "-test.timeout=4h"],
                             stdout=subprocess.PIPE, text=True)
    out = child.stdout.read()
    _, status, used = os.wait4(child.pid, 0)
    line = re.search(r"\s([0-9.]+) ns/op(?:\s+([0-9.e+]+) edges)?", out)
    if status or not line:
        sys.exit(f"{bench}: {out}")
    return float(line.group(1)) / 1e9, line.group(2), used.ru_utime + used.ru_stime, used.ru_maxrss / 2**20


# GVAE as printed: X = I, widths 32 and 16, decoder 16, 16, 32, all ordered pairs with the diagonal.

npz = numpy.load(os.path.join(data, "attributed", "cora.npz"))
adjacency = scipy.sparse.csr_matrix((npz["adj_data"], npz["adj_indices"], npz["adj_indptr"]), shape=npz["adj_shape"])
adjacency = ((adjacency + adjacency.T) > 0).astype(numpy.float32).tolil()
adjacency.setdiag(0)
adjacency = adjacency.tocsr()
adjacency.eliminate_zeros()
n = adjacency.shape[0]
degrees = numpy.asarray(adjacency.sum(1)).ravel()
root = scipy.sparse.diags(1 / numpy.sqrt(numpy.maximum(degrees, 1)))
normal = (root @ adjacency @ root).tocsr().tocoo()
matrix = jnp.array(normal.row), jnp.array(normal.col), jnp.array(normal.data.astype(numpy.float32))
labels = jnp.array(adjacency.toarray())
ends = tuple(jnp.array(x) for x in adjacency.nonzero())


def convolve(matrix, h):
    row, col, value = matrix
    return jax.ops.segment_sum(h[col] * value[:, None], row, num_segments=n, indices_are_sorted=True)


def all_entries(f, labels):
    """As it is usually written: N x N labels and scores."""
    s = f @ f.T
    return jnp.sum(jax.nn.softplus(s) - labels * s)


def by_edges(f, ends):
    """Labels only where they are 1; what we compute."""
    head, tail = ends
    return jnp.sum(jax.nn.softplus(f @ f.T)) - jnp.sum(f[head] * f[tail])


class Jax:
    def __init__(self, loss, labels):
        rng = numpy.random.default_rng(0)
        shapes = (n, 32), (32, 32), (16, 16), (16,), (16, 32), (32,)
        self.weights = [jnp.array(rng.uniform(-0.1, 0.1, s).astype(numpy.float32)) for s in shapes]
        self.first = self.second = [jnp.zeros_like(w) for w in self.weights]
        self.count, self.key = 0.0, jax.random.key(0)
        self.inputs = matrix, labels

        def value(weights, matrix, labels, noise):
            w0, w1, v0, b0, v1, b1 = weights
            out = convolve(matrix, jax.nn.relu(convolve(matrix, w0)) @ w1)
            mean, log_sigma = out[:, :16], out[:, 16:]
            z = mean + jnp.exp(log_sigma) * noise
            f = jax.nn.relu(z @ v0 + b0) @ v1 + b1
            divergence = 0.5 * jnp.sum(mean**2 + jnp.exp(2 * log_sigma) - 1 - 2 * log_sigma)
            return loss(f, labels) + 0.1 * divergence

        @jax.jit
        def step(inputs, weights, first, second, t, key):
            key, draw = jax.random.split(key)
            out = [], [], []
            total, gradients = jax.value_and_grad(value)(weights, *inputs, jax.random.normal(draw, (n, 16)))
            for w, m, v, g in zip(weights, first, second, gradients):
                m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
                out[0].append(w - 0.001 * (m / (1 - 0.9**t)) / (jnp.sqrt(v / (1 - 0.999**t)) + 1e-8))
                out[1].append(m)
                out[2].append(v)
            return total, key, *out

        self.compiled = step
        self.run(2)

    def run(self, times):
        start, processor = time.perf_counter(), time.process_time()
        for _ in range(times):
            self.count += 1
            total, self.key, self.weights, self.first, self.second = self.compiled(
                self.inputs, self.weights, self.first, self.second, self.count, self.key)
            total.block_until_ready()
        return (time.perf_counter() - start) / times, (time.process_time() - processor) / times


few, more = 5, 25  # of our steps: the difference is without what comes before the first


def median(runs, place):
    return statistics.median(r[place] for r in runs)


peers = [Jax(all_entries, labels), Jax(by_edges, ends)]
mine, theirs = [], [[], []]
for _ in range(rounds):
    short, long = (ours("^BenchmarkGVAE$", times) for times in (few, more))
    mine.append(((long[0] * more - short[0] * few) / (more - few), (long[2] - short[2]) / (more - few)))
    for peer, runs in zip(peers, theirs):
        runs.append(peer.run(10))
wall, processor = median(mine, 0), median(mine, 1)
walls, processors = [median(r, 0) for r in theirs], [median(r, 1) for r in theirs]
print(f"JAX {jax.__version__}, {os.cpu_count()} cores, median of {rounds} rounds\n")
print("| one step on Cora | wall, ms | processor, ms |")
print("| --- | --- | --- |")
print(f"| ours | {1e3 * wall:.1f} | {1e3 * processor:.1f} |")
for name, w, p in zip(("JAX", "JAX by edges"), walls, processors):
    print(f"| {name} | {1e3 * w:.1f} | {1e3 * p:.1f} |")
print(f"| ours over the faster of JAX | {wall / min(walls):.2f} | {processor / min(processors):.2f} |", flush=True)

if sizes:
    print("\n| nodes | rows | law | edges | wall, s | processor, s | memory, GiB |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
for size in sizes:
    for bench, rows, law in (("Trained", "of a decoder trained on Cora", "Bernoulli"), ("Bernoulli", "normal", "Bernoulli"),
                             ("Highest", "normal", "highest")):
        wall, edges, processor, memory = ours(f"^Benchmark{bench}$/^nodes={size}$", 1)
        print(f"| {size:,} | {rows} | {law} | {int(float(edges)):,} | {wall:.0f} | {processor:.0f} | {memory:.2f} |", flush=True)
