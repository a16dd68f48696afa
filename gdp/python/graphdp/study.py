"""Lists of methods and statistics, advice, plans, and studies of many runs."""

import contextlib
import os
import tempfile
import warnings

from . import graphs
from .command import UsageError, call, listed
from .methods import STATISTICS
from .session import _setting, frame, protect


def methods():
    """Returns the methods and their modes: a DataFrame, or without pandas a list of dicts."""
    columns = ["method", "mode", "role", "relation", "proved", "releases", "about", "settings", "unproved"]
    return frame([
        {
            "method": m["name"], "mode": mode["name"], "role": mode["role"], "relation": ", ".join([mode["relation"], *mode.get("also", [])]),
            "proved": mode["proved"], "releases": m["releases"], "about": mode["about"], "settings": ", ".join(mode["settings"]), "unproved": mode.get("unproved"),
        }
        for m in listed() for mode in m["modes"]
    ], columns)


def statistics():
    """Returns the names of the statistics that Session.ask accepts."""
    return list(STATISTICS)


def advise(task, relation="edge", *, epsilon, graph=None, nodes=None, features=False, labels=False, claimed=False):
    """Compares modes on stored runs, for a task, a relation and an ε.

    Returns a row for each mode and protocol, the best first. Each row has the command that runs the mode, and how
    often its null control was better.

    The command uses the number of nodes, and whether they have features and labels. It reads no edge and spends
    nothing. graph= and nodes= are as in protect; without a graph, nodes= is a number. features=True and labels=True
    declare that nodes have them. claimed=True includes modes without a proved ε.
    """
    command = ["advise", "--task", task, "--relation", relation, "--epsilon", str(epsilon)]
    if isinstance(graph, (str, os.PathLike)):
        command += ["--graph", os.fspath(graph)]
    elif graph is not None:
        if relation == "node-unbounded" and nodes is None:
            raise UsageError("node-unbounded needs nodes=, a list of all possible nodes: the number of nodes in the graph is private")
        handed = graphs.hand_over(graph, "edge", nodes)
        nodes, features, labels = len(handed.nodes), features or any(name.startswith("attr_") for name in handed.arrays), labels or "labels" in handed.arrays
    elif nodes is not None:
        nodes = len(graphs.declared_ids(nodes) or [])
    if nodes is not None:
        command += ["--nodes", str(nodes)]
    command += [flag for flag, on in (("--has=features", features), ("--has=labels", labels), ("--claimed", claimed)) if on]
    found, _ = call(command)
    if not found["sections"]:
        warnings.warn(found["note"], stacklevel=2)
    columns = [
        "protocol", "split", "method", "mode", "settings", "proved", "graphs", "seeds", "epsilons", "compared", "best", "clearly_best",
        "null", "with_null", "above_null", "clearly_above_null", "below_null", "clearly_below_null", "old", "command",
    ]
    return frame([{name: (section | mode).get(name) for name in columns} for section in found["sections"] for mode in section["modes"]], columns)


def plan(method, graph, mode=None, *, relation="edge", epsilon, delta=0.0, nodes=None, features=None, labels=None, classes=None, **settings):
    """Shows the queries and the expected utility of a run, on surrogate graphs generated from the public metadata.

    It reads no edge and spends nothing. Returns the document of gdp run --plan.
    """
    with protect(graph, relation, epsilon=epsilon, delta=delta, nodes=nodes, features=features, labels=labels, classes=classes) as s:
        return s.plan(method, mode, **settings)


def sweep(methods, data, *, epsilons=None, deltas=None, modes=None, seeds=None, protocols=None, vary=None, folder=None, workers=1, nodes=None):
    """Runs all trials of a study, and returns a row for each measured value.

    data is a list of data sets or paths of files, or a dict of graphs by name. nodes= declares their nodes as in
    protect: one value for all, or a dict by name. vary maps a setting to the values to try. With folder=, results
    and graphs are stored there, and the same call continues an interrupted sweep. Trials are seeded and read the
    true edges and labels, so they are not private releases.
    """
    with contextlib.ExitStack() as stack:
        temporary = stack.enter_context(tempfile.TemporaryDirectory(prefix="graphdp-"))
        results = os.path.join(temporary, "results") if folder is None else os.path.abspath(os.fspath(folder))
        names = {}
        if isinstance(data, dict):
            os.makedirs(os.path.join(results, "graphs"), mode=0o700, exist_ok=True)
            of = nodes if isinstance(nodes, dict) else dict.fromkeys(data, nodes)
            names = {_kept(os.path.join(results, "graphs", f"{name}.npz"), graph, of.get(name)): name for name, graph in data.items()}
            nodes = graphs.OCCURRING if any(map(graphs.nodes_occur, of.values())) else None
            data = list(names)
        command = ["sweep", "--folder", results, "--workers", str(workers)]
        for flag, values in (("methods", methods), ("data", data), ("modes", modes), ("epsilons", epsilons), ("deltas", deltas), ("seeds", seeds), ("protocols", protocols), ("nodes", nodes)):
            if values is None:
                continue
            for value in [values] if isinstance(values, (str, int, float)) else values:
                command += ["--" + flag, str(value)]
        for name, values in (vary or {}).items():
            command += ["--vary", f"{name.replace('_', '.')}=" + ",".join(_setting(name, x) for x in values)]
        call(command)
        rows = call(["results", results])[0] or []
        return frame([row | {"data": names.get(row["data"], row["data"])} for row in rows])


def _kept(path, graph, nodes):
    """Writes a graph to a file that only its owner can read."""
    handed = graphs.hand_over(graph, "edge", nodes)
    if handed.name is not None:
        raise UsageError(f"{handed.name} is the name of a data set or a path: give data= a list of names and paths, or a dict of graphs")
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(handed.source()[1])
    return path
