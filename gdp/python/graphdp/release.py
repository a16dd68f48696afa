"""Results: the release of a run, in the types of Python's libraries, and its guarantee."""

import gc
import io
import json
import os
import re
import tempfile
import zipfile

import numpy as np

from . import graphs as handing
from .command import GraphdpError, call

EXTENSION = {"graph": ".npz", "graphs": ".zip", "embedding": ".npz", "classifier": ".json", "statistics": ".json"}


def number(x):
    """Converts a number of a JSON document, where infinity is a string."""
    return None if x is None else float(x)


class Guarantee:
    """Three values of ε: claimed by the paper, proved by the accountant, and a lower bound from audits."""

    def __init__(self, document):
        d = document
        self.relation, self.delta, self.seeded = d["relation"], d.get("delta", 0.0), d["seeded"]
        self.claimed, self.proved = number(d.get("claimed")), number(d["proved"])
        self.reason = d.get("proved_reason")  # why no finite ε is proved
        self.audited = d.get("audits")  # result of the mode's audits, or why there are none
        self.caution = d.get("caution")
        self.in_the_clear = d.get("in_the_clear")
        self.asserted, self.asserted_by = number(d.get("asserted")), d.get("asserted_by")

    def __repr__(self):
        lines = [f"relation     {self.relation}"]
        if self.claimed is not None:
            lines.append(f"claimed ε    {self.claimed:.4g}")
        lines.append(f"proved ε     {self.proved:.4g}")
        lines.append(f"at δ         {self.delta:g}")
        for name, text in (
            ("not proved", self.reason), ("audits", self.audited), ("caution", self.caution), ("in the clear", self.in_the_clear),
            ("asserted ε", None if self.asserted is None else f"{self.asserted:.4g}, by {', '.join(self.asserted_by)}"),
            ("seeded", "repeatable; not a private release" if self.seeded else None),
        ):
            if text:
                lines.append(f"{name:<13}{text}")
        return "\n".join(lines)


class Result:
    """Result of one run. kind names the attribute with the release: graph, graphs, embedding, classifier or statistics."""

    def __init__(self, document, content, nodes, classes, ledger, notes):
        self.method, self.mode = document["method"], document["mode"]
        self.config, self.output = document["config"], document["output"]
        self.kind, self.guarantee = document["output"]["kind"], Guarantee(document)
        self.ledger, self.notes = ledger, notes
        self._content, self._nodes, self._classes, self._made = content, nodes, classes, {}

    def __repr__(self):
        return f"{self.method}, {self.mode}: {self.kind} ({', '.join(f'{k} {v}' for k, v in self.output.items() if isinstance(v, (int, float)))})\n{self.guarantee!r}"

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
    def arrays(self):
        """The arrays of a graph: a CSR matrix, attributes and labels; see docs/exchange.md."""
        return self._get("graph", lambda: dict(np.load(io.BytesIO(self._content))))

    @property
    def nodes(self):
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
    def edges(self):
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
    def graphs(self):
        """The graphs of a collection, as NetworkX graphs. A single graph has the session's ids."""
        collection, made = self._get("graphs", lambda: _collection(self._content)), []
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
    def embedding(self):
        """The embedding vectors: one row for each of nodes."""
        return self._rows()["rows"]

    @property
    def classifier(self):
        """The classifier, with the method predict as in scikit-learn."""
        return self._get("classifier", lambda: Classifier(self._content, self._nodes, self._classes))

    @property
    def statistics(self):
        """The released statistics: arrays by name."""
        return self._get("statistics", lambda: {k: np.array(v) for k, v in json.loads(self._content).items()})


def _a(kind):
    return {"embedding": "an embedding", "graphs": "graphs", "statistics": "statistics"}.get(kind, f"a {kind}")


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
    """A released classifier. It predicts rows of features, and the nodes of its graph where features are public."""

    def __init__(self, content, nodes=None, classes=None):
        document = json.loads(content)
        self._content = content
        names = classes or document.get("class_names") or list(range(document["classes"]))
        self.classes_ = np.empty(len(names), object)
        self.classes_[:] = names
        if all(isinstance(c, (int, str)) for c in names):
            self.classes_ = np.array(names)
        self.nodes = self.scores = None  # a row for each node, a column for each class; larger is more likely
        if "scores" in document:
            self.scores = np.array(document["scores"], np.float32).reshape(document["shape"])
            ids = document.get("ids") or list(range(len(self.scores)))
            self.nodes = ids if nodes is None else [nodes[i] for i in ids]
            self._row = {name: i for i, name in enumerate(self.nodes)}

    def save(self, path):
        """Writes the classifier as JSON. load and gdp predict read it."""
        with open(path, "wb") as file:
            file.write(self._content)

    @classmethod
    def load(cls, path, nodes=None, classes=None):
        """Reads a classifier that save or gdp run --out FILE.json wrote. nodes= replaces the ids in the file."""
        with open(path, "rb") as file:
            return cls(file.read(), nodes, classes)

    def scores_of(self, nodes=None):
        """Returns the class scores of nodes of the graph, by default all."""
        if self.scores is None:
            raise GraphdpError("features are private here, so the release has no scores of nodes: use predict_rows, which reads rows of features without noise")
        if nodes is None:
            return self.scores
        try:
            return self.scores[[self._row[node] for node in nodes]]
        except KeyError as error:
            raise GraphdpError(f"there is no node {error.args[0]!r} in the graph of this classifier: use an id of the attribute nodes") from None

    def predict(self, nodes=None):
        """Returns the predicted classes of nodes of the graph, by default all."""
        return self.classes_[self.scores_of(nodes).argmax(1)]

    def predict_rows(self, features, graph=None, nodes=None):
        """Returns the predicted class of each row of features, by gdp predict. A model that reads edges
        also needs a graph, with nodes= as in protect. Features and graph are read without noise: no ε
        covers them."""
        if graph is None:
            n = features.shape[0] if hasattr(features, "shape") else len(features)
            graph = np.zeros((0, 0)) if n == 0 else {"edge_index": np.zeros((2, 0), int), "num_nodes": n}
        handed = handing.hand_over(graph, "edge", nodes, features=features)
        flags, data = handed.source()
        with tempfile.TemporaryDirectory(prefix="graphdp-") as folder:
            path = os.path.join(folder, "classifier.json")
            self.save(path)
            document, _ = call(["predict", path, *flags], data)
        predicted = dict(zip(handed.nodes, document["predicted"]))
        return self.classes_[[predicted[node] for node in handed.given or handed.nodes]]
