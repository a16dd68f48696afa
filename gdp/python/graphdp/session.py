"""Sessions: one private graph, its budget, and the runs that spend it."""

from __future__ import annotations

import html
import json
import math
import operator
import os
import re
import secrets
import shutil
import tempfile
import weakref
from typing import NamedTuple

from . import graphs, release
from .command import BudgetError, GraphdpError, UsageError, call, listed, nearest, suggests
from .methods import METHODS, Method, Methods, Statistic

RELATIONS = ("edge", "node", "node-unbounded", "graph", "graph-unbounded")


@suggests
def protect(
    graph, relation: str = "edge", *, epsilon: float, delta: float = 0.0, nodes=None, features=None, labels=None, classes=None,
    columns=None, seed: int | None = None, journal: str | os.PathLike | None = None,
) -> Session:
    """Opens a session on a private graph. The budget bounds all its releases together.

    graph     a NetworkX graph, a SciPy sparse matrix, a square NumPy array, a Data of PyTorch Geometric or a
              mapping of its arrays, a DataFrame with the columns source and target, pairs of ids, the path of a
              file that gdp reads, or the name of a data set. Directions, weights, self-loops and repeated edges are dropped;
              s.dropped counts them.
    relation  neighbouring graphs: "edge", "node" or "node-unbounded"; for a collection also "graph" or
              "graph-unbounded"
    epsilon   ε of the budget
    delta     δ of the budget
    nodes     the public list of nodes: a list of ids, or a number N for the ids 0 … N-1. A NetworkX graph and a
              DataFrame need it. The shape of a matrix declares its nodes, and so do x, y and a stored num_nodes
              of a Data; nodes= gives their rows other ids. Under node-unbounded it lists all possible nodes.
              "occurring" takes the nodes that occur: no guarantee covers the list, and nothing is proved.
              Ids are finite numbers, strings, or tuples of them. Sessions and releases list them in one order:
              numbers by value, then strings by code points, then tuples item by item.
    features  names of node attributes, a row for each node in the order of nodes= or of the matrix, or a DataFrame
              with the ids as index
    labels    the name of a node attribute, a list in the order of nodes= or of the matrix, or a mapping by id.
              Features and labels are public under the relation "edge"
    classes   all possible classes; required with labels under a node relation
    columns   the two columns of ids in a DataFrame or a file of edges, by names, or in a file by numbers from 1
    seed      makes all releases repeatable; they are then not private releases
    journal   the file that stores the budget, the privacy spent and the releases, as gdp run --journal does. Later
              programs continue with it. It is as private as the graph. Without a journal, the session ends with
              this program, and its spends are not recorded.

    >>> import graphdp as gdp
    >>> s = gdp.protect("karate", epsilon=2, seed=1)  # a data set; without a seed, a private release
    >>> r = s.dgg(epsilon=1)
    >>> r.kind, r.nodes[:3], r.guarantee.proved
    ('graph', [0, 1, 2], 1.0)
    >>> s.left
    Cost(epsilon=1, delta=0)
    >>> s.run("dgg", epsilom=0.5)
    Traceback (most recent call last):
    graphdp.command.UsageError: mode strict of dgg has no setting 'epsilom'; did you mean 'epsilon'? Choose from ClusteringShare, OrderShare, TriangleShare, epsilon, delta, draw, evaluate
    """
    return Session(graph, relation, epsilon, delta, nodes, features, labels, classes, columns, seed, journal)


# The parts of an answer's texts that name nodes, after a prefix.
NAMED = {"core-numbers": re.compile(r"^()(\d+)$"), "densest-part": re.compile(r"^(core number of )(\d+)$")}


class Cost(NamedTuple):
    """An ε and a δ."""

    epsilon: float
    delta: float


