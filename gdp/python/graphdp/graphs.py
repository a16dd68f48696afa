"""Converts graphs of Python's libraries to the arrays that gdp reads.

The node set of a session is public, so it is declared and never derived from edges. Nodes are numbered in
the order of `ascending`, which depends on their ids alone: the order in which edges were inserted is private.
"""

import contextlib
import io
import math
import operator
import os
import tempfile
from collections.abc import Mapping
from itertools import chain

import numpy as np

from .command import UsageError

MOST_NODES = 1 << 31  # limit of 32-bit indices
OCCURRING = "occurring"

TAKEN = (
    "a NetworkX graph, a SciPy sparse matrix, a square NumPy array, a Data of PyTorch Geometric (or a mapping or an .npz "
    "file of its arrays), a pandas DataFrame with the columns source and target, a list or an array of pairs of ids, the path of a file "
    "that gdp reads, or the name of a data set"
)

UNDECLARED = (
    "{what} does not declare its nodes. Nodes derived from private edges would leak. "
    "Give nodes= a list of all ids, or a number N for the ids 0 … N-1. If the nodes that occur are public, "
    "give nodes='occurring': then nothing is proved, because no ε covers the list"
)


class Handed:
    """A graph as gdp reads it: arrays in an .npz archive, or the name of a file or data set."""

    def __init__(self, nodes, arrays, name=None, args=(), classes=None, dropped=None, given=None):
        self.nodes = nodes  # ids in the order of their numbers in gdp; None for a file
        self.arrays, self.name, self.args = arrays, name, list(args)
        self.classes = classes  # in the order of their numbers
        self.given = given  # ids in the order of the rows of arrays, if known
        self.dropped = dropped or {}  # counts of dropped edges and attributes; private
        self._archive = None

    def source(self):
        """Returns the command's flags, and the bytes for its standard input."""
        if self.name is not None:
            return ["--graph", self.name, *self.args], None
        if self._archive is None:
            with io.BytesIO() as file:
                np.savez(file, **{name: np.ascontiguousarray(array) for name, array in self.arrays.items()})
                self._archive = file.getvalue()
        return ["--graph", "-", *self.args], self._archive


def hand_over(graph, relation, nodes=None, features=None, labels=None, classes=None, columns=None):
    """Converts any of the types in TAKEN to a Handed."""
    if columns is not None and (isinstance(columns, str) or len(columns) != 2):
        raise UsageError(f"columns={columns!r}: must be a list of the two columns of ids")
    if isinstance(graph, (str, os.PathLike)):
        path = os.fspath(graph)
        if not _torch_file(path):
            return _named(path, nodes, features, labels, classes, columns)
        graph = np.load(path)
    if relation.startswith("graph"):
        raise UsageError(f"relation {relation!r} protects a graph of a collection: give the path of a folder of graphs, found a {type(graph).__name__}")
    if columns is not None and not hasattr(graph, "columns"):
        raise UsageError(f"columns= is for a DataFrame or a file of edges, found a {type(graph).__name__}: leave it out")
    declared, occurring, universe = declared_ids(nodes), nodes_occur(nodes), relation == "node-unbounded"
    if universe and nodes is None:
        raise UsageError("node-unbounded needs nodes=, a list of all possible nodes: which of them are present is private")
    rows = None if universe else declared  # ids of the rows of a matrix
    if hasattr(graph, "adj") and hasattr(graph, "is_multigraph"):
        if nodes is None:
            raise UsageError(UNDECLARED.format(what=f"a NetworkX {type(graph).__name__}"))
        there, u, v, left = _of_networkx(graph)
        given = rows  # of the rows of an array
    elif "edge_index" in graph if isinstance(graph, Mapping) else hasattr(graph, "edge_index"):
        there, u, v, left, x, y = _of_torch(graph, rows, occurring)
        given = there
        features, labels = (x if features is None else features), (y if labels is None else labels)
    elif hasattr(graph, "tocoo") or isinstance(graph, np.ndarray) and _ends(graph) is None:
        if occurring:
            raise UsageError("nodes='occurring': the shape of a matrix declares its nodes: leave out nodes=")
        there, u, v, left = _of_matrix(graph, rows)
        given = there
    elif hasattr(graph, "columns") and hasattr(graph, "to_numpy"):
        if nodes is None:
            raise UsageError(UNDECLARED.format(what="a table of edges"))
        there, u, v, left = _of_table(graph, columns)
        given = rows
    elif (ends := _ends(graph)) is not None:
        if nodes is None:
            raise UsageError(UNDECLARED.format(what=f"a {type(graph).__name__} of edges"))
        there, u, v, left = _of_ends("list of edges", ends)
        given = rows
    else:
        raise UsageError(f"cannot convert {type(graph).__name__} to a graph: must be {TAKEN}")
    if isinstance(nodes, (set, frozenset)):
        given = None  # a set has no order
    names = ascending(there if declared is None else declared)
    if not names:
        raise UsageError("the graph has no nodes: declare at least one by nodes=")
    place = {name: i for i, name in enumerate(names)}
    if twice := next((name for name in names if isinstance(name, int) and str(name) in place), None):
        raise UsageError(f"the ids {twice} and {str(twice)!r} are one number in two forms: use numbers or strings for all ids")
    for name in there:
        if name not in place:
            raise UsageError(f"the graph has the node {name!r}, which is not in nodes=: add it there, or remove its edges")
    to, arrays, args = np.fromiter((place[name] for name in there), np.int64, len(there)), {}, []
    private = relation.startswith("node")
    if occurring:
        args += ["--nodes", OCCURRING]
    elif universe:  # rows of the nodes present, and their indices among all possible nodes
        arrays["node_names"] = np.sort(to)
        to = np.searchsorted(arrays["node_names"], to)
        args += ["--nodes", str(len(names))]
    there = [names[i] for i in arrays["node_names"].tolist()] if "node_names" in arrays else names
    arrays.update(_csr(len(there), to[u], to[v], left))
    if features is not None:
        arrays.update(_features(features, graph, there, given))
    if labels is not None:
        arrays["labels"], classes = _labels(labels, graph, there, given, classes, private)
        if private or classes != list(range(len(classes))):  # numbers need no names where labels are public
            arrays["class_names"] = np.array([str(c) for c in classes])
    elif private:
        args += ["--classes", "none"]
    return Handed(names, arrays, args=args, classes=classes, dropped=left, given=given)


