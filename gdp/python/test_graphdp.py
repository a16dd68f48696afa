"""Tests of the package: python3 -m unittest test_graphdp, with GDP_BINARY for the command.

What a library is needed for is left out where it is not installed.
"""

import contextlib
import doctest
import glob
import importlib.util
import inspect
import io
import itertools
import math
import os
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
import types
import typing
import unittest
import warnings
from unittest import mock

import numpy as np

import graphdp as gdp
from graphdp import command, graphs


def there(name):
    return importlib.util.find_spec(name) is not None


def needs(*names):
    lacking = [name for name in names if not there(name)]
    return unittest.skipIf(lacking, f"not installed: {', '.join(lacking)}")


def ring(n=12):
    """A ring with chords, as an adjacency matrix: NumPy is always there."""
    a = np.zeros((n, n))
    for i in range(n):
        a[i, (i + 1) % n] = a[(i + 1) % n, i] = a[i, (i + 2) % n] = a[(i + 2) % n, i] = 1
    return a


def rows(ledger):
    return ledger.to_dict("records") if hasattr(ledger, "to_dict") else ledger


class Sessions(unittest.TestCase):
    def test_budget_holds_over_calls(self):
        with gdp.protect(ring(), epsilon=1, delta=1e-5) as s:
            self.assertEqual((s.left, s.spent, rows(s.ledger), s.guarantee.proved), (s.budget, gdp.Cost(0, 0), [], 0))
            first = s.run("dgg", epsilon=0.5)
            self.assertEqual((first.guarantee.claimed, first.guarantee.proved, first.guarantee.relation), (0.5, 0.5, "edge"))
            answer = s.ask("triangles", epsilon=0.25)
            self.assertTrue(answer.low <= float(answer) <= answer.high)
            self.assertEqual((s.left, s.spent), (gdp.Cost(0.25, 5e-06), gdp.Cost(0.75, 5e-06)))
            again, same = s.dgg(epsilon=0.5), s.ask("triangles", epsilon=0.25)  # for nothing
            np.testing.assert_array_equal(first.edges, again.edges)
            np.testing.assert_array_equal(first.edges, s.dgg().edges)
            self.assertEqual((answer.value, s.left), (same.value, gdp.Cost(0.25, 5e-06)))
            for more in (
                lambda: s.run("dgg", draw=2, epsilon=0.3), lambda: s.run("dgg", epsilon=0.5, draw=2), lambda: s.ask("edges", epsilon=0.3),
                lambda: s.ask("edges", epsilon=2), lambda: s.run("dgg", draw=2, epsilon=0.1, delta=1e-4),
            ):
                with self.assertRaisesRegex(gdp.BudgetError, "over the budget"):
                    more()
            with self.assertRaisesRegex(gdp.GraphdpError, r"run dgg strict has another budget: it was begun with \(0.5, 5e-06\), not \(0.25, 5e-06\); .*draw=2 "):
                s.dgg(epsilon=0.25)
            s.ask("edges")  # all that is left
            with self.assertRaisesRegex(gdp.BudgetError, "nothing is left"):
                s.run("tmf")
            self.assertEqual([(x["call"], x["may_spend"]) for x in rows(s.ledger)], [("run dgg strict", 0.5)] * 5 + [("ask triangles", 0.25), ("ask edges", 0.25)])
            self.assertEqual((s.guarantee.proved, s.guarantee.claimed, s.guarantee.delta), (1, 1, 5e-06))

    def test_many_calls_keep_to_the_budget(self):
        with gdp.protect(ring(), epsilon=0.3) as s:
            for draw in range(1, 13):
                s.ask("edges", epsilon=0.025, draw=draw)
            for draw in range(13, 20):
                with self.assertRaises(gdp.BudgetError):
                    s.ask("edges", epsilon=1e-6, draw=draw)
            self.assertEqual(s.left.epsilon, 0)
            self.assertLessEqual(s.guarantee.proved, 0.3)

    def test_another_draw_is_paid(self):
        with gdp.protect(ring(), epsilon=1) as s:
            made = {s.ask("triangles", epsilon=0.125, draw=draw).value for draw in range(1, 9)}
            self.assertEqual(s.left.epsilon, 0)
            self.assertGreater(len(made), 1)

    def test_what_was_refused_is_not_paid(self):
        with gdp.protect(ring(), epsilon=1) as s:
            for call, text in (
                (lambda: s.run("dggg"), 'did you mean "dgg"'),
                (lambda: s.run("dgg", "strickt"), 'did you mean "strict"'),
                (lambda: s.run("dgg", TriangleShar=1), "mode strict of dgg has no setting 'TriangleShar'; did you mean 'TriangleShare'? Choose from ClusteringShare, OrderShare, TriangleShare, epsilon,"),
                (lambda: s.run("dgg", epsilom=1), "did you mean 'epsilon'?"),
                (lambda: s.dgg(trianglshare=1), "dgg() has no argument 'trianglshare'; did you mean 'TriangleShare'?"),
                (lambda: s.ask("edges", epsilom=1), "ask() has no argument 'epsilom'; did you mean 'epsilon'?"),
                (lambda: gdp.protect(ring(), eps=1), "protect() has no argument 'eps'; did you mean 'epsilon'?"),
                (lambda: s.run("dgg", TriangleShare="0.1"), "TriangleShare='0.1': must be a number, not a string; valid values: (0, 0.3]"),
                (lambda: s.privdpr("published", Epochs=1.5), "must be a whole number"),
                (lambda: s.dgg(TriangleShare=True), "must be a number"),
                (lambda: gdp.protect(ring(), epsilon="1"), "epsilon='1': must be a number"),
                (lambda: s.run("dgg", TriangleShare=2), "TriangleShare"),
                (lambda: s.run("dgg", TriangleShare=[1]), "must be a number, a string"),
                (lambda: s.run("features"), "relation=edge: mode strict of features"), (lambda: s.run("vote"), "features"),
                (lambda: s.run("vote", evaluate=True), "evaluate=: the graph "),
                (lambda: s.run("gcn"), "mode=: "), (lambda: s.run("dgg", 1), 'has no mode "1"'), (lambda: s.vote(evaluate="no"), "evaluate='no': must be True or False"),
                (lambda: s.run("dgg", epsilon=-1), "epsilon="),
                (lambda: s.run("dgg", epsilon=math.nan), "must be a number"),
                (lambda: s.run("dgg", epsilon="1"), "epsilon='1': must be a number"),
                (lambda: s.run("dgg", delta=b"1"), "must be a number"),
                (lambda: s.run("dgg", draw=1.5), "draw=1.5: must be a whole number"),
                (lambda: s.run("dgg", draw=0), "draw=0: "),
                (lambda: s.run("dgg", epsilon=1e-9), "out of range"),
                (lambda: s.run("gcn", "nonprivate", epsilon=1), "is not private and has no budget"),
                (lambda: s.ask("trangles"), 'did you mean "triangles"'),
                (lambda: s.ask(), "no statistic given"),
                (lambda: s.ask("edges", level=2), "level=2: "),
                (lambda: s.ask("edges", "triangles", weights=[1]), "weights=1.0: "),
                (lambda: gdp.protect("karate", epsilon=1, nodes=34).dgg(), "is a data set, which needs no options of files"),
            ):
                with self.assertRaises(gdp.GraphdpError) as e:
                    call()
                self.assertIn(text, str(e.exception))
                self.assertNotRegex(str(e.exception), "--|standard input|" + s._temporary)
                self.assertEqual(s.left, gdp.Cost(1, 0), text)
            self.assertEqual(rows(s.ledger), [])

    def test_shown(self):
        with gdp.protect(ring(), epsilon=4, delta=1e-5, seed=1) as s:
            r, answers = s.dgg(epsilon=1), s.ask(["edges", "core-numbers"], epsilon=1)
            plan = s.plan("dgg", epsilon=1)
            for x, text in (
                (s, "left: ε = 2 and δ = 7.5e-06"), (r, "dgg, strict: graph (edges "), (r.guarantee, "proved ε     1"), (s.guarantee, "seeded       repeatable"),
                (answers[0], "edges: "), (answers[1], "confidence level 0.95"), (plan, "plan of dgg, strict: ε = 1, δ = 2.5e-06"), (gdp.session.Rows(s.spends), "run dgg strict"),
            ):
                self.assertIn(text, repr(x))
                self.assertRegex(x._repr_html_(), "^(<p><b>[^<>]+</b></p>)?<table>(<tr>(<t[hd][^<>]*>[^<>]*</t[hd]>)+</tr>)+</table>$")
        self.assertIn("it is closed", repr(s))

    def test_single_calls(self):
        r = gdp.run("dgg", ring(), epsilon=0.5, seed=1)
        self.assertEqual((r.guarantee.proved, len(r.nodes), gdp.run("dgg", ring(), "nonprivate").guarantee.proved), (0.5, 12, math.inf))
        edges, nodes = gdp.ask(["edges", "nodes"], ring(), relation="edge", epsilon=2, weights=[3, 1])
        self.assertTrue(edges.epsilon <= 2 and nodes.value == 12)
        with self.assertRaisesRegex(gdp.UsageError, "epsilon=None: must be a number"):
            gdp.run("dgg", ring())
        with self.assertRaisesRegex(TypeError, "did you mean 'relation'"):
            gdp.ask("edges", ring(), relatio="edge", epsilon=1)
        for original in (ring(), r):
            found = {row["statistic"]: row for row in rows(gdp.compare(original, r, only="edges,triangles"))}
            self.assertEqual(found["edges"]["released"], len(r.edges))
        audit = gdp.audit("dgg", epsilon=1, trials=40, TriangleShare=0.2)
        self.assertTrue(audit.proved == 1 and audit.audited <= 1 and audit.broken == [])
        self.assertIn("audited ε    ≥ ", repr(audit))
        with self.assertRaisesRegex(gdp.UsageError, "did you mean 'trials'"):
            gdp.audit("dgg", epsilon=1, trails=40)
        self.assertIn("Table 2", [x["name"] for x in rows(gdp.reproduce("privdpr"))])
        self.assertIn("mode", rows(gdp.reproduce("privdpr", table=2))[0])

    @needs("networkx")
    def test_compared_by_ids(self):
        import networkx as nx

        g, h = nx.path_graph(list("abcd")), nx.relabel_nodes(nx.path_graph(4), dict(enumerate("dcba")))
        found = {row["statistic"]: row for row in rows(gdp.compare(g, h))}
        self.assertTrue(all(row["error"] == 0 for row in found.values() if row.get("error") == row.get("error") and row.get("error") is not None), found)

    def test_private_data_are_not_left(self):
        with mock.patch.dict(os.environ, TMPDIR=tempfile.mkdtemp()):
            tempfile.tempdir = None
            s = gdp.protect(ring(), epsilon=1)
            self.assertEqual(stat.S_IMODE(os.stat(s._temporary).st_mode), 0o700)
            s.run("dgg", epsilon=0.5)
            s.close()
            self.assertEqual(os.listdir(os.environ["TMPDIR"]), [])
            for call in (lambda: s.run("dgg"), lambda: s.ask("edges"), lambda: s.left, lambda: s.guarantee):
                with self.assertRaisesRegex(gdp.GraphdpError, "closed"):
                    call()
            del s
            gdp.protect(ring(), epsilon=1)  # nobody keeps it
            self.assertEqual(os.listdir(os.environ["TMPDIR"]), [])
        tempfile.tempdir = None

    def test_in_the_clear(self):
        with gdp.protect(ring(), epsilon=1) as s:
            r = s.run("pairs", "null", epsilon=0.5)
            self.assertEqual(r.guarantee.proved, 0.5)
            r = s.dgg("nonprivate")
            self.assertEqual((r.guarantee.proved, s.left.epsilon, s.guarantee.proved), (math.inf, 0.5, math.inf))
            self.assertIn("run dgg nonprivate read the data without noise", s.guarantee.reason)
            self.assertEqual(s.spends[-1]["label"], "in the clear")

    def test_not_proved(self):
        with gdp.protect(ring(), epsilon=1, delta=1e-5) as s:
            r = s.dpdk("published-2k", epsilon=0.5)
            self.assertEqual(r.guarantee.proved, math.inf)
            self.assertIn("smooth", r.guarantee.reason)
            self.assertIn("proved ε     inf", repr(r.guarantee))
            s.ask("edges")
            self.assertEqual((s.guarantee.claimed, s.guarantee.proved), (1, math.inf))
            self.assertIn("smooth", s.guarantee.reason)

    def test_seeds(self):
        made = []
        for seed in (1, 1, 2):
            with gdp.protect(ring(40), epsilon=1, seed=np.int64(seed)) as s:
                r = s.dgg(epsilon=np.float32(0.5))
                self.assertTrue(r.guarantee.seeded and s.guarantee.seeded and s.ask("edges").guarantee.seeded)
                made.append(r.edges.tolist())
        self.assertEqual(made[0], made[1])
        self.assertNotEqual(made[0], made[2])
        with self.assertRaisesRegex(gdp.UsageError, "seed=1.5: must be a whole number"):
            gdp.protect(ring(), epsilon=1, seed=1.5)

    def test_kinds(self):
        with gdp.protect(ring(), epsilon=8, delta=1e-4, seed=1) as s:
            e = s.seprivgemb(epsilon=1, Dim=4)
            self.assertEqual((e.embedding.shape, e.embedding.dtype, e.nodes), ((12, 4), np.float32, list(range(12))))
            with self.assertRaisesRegex(gdp.GraphdpError, "releases an embedding, not a graph"):
                e.graph
            several = s.ask("edges", "nodes", epsilon=1)
            self.assertEqual([x.statistic for x in several], ["edges", "nodes"])
            densest = s.ask("densest-part", epsilon=2)
            self.assertRegex(densest.values[-1]["of"], r"^core number of \d+$")
            plan = s.plan("dgg", epsilon=1)
            self.assertEqual((plan["nodes"], len(plan["made"]), s.left.epsilon), (12, 3, 4))
            path = os.path.join(s._temporary, "rows.npz")
            e.save(path)
            np.testing.assert_array_equal(np.load(path)["rows"], e.embedding)
            pairs, z = [(0, 1), (5, 3)], np.load(path)
            weights = z["pair_weight"][[0, 5]] * z["pair_weight"][[1, 3]]
            np.testing.assert_allclose(e.pair_scores(pairs), weights if "pair_rows" not in z else weights * np.maximum((z["pair_rows"][[0, 5]] * z["pair_rows"][[1, 3]]).sum(1), z["pair_least"]))
            with self.assertRaisesRegex(gdp.UsageError, "no node 'x'"):
                e.pair_scores([(0, "x")])

    def test_a_data_set_and_a_file(self):
        with gdp.protect("karate", epsilon=2) as s, tempfile.TemporaryDirectory(prefix="with blanks ") as folder:
            self.assertEqual(s.run("dgg", epsilon=1).nodes, list(range(34)))
            path = os.path.join(folder, "three people.txt")
            with open(path, "w") as file:
                file.write("ann bob\nbob cid\n")
            with self.assertRaisesRegex(gdp.UsageError, "declares no nodes"):
                gdp.protect(path, epsilon=1).run("tmf")
            people = os.path.join(folder, "people")
            with open(people, "w") as file:
                file.write("ann\nbob\ncid\ndan\n")
            for declared in (people, ["dan", "bob", "cid", "ann"]):
                with gdp.protect(path, epsilon=1, nodes=declared) as t:
                    self.assertEqual(sorted(t.run("tmf").nodes), ["ann", "bob", "cid", "dan"])
            with gdp.protect(path, epsilon=1, nodes="occurring") as t:
                self.assertEqual((t.guarantee.proved, t.run("tmf").nodes, t.guarantee.proved), (math.inf, ["ann", "bob", "cid"], math.inf))
            with self.assertRaisesRegex(gdp.GraphdpError, "karat"):
                gdp.protect("karat", epsilon=1).run("tmf")


