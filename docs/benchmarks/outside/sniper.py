"""Mechanisms of DP-Sniper's paper, for gdp audit and for DP-Sniper.

  sniper.py serve NAME        a worker of gdp: its input is that of pair[joined], where joined says whether
                              the graph has the edge that the neighbouring graphs differ by
  sniper.py attack NAME N     DP-Sniper with N samples for each of its five parts: four bounds, JSON
  sniper.py list              the names of the 20 mechanisms
  sniper.py exact NAME        its ε on the worst inputs and on those of pair
  sniper.py row NAME RUNS     a row of the table: DP-Sniper and gdp audit at equal numbers of samples

Runs in the folder code/dp-sniper of outside.sh. Needs NumPy, SciPy, PyTorch, scikit-learn and mmh3.
"""

import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
code = os.path.join(os.environ.get("CODE", os.path.join(here, "code")), "dp-sniper")
sys.path.insert(0, code)
from exact import epsilons
from dpsniper.mechanisms import geometric, laplace, noisy_hist, parallel, prefix_sum, rappor, report_noisy_max, sparse_vector_technique as svt

EPS = 0.5
FLAGS = {"SparseVectorTechnique3": [-1000.0, -2000.0], "SVT34Parallel": [-1, -1000.0, -2000.0]}
FLAGS |= {f"SparseVectorTechnique{i}": [-1] for i in (1, 2, 4)}

MECHANISMS = {
    "LaplaceMechanism": lambda: laplace.LaplaceMechanism(eps=EPS),
    "TruncatedGeometricMechanism": lambda: geometric.TruncatedGeometricMechanism(eps=EPS),
    "NoisyHist1": lambda: noisy_hist.NoisyHist1(eps=EPS),
    "NoisyHist2": lambda: noisy_hist.NoisyHist2(eps=EPS),
    "ReportNoisyMax1": lambda: report_noisy_max.ReportNoisyMax1(eps=EPS),
    "ReportNoisyMax2": lambda: report_noisy_max.ReportNoisyMax2(eps=EPS),
    "ReportNoisyMax3": lambda: report_noisy_max.ReportNoisyMax3(eps=EPS),
    "ReportNoisyMax4": lambda: report_noisy_max.ReportNoisyMax4(eps=EPS),
    "SparseVectorTechnique1": lambda: svt.SparseVectorTechnique1(eps=EPS, c=1, t=0.5),
    "SparseVectorTechnique2": lambda: svt.SparseVectorTechnique2(eps=EPS, c=1, t=1),
    "SparseVectorTechnique3": lambda: svt.SparseVectorTechnique3(eps=EPS, c=1, t=1),
    "SparseVectorTechnique4": lambda: svt.SparseVectorTechnique4(eps=EPS, c=1, t=1),
    "SparseVectorTechnique5": lambda: svt.SparseVectorTechnique5(eps=EPS, c=1, t=1),
    "SparseVectorTechnique6": lambda: svt.SparseVectorTechnique6(eps=EPS, c=1, t=1),
    "Rappor": lambda: rappor.Rappor(prng=np.random.default_rng(1)),
    "OneTimeRappor": lambda: rappor.OneTimeRappor(),
    "LaplaceParallel": lambda: parallel.LaplaceParallel(eps=EPS / 20, n_parallel=20),
    "SVT34Parallel": lambda: parallel.SVT34Parallel(eps=EPS),
    "PrefixSum": lambda: prefix_sum.PrefixSum(eps=EPS),
    "NumericalSVT": lambda: svt.NumericalSVT(eps=EPS),
}


def pair(name):
    """The pair of inputs with the largest bound in the results that are stored beside DP-Sniper's code."""
    best = (-1.0,)
    for kind in ("mlp", "reg"):
        for line in open(f"{code}/eval_sp2021/reference-results/dd_search_{kind}_data.log"):
            row = json.loads(line)
            if row["ctx"] == [name] and "best_result" in row:
                of = row["best_result"]
                inputs = [np.array([float(x) for x in re.findall(r"[-.\d]+", of[a])]) for a in ("a1", "a2")]
                best = max(best, (of["lower_bound"], inputs), key=lambda x: x[0])
    whole = name in ("TruncatedGeometricMechanism", "NoisyHist1", "NoisyHist2", "Rappor", "OneTimeRappor")
    return [a.astype(int) if whole else a for a in best[1]]


def serve(name):
    """Answers each run by one output; outputs are drawn a thousand at a time."""
    mechanism, inputs, drawn = MECHANISMS[name](), pair(name), [[], []]
    first = True
    for line in sys.stdin:
        run = json.loads(line)
        if first:
            np.random.seed(run["seed"])
            first = False
        with open(run["graph"]) as f:
            edges = {tuple(map(int, row.split()[:2])) for row in f if row.strip() and not row.startswith("#")}
        joined = (0, 10 if max(map(max, edges)) == 19 else 1) in edges  # 19: two cliques with or without a bridge
        if not drawn[joined]:
            drawn[joined] = [np.atleast_1d(x) for x in mechanism.m(inputs[joined], 1000)]
        with open(run["out"], "w") as f:
            json.dump([float(x) for x in drawn[joined].pop()], f)
        print("{}", flush=True)


