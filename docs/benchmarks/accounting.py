"""Times the accountants of this project and of dp-accounting in turn.

Usage: accounting.py BENCH ROUNDS, with BENCH a test binary of package
accounting; see accounting.sh. Every round times each side once; the table gives
medians over rounds.
"""

import re
import statistics
import subprocess
import sys
import time

import dp_accounting as dp
from dp_accounting import pld, rdp

bench, rounds = sys.argv[1], int(sys.argv[2])


def plan(sigma):
    return dp.SelfComposedDpEvent(dp.PoissonSampledDpEvent(0.01, dp.GaussianDpEvent(sigma)), 10000)


def epsilon(make):
    return lambda: make().compose(plan(1.1)).get_epsilon(1e-5)


def calibrate(make):
    return lambda: dp.calibrate_dp_mechanism(make, plan, 1.0, 1e-5, dp.LowerEndpointAndGuess(0.5, 1.0), tol=1e-6)


def pld_accountant():
    return pld.PLDAccountant(value_discretization_interval=1e-4)


ROWS = {  # Go benchmark: what it is, theirs
    "PLD": ("epsilon by PLD", epsilon(pld_accountant)),
    "RDP": ("epsilon by RDP", epsilon(rdp.RdpAccountant)),
    "CalibratePLD": ("noise for epsilon 1 by PLD", calibrate(pld_accountant)),
    "CalibrateRDP": ("noise for epsilon 1 by RDP", calibrate(rdp.RdpAccountant)),
}


def ours(name):
    """Seconds for one operation, and the answer."""
    out = subprocess.run(
        [bench, "-test.run=^$", f"-test.bench=^BenchmarkPlan/{name}$", "-test.benchtime=5x"],
        capture_output=True, text=True, check=True).stdout
    found = re.search(r"(\d+(?:\.\d+)?) answer\s+(\d+(?:\.\d+)?) ns/op|(\d+(?:\.\d+)?) ns/op\s+(\d+(?:\.\d+)?) answer", out)
    answer, ns = (found[1], found[2]) if found[1] else (found[4], found[3])
    return float(ns) / 1e9, float(answer)


def theirs(run):
    start = time.perf_counter()
    answer = run()
    return time.perf_counter() - start, float(answer)


times = {name: ([], []) for name in ROWS}
answers = {}
for _ in range(rounds):
    for name, (_, run) in ROWS.items():
        seconds, mine = ours(name)
        times[name][0].append(seconds)
        seconds, peer = theirs(run)
        times[name][1].append(seconds)
        answers[name] = mine, peer

print("| what | ours, ms | dp-accounting 0.6.0, ms | ratio | answers |")
print("| --- | --- | --- | --- | --- |")
for name, (what, _) in ROWS.items():
    a, b = (1e3 * statistics.median(t) for t in times[name])
    print(f"| {what} | {a:.2f} | {b:.0f} | {b / a:.0f} | {answers[name][0]:.4g}, {answers[name][1]:.4g} |")
