"""Serves public code, from an adjacency matrix and ε to a matrix, as a worker of gdp.

  worker.py PGB MODULE FUNCTION
  worker.py PrivGraph N    the steps of main_func for one graph, between its timer and its evaluation
  worker.py DPGGAN         main for one graph, without the statistics of its report
  worker.py GAP            one hop of PMA with its calibration, on rows of norm 1, by PyTorch's own product

The code is that of outside.sh. Needs NumPy, SciPy and networkx; PrivGraph needs scikit-learn and python-louvain,
DPGGAN PyTorch and scikit-learn, and GAP PyTorch, autodp and rich.
"""

import functools
import importlib.machinery
import json
import os
import random
import sys
import textwrap
import types

import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
code = os.path.join(os.environ.get("CODE", os.path.join(here, "code")), sys.argv[1])
sys.path.insert(0, code)
out, sys.stdout = sys.stdout, sys.stderr


def stub(name, **members):
    """Stands in for a module that the code imports and these functions do not use."""
    sys.modules[name] = module = types.ModuleType(name)
    module.__dict__.update(members, __spec__=importlib.machinery.ModuleSpec(name, None))


try:
    import pandas
except ImportError:
    stub("pandas")


def pgb(module, function):
    run = getattr(importlib.import_module(module), function)
    return lambda mat, epsilon, delta: run(mat, epsilon)


def privgraph(n):
    """The steps of main_func, which reads files and runs its evaluation too."""
    import networkx as nx

    text = open(os.path.join(code, "main.py")).read()
    head = text[text.index("        e1 = e1_r") : text.index("        nmi_arr = np.zeros")]
    body = text[text.index("            # Community Initialization") : text.index("            mat2_graph = nx.from_numpy_array(mat2")]
    first = "import networkx as nx\nfrom numpy.random import laplace\nfrom utils import *\nimport comm\n"
    compiled = compile(first + textwrap.dedent(head) + textwrap.dedent(body), "main.py", "exec")

    def run(mat, epsilon, delta):
        names = dict(mat0=mat, mat0_graph=nx.from_numpy_array(mat), mat0_node=len(mat), epsilon=epsilon, e1_r=1 / 3, e2_r=1 / 3, N=int(n), t=1.0)
        exec(compiled, names)
        return names["mat2"]

    return run


def dpggan():
    """Old names of networkx and SciPy lead to the new ones. GGAN, whose gcn_layer.py is missing, is left out."""
    import networkx as nx
    import scipy.linalg
    import scipy.sparse as sp
    import torch

    torch.set_num_threads(1)
    nx.from_scipy_sparse_matrix = nx.from_scipy_sparse_array
    eigh = scipy.linalg.eigh
    scipy.linalg.eigh = lambda a, eigvals: eigh(a, subset_by_index=eigvals)
    for unused in ("matplotlib", "matplotlib.pyplot", "torch.nn._functions"):
        stub(unused)
    stub("tqdm", tqdm=list)
    stub("src.GGAN.model", GGAN=None)
    stub("src.eval", compute_graph_statistics=lambda graph: {})
    stub("src.logger", stat_logger=lambda *_: types.SimpleNamespace(**dict.fromkeys(("write", "form_original_stat_log", "form_generated_stat_log"), lambda *_: "")))
    from src import main
    from src.dataloader import Single_Graph_Dataset

    sys.argv[1:] = ["--model_name", "DPGGAN"]
    args = main.arg_parser()

    def run(mat, epsilon, delta):
        args.model_args = of = main.load_config(args.model_name, args.dataset_str, args.optimizer)
        of.eps_requirement, of.delta = epsilon, delta
        data = Single_Graph_Dataset(args.dataset_str, args.n_eigenvector, graph_adj=sp.csr_matrix(mat))
        of.dec2_dim, args.num_samples, args.batch_size = data.actual_feature_dim, len(mat), len(mat)
        return main.main(args, of, data, None)[0]

    return run


def gap():
    for name in ("core.privacy.algorithms", "core.privacy.algorithms.graph"):  # without what else they import, such as Opacus
        stub(name, __path__=[os.path.join(code, *name.split("."))])
    import torch
    from core.privacy.algorithms.graph.pma import PMA

    torch.set_num_threads(1)

    @functools.cache
    def calibrated(epsilon, delta):
        mechanism = PMA(noise_scale=0.0, hops=1)
        mechanism.calibrate(eps=epsilon, delta=delta)
        return mechanism

    def run(mat, epsilon, delta):
        x = torch.zeros(len(mat), 2)
        x[:, 0] = 1
        return calibrated(epsilon, delta)(torch.tensor(mat, dtype=x.dtype) @ x, sensitivity=1)

    return run


def matrix(path):
    n, edges = 0, []
    with open(path) as f:
        for row in f:
            if row.startswith("# nodes"):
                n = int(row.split()[2])
            elif not row.startswith("#") and row.strip():
                edges.append(tuple(map(int, row.split()[:2])))
    mat = np.zeros((n, n), dtype=int)
    for u, v in edges:
        mat[u, v] = mat[v, u] = 1
    return mat


name = sys.argv[1]
run = {"PGB": pgb, "PrivGraph": privgraph, "DPGGAN": dpggan, "GAP": gap}[name](*sys.argv[2:])
for line in sys.stdin:
    r = json.loads(line)
    np.random.seed(r["seed"])
    random.seed(r["seed"])
    if "torch" in sys.modules:
        sys.modules["torch"].manual_seed(r["seed"])
    try:
        got = np.asarray(run(matrix(r["graph"]), r["epsilon"], r["delta"]))
        with open(r["out"], "w") as f:
            if name == "GAP":
                np.savetxt(f, got, fmt="%.9g")
            else:
                print(f"# nodes {len(got)}", *(f"{u} {v}" for u, v in zip(*np.nonzero(np.triu(got, 1)))), sep="\n", file=f)
        print("{}", file=out, flush=True)
    except Exception as e:
        print(json.dumps({"error": f"{type(e).__name__}: {e}"}), file=out, flush=True)
