"""Embeds graphs here and by gensim, PyTorch Geometric, SciPy and NumPy, in turn, and prints the tables of embeddings.md.

Usage: embeddings.py GDP SEEDS MODES GRAPHS..., with the program gdp and modes with commas; see embeddings.sh. For each seed a tenth
of the edges is hidden, with as many pairs that are no edge, and both sides see the rest, in a file.
The AUC is that of scalar products of rows for hidden edges, once of rows as they are and once of unit
rows; the NMI is that of k-means on unit rows with Louvain communities of what was seen.
"""

import os
import random
import resource
import subprocess
import sys
import tempfile
import time

import igraph
import numpy
import scipy.sparse
from gensim.models import Word2Vec
from scipy.sparse.linalg import eigsh
from sklearn.cluster import KMeans
from sklearn.metrics import normalized_mutual_info_score, roc_auc_score

try:
    import torch
    import torch_cluster
    from torch_geometric.nn import Node2Vec
except ImportError:  # embeddings.sh has said so
    torch = None

threads = os.cpu_count()
dim, count, length, window, negatives = 128, 10, 80, 10, 5  # as gdp methods walks shows


class Graph:
    """What is left of a graph, and what is hidden of it."""

    def __init__(self, program, name, seed):
        self.program = program
        folder = tempfile.mkdtemp()
        whole = os.path.join(folder, "whole.txt")
        done = subprocess.run([program, "convert", name, whole], capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr.strip().splitlines()[-1])
        edges = numpy.unique(numpy.sort(numpy.loadtxt(whole, dtype=numpy.int64, comments=["#", "%"], usecols=(0, 1)), axis=1), axis=0)
        ids, edges = numpy.unique(edges, return_inverse=True)
        edges, self.n = edges.reshape(-1, 2), len(ids)
        rng = numpy.random.default_rng(seed)
        edges = edges[rng.permutation(len(edges))]
        hidden = len(edges) // 10
        keys = set((edges[:, 0] * self.n + edges[:, 1]).tolist())
        none = []
        while len(none) < hidden:
            u, v = sorted(rng.integers(0, self.n, 2).tolist())
            if u != v and u * self.n + v not in keys:
                keys.add(u * self.n + v)
                none.append((u, v))
        self.pairs = numpy.concatenate([edges[:hidden], none])
        self.truth = numpy.repeat([1, 0], hidden)
        self.seen = seen = edges[hidden:]
        self.m, self.path = len(seen), os.path.join(folder, "seen.txt")
        numpy.savetxt(self.path, seen, fmt="%d")
        both = numpy.concatenate([seen, seen[:, ::-1]])
        self.a = scipy.sparse.csr_matrix((numpy.ones(len(both)), both.T), shape=(self.n, self.n))
        self.a.sort_indices()
        self.degree = numpy.diff(self.a.indptr)
        self.seed = seed

    def auc(self, rows, other=None):
        """Of scalar products of rows; of both matrices, where there is another one."""
        u, v = self.pairs.T
        return roc_auc_score(self.truth, (rows[u] * rows[v]).sum(1) if other is None else (rows[u] * other[v] + other[u] * rows[v]).sum(1))

    def measures(self, rows):
        unit = rows / numpy.maximum(numpy.linalg.norm(rows, axis=1, keepdims=True), 1e-15)
        igraph.set_random_number_generator(random.Random(self.seed))
        communities = numpy.asarray(igraph.Graph(self.n, self.seen.tolist()).community_multilevel().membership)
        linked = self.degree > 0
        k = len(set(communities[linked]))
        found = KMeans(k, n_init=5, max_iter=30, random_state=self.seed).fit_predict(unit[linked])
        return {"AUC": self.auc(rows), "AUC of unit rows": self.auc(unit), "NMI": normalized_mutual_info_score(communities[linked], found)}


def ours(graph, method, mode, *options):
    """The rows of a run of gdp, with its wall and processor seconds: with reading and writing."""
    path = graph.path + ".npz"
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([graph.program, "run", method, "--mode", mode, "--graph", graph.path, "--seed", str(graph.seed), "--out", path, *options],
                   check=True, capture_output=True)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    found = numpy.load(path)
    rows = numpy.zeros((graph.n, found["rows"].shape[1]))
    rows[found["ids"] if "ids" in found else numpy.arange(len(found["rows"]))] = found["rows"]
    return rows, wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def walked(graph, p, q):
    """All walks at once; a step is drawn again where it is not kept."""
    rng, (offsets, targets) = numpy.random.default_rng(graph.seed), (graph.a.indptr, graph.a.indices)
    keys = numpy.repeat(numpy.arange(graph.n), graph.degree) * graph.n + targets
    now = numpy.concatenate([rng.permutation(numpy.flatnonzero(graph.degree)) for _ in range(count)])
    path, most = [now], max(1, 1 / p, 1 / q)
    for step in range(length - 1):
        next, left = numpy.empty_like(now), numpy.arange(len(now))
        while len(left):
            at = now[left]
            to = targets[offsets[at] + (rng.random(len(left)) * graph.degree[at]).astype(int)]
            weight = numpy.ones(len(left))
            if step > 0 and (p, q) != (1, 1):
                last = path[-2][left]
                wanted = last * graph.n + to
                there = keys[numpy.minimum(numpy.searchsorted(keys, wanted), len(keys) - 1)] == wanted
                weight = numpy.where(to == last, 1 / p, numpy.where(there, 1, 1 / q))
            kept = rng.random(len(left)) * most < weight if step > 0 else numpy.ones(len(left), bool)
            next[left[kept]], left = to[kept], left[~kept]
        path.append(next)
        now = next
    return numpy.stack(path, 1)


