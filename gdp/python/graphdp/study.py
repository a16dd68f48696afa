"""Single releases and questions, lists, advice, plans, audits, comparisons, and studies of many runs."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import tempfile

import numpy as np

from . import graphs
from .command import GraphdpError, UsageError, call, in_python, listed, suggests, warn
from .methods import STATISTICS, Method, Statistic
from .release import Result, Shown, number
from .session import Answer, Plan, _maybe, _mode, _real, _setting, _sets, _whole, frame, protect


def run(
    method: Method | str, graph, mode: str | None = None, *, relation: str = "edge", epsilon: float | None = None, delta: float = 0.0,
    nodes=None, features=None, labels=None, classes=None, columns=None, seed: int | None = None, evaluate: bool | None = None, **settings: bool | float | str | None,
) -> Result:
    """Runs a method once, and returns a Result. The arguments are those of protect and Session.run.

    Each call has a budget of its own. For several releases within one budget, use protect.

    >>> import graphdp as gdp
    >>> gdp.run("tmf", "karate", epsilon=1, seed=1).guarantee.proved
    1.0
    """
    budget = 1.0 if epsilon is None and _mode(method, mode)[1].get("plain") else epsilon  # a non-private mode spends none
    with protect(graph, relation, epsilon=budget, delta=delta, nodes=nodes, features=features, labels=labels, classes=classes, columns=columns, seed=seed) as s:  # type: ignore[arg-type]
        return s.run(method, mode, evaluate=evaluate, **settings)


@suggests
def ask(
    statistics: Statistic | str | list[str], graph, *, relation: str = "edge", epsilon: float, nodes=None, features=None, labels=None, classes=None, columns=None,
    level: float = 0.95, weights: list[float] | None = None, seed: int | None = None,
) -> Answer | list[Answer]:
    """Releases one statistic or a list of them. The arguments are those of protect and Session.ask.

    Each call has a budget of its own. For several questions within one budget, use protect.

    >>> import graphdp as gdp
    >>> answer = gdp.ask("edges", "karate", epsilon=1, seed=1)
    >>> answer.low <= answer.value <= answer.high
    True
    """
    with protect(graph, relation, epsilon=epsilon, nodes=nodes, features=features, labels=labels, classes=classes, columns=columns, seed=seed) as s:
        return s.ask(statistics, level=level, weights=weights)


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


def statistics() -> list[str]:
    """Returns the names of the statistics that Session.ask accepts."""
    return list(STATISTICS)


@suggests
def advise(
    task: str, relation: str = "edge", *, epsilon: float, graph=None, nodes=None, features: bool = False, labels: bool = False,
    mean_degree: float | None = None, claimed: bool = False,
) -> Advice:
    """Compares modes on stored runs, for a task, a relation and an ε, and returns an Advice.

    It uses the number of nodes, and whether they have features and labels. It reads no edge and spends
    nothing. graph= and nodes= are as in protect; without a graph, nodes= is a number. features=True and labels=True
    declare that nodes have them. mean_degree= is public, and lets similar graphs weigh more. claimed=True includes modes without a proved ε.
    """
    given = nodes if nodes is None or isinstance(nodes, (int, np.integer)) else "nodes"
    command = ["advise", "--task", str(task), "--relation", relation, "--epsilon", repr(_real("epsilon", epsilon))]
    if graph is not None:
        if relation == "node-unbounded" and nodes is None and not isinstance(graph, (str, os.PathLike)):
            raise UsageError("node-unbounded needs nodes=, a list of all possible nodes: the number of nodes in the graph is private")
        handed, nodes = graphs.hand_over(graph, "edge", nodes), None
        if handed.name is not None:
            command += ["--graph", handed.name, *handed.args]
        else:
            nodes, features, labels = len(handed.nodes), features or any(name.startswith("attr_") for name in handed.arrays), labels or "labels" in handed.arrays
    elif nodes is not None:
        nodes = len(graphs.declared_ids(nodes) or [])
    if nodes is not None:
        command += ["--nodes", str(nodes)]
    if mean_degree is not None:
        command += ["--mean-degree", repr(_real("mean_degree", mean_degree))]
    command += [flag for flag, on in (("--has=features", features), ("--has=labels", labels), ("--claimed", claimed)) if on]
    return Advice(call(command)[0], given)


class Advice(Shown):
    """The recommended mode with its call, and a table of all compared modes: for each protocol, the best first."""

    def __init__(self, document, nodes=None):
        self.document, self._nodes, found = document, nodes, document.get("verdict") or {}
        self.method, self.mode = found.get("method"), found.get("mode")
        self.call, self.caution, self.note = self._call(found.get("command")), found.get("caution"), in_python(document.get("note") or "")

    def _lines(self):
        d, v = self.document, self.document.get("verdict") or {}
        best = f"{self.method} {self.mode}" if self.method else "no mode is recommended"
        best += f": best in {v['best']} of {v['compared']} comparisons" if v.get("compared") else ""
        heading = f"advice for {d['task'].lower()}, relation {d['relation']}, ε ≤ {d['epsilon']:g}"
        return heading, [(name, text) for name, text in (("verdict", best), ("call", self.call), ("caution", self.caution), ("note", self.note)) if text]

    @property
    def table(self):
        """A row for each mode and protocol. Each has the call that runs the mode, and how often its null control was better."""
        rows = [{name: (section | mode).get(name) for name in ADVISED} | {"call": self._call(mode["command"])} for section in self.document["sections"] for mode in section["modes"]]
        return frame(rows, [*ADVISED, "call"])

    def _call(self, command):
        """Converts a command line of gdp run or gdp ask to a call of this package."""
        words = shlex.split(command or "")
        if words[:2] not in (["gdp", "run"], ["gdp", "ask"]):
            return None
        graph, what, named = "graph", [repr(words[2])], {}
        for flag, value in zip(words[3::2], words[4::2]):
            if flag == "--set":
                name, value = value.split("=", 1)
                flag = name.replace(".", "_")
            if flag == "--graph":
                graph = "graph" if value == "FILE" else repr(value)
            elif flag == "--nodes":
                named |= {} if self._nodes is None else {"nodes": self._nodes}
            elif flag not in ("--out", "--journal"):
                named[flag.removeprefix("--")] = value if re.fullmatch(r"[-+]?[\d.]+(e[-+]?\d+)?", value) else repr(value)
        return f"graphdp.{words[1]}({', '.join([*what, graph, *(f'{name}={value}' for name, value in named.items())])})"


ADVISED = [
    "protocol", "split", "method", "mode", "settings", "proved", "graphs", "seeds", "epsilons", "compared", "best", "clearly_best",
    "null", "with_null", "above_null", "clearly_above_null", "below_null", "clearly_below_null", "old",
]


def plan(
    method: Method | str, graph, mode: str | None = None, *, relation: str = "edge", epsilon: float, delta: float = 0.0,
    nodes=None, features=None, labels=None, classes=None, columns=None, **settings: bool | float | str | None,
) -> Plan:
    """Shows the queries and the expected utility of a run, on surrogate graphs generated from the public metadata.

    It reads no edge and spends nothing.
    """
    with protect(graph, relation, epsilon=epsilon, delta=delta, nodes=nodes, features=features, labels=labels, classes=classes, columns=columns) as s:
        return s.plan(method, mode, **settings)


class Audit(Shown):
    """An audit: the lower bound audited on ε, at a confidence, and whether it breaks the claimed or the proved ε."""

    def __init__(self, document: dict):
        d = document
        self.method, self.mode, self.relation, self.delta = d["method"], d["mode"], d["relation"], d["delta"]
        self.claimed, self.proved, self.audited = number(d.get("claimed")), number(d.get("proved")), float(d["audited"])
        self.confidence, self.trials, self.document = d["confidence"], d["trials"], d
        self.reason, self.caution, self.broken = d.get("proved_reason"), d.get("caution"), d.get("broken", [])

    def _lines(self):
        return f"audit of {self.method}, {self.mode}", [(name, text) for name, text in (
            ("relation", self.relation), ("claimed ε", None if self.claimed is None else f"{self.claimed:.4g}"),
            ("proved ε", None if self.proved is None else f"{self.proved:.4g}"), ("audited ε", f"≥ {self.audited:.3g} at confidence {self.confidence:g}, {self.trials} runs"),
            ("at δ", f"{self.delta:g}"), ("attack", self.document.get("attack")), ("graphs", self.document.get("worlds")),
            ("not proved", self.reason), ("caution", self.caution), ("checks", "; ".join(self.document.get("checks", []))), ("broken", " and ".join(f"{name} ε" for name in self.broken)),
        ) if text]


def audit(
    method, mode: str | None = None, *, epsilon: float, delta: float = 0.0, relation: str | None = None, confidence: float = 0.95, trials: int | None = None, workers: int = 1,
    resume: str | None = None, minutes: float | None = None, releases: str | None = None, arrays: bool | None = None, **settings: bool | float | str | None,
) -> Audit:
    """Runs a method many times on two neighbouring graphs, and measures a lower bound on its ε.

    method      a method, the path of a file that describes a program, or a function of a graph
    relation    neighbouring graphs (default: the mode's relation)
    trials      number of runs, half on each graph (default: set by the attack)
    workers     parallel runs; 0 means one per core
    resume      file that stores the runs; the same call continues with them

    A function gets a NetworkX graph, and by name those that it has of epsilon, delta, seed and rng, a NumPy generator.
    releases    what it returns: "graph", "embedding", "class scores" or "numbers"; see also program
    arrays      it gets a dict of nodes, edges, features and labels instead
    minutes     time for the audit of a program or function, which sets the number of runs

    >>> import graphdp as gdp
    >>> gdp.audit("dgg", epsilon=1, trials=40).broken
    []
    >>> gdp.audit(lambda graph: len(graph["edges"]), epsilon=1, releases="numbers", arrays=True, trials=60).broken
    ['claimed']
    """
    others = ["epsilon", "delta", "relation", "confidence", "trials", "workers", "resume", "minutes"]
    command = ["--epsilon", repr(_real("epsilon", epsilon)), "--delta", repr(_real("delta", delta)), "--confidence", repr(_real("confidence", confidence))]
    for name, value in (("mode", mode), ("trials", _maybe(_whole, "trials", trials)), ("workers", _whole("workers", workers)), ("resume", resume), ("minutes", _maybe(_real, "minutes", minutes))):
        command += [] if value is None else ["--" + name, str(value)]
    if callable(method):
        from .outside import audit_function

        return audit_function(method, command, releases=releases, relation=relation, arrays=arrays)
    if releases is not None or arrays is not None:
        raise UsageError("releases= and arrays= are for functions: leave them out")
    command += [] if relation is None else ["--relation", relation]
    return audited(["audit", str(method), *command, *_sets(method, _mode(method, mode)[1], settings, others)])


def audited(command):
    """Runs gdp audit, and returns what it found, also where a claim or a proof is broken."""
    try:
        return Audit(call(command)[0])
    except GraphdpError as error:
        if error.document is None:
            raise
        return Audit(error.document)


@suggests
def compare(original, released, *, nodes=None, only=None, without=None, seed: int = 1):
    """Compares the statistics of two graphs, and returns a row for each. It reads both without noise.

    A graph is of any type that protect takes, or a Result with a graph. Nodes are matched by their ids. nodes= is as in
    protect; by default they are those that occur. only= and without= select statistics.

    >>> import graphdp as gdp
    >>> len(gdp.compare("karate", gdp.run("dgg", "karate", epsilon=1, seed=1), only=["edges", "triangles"]))
    2
    """
    with tempfile.TemporaryDirectory(prefix="graphdp-") as folder:
        paths = [_compared(os.path.join(folder, f"{i}.npz"), graph, nodes) for i, graph in enumerate((original, released))]
        command = ["compare", *paths, "--seed", str(_whole("seed", seed))]
        for flag, names in (("--only", only), ("--without", without)):
            command += [] if names is None else [flag, names if isinstance(names, str) else ",".join(names)]
        found = call(command)[0]
    return frame([{"statistic": name, **(x if isinstance(x, dict) else {"value": x})} for name, x in found.items()])


def _compared(path, graph, nodes):
    """Returns the path of a graph for gdp compare, which matches nodes by the ids in it."""
    if isinstance(graph, Result):
        arrays, names = graph.arrays, graph.nodes
    else:
        known = nodes if nodes is not None or not (hasattr(graph, "adj") or hasattr(graph, "columns")) else graphs.OCCURRING
        handed = graphs.hand_over(graph, "edge", known)
        if handed.name is not None:
            return handed.name
        arrays, names = handed.arrays, handed.nodes
    np.savez(path, **arrays | {"node_names": np.array(names if all(type(x) is int for x in names) else list(map(str, names)))})
    return path


@suggests
def reproduce(method: Method | str, *, table=None, figure=None, size=None, out=None, results=None, workers: int = 1, retry: bool = False, dry_run: bool = False):
    """Lists the tables and figures of a method's paper that can be reproduced, or returns the rows of one.

    size     "kept" shows stored runs, "small" makes a few short runs, "full" makes all (default: "kept", with out= "full")
    out      folder for the table or figure and for new runs; the same call continues an interruption
    results  folders of stored runs (default: the notebooks of this checkout)
    dry_run  list the remaining runs without starting them
    """
    command = ["reproduce", str(method), "--workers", str(_whole("workers", workers))]
    for flag, value in (("table", table), ("figure", figure), ("size", size), ("out", out)):
        command += [] if value is None else ["--" + flag, os.fspath(value) if isinstance(value, os.PathLike) else str(value)]
    for folder in [results] if isinstance(results, (str, os.PathLike)) else results or []:
        command += ["--results", os.fspath(folder)]
    found = call(command + [flag for flag, on in (("--retry", retry), ("--dry-run", dry_run)) if on])[0]["exhibits"]
    if table is None and figure is None:
        return frame(found)
    return frame([row.pop("at", {}) | row for x in found for row in x.get("exhibit", {}).get("numbers", [])])


@suggests
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
        try:
            said = [note for note in call(command)[1] if note.startswith("Skipped: ")]
        except GraphdpError as error:
            found = error.document or {}
            if not found.get("errors"):
                raise
            said = [f"{found['failed']} of {found['trials']} trials failed: {'; '.join(found['errors'])}"]
        for text in said:
            for path, name in names.items():
                text = text.replace(path, name)
            warn(text)
        programs = [x for x in ([methods] if isinstance(methods, str) else methods) if str(x).endswith((".yaml", ".yml"))]
        rows = call(["results", results, *programs])[0] or []
        return frame([row | {"data": names.get(row["data"], row["data"])} for row in rows])


def _kept(path, graph, nodes):
    """Writes a graph to a file that only its owner can read."""
    handed = graphs.hand_over(graph, "edge", nodes)
    if handed.name is not None:
        raise UsageError(f"{handed.name} is the name of a data set or a path: give data= a list of names and paths, or a dict of graphs")
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(handed.source()[1])
    return path
