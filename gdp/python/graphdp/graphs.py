"""Hands graphs over: from what Python's libraries hold to the arrays that gdp reads, and back."""

import hashlib
import io
import os
from collections.abc import Mapping
from itertools import chain

import numpy as np

MOST_NODES = 1 << 31  # that the arrays can number

TAKEN = (
    "a NetworkX graph, a SciPy sparse matrix, a square NumPy array, a Data of PyTorch Geometric (or a mapping or an .npz "
    "file of its arrays), a pandas DataFrame with the columns source and target, the path of a file that gdp reads, or "
    "the name of a data set"
)


class Handed:
    """A graph as gdp reads it: arrays in an .npz archive, or the name of a file or data set."""

    def __init__(self, nodes, arrays, name=None, args=(), classes=None, dropped=None):
        self.nodes = nodes  # names, in the order of the numbers that gdp knows; None: those of the file
        self.arrays, self.name, self.args = arrays, name, list(args)
        self.classes = classes  # in the order of their numbers
        self.dropped = dropped or {}  # what was left out; of private data
        self._archive = None

    def source(self):
        """The flags, and what goes to standard input."""
        if self.name is not None:
            return ["--graph", self.name, *self.args], None
        if self._archive is None:
            with io.BytesIO() as file:
                np.savez(file, **self.arrays)
                self._archive = file.getvalue()
        return ["--graph", "-", *self.args], self._archive

    def fingerprint(self, salt):
        """What tells other data from these; as private as they are."""
        h = hashlib.sha256(salt.encode())
        h.update(repr([self.name, self.args]).encode())
        for name, array in (self.arrays or {}).items():
            h.update(f"{name} {array.dtype.str} {array.shape}".encode())
            h.update(np.ascontiguousarray(array).tobytes())
        for path in sorted(_files(self.name)):
            with open(path, "rb") as file:
                h.update(f"{path}\n".encode() + file.read())
        return h.hexdigest()


def _files(name):
    """The files of a graph by its path, if it is one: a file, or a folder of them."""
    if name is None or not os.path.exists(name):
        return []
    if os.path.isfile(name):
        return [name]
    return [os.path.join(folder, file) for folder, _, files in os.walk(name) for file in files]


def hand_over(graph, relation, nodes=None, features=None, labels=None, classes=None):
    """Makes a Handed of anything that is TAKEN."""
    if isinstance(graph, (str, os.PathLike)):
        path = os.fspath(graph)
        if not _torch_file(path):
            return _named(path, nodes, features, labels, classes)
        graph = np.load(path)
    unbounded = relation == "node-unbounded"
    declared = None if nodes is None else _list_of(nodes)
    if unbounded and declared is None:
        raise ValueError("node-unbounded needs nodes=, all nodes that there can be: which of them are there is private")
    rows = None if unbounded else declared  # names of the rows of a matrix
    if hasattr(graph, "adj") and hasattr(graph, "is_multigraph"):
        there, u, v, left = _of_networkx(graph)
    elif "edge_index" in graph if isinstance(graph, Mapping) else hasattr(graph, "edge_index"):
        there, u, v, left, x, y = _of_torch(graph, rows)
        features, labels = (x if features is None else features), (y if labels is None else labels)
    elif hasattr(graph, "tocoo") or isinstance(graph, np.ndarray):
        there, u, v, left = _of_matrix(graph, rows)
    elif hasattr(graph, "columns") and hasattr(graph, "to_numpy"):
        there, u, v, left = _of_table(graph, declared, unbounded)
    else:
        raise TypeError(f"a {type(graph).__name__} is no graph: want {TAKEN}")
    if not there:
        raise ValueError("the graph has no nodes")
    names = there if declared is None else declared
    arrays, args, to = {}, [], None
    if names is not there:
        order = {name: i for i, name in enumerate(names)}
        for name in there:
            if name not in order:
                raise ValueError(f"the graph has the node {name!r}, which is not in nodes=")
        to = np.fromiter((order[name] for name in there), np.int64, len(there))
    if unbounded:
        arrays["node_names"] = to
        args += ["--nodes", str(len(names))]
    elif to is not None:
        there, u, v = names, to[u], to[v]
    arrays.update(_csr(len(there), u, v, left))
    if features is not None:
        arrays.update(_features(features, graph, there))
    private = relation.startswith("node")
    if labels is not None:
        arrays["labels"], classes = _labels(labels, graph, there, classes, private)
        if private or classes != list(range(len(classes))):  # numbers need no names where labels are public
            arrays["class_names"] = np.array([str(c) for c in classes])
    elif private:
        args += ["--classes", "none"]
    return Handed(names, arrays, args=args, classes=classes, dropped=left)


