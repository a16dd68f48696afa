"""Accuracy of models/classification/dpar over data sets, modes, budgets and seeds.

Usage: dpar.py GDP SEEDS DATASET…, with GDP the command; see dpar.sh. Every seed has its own
split of the nodes, 80 % to learn from. Seeded runs are no private releases: this is a table
of what private ones would score.
"""

import json
import statistics
import subprocess
import sys

gdp, seeds, names = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
PAPER = {"cora-ml": "2e-3", "citeseer": "2e-3", "coauthor-cs": "8e-4", "coauthor-phy": "1e-4"}  # δ; Citeseer as Cora-ML
OURS = "1e-5"
MODES = [  # name, settings, whether δ is the paper's
    ("published", [], True),
    ("author", ["Split.Kind=Random"], True),
    ("author", ["Split.Kind=Random", "Rows=EM1"], True),
    ("author", ["Split.Kind=Random", "Rows=GM"], True),
    ("random-rows", ["Split.Kind=Random"], True),
    ("strict", [], False),
    ("strict-rows", [], False),
    ("strict-by-root", [], False),
    ("own-row", [], False),
    ("null", [], False),
]
EPSILONS = [1, 2, 4, 8]
UNIVERSE = {"cora-ml": 2995, "citeseer": 3312, "coauthor-cs": 18333, "coauthor-phy": 34493}


def run(name, mode, settings, epsilon, delta, seed):
    args = [gdp, "run", "dpar", "--json", "--graph", name, "--mode", mode, "--seed", str(seed), "--set", f"Split.Seed={seed}"]
    for s in settings:
        args += ["--set", s]
    if epsilon:
        args += ["--epsilon", str(epsilon), "--delta", delta]
    if mode in ("strict-rows", "strict-by-root"):
        args += ["--universe", str(UNIVERSE[name])]
    done = subprocess.run(args, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr.strip().splitlines()[-1])
    return json.loads(done.stdout)


def cell(name, mode, settings, epsilon, delta):
    runs = [run(name, mode, settings, epsilon, delta, seed) for seed in range(1, seeds + 1)]
    values = [r["output"]["test"]["accuracy"] for r in runs]
    spread = f" ± {statistics.stdev(values):.3f}" if seeds > 1 else ""
    return f"{statistics.mean(values):.3f}{spread}", runs[0]


for name in names:
    print(f"\n{name}, {seeds} seeds\n", flush=True)
    print("| mode | relation | δ | " + " | ".join(f"ε = {e}" for e in EPSILONS) + " |")
    print("| --- | --- | --- |" + " --- |" * len(EPSILONS), flush=True)
    for mode, settings, paper in MODES:
        delta = PAPER[name] if paper else OURS
        cells, last = [], None
        for epsilon in EPSILONS:
            text, last = cell(name, mode, settings, epsilon, delta)
            cells.append(text)
        label = " ".join([mode] + settings)
        print(f"| {label} | {last['relation']} | {delta} | " + " | ".join(cells) + " |", flush=True)
    for mode in ("nonprivate", "nonprivate-tuned"):
        text, _ = cell(name, mode, [], None, None)
        print(f"| {mode} | | | {text} | | | |", flush=True)
