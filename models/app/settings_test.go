package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Rows have the ids that the file has.
func TestRowsHaveIDs(t *testing.T) {
	dir := t.TempDir()
	file, rows := filepath.Join(dir, "friends.txt"), filepath.Join(dir, "rows.txt")
	put(t, file, "ann bob\nbob 70\n70 ann\n")
	list := graphFile(t, "list", "bob\n70\nann\n")
	calls(t, "", "run", "seprivgemb", "--epsilon", "1", "--delta", "1e-5", "--mode", "strict", "--graph", file, "--nodes", list, "--out", rows)
	text := contents(t, rows)
	var names []string
	for line := range strings.Lines(string(text)) {
		names = append(names, strings.Fields(line)[0])
	}
	if slices.Sort(names); !slices.Equal(names, []string{"70", "ann", "bob"}) {
		t.Errorf("rows of %v", names)
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