def _torch_file(path):
    """Reports whether a file has the arrays of PyTorch Geometric."""
    if not path.endswith(".npz"):
        return False
    try:
        with np.load(path) as z:
            return "edge_index" in z
    except (OSError, ValueError):  # the command reports the error
        return False


def _named(name, nodes, features, labels, classes, columns):
    if features is not None or labels is not None:
        raise UsageError(f"{name} is a file or a data set: features= and labels= are for a graph in memory. Leave them out, or read the file, for example by pandas.read_csv")
    args, listed = [], None
    if isinstance(nodes, (int, np.integer)) and not isinstance(nodes, bool):
        args = ["--nodes", str(nodes)]
    elif isinstance(nodes, (str, os.PathLike)):
        args = ["--nodes", os.fspath(nodes)]
    elif nodes is not None:
        listed = tempfile.NamedTemporaryFile("w", prefix="graphdp-", suffix=".txt", encoding="utf-8")
        listed.write("".join(f"{x}\n" for x in declared_ids(nodes)))
        listed.flush()
        args = ["--nodes", listed.name]
    if columns is not None:
        args += ["--columns", ",".join(map(str, columns))]
    if classes is not None:
        args += ["--classes", classes if isinstance(classes, str) else ",".join(map(str, classes))]
    handed = Handed(None, None, name=name, args=args)
    handed.listed = listed  # is removed with it
    return handed


def nodes_occur(nodes):
    """Reports whether nodes= is "occurring"."""
    return isinstance(nodes, str) and nodes == OCCURRING


def declared_ids(nodes):
    """Returns the ids that nodes= declares, in its order; None if it declares none."""
    if nodes is None or nodes_occur(nodes):
        return None
    if isinstance(nodes, (int, np.integer)) and not isinstance(nodes, bool):
        if not 0 < nodes < MOST_NODES:
            raise UsageError(f"nodes={nodes}: must be in [1, {MOST_NODES - 1}]")
        return list(range(nodes))
    if isinstance(nodes, (str, bytes, os.PathLike)) or hasattr(nodes, "columns") or getattr(nodes, "ndim", 1) != 1 or not hasattr(nodes, "__iter__"):
        what = repr(nodes) if isinstance(nodes, (str, bytes, bool, float)) else f"a {type(nodes).__name__}"
        raise UsageError(f"nodes={what}: must be a list of ids, their number, or 'occurring'")
    if hasattr(nodes, "is_multigraph") or type(nodes).__module__.startswith("networkx."):
        raise UsageError(
            f"nodes= is a {type(nodes).__name__} of NetworkX, which lists nodes that private edges added. "
            "If the list is public by itself, give it as a list of ids, such as list(G)"
        )
    names, seen = [], set()
    for i, name in enumerate(nodes):
        names.append(_id(name, f"nodes[{i}]"))
        if names[-1] in seen:
            raise UsageError(f"nodes[{i}], {name!r}, is in nodes= twice: list each id once" + (" (1, 1.0 and True are the same id)" if isinstance(name, (int, float)) else ""))
        seen.add(names[-1])
    return names


