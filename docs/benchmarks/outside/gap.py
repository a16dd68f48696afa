"""Serves one hop of GAP's PMA, on rows of norm 1, as a worker of gdp.

The mechanism and its calibration are those of the authors, by outside.sh. The sum of neighbours is PyTorch's own
product, because torch_sparse need not be installed. Needs PyTorch, SciPy, autodp and rich.
"""

import json
import os
import sys
import types

import torch

here = os.path.dirname(os.path.abspath(__file__))
code = os.path.join(os.environ.get("CODE", os.path.join(here, "code")), "GAP")
sys.path.insert(0, code)
for name in ("core.privacy.algorithms", "core.privacy.algorithms.graph"):  # without what else they import, such as Opacus
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__path__ = [os.path.join(code, *name.split("."))]
out, sys.stdout = sys.stdout, sys.stderr
from core.privacy.algorithms.graph.pma import PMA

torch.set_num_threads(1)
mechanism = None
for line in sys.stdin:
    r = json.loads(line)
    if mechanism is None:
        mechanism = PMA(noise_scale=0.0, hops=1)
        mechanism.calibrate(eps=r["epsilon"], delta=r["delta"])
    torch.manual_seed(r["seed"])
    n, edges = 0, []
    with open(r["graph"]) as f:
        for row in f:
            if row.startswith("# nodes"):
                n = int(row.split()[2])
            elif not row.startswith("#") and row.strip():
                edges.append(tuple(map(int, row.split()[:2])))
    adjacency, x = torch.zeros(n, n), torch.zeros(n, 2)
    for u, v in edges:
        adjacency[u, v] = adjacency[v, u] = 1
    x[:, 0] = 1
    with open(r["out"], "w") as f:
        for row in mechanism(adjacency @ x, sensitivity=1).tolist():
            f.write(" ".join(f"{y:.9g}" for y in row) + "\n")
    print("{}", file=out, flush=True)
