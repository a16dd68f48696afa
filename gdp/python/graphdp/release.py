"""Results: the release of a run, in the types of Python's libraries, and its guarantee."""

from __future__ import annotations

import gc
import html
import io
import json
import os
import re
import tempfile
import zipfile
from typing import Any

import numpy as np

from . import graphs as handing
from .command import GraphdpError, UsageError, call

EXTENSION = {"graph": ".npz", "graphs": ".zip", "embedding": ".npz", "classifier": ".json", "statistics": ".json"}


def number(x) -> float | None:
    """Converts a number of a JSON document, where infinity is a string."""
    return None if x is None else float(x)


class Shown:
    """Shows an object as lines of text, and as a table in notebooks. _lines returns its heading and its rows."""

    def _lines(self):
        raise NotImplementedError

    def __repr__(self):
        heading, rows = self._lines()
        return "\n".join([*([heading] if heading else []), *(f"{name:<13}{text}" for name, text in rows)])

    def _repr_html_(self):
        heading, rows = self._lines()
        cells = "".join(f"<tr><th style='text-align: left'>{html.escape(name)}</th><td style='text-align: left'>{html.escape(text)}</td></tr>" for name, text in rows)
        return (f"<p><b>{html.escape(heading)}</b></p>" if heading else "") + f"<table>{cells}</table>"


class Guarantee(Shown):
    """Three values of ε: claimed by the paper, proved by the accountant, and a lower bound from audits."""

    def __init__(self, document: dict):
        d = document
        self.relation: str = d["relation"]
        self.delta: float = d.get("delta", 0.0)
        self.seeded: bool = d["seeded"]
        self.claimed, self.proved = number(d.get("claimed")), float(d["proved"])
        self.reason: str | None = d.get("proved_reason")  # why no finite ε is proved
        self.audited: str | None = d.get("audits")  # result of the mode's audits, or why there are none
        self.caution: str | None = d.get("caution")
        self.in_the_clear = d.get("in_the_clear")
        self.asserted, self.asserted_by = number(d.get("asserted")), d.get("asserted_by")

    def _lines(self):
        return "", [(name, text) for name, text in (
            ("relation", self.relation), ("claimed ε", None if self.claimed is None else f"{self.claimed:.4g}"),
            ("proved ε", f"{self.proved:.4g}"), ("at δ", f"{self.delta:g}"),
            ("not proved", self.reason), ("audits", self.audited), ("caution", self.caution), ("in the clear", self.in_the_clear),
            ("asserted ε", None if self.asserted is None else f"{self.asserted:.4g}, by {', '.join(self.asserted_by)}"),
            ("seeded", "repeatable; not a private release" if self.seeded else None),
        ) if text]


