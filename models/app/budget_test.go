package app

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
)

// Runs and questions on a journal share one budget. Each has a part of it, a repeated call is free,
// and a call beyond the budget is refused. The journal shows all of it without the data.
func TestOneLedger(t *testing.T) {
	dir := t.TempDir()
	journal := filepath.Join(dir, "journal")
	spend := func(args string) (d map[string]any, failed string) {
		t.Helper()
		status, stdout, stderr := call(t, append(strings.Fields(args), "--graph", "karate", "--journal", journal, "--json")...)
		if status != 0 {
			return nil, stderr
		}
		return document(t, stdout), ""
	}
	amounts := func(d map[string]any, of string) [2]float64 {
		x := d[of].(map[string]any)
		return [2]float64{x["epsilon"].(float64), x["delta"].(float64)}
	}
	for i, c := range []struct {
		args, part     string
		epsilon, delta float64
		left           [2]float64
	}{
		{"ask edges --epsilon 0.5 --budget 2,1e-5", "ask edges", 0.5, 0, [2]float64{1.5, 1e-5}},
		{"ask edges --epsilon 0.5", "ask edges", 0.5, 0, [2]float64{1.5, 1e-5}},
		{"ask edges", "ask edges", 0.5, 0, [2]float64{1.5, 1e-5}},
		{"run privgraph --epsilon 0.5", "run privgraph strict", 0.5, 2.5e-6, [2]float64{1, 7.5e-6}},
		{"run privgraph --epsilon 0.5 --draw 2 --delta 0", "run privgraph strict draw 2", 0.5, 0, [2]float64{0.5, 7.5e-6}},
		{"run privgraph --epsilon 0.25 --set Group=10", "run privgraph strict Group=10", 0.25, 1.25e-6, [2]float64{0.25, 6.25e-6}},
		{"run privgraph", "run privgraph strict", 0.5, 2.5e-6, [2]float64{0.25, 6.25e-6}},
		{"run privgraph --draw 3", "run privgraph strict draw 3", 0.25, 6.25e-6, [2]float64{}},
		{"run privgraph --draw 3", "run privgraph strict draw 3", 0.25, 6.25e-6, [2]float64{}},
	} {
		d, failed := spend(c.args)
		if failed != "" || d["part"] != c.part || d["epsilon"] != c.epsilon || math.Abs(amounts(d, "left")[0]-c.left[0]) > 1e-15 ||
			math.Abs(amounts(d, "left")[1]-c.left[1]) > 1e-18 || amounts(d, "budget") != [2]float64{2, 1e-5} || d["claimed"].(float64) > c.epsilon+1e-12 {
			t.Errorf("%d, %s: %v %s", i, c.args, d, failed)
		}
		if delta, there := d["delta"]; there && math.Abs(delta.(float64)-c.delta) > 1e-18 {
			t.Errorf("%d, %s: δ = %v", i, c.args, delta)
		}
	}
	for args, says := range map[string]string{
		"ask triangles":                             "over the budget: nothing is left of (2, 1e-05)",
		"ask triangles --epsilon 1e-9":              "over the budget: it asks for (1e-09, 0), and (0, 0) is left of (2, 1e-05)",
		"ask edges --epsilon 0.25":                  "--draw 2",
		"ask wedges --epsilon 3":                    "is less than --epsilon 3",
		"run dgg --epsilon 1 --delta 0.1":           "is less than --delta 0.1",
		"run privgraph --epsilon 0.5":               "",
		"run privdpr --epsilon 0.1":                 "it asks for (0.1, 0), and (0, 0) is left of (2, 1e-05)", // under edge, as all commands
		"run privdpr --epsilon 0.1 --relation node": "its relation is edge, the session's node",
		"ask edges --epsilon 1 --nodes 9":           "data set",
	} {
		if _, failed := spend(args); says == "" && failed != "" || !strings.Contains(failed, says) {
			t.Errorf("%s: %s", args, failed)
		}
	}
	for _, other := range []string{"ask edges --graph karate --budget 3 --epsilon 1", "ask edges --graph us-states --budget 2,1e-5 --epsilon 1"} {
		says(t, 1, "not the journal of this session", append(strings.Fields(other), "--journal", journal)...)
	}
	status, stdout, stderr := call(t, "account", "--journal", journal, "--json")
	d := document(t, stdout)
	if status != 0 || d["relation"] != "edge" || amounts(d, "budget") != [2]float64{2, 1e-5} || amounts(d, "left") != [2]float64{} || amounts(d, "spent")[0] != 2 ||
		d["claimed"] != 2.0 || d["proved"] != 2.0 || d["adaptive"] != true || d["seeded"] != false || len(d["ledger"].([]any)) != 5 || len(d["parts"].([]any)) < 10 {
		t.Errorf("%v %s", d, stderr)
	}
	shown(t, "\nleft       (0, 0)\n", "account", "--journal", journal)
}

