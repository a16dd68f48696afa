package program

import (
	"context"
	"errors"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/sandbox"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// asked returns the description of a small program.
func asked(t *testing.T, s sample) *Program {
	t.Helper()
	exe := must.Get(os.Executable())(t)
	p := &Program{Name: s.name, Command: Words{exe, s.name}, Releases: s.releases, Relation: s.relation, Worker: true, Time: "1m"}
	must.Do(t, New(p))
	t.Cleanup(p.Close)
	return p
}

// The audit breaks the claim of every faulty program at ε = 1, and at 99.9 % of no honest one.
func TestAuditFindsFaults(t *testing.T) {
	for _, s := range small {
		if testing.Short() && s.runs > 200 {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			audited(t, asked(t, s), s.delta, s.runs, s.faulty)
		})
	}
}

// audited audits a program's claim of ε = 1, which only a faulty program breaks.
func audited(t *testing.T, p *Program, delta float64, runs int, faulty bool) {
	found := must.Get(Audit{Program: p, Audit: method.Audit{Budget: gdp.Budget{Epsilon: 1, Delta: gdp.Delta(delta)}, Trials: runs, Confidence: 0.999}}.Run(context.Background()))(t)
	t.Logf("ε ≥ %.3g by %s, %s (%s); %s", float64(found.Bound.Epsilon), found.Looks, found.Bound.Method, found.Worlds, strings.Join(found.Checks, "; "))
	if broken := found.Broken() != nil; broken != faulty {
		t.Errorf("faulty: %v; audited ε ≥ %v", faulty, found.Bound.Epsilon)
	}
}

// So it does with workers in C and awk.
func TestAuditOfOtherLanguages(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, os.CopyFS(dir, os.DirFS("testdata")))
	for name, sensitivity := range map[string]string{"half": "0.5", "honest": "1.0"} {
		cc := exec.Command("cc", "-DSENSITIVITY="+sensitivity, "-o", name, "count.c", "-lm")
		cc.Dir = dir
		if out, err := cc.CombinedOutput(); err != nil && !errors.Is(err, exec.ErrNotFound) {
			t.Fatalf("%v: %s", err, out)
		}
	}
	const awk = `sh -c 'while read -r run; do echo "$run" | awk -v seeded=$1 -f "$0"; done' count.awk `
	for _, x := range []struct {
		name, needs, command string
		faulty               bool
		runs                 int
	}{
		{"C, half the sensitivity", "cc", "./half", true, 1200},
		{"C, honest", "cc", "./honest", false, 200},
		{"awk, noise seeded by data", "awk", awk + "data", true, 200},
		{"awk, honest", "awk", awk + "seed", false, 200},
	} {
		if testing.Short() && x.runs > 200 {
			continue
		}
		t.Run(x.name, func(t *testing.T) {
			if _, err := exec.LookPath(x.needs); err != nil {
				t.Skip(err)
			}
			path := filepath.Join(dir, "count.yaml")
			must.Do(t, os.WriteFile(path, []byte("command: "+x.command+"\nreleases: numbers\nworker: true\n"), 0o666))
			p := must.Get(Read(path))(t)
			t.Cleanup(p.Close)
			audited(t, p, 0, x.runs, x.faulty)
		})
	}
}

// A failing run reports the reason, and blocks no other run.
func TestFailures(t *testing.T) {
	graph := must.Get(method.Star(gdp.EdgeLevel))(t)
	for name, x := range map[string]struct{ script, memory, want string }{
		"copies":         {"cp {graph} {out}", "", ""},
		"megabytes":      {"yes | head -c 3000000; cp {graph} {out}", "", ""},
		"nothing":        {"echo no file >&2", "", "it wrote no file {out}; it said: no file"},
		"text":           {"echo hello world > {out}", "", "hello"},
		"another node":   {"echo 1 999 > {out}", "", "999"},
		"status":         {"echo {graph}; echo broken >&2; exit 3", "", "exit status 3"},
		"hangs":          {"sleep 60", "", "it ran for more than 700ms"},
		"leaves a child": {"cp {graph} {out}; sleep 60 &", "", map[bool]string{false: "left a process"}[sandbox.Works() == nil]},
		"memory":         {"head -c 500000000 /dev/zero | tail -c 400000000 | wc -c > {out}", "256MiB", "it wrote"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			limit := "20s"
			if name == "hangs" {
				limit = "700ms"
			}
			p := &Program{Name: "x", Command: Words{"sh", "-c", x.script + " # {graph} {out}"}, Releases: "graph", Time: limit, Memory: x.memory}
			if name == "memory" {
				p.Releases = "embedding"
			}
			must.Do(t, New(p))
			begun := time.Now()
			r, err := p.try(context.Background(), graph[1], gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, 7)
			switch {
			case name == "memory" && err == nil && strings.TrimSpace(string(r.Out)) == "0": // tail failed, and wc counted
			case (err == nil) != (x.want == ""), err != nil && !strings.Contains(err.Error(), x.want), err != nil && !errors.As(err, new(Failure)):
				t.Errorf("%v, want %q", err, x.want)
			}
			if time.Since(begun) > 15*time.Second {
				t.Error("it took too long")
			}
		})
	}
}