def _id(x, where):
    """Normalises an id: 1, 1.0 and True are the same key in Python, and become 1."""
    if type(x) is int or type(x) is str:
        return x
    if isinstance(x, np.generic):
        x = x.item()
    if isinstance(x, str):
        return str.__str__(x)
    if isinstance(x, int):
        return int(x)
    if isinstance(x, float) and math.isfinite(x):
        return int(x) if x.is_integer() else float(x)
    if isinstance(x, tuple):
        return tuple(_id(item, where) for item in x)
    raise UsageError(f"{where} has {x!r}, which cannot name a node: an id must be a finite number, a string, or a tuple of them. Convert the ids, for example to strings")


def ascending(names):
    """Sorts ids: numbers by value, then strings by code points, then tuples item by item."""
    kinds = set(map(type, names))
    return sorted(names) if kinds <= {int} or kinds <= {str} else sorted(names, key=_key)


def _key(name):
    if isinstance(name, tuple):
        return 2, tuple(map(_key, name))
    return int(isinstance(name, str)), name


def _of_networkx(graph):
    order = {name: i for i, name in enumerate(graph.nodes)}
    adjacency = [beside for _, beside in graph.adjacency()]  # an undirected graph lists each edge in both directions
    u = np.repeat(np.arange(len(order)), [len(beside) for beside in adjacency])
    v = np.fromiter(map(order.__getitem__, chain.from_iterable(adjacency)), np.int64, len(u))
    if graph.is_multigraph():
        parallel = [len(keys) for beside in adjacency for keys in beside.values()]
        u, v = np.repeat(u, parallel), np.repeat(v, parallel)
        data = chain.from_iterable(keys.values() for beside in adjacency for keys in beside.values())
    else:
        data = chain.from_iterable(beside.values() for beside in adjacency)
    directed, weighted = graph.is_directed(), any("weight" in x for x in filter(None, data))
    return [_id(name, "the graph") for name in order], u, v, {"directions": directed, "weights": weighted, "both ways": not directed}


def _of_matrix(matrix, rows):
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise UsageError(f"an adjacency matrix of shape {tuple(matrix.shape)}: must be square, or have two rows or columns of ids")
    names = _rows(matrix.shape[0], rows)
    if isinstance(matrix, np.ndarray):
        if matrix.dtype.kind not in "biuf":
            raise UsageError(f"an adjacency matrix of {matrix.dtype}: must hold numbers")
        u, v = matrix.nonzero()
        data = matrix[u, v]
    else:
        coo = matrix.tocoo()
        u, v, data = coo.row.astype(np.int64), coo.col.astype(np.int64), coo.data
        if data.dtype.kind not in "biuf":
            raise UsageError(f"an adjacency matrix of {data.dtype}: must hold numbers")
        u, v, data = u[data != 0], v[data != 0], data[data != 0]
    bad = np.flatnonzero(~np.isfinite(data)) if data.dtype.kind == "f" else ()
    if len(bad):
        raise UsageError(f"the adjacency matrix has {data[bad[0]]} in row {u[bad[0]]}, column {v[bad[0]]}: entries must be finite")
    directed = _directed(len(names), u, v)
    return names, u, v, {"directions": directed, "weights": bool(np.any(data != 1)), "both ways": not directed}


def _directed(n, u, v):
    """Reports whether some arc has no reverse arc."""
    return not np.array_equal(_distinct(u * n + v), _distinct(v * n + u))


def _distinct(numbers):
    """Returns the distinct numbers in ascending order."""
    numbers = np.sort(numbers)
    return numbers[np.append(True, numbers[1:] != numbers[:-1])] if len(numbers) else numbers


def _rows(n, rows):
    if rows is None:
        return list(range(n))
    if len(rows) != n:
        raise UsageError(f"nodes= has {len(rows)} ids for {n} rows: give one id for each row")
    return rows


def _array(x):
    """Converts a tensor or array to a NumPy array."""
    return np.asarray(x.detach().cpu().numpy() if hasattr(x, "detach") else x)


def _stored(data, name):
    """Returns an array or number that a Data stores; None for a num_nodes that PyTorch Geometric infers from edges."""
    if isinstance(data, Mapping) or hasattr(data, "__contains__"):
        return data[name] if name in data else None
    return None if isinstance(getattr(type(data), name, None), property) else getattr(data, name, None)


