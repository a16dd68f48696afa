package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// published runs a mode with an enumeration among its settings.
func published(settings ...string) []string {
	args := strings.Fields("run seprivgemb --mode published --json --graph karate --epsilon 1 --delta 1e-5 --set Batch=16 --set Steps=3")
	for _, s := range settings {
		args = append(args, "--set", s)
	}
	return args
}

// An enumeration is set by name, in any case, and an error lists the names; names of
// settings are known in any case too.
func TestSettingsByName(t *testing.T) {
	for _, setting := range []string{"Noise=All", "noise=all"} {
		status, stdout, stderr := call(t, published(setting)...)
		if status != 0 {
			t.Fatalf("%s: status %d, %s", setting, status, stderr)
		}
		if d := document(t, stdout); d["config"].(map[string]any)["Noise"] != 2.0 {
			t.Errorf("%s: %v", setting, d["config"])
		}
	}
	status, stdout, stderr := call(t, "run", "privdpr", "--mode", "strict", "--graph", "karate", "--epsilon", "1", "--set", "Theta=byBudget", "--json")
	if status != 0 || document(t, stdout)["config"].(map[string]any)["Theta"] != -1.0 {
		t.Errorf("Theta=byBudget: status %d, %s", status, stderr)
	}
	for setting, want := range map[string]string{
		"Noise=some": "must be one of NonZero, All", "Dim=many": "must be a whole number", "Dim=": "must be a whole number",
		"Dim": "must be NAME=VALUE", "Rate=fast": "must be a number", "=3": "no such setting", "Stps=3": `did you mean "Steps"`,
	} {
		if status, stdout, stderr := call(t, published(setting)...); status != 2 || !strings.Contains(stderr, want) || document(t, stdout)["error"] == nil {
			t.Errorf("%s: status %d, %s%s", setting, status, stdout, stderr)
		}
	}
}

// Rows have the ids that the file has.
func TestRowsHaveIDs(t *testing.T) {
	dir := t.TempDir()
	file, rows := filepath.Join(dir, "friends.txt"), filepath.Join(dir, "rows.txt")
	if err := os.WriteFile(file, []byte("ann bob\nbob 70\n70 ann\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	list := graphFile(t, "list", "bob\n70\nann\n")
	if status, _, stderr := call(t, "run", "seprivgemb", "--epsilon", "1", "--delta", "1e-5", "--mode", "strict", "--graph", file, "--nodes", list, "--out", rows); status != 0 {
		t.Fatalf("status %d, %s", status, stderr)
	}
	text, err := os.ReadFile(rows)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for line := range strings.Lines(string(text)) {
		names = append(names, strings.Fields(line)[0])
	}
	if slices.Sort(names); !slices.Equal(names, []string{"70", "ann", "bob"}) {
		t.Errorf("rows of %v", names)
	}
}

// A δ that allows to publish somebody's row is pointed out.
func TestCaution(t *testing.T) {
	for _, as := range []string{"--json=false", "--json"} {
		if status, stdout, stderr := call(t, "run", "privdpr", "--mode", "strict", "--graph", "karate", "--epsilon", "1", "--delta", "0.04", as); status != 0 || !strings.Contains(stdout, "is not below 1/34") {
			t.Errorf("status %d, %s%s", status, stdout, stderr)
		}
	}
	if _, stdout, _ := call(t, "run", "privdpr", "--mode", "strict", "--graph", "karate", "--epsilon", "1", "--delta", "0.01", "--json"); document(t, stdout)["caution"] != nil {
		t.Errorf("%s", stdout)
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
	a, err := os.ReadFile(filepath.Join(dir, "a.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "b.txt")); err != nil || string(a) != string(b) {
		t.Errorf("the second run released another graph (%v)", err)
	}
	for flag, says := range map[string]string{
		"--budget 2": "its ε is 1, the session's 2", "--budget 1,1e-5": "its δ is 0, the session's 1e-05", "--seed 3": "its randomness is secret, the session's seeded",
		"--graph cora": "other data", "--relation edge": "its relation is node",
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