def _torch_file(path):
    """Whether a file has the arrays of PyTorch Geometric, whose nodes nothing may declare."""
    if not path.endswith(".npz"):
        return False
    try:
        with np.load(path) as z:
            return "edge_index" in z
    except (OSError, ValueError):  # the command says what is wrong
        return False


def _named(name, nodes, features, labels, classes):
    if features is not None or labels is not None:
        raise ValueError(f"{name} is a file or a data set, which has its own features and labels: leave features= and labels= out")
    args = []
    if isinstance(nodes, (int, np.integer)):
        args = ["--nodes", str(nodes)]
    elif isinstance(nodes, (str, os.PathLike)):
        args = ["--nodes", os.fspath(nodes)]
    elif nodes is not None:
        raise TypeError("nodes= of a file is a number N, for the ids 0 … N-1, or a file with an id in each line")
    if classes is not None:
        args += ["--classes", classes if isinstance(classes, str) else ",".join(map(str, classes))]
    return Handed(None, None, name=name, args=args)


def _list_of(nodes):
    """The names that nodes= declares, each once."""
    if isinstance(nodes, (int, np.integer)):
        if not 0 < nodes < MOST_NODES:
            raise ValueError(f"nodes={nodes}: want 1 … {MOST_NODES - 1}")
        return list(range(nodes))
    if isinstance(nodes, (str, bytes)):
        raise TypeError(f"nodes={nodes!r}: want a list of names, or their number")
    names, seen = (nodes.tolist() if isinstance(nodes, np.ndarray) else list(nodes)), set()
    for i, name in enumerate(names):
        try:
            again = name in seen
        except TypeError:
            raise TypeError(f"nodes[{i}] is a {type(name).__name__}, which cannot name a node: it is not hashable") from None
        if again:
            raise ValueError(f"nodes[{i}], {name!r}, is in nodes= twice")
        seen.add(name)
    return names


def _of_networkx(graph):
    names = list(graph.nodes)
    order = {name: i for i, name in enumerate(names)}
    adjacency = [beside for _, beside in graph.adjacency()]  # of an undirected graph each edge is there both ways
    u = np.repeat(np.arange(len(names)), [len(beside) for beside in adjacency])
    v = np.fromiter(map(order.__getitem__, chain.from_iterable(adjacency)), np.int64, len(u))
    if graph.is_multigraph():
        parallel = [len(keys) for beside in adjacency for keys in beside.values()]
        u, v = np.repeat(u, parallel), np.repeat(v, parallel)
        data = chain.from_iterable(keys.values() for beside in adjacency for keys in beside.values())
    else:
        data = chain.from_iterable(beside.values() for beside in adjacency)
    directed, weighted = graph.is_directed(), any("weight" in x for x in filter(None, data))
    return names, u, v, {"directions": directed, "weights": weighted, "both ways": not directed}


def _of_matrix(matrix, rows):
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"an adjacency matrix of shape {tuple(matrix.shape)}: want a square")
    names = _rows(matrix.shape[0], rows)
    if isinstance(matrix, np.ndarray):
        if matrix.dtype.kind not in "biuf":
            raise TypeError(f"an adjacency matrix of {matrix.dtype}: want numbers")
        u, v = matrix.nonzero()
        data = matrix[u, v]
    else:
        coo = matrix.tocoo()
        u, v, data = coo.row.astype(np.int64), coo.col.astype(np.int64), coo.data
        if data.dtype.kind not in "biuf":
            raise TypeError(f"an adjacency matrix of {data.dtype}: want numbers")
        u, v, data = u[data != 0], v[data != 0], data[data != 0]
    bad = np.flatnonzero(~np.isfinite(data)) if data.dtype.kind == "f" else ()
    if len(bad):
        raise ValueError(f"the adjacency matrix has {data[bad[0]]} in row {u[bad[0]]}, column {v[bad[0]]}: an edge or none?")
    directed = _directed(len(names), u, v)
    return names, u, v, {"directions": directed, "weights": bool(np.any(data != 1)), "both ways": not directed}


