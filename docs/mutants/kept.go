package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// keptFile holds the results of this checkout, a line each. Git ignores it.
const keptFile = "docs/mutants/.results.jsonl"

// result is what became of a mutant.
type result struct {
	Key     string    `json:"key"`
	List    string    `json:"list"`
	Name    string    `json:"name"`
	Verdict verdict   `json:"verdict"`
	Seconds float64   `json:"seconds"`
	When    time.Time `json:"when"`
	Commit  string    `json:"commit"`
}

func (r result) killed() bool { return r.Verdict == killed || r.Verdict == timeout }

// kept are results by their keys, the last of each.
type kept struct {
	path string
	mu   sync.Mutex
	by   map[string]result
}

// openKept reads the results of earlier runs. What a killed process left of a line does not count.
func openKept(path string) (*kept, error) {
	k := &kept{path: path, by: map[string]result{}}
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		var r result
		if json.Unmarshal(line, &r) == nil {
			k.by[r.Key] = r
		}
	}
	return k, nil
}

// add appends a result by one call of the system, on a line of its own whatever is left of the last
// one.
func (k *kept) add(r result) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(k.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(append(append([]byte{'\n'}, line...), '\n'))
	k.by[r.Key] = r
	return errors.Join(err, f.Close())
}

// keyOf digests what a verdict depends on: the entry, the file that it breaks, and the sources and
// test data of the package of its test. A change of other packages is left to -again.
func keyOf(m mutant) (string, error) {
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %q %q %q %q\n", m.name, m.file, m.pkg, m.test, m.edits)
	if err := digest(sum, m.file); err != nil {
		return "", err
	}
	err := filepath.WalkDir(m.pkg, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != m.pkg && d.Name() != "testdata" && filepath.Base(filepath.Dir(path)) != "testdata":
			return fs.SkipDir // another package
		case d.IsDir() || d.Name()[0] == '.' || filepath.ToSlash(path) == summaryFile: // which are not of the package
			return nil
		}
		return digest(sum, path)
	})
	return hex.EncodeToString(sum.Sum(nil)[:16]), err
}

// digest adds a file with its name.
func digest(sum io.Writer, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	fmt.Fprintf(sum, "%q %d\n", filepath.ToSlash(path), info.Size())
	_, err = io.Copy(sum, bufio.NewReader(f))
	return err
}