def sentences(graph, p=1, q=1):
    return [[str(u) for u in walk] for walk in walked(graph, p, q).tolist()]


def skip_gram(graph, walks, dim, negatives):
    """Both matrices of gensim, and the seconds of its training."""
    model = Word2Vec(vector_size=dim, window=window, min_count=0, sg=1, hs=0, negative=negatives, sample=0, workers=threads, seed=graph.seed)
    model.build_vocab(walks)
    start, processor = time.perf_counter(), time.process_time()
    model.train(walks, total_examples=len(walks), epochs=1)
    wall, processor = time.perf_counter() - start, time.process_time() - processor
    nodes = numpy.array([int(u) for u in model.wv.index_to_key])
    rows, other = numpy.zeros((2, graph.n, dim))
    rows[nodes], other[nodes] = model.wv.vectors, model.syn1neg
    return rows, other, wall, processor


def gensim(graph, p=1, q=1):
    rows, _, wall, processor = skip_gram(graph, sentences(graph, p, q), dim, negatives)
    return rows, wall, processor


def geometric(graph, p=1, q=1):
    """Rows of PyTorch Geometric, with the rate and the optimiser of its example: one matrix for both ends, and
    negatives that are uniform. Its walks are taken while it trains, and count."""
    torch.manual_seed(graph.seed)
    torch.set_num_threads(threads)
    edges = torch.from_numpy(numpy.stack(graph.a.nonzero())).long()
    model = Node2Vec(edges, dim, length, window + 1, count, p, q, negatives, graph.n, sparse=True)
    optimiser = torch.optim.SparseAdam(model.parameters(), lr=0.01)
    start, processor = time.perf_counter(), time.process_time()
    for walks, none in model.loader(batch_size=4, shuffle=True):
        optimiser.zero_grad()
        model.loss(walks, none).backward()
        optimiser.step()
    wall, processor = time.perf_counter() - start, time.process_time() - processor
    return model.embedding.weight.detach().numpy().astype(float), wall, processor


def pairs(graph, by="gensim"):
    """How many pairs DeepWalk trains on: a centre's window is 1 ... 10 with equal probability; walks end it.
    PyTorch Geometric has the 10 nodes after each centre that has as many."""
    if by == "PyTorch Geometric":
        return count * graph.n * (length - window) * window
    a_walk = sum(2 * (length - d) * (window - d + 1) / window for d in range(1, window + 1))
    return count * (graph.degree > 0).sum() * a_walk


def roots(graph):
    return scipy.sparse.diags(numpy.maximum(graph.degree, 1) ** -0.5)


def eigen(graph):
    start, processor = time.perf_counter(), time.process_time()
    values, vectors = eigsh((roots(graph) @ graph.a @ roots(graph)).tocsr(), k=dim, which="LA")
    wall, processor = time.perf_counter() - start, time.process_time() - processor
    return vectors * numpy.sqrt(numpy.maximum(values, 0)), wall, processor


def factorised(graph):
    start, processor = time.perf_counter(), time.process_time()
    inverse = scipy.sparse.diags(1 / numpy.maximum(graph.degree, 1))
    power, total = inverse.toarray(), 0
    for _ in range(window):
        power = inverse @ graph.a @ power
        total = total + power
    values, vectors = eigsh(numpy.log(numpy.maximum(1, 2 * graph.m / window * total)), k=dim, which="LM")
    wall, processor = time.perf_counter() - start, time.process_time() - processor
    return vectors * numpy.sqrt(abs(values)), wall, processor


def main(program, seeds, modes, graphs):
    walkers = {"gensim": gensim, "PyTorch Geometric": geometric} if torch else {"gensim": gensim}
    peers = {"deepwalk": walkers, "node2vec": {by: lambda g, make=make: make(g, 1, 0.5) for by, make in walkers.items()},
             "netmf": {"NumPy and SciPy": factorised}, "spectral": {"SciPy": eigen}}
    print("| graph | mode | by | AUC of products | AUC of unit rows | NMI | seconds | CPU seconds | million pairs per second | per CPU second |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in graphs:
        runs = [Graph(program, name, seed) for seed in range(1, seeds + 1)]
        for mode in modes:
            sides = {"ours": lambda g: ours(g, "walks", mode), **peers[mode]}
            found = {by: [] for by in sides}
            for graph in runs:
                for by, make in sides.items():
                    rows, wall, processor = make(graph)
                    million = pairs(graph, by) / 1e6
                    found[by].append([*graph.measures(rows).values(), wall, processor, million / wall, million / processor])
            for by, values in found.items():
                mean = numpy.mean(values, 0)
                errors = [f" ± {x:.3f}" for x in numpy.std(values, 0, ddof=1) / seeds**0.5] if seeds > 1 else [""] * 7
                cells = [f"{mean[i]:.3f}" + errors[i] for i in range(3)] + [f"{mean[3]:.1f}", f"{mean[4]:.1f}"]
                cells += [f"{mean[5]:.2f}", f"{mean[6]:.2f}"] if mode in ("deepwalk", "node2vec") else ["", ""]
                print(f"| {name} | {mode} | {by} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3].split(","), sys.argv[4:])