// In a sandbox a run sees no graph of another, writes nowhere else, reaches no network, and leaves
// no process behind.
func TestIsolation(t *testing.T) {
	if err := sandbox.Works(); err != nil {
		t.Skip(err)
	}
	exe := must.Get(os.Executable())(t)
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	worlds := must.Get(method.Star(gdp.EdgeLevel))(t)
	elsewhere := t.TempDir()
	for name, x := range map[string]struct{ script, want string }{
		"its own graph":      {"cat {graph} ../../*/*/graph.txt > /dev/null", ""},
		"another run":        {"cat ../../*/secret", "No such file"},
		"its names":          {"test $(ls ../.. | wc -l) = 1 && test $(ls .. | wc -l) = 1", ""},
		"writes elsewhere":   {"echo x > " + elsewhere + "/x", elsewhere},
		"shared memory":      {"case $PWD in /dev/shm/*) ;; *) test ! -d /dev/shm || echo x > /dev/shm/x ;; esac", ""},
		"network":            {exe + " dial " + l.Addr().String(), "unreachable"},
		"other processes":    {"test $(ls -d /proc/[0-9]* | wc -l) -lt 5", ""},
		"a child":            {"setsid sleep 9876543 &", ""},
		"rights":             {"grep -q 'CapBnd:.*0000000000000000' /proc/self/status", ""},
		"the hidden folders": {"umount $(dirname $(dirname $PWD))", "umount"},
	} {
		p := &Program{Name: "x", Command: Words{"sh", "-c", "{ " + x.script + "\n} && echo 1 > {out} # {graph}"}, Releases: "numbers"}
		must.Do(t, New(p))
		w := must.Get(p.take())(t)
		must.Do(t, os.WriteFile(filepath.Join(w.dir, "secret"), nil, 0o600))
		_, err := p.try(context.Background(), worlds[1], gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, 7)
		if (err == nil) != (x.want == "") || err != nil && !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v, want %q", name, err, x.want)
		}
		p.give(w)
		if _, err := os.Stat(p.idle.all); err == nil {
			t.Errorf("%s: %s is left", name, p.idle.all)
		}
	}
	processes := must.Get(filepath.Glob("/proc/[0-9]*/cmdline"))(t)
	for _, path := range processes {
		if text, err := os.ReadFile(path); err == nil && strings.Contains(string(text), "sleep\x009876543") {
			t.Errorf("%s is left", path)
		}
	}
}

// Checks tell that the time of a run depends on the graph, and only where it does.
func TestTimeIsTold(t *testing.T) {
	worlds := must.Get(method.Joined(4, []graph.Edge{{U: 2, V: 3}}, graph.Edge{U: 0, V: 1}))(t)
	for script, want := range map[string]bool{
		"if grep -q '^0.1' {graph}; then sleep 3; fi; echo {seed} > {out}": true,
		"sleep 0.2; echo {seed} > {out} # {graph}":                         false,
	} {
		p := &Program{Name: "x", Command: Words{"sh", "-c", script}, Releases: "numbers"}
		must.Do(t, New(p))
		a := Audit{Program: p, Audit: method.Audit{Budget: gdp.Budget{Epsilon: 1}, Relation: gdp.EdgeLevel}, Tell: func(string) {}}
		said := must.Get(a.checks(context.Background(), &candidate{worlds: worlds}))(t)
		if all := strings.Join(said, "\n"); strings.Contains(all, "time: ") != want || !strings.Contains(all, "sandbox") {
			t.Errorf("%s: %s", script, all)
		}
	}
}

// A worker that dies or prints is replaced or listened to, and ends with the program.
func TestWorkers(t *testing.T) {
	worlds := must.Get(method.Star(gdp.EdgeLevel))(t)
	for script, want := range map[string]string{
		`while read line; do echo hello; out=${line#*'"out":"'}; echo 3 > "${out%%'"'*}"; echo '{}'; done`: "",
		`read line; echo '{"error": "no"}'; cat`:                                                           "no",
		`read line; echo tired >&2; exit 4`:                                                                "exit status 4; it said: tired",
		`yes`:                                                                                              "1 MiB",
	} {
		p := &Program{Name: "x", Command: Words{"sh", "-c", script}, Releases: "numbers", Worker: true}
		must.Do(t, New(p))
		for range 2 {
			_, err := p.try(context.Background(), worlds[1], gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, 7)
			if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", script, err, want)
			}
		}
		p.Close()
	}
}

