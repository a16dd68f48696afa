package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

const source = `package small

// %%
import "fmt"

// %%
func first() {
	fmt.Println(1)
}
`

// The exit status of the command, and its output streams.
func TestRun(t *testing.T) {
	root := t.TempDir()
	for path, text := range map[string]string{
		"go.mod":                                "module x\n",
		"notebooks/01_small/01_small.go":        source,
		"notebooks/01_small/01_small_test.go":   "package small\n",
		"notebooks/02_broken/02_broken.go":      "package broken\n\nvar a = 1\n",
		"notebooks/02_broken/02_broken_test.go": "package broken\n",
	} {
		path = filepath.Join(root, path)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	}
	for _, test := range []struct {
		args   string
		status int
		stdout string
		stderr string // part of it
	}{
		{"-help", 0, "", "Examples:"},
		{"-unknown", 2, "", "flag provided but not defined"},
		{"-check -outputs runs", 2, "", "takes no -outputs"},
		{"03_missing", 2, "", "there are: 01_small, 02_broken"},
		{"-check 01_small", 1, "", "no 01_small.ipynb"},
		{"01_small", 0, "01_small: written\n", ""},
		{"01_small", 0, "01_small: up to date\n", ""},
		{"", 1, "01_small: up to date\n", "02_broken.go:1: no cells"},
		{"-check 01_small", 1, "", "the notebook has not been run"},
		{"-outputs runs 01_small", 1, "", "no run of 01_small"},
	} {
		t.Run(test.args, func(t *testing.T) {
			var stdout, stderr strings.Builder
			status := run(root, strings.Fields(test.args), &stdout, &stderr)
			if status != test.status {
				t.Errorf("exit status %d, want %d", status, test.status)
			}
			if stdout.String() != test.stdout {
				t.Errorf("standard output %q, want %q", stdout.String(), test.stdout)
			}
			if got := stderr.String(); !strings.Contains(got, test.stderr) || (test.stderr == "") != (got == "") {
				t.Errorf("standard error %q, want %q", got, test.stderr)
			}
		})
	}
	var stderr strings.Builder
	if status := run(t.TempDir(), nil, &stderr, &stderr); status != 1 || !strings.Contains(stderr.String(), "not in a checkout") {
		t.Errorf("outside a checkout: exit status %d, %s", status, &stderr)
	}
}
