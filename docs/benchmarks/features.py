"""Accuracy of models/classification/features over data sets, modes and seeds.

Usage: features.py GDP SEEDS DATASET…, with GDP the command; see features.sh. Every
seed has its own split of the nodes, 80 % to learn from. Seeded runs are not private
releases: this is a table of what private ones would score.
"""

import json
import statistics
import subprocess
import sys
import time

gdp, seeds, names = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
MODES = [("nonprivate", None)] + [("strict", e) for e in (8, 4, 2, 1, 0.5)] + [("dp-sgd", 8), ("dp-sgd", 1), ("published", 8), ("published", 1)]


def run(name, mode, epsilon, seed):
    args = [gdp, "run", "features", "--json", "--graph", name, "--mode", mode, "--seed", str(seed), "--set", f"Split.Seed={seed}"]
    if epsilon:
        args += ["--epsilon", str(epsilon), "--delta", "1e-5"]
    elif name != "cora-ml":
        args += ["--set", "Epochs=20"]  # the larger sets need fewer
    begun = time.monotonic()
    done = subprocess.run(args, capture_output=True, text=True)
    seconds = time.monotonic() - begun
    if done.returncode:
        sys.exit(done.stderr.strip().splitlines()[-1])
    return json.loads(done.stdout) | {"seconds": seconds}


print("| data set | mode | claimed ε | proved ε | accuracy | macro-F1 | majority | seconds |", flush=True)
print("| --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
for name in names:
    for mode, epsilon in MODES:
        runs = [run(name, mode, epsilon, seed) for seed in range(1, seeds + 1)]

        def of(field):
            values = [r["output"]["test"][field] for r in runs]
            spread = f" ± {statistics.stdev(values):.3f}" if seeds > 1 else ""
            return f"{statistics.mean(values):.3f}{spread}"

        def number(e):
            return "∞" if e == "inf" else f"{e:.3g}"

        print(f"| {name} | {mode} | {number(runs[0]['claimed'])} | {number(runs[0]['proved'])} | {of('accuracy')} | "
              f"{of('macro_f1')} | {of('majority')} | {statistics.mean(r['seconds'] for r in runs):.0f} |", flush=True)
