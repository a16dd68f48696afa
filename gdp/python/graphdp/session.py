"""Sessions: one graph, one budget, and every run that was paid for from it."""

from __future__ import annotations

import contextlib
import fcntl
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
from .command import BudgetError, GraphdpError, UsageError, call, listed
from .methods import Method, Methods, Statistic

RELATIONS = ("edge", "node", "node-unbounded", "graph", "graph-unbounded")


def protect(
    graph, relation: str = "edge", *, epsilon: float, delta: float = 0.0, nodes=None, features=None, labels=None, classes=None,
    journal: str | os.PathLike | None = None,
) -> Session:
    """Opens a session on a private graph. All its releases together keep to the budget.

    graph     a NetworkX graph, a SciPy sparse matrix, a square NumPy array, a Data of PyTorch Geometric or a
              mapping of its arrays, a DataFrame with the columns source and target, the path of a file that gdp
              reads, or the name of a data set. Directions, weights, self-loops and repeated edges are dropped;
              s.dropped counts them.
    relation  what is protected: "edge", "node" or "node-unbounded"; in a collection "graph" or "graph-unbounded"
    nodes     the public list of nodes: a list of ids, or a number N for the ids 0 … N-1. A NetworkX graph and a
              DataFrame need it. The shape of a matrix declares its nodes, and so do x, y and a stored num_nodes
              of a Data; nodes= gives their rows other ids. Under node-unbounded it lists all nodes that there can
              be. "occurring" takes the nodes that occur: no guarantee covers the list, and nothing is proved.
              Ids are finite numbers, strings, or tuples of them. Sessions and releases list them in one order:
              numbers by value, then strings by code points, then tuples item by item.
    features  names of node attributes, a row for each node in the order of nodes= or of the matrix, or a DataFrame
              with the ids as index
    labels    the name of a node attribute, a list in the order of nodes= or of the matrix, or a mapping by id.
              Features and labels are public under the relation "edge"
    classes   all classes that there can be; needed with labels where a node is protected
    journal   a folder that keeps what was spent and released, for later programs; it is as private as the
              graph. Without one, the session ends with this program, and what it spent is forgotten.
    """
    return Session(graph, relation, epsilon, delta, nodes, features, labels, classes, journal)


# Where the texts of an answer name nodes, after a prefix.
NAMED = {"core-numbers": re.compile(r"^()(\d+)$"), "densest-part": re.compile(r"^(core number of )(\d+)$")}


class Cost(NamedTuple):
    """An ε and a δ."""

    epsilon: float
    delta: float