// Files of invalid programs are refused.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "mine.yaml")
	for text, want := range map[string]string{
		"command: sh x {graph} {out}\nreleases: graph":            "",
		"command: [sh, x, '{graph}', '{out}']\nreleases: numbers": "",
		"releases: graph":                                                "command",
		"command: sh x {graph}\nreleases: graph":                         "{out}",
		"command: sh 'x {graph} {out}\nreleases: graph":                  "not closed",
		"command: nowhere-at-all {graph} {out}\nreleases: graph":         "nowhere-at-all",
		"command: sh {graph} {out}\nreleases: grahp":                     `did you mean "graph"`,
		"command: sh {graph} {out}\nrelease: graph":                      "line 2: field release is unknown",
		"command: sh {graph} {out}\nreleases: graph\nrelation: edges":    "no relation",
		"command: sh {graph} {out}\nreleases: graph\ntime: 5":            "time",
		"command: sh {graph} {out}\nreleases: graph\nmemory: 5":          "memory",
		"command: sh {graph} {out}\nreleases: graph\nname: a/b":          "name",
		"command: sh {graph} {out}\nreleases: graph\nout: .pdf":          "pdf",
		"command: sh {graph} {out}\nreleases: graph\ngraph: .pdf":        "graph",
		"command: sh {graph} {out}\nreleases: graph\nclaims: everything": "claims",
	} {
		must.Do(t, os.WriteFile(path, []byte(text), 0o666))
		p, err := Read(path)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
		if err == nil && (p.Name != "mine" || p.Method().Check() != nil) {
			t.Errorf("%s: %+v, %v", text, p, p.Method().Check())
		}
	}
}

// On a session a release is paid for once, the program sees no label of the test nodes, and why a
// run failed is not shown.
func TestSessions(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	ctx, b := context.Background(), gdp.Budget{Epsilon: 1, Delta: 1e-5}
	worlds := must.Get(method.IsolatedWord(gdp.EdgeLevel))(t)
	session := func(options ...gdp.Option) *gdp.Session {
		return must.Get(gdp.Protect(worlds[0], gdp.EdgeLevel, b, options...))(t)
	}
	p := &Program{Name: "x", Command: Words{"sh", "-c", "echo {seed} {delta} > {out} # {graph}"}, Releases: "numbers", Claims: "epsilon", Out: ".txt"}
	must.Do(t, New(p))
	if _, err := p.Method().Modes[0].Run(ctx, session(), Undivided{p.digest}, nil); err == nil || strings.Contains(err.Error(), "JSON") {
		t.Errorf("a run that failed: %v", err)
	}
	if _, err := p.Method().Modes[0].Run(ctx, session(gdp.Seed(1)), Undivided{p.digest}, nil); err == nil || !strings.Contains(err.Error(), "JSON") {
		t.Errorf("a seeded run that failed: %v", err)
	}
	p.Command[2] = "echo [{seed}, {delta}] > {out} # {graph}"
	s := session()
	first := must.Get(p.Method().Modes[0].Run(ctx, s, Undivided{p.digest}, nil))(t)
	again, err := p.Method().Modes[0].Run(ctx, s, Undivided{p.digest}, nil)
	if err != nil || again.Release.(release.Statistics)[""][0] != first.Release.(release.Statistics)[""][0] {
		t.Errorf("again: %v, %v", again.Release, err)
	}
	if g := first.Guarantee; g.Claimed > 1 || !math.IsInf(float64(g.Proved), 1) || first.Release.(release.Statistics)[""][1] != 0 {
		t.Errorf("%+v, %v", g, first.Release)
	}
	labels := asked(t, sample{name: "shows-labels", releases: "class scores"})
	o := must.Get(labels.Method().Modes[0].Run(ctx, session(), labels.Method().Modes[0].Config(), nil))(t)
	c := o.Release.(release.Classifier)
	for _, u := range c.Split.Test {
		if scores, err := c.Scores(nil, u); err != nil || scores[0] != -1 {
			t.Errorf("node %d: %v, %v", u, scores, err)
		}
	}
}

// An audit by one run finds the exact graph, and no fault of randomised response.
func TestOneRun(t *testing.T) {
	for _, s := range small {
		if s.name != "copies-the-graph" && s.name != "honest-response" && s.name != "no-noise" {
			continue
		}
		found, err := Audit{Program: asked(t, s), Audit: method.Audit{Budget: gdp.Budget{Epsilon: 1}, Confidence: 0.999}}.OneRun(context.Background())
		switch {
		case s.releases != "graph":
			if err == nil {
				t.Error("numbers say nothing of canaries")
			}
		case err != nil:
			t.Error(err)
		case s.faulty != (found.Broken() != nil), s.faulty && found.Bound.Epsilon < 3:
			t.Errorf("%s: %+v", s.name, found.Bound)
		}
	}
}
