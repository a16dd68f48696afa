"""Serves a function of PGB or PrivGraph, from an adjacency matrix and ε to a matrix, as a worker of gdp.

  worker.py PGB MODULE FUNCTION
  worker.py PrivGraph main N    the steps of main_func for one graph, between its timer and its evaluation

The code is that of outside.sh. Needs NumPy, SciPy, networkx, scikit-learn and python-louvain.
"""

import importlib
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
try:
    import pandas
except ImportError:
    sys.modules["pandas"] = types.ModuleType("pandas")  # which the functions do not use


def steps(n):
    """The steps of PrivGraph's main_func, which reads files and runs its evaluation too."""
    import networkx as nx

    text = open(os.path.join(code, "main.py")).read()
    head = text[text.index("        e1 = e1_r") : text.index("        nmi_arr = np.zeros")]
    body = text[text.index("            # Community Initialization") : text.index("            mat2_graph = nx.from_numpy_array(mat2")]
    first = "import networkx as nx\nfrom numpy.random import laplace\nfrom utils import *\nimport comm\n"
    compiled = compile(first + textwrap.dedent(head) + textwrap.dedent(body), "main.py", "exec")

    def run(mat, epsilon):
        names = dict(mat0=mat, mat0_graph=nx.from_numpy_array(mat), mat0_node=len(mat), epsilon=epsilon, e1_r=1 / 3, e2_r=1 / 3, N=n, t=1.0)
        exec(compiled, names)
        return names["mat2"]

    return run


run = steps(int(sys.argv[3])) if sys.argv[2] == "main" else getattr(importlib.import_module(sys.argv[2]), sys.argv[3])
for line in sys.stdin:
    r = json.loads(line)
    np.random.seed(r["seed"])
    random.seed(r["seed"])
    n, edges = 0, []
    with open(r["graph"]) as f:
        for row in f:
            if row.startswith("# nodes"):
                n = int(row.split()[2])
            elif not row.startswith("#") and row.strip():
                edges.append(tuple(map(int, row.split()[:2])))
    mat = np.zeros((n, n), dtype=int)
    for u, v in edges:
        mat[u, v] = mat[v, u] = 1
    try:
        got = np.asarray(run(mat, r["epsilon"]))
        with open(r["out"], "w") as f:
            f.write(f"# nodes {len(got)}\n")
            for u, v in zip(*np.nonzero(np.triu(got, 1))):
                f.write(f"{u} {v}\n")
        print("{}", file=out, flush=True)
    except Exception as e:
        print(json.dumps({"error": f"{type(e).__name__}: {e}"}), file=out, flush=True)