def _directed(n, u, v):
    """Whether some arc is not there both ways."""
    return not np.array_equal(_distinct(u * n + v), _distinct(v * n + u))


def _distinct(numbers):
    """What occurs, in ascending order; numpy.unique takes ten times as long."""
    numbers = np.sort(numbers)
    return numbers[np.append(True, numbers[1:] != numbers[:-1])] if len(numbers) else numbers


def _rows(n, rows):
    if rows is None:
        return list(range(n))
    if len(rows) != n:
        raise ValueError(f"nodes= has {len(rows)} names for {n} rows")
    return rows


def _array(x):
    """A NumPy array of a tensor, or of what is one already."""
    return np.asarray(x.detach().cpu().numpy() if hasattr(x, "detach") else x)


def _of_torch(data, rows):
    """Of a Data of PyTorch Geometric: x and y say how many nodes there are, or nodes= or num_nodes
    do; the edges, which are private, do not."""
    get = data.get if isinstance(data, Mapping) else lambda name: getattr(data, name, None)
    index, x, y = _array(get("edge_index")), get("x"), get("y")
    x, y = (None if part is None else _array(part) for part in (x, y))
    if index.ndim != 2 or index.shape[0] != 2 or index.dtype.kind not in "iu" and index.size:
        raise ValueError(f"edge_index is of {index.dtype} and shape {index.shape}: want two rows of whole numbers")
    stored = get("num_nodes") if "num_nodes" in (data.keys() if callable(getattr(data, "keys", None)) else ()) else None
    known = [len(part) for part in (x, y, rows) if part is not None] + ([int(stored)] if stored is not None else [])
    if not known:
        raise ValueError("nothing says which nodes there are: the Data has no x, y or num_nodes, and its edges are private; give nodes=")
    names = _rows(known[0], rows)
    bad = np.flatnonzero((index < 0) | (index >= len(names)))
    if len(bad):
        row, column = divmod(int(bad[0]), index.shape[1])
        raise ValueError(f"edge_index[{row}, {column}] is {index[row, column]}: want 0 … {len(names) - 1}")
    u, v = index.astype(np.int64)
    directed = _directed(len(names), u, v)
    if y is not None and (y.ndim != 1 or y.dtype.kind not in "iub"):
        raise ValueError(f"y is of {y.dtype} and shape {y.shape}: want a whole number for each node; other labels go in labels=")
    return names, u, v, {"directions": directed, "weights": get("edge_attr") is not None or get("edge_weight") is not None, "both ways": not directed}, x, y


def _of_table(table, declared, unbounded):
    for column in ("source", "target"):
        if column not in table.columns:
            raise ValueError(f"a table of edges without the column {column!r}; it has {', '.join(map(str, table.columns))}")
    if declared is None:
        raise ValueError("a table of edges does not say which nodes there are, and those that occur in its edges are not a public list: give nodes=")
    ends = [table[column].tolist() for column in ("source", "target")]
    order = {name: i for i, name in enumerate(declared)}
    for column, list_ in zip(("source", "target"), ends):
        for row, name in enumerate(list_):
            if name not in order:
                raise ValueError(f"row {row} of the table has the {column} {name!r}, which is not in nodes=")
    there = declared
    if unbounded:  # a table has the nodes of its edges, and no other
        occurring = set(ends[0]) | set(ends[1])
        there = [name for name in declared if name in occurring]
        order = {name: i for i, name in enumerate(there)}
    u, v = (np.fromiter((order[name] for name in list_), np.int64, len(list_)) for list_ in ends)
    return there, u, v, {"directions": False, "weights": "weight" in table.columns}


