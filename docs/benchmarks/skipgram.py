"""Embeds a graph by private skip-grams here and by gensim's plain one, in turn, and prints the table of skipgram.md.

Usage: skipgram.py GDP ROUNDS SLOW GRAPH; see skipgram.sh. Each round is another split of the edges: a tenth is hidden from both
sides, with as many pairs that are no edge, and products of rows are to tell them apart. Seconds of ours are those of the whole
command, gensim's those of training. What takes long is in the first SLOW rounds alone.
"""

import os
import statistics
import sys

from embeddings import Graph, ours, pairs, sentences, skip_gram

program, rounds, slow, name = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
budgets = "0.5", "2", "3.5"
passes = {"biased-skip-gram": 30, "poisson-skip-gram": 100}  # over all edges, both ends of which are centres
found = {}


def note(key, *values):
    found.setdefault(key, []).append(values)


for seed in range(1, rounds + 1):
    before, graph = os.getloadavg()[0], Graph(program, name, seed)
    for epsilon in budgets:
        for mode in "biased-skip-gram", "strict", "poisson-skip-gram":
            if mode == "poisson-skip-gram" and seed > slow:
                continue
            rows, wall, processor = ours(graph, "seprivgemb", mode, "--nodes", str(graph.n), "--epsilon", epsilon, "--delta", "1e-5")
            note((f"*{mode}*", epsilon), graph.auc(rows), wall, processor, 2 * graph.m * passes.get(mode, 0) / 1e6)
    if seed <= slow:
        walks = sentences(graph)
        for dim, negatives in (128, 5), (4, 2):
            rows, other, wall, processor = skip_gram(graph, walks, dim, negatives)
            note((f"gensim, {dim} dimensions, {negatives} negatives", "none"), graph.auc(rows), wall, processor, pairs(graph) / 1e6)
            note((f"gensim, {dim} dimensions, both matrices", "none"), graph.auc(rows, other))
        del walks
    print(f"round {seed}: load {before:.1f} before, {os.getloadavg()[0]:.1f} after", file=sys.stderr, flush=True)


def spread(values, digits):
    middle = statistics.median(values)
    return f"{middle:.{digits}f} ({min(values):.{digits}f} to {max(values):.{digits}f})"


print("| by | ε | rounds | AUC | seconds | CPU seconds | million pairs per second | per CPU second |")
print("| --- | --- | --- | --- | --- | --- | --- | --- |")
for (by, epsilon), values in sorted(found.items()):
    cells = [spread([v[0] for v in values], 3)]
    if len(values[0]) > 1:
        cells += [spread([v[1] for v in values], 2), spread([v[2] for v in values], 2)]
        cells += [f"{statistics.median(v[3] / v[i] for v in values):.1f}" if values[0][3] else "" for i in (1, 2)]
    else:
        cells += [""] * 4
    print(f"| {by} | {epsilon} | {len(values)} | " + " | ".join(cells) + " |")