// A claim inside a part is no proof of the journal.
func TestAccountOfAClaim(t *testing.T) {
	journal := filepath.Join(t.TempDir(), "journal")
	status, _, stderr := call(t, strings.Fields("run privhrg --mode published --graph karate --epsilon 1 --budget 2,1e-5 --journal "+journal)...)
	if status != 0 {
		t.Fatal(stderr)
	}
	_, stdout, _ := call(t, "account", "--journal", journal, "--json")
	if d := document(t, stdout); d["claimed"] != 1.0 || d["proved"] != "inf" || d["proved_reason"] == "" {
		t.Errorf("%v", d)
	}
}

// A file that is not a journal is reported as such, and nothing is written or spent.
func TestAccountOfADamagedJournal(t *testing.T) {
	dir := t.TempDir()
	journal := filepath.Join(dir, "journal")
	ask := strings.Fields("ask edges --graph karate --epsilon 1 --budget 2 --journal " + journal)
	calls(t, "", ask...)
	whole := contents(t, journal)
	for name, text := range map[string]string{"empty": "", "no head": string(whole[30:]), "cut short": string(whole[:len(whole)-100])} {
		put(t, journal, text)
		for _, args := range [][]string{{"account", "--journal", journal}, ask, append(ask, "--draw", "2")} {
			if status, stdout, stderr := call(t, args...); status != 1 || stdout != "" || !strings.Contains(stderr, "damaged journal") {
				t.Errorf("%s, gdp %v: status %d, %s%s", name, args, status, stdout, stderr)
			}
		}
		if now, err := os.ReadFile(journal); err != nil || string(now) != text {
			t.Errorf("%s: the file was changed", name)
		}
	}
	none := filepath.Join(dir, "none")
	says(t, 1, "no such file", "account", "--journal", none)
	if _, err := os.Stat(none); err == nil {
		t.Error("a journal was made")
	}
	for _, args := range []string{"account --journal x --sigma 1", "account --journal x --json --delta 0"} {
		says(t, 2, "excludes all other flags", strings.Fields(args)...)
	}
}

// Of many calls at once on one journal, no more are paid than the budget bears.
func TestCallsAtOnceShareABudget(t *testing.T) {
	journal := filepath.Join(t.TempDir(), "journal")
	var calls sync.WaitGroup
	var mu sync.Mutex
	paid := map[bool]int{}
	for _, x := range []string{"edges", "triangles", "wedges", "components", "ccdf", "edges --draw 2", "edges --draw 3"} {
		calls.Go(func() {
			status, _, stderr := call(t, strings.Fields("ask "+x+" --graph karate --epsilon 0.3 --budget 1 --journal "+journal)...)
			if status != 0 && !strings.Contains(stderr, "over the budget") {
				t.Errorf("%s: %s", x, stderr)
			}
			mu.Lock()
			defer mu.Unlock()
			paid[status == 0]++
		})
	}
	calls.Wait()
	if want := map[bool]int{true: 3, false: 4}; !reflect.DeepEqual(paid, want) {
		t.Errorf("%v were paid, want %v", paid, want)
	}
}

// A release in the journal costs nothing and is the same; another setting is another
// release, which has its price.
func TestKeptReleases(t *testing.T) {
	dir := t.TempDir()
	journal := filepath.Join(dir, "journal")
	run := func(out string, more ...string) (status int, stderr string) {
		args := strings.Fields("run privdpr --mode strict --graph karate --epsilon 1 --journal " + journal + " --out " + filepath.Join(dir, out))
		status, _, stderr = call(t, append(args, more...)...)
		return status, stderr
	}
	for _, out := range []string{"a.txt", "b.txt"} {
		if status, stderr := run(out); status != 0 {
			t.Fatalf("%s: status %d, %s", out, status, stderr)
		}
	}
	a := contents(t, filepath.Join(dir, "a.txt"))
	if b, err := os.ReadFile(filepath.Join(dir, "b.txt")); err != nil || string(a) != string(b) {
		t.Errorf("the second run released another graph (%v)", err)
	}
	for flag, says := range map[string]string{
		"--budget 2": "its ε is 1, the session's 2", "--budget 1,1e-5": "its δ is 0, the session's 1e-05", "--seed 3": "its randomness is secret, the session's seeded",
		"--graph cora": "other data", "--relation node": "its relation is edge",
	} {
		if flag == "--graph cora" && os.Getenv("GDP_DATA") == "" {
			continue
		}
		if status, stderr := run("e.txt", strings.Fields(flag)...); status != 1 || !strings.Contains(stderr, says) {
			t.Errorf("the journal of another session, %s: status %d, %s", flag, status, stderr)
		}
	}
	if status, stderr := run("c.txt", "--set", "Theta=3"); status != 1 || !strings.Contains(stderr, "over the budget") || strings.Contains(stderr, "Session.") {
		t.Errorf("another release on a budget that is spent: status %d, %s", status, stderr)
	}
	if status, stderr := run("d.txt", "--set", "Dim=3"); status != 2 || !strings.Contains(stderr, `"Dim=3"`) {
		t.Errorf("a setting that the mode does not have: status %d, %s", status, stderr)
	}
}