class Session(Methods):
    """A private graph and its budget. Methods are run by their names, such as s.privdpr(…), or by s.run."""

    def __init__(self, graph, relation, epsilon, delta, nodes, features, labels, classes, journal):
        if relation not in RELATIONS:
            raise UsageError(f"relation {relation!r}: want {', '.join(RELATIONS)}")
        self.relation, self.budget = relation, Cost(_real("epsilon", epsilon), _real("delta", delta))
        if not (0 < self.budget.epsilon < math.inf and 0 <= self.budget.delta < 1):
            raise UsageError(f"epsilon={epsilon}, delta={delta}: want ε above 0, and δ of at least 0 and below 1")
        listed()  # first of all: is there a program, and of which version
        self._data = graphs.hand_over(graph, relation, nodes, features, labels, classes)
        self._temporary = tempfile.mkdtemp(prefix="graphdp-")  # for its owner alone
        self._end = weakref.finalize(self, shutil.rmtree, self._temporary, ignore_errors=True)
        self._folder = self._temporary
        if journal is not None:
            if not os.fspath(journal):
                raise UsageError("journal='': want the name of a folder")
            self._folder = os.path.abspath(os.fspath(journal))
            os.makedirs(self._folder, mode=0o700, exist_ok=True)
        self._book = os.path.join(self._folder, "session.json")
        with self._open() as book:
            self._begin(book)

    # What is public, and for the curator alone.

    @property
    def nodes(self):
        """The ids of the nodes, or of those that there can be, in order; None for a file or a data set."""
        return None if self._data.nodes is None else list(self._data.nodes)

    @property
    def dropped(self):
        """What the simple undirected graph leaves out. It is private, and not a release."""
        return dict(self._data.dropped)

    def __repr__(self):
        nodes = f"{len(self._data.nodes)} nodes" if self._data.nodes is not None else self._data.name
        return (
            f"session: {nodes}, relation {self.relation}, ε = {self.budget.epsilon:g} and δ = {self.budget.delta:g}, "
            f"of which {self.left.epsilon:.4g} and {self.left.delta:.4g} are left"
        )

    def close(self):
        """Removes the temporary files; this program does it at its end."""
        self._end()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # The budget: what runs may spend is put down before they begin, and added up.

    def _begin(self, book):
        mine = {"relation": self.relation, "epsilon": self.budget.epsilon, "delta": self.budget.delta}
        if not book:
            book.update(graphdp=1, **mine, salt=secrets.token_hex(16), spends=[])
            book["data"] = self._data.fingerprint(book["salt"])
            return
        for name, value in mine.items():
            if book.get(name) != value:
                raise UsageError(f"{self._folder}: not the journal of this session: its {name} is {book.get(name)}, the session's {value}; use another folder for another session")
        if book["data"] != self._data.fingerprint(book["salt"]):
            raise UsageError(f"{self._folder}: not the journal of this session: it is of other data; use another folder for another session")

    @contextlib.contextmanager
    def _open(self):
        """The book of this session, which no other program has meanwhile, and which is kept on disk."""
        if not os.path.isdir(self._folder):
            raise GraphdpError("the session is closed")
        with self._alone("session"):
            try:
                with open(self._book, encoding="utf-8") as file:
                    book = json.load(file)
                if not isinstance(book, dict) or book.get("graphdp") != 1:
                    raise ValueError("it is none that this version has written")
            except FileNotFoundError:
                book = {}
            except ValueError as error:
                raise GraphdpError(f"{self._book}: no book of a session: {error}") from None
            before = json.dumps(book)
            yield book
            if json.dumps(book) == before:
                return
            new = self._book + ".new"
            with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
                json.dump(book, file, indent=1)
                file.flush()
                os.fsync(file.fileno())
            os.replace(new, self._book)
            folder = os.open(self._folder, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    @contextlib.contextmanager
    def _alone(self, name, wait=True):
        lock = os.open(os.path.join(self._folder, name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            except BlockingIOError:
                raise GraphdpError("the same run is under way in another program or thread") from None
            yield
        finally:
            os.close(lock)

    def _reserve(self, what, epsilon, delta):
        """Puts down what a call may spend, unless that was done before: then it is the same call."""
        with self._open() as book:
            for spend in book["spends"]:
                if spend["call"] == what:
                    return spend
            left = self._left(book)
            e = left.epsilon if epsilon is None else _real("epsilon", epsilon)
            if delta is not None:
                d = _real("delta", delta)
            else:  # the share of δ that ε has
                d = left.delta if epsilon is None else min(left.delta, self.budget.delta * e / self.budget.epsilon)
            if e <= 0 and epsilon is None:
                raise BudgetError(f"nothing is left of the budget ({self.budget.epsilon:g}, {self.budget.delta:g}): give each run its part by epsilon=")
            if not e > 0 or not 0 <= d < 1:
                raise UsageError(f"epsilon={e:g}, delta={d:g}: want ε above 0, and δ of at least 0 and below 1")
            slack = 1e-9  # of what sums of floats round
            if e > left.epsilon + slack * self.budget.epsilon or d > left.delta + slack * self.budget.delta:
                raise BudgetError(
                    f"{_title(what)} is over the budget: it may spend ({e:g}, {d:g}), "
                    f"and ({left.epsilon:g}, {left.delta:g}) is left of ({self.budget.epsilon:g}, {self.budget.delta:g})"
                )
            used = [int(spend["journal"].split(".")[0]) for spend in book["spends"]]
            spend = {"call": what, "epsilon": e, "delta": d, "journal": f"{max(used, default=0) + 1:04d}.journal"}
            book["spends"].append(spend)
            return spend

    def _keep(self, spend, **what):
        """Adds to what is known of a spend; without anything, takes it back."""
        with self._open() as book:
            i = [s["call"] for s in book["spends"]].index(spend["call"])
            if what:
                book["spends"][i].update(what)
            else:
                del book["spends"][i]

    def _left(self, book):
        paid = [spend for spend in book["spends"] if spend["epsilon"] is not None]
        return Cost(*(max(0.0, total - math.fsum(spend[name] for spend in paid)) for name, total in zip(Cost._fields, self.budget)))

    @property
    def left(self):
        """What may still be spent."""
        with self._open() as book:
            return self._left(book)

    @property
    def spent(self):
        """The sum of what runs may spend: what is together claimed never exceeds it."""
        left = self.left
        return Cost(self.budget.epsilon - left.epsilon, self.budget.delta - left.delta)

    @property
    def spends(self):
        """What was spent, and on what: a dict for each draw of noise."""
        with self._open() as book:
            rows = []
            for spend in book["spends"]:
                about = {"call": _title(spend["call"]), "may_spend": spend["epsilon"], "delta": spend["delta"]}
                entries = spend.get("ledger", [{"label": "not finished: the same call continues"}])
                rows += [about | entry for entry in entries]
        return rows

    @property
    def ledger(self):
        """The same as a DataFrame, or without pandas as a list."""
        return frame(self.spends, ["call", "may_spend", "delta", *_entry({})])

    @property
    def guarantee(self):
        """What protects all releases together: the sum of what protects each."""
        with self._open() as book:
            each = [spend.get("guarantee", {"proved": spend["epsilon"], "claimed": spend["epsilon"]}) for spend in book["spends"]]
            deltas = [spend["delta"] or 0.0 for spend in book["spends"]]
        reasons = sorted({x["proved_reason"] for x in each if x.get("proved_reason")})
        cautions = sorted({x["caution"] for x in each if x.get("caution")})
        return release.Guarantee({
            "relation": self.relation, "delta": math.fsum(deltas), "seeded": any(x.get("seeded") for x in each),
            "claimed": sum(float(x["claimed"]) for x in each), "proved": sum(float(x["proved"]) for x in each),
            "proved_reason": "; ".join(reasons), "caution": "; ".join(cautions),
        })

    # Runs and questions.

    def _paid(self, what, epsilon, delta, command, read):
        """Runs a command with a budget of its own, which is put down before, in a journal of its own."""
        spend = self._reserve(what, epsilon, delta)
        journal = os.path.join(self._folder, spend["journal"])
        with self._alone(spend["journal"], wait=False):
            if self._reserve(what, epsilon, delta)["journal"] != spend["journal"]:  # it was taken back meanwhile
                raise GraphdpError("the same run has failed in another program or thread")
            flags = ["--epsilon", repr(spend["epsilon"]), "--journal", journal]
            try:
                document, notes = call([*command, *flags, *([] if what[0] == "ask" else ["--delta", repr(spend["delta"])])], self._data.source()[1])
            except BaseException:
                if not _drew(journal):
                    with contextlib.suppress(FileNotFoundError):
                        os.remove(journal)
                    self._keep(spend)
                raise
            self._keep(spend, ledger=[_entry(x) for x in [*document["ledger"], *document.get("parts", [])]], guarantee={
                name: document[name] for name in ("claimed", "proved", "proved_reason", "caution", "seeded") if name in document
            } | ({} if "claimed" in document else {"claimed": spend["epsilon"]}))
            return read(document, notes)

    def run(
        self, method: Method | str, mode: str | None = None, *, epsilon: float | None = None, delta: float | None = None,
        seed: int | None = None, draw: int = 1, evaluate: bool | None = None, **settings: bool | float | str | None,
    ) -> release.Result:
        """Runs a method, by default in its strict mode, and returns a Result.

        epsilon   its part of the budget; all that is left by default
        delta     its part of δ; by default the same share as of ε
        seed      makes the run repeatable, and not a private release
        draw      the same call gives the same release, for nothing: another draw is another release, and is paid
        evaluate  test a classifier on true labels, which no ε covers
        settings  of the mode, as gdp methods METHOD lists them; _ stands for a dot
        """
        epsilon, delta, seed, draw = _maybe(_real, "epsilon", epsilon), _maybe(_real, "delta", delta), _maybe(_whole, "seed", seed), _whole("draw", draw)
        known = {m["name"]: m for m in listed()}
        releases = known[method]["releases"] if method in known else "statistics"  # the command says that it is unknown
        mode = mode or next((m["name"] for m in known.get(method, {}).get("modes", []) if m["role"] == "strict"), None)
        plain = any(m["name"] == mode and m["plain"] for m in known.get(method, {}).get("modes", []))
        texts = [f"{name.replace('_', '.')}={_setting(name, value)}" for name, value in sorted(settings.items()) if value is not None]
        source, data = self._data.source()
        out = os.path.join(self._temporary, "release-" + secrets.token_hex(4) + release.EXTENSION[releases])
        command = ["run", str(method), *(["--mode", mode] if mode else []), *source, "--out", out]
        for text in texts:
            command += ["--set", text]
        if seed is not None:
            command += ["--seed", str(seed)]
        if evaluate is not None:
            command.append(f"--evaluate={'true' if evaluate else 'false'}")

        def read(document, notes):
            with open(out, "rb") as file:
                content = file.read()
            os.remove(out)
            entries = [_entry(x) for x in [*document["ledger"], *document.get("parts", [])]]
            return release.Result(document, content, self._data.nodes, self._data.classes, frame(entries, list(_entry({}))), notes)

        what = ["run", method, mode, texts, seed, draw, epsilon, delta]
        if plain:
            if epsilon is not None or delta is not None:
                raise UsageError(f"mode {mode} of {method} reads the data in the clear, and keeps no budget: leave out epsilon and delta")
            result = read(*call(command, data))
            self._in_the_clear(what)
            return result
        return self._paid(what, epsilon, delta, [*command, "--relation", self.relation], read)

    def _in_the_clear(self, what):
        with self._open() as book:
            if all(spend["call"] != what for spend in book["spends"]):
                reason = f"{_title(what)} read the data in the clear"
                book["spends"].append({"call": what, "epsilon": None, "delta": None, "journal": "0.none", "ledger": [{"label": "in the clear"}],
                                       "guarantee": {"claimed": "inf", "proved": "inf", "proved_reason": reason}})

    def ask(
        self, *statistics: Statistic | str, epsilon: float | None = None, level: float = 0.95,
        weights: list[float] | None = None, seed: int | None = None, draw: int = 1,
    ) -> Answer | list[Answer]:
        """Asks one question, and returns an Answer; or several, which share epsilon, and returns a list.

        epsilon  what they cost together; all that is left by default
        level    at which each interval holds
        weights  parts of epsilon, one a statistic; equal parts by default
        seed     makes the answers repeatable, and not a private release
        draw     the same call has the same answer, for nothing: another draw is another one, and is paid
        """
        if not statistics:
            raise UsageError("ask what? gdp.statistics() lists the statistics")
        epsilon, seed, draw, level = _maybe(_real, "epsilon", epsilon), _maybe(_whole, "seed", seed), _whole("draw", draw), _real("level", level)
        weights = None if weights is None else [_real("weights", w) for w in weights]
        command = ["ask", ",".join(map(str, statistics)), *self._data.source()[0], "--relation", self.relation, "--level", repr(level)]
        if weights is not None:
            command += ["--weights", ",".join(map(repr, weights))]
        if seed is not None:
            command += ["--seed", str(seed)]

        def read(document, _):
            answers = [Answer(x, self._data.nodes, release.Guarantee(document)) for x in document["answers"]]
            return answers if len(statistics) > 1 else answers[0]

        what = ["ask", list(map(str, statistics)), level, weights, seed, draw, epsilon]
        return self._paid(what, epsilon, 0.0, command, read)

    def plan(
        self, method: Method | str, mode: str | None = None, *, epsilon: float | None = None, delta: float | None = None,
        **settings: bool | float | str | None,
    ) -> dict:
        """What a run would ask and give, on graphs that are made up with all that is public: nothing is
        spent. It returns the document of gdp run --plan."""
        left = self.left
        e = left.epsilon if epsilon is None else _real("epsilon", epsilon)
        d = self.budget.delta * e / self.budget.epsilon if delta is None else _real("delta", delta)
        source, data = self._data.source()
        command = ["run", str(method), *(["--mode", mode] if mode else []), *source, "--plan", "--relation", self.relation, "--epsilon", repr(e), "--delta", repr(d)]
        for name, value in sorted(settings.items()):
            command += ["--set", f"{name.replace('_', '.')}={_setting(name, value)}"]
        return call(command, data)[0]


class Answer:
    """An answer to a question: value, with low and high between which the statistic is."""

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

    def __repr__(self):
        lines = [f"{x.get('of') or self.statistic}: {x['value']:.6g}, in {x['low']:.6g} … {x['high']:.6g}" for x in self.values[:20]]
        if len(self.values) > 20:
            lines.append(f"… {len(self.values)} values")
        return "\n".join([*lines, f"at a level of {self.level:g}, by {self.mechanism}, for ε = {self.epsilon:.4g}"])


def frame(rows, columns=None):
    """A DataFrame, or without pandas a list of dicts."""
    try:
        import pandas
    except ImportError:
        return rows
    return pandas.DataFrame(rows, columns=columns)


def _entry(x):
    """A spend of the command's ledger, in words."""
    basis = None
    for kind in ("proof", "claim"):
        if x.get(kind):
            basis = f"{kind}: " + ", ".join(str(v) for v in x[kind].values() if v)
    counted = x.get("counted") or {}
    return {
        "label": x.get("label"), "mechanism": x.get("mechanism"), "query": x.get("query"), "bound": x.get("bound"), "basis": basis,
        "counted": f"{counted.get('kind')} {json.dumps(counted.get('params'))}" if counted else None, "total": release.number(x.get("total")),
    }


def _drew(journal):
    """Whether anything was spent in a journal: by its head, and if in doubt, yes."""
    try:
        with open(journal, encoding="utf-8") as file:
            head = json.loads(file.readline())
        return head["journal"] != "graphdp" or head["version"] != 1 or head["records"] > 0
    except FileNotFoundError:
        return False
    except (ValueError, KeyError, TypeError, OSError):
        return True


def _title(what):
    """A call in words."""
    if what[0] == "ask":
        return "ask " + ",".join(what[1])
    return " ".join(str(x) for x in (what[1], what[2], *what[3]) if x)


def _real(name, value):
    try:
        x = float(value)
    except (TypeError, ValueError):
        x = math.nan
    if isinstance(value, bool) or math.isnan(x):
        raise UsageError(f"{name}={value!r}: want a number")
    return x


def _whole(name, value):
    try:
        return operator.index(value)
    except TypeError:
        raise UsageError(f"{name}={value!r}: want a whole number") from None


def _maybe(read, name, value):
    return None if value is None else read(name, value)


def _setting(name, value):
    """A value as --set reads it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float, str)) or hasattr(value, "item") and getattr(value, "ndim", 1) == 0:
        return str(value.item() if hasattr(value, "item") else value)
    raise UsageError(f"{name}={value!r}: want a number, a text, True or False")
