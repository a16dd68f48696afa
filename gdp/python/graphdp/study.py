"""What there is to run, plans that spend nothing, and studies of many trials."""

import contextlib
import os
import tempfile
import warnings

from . import graphs
from .command import UsageError, call, listed
from .methods import STATISTICS
from .session import _setting, frame, protect


def methods():
    """The methods and their modes: a DataFrame, or without pandas a list of dicts."""
    columns = ["method", "mode", "role", "relation", "proved", "releases", "about", "settings", "unproved"]
    return frame([
        {
            "method": m["name"], "mode": mode["name"], "role": mode["role"], "relation": ", ".join([mode["relation"], *mode.get("also", [])]),
            "proved": mode["proved"], "releases": m["releases"], "about": mode["about"], "settings": ", ".join(mode["settings"]), "unproved": mode.get("unproved"),
        }
        for m in listed() for mode in m["modes"]
    ], columns)


def statistics():
    """What can be asked."""
    return list(STATISTICS)


def advise(task, relation="edge", *, epsilon, graph=None, nodes=None, features=False, labels=False, claimed=False):
    """Which mode was best in kept trials, for a task, a relation and an ε: a row for each mode and protocol, the best
    of each first, with the command that runs it, and how often its null control was better.

    Of a graph it tells the command the number of its nodes, and whether they have features and labels: no edge, and nothing
    is spent. graph= is a graph that protect takes, a data set's name or the path of a file; without it, nodes= is a number.
    features=True and labels=True say that nodes have them. claimed=True takes modes of which nothing is proved.
    """
    command = ["advise", "--task", task, "--relation", relation, "--epsilon", str(epsilon)]
    if isinstance(graph, (str, os.PathLike)):
        command += ["--graph", os.fspath(graph)]
    elif graph is not None:
        if relation == "node-unbounded" and nodes is None:
            raise ValueError("node-unbounded needs nodes=, all nodes that there can be: how many are there is private")
        handed = graphs.hand_over(graph, "edge", nodes)
        nodes, features, labels = len(handed.nodes), features or "attr_shape" in handed.arrays, labels or "labels" in handed.arrays
    if nodes is not None:
        command += ["--nodes", str(len(nodes) if hasattr(nodes, "__len__") else nodes)]
    command += [flag for flag, on in (("--features", features), ("--labels", labels), ("--claimed", claimed)) if on]
    found, _ = call(command)
    if not found["sections"]:
        warnings.warn(found["note"], stacklevel=2)
    columns = [
        "protocol", "split", "method", "mode", "settings", "proved", "graphs", "seeds", "epsilons", "compared", "best", "clearly_best",
        "null", "with_null", "above_null", "clearly_above_null", "below_null", "clearly_below_null", "old", "command",
    ]
    return frame([{name: (section | mode).get(name) for name in columns} for section in found["sections"] for mode in section["modes"]], columns)


def plan(method, graph, mode=None, *, relation="edge", epsilon, delta=0.0, nodes=None, features=None, labels=None, classes=None, **settings):
    """What a run would ask and give, on graphs that are made up with all that is public of one: nothing
    is spent, and no edge is read. It returns the document of gdp run --plan."""
    with protect(graph, relation, epsilon=epsilon, delta=delta, nodes=nodes, features=features, labels=labels, classes=classes) as s:
        return s.plan(method, mode, **settings)


def sweep(methods, data, *, epsilons=None, deltas=None, modes=None, seeds=None, protocols=None, vary=None, folder=None, workers=1):
    """Makes all trials of a study, and returns a row for each value that was measured.

    data is names of data sets, paths of files, or graphs in a dict by their names. vary has the values of
    each setting that are taken in turn. With a folder, results and graphs are kept there, and an
    interrupted sweep continues with the same call. Trials are seeded and read the truth: they are no releases.
    """
    with contextlib.ExitStack() as stack:
        temporary = stack.enter_context(tempfile.TemporaryDirectory(prefix="graphdp-"))
        results = os.path.join(temporary, "results") if folder is None else os.path.abspath(os.fspath(folder))
        names = {}
        if isinstance(data, dict):
            os.makedirs(os.path.join(results, "graphs"), mode=0o700, exist_ok=True)
            names = {_kept(os.path.join(results, "graphs", f"{name}.npz"), graph): name for name, graph in data.items()}
            data = list(names)
        command = ["sweep", "--folder", results, "--workers", str(workers)]
        for flag, values in (("methods", methods), ("data", data), ("modes", modes), ("epsilons", epsilons), ("deltas", deltas), ("seeds", seeds), ("protocols", protocols)):
            if values is None:
                continue
            for value in [values] if isinstance(values, (str, int, float)) else values:
                command += ["--" + flag, str(value)]
        for name, values in (vary or {}).items():
            command += ["--vary", f"{name.replace('_', '.')}=" + ",".join(_setting(name, x) for x in values)]
        call(command)
        rows = call(["results", results])[0] or []
        return frame([row | {"data": names.get(row["data"], row["data"])} for row in rows])


def _kept(path, graph):
    """A graph in a file for its owner alone."""
    handed = graphs.hand_over(graph, "edge")
    if handed.name is not None:
        raise UsageError(f"{handed.name} is a name or a path: give data= a list of them")
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(handed.source()[1])
    return path
