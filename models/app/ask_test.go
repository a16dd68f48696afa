package app

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A question on a journal is paid for once: again, and at another level, it has the same answer for
// nothing, and another question is paid for out of the budget.
func TestAsk(t *testing.T) {
	dir := t.TempDir()
	friends, journal := filepath.Join(dir, "friends.txt"), filepath.Join(dir, "journal")
	if err := os.WriteFile(friends, []byte("# nodes 30\n0 1\n0 2\n1 2\n2 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ask := func(what string, more ...string) map[string]any {
		t.Helper()
		status, stdout, stderr := call(t, append([]string{"ask", what, "--graph", friends, "--budget", "3", "--journal", journal, "--json"}, more...)...)
		if status != 0 {
			t.Fatal(status, stderr)
		}
		return document(t, stdout)
	}
	value := func(d map[string]any) (v, low, high float64) {
		x := d["answers"].([]any)[0].(map[string]any)["values"].([]any)[0].(map[string]any)
		return x["value"].(float64), x["low"].(float64), x["high"].(float64)
	}
	first := ask("edges", "--epsilon", "1")
	again, wider := ask("edges", "--epsilon", "1"), ask("edges", "--epsilon", "1", "--level", "0.99")
	v, low, high := value(first)
	if w, l, h := value(again); w != v || l != low || h != high || again["proved"] != first["proved"] || first["left"].(map[string]any)["epsilon"] != 2.0 {
		t.Errorf("%v, then %v", first, again)
	}
	if w, l, h := value(wider); w != v || l > low || h < high || wider["proved"] != first["proved"] {
		t.Errorf("%v, then %v", first, wider)
	}
	two := ask("triangles,wedges", "--epsilon", "2", "--weights", "1,3")
	answers := two["answers"].([]any)
	if len(answers) != 2 || math.Abs(answers[0].(map[string]any)["epsilon"].(float64)-0.5) > 1e-9 || two["left"].(map[string]any)["epsilon"] != 0.0 {
		t.Errorf("%v", two)
	}
	status, _, stderr := call(t, "ask", "components", "--graph", friends, "--budget", "3", "--journal", journal, "--epsilon", "1")
	if status != 1 || !strings.Contains(stderr, "over the budget") {
		t.Error(status, stderr)
	}
}

// For people there are the answer, why it is that, and what it cost; with --plan, what it would be.
func TestAskForPeople(t *testing.T) {
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"ask", "edges,ccdf", "--epsilon", "2", "--seed", "1"}, []string{"edges: ", "at level 0.95", "why ", "relation  ", "proved ε", "repeatable", "ccdf: 34 values"}},
		{[]string{"ask", "edges", "--epsilon", "1", "--relation", "node"}, []string{"race to the top", "caps", "every run spends again"}},
		{[]string{"ask", "triangles,largest-degree", "--epsilon", "1", "--relation", "node", "--plan"}, []string{"nothing was spent", "at mean degree 20", "refused", "one node alone"}},
		{[]string{"ask", "mixing,modularity", "--epsilon", "2"}, []string{"within Mr. Hi", "modularity"}},
		{[]string{"ask", "attribute-mean:9:0:1", "--epsilon", "2", "--relation", "node", "--graph", "us-states"}, []string{"attribute-mean:9:0:1, Northeast: ", "values are clipped to [0, 1]", "proved: proofs/queries.md#attribute-sums"}},
		{[]string{"ask", "attribute-sum:9:0:1", "--epsilon", "2", "--graph", "us-states"}, []string{"attribute-sum:9:0:1, Northeast: 8\n", "by no noise, for ε = 0", "attributes and classes are public"}},
		{[]string{"ask", "attribute-mean-by-degree:9:-1:1", "--epsilon", "2", "--graph", "us-states"}, []string{"attribute-mean-by-degree:9:-1:1, 4 – 7: "}},
		{[]string{"ask", "attribute-mean:3:0:2,attribute-sum:0:0:1,attribute-mean-by-degree:0:0:1", "--epsilon", "2", "--relation", "node", "--graph", "us-states", "--plan"}, []string{"Laplace noise", "at mean degree 20", "to the next degree range"}},
	} {
		if !slices.Contains(c.args, "--graph") {
			c.args = append(c.args, "--graph", "karate")
		}
		status, stdout, stderr := call(t, c.args...)
		if status != 0 {
			t.Errorf("%v: %d %s", c.args, status, stderr)
		}
		for _, want := range c.want {
			if !strings.Contains(stdout, want) {
				t.Errorf("%v: no %q in\n%s", c.args, want, stdout)
			}
		}
	}
}