def _of_torch(data, rows, occurring):
    """Reads a Data of PyTorch Geometric. x, y, a stored num_nodes or nodes= declare the nodes; the edges do not."""
    index, x, y = _array(_stored(data, "edge_index")), _stored(data, "x"), _stored(data, "y")
    x, y = (None if part is None else _array(part) for part in (x, y))
    if index.ndim != 2 or index.shape[0] != 2 or index.dtype.kind not in "iu" and index.size:
        raise UsageError(f"edge_index has type {index.dtype} and shape {index.shape}: must be two rows of integers")
    if y is not None and (y.ndim != 1 or y.dtype.kind not in "iub"):
        raise UsageError(f"y has type {y.dtype} and shape {y.shape}: must be one integer for each node. Give other labels in labels=")
    known, number = {name: len(part) for name, part in (("x", x), ("y", y)) if part is not None}, _stored(data, "num_nodes")
    if number is not None:
        try:
            known["num_nodes"] = operator.index(number.item() if hasattr(number, "item") else number)
        except (TypeError, ValueError):
            raise UsageError(f"num_nodes={number!r}: must be a whole number") from None
    if len(set(known.values())) > 1:
        raise UsageError(f"the Data declares different numbers of nodes: {', '.join(f'{k} {n}' for k, n in known.items())}")
    if known and occurring:
        raise UsageError(f"nodes='occurring': {next(iter(known))} declares the nodes of the Data: leave out nodes=")
    u, v = index.astype(np.int64)
    if occurring:
        names = _distinct(np.concatenate([u, v])).tolist()
        u, v = np.searchsorted(names, u), np.searchsorted(names, v)
    elif not known and rows is None:
        raise UsageError(UNDECLARED.format(what="a Data without x, y and a stored num_nodes"))
    else:
        names = _rows(next(iter(known.values()), None) if known else len(rows), rows)
        bad = np.flatnonzero((index < 0) | (index >= len(names)))
        if len(bad):
            row, column = divmod(int(bad[0]), index.shape[1])
            raise UsageError(f"edge_index[{row}, {column}] is {index[row, column]}: must be in [0, {len(names) - 1}]")
    directed = _directed(len(names), u, v)
    weights = any(_stored(data, name) is not None for name in ("edge_attr", "edge_weight"))
    return names, u, v, {"directions": directed, "weights": weights, "both ways": not directed}, x, y


def _of_table(table, ends):
    columns = list(table.columns)
    if ends is None:
        ends = columns if len(columns) == 2 and len(set(columns)) == 2 else ["source", "target"]
    for column in ends:
        if columns.count(column) != 1:
            raise UsageError(f"the table of edges needs one column {column!r}: found {', '.join(map(str, columns))}. Name the columns of the ids by columns=")
    names, u, v, left = _of_ends("table", [table[column].tolist() for column in ends])
    return names, u, v, left | {"weights": "weight" in columns}


def _ends(graph):
    """Returns the sources and the targets of an array or a list of pairs; None for anything else. A 2 × 2 array is a matrix."""
    if isinstance(graph, np.ndarray):
        pairs = graph.ndim == 2 and 2 in graph.shape and graph.shape != (2, 2)
        return (graph if graph.shape[0] == 2 else graph.T).tolist() if pairs else None
    pairs = list(graph) if hasattr(graph, "__iter__") else [None]
    if not all(isinstance(pair, (list, tuple)) and len(pair) == 2 for pair in pairs):
        return None
    return list(zip(*pairs)) or [(), ()]


def _of_ends(what, ends):
    place, numbers = {}, []
    for column, names in zip(("source", "target"), ends):
        for row, name in enumerate(names):
            try:
                place.setdefault(name, len(place))
            except TypeError:
                raise UsageError(f"row {row} of the {what} has the {column} {name!r}, which cannot name a node") from None
        numbers.append(np.fromiter(map(place.__getitem__, names), np.int64, len(names)))
    return [_id(name, f"the {what}") for name in place], *numbers, {"directions": False, "weights": False}


def _csr(n, u, v, left):
    """Returns the adjacency matrix of the simple undirected graph. Counts dropped loops and repetitions in left."""
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


