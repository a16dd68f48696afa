"""Times skip-gram here and in gensim, in turn.

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
import numpy
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


def median(runs, place):
    return statistics.median(r[place] for r in runs)


print(f"gensim {gensim.__version__}, {threads} cores, median of {rounds} rounds\n")


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