class Session(Methods, release.Shown):
    """A private graph and its budget. Methods are run by their names, such as s.privdpr(…), or by s.run."""

    def __init__(self, graph, relation, epsilon, delta, nodes, features, labels, classes, columns, seed, journal):
        if relation not in RELATIONS:
            raise UsageError(f"relation={relation!r}: must be one of {', '.join(RELATIONS)}")
        self.relation, self.budget = relation, Cost(_real("epsilon", epsilon), _real("delta", delta))
        if not (0 < self.budget.epsilon < math.inf and 0 <= self.budget.delta < 1):
            raise UsageError(f"epsilon={epsilon}, delta={delta}: epsilon must be in (0, ∞), delta in [0, 1)")
        self._seed = [] if seed is None else ["--seed", str(_whole("seed", seed))]
        path = None if journal is None else _path(journal)
        listed()  # first check the program and its version
        self._data = graphs.hand_over(graph, relation, nodes, features, labels, classes, columns)
        self._occurring = graphs.nodes_occur(nodes)
        self._temporary = tempfile.mkdtemp(prefix="graphdp-")  # readable by its owner only
        self._end = weakref.finalize(self, shutil.rmtree, self._temporary, ignore_errors=True)
        self._journal = path or os.path.join(self._temporary, "journal")
        self._begun = os.path.exists(self._journal)  # a journal that existed is never treated as empty
        self._clear = {}  # runs of non-private modes, which no journal records
        if self._begun:
            self._check_journal()

    def _check_journal(self):
        """Refuses the journal of another session before any query. The command also compares the data."""
        found = self._account()
        for name, its, ours in (("relation", found["relation"], self.relation), ("budget", tuple(found["budget"].values()), tuple(self.budget)), ("seed", found["seeded"], bool(self._seed))):
            if its != ours:
                raise UsageError(f"{self._journal}: not the journal of this session: its {name} is {its}, the session's {ours}. Use a new file for a new session")

    # Public metadata, and facts for the curator only.

    @property
    def nodes(self) -> list | None:
        """The node ids, or all possible ids, in order; None for a file or a data set."""
        return None if self._data.nodes is None else list(self._data.nodes)

    @property
    def dropped(self) -> dict:
        """Counts of dropped directions, weights, self-loops and repeated edges. They are private, and not a release."""
        return dict(self._data.dropped)

    def _lines(self):
        nodes = f"{len(self._data.nodes)} nodes" if self._data.nodes is not None else self._data.name
        left = f"ε = {self.left.epsilon:.4g} and δ = {self.left.delta:.4g}" if os.path.isdir(self._temporary) else "nothing: it is closed"
        return "session", [("graph", nodes), ("relation", self.relation), ("budget", f"ε = {self.budget.epsilon:g} and δ = {self.budget.delta:g}"), ("left", left)]

    def __repr__(self):
        (_, graph), (_, relation), (_, budget), (_, left) = self._lines()[1]
        return f"session: {graph}, relation {relation}, {budget}, left: {left}"

    def close(self):
        """Removes the temporary files. The end of the program does the same."""
        self._end()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # The budget. The command stores it in the journal and composes the spends.

    def _account(self):
        """Returns the content of the journal, as gdp account --journal prints it."""
        self._check_open()
        if self._begun:
            return call(["account", "--journal", self._journal])[0]
        none = {"epsilon": 0.0, "delta": 0.0}
        found = {"relation": self.relation, "left": self.budget._asdict(), "spent": none, "ledger": [], "claimed": 0.0, "proved": 0.0, "seeded": bool(self._seed)}
        return found | ({"proved": "inf", "proved_reason": "the node set was read off the private data"} if self._occurring else {})

    def _check_open(self):
        if not os.path.isdir(self._temporary):
            raise GraphdpError("the session is closed: open a new one with protect")
        if self._begun and not os.path.exists(self._journal):
            raise GraphdpError(f"{self._journal}: the journal is gone, so the remaining budget is unknown. Restore the file")

    @property
    def left(self) -> Cost:
        """The remaining budget."""
        return Cost(**self._account()["left"])

    @property
    def spent(self) -> Cost:
        """The composed cost of all runs and questions so far."""
        return Cost(**self._account()["spent"])

    @property
    def spends(self) -> list[dict]:
        """Every noisy release and its cost: a list of dicts."""
        found = self._account()
        rows: list[dict] = []
        inside: dict[str, list[dict]] = {}
        labels = sorted((x["label"] for x in found["ledger"]), key=len, reverse=True)
        for x in found.get("parts", []):
            of = next(label for label in labels if x["label"].startswith(label + "/"))
            inside.setdefault(of, []).append(_entry(x) | {"label": x["label"][len(of) + 1:]})
        for x in found["ledger"]:
            params = x["counted"]["params"]
            call = {"call": x["label"], "may_spend": params.get("Epsilon"), "delta": params.get("Delta")}
            rows += [call | entry for entry in inside.get(x["label"], [_entry(x)])]
        for what in self._clear:
            rows.append({"call": what, "may_spend": None, "delta": None} | _entry({"label": "in the clear"}))
        return rows

    @property
    def ledger(self):
        """Every noisy release and its cost: a DataFrame, or without pandas a list of dicts."""
        return frame(self.spends, ["call", "may_spend", "delta", *_entry({})])

    @property
    def guarantee(self) -> release.Guarantee:
        """The guarantee of all releases of the session together."""
        found = self._account()
        if self._clear:
            reason = f"{', '.join(self._clear)} read the data without noise"
            found |= {"claimed": "inf", "proved": "inf", "proved_reason": "; ".join(filter(None, (found.get("proved_reason"), reason)))}
        return release.Guarantee(found | {"delta": found["spent"]["delta"]})

    # Runs and questions.

    def _paid(self, command, epsilon, delta, draw, read):
        """Runs a command that pays from the journal. If it fails after the payment, the same call does not pay again."""
        self._check_open()
        source, data = self._data.source()
        flags = ["--relation", self.relation, "--journal", self._journal, "--budget", ",".join(map(repr, self.budget)), *self._seed]
        for name, value in (("epsilon", epsilon), ("delta", delta), ("draw", None if draw == 1 else draw)):
            if value is not None:
                if value > getattr(self.budget, name, math.inf):
                    raise BudgetError(f"{name}={value:g} is over the budget: ε = {self.budget.epsilon:g}, δ = {self.budget.delta:g}")
                flags += ["--" + name, repr(value)]
        try:
            return read(*call([*command, *source, *flags], data))
        finally:
            self._begun = self._begun or os.path.exists(self._journal)

    def run(
        self, method: Method | str, mode: str | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, evaluate: bool | None = None, **settings: bool | float | str | None,
    ) -> release.Result:
        """Runs a method and returns a Result.

        mode      mode of the method (default: strict)
        epsilon   ε that this run may spend (default: all that is left)
        delta     δ that this run may spend (default: in proportion to epsilon)
        draw      number of the release: the same call returns the same release at no cost; draw=2 pays for
                  another one
        evaluate  test a classifier on true labels, which no ε covers
        settings  settings of the mode, as gdp methods METHOD lists them; "_" replaces a dot
        """
        epsilon, delta, draw = _maybe(_real, "epsilon", epsilon), _maybe(_real, "delta", delta), _whole("draw", draw)
        releases, known = _mode(method, mode)
        mode, sets = str(mode) if mode else known.get("name"), _sets(method, known, settings, ["epsilon", "delta", "draw", "evaluate"])
        self._check_open()
        out = os.path.join(self._temporary, "release-" + secrets.token_hex(4) + release.EXTENSION[releases])
        command = ["run", str(method), *(["--mode", mode] if mode else []), "--out", out, *sets]
        if not (evaluate is None or isinstance(evaluate, bool)):
            raise UsageError(f"evaluate={evaluate!r}: must be True or False")
        if evaluate is not None:
            command.append(f"--evaluate={'true' if evaluate else 'false'}")

        def read(document, notes):
            with open(out, "rb") as file:
                content = file.read()
            os.remove(out)
            entries = [_entry(x) for x in [*document["ledger"], *document.get("parts", [])]]
            e = self.budget.epsilon if epsilon is None else epsilon
            asked = {"relation": self.relation, "epsilon": e, "delta": self.budget.delta * e / self.budget.epsilon if delta is None else delta}
            asked |= {"method": str(method), "mode": mode, "seed": int(self._seed[1]) if self._seed else None}
            asked |= {name: value for name, value in settings.items() if value is not None}
            return release.Result(document, content, self._data.nodes, self._data.classes, frame(entries, list(_entry({}))), notes, asked)

        if not known.get("plain"):
            return self._paid(command, epsilon, delta, draw, read)
        if epsilon is not None or delta is not None:
            raise UsageError(f"mode {mode} of {method} is not private and has no budget: leave out epsilon= and delta=")
        source, data = self._data.source()
        result = read(*call([*command, *source, *self._seed], data))
        self._clear[" ".join(["run", str(method), str(mode), *sets[1::2]])] = True
        return result

    @suggests
    def ask(
        self, *statistics: Statistic | str | list[str], epsilon: float | None = None, level: float = 0.95,
        weights: list[float] | None = None, draw: int = 1,
    ) -> Answer | list[Answer]:
        """Releases one statistic and returns an Answer, or several and returns a list of Answers.

        epsilon  ε of all statistics together (default: all that is left)
        level    confidence level of each interval
        weights  relative shares of epsilon, one per statistic (default: equal)
        draw     number of the release: the same call returns the same answers at no cost; draw=2 pays for
                 new ones
        """
        if len(statistics) == 1 and isinstance(statistics[0], (list, tuple)):
            statistics = tuple(statistics[0])
        if not statistics:
            raise UsageError("no statistic given: gdp.statistics() lists the names")
        epsilon, draw, level = _maybe(_real, "epsilon", epsilon), _whole("draw", draw), _real("level", level)
        command = ["ask", ",".join(map(str, statistics)), "--level", repr(level)]
        if weights is not None:
            command += ["--weights", ",".join(repr(_real("weights", w)) for w in weights)]

        def read(document, _):
            answers = [Answer(x, self._data.nodes, release.Guarantee(document)) for x in document["answers"]]
            return answers if len(answers) > 1 else answers[0]

        return self._paid(command, epsilon, None, draw, read)

    def plan(
        self, method: Method | str, mode: str | None = None, *, epsilon: float | None = None, delta: float | None = None,
        **settings: bool | float | str | None,
    ) -> Plan:
        """Shows the queries and the expected utility of a run, on surrogate graphs generated from the
        public metadata. It spends nothing. Returns the document of gdp run --plan."""
        left = self.left
        e = left.epsilon if epsilon is None else _real("epsilon", epsilon)
        d = self.budget.delta * e / self.budget.epsilon if delta is None else _real("delta", delta)
        source, data = self._data.source()
        command = ["run", str(method), *(["--mode", str(mode)] if mode else []), *source, "--plan", "--relation", self.relation, "--epsilon", repr(e), "--delta", repr(d)]
        return Plan(call(command + _sets(method, _mode(method, mode)[1], settings, ["epsilon", "delta"]), data)[0])