class Result(Shown):
    """Result of one run. kind names the attribute with the release: graph, graphs, embedding, classifier or statistics."""

    def __init__(self, document: dict, content: bytes, nodes, classes, ledger, notes: list[str], asked: dict):
        self.method: str = document["method"]
        self.mode: str = document["mode"]
        self.config, self.output = document["config"], document["output"]
        self.kind, self.guarantee = document["output"]["kind"], Guarantee(document)
        self.ledger, self.notes = ledger, notes
        self._content, self._nodes, self._classes, self._asked = content, nodes, classes, asked
        self._made: dict[str, Any] = {}

    def _lines(self):
        counts = ", ".join(f"{k} {v}" for k, v in self.output.items() if isinstance(v, (int, float)))
        return f"{self.method}, {self.mode}: {self.kind} ({counts})", self.guarantee._lines()[1]

    def _get(self, kind, make):
        if self.kind != kind:
            raise GraphdpError(f"{self.method} releases {_a(self.kind)}, not {_a(kind)}: read the attribute {self.kind}")
        if kind not in self._made:
            self._made[kind] = make()
        return self._made[kind]

    def save(self, path):
        """Writes the release to a file, as gdp run --out does: a graph or embedding as .npz, a classifier as .json."""
        with open(path, "wb") as file:
            file.write(self._content)

    @property
    def arrays(self) -> dict[str, np.ndarray]:
        """The arrays of a graph: a CSR matrix, attributes and labels; see docs/exchange.md."""
        return self._get("graph", lambda: dict(np.load(io.BytesIO(self._content))))

    @property
    def nodes(self) -> list:
        """Node ids of a graph or embedding, in the order of its rows."""
        if self.kind not in ("graph", "embedding"):
            raise GraphdpError(f"{self.method} releases {_a(self.kind)}, which has no list of nodes: read the attribute {self.kind}")
        z = self.arrays if self.kind == "graph" else self._rows()
        n = len(z["adj_indptr"]) - 1 if self.kind == "graph" else len(z["rows"])
        ids = z.get("node_names" if self.kind == "graph" else "ids")
        if self._nodes is None:
            return list(range(n)) if ids is None else ids.tolist()
        if ids is not None:
            return [self._nodes[i] for i in ids.tolist()]
        return list(self._nodes) if len(self._nodes) == n else list(range(n))

    @property
    def edges(self) -> np.ndarray:
        """The edges of a graph, as pairs of row indices."""
        z = self.arrays
        u = np.repeat(np.arange(len(z["adj_indptr"]) - 1), np.diff(z["adj_indptr"]))
        v = z["adj_indices"].astype(np.int64)
        return np.stack([u, v], 1)[u <= v]

    @property
    def graph(self):
        """The graph, or the only graph of a collection, as a NetworkX graph with the session's ids."""
        def make():
            import networkx as nx

            nodes, z, graph = self.nodes, self.arrays, nx.Graph()
            collects = gc.isenabled()
            gc.disable()  # the collector would scan a million small dicts repeatedly
            try:
                graph.add_nodes_from(nodes)
                graph.add_edges_from((nodes[u], nodes[v]) for u, v in self.edges.tolist())
            finally:
                if collects:
                    gc.enable()
            if "labels" in z:
                names = self._classes or (z["class_names"].tolist() if "class_names" in z else None)
                for node, k in zip(nodes, z["labels"].tolist()):
                    if k >= 0:
                        graph.nodes[node]["label"] = names[k] if names else k
            return graph

        if self.kind == "graphs" and self.output.get("graphs") == 1:
            return self.graphs[0]
        if self.kind != "graph":
            raise GraphdpError(f"{self.method} releases {_a(self.kind)}, not a graph: read the attribute {self.kind}")
        if "networkx" not in self._made:
            self._made["networkx"] = make()
        return self._made["networkx"]

    @property
    def adjacency(self):
        """The adjacency matrix of a graph, as a CSR array of SciPy."""
        import scipy.sparse

        z = self.arrays
        return scipy.sparse.csr_array((z["adj_data"], z["adj_indices"], z["adj_indptr"]), shape=tuple(z["adj_shape"]))

    @property
    def graphs(self) -> list:
        """The graphs of a collection, as NetworkX graphs. A single graph has the session's ids."""
        collection = self._get("graphs", lambda: _collection(self._content))
        made: list = []
        import networkx as nx

        for n, edges in collection:
            alone = not made and self._nodes is not None and len(self._nodes) == n == self.output.get("nodes")
            nodes, graph = self._nodes if alone else range(n), nx.Graph()
            graph.add_nodes_from(nodes)
            graph.add_edges_from((nodes[u], nodes[v]) for u, v in edges.tolist())
            made.append(graph)
        return made

    def _rows(self):
        return self._get("embedding", lambda: dict(np.load(io.BytesIO(self._content))))

    @property
    def embedding(self) -> np.ndarray:
        """The embedding vectors: one row for each of nodes."""
        return self._rows()["rows"]

    def pair_scores(self, pairs) -> np.ndarray:
        """Returns scores of pairs of nodes, larger is likelier an edge: those that link prediction tables use.

        pairs are two columns of nodes. The formula is in docs/exchange.md.
        """
        at = {node: i for i, node in enumerate(self.nodes)}
        try:
            u, v = np.array([(at[a], at[b]) for a, b in pairs], int).reshape(-1, 2).T
        except KeyError as error:
            raise UsageError(f"there is no node {error.args[0]!r} in this release: use ids of the attribute nodes") from None
        return _scores(self._rows() if self.kind == "embedding" else self.arrays, u, v)

    @property
    def classifier(self) -> Classifier:
        """The classifier: predict, predict_proba, score and classes_, as in scikit-learn."""
        return self._get("classifier", lambda: Classifier(**self._asked)._take(self._content, self._nodes, self._classes, self.guarantee))

    @property
    def statistics(self) -> dict[str, np.ndarray]:
        """The released statistics: arrays by name."""
        return self._get("statistics", lambda: {k: np.array(v) for k, v in json.loads(self._content).items()})