def _features(features, graph, names, given):
    """Returns a row of numbers for each node, from attribute names, an array, a table or a sparse matrix."""
    if isinstance(features, str):
        features = [features]
    if hasattr(features, "tocsr"):
        _as_many(features.shape, names)
        m = features.tocsr()[_positions("features", names, given)]
        m.sum_duplicates()
        _finite(m.data, lambda i: (np.searchsorted(m.indptr, i, "right") - 1, m.indices[i]), names)
        return {
            "attr_data": m.data.astype(np.float32), "attr_indices": m.indices.astype(np.int32),
            "attr_indptr": m.indptr.astype(np.int64), "attr_shape": np.array(m.shape, np.int64),
        }
    at = slice(None)
    if isinstance(features, (list, tuple)) and features and all(isinstance(x, str) for x in features):
        features = np.array([[_attribute(graph, node, x) for x in features] for node in names], dtype=object)
        for (i, j), x in np.ndenumerate(features):
            if not isinstance(x, (int, float, np.number)):
                raise UsageError(f"feature {j} of the node {names[i]!r} is {x!r}: must be a number")
    elif hasattr(features, "reindex"):
        lacks = [node for node in names if node not in features.index]
        if lacks:
            raise UsageError(f"the table of features has no row for the node {lacks[0]!r}: its index must have all ids")
        features = features.loc[names].to_numpy()
    else:
        at = _positions("features", names, given)
    rows = _array(features)
    try:
        rows = rows.astype(np.float32)
    except (TypeError, ValueError) as error:
        raise UsageError(f"features are not numbers: {error}") from None
    _as_many(rows.shape, names)
    rows = rows[at]
    _finite(rows.ravel(), lambda i: divmod(i, rows.shape[1]), names)
    return {"attr_matrix": rows}


def _positions(what, names, given):
    """Returns the row of each node, in the session's order, in an array in the order of nodes=."""
    if given is None:
        raise UsageError(f"{what}: the rows have no ids, and nodes= is not a list that orders them. Give the name of a node attribute, or a table or mapping with the ids as index or keys")
    at = {name: i for i, name in enumerate(given)}
    return np.fromiter((at[name] for name in names), np.int64, len(names))


def _as_many(shape, names):
    if len(shape) != 2 or shape[0] != len(names):
        raise UsageError(f"features of shape {tuple(shape)}: must have one row for each of {len(names)} nodes")


def _finite(values, place, names):
    bad = np.flatnonzero(~np.isfinite(values.astype(np.float32)))
    if len(bad):
        row, column = place(int(bad[0]))
        raise UsageError(f"feature {column} of the node {names[row]!r} is {values[bad[0]]}: must be a finite number")


def _attribute(graph, node, name):
    if not hasattr(graph, "adj"):
        raise UsageError(f"{name!r} names a node attribute, and a {type(graph).__name__} has none: give one row for each node")
    try:
        return graph.nodes[node][name]
    except KeyError:
        raise UsageError(f"the node {node!r} has no attribute {name!r}") from None


def _labels(labels, graph, names, given, classes, private):
    """Returns the class number of each node, -1 for none, and the list of classes."""
    if isinstance(labels, str):
        labels = [_attribute(graph, node, labels) for node in names]
    elif isinstance(labels, Mapping) or hasattr(labels, "reindex"):
        labels = [labels[node] if node in labels else None for node in names]
    else:
        labels = list(labels) if isinstance(labels, (list, tuple)) else _array(labels).tolist()
        if len(labels) != len(names):
            raise UsageError(f"{len(labels)} labels for {len(names)} nodes: give one label for each node")
        labels = [labels[i] for i in _positions("labels", names, given)]
    labels = [x.item() if isinstance(x, np.generic) else x for x in labels]
    labels = [None if x is None or isinstance(x, float) and x != x else x for x in labels]
    if classes is None and private:
        raise UsageError("labels are private under a node relation, and so are the classes that occur: give classes=, a list of all possible classes")
    if classes is None:
        classes = list(dict.fromkeys(x for x in labels if x is not None))
        with contextlib.suppress(TypeError):  # classes that cannot be sorted keep the order of the nodes
            classes = ascending(classes)
        if all(isinstance(x, int) for x in classes):
            classes = [x for x in classes if x >= 0]
            labels = [None if x is None or x < 0 else x for x in labels]  # a negative number means no label
    classes = list(classes)
    if len({str(c) for c in classes}) < len(classes) or "" in map(str, classes):
        raise UsageError(f"classes={classes}: names must be non-empty and differ as strings")
    number = {c: i for i, c in enumerate(classes)}
    for node, x in zip(names, labels):
        if x is not None and x not in number:
            raise UsageError(f"the node {node!r} has the class {x!r}, which is not in classes=: add it there")
    return np.array([-1 if x is None else number[x] for x in labels], np.int32), classes
