"""Audits and benchmarks a function of the user: the command gdp runs it through a socket, in this process."""

from __future__ import annotations

import contextlib
import inspect
import json
import os
import random
import re
import socket
import sys
import tempfile
import threading

import numpy as np

from .command import UsageError
from .study import Audit, audited, sweep

RELEASES = ("graph", "embedding", "class scores", "numbers")


def program(releases: str, *, relation: str = "edge", claims: str = "epsilon delta", arrays: bool = False, name: str | None = None):
    """Declares what a function releases, so that audit and benchmark need not be told.

    >>> import graphdp as gdp, numpy as np
    >>> @gdp.program("numbers")
    ... def edges(G, epsilon, rng):
    ...     return G.number_of_edges() + rng.laplace(scale=1 / epsilon)
    """
    def declare(function):
        function.__graphdp__ = {"releases": releases, "relation": relation, "claims": claims, "arrays": arrays, "name": name}
        return function

    return declare


@contextlib.contextmanager
def served(function, **declared):
    """Serves a function, and yields the path of a file that describes it to the command.

    The function gets the graph, and by name those that it has of epsilon, delta, seed and rng. Runs are made one at
    a time. The global generators of random, NumPy and PyTorch have the seed of the run.
    """
    of = {"relation": "edge", "claims": "epsilon delta", "arrays": False} | getattr(function, "__graphdp__", {}) | {k: v for k, v in declared.items() if v is not None}
    if of.get("releases") not in RELEASES:
        raise UsageError(f"releases={of.get('releases')!r}: must be one of {', '.join(RELEASES)}")
    name = of.get("name") or re.sub(r"\W+", "-", getattr(function, "__name__", "function")).strip("-_") or "function"
    known = inspect.signature(function).parameters
    everything = any(p.kind is p.VAR_KEYWORD for p in known.values())
    one = threading.Lock()

    def run(request):
        seed = request["seed"]
        with np.load(request["graph"]) as file:
            graph = _graph(dict(file), of["arrays"])
        random.seed(seed)
        np.random.seed(seed)
        if "torch" in sys.modules:
            sys.modules["torch"].manual_seed(seed)
        values = {"epsilon": request["epsilon"], "delta": request["delta"], "seed": seed, "rng": np.random.default_rng(seed)}
        made = function(graph, **{k: v for k, v in values.items() if everything or k in known})
        with open(request["out"], "w") as file:
            file.write(_text(made, of["releases"]))

    def serve(connection):
        with connection, connection.makefile("rw") as lines:
            for line in lines:
                answer = {}
                try:
                    with one:
                        run(json.loads(line))
                except Exception as error:  # a failed run is a finding of the audit
                    answer = {"error": f"{type(error).__name__}: {error}"}
                try:
                    print(json.dumps(answer), file=lines, flush=True)
                except OSError:  # the command gave the run up
                    return

    def accept():
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:  # it is closed
                return
            threading.Thread(target=serve, args=(connection,), daemon=True).start()

    with tempfile.TemporaryDirectory(prefix="graphdp-") as folder, socket.socket(socket.AF_UNIX) as listener:
        listener.bind(os.path.join(folder, "s"))
        listener.listen()
        threading.Thread(target=accept, daemon=True).start()
        path = os.path.join(folder, name + ".yaml")
        text = {"name": name, "socket": os.path.join(folder, "s"), "graph": ".npz", "out": {"numbers": ".json"}.get(of["releases"], ".txt"), **{k: of[k] for k in ("releases", "relation", "claims")}}
        with open(path, "w") as file:
            json.dump(text, file)  # which is YAML
        try:
            yield path
        finally:
            listener.shutdown(socket.SHUT_RDWR)


def _graph(arrays, plain):
    """Returns the graph of a file: a NetworkX graph, or a dict of arrays."""
    rows, columns, n = arrays["adj_indptr"], arrays["adj_indices"], int(arrays["adj_shape"][0])
    edges = np.stack([np.repeat(np.arange(n), np.diff(rows)), columns], 1)
    edges = edges[edges[:, 0] < edges[:, 1]]
    features = None
    if "attr_indptr" in arrays:
        features = np.zeros(arrays["attr_shape"])
        features[np.repeat(np.arange(len(features)), np.diff(arrays["attr_indptr"])), arrays["attr_indices"]] = arrays["attr_data"]
    labels = arrays.get("labels")
    if plain:
        return {"nodes": n, "edges": edges, "features": features, "labels": labels}
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from(range(n))
    graph.add_edges_from(edges.tolist())
    for key, values in (("features", features), ("label", labels)):
        if values is not None:
            nx.set_node_attributes(graph, dict(enumerate(values)), key)
    return graph


def _text(made, releases):
    """Returns a release as the command reads it."""
    if releases == "numbers":
        return json.dumps(made, default=lambda x: x.tolist())
    if releases != "graph":
        return "\n".join(" ".join(map(repr, row)) for row in np.asarray(made, float).tolist())
    if hasattr(made, "number_of_nodes"):
        n, edges = made.number_of_nodes(), made.edges()
    elif isinstance(made, dict):
        n, edges = made["nodes"], made["edges"]
    else:
        matrix = made.toarray() if hasattr(made, "toarray") else np.asarray(made)
        if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
            raise TypeError(f"a graph is a NetworkX graph, a square matrix, or a dict of nodes and edges, found a {type(made).__name__}")
        n, edges = len(matrix), np.argwhere(np.triu(matrix, 1))
    return f"# nodes {n}\n" + "".join(f"{u} {v}\n" for u, v in edges)


def audit_function(function, command, **declared) -> Audit:
    """Audits a function; see audit."""
    with served(function, **declared) as path:
        return audited(["audit", path, *command])


def benchmark(
    function, data, *, against=(), releases: str | None = None, relation: str | None = None, epsilons=None, deltas=None, seeds=None, protocols=None, folder=None, workers: int = 1, nodes=None, arrays: bool | None = None,
):
    """Runs a function in a study beside methods of gdp, and returns a row for each measured value, as sweep does.

    function  takes a graph, and by name those that it has of epsilon, delta, seed and rng; returns the release
    against   methods, or files of programs, to compare with
    releases  "graph", "embedding", "class scores" or "numbers", unless the decorator program says it
    arrays    the graph is a dict of nodes, edges, features and labels, and not a NetworkX graph
    """
    with served(function, releases=releases, relation=relation, arrays=arrays) as path:
        return sweep([path, *([against] if isinstance(against, str) else against)], data, epsilons=epsilons, deltas=deltas, seeds=seeds, protocols=protocols, folder=folder, workers=workers, nodes=nodes)