def _csr(n, u, v, left):
    """The adjacency matrix of the simple undirected graph, and in left what that leaves out."""
    loops = u == v
    low, high = np.minimum(u, v)[~loops], np.maximum(u, v)[~loops]
    pairs = _distinct(low * n + high)
    left["loops"] = int(loops.sum())
    left["repetitions"] = len(low) // (2 if left.pop("both ways", False) else 1) - len(pairs)
    low, high = pairs // n, pairs % n
    arcs = np.sort(np.concatenate([pairs, high * n + low]))
    starts = np.zeros(n + 1, np.int64)
    np.cumsum(np.bincount(arcs // n, minlength=n), out=starts[1:])
    return {
        "adj_data": np.ones(len(arcs), np.float32), "adj_indices": (arcs % n).astype(np.int32),
        "adj_indptr": starts, "adj_shape": np.array([n, n], np.int64),
    }


def _features(features, graph, names):
    """A row of numbers for each node: of attributes by name, an array, a table or a sparse matrix."""
    if isinstance(features, str):
        features = [features]
    if hasattr(features, "tocsr"):
        m = features.tocsr()
        m.sum_duplicates()
        _finite(m.data, lambda i: (np.searchsorted(m.indptr, i, "right") - 1, m.indices[i]), names)
        _as_many(m.shape, names)
        return {
            "attr_data": m.data.astype(np.float32), "attr_indices": m.indices.astype(np.int32),
            "attr_indptr": m.indptr.astype(np.int64), "attr_shape": np.array(m.shape, np.int64),
        }
    if isinstance(features, (list, tuple)) and features and all(isinstance(x, str) for x in features):
        features = np.array([[_attribute(graph, node, x) for x in features] for node in names], dtype=object)
        for (i, j), x in np.ndenumerate(features):
            if not isinstance(x, (int, float, np.number)):
                raise TypeError(f"feature {j} of the node {names[i]!r} is {x!r}: want a number")
    elif hasattr(features, "reindex"):
        lacks = [node for node in names if node not in features.index]
        if lacks:
            raise ValueError(f"the table of features has no row for the node {lacks[0]!r}")
        features = features.loc[names].to_numpy()
    rows = _array(features)
    try:
        rows = rows.astype(np.float32)
    except (TypeError, ValueError) as error:
        raise TypeError(f"features are not numbers: {error}") from None
    _as_many(rows.shape, names)
    flat = rows.ravel()
    _finite(flat, lambda i: divmod(i, rows.shape[1]), names)
    return {"attr_matrix": rows}


def _as_many(shape, names):
    if len(shape) != 2 or shape[0] != len(names):
        raise ValueError(f"features of shape {tuple(shape)}: want a row for each of {len(names)} nodes")


def _finite(values, place, names):
    bad = np.flatnonzero(~np.isfinite(values.astype(np.float32)))
    if len(bad):
        row, column = place(int(bad[0]))
        raise ValueError(f"feature {column} of the node {names[row]!r} is {values[bad[0]]}: want a finite number")


def _attribute(graph, node, name):
    if not hasattr(graph, "adj"):
        raise TypeError(f"{name!r} names an attribute of nodes, which a {type(graph).__name__} does not have: give a row for each node")
    try:
        return graph.nodes[node][name]
    except KeyError:
        raise ValueError(f"the node {node!r} has no attribute {name!r}") from None


def _labels(labels, graph, names, classes, private):
    """The number of each node's class, -1 for none, and the classes."""
    if isinstance(labels, str):
        labels = [_attribute(graph, node, labels) for node in names]
    elif isinstance(labels, Mapping) or hasattr(labels, "reindex"):
        labels = [labels[node] if node in labels else None for node in names]
    elif not isinstance(labels, (list, tuple)):
        labels = _array(labels).tolist()
    if len(labels) != len(names):
        raise ValueError(f"{len(labels)} labels for {len(names)} nodes")
    labels = [x.item() if isinstance(x, np.generic) else x for x in labels]
    labels = [None if x is None or isinstance(x, float) and x != x else x for x in labels]
    if classes is None and private:
        raise ValueError("labels are private where a node is protected, and so is which classes occur: give classes=, a list of all that there can be")
    if classes is None:
        classes = list(dict.fromkeys(x for x in labels if x is not None))
        try:
            classes.sort()
        except TypeError:  # of several kinds: in the order in which they come
            pass
        if all(isinstance(x, int) for x in classes):
            classes = [x for x in classes if x >= 0]
            labels = [None if x is None or x < 0 else x for x in labels]  # as in many data sets, no label
    classes = list(classes)
    if len({str(c) for c in classes}) < len(classes) or "" in map(str, classes):
        raise ValueError(f"classes {classes}: one is empty, or is written like another")
    number = {c: i for i, c in enumerate(classes)}
    for node, x in zip(names, labels):
        if x is not None and x not in number:
            raise ValueError(f"the node {node!r} has the class {x!r}, which is not in classes=")
    return np.array([-1 if x is None else number[x] for x in labels], np.int32), classes