class Journals(unittest.TestCase):
    """One ledger: the file that the command keeps."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="a folder ")
        self.addCleanup(folder.cleanup)
        self.folder, self.path = folder.name, os.path.join(folder.name, "a journal")

    def session(self, graph=None, **changes):
        return gdp.protect(ring() if graph is None else graph, **({"epsilon": 1, "delta": 1e-5, "journal": self.path} | changes))

    def test_later_programs_continue(self):
        with self.session() as s:
            first = s.run("dgg", epsilon=0.75)
        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode) & 0o077, 0)
        with self.session() as s:
            self.assertEqual((s.left.epsilon, len(rows(s.ledger)), s.guarantee.proved), (0.25, 5, 0.75))
            np.testing.assert_array_equal(s.run("dgg", epsilon=0.75).edges, first.edges)
            with self.assertRaises(gdp.BudgetError):
                s.run("dgg", epsilon=0.5, draw=2)
        found, _ = gdp.call(["account", "--journal", self.path])  # the same ledger on the command line
        self.assertEqual((found["left"]["epsilon"], found["proved"]), (0.25, 0.75))

    def test_journal_of_another_session(self):
        with self.session() as s:
            s.ask("edges", epsilon=0.5)
        for changes, what in ((dict(epsilon=2), "budget"), (dict(delta=1e-6), "budget"), (dict(relation="node"), "relation"), (dict(seed=1), "seed")):
            with self.assertRaisesRegex(gdp.UsageError, f"not the journal of this session: its {what}"):
                self.session(**changes)
        other = ring()
        other[0, 5] = other[5, 0] = 1
        for graph in (other, ring(13)):
            with self.assertRaisesRegex(gdp.UsageError, "not the journal of this session: it was begun with other data"):
                self.session(graph).ask("edges", epsilon=0.25)
        with self.session() as s:
            self.assertEqual(s.left.epsilon, 0.5)

    def test_no_journal(self):
        old = os.path.join(self.folder, "old")
        os.mkdir(old)
        for path, text in (("", "must be the name of a file"), (self.folder, "is a folder"), (os.path.join(self.folder, "none", "j"), "there is no folder")):
            with self.assertRaisesRegex(gdp.UsageError, text):
                self.session(journal=path)
        with open(os.path.join(old, "session.json"), "w") as file:
            file.write('{"graphdp": 1, "spends": []}')
        with self.assertRaisesRegex(gdp.UsageError, "is a folder of an earlier version of this package"):
            self.session(journal=old)
        self.assertEqual(os.listdir(old), ["session.json"])

    def test_damage_is_never_an_empty_ledger(self):
        with self.session() as s:
            s.ask("edges", epsilon=0.5)
        with open(self.path, "rb") as file:
            whole = file.read()
        head = whole.index(b"\n") + 1
        for damaged in (b"", b"{}\n", b"[]", whole[:head], whole[head:], b"x" + whole[1:], whole.replace(b'"records":2', b'"records":0'), whole[:-40], whole.replace(b'"seq":1', b'"seq":7')):
            self.assertNotEqual(damaged, whole)
            with open(self.path, "wb") as file:
                file.write(damaged)
            with self.assertRaises(gdp.GraphdpError, msg=damaged[:80]):
                self.session()
            for call in (lambda: s.ask("edges", epsilon=0.5), lambda: s.left, lambda: s.guarantee):
                with self.assertRaises(gdp.GraphdpError):
                    call()
        os.remove(self.path)
        with self.session() as t, self.session() as u:
            t.ask("edges", epsilon=0.5)
            self.assertEqual(t.left.epsilon, 0.5)
            os.remove(self.path)
            for call in (lambda: t.left, lambda: t.guarantee, lambda: t.ask("triangles"), lambda: t.dgg()):
                with self.assertRaisesRegex(gdp.GraphdpError, "the journal is gone"):
                    call()
            self.assertFalse(os.path.exists(self.path))
            self.assertEqual(u.left.epsilon, 1)

    def test_two_at_once(self):
        with self.session(ring(60)) as s, self.session(ring(60)) as t:
            said = []

            def run(session, call):
                try:
                    said.append(call(session))
                except gdp.GraphdpError as e:
                    said.append(str(e))

            def at_once(*calls):
                said.clear()
                threads = [threading.Thread(target=run, args=call) for call in calls]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()

            at_once(*((session, lambda x: x.ask("triangles", epsilon=0.25).value) for session in (s, t)))
            self.assertEqual((len(said), said[0], s.left.epsilon), (2, said[1], 0.75))
            at_once(*((session, lambda x: len(x.dgg(epsilon=0.25).nodes)) for session in (s, t)))
            self.assertTrue(all(x == 60 or "in progress elsewhere" in x for x in said), said)
            self.assertEqual((len(said), s.left.epsilon), (2, 0.5))
            at_once(*((session, lambda x, draw=draw: x.ask("edges", epsilon=0.2, draw=draw).epsilon) for session in (s, t) for draw in (1, 2, 3)))
            self.assertEqual((len(said), len({x["call"] for x in s.spends}), len(rows(s.ledger)) - len(rows(t.ledger))), (6, 4, 0))
            self.assertAlmostEqual(s.left.epsilon, 0.1)
            self.assertTrue(all(x == 0.2 or "over the budget" in x for x in said), said)

    def test_two_programs_at_once(self):
        program = (
            "import graphdp as gdp, sys\nfrom test_graphdp import ring\n"
            f"s = gdp.protect(ring(), epsilon=1, delta=1e-5, journal={self.path!r})\n"
            "paid = 0\n"
            "for draw in range(1, 8):\n"
            "    try: s.ask('edges', epsilon=0.125, draw=100 * int(sys.argv[1]) + draw); paid += 1\n"
            "    except gdp.BudgetError: pass\n"
            "print(paid)\n"
        )
        programs = [subprocess.Popen([sys.executable, "-B", "-c", program, str(i)], stdout=subprocess.PIPE, text=True) for i in (1, 2)]
        self.assertEqual(sum(int(p.communicate(timeout=120)[0]) for p in programs), 8)
        with self.session() as s:
            self.assertEqual((s.left.epsilon, s.guarantee.proved, len(s.spends)), (0, 1, 8))

    def test_full_disk_is_noticed_before_the_payment(self):
        program = (
            "import graphdp as gdp, resource, sys\nfrom test_graphdp import ring\n"
            f"s = gdp.protect(ring(300), epsilon=1, delta=1e-5, journal={self.path!r})\n"
            "s.ask('edges', epsilon=0.25)\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))\n"
            "try: s.dgg(epsilon=0.5)\n"
            "except gdp.GraphdpError as e: print(type(e).__name__, s.left.epsilon)\n"
        )
        for most in (2000, 6000, 16000):  # the journal and the release are files of several thousand bytes
            with contextlib.suppress(FileNotFoundError):
                os.remove(self.path)
            out = subprocess.run([sys.executable, "-B", "-c", program, str(most)], capture_output=True, text=True, timeout=120)
            self.assertEqual(out.returncode, 0, out.stderr)
            with self.session(ring(300)) as s:
                self.assertEqual((out.stdout.split(), s.left.epsilon), (["GraphdpError", "0.75"], 0.75))
                r = s.dgg(epsilon=0.5)
                self.assertEqual((s.left.epsilon, r.guarantee.proved), (0.25, 0.5))


class Interrupts(unittest.TestCase):
    def test_interrupted_and_continued(self):
        with tempfile.TemporaryDirectory() as folder:
            journal = os.path.join(folder, "journal")
            program = (
                "import numpy as np, graphdp as gdp\n"
                "a = np.zeros((400, 400)); a[np.arange(399), np.arange(1, 400)] = 1; a += a.T\n"
                f"s = gdp.protect(a, epsilon=1, delta=1e-5, journal={journal!r})\n"
                "print('begun', flush=True)\n"
                "r = s.run('privdpr', 'published', Epochs=14)\n"
                "print(s.left.epsilon, len(r.edges))\n"
            )
            p = subprocess.Popen([sys.executable, "-B", "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.assertEqual(p.stdout.readline(), "begun\n")
            until = time.time() + 20
            while not os.path.exists(journal) and time.time() < until:
                time.sleep(0.05)
            time.sleep(1)
            p.send_signal(signal.SIGINT)
            out, err = p.communicate(timeout=60)
            self.assertIn("KeyboardInterrupt", err)
            self.assertEqual(out, "")
            self.assertTrue(glob.glob(journal + ".*.checkpoint"), "the journal keeps what a training continues from")
            paid, _ = gdp.call(["account", "--journal", journal])
            self.assertEqual((paid["left"]["epsilon"], [x["label"] for x in paid["ledger"]]), (0, ["run privdpr published Epochs=14"]))
            out = subprocess.run([sys.executable, "-B", "-c", program], capture_output=True, text=True, timeout=120)
            self.assertEqual(out.stdout.splitlines()[1].split()[0], "0", out.stderr)
            after, _ = gdp.call(["account", "--journal", journal])
            self.assertEqual((after["ledger"], after["parts"][:len(paid["parts"])]), (paid["ledger"], paid["parts"]))


class Programs(unittest.TestCase):
    def test_no_program(self):
        with mock.patch.dict(os.environ, GDP_BINARY="/no/such gdp"), self.assertRaisesRegex(gdp.BinaryNotFound, "no program is there. With Go installed.*\n.*pip install.*\n.*\n.*go build"):
            gdp.methods()
        with mock.patch.dict(os.environ, PATH="/none"):
            os.environ.pop("GDP_BINARY")
            with self.assertRaisesRegex(gdp.BinaryNotFound, "none is on the PATH"):
                gdp.protect(ring(), epsilon=1)

    def test_another_version(self):
        sums = command.METHODS | {"dgg": ("graph", "00000000"), "gone": ("graph", "11111111")}
        with mock.patch.dict(command.METHODS, sums):
            command._listed.cache_clear()
            with self.assertRaisesRegex(gdp.VersionError, r"is of another version .*dgg [0-9a-f]{8}\).*graphdp 0.1.0 \(dgg 00000000\); 2 methods differ: dgg, gone"):
                gdp.methods()
        command._listed.cache_clear()

    def test_warnings(self):
        with self.assertWarnsRegex(UserWarning, "^it says nothing; compare with plan or mode=null$"):
            command._document(0, b"{}", "warning: it says nothing; compare with --plan or --mode null\n")

    def test_methods(self):
        listed = rows(gdp.methods())
        self.assertEqual({x["method"] for x in listed}, set(command.METHODS))
        self.assertIn("triangles", gdp.statistics())
        self.assertIn("TriangleShare: [0, 1)", gdp.Session.privdpr.__doc__)

    def test_without_pandas(self):
        with mock.patch.dict(sys.modules, pandas=None):
            self.assertIsInstance(gdp.methods(), list)

    def test_advise(self):
        advice = gdp.advise("synthesis", epsilon=1, graph=ring(), claimed=False)
        found = rows(advice.table)
        self.assertTrue(found and all(x["proved"] and x["best"] <= x["compared"] for x in found))
        graph, graphdp = ring(), gdp
        self.assertEqual(eval(advice.call).method, advice.method)
        self.assertIn(advice.call, repr(advice))
        self.assertEqual({x["method"] for x in rows(gdp.advise("classification", "node", epsilon=4, graph="cora-ml").table)} - set(command.METHODS), set())
        none = gdp.advise("embedding", epsilon=0.01)
        self.assertEqual((rows(none.table), none.call), ([], None))
        self.assertIn("the smallest stored ε is", repr(none))
        with self.assertRaisesRegex(gdp.UsageError, 'did you mean "synthesis"'):
            gdp.advise("syntesis", epsilon=1)
        with self.assertRaisesRegex(ValueError, "needs nodes="):
            gdp.advise("synthesis", "node-unbounded", epsilon=1, graph=ring())
        with self.assertRaisesRegex(gdp.UsageError, "epsilon=nan: must be a number"):
            gdp.advise("synthesis", epsilon=math.nan)

    def test_sweep(self):
        values = rows(gdp.sweep("dgg", {"a ring": ring()}, epsilons=[1, 2], modes="null", seeds="1-2", protocols="statistics"))
        self.assertEqual({(x["data"], x["seed"], x["epsilon"]) for x in values}, {("a ring", seed, e) for seed in (1, 2) for e in (1, 2)})
        with tempfile.TemporaryDirectory() as folder:
            for seeds in (1, "1-2"):
                values = rows(gdp.sweep("dgg", {"ring": ring()}, epsilons=1, modes="null", seeds=seeds, protocols="statistics", folder=folder))
            self.assertEqual({(x["data"], x["seed"]) for x in values}, {("ring", 1), ("ring", 2)})
            self.assertEqual(stat.S_IMODE(os.stat(os.path.join(folder, "graphs", "ring.npz")).st_mode), 0o600)
        with self.assertRaisesRegex(gdp.UsageError, "did you mean"):
            gdp.sweep("dgh", "karate")
        with self.assertWarnsRegex(UserWarning, "^Skipped: statistics of dpgs/published on a ring: a ring has nodes without features"):
            values = rows(gdp.sweep("dpgs", {"a ring": ring()}, epsilons=1, modes=["published", "strict"], seeds=1, protocols="statistics"))
        self.assertEqual({x["mode"] for x in values}, {"strict"})
        with self.assertWarnsRegex(UserWarning, "^1 of 2 trials failed: statistics of dgg/null on a ring, ε = 1e-09, .* out of range"):
            values = rows(gdp.sweep("dgg", {"a ring": ring()}, epsilons=[1, 1e-9], modes="null", seeds=1, protocols="statistics"))
        self.assertEqual({x["epsilon"] for x in values}, {1})

    @needs("networkx")
    def test_studies_declare_nodes(self):
        import networkx as nx

        g, h = nx.path_graph(6), nx.cycle_graph(5)
        how = dict(epsilons=1, modes="null", protocols="statistics")
        for study in (lambda: gdp.sweep("dgg", {"g": g}, **how), lambda: gdp.plan("dgg", g, epsilon=1), lambda: gdp.advise("synthesis", epsilon=1, graph=g)):
            with self.assertRaisesRegex(gdp.UsageError, "does not declare its nodes"):
                study()
        found = rows(gdp.sweep("dgg", {"g": g, "h": h}, nodes={"g": 6, "h": range(7)}, **how))
        self.assertEqual({x["data"] for x in found}, {"g", "h"})
        self.assertTrue(rows(gdp.sweep("dgg", {"g": g}, nodes="occurring", **how)))
        self.assertEqual(gdp.plan("dgg", g, epsilon=1, nodes=9)["made"][0]["expected"][-2], {"value": "TC", "mode": "inf", "null": "inf", "below_null": False})
        self.assertIn("nodes=nodes, ", gdp.advise("synthesis", epsilon=1, graph=g, nodes=list(range(8))).call)

    def test_progress(self):
        class Terminal(io.StringIO):
            def isatty(self):
                return True

        with tempfile.TemporaryDirectory(prefix="a program ") as folder:
            program = os.path.join(folder, "gdp")
            with open(program, "w") as file:  # it draws a line where it is shown on a terminal, as gdp does
                file.write("#!/bin/sh\nif test -t 2; then printf '\\r\\033[Ktraining 40 %%' >&2; sleep 1; printf '\\r\\033[K' >&2; fi\necho a note >&2\necho '{}'\n")
            os.chmod(program, 0o700)
            with contextlib.redirect_stderr(Terminal()) as shown:
                self.assertEqual(command._run(program, []), ({}, ["a note"]))
            self.assertEqual(shown.getvalue(), command.ERASE + "█" * 8 + "░" * 12 + " training 40 %" + command.ERASE)
            with contextlib.redirect_stderr(io.StringIO()) as shown:
                self.assertEqual(command._run(program, []), ({}, ["a note"]))
            self.assertEqual(shown.getvalue(), "")
            display = mock.Mock()
            with mock.patch.dict(sys.modules, {"ipykernel": mock.Mock(), "IPython": mock.Mock(), "IPython.display": display}):
                command._run(program, [])
            self.assertEqual(display.display.call_args[0][0]["text/html"], '<progress max="100" value="40"></progress> <code>training 40 %</code>')

    def test_settings_are_typed(self):
        with_types = {name: typing.get_type_hints(inspect.unwrap(getattr(gdp.Session, name)), vars(sys.modules["graphdp.methods"]) | {"Result": gdp.Result}) for name in command.METHODS}
        self.assertEqual((with_types["dgg"]["TriangleShare"], with_types["privdpr"]["Epochs"]), (float | None, int | None))
        self.assertEqual(with_types["dpar"]["Rows"], typing.Literal["EM0", "EM1", "GM", "Uniform"] | None)


class Graphs(unittest.TestCase):
    def arcs(self, handed):
        a = handed.arrays
        u = np.repeat(np.arange(len(a["adj_indptr"]) - 1), np.diff(a["adj_indptr"]))
        return list(zip(u.tolist(), a["adj_indices"].tolist()))

    def test_nothing_that_is_no_graph(self):
        class Data:
            edge_index = np.array([[0, 1], [1, 9]])
            x = np.zeros((3, 2))
            y = None

        for graph, kind, text in (
            (3, gdp.UsageError, "cannot convert int to a graph: must be a NetworkX graph"),
            (None, gdp.UsageError, "cannot convert NoneType to a graph"),
            ([(0, 1)], gdp.UsageError, "a list of edges does not declare its nodes"),
            ([(0, 1, 2)], gdp.UsageError, "cannot convert list to a graph"),
            (np.zeros((3, 4)), gdp.UsageError, r"shape \(3, 4\): must be square, or have two rows or columns of ids"),
            (np.zeros((2, 3), int), gdp.UsageError, "a ndarray of edges does not declare its nodes"),
            (np.zeros((0, 0)), gdp.UsageError, "no nodes"),
            (np.array([[0, np.nan], [0, 0]]), gdp.UsageError, "nan in row 0, column 1: entries must be finite"),
            (np.array([[0, 1j], [0, 0]]), gdp.UsageError, "complex128: must hold numbers"),
            (Data(), gdp.UsageError, r"edge_index\[1, 1\] is 9: must be in \[0, 2\]"),
            ({"edge_index": np.zeros((2, 1), int)}, gdp.UsageError, "a Data without x, y and a stored num_nodes does not declare its nodes"),
            ({"edge_index": np.zeros((2, 1), int), "num_nodes": np.array([3, 3])}, gdp.UsageError, "num_nodes=.*: must be a whole number"),
            ({"edge_index": np.zeros((2, 1), int), "num_nodes": 2.5}, gdp.UsageError, "num_nodes=2.5: must be a whole number"),
            ({"edge_index": np.zeros((3, 1), int), "num_nodes": 4}, gdp.UsageError, "must be two rows of integers"),
        ):
            with self.assertRaisesRegex(kind, text):
                graphs.hand_over(graph, "edge")
        with self.assertRaisesRegex(gdp.UsageError, "relation='edges': must be one of edge"):
            gdp.protect(ring(), relation="edges", epsilon=1)
        for epsilon in (0, -1, math.inf, None, "x", True):
            with self.assertRaises(gdp.UsageError):
                gdp.protect(ring(), epsilon=epsilon)

    def test_matrices(self):
        a = np.array([[2, 0.5, 0], [0.5, 0, 1], [0, 0, 0]])
        h = graphs.hand_over(a, "edge", nodes=["a", "b", ("c",)])
        self.assertEqual(self.arcs(h), [(0, 1), (1, 0), (1, 2), (2, 1)])
        self.assertEqual((h.nodes, h.dropped), (["a", "b", ("c",)], {"directions": True, "weights": True, "loops": 1, "repetitions": 1}))
        with self.assertRaisesRegex(gdp.UsageError, "2 ids for 3 rows"):
            graphs.hand_over(a, "edge", nodes=["a", "b"])
        with self.assertRaisesRegex(gdp.UsageError, r"nodes\[2\], 'a', is in nodes= twice"):
            graphs.hand_over(a, "edge", nodes=["a", "b", "a"])
        with self.assertRaisesRegex(gdp.UsageError, r"nodes\[1\] has \[\], which cannot name a node"):
            graphs.hand_over(a, "edge", nodes=["a", [], "b"])

    @needs("scipy")
    def test_scipy(self):
        import scipy.sparse as sp

        for form in (sp.csr_array, sp.csr_matrix, sp.coo_array, sp.lil_matrix):
            h = graphs.hand_over(form(ring()), "edge")
            np.testing.assert_array_equal(h.arrays["adj_indices"], graphs.hand_over(ring(), "edge").arrays["adj_indices"])
        with gdp.protect(sp.csr_array(ring()), epsilon=1) as s:
            r = s.dgg()
            self.assertEqual((r.adjacency != r.adjacency.T).nnz, 0)
            self.assertEqual(r.adjacency.nnz, 2 * len(r.edges))

    def test_features_and_labels(self):
        f = np.arange(24.0).reshape(12, 2)
        h = graphs.hand_over(ring(), "edge", features=f, labels=["x", "y", None] * 4)
        np.testing.assert_array_equal(h.arrays["attr_matrix"], f)
        self.assertEqual((h.arrays["labels"].tolist()[:3], h.classes), ([0, 1, -1], ["x", "y"]))
        for kw, kind, text in (
            (dict(features=f[:3]), gdp.UsageError, r"shape \(3, 2\): must have one row for each of 12"),
            (dict(features=np.full((12, 2), np.inf)), gdp.UsageError, "feature 0 of the node 0 is inf"),
            (dict(features=[["a"]] * 12), gdp.UsageError, "features are not numbers"),
            (dict(features="age"), gdp.UsageError, "'age' names a node attribute"),
            (dict(labels=[1, 2]), gdp.UsageError, "2 labels for 12 nodes"),
            (dict(labels=[1, "1"] * 6), gdp.UsageError, "non-empty and differ as strings"),
            (dict(labels=[1, 2] * 6, classes=[1]), gdp.UsageError, "node 1 has the class 2, which is not in classes="),
        ):
            with self.assertRaisesRegex(kind, text):
                graphs.hand_over(ring(), "edge", **kw)
        with self.assertRaisesRegex(gdp.UsageError, "labels are private under a node relation"):
            graphs.hand_over(ring(), "node", labels=[1, 2] * 6)
        self.assertEqual(graphs.hand_over(ring(), "node", labels=[1, 2] * 6, classes=[2, 1, 3]).arrays["labels"].tolist()[:2], [1, 0])
        self.assertEqual(graphs.hand_over(ring(), "edge", labels=[(1,), "a"] * 6).classes, ["a", (1,)])
        self.assertEqual(graphs.hand_over(ring(), "edge", labels=list(np.array([1, -1] * 6))).classes, [1])
        self.assertEqual(graphs.hand_over(ring(), "edge", labels=[1, -1] * 6).arrays["labels"].tolist()[:2], [0, -1])

    def test_torch_layout(self):
        u, v = np.nonzero(ring())
        arrays = {"edge_index": np.array(list(zip(u, v))).T, "x": np.eye(12, 3), "y": np.arange(12) % 2, "train_mask": np.ones(12, bool)}
        h = graphs.hand_over(arrays, "edge")
        self.assertEqual((h.dropped["repetitions"], h.dropped["directions"], len(self.arcs(h)), h.classes), (0, False, 48, [0, 1]))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "data.npz")
            np.savez(path, **arrays)
            with gdp.protect(path, epsilon=4, delta=1e-3) as s:
                c = s.vote(epsilon=2).classifier
                self.assertEqual((len(c.predict()), c.predict([3, 0]).tolist(), c.classes_.tolist()), (12, c.predict()[[3, 0]].tolist(), [0, 1]))
                with self.assertRaisesRegex(gdp.GraphdpError, "no node 12"):
                    c.predict([12])
                with self.assertRaisesRegex(gdp.UsageError, "no model that reads features: give a list of nodes"):
                    c.predict(arrays["x"])
                with self.assertRaisesRegex(gdp.UsageError, "X=3: must be a list of nodes, or rows of features"):
                    c.predict(3)
                c.save(os.path.join(folder, "c.json"))
                np.testing.assert_array_equal(gdp.Classifier.load(os.path.join(folder, "c.json")).predict(), c.predict())

    def test_classifier_of_private_features(self):
        x = np.repeat(np.eye(2), 30, 0)
        with gdp.protect(ring(60), relation="node", epsilon=100, delta=1e-3, features=x, labels=["low"] * 30 + ["high"] * 30, classes=["high", "low"]) as s:
            c = s.features().classifier
            self.assertEqual(c.classes_.tolist(), ["high", "low"])
            with self.assertRaisesRegex(gdp.GraphdpError, "features are private here"):
                c.predict()
            self.assertEqual(c.predict([[1, 0], [0, 1]]).tolist(), ["low", "high"])
            self.assertEqual(c.predict(x, graph=ring(60)).tolist(), ["low"] * 30 + ["high"] * 30)
            backwards = c.predict(x, graph=ring(60), nodes=range(59, -1, -1)).tolist()  # in the order of the rows
            self.assertEqual(backwards, ["low"] * 30 + ["high"] * 30)
            p = c.predict_proba(np.asfortranarray(x))
            self.assertEqual((p.shape, c.classes_[p.argmax(1)].tolist(), c.score(x, backwards)), ((60, 2), backwards, 1))
            np.testing.assert_allclose(p.sum(1), 1)
            with self.assertRaisesRegex(gdp.GraphdpError, "the model takes 2 features"):
                c.predict([[1, 0, 3]])

    def test_fit(self):
        x, y = np.repeat(np.eye(2), 30, 0), ["low"] * 30 + ["high"] * 30
        with self.assertRaisesRegex(gdp.GraphdpError, "the classifier is not fitted"):
            gdp.Classifier("gap", epsilon=1).predict()
        with self.assertRaisesRegex(gdp.UsageError, "not a saved classifier"):
            gdp.Classifier.load(__file__)
        for lacking in (gdp.Classifier(), gdp.Classifier("gap"), gdp.Classifier(epsilon=1)):
            with self.assertRaisesRegex(gdp.UsageError, "fit needs method= and epsilon="):
                lacking.fit(ring(60), y, features=x)
        with self.assertRaisesRegex(gdp.UsageError, "dgg releases a graph, not a classifier"):
            gdp.Classifier("dgg", epsilon=1).fit(ring(60), y, features=x)
        with self.assertRaisesRegex(gdp.UsageError, "did you mean 'Hops'"):
            gdp.Classifier("gap", epsilon=1, Hop=1).fit(ring(60), y, features=x)
        c = gdp.Classifier("gap", epsilon=20, delta=1e-4, seed=1, Epochs=20).fit(ring(60), y, features=x)
        self.assertEqual((repr(c), c.classes_.tolist(), len(c.predict())), ("Classifier('gap', epsilon=20, delta=0.0001, seed=1, Epochs=20)", ["high", "low"], 60))
        np.testing.assert_allclose(c.predict_proba().sum(1), 1)
        again = gdp.Classifier(**c.get_params()).set_params(epsilon=10).fit(ring(60), y, features=x)
        self.assertTrue(again.guarantee_.proved <= 10 < c.guarantee_.proved <= 20)
        self.assertEqual(again.predict([0, 59]).shape, (2,))
        with gdp.protect(ring(60), epsilon=20, delta=1e-4, features=x, labels=y, seed=1) as s:
            released = s.gap(Epochs=20).classifier
        self.assertEqual(released.get_params(), c.get_params() | {"mode": "strict"})
        np.testing.assert_array_equal(released.scores, c.scores)
        np.testing.assert_array_equal(released.fit(ring(60), y, features=x).scores, c.scores)

    @needs("sklearn")
    def test_scikit_learn(self):
        from sklearn.base import clone, is_classifier
        from sklearn.inspection import permutation_importance
        from sklearn.metrics import log_loss
        from sklearn.utils.validation import check_is_fitted

        x, y = np.repeat(np.eye(2), 30, 0), np.arange(60) // 30
        c = gdp.Classifier("mlp", relation="node", epsilon=1000, delta=1e-3, seed=1)
        self.assertTrue(is_classifier(c) and clone(c).get_params() == c.get_params())
        check_is_fitted(c.fit(ring(60), y, features=x, classes=[0, 1]))
        self.assertGreaterEqual(log_loss(y, c.predict_proba(x), labels=c.classes_), 0)
        self.assertEqual(permutation_importance(c, x, y, n_repeats=2, random_state=1).importances_mean.shape, (2,))

    @needs("pandas")
    def test_tables(self):
        import pandas as pd

        t = pd.DataFrame({"source": ["a", "b", "b"], "target": ["b", "c", "b"], "weight": [1, 2, 3]})
        with self.assertRaisesRegex(gdp.UsageError, "give nodes="):
            graphs.hand_over(t, "edge")
        with self.assertRaisesRegex(gdp.UsageError, "the graph has the node 'c', which is not in nodes="):
            graphs.hand_over(t, "edge", nodes=["a", "b"])
        with self.assertRaisesRegex(gdp.UsageError, "the ids 7 and '7' are one number in two forms"):
            graphs.hand_over(pd.DataFrame({"source": [7], "target": ["7"]}), "edge", nodes=[7, "7"])
        with self.assertRaisesRegex(gdp.UsageError, "needs one column 'target': found source, to, weight. Name the columns of the ids by columns="):
            graphs.hand_over(t.rename(columns={"target": "to"}), "edge", nodes=["a"])
        named = graphs.hand_over(t.rename(columns={"target": "to"}), "edge", nodes=list("abc"), columns=["source", "to"])
        self.assertEqual(self.arcs(named), [(0, 1), (1, 0), (1, 2), (2, 1)])
        with self.assertRaisesRegex(gdp.UsageError, "columns='to': must be a list of the two columns"):
            graphs.hand_over(t, "edge", nodes=list("abc"), columns="to")
        with self.assertRaisesRegex(gdp.UsageError, "columns= is for a DataFrame or a file of edges, found a ndarray"):
            graphs.hand_over(ring(), "edge", columns=["a", "b"])
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "edges.csv")
            t.assign(year=2020)[["year", "source", "target"]].to_csv(path)
            for columns in (["source", "target"], [3, 4]):
                self.assertEqual(gdp.run("dgg", path, epsilon=1, nodes=list("abc"), columns=columns).nodes, list("abc"))
        two = t[["source", "target"]].set_axis(["from", "to"], axis=1)
        pairs = two.to_numpy()
        for same in (t.assign(since="2020-01-01"), two, pairs, pairs.T, pairs.tolist(), set(map(tuple, pairs)), dict.fromkeys(map(tuple, pairs)), list(two.itertuples(index=False))):
            self.assertEqual(self.arcs(graphs.hand_over(same, "edge", nodes=list("abc"))), [(0, 1), (1, 0), (1, 2), (2, 1)])
        wide = pd.DataFrame({"age": range(12), "rank": range(12)})  # in Fortran order
        with gdp.protect(ring(), epsilon=1, delta=1e-4, features=wide, labels=[0, 1] * 6) as s:
            self.assertEqual(s.vote(epsilon=0.5).kind, "classifier")
        h = graphs.hand_over(t, "edge", nodes=["d", "c", "b", "a"], features=pd.DataFrame({"age": [1, 2, 3, 4]}, index=list("abcd")))
        self.assertEqual((self.arcs(h), h.dropped["loops"], h.dropped["weights"]), ([(0, 1), (1, 0), (1, 2), (2, 1)], 1, True))
        self.assertEqual((h.nodes, h.arrays["attr_matrix"].ravel().tolist()), (list("abcd"), [1, 2, 3, 4]))
        with gdp.protect(t, epsilon=1, nodes=list("abcd")) as s:
            s.ask("edges", epsilon=0.5)
            self.assertEqual(list(s.ledger.columns)[:3], ["call", "may_spend", "delta"])

    @needs("networkx")
    def test_networkx(self):
        import networkx as nx

        names = [("a", 1), "a", 7, (3, ("b", 2)), 2.5, True]
        ordered = [1, 2.5, 7, "a", (3, ("b", 2)), ("a", 1)]
        for form in (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph):
            g = form()
            for i, name in enumerate(names):
                g.add_node(name, kind="x" if i else "y", age=i)
            g.add_edges_from([(names[0], names[1]), (names[1], names[0]), (names[2], names[2])])
            g.add_edge(names[3], names[4], weight=5)
            with self.assertRaisesRegex(gdp.UsageError, f"a NetworkX {form.__name__} does not declare its nodes"):
                gdp.protect(g, epsilon=1)
            h = graphs.hand_over(g, "edge", nodes=names, features=["age"], labels="kind")
            self.assertEqual((h.nodes, self.arcs(h)), (ordered, [(1, 4), (3, 5), (4, 1), (5, 3)]), form)
            self.assertEqual((h.arrays["attr_matrix"].ravel().tolist(), h.arrays["labels"].tolist()), ([5, 4, 2, 1, 3, 0], [0, 0, 0, 0, 0, 1]))
            self.assertEqual((h.dropped["directions"], h.dropped["loops"], h.dropped["weights"]), (g.is_directed(), 1, True))
            with gdp.protect(g, epsilon=2, nodes=names) as s:
                self.assertEqual(list(s.dgg(epsilon=1).graph.nodes), ordered)
                self.assertEqual(list(map(type, s.nodes))[:3], [int, float, int])
        with self.assertRaisesRegex(gdp.UsageError, "the node 2 has no attribute 'agee'"):
            graphs.hand_over(nx.Graph([(("a", 1), 2)]), "edge", nodes=[("a", 1), 2], labels="agee")
        g.nodes["a"]["age"] = "old"
        with self.assertRaisesRegex(gdp.UsageError, "feature 0 of the node 'a' is 'old': must be a number"):
            graphs.hand_over(g, "edge", nodes=names, features=["age"])
        with self.assertRaisesRegex(gdp.UsageError, "has the node 7, which is not in nodes="):
            graphs.hand_over(g, "edge", nodes=["a", ("a", 1)])
        wider = graphs.hand_over(g, "edge", nodes=["new", *reversed(names)])
        self.assertEqual((wider.nodes[:5], len(wider.arrays["adj_indptr"])), ([1, 2.5, 7, "a", "new"], 8))
        with self.assertRaisesRegex(gdp.UsageError, "protects a graph of a collection: give the path of a folder"):
            gdp.protect(g, relation="graph", epsilon=1)

    @needs("networkx")
    def test_collections(self):
        import networkx as nx

        with gdp.protect(ring(), epsilon=1, nodes=list("abcdefghijkl")) as s:
            r = s.dpggan("null")
            (g,) = r.graphs
            self.assertTrue(nx.utils.graphs_equal(g, r.graph))
            self.assertEqual(list(g.nodes), list("abcdefghijkl"))
            self.assertGreater(g.number_of_edges(), 0)

    @needs("networkx")
    def test_nodes_that_there_can_be(self):
        import networkx as nx

        g = nx.path_graph(["a", "c", "e"])
        with self.assertRaisesRegex(gdp.UsageError, "node-unbounded needs nodes="):
            gdp.protect(g, relation="node-unbounded", epsilon=1)
        with gdp.protect(g, relation="node-unbounded", epsilon=50, nodes=list("abcdef")) as s:
            answer = s.ask("nodes", epsilon=25)
            self.assertTrue(1 <= answer.value <= 5)
            r = s.privdpr(epsilon=25)
            self.assertTrue(set(r.graph.nodes) <= set("abcdef"), r.graph.nodes)

    @needs("networkx")
    def test_a_million_edges(self):
        import networkx as nx

        n = 100_000
        u = np.random.default_rng(1).integers(0, n, (50_000, 2))
        g = nx.Graph()
        g.add_nodes_from(range(n))
        g.add_edges_from(u.tolist())
        began = time.time()
        h = graphs.hand_over(g, "edge", nodes=n)
        self.assertEqual(len(h.arrays["adj_indices"]) // 2, g.number_of_edges() - h.dropped["loops"])
        self.assertLess(time.time() - began, 20)


class Nodes(unittest.TestCase):
    """The node set and its order are public: they are declared, and no edge changes them."""

    EDGES = [(8, 9), (0, 3), (3, 1)]  # the first is the only one of its nodes

    def forms(self, edges, nodes, first=()):
        """Graphs of every library, with edges inserted in the order given."""
        made = {"edge_index": ({"edge_index": np.array(edges, int).reshape(-1, 2).T, "num_nodes": 10}, None)}
        if there("networkx"):
            import networkx as nx

            for form in (nx.Graph, nx.DiGraph, nx.MultiGraph):
                g = form()
                g.add_nodes_from(first)
                g.add_edges_from(edges)
                g.add_nodes_from(range(10))
                made[form.__name__] = g, nodes
        if there("pandas"):
            import pandas as pd

            made["table"] = pd.DataFrame(edges, columns=["source", "target"]), nodes
        if there("scipy"):
            import scipy.sparse as sp

            u, v = np.array(edges).T
            made["coo"] = sp.coo_array((np.ones(len(u)), (u, v)), shape=(10, 10)), None
        return made

    def test_insertion_order_does_not_show(self):
        permuted = [list(p) for p in itertools.permutations(self.EDGES)]
        nodes = list(range(9, -1, -1))
        for relation, declared in (("edge", nodes), ("node", nodes), ("node-unbounded", 10)):
            seen = {}
            for edges in permuted + [[e[::-1] for e in p] for p in permuted]:
                for first in ((), (5, 2)):
                    for name, (graph, of) in self.forms(edges, declared, first).items():
                        if relation == "node-unbounded" and of is None:
                            of = 10
                        h = graphs.hand_over(graph, relation, of)
                        self.assertEqual(h.nodes, list(range(10)))
                        one = (h.args, [(k, a.dtype.str, a.tolist()) for k, a in h.arrays.items()])
                        self.assertEqual(seen.setdefault(name, one), one, (name, relation, edges))
            rows = {name: x for name, x in seen.items() if relation != "node-unbounded" or name != "table"}  # which has no node without edges
            self.assertEqual(len({repr(x) for x in rows.values()}), 1, relation)

    def test_neighbours_look_alike(self):
        wide, narrow = self.forms(self.EDGES, 10), self.forms(self.EDGES[1:], 10)
        for name, (graph, of) in wide.items():
            said = []
            for g in (graph, narrow[name][0]):
                with gdp.protect(g, epsilon=4, delta=1e-3, nodes=of, seed=1) as s:
                    r, e = s.dgg(epsilon=1), s.seprivgemb(epsilon=1, Dim=2)
                    answer = s.ask("core-numbers", epsilon=1)
                    said.append((repr(s), r.nodes, r.notes, e.nodes, e.embedding.shape, [x["of"] for x in answer.values]))
            self.assertEqual(said[0], said[1], name)

    def test_same_graph_same_release(self):
        made = set()
        for edges in (self.EDGES, self.EDGES[::-1]):
            for graph, of in self.forms(edges, 10, edges[0]).values():
                with gdp.protect(graph, epsilon=1, nodes=of, seed=3) as s:
                    made.add(repr(s.dgg().edges.tolist()))
        self.assertEqual(len(made), 1)

    def test_undeclared(self):
        arrays = self.forms(self.EDGES, None)
        for name, (graph, _) in arrays.items():
            if name in ("edge_index", "coo"):
                continue
            with self.assertRaisesRegex(gdp.UsageError, "does not declare its nodes. Nodes derived from private edges.*Give nodes= a list of all ids, or a number N.*nodes='occurring'"):
                gdp.protect(graph, epsilon=1)
            with self.assertRaisesRegex(gdp.UsageError, "the graph has the node 9, which is not in nodes="):
                gdp.protect(graph, epsilon=1, nodes=9)

    @needs("networkx")
    def test_a_graph_is_no_list_of_nodes(self):
        import networkx as nx

        class Own(nx.Graph):
            pass

        g = Own(self.EDGES)
        for nodes in (g, nx.subgraph_view(g), g.nodes, g.nodes(), g.nodes(data=True), g.adj, g.to_directed().nodes):
            with self.assertRaisesRegex(gdp.UsageError, "nodes= is a [A-Za-z]+ of NetworkX, which lists nodes that private edges added"):
                gdp.protect(g, epsilon=1, nodes=nodes)
        self.assertEqual(graphs.hand_over(g, "edge", nodes=list(g)).nodes, sorted(g))

    def test_data(self):
        index = np.array(self.EDGES).T

        class Inferred:
            edge_index = index

            @property
            def num_nodes(self):
                return int(self.edge_index.max()) + 1

        class Stored:  # as a Data of PyTorch Geometric: it contains what was stored, and infers the rest
            num_nodes = Inferred.num_nodes

            def __init__(self, **stored):
                self.stored, self.edge_index = stored, stored["edge_index"]

            def __contains__(self, name):
                return name in self.stored

            def __getitem__(self, name):
                return self.stored[name]

        for inferred in (Inferred(), Stored(edge_index=index)):
            with self.assertRaisesRegex(gdp.UsageError, "a Data without x, y and a stored num_nodes does not declare its nodes"):
                gdp.protect(inferred, epsilon=1)
        for data, n in ((Stored(edge_index=index, num_nodes=np.int64(12)), 12), ({"edge_index": index, "x": np.zeros((11, 1))}, 11), ({"edge_index": index, "y": np.arange(13)}, 13)):
            self.assertEqual(len(graphs.hand_over(data, "edge").nodes), n)
        with self.assertRaisesRegex(gdp.UsageError, "different numbers of nodes: x 11, num_nodes 12"):
            graphs.hand_over({"edge_index": index, "num_nodes": 12, "x": np.zeros((11, 1))}, "edge")
        with self.assertRaisesRegex(gdp.UsageError, "num_nodes declares the nodes of the Data"):
            graphs.hand_over({"edge_index": index, "num_nodes": 12}, "edge", nodes="occurring")

    def test_those_that_occur(self):
        forms = self.forms(self.EDGES, None)
        forms["edge_index"][0].pop("num_nodes")
        for relation in ("edge", "node-unbounded"):
            for name, (graph, _) in forms.items():
                if name == "coo":
                    with self.assertRaisesRegex(gdp.UsageError, "the shape of a matrix declares its nodes"):
                        gdp.protect(graph, relation, epsilon=2, nodes="occurring")
                    continue
                with gdp.protect(graph, relation, epsilon=2, nodes="occurring") as s:
                    self.assertEqual(s.nodes, [0, 1, 3, 8, 9] if name in ("edge_index", "table") else list(range(10)))
                    for g in (s.run("privdpr", epsilon=1).guarantee, s.ask("edges", epsilon=1).guarantee, s.guarantee):
                        self.assertEqual(g.proved, math.inf)
                        self.assertIn("the node set was read off the private data", g.reason)
                        self.assertIn("the nodes are those that occur in the private data", g.caution)

    def test_ids(self):
        import decimal

        self.assertEqual(graphs.ascending(["b", (1, "a"), 10, "a", 2.5, (1, 2), "10", "é", (0, "z")]), [2.5, 10, "10", "a", "b", "é", (0, "z"), (1, 2), (1, "a")])
        h = graphs.hand_over(np.zeros((5, 5)), "edge", nodes=[True, 2.0, np.float32(0.5), np.str_("x"), np.int64(0)])
        self.assertEqual([(type(x), x) for x in h.nodes], [(int, 0), (float, 0.5), (int, 1), (int, 2), (str, "x")])
        with self.assertRaisesRegex(gdp.UsageError, "the ids 1 and '1' are one number in two forms"):
            graphs.hand_over(np.zeros((2, 2)), "edge", nodes=[True, "1"])
        for bad in (None, math.nan, math.inf, [1], {}, frozenset({1}), b"a", 1j, decimal.Decimal(1), np.datetime64("2020-01-01"), object(), (1, None)):
            with self.assertRaisesRegex(gdp.UsageError, r"nodes\[1\] has .*, which cannot name a node: an id must be a finite number, a string, or a tuple"):
                graphs.hand_over(np.zeros((2, 2)), "edge", nodes=[0, bad])
        for a, b in ((1, True), (1, 1.0), (0, False), (np.int8(3), 3), ((1, "a"), (1.0, "a"))):
            with self.assertRaisesRegex(gdp.UsageError, "is in nodes= twice"):
                graphs.hand_over(np.zeros((2, 2)), "edge", nodes=[a, b])
        for bad in ("abc", "Occurring", b"ab", True, 2.0, object(), np.zeros((2, 2)), 0, -1):
            with self.assertRaisesRegex(gdp.UsageError, "nodes=.*: must be"):
                graphs.hand_over(np.zeros((2, 2)), "edge", nodes=bad)
        for no in ([], range(0), set()):
            with self.assertRaisesRegex(gdp.UsageError, "the graph has no nodes|0 ids for 2 rows"):
                graphs.hand_over(np.zeros((2, 2)), "edge", nodes=no)

    @needs("networkx", "pandas")
    def test_ids_of_graphs(self):
        import networkx as nx
        import pandas as pd

        for bad in (math.nan, frozenset({1}), b"x", nx.utils.misc):
            with self.assertRaisesRegex(gdp.UsageError, "the graph has .* which cannot name a node"):
                graphs.hand_over(nx.Graph([(bad, 1)]), "edge", nodes="occurring")
            with self.assertRaisesRegex(gdp.UsageError, "the table has .* which cannot name a node"):
                graphs.hand_over(pd.DataFrame({"source": pd.Series([bad], dtype=object), "target": [1]}), "edge", nodes=3)
        for bad in (None, pd.NA, [1]):
            with self.assertRaisesRegex(gdp.UsageError, "the table has the source .*|.*cannot name a node"):
                graphs.hand_over(pd.DataFrame({"source": pd.Series([bad], dtype=object), "target": [1]}), "edge", nodes=3)
        for edges in ([(1, 2.0), (True, "x")], [("x", 1.0), (2, 1)]):  # 1, 1.0 and True are one node
            self.assertEqual(repr(graphs.hand_over(nx.Graph(edges), "edge", nodes="occurring").nodes), "[1, 2, 'x']")
        with self.assertRaisesRegex(gdp.UsageError, "a DataFrame: must be a list of ids"):
            graphs.hand_over(ring(2), "edge", nodes=pd.DataFrame({"id": [1, 2]}))
        table = pd.DataFrame({"id": ["b", "a"]})
        self.assertEqual(graphs.hand_over(ring(2), "edge", nodes=table["id"]).nodes, ["a", "b"])

    @needs("networkx", "pandas")
    def test_rows_follow_the_order(self):
        import networkx as nx
        import pandas as pd
        import scipy.sparse as sp

        g, nodes, age, kind = nx.Graph([("c", "a")]), ["c", "a", "b"], [[3.0], [1.0], [2.0]], ["z", "x", "y"]
        by_id = pd.DataFrame({"age": [3.0, 1.0, 2.0]}, index=nodes)
        for features in (age, np.array(age), sp.csr_array(age), by_id):
            for labels in (kind, np.array(kind), dict(zip(nodes, kind)), pd.Series(kind, index=nodes)):
                h = graphs.hand_over(g, "edge", nodes=nodes, features=features, labels=labels)
                x = h.arrays["attr_matrix"] if "attr_matrix" in h.arrays else h.arrays["attr_data"]
                self.assertEqual((h.nodes, x.ravel().tolist(), h.arrays["labels"].tolist(), h.classes), (list("abc"), [1, 2, 3], [0, 1, 2], list("xyz")))
        m = graphs.hand_over(np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]]), "edge", nodes=nodes, features=age, labels=kind)
        self.assertEqual((m.arrays["attr_matrix"].ravel().tolist(), m.arrays["labels"].tolist(), m.arrays["adj_indptr"].tolist()), ([1, 2, 3], [0, 1, 2], [0, 1, 1, 2]))
        for undecided in ("occurring", set(nodes)):
            there = nx.Graph([("c", "a"), ("a", "b")])
            for kw in (dict(features=age), dict(labels=kind), dict(features=sp.csr_array(age))):
                with self.assertRaisesRegex(gdp.UsageError, "the rows have no ids, and nodes= is not a list that orders them"):
                    graphs.hand_over(there, "edge", nodes=undecided, **kw)

    def test_answers_and_releases_name_nodes(self):
        names = [f"n{i}" for i in range(12)]
        u, v = ring().nonzero()
        features, labels = np.eye(12)[:, :3], ["x", "y"] * 6
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "named.npz")
            h = graphs.hand_over(ring(), "edge", nodes=names, features=features, labels=labels)
            np.savez(path, **h.arrays, node_names=np.array(h.nodes))
            same = ["--seed", "1", "--budget", "100,1e-3", "--journal", os.path.join(folder, "journal")]
            with gdp.protect(ring(), epsilon=100, delta=1e-3, nodes=names, features=features, labels=labels, seed=1) as s:
                self.assertEqual(s.nodes, sorted(names))
                for statistic in gdp.statistics():  # as the command does that knows the names
                    try:
                        answer = s.ask(statistic, epsilon=1)
                    except gdp.UsageError:
                        continue
                    document, _ = gdp.call(["ask", statistic, "--graph", path, "--epsilon", "1", *same])
                    self.assertEqual([x.get("of") for x in answer.values], [x.get("of") for x in document["answers"][0]["values"]], statistic)
                self.assertEqual([x["of"] for x in s.ask("core-numbers", epsilon=1).values], sorted(names))
                c = s.vote(epsilon=1, delta=1e-4).classifier
                gdp.call(["run", "vote", "--graph", path, "--epsilon", "1", "--delta", "1e-4", *same, "--out", os.path.join(folder, "c.json")])
                other = gdp.Classifier.load(os.path.join(folder, "c.json"))
                self.assertEqual((c.nodes, c.predict(names).tolist()), (other.nodes, other.predict(names).tolist()))


class Functions(unittest.TestCase):
    """Functions of the user, which the command audits and benchmarks in this process."""

    def test_audit(self):
        @gdp.program("numbers", arrays=True)
        def exact(graph):
            return {"edges": len(graph["edges"])}

        found = gdp.audit(exact, epsilon=0.1, trials=64)
        self.assertEqual((found.method, found.broken, found.claimed), ("exact", ["claimed"], 0.1))
        self.assertIn("the release does not depend on the seed", " ".join(found.document["checks"]))
        found = gdp.audit(lambda graph, seed, rng, epsilon: [seed % 7, rng.normal(), epsilon], epsilon=1, trials=64, releases="numbers", arrays=True)
        self.assertEqual(found.broken, [])

    def test_kinds(self):
        def matrix(graph, rng):
            return np.triu(rng.random((graph["nodes"],) * 2) < 0.1, 1)

        for releases, function in {"graph": matrix, "embedding": lambda g, rng: rng.normal(size=(g["nodes"], 2)), "class scores": lambda g: np.c_[g["features"], g["labels"] < 0]}.items():
            self.assertEqual(gdp.audit(function, epsilon=1, trials=32, releases=releases, arrays=True).broken, [])

    def test_refusals(self):
        with self.assertRaisesRegex(gdp.UsageError, "releases=None: must be one of graph"):
            gdp.audit(lambda graph: 0, epsilon=1)
        with self.assertRaisesRegex(gdp.UsageError, "releases= and arrays= are for functions"):
            gdp.audit("dgg", epsilon=1, releases="graph")
        with self.assertRaisesRegex(gdp.GraphdpError, "ZeroDivisionError: division by zero"):
            gdp.audit(lambda graph: 1 / 0, epsilon=1, releases="numbers", arrays=True)
        with self.assertRaisesRegex(gdp.GraphdpError, "a graph is a NetworkX graph, a square matrix"):
            gdp.audit(lambda graph: 0, epsilon=1, releases="graph", arrays=True)

    @needs("networkx")
    def test_benchmark(self):
        def copy(graph):
            return graph

        rows = gdp.benchmark(copy, "karate", against="dgg", releases="graph", epsilons=1, protocols="statistics")
        rows = rows.to_dict("records") if hasattr(rows, "to_dict") else rows
        self.assertEqual({(row["method"], row["x"]) for row in rows if row["method"] == "copy" and row["value"] == "REDE"}, {("copy", 0)})
        self.assertIn("dgg", {row["method"] for row in rows})


class Wheels(unittest.TestCase):
    @needs("hatchling")
    def test_wheel_has_the_program(self):
        here = os.path.dirname(os.path.abspath(__file__))
        with tempfile.TemporaryDirectory(prefix="a wheel ") as folder:
            program, site = os.path.join(folder, "gdp"), os.path.join(folder, "site")
            with open(program, "w") as file:
                file.write(f'#!/bin/sh\nexec "{command.binary()}" "$@"\n')
            os.chmod(program, 0o755)
            for call, named in (([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], program), ([sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", site], "")):
                wheels = glob.glob(os.path.join(folder, "graphdp-*-py3-none-*.whl"))
                subprocess.run([*call, *wheels], cwd=here, env=os.environ | {"GDP_BINARY": named}, check=True, capture_output=True)
            environment = {k: x for k, x in os.environ.items() if k != "GDP_BINARY"} | {"PYTHONPATH": site}
            out = subprocess.run([sys.executable, "-c", "import graphdp; print(graphdp.binary(), len(graphdp.methods()))"], env=environment, cwd=folder, capture_output=True, text=True, check=True)
            self.assertTrue(out.stdout.startswith(os.path.join(site, "graphdp", "bin", "gdp")), out.stdout)


def load_tests(loader, tests, pattern):
    """Adds the examples of the documentation of all public names."""
    finder = doctest.DocTestFinder(exclude_empty=True, recurse=False)
    for name, x in vars(gdp).items():
        if not isinstance(x, types.ModuleType) and not name.startswith("_"):
            examples = [case for case in finder.find(inspect.unwrap(x) if callable(x) else x, f"graphdp.{name}") if case.examples]
            tests.addTests(map(doctest.DocTestCase, examples))
    return tests


def setUpModule():
    warnings.filterwarnings("ignore", ".*the interval would hold nearly all that is possible")  # on rings of 12 nodes
    gdp.methods()


if __name__ == "__main__":
    unittest.main()
