package app

import (
	"math"
	"path/filepath"
	"strings"
	"testing"
)

// A question on a journal is paid for once: again, and at another level, it has the same answer for
// nothing, and another question is paid for out of the budget.
func TestAsk(t *testing.T) {
	dir := t.TempDir()
	friends, journal := filepath.Join(dir, "friends.txt"), filepath.Join(dir, "journal")
	put(t, friends, "# nodes 30\n0 1\n0 2\n1 2\n2 3\n")
	ask := func(what string, more ...string) map[string]any {
		t.Helper()
		stdout, _ := calls(t, "", append([]string{"ask", what, "--graph", friends, "--budget", "3", "--journal", journal, "--json"}, more...)...)
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