for name in METHODS:
    setattr(Session, name, suggests(getattr(Methods, name)))


class Answer(release.Shown):
    """An answer: its value, and a confidence interval from low to high at the given level."""

    def __init__(self, document, nodes, guarantee):
        self.statistic, self.level, self.epsilon = document["statistic"], document["level"], document["epsilon"]
        self.mechanism, self.why, self.facts = document["mechanism"], document["why"], document.get("facts", [])
        self.guarantee = guarantee  # of all questions of the same call
        self.values = document["values"]
        named = NAMED.get(self.statistic)
        if nodes is not None and named:  # the command knows nodes by their numbers
            for x in self.values:
                x["of"] = named.sub(lambda m: m[1] + str(nodes[int(m[2])]), x["of"])
        self.value, self.low, self.high = (self.values[0][name] for name in ("value", "low", "high"))

    def __float__(self):
        return float(self.value)

    def _lines(self):
        rows = [(x.get("of") or self.statistic, f"{x['value']:.6g}, in {x['low']:.6g} … {x['high']:.6g}") for x in self.values[:20]]
        if len(self.values) > 20:
            rows.append(("…", f"{len(self.values)} values"))
        return f"confidence level {self.level:g}; {self.mechanism}; ε = {self.epsilon:.4g}", rows

    def __repr__(self):
        heading, rows = self._lines()
        return "\n".join([*(f"{name} {text}" if name == "…" else f"{name}: {text}" for name, text in rows), heading])