def attack(name, n):
    """DP-Sniper on the pair, as its own experiments set it, with its number of steps: a hundred batches."""
    import torch

    logs = type("SummaryWriter", (), {"__init__": lambda *_, **__: None, "add_scalar": lambda *_: None, "close": lambda _: None})
    sys.modules["torch.utils.tensorboard"] = type(sys)("tensorboard")  # whose curves nobody looks at
    sys.modules["torch.utils.tensorboard"].SummaryWriter = logs
    from dpsniper.attack.dpsniper import DPSniper
    from dpsniper.classifiers.classifier_factory import LogisticRegressionFactory, MultiLayerPerceptronFactory
    from dpsniper.classifiers.feature_transformer import FlagsFeatureTransformer
    from dpsniper.classifiers.torch_optimizer_factory import AdamOptimizerFactory, SGDOptimizerFactory
    from dpsniper.probability.estimators import EpsEstimator, PrEstimator
    from dpsniper.search.ddconfig import DDConfig
    from dpsniper.utils.initialization import initialize_dpsniper

    np.random.seed(1)
    torch.manual_seed(1)
    (a1, a2), flags, found = pair(name), FLAGS.get(name), {}
    mechanism = MECHANISMS[name]()
    width = np.atleast_2d(mechanism.m(a1, 2).reshape(2, -1)).shape[1] * (1 + len(flags or []))
    for kind, make, settings in (
        ("network", MultiLayerPerceptronFactory, dict(hidden_sizes=(10, 5), optimizer_factory=AdamOptimizerFactory(learning_rate=0.1, step_size=500), regularization_weight=0.0001)),
        ("regression", LogisticRegressionFactory, dict(optimizer_factory=SGDOptimizerFactory(learning_rate=0.3, momentum=0.3, step_size=500), regularization_weight=0.001)),
    ):
        for c in (0.01, 0.1):
            config = DDConfig(c=c, n_train=n, n=n, n_check=n, confidence=0.95, n_processes=1, training_batch_size=n // 100)
            with tempfile.TemporaryDirectory() as out, initialize_dpsniper(config, out_dir=out, torch_threads=1):
                begun = time.process_time()
                factory = make(in_dimensions=width, feature_transform=flags and FlagsFeatureTransformer(flags), epochs=10, label=name, **settings)
                best = DPSniper(mechanism, factory, config).best_attack(a1, a2)
                _, bound = EpsEstimator(PrEstimator(mechanism, n, config)).compute_eps_estimate(a1, a2, best)
                found[f"{kind}, c = {c}"] = max(float(bound), 0.0), time.process_time() - begun
    return found


def row(name, runs):
    """Both tools: gdp audit makes runs + 1.35 runs, and DP-Sniper as many in five parts."""
    samples = round(runs * 2.35 / 5000) * 5000
    theirs = json.loads(subprocess.run([sys.executable, __file__, "attack", name, str(samples // 5)], check=True, capture_output=True, text=True).stdout)
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/{name}.yaml"
        with open(path, "w") as f:
            json.dump({"command": [sys.executable, os.path.abspath(__file__), "serve", name], "releases": "numbers", "worker": True}, f)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        ours = subprocess.run(["gdp", "audit", path, "--epsilon", str(EPS), "--trials", str(runs), "--seed", "1", "--json"], capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if ours.returncode > 1 or not ours.stdout:
        sys.exit(ours.stderr)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    best = max(theirs.values())[0]
    cells = [name, *epsilons(name, MECHANISMS[name](), pair(name)), f"{json.loads(ours.stdout)['audited']:.2f}", f"{best:.2f}"]
    cells += [f"{bound:.2f}" for bound, _ in theirs.values()] + [f"{seconds:.0f}", f"{sum(s for _, s in theirs.values()) / 4:.1f}"]
    print("| " + " | ".join(cells) + " |", flush=True)
    print(json.dumps({"name": name, "theirs": theirs, "ours": json.loads(ours.stdout), "seconds": seconds, "samples": samples}), file=sys.stderr)


if __name__ == "__main__":
    what, name = (*sys.argv[1:3], "")[:2]
    if what == "list":
        print(*MECHANISMS)
    elif what == "exact":
        print("", name, *epsilons(name, MECHANISMS[name](), pair(name)), "", sep=" | ")
    elif what == "serve":
        serve(name)
    elif what == "attack":
        print(json.dumps(attack(name, int(sys.argv[3]))))
    else:
        row(name, int(sys.argv[3]))
