package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

const source = "package a\nvar x, y, z = 1, 2, 3\n"

func write(t *testing.T, name, text string) {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(name), 0o700))
	must.Do(t, os.WriteFile(name, []byte(text), 0o600))
}

// checkout makes a folder with one file, its tests and three mutants, and enters it.
func checkout(t *testing.T) (all []mutant) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"a/a.go": source, "b/b_test.go": "package b\n", "b/testdata/deep/x": "1", "b/other/other.go": "package other\n"} {
		write(t, name, text)
	}
	for i, x := range []string{"1", "2", "3"} {
		all = append(all, mutant{name: "n" + x, list: []string{"one", "one", "two"}[i], file: "a/a.go", pkg: "b", test: "TestA", edits: []edit{{x, "0"}}})
	}
	return all
}

// A killed mutant is tried again only after a change of the entry, the file or the package of the
// test. An interrupted test and an unfinished line give no result.
func TestResultsAreStored(t *testing.T) {
	all := checkout(t)
	stopAt := ""
	check := func(what string, want ...string) {
		t.Helper()
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		stored := must.Get(openResults("stored"))(t)
		var mu sync.Mutex
		var tried []string
		r := runner{temp: t.TempDir(), results: stored, test: func(_ context.Context, pkg, names string, flags ...string) (verdict, string) {
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
				if broken, err := m.apply([]byte(source)); err == nil && strings.HasPrefix(string(text), string(broken)) {
					if tried = append(tried, m.name); m.name == stopAt {
						stop()
					}
				}
			}
			return killed, ""
		}}
		if fine, err := r.replay(ctx, all); err != nil || fine == (stopAt != "") {
			t.Errorf("%s: all killed %v, %v", what, fine, err)
		}
		if slices.Sort(tried); stopAt == "" && !slices.Equal(tried, want) {
			t.Errorf("%s: tried %v, want %v", what, tried, want)
		}
	}
	check("all", "n1", "n2", "n3")
	check("nothing has changed")
	all[1].edits[0].new = "7"
	stopAt = "n2"
	check("an interrupted test")
	stopAt = ""
	check("an entry", "n2")
	for _, name := range []string{"a/a.go", "b/b_test.go", "b/testdata/deep/x"} {
		write(t, name, source+"// more\n")
		check(name, "n1", "n2", "n3")
	}
	write(t, "b/other/other.go", "package other\n// more\n")
	write(t, "b/.results.jsonl", "x")
	check("another package")
	text := must.Get(os.ReadFile("stored"))(t)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	last := lines[len(lines)-1]
	write(t, "stored", strings.Join(lines[:len(lines)-1], "\n")+"\n"+last[:len(last)/2])
	stored := must.Get(openResults("stored"))(t)
	must.Do(t, stored.add(result{Key: "k"})) // after the unfinished line
	if stored, err := openResults("stored"); err != nil || stored.by["k"].Key != "k" {
		t.Errorf("a result after an unfinished line is lost: %v", err)
	}
	if kept, err := os.ReadFile("a/a.go"); err != nil || string(kept) != source+"// more\n" {
		t.Errorf("the source has changed: %s, %v", kept, err)
	}
}

func TestTable(t *testing.T) {
	all := checkout(t)
	stored := must.Get(openResults("stored"))(t)
	for i, v := range []verdict{timeout, survived} {
		key := must.Get(keyOf(all[i]))(t)
		must.Do(t, stored.add(result{key, all[i].name, v, 30}))
	}
	page, err := table(all, stored, "Today")
	if err != nil || !tableBlock.MatchString(page) || !strings.Contains(page, "Today:") || !strings.Contains(page, "| --- |\n| `one` | 2 | 1 | 1 | 0 | 1.0 |\n| `two` | 1 | 0 | 0 | 1 | 0.0 |\n") {
		t.Errorf("%s, %v", page, err)
	}
}

// The README has one row for each list and no mutant that survived.
func TestReadmeHasTheTable(t *testing.T) {
	text := must.Get(os.ReadFile("README.md"))(t)
	all := must.Get(mutants(files))(t)
	var want []string
	for _, m := range all {
		want = append(want, m.list)
	}
	var got []string
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| \\d+ \\| \\d+ \\| (\\d+) \\|").FindAllSubmatch(tableBlock.Find(text), -1) {
		if got = append(got, string(row[1])); string(row[2]) != "0" {
			t.Errorf("%s: %s mutants survived", row[1], row[2])
		}
	}
	if want = slices.Compact(want); !slices.Equal(got, want) {
		t.Errorf("the table has the lists %v, want %v: run go run ./docs/mutants -summary", got, want)
	}
}
