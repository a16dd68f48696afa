package lab

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// Notebooks are signed once for each state that they are in; a failure is tried
// again.
func TestTrust(t *testing.T) {
	e := newEnv(t.TempDir())
	write := func(path, text string) {
		t.Helper()
		must.Do(t, writeFile(path, []byte(text)))
		must.Do(t, os.Chmod(path, 0o755))
	}
	calls := filepath.Join(e.Root, "calls")
	signed := func() int {
		text, _ := os.ReadFile(calls)
		return strings.Count(string(text), "one.ipynb")
	}
	trust := func() {
		t.Helper()
		must.Do(t, e.trust(t.Context()))
	}
	trust() // no notebooks, nothing to do, no program needed
	one := filepath.Join(e.Notebooks, "one", "one.ipynb")
	write(one, "{}")
	write(e.venv("bin", "jupyter-trust"), "#!/bin/sh\nexit 1\n")
	if e.trust(t.Context()) == nil {
		t.Error("a failure to sign goes unnoticed")
	}
	write(e.venv("bin", "jupyter-trust"), "#!/bin/sh\necho \"$@\" >>'"+calls+"'\n")
	trust()
	trust()
	if got := signed(); got != 1 {
		t.Errorf("signed %d times, want once", got)
	}
	write(one, `{"cells": []}`)
	trust()
	if got := signed(); got != 2 {
		t.Errorf("signed %d times after a change, want twice", got)
	}
}