class Rows(list):
    """A list of dicts that shows itself as a table."""

    def _cells(self):
        columns = list(dict.fromkeys(name for row in self for name in row))
        return columns, [["" if row.get(name) is None else f"{row[name]:.6g}" if isinstance(row[name], float) else str(row[name]) for name in columns] for row in self]

    def __repr__(self):
        columns, cells = self._cells()
        widths = [min(36, max(map(len, column))) for column in zip(columns, *cells)]
        return "\n".join("  ".join(x[:w - 1] + "…" if len(x) > w else x.ljust(w) for x, w in zip(row, widths)).rstrip() for row in [columns, *cells])

    def _repr_html_(self):
        columns, cells = self._cells()
        return "<table>" + "".join("<tr>" + "".join(f"<td>{html.escape(x)}</td>" for x in row) + "</tr>" for row in [columns, *cells]) + "</table>"


def frame(rows, columns=None):
    """A DataFrame, or without pandas a list of dicts."""
    try:
        import pandas
    except ImportError:
        return Rows(rows)
    return pandas.DataFrame(rows, columns=columns)


class Plan(release.Shown, dict):
    """The document of gdp run --plan: the queries of a run, and its expected utility on surrogate graphs."""

    def _lines(self):
        return f"plan of {self['method']}, {self['mode']}: ε = {self['epsilon']:g}, δ = {self['delta']:g}; expected values of the mode and of its null control", [
            (f"degree {made['mean_degree']:g}", ", ".join(f"{x['value']} {float(x['mode']):.3g} ({float(x['null']):.3g})" for x in made.get("expected") or []))
            for made in self["made"]
        ]