def _a(kind):
    return {"embedding": "an embedding", "graphs": "graphs", "statistics": "statistics"}.get(kind, f"a {kind}")


def _scores(z, u, v):
    """Scores of pairs of rows by the arrays of a file."""
    if "pair_rows" in z:
        s = (z["pair_rows"][u] * z["pair_rows"][v]).sum(1)
        s = np.maximum(s, z["pair_least"]) if "pair_least" in z else s
    elif "pair_block" in z:
        pairs = lambda ends, rates: {k: r for (a, b), r in zip(z[ends].tolist(), z[rates].tolist()) for k in ((a, b), (b, a))}
        rates, own = pairs("pair_block_ends", "pair_block_rates"), pairs("pair_listed", "pair_listed_rates") if "pair_listed" in z else {}
        block, other = z["pair_block"].tolist(), float(z["pair_other_rate"])
        s = np.array([own.get((a, b), rates.get((block[a], block[b]), other)) for a, b in zip(u.tolist(), v.tolist())])
    elif "pair_weight" in z or "pair_bias" in z:
        s = np.ones(len(u))
    elif "adj_indptr" in z:  # edges, then common neighbours
        near = [set(z["adj_indices"][a:b].tolist()) for a, b in zip(z["adj_indptr"], z["adj_indptr"][1:])]
        return np.array([len(near[a] & near[b]) + len(near) * (b in near[a]) for a, b in zip(u.tolist(), v.tolist())], float)
    else:
        return (z["rows"][u].astype(float) * z["rows"][v]).sum(1)
    s = s * (z["pair_weight"][u] * z["pair_weight"][v]) if "pair_weight" in z else s
    return s + z["pair_bias"][u] + z["pair_bias"][v] if "pair_bias" in z else s


def _collection(content):
    """The graphs of a TU data set: NAME_A.txt has arcs of nodes from 1, NAME_graph_indicator.txt the graph of each."""
    with zipfile.ZipFile(io.BytesIO(content)) as z:
        member = {re.sub(r".*_(A|graph_indicator)\.txt$", r"\1", name): name for name in z.namelist()}
        arcs = np.loadtxt(io.BytesIO(z.read(member["A"])), delimiter=",", dtype=np.int64, ndmin=2) - 1
        of = np.loadtxt(io.BytesIO(z.read(member["graph_indicator"])), dtype=np.int64, ndmin=1) - 1
    arcs = arcs.reshape(-1, 2)
    starts = np.concatenate([[0], np.cumsum(np.bincount(of))])
    arcs = arcs[arcs[:, 0] <= arcs[:, 1]]
    return [
        (int(starts[i + 1] - starts[i]), arcs[of[arcs[:, 0]] == i] - starts[i]) for i in range(len(starts) - 1)
    ]