func TestAskIsRefused(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"ask", "triangle", "--graph", "karate", "--epsilon", "1"}, 2, `did you mean "triangles"`},
		{[]string{"ask", "attribute-mean", "--graph", "us-states", "--epsilon", "1"}, 2, "use attribute-mean:COLUMN:LOW:HIGH"},
		{[]string{"ask", "attribute-mean:0:1:0", "--graph", "us-states", "--epsilon", "1"}, 2, "from 1 to 0"},
		{[]string{"ask", "attribute-mean:0:0:1,attribute-mean:0:0.0:1", "--graph", "us-states", "--epsilon", "1"}, 2, "given twice"},
		{[]string{"ask", "attribute-mean:12:0:1", "--graph", "us-states", "--epsilon", "1", "--relation", "node"}, 1, "no attribute column 12"},
		{[]string{"ask", "attribute-mean:0:0:1", "--graph", "karate", "--epsilon", "1"}, 1, "no attributes"},
		{[]string{"ask", "attribute-sum-by-degree:0:0:1", "--graph", "us-states", "--epsilon", "1", "--relation", "node"}, 1, "to the next degree range"},
		{[]string{"ask", "edges,edges", "--graph", "karate", "--epsilon", "1"}, 2, "given twice"},
		{[]string{"ask", "edges", "--epsilon", "1"}, 2, "--graph is missing"},
		{[]string{"ask", "edges", "--graph", "karate"}, 2, "--epsilon is missing"},
		{[]string{"ask", "edges", "--graph", "karate", "--epsilon", "1", "--budget", "0.5", "--journal", "j"}, 2, "less than --epsilon"},
		{[]string{"ask", "edges", "--graph", "karate", "--epsilon", "1", "--budget", "2"}, 2, "needs --journal FILE"},
		{[]string{"ask", "edges", "--graph", "karate", "--epsilon", "1", "--draw", "2"}, 2, "needs --journal"},
		{[]string{"ask", "edges", "--graph", "karate", "--epsilon", "1", "--budget", "2,x", "--journal", "j"}, 2, "must be E or E,D"},
		{[]string{"ask", "edges", "--graph", "karate", "--epsilon", "1", "--level", "95"}, 2, "--level 95"},
		{[]string{"ask", "edges", "--graph", "karate", "--epsilon", "1", "--weights", "1,2"}, 2, "found 2, must be one for each of 1"},
		{[]string{"ask", "edges", "--graph", "karate", "--epsilon", "1", "--weights", "x"}, 2, "must be a positive number"},
		{[]string{"ask", "edges", "--graph", "karate", "--epsilon", "1", "--relation", "graph"}, 2, "must be edge, node"},
		{[]string{"ask", "edges", "--graph", "karate", "--epsilon", "1", "--plan", "--journal", "j"}, 2, "excludes --journal"},
		{[]string{"ask", "largest-degree", "--graph", "karate", "--epsilon", "1", "--relation", "node"}, 1, "one node alone"},
		{[]string{"ask", "edges,largest-degree", "--graph", "karate", "--epsilon", "1", "--relation", "node"}, 1, "one node alone"},
	} {
		status, stdout, stderr := call(t, c.args...)
		if status != c.status || !strings.Contains(stderr, c.want) || stdout != "" {
			t.Errorf("%v: %d %q, want %d %q; on standard output %q", c.args, status, stderr, c.status, c.want, stdout)
		}
	}
}

// Where the nodes are those that occur nothing is proved, and the answer that was paid for is
// shown.
func TestAskOnNodesThatOccur(t *testing.T) {
	friends := filepath.Join(t.TempDir(), "friends.txt")
	if err := os.WriteFile(friends, []byte("0 1\n0 2\n1 2\n2 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	status, stdout, stderr := call(t, "ask", "edges", "--graph", friends, "--nodes", "occurring", "--epsilon", "1", "--json")
	if status != 0 {
		t.Fatal(status, stderr)
	}
	d := document(t, stdout)
	if len(d["answers"].([]any)) != 1 || d["proved_reason"] == "" || d["proved"] == 1.0 {
		t.Errorf("%v", d)
	}
}