def _entry(x):
    """Converts an entry of the command's ledger to a row of spends."""
    basis = None
    for kind in ("proof", "claim"):
        if x.get(kind):
            basis = f"{kind}: " + ", ".join(str(v) for v in x[kind].values() if v)
    counted = x.get("counted") or {}
    return {
        "label": x.get("label"), "mechanism": x.get("mechanism"), "query": x.get("query"), "bound": x.get("bound"), "basis": basis,
        "counted": f"{counted.get('kind')} {json.dumps(counted.get('params'))}" if counted else None, "total": release.number(x.get("total")),
    }


def _path(journal):
    """The file of a journal."""
    path = os.fspath(journal)
    if not path:
        raise UsageError("journal='': must be the name of a file")
    if os.path.exists(os.path.join(path, "session.json")):
        raise UsageError(f"journal={path!r} is a folder of an earlier version of this package, which this version cannot read. Name a new file. The spends in the folder still count for the same people")
    if os.path.isdir(path):
        raise UsageError(f"journal={path!r} is a folder: must be the name of a file")
    if not os.path.isdir(os.path.dirname(path) or "."):
        raise UsageError(f"journal={path!r}: there is no folder {os.path.dirname(path)}")
    return os.path.abspath(path)


def _real(name, value):
    try:
        x = math.nan if isinstance(value, (bool, str, bytes)) else float(value)
    except (TypeError, ValueError):
        x = math.nan
    if math.isnan(x):
        raise UsageError(f"{name}={value!r}: must be a number")
    return x


def _whole(name, value):
    try:
        return operator.index(value)
    except TypeError:
        raise UsageError(f"{name}={value!r}: must be a whole number") from None


def _maybe(read, name, value):
    return None if value is None else read(name, value)


def _mode(method, mode):
    """Returns what a method releases, and the listed mode, by default the strict one. The command refuses unknown ones."""
    known: dict = {m["name"]: m for m in listed()}.get(str(method), {"releases": "graph", "modes": []})
    return known["releases"], next((m for m in known["modes"] if (m["name"] == mode if mode else m["role"] == "strict")), {})


def _sets(method, mode, settings, others):
    """Checks settings and converts them to flags. None keeps the mode's value."""
    ranges, flags = {name.lower(): text for name, text in mode.get("range", {}).items()}, []
    for name, value in sorted(settings.items()):
        if value is None:
            continue
        full = name.replace("_", ".")
        if mode and full.lower() not in ranges:
            raise UsageError(f"mode {mode['name']} of {method} has no setting {name!r}{nearest(name, [*(x.replace('.', '_') for x in mode['range']), *others])}")
        if isinstance(value, str) and ranges.get(full.lower()) != "a string" and re.fullmatch(r"\s*[-+]?[\d.].*", value):
            raise UsageError(f"{name}={value!r}: must be a number, not a string; valid values: {ranges.get(full.lower())}")
        flags += ["--set", f"{full}={_setting(name, value)}"]
    return flags


def _setting(name, value):
    """Writes a value in the syntax of --set."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float, str)) or hasattr(value, "item") and getattr(value, "ndim", 1) == 0:
        return str(value.item() if hasattr(value, "item") else value)
    raise UsageError(f"{name}={value!r}: must be a number, a string, True or False")