class Classifier:
    """A classifier of nodes, with the habits of scikit-learn. fit releases it under differential privacy.

    The arguments are those of protect and Session.run. Each call of fit spends epsilon and delta in a new session;
    with journal= the same call costs nothing, and another one is refused.

    >>> import numpy as np, graphdp as gdp
    >>> x, y = np.repeat(np.eye(2), 40, axis=0), ["low"] * 40 + ["high"] * 40
    >>> c = gdp.Classifier("features", relation="node", epsilon=50, delta=1e-4, seed=1)
    >>> c.fit(np.zeros((80, 80)), y, features=x, classes=["low", "high"])
    Classifier('features', relation='node', epsilon=50, delta=0.0001, seed=1)
    >>> c.predict([[1, 0], [0, 1]]).tolist(), c.predict_proba(x).shape, c.score(x, y)
    (['low', 'high'], (80, 2), 1.0)
    """

    def __init__(
        self, method: str | None = None, mode: str | None = None, *, relation: str = "edge", epsilon: float | None = None,
        delta: float = 0.0, seed: int | None = None, journal: str | None = None, **settings: bool | float | str | None,
    ):
        self._params: dict[str, Any] = {"method": method, "mode": mode, "relation": relation, "epsilon": epsilon, "delta": delta, "seed": seed, "journal": journal} | settings

    def get_params(self, deep: bool = True) -> dict:
        """Returns the arguments, as in scikit-learn."""
        return dict(self._params)

    def set_params(self, **params) -> Classifier:
        """Changes arguments for the next fit, as in scikit-learn."""
        self._params |= params
        return self

    def __repr__(self):
        plain = {"method": None, "mode": None, "relation": "edge", "epsilon": None, "delta": 0.0, "seed": None, "journal": None}
        texts = [repr(self._params[name]) if name in ("method", "mode") else f"{name}={value!r}" for name, value in self._params.items() if value != plain.get(name)]
        return f"Classifier({', '.join(texts)})"

    def __sklearn_is_fitted__(self):
        return hasattr(self, "classes_")

    def __sklearn_tags__(self):
        from sklearn.utils import ClassifierTags, Tags, TargetTags

        return Tags(estimator_type="classifier", target_tags=TargetTags(required=True), classifier_tags=ClassifierTags())

    def fit(self, graph, y=None, *, nodes=None, features=None, classes=None) -> Classifier:
        """Releases a classifier of the nodes of a graph; y are the labels. The arguments are those of protect."""
        from .session import protect

        p = dict(self._params)
        if p["method"] is None or p["epsilon"] is None:
            raise UsageError("fit needs method= and epsilon=: give them to Classifier, or by set_params")
        opens = {name: p.pop(name) for name in ("relation", "epsilon", "delta", "seed", "journal")}
        with protect(graph, labels=y, nodes=nodes, features=features, classes=classes, **opens) as s:
            r = s.run(**p)
            if r.kind != "classifier":
                raise UsageError(f"{r.method} releases {_a(r.kind)}, not a classifier")
            return self._take(r._content, r._nodes, r._classes, r.guarantee)

    def _take(self, content, nodes=None, classes=None, guarantee=None):
        """Becomes the classifier of a file."""
        document = json.loads(content)
        self._content, self.guarantee_ = content, guarantee
        names = classes or document.get("class_names") or list(range(document["classes"]))
        self.classes_ = np.empty(len(names), object)
        self.classes_[:] = names
        if all(isinstance(c, (int, str)) for c in names):
            self.classes_ = np.array(names)
        self.train, self.test = (document.get(part) for part in ("train", "test"))  # rows of the split, where the method has one
        self._model = document.get("model_of")  # None where the scores of the nodes are the whole release
        self.nodes = self.scores = None  # a row for each node, a column for each class; larger is more likely
        if "scores" in document:
            self.scores = np.array(document["scores"], np.float32).reshape(document["shape"])
            ids = document.get("ids") or list(range(len(self.scores)))
            self.nodes = ids if nodes is None else [nodes[i] for i in ids]
            self._row = {name: i for i, name in enumerate(self.nodes)}
        return self

    def save(self, path):
        """Writes the classifier as JSON. load and gdp predict read it."""
        self._fitted()
        with open(path, "wb") as file:
            file.write(self._content)

    @classmethod
    def load(cls, path, nodes=None, classes=None) -> Classifier:
        """Reads a classifier that save or gdp run --out FILE.json wrote. nodes= replaces the ids in the file."""
        with open(path, "rb") as file:
            try:
                return cls()._take(file.read(), nodes, classes)
            except (ValueError, KeyError, TypeError):
                raise UsageError(f"{path}: not a saved classifier: must be a file of Classifier.save or of gdp run --out FILE.json") from None

    def _fitted(self):
        if not hasattr(self, "classes_"):
            raise GraphdpError("the classifier is not fitted: call fit, or load one from a file")

    def decision_function(self, X=None, *, graph=None, nodes=None) -> np.ndarray:
        """Returns a score for each class, the larger the likelier. X is as in predict."""
        self._fitted()
        if X is not None and not hasattr(X, "__len__") or isinstance(X, str):
            raise UsageError(f"X={X!r}: must be a list of nodes, or rows of features")
        if graph is not None or X is not None and _is_rows(X):
            if self._model is None:
                raise UsageError("this release has scores of the nodes of its graph, and no model that reads features: give a list of nodes")
            return self._score_rows(X, graph, nodes)
        if self.scores is None:
            raise GraphdpError("features are private here, so the release has no scores of nodes: give predict rows of features, which it reads without noise")
        if X is None:
            return self.scores
        try:
            return self.scores[[self._row[node] for node in X]]
        except KeyError as error:
            raise GraphdpError(f"there is no node {error.args[0]!r} in the graph of this classifier: use an id of the attribute nodes") from None

    def _score_rows(self, features, graph, nodes):
        if graph is None:
            n = features.shape[0] if hasattr(features, "shape") else len(features)
            graph = np.zeros((0, 0)) if n == 0 else {"edge_index": np.zeros((2, 0), int), "num_nodes": n}
            features = features.to_numpy() if hasattr(features, "to_numpy") else features  # rows, whatever their index
        handed = handing.hand_over(graph, "edge", nodes, features=features)
        flags, data = handed.source()
        with tempfile.TemporaryDirectory(prefix="graphdp-") as folder:
            path = os.path.join(folder, "classifier.json")
            self.save(path)
            document, _ = call(["predict", path, *flags], data)
        at = {node: i for i, node in enumerate(handed.nodes)}
        return np.array(document["scores"], np.float32).reshape(document["shape"])[[at[node] for node in handed.given or handed.nodes]]

    def predict(self, X=None, *, graph=None, nodes=None) -> np.ndarray:
        """Returns predicted classes.

        X      nodes of the graph (default: all), or rows of features: an array, a table, or a list of lists
        graph  the edges of these rows, for a model that reads edges, with nodes= as in protect

        Rows and edges are read without noise: no ε covers them.
        """
        scores = self.decision_function(X, graph=graph, nodes=nodes)
        return self.classes_[scores.argmax(1)]

    def predict_proba(self, X=None, *, graph=None, nodes=None) -> np.ndarray:
        """Returns a probability for each class: the softmax of the scores, which no method calibrates."""
        scores = self.decision_function(X, graph=graph, nodes=nodes).astype(float)
        if (scores >= 0).all() and np.allclose(scores.sum(1), 1, atol=1e-4):
            return scores / scores.sum(1, keepdims=True)
        odds = np.exp(scores - scores.max(1, keepdims=True))
        return odds / odds.sum(1, keepdims=True)

    def score(self, X, y, *, graph=None, nodes=None) -> float:
        """Returns the accuracy on nodes or rows with the labels y. No ε covers it."""
        return float(np.mean(self.predict(X, graph=graph, nodes=nodes) == np.asarray(y)))


def _is_rows(X):
    """Reports whether X has rows of features, and not ids of nodes."""
    if hasattr(X, "shape"):
        return len(X.shape) == 2
    return any(isinstance(x, (list, np.ndarray)) for x in X)
