"""Takes R-MAT graphs through files, statistics and methods: see scale.sh.

Usage: scale.py BUILD FOLDER LIMIT SIZE..., with gdp and the test binary of graphio, files, in BUILD.
"""

import math
import os
import re
import subprocess
import sys
import threading
import time

build, folder, limit, sizes = sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4:]

RUN = ["run", "--epsilon", "1", "--seed", "1", "--out", os.path.join(folder, "released.npz"), "--graph"]
STEPS = {
    "gdp stats": ["stats"],
    "dpgs random-clusters": ["--mode", "random-clusters", "--relation", "edge", "--delta", "1e-5", "dpgs"],
    "dpgs strict": ["--mode", "strict", "--relation", "edge", "--delta", "1e-5", "dpgs"],
    "seprivgemb strict": ["--mode", "strict", "--relation", "edge", "seprivgemb"],
    "seprivgemb strict, Dim=32": ["--mode", "strict", "--relation", "edge", "--set", "Dim=32", "seprivgemb"],
    "privdpr strict, edge": ["--mode", "strict", "--relation", "edge", "privdpr"],
    "privdpr strict, node": ["--mode", "strict", "--relation", "node", "privdpr"],
}


def measure(command, env=None):
    """Runs a command: its output, seconds, CPU seconds, gigabytes; no seconds of one that was stopped, or refused."""
    start = time.time()
    p = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env)
    timer = threading.Timer(limit, p.kill)
    timer.start()
    out = p.stdout.read()
    _, status, usage = os.wait4(p.pid, 0)
    stopped = timer.finished.is_set() and time.time() - start >= limit
    timer.cancel()
    if "GB are needed at least" in out:
        return out, None, None, None
    if status and not stopped:
        sys.exit(f"{' '.join(command)}: {out[-500:]}")
    seconds = None if stopped else time.time() - start
    return out, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e6


rows, edges = {}, []
for size in sizes:
    env = dict(os.environ, GDP_LARGE=folder, GDP_RMAT=size)
    out, *_ = measure([os.path.join(build, "files"), "-test.run=TestLargeFiles", "-test.v", "-test.timeout=1h"], env)
    edges.append(int(re.search(r"\tedges\t(\d+)", out).group(1)))
    for what, seconds in re.findall(r"\t((?:draw|read|write)[^\t]*)\t([0-9.]+) s", out):
        rows.setdefault(what, []).append((float(seconds), None, None))
    graph = os.path.join(folder, f"rmat{size.split(':')[0]}.npz")
    for step, words in STEPS.items():
        before = rows.setdefault(step, [])
        if any(s is None for s, _, _ in before):  # larger ones take longer
            before.append((None, None, None))
            continue
        gdp = os.path.join(build, "gdp")
        command = [gdp, *words, graph] if words == ["stats"] else [gdp, RUN[0], words[-1], *words[:-1], *RUN[1:], graph]
        _, *got = measure(command)
        before.append(tuple(got))
        print(step, size, got, file=sys.stderr, flush=True)

print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores, stopped after {limit:.0f} s\n")
print("| step | " + " | ".join(f"{m:,} edges" for m in edges) + " | growth of the time |")
print("| --- |" + " --- |" * (len(edges) + 1))
for step, list_ in rows.items():
    cells = []
    for seconds, cpu, memory in list_:
        cell = f"over {limit:.0f} s" if seconds is None and cpu is not None else "–" if seconds is None else f"{seconds:.2f} s"
        cells.append(cell + (f", {memory:.2f} GB" if memory and seconds is not None else ""))
    done = [(m, s) for m, (s, _, _) in zip(edges, list_) if s]
    growth = "–"
    if len(done) > 1:
        (m, s), (n, t) = done[-2:]
        growth = f"m^{math.log(t / s) / math.log(n / m):.2f}"
    print(f"| {step} | " + " | ".join(cells) + f" | {growth} |")
