package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

const (
	resultsFile = "docs/mutants/.results.jsonl" // results of this checkout, one a line; ignored by git
	readmeFile  = "docs/mutants/README.md"      // has the table of results
)

// result is the outcome of one mutant.
type result struct {
	Key     string  `json:"key"`
	Name    string  `json:"name"`
	Verdict verdict `json:"verdict"`
	Seconds float64 `json:"seconds"`
}

func (r result) killed() bool { return r.Verdict == killed || r.Verdict == timeout }

// results are the last results by their keys.
type results struct {
	path string
	by   map[string]result
}

// openResults reads the results of earlier runs. It skips an unfinished line.
func openResults(path string) (*results, error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	all := &results{path: path, by: map[string]result{}}
	for line := range bytes.Lines(text) {
		var r result
		if json.Unmarshal(line, &r) == nil {
			all.by[r.Key] = r
		}
	}
	return all, nil
}

// of returns the result of a mutant as its sources are now, or none.
func (all *results) of(m mutant) (result, error) {
	key, err := keyOf(m)
	return all.by[key], err
}

// add appends a result. It starts a new line, whatever a killed process left of the last one.
func (all *results) add(r result) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(all.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f, "\n%s\n", line)
	all.by[r.Key] = r
	return errors.Join(err, f.Close())
}

// keyOf digests the entry, the file that it breaks, and the sources and test data of the package of
// its test. It ignores changes of other packages.
func keyOf(m mutant) (string, error) {
	sum := sha256.New()
	add := func(path string) error {
		text, err := os.ReadFile(path)
		fmt.Fprintf(sum, "%q %d\n%s", filepath.ToSlash(path), len(text), text)
		return err
	}
	fmt.Fprintf(sum, "%q %q %q %q %q\n", m.name, m.file, m.pkg, m.test, m.edits)
	if err := add(m.file); err != nil {
		return "", err
	}
	err := filepath.WalkDir(m.pkg, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != m.pkg && !strings.Contains(path, "testdata"):
			return fs.SkipDir // another package
		case d.IsDir() || d.Name()[0] == '.':
			return nil
		}
		return add(path)
	})
	return hex.EncodeToString(sum.Sum(nil)[:16]), err
}

var tableBlock = regexp.MustCompile(`(?s)<!-- results -->\n.*?<!-- end of the results -->`)

// table returns the block of the README with the results of each list.
func table(all []mutant, stored *results, when string) (string, error) {
	page := "<!-- results -->\n" + when + ":\n\n| list | mutants | killed | survived | not tried | minutes |\n| --- | --- | --- | --- | --- | --- |\n"
	type counts struct {
		mutants, killed, survived, left int
		seconds                         float64
	}
	var names []string
	lists := map[string]*counts{}
	for _, m := range all {
		r, err := stored.of(m)
		if err != nil {
			return "", err
		}
		if lists[m.list] == nil {
			names, lists[m.list] = append(names, m.list), new(counts)
		}
		n := lists[m.list]
		n.mutants++
		n.seconds += r.Seconds
		switch {
		case r.killed():
			n.killed++
		case r.Verdict == "":
			n.left++
		default:
			n.survived++
		}
	}
	for _, name := range names {
		n := lists[name]
		page += fmt.Sprintf("| `%s` | %d | %d | %d | %d | %.1f |\n", name, n.mutants, n.killed, n.survived, n.left, n.seconds/60)
	}
	return page + "<!-- end of the results -->", nil
}

// writeTable writes the table of results into the README.
func writeTable(all []mutant, stored *results) error {
	commit, err := exec.Command("git", "describe", "--always", "--abbrev=12", "--dirty=+").Output()
	if err != nil {
		return fmt.Errorf("git describe: %w", err)
	}
	block, err := table(all, stored, fmt.Sprintf("At commit %s, %s", bytes.TrimSpace(commit), time.Now().UTC().Format(time.DateOnly)))
	if err != nil {
		return err
	}
	readme, err := os.ReadFile(readmeFile)
	if err != nil {
		return err
	}
	return os.WriteFile(readmeFile, tableBlock.ReplaceAllLiteral(readme, []byte(block)), 0o666)
}
