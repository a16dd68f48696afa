package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// tree makes a checkout with one file and its tests, and goes there.
func tree(t *testing.T) (all []mutant) {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{
		"a/a.go": "package a\nvar x, y, z = 1, 2, 3\n", "b/b_test.go": "package b\n", "b/testdata/deep/x": "1", "b/other/other.go": "package other\n", "docs/mutants/x": "",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i, x := range []string{"1", "2", "3"} {
		all = append(all, mutant{name: "n" + x, list: []string{"one", "one", "two"}[i], file: "a/a.go", pkg: "b", test: "TestA", edits: []edit{{x, "0"}}})
	}
	return all
}

// A result counts until the entry, the file or the package of the test changes; what a killed
// process left of a line is no result, and hides none.
func TestResultsAreKept(t *testing.T) {
	all := tree(t)
	var tried []string
	var mu sync.Mutex
	stopAt := ""
	replayed := func(again bool) []string {
		t.Helper()
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		k, err := openKept("kept")
		if err != nil {
			t.Fatal(err)
		}
		tried = nil
		r := runner{temp: t.TempDir(), atOnce: 2, kept: k, test: func(_ context.Context, pkg, names string, flags ...string) (verdict, string) {
			if len(flags) == 0 {
				return survived, ""
			}
			text, err := os.ReadFile(filepath.Join(filepath.Dir(flags[1]), "a.go"))
			if err != nil {
				return invalid, err.Error()
			}
			mu.Lock()
			defer mu.Unlock()
			for _, m := range all {
				if broken, err := m.apply("package a\nvar x, y, z = 1, 2, 3\n"); err == nil && strings.HasPrefix(string(text), broken) {
					if m.name == stopAt {
						stop()
						return killed, ""
					}
					tried = append(tried, m.name)
				}
			}
			return killed, ""
		}}
		left := all
		if !again {
			if left, err = r.left(all); err != nil {
				t.Fatal(err)
			}
		}
		if fine := r.pass(ctx, left) && r.kill(ctx, left); fine == (stopAt != "") {
			t.Errorf("all is well: %v", fine)
		}
		slices.Sort(tried)
		return tried
	}
	check := func(what string, want ...string) {
		t.Helper()
		if got := replayed(false); !slices.Equal(got, want) {
			t.Errorf("%s: tried %v, want %v", what, got, want)
		}
	}
	stopAt = "n1"
	replayed(false)
	stopAt = ""
	if got := replayed(false); !slices.Contains(got, "n1") {
		t.Errorf("a mutant that was interrupted is not tried again: %v", got)
	}
	check("nothing has changed")
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all[1].edits[0].new = "7"
	check("an entry", "n2")
	write("a/a.go", "package a\nvar x, y, z = 1, 2, 3\n// more\n")
	check("the file", "n1", "n2", "n3")
	write("b/b_test.go", "package b\n// more\n")
	check("the test", "n1", "n2", "n3")
	write("b/testdata/deep/x", "2")
	check("its data", "n1", "n2", "n3")
	write("b/other/other.go", "package other\n// more\n")
	write("b/.results.jsonl", "x")
	check("another package, and what is no source")
	text, err := os.ReadFile("kept")
	if err != nil {
		t.Fatal(err)
	}
	write("kept", string(text)[:len(text)-20])
	if got := replayed(false); len(got) != 1 {
		t.Errorf("after half a line: %v", got)
	}
	check("nothing is left")
	if got := replayed(true); len(got) != 3 {
		t.Errorf("again: %v", got)
	}
	if source, err := os.ReadFile("a/a.go"); err != nil || !strings.Contains(string(source), "1, 2, 3") {
		t.Errorf("the tree has changed: %s, %v", source, err)
	}
}

// The page counts what was tried as it is now, and keeps what was tried elsewhere.
func TestSummary(t *testing.T) {
	all := tree(t)
	k, err := openKept("kept")
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range []verdict{killed, survived} {
		key, err := keyOf(all[i])
		if err != nil {
			t.Fatal(err)
		}
		if err := k.add(result{key, all[i].list, all[i].name, v, 30, time.Date(2026, 1, 2+i, 0, 0, 0, 0, time.UTC), fmt.Sprint("abc", i)}); err != nil {
			t.Fatal(err)
		}
	}
	const two = "| `two` | 1 | 1 | 0 | 0 | 2025-12-31 | def | 2.0 |"
	page, err := summary(all, k, "| `one` | 9 | 9 | 0 | 0 | x | y | 1 |\n"+two+"\n| `gone` | 1 | 1 | 0 | 0 | x | y | 1 |\n")
	if err != nil || !strings.HasSuffix(page, "| --- |\n| `one` | 2 | 1 | 1 | 0 | 2026-01-03 | abc1 | 1.0 |\n"+two+"\n") {
		t.Errorf("%s, %v", page, err)
	}
	if page, err = summary(all, k, ""); err != nil || !strings.Contains(page, "| `two` | 1 | 0 | 0 | 1 | – | – | 0.0 |\n") {
		t.Errorf("%s, %v", page, err)
	}
}

// The page names every list, and no mutant that survived. What it counts is as of its commits.
func TestSummaryNamesTheLists(t *testing.T) {
	all, err := mutants(files)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for _, m := range all {
		want[m.list] = true
	}
	text, err := os.ReadFile("summary.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := summaryRow.FindAllStringSubmatch(string(text), -1)
	for _, row := range rows {
		if !want[row[1]] {
			t.Errorf("a row of %s, which is no list, or a second one", row[1])
		}
		if delete(want, row[1]); row[4] != "0" {
			t.Errorf("%s: %s mutants survived", row[1], row[4])
		}
	}
	for list := range want {
		t.Errorf("no row of %s: run go run ./docs/mutants -summary", list)
	}
	if n := strings.Count(string(text), "\n| `"); n != len(rows) {
		t.Errorf("%d rows, of which %d can be read", n, len(rows))
	}
}

// The README has the totals of the summary.
func TestReadmeHasTheTotals(t *testing.T) {
	page, err := os.ReadFile("summary.md")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	want, err := totals(string(page))
	if got := totalsLine.FindAllString(string(readme), -1); err != nil || len(got) != 1 || got[0] != want {
		t.Errorf("README.md has %q, summary.md adds up to %q (%v): run go run ./docs/mutants -summary", got, want, err)
	}
	if got, err := totals("| `one` | 3 | 1 | 0 | 2 | – | – | 0.0 |\n| `two` | 4 | 1 | 2 | 1 | – | – | 0.0 |\n"); err != nil ||
		got != "**Of 7 mutants, 4 were replayed: 2 were killed and 2 survived. 3 were not replayed.**" {
		t.Errorf("%s, %v", got, err)
	}
}
