"""Times one release of a graph at ε = 1, here and by PGB's code in turn.

Usage: synthesis.py GDP PGB ROUNDS, with GDP the built command and PGB a checkout of the benchmark;
see synthesis.sh. Of PGB the function that makes a graph out of a matrix is timed, and nothing
else; here the whole command, with reading and writing. The table gives medians and ranges.
"""

import importlib.util
import os
import statistics
import subprocess
import sys
import tempfile
import time

gdp, pgb, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
SLOW = 20.0  # seconds after which one round is enough
DATA = "pgb-facebook"

sys.path.insert(0, pgb)
os.chdir(pgb)


def module(name):
    """A file of PGB as a module: one has a name that is none."""
    spec = importlib.util.spec_from_file_location(name.replace("-", "_"), name + ".py")
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def their(name, function):
    """How long a function of PGB takes for the matrix."""
    found = getattr(module(name), function)
    return lambda: found(matrix.copy(), 1.0)


matrix, _ = module("utils").get_mat(os.path.join(os.environ["GDP_DATA"], "edges", DATA + ".txt"))
peers = {
    "tmf": their("utils", "top_m_filter"),
    "dpdk": their("DP-1K", "generate_private_graph"),
    "dgg": their("DGG", "create_bter_graph_from_adjacency_matrix"),
    "privgraph": their("PrivGraph", "priv_graph"),
}
skg = module("SKG")


def kronecker():
    import networkx

    graph = networkx.from_numpy_array(matrix)
    return skg.DP_SKG(graph, 1.0, skg.cal_local_sensitivity(graph))


peers["privskg"] = kronecker


def ours(method, out):
    command = [gdp, "run", method, "--mode", "strict", "--graph", DATA, "--epsilon", "1", "--out", out]
    subprocess.run(command, check=True, capture_output=True)


def timed(run):
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def text(times):
    return f"{statistics.median(times):.3g} ({min(times):.3g} … {max(times):.3g}, {len(times)})"


print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores, ε = 1, {DATA}: medians in seconds (range, rounds)\n")
print("| method | here, strict | PGB | ratio |\n| --- | --- | --- | --- |")
with tempfile.TemporaryDirectory() as folder:
    for method in sys.argv[4:] or ["tmf", "dpdk", "dgg", "privgraph", "privskg", "dcsbm"]:
        here, there = [], []
        for i in range(rounds):
            here.append(timed(lambda: ours(method, os.path.join(folder, f"{method}{i}.txt"))))
            if method in peers and not (there and there[0] > SLOW):
                try:
                    there.append(timed(peers[method]))
                except Exception as fault:  # their code, and no news of ours
                    print(f"PGB's {method} fails: {fault}", file=sys.stderr)
                    del peers[method]
        if there:
            ratio = statistics.median(here) / statistics.median(there)
            print(f"| {method} | {text(here)} | {text(there)} | {ratio:.3f} |", flush=True)
        else:
            print(f"| {method} | {text(here)} | – | – |", flush=True)
