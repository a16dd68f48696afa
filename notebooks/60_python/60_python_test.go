// Package python_test checks the notebook 60_python.
package python_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/app"
	"github.com/graphdp/graphdp/notebooks/nbtest"
)

// asProcess is the variable that makes this test program the command gdp.
const asProcess = "GDP_TEST_AS_PROCESS"

func TestMain(m *testing.M) {
	if os.Getenv(asProcess) != "" {
		app.Main(models.Methods()...)
	}
	os.Exit(m.Run())
}

// The cells print what the notebook keeps, in another Python too.
func TestKeptOutputs(t *testing.T) {
	python := os.Getenv("GDP_PYTHON")
	if python == "" {
		python = "python3"
	}
	if out, err := exec.Command(python, "-c", "import numpy, networkx").CombinedOutput(); err != nil {
		t.Skipf("%s has no numpy and networkx (%v): GDP_PYTHON names a Python that has them\n%s", python, err, out)
	}
	program := must.Get(os.Executable())(t)
	code, kept := nbtest.Python(t)
	const mark = "\n== the next cell ==\n"
	c := exec.Command(python, "-B", "-c", strings.Join(code, "\nprint("+"'''"+mark+"''', end='')\n"))
	c.Env = append(os.Environ(), "GDP_BINARY="+program, asProcess+"=1", "PYTHONPATH=../../gdp/python", "PYTHONUTF8=1")
	c.Stderr = os.Stderr
	out := must.Get(c.Output())(t)
	shown := strings.Split(string(out), mark)
	if len(shown) != len(kept) {
		t.Fatalf("%d cells print, of %d", len(shown), len(kept))
	}
	lines := 0
	for i, text := range shown {
		if text != kept[i] {
			t.Errorf("cell %d prints\n%s\nand keeps\n%s", i+1, text, kept[i])
		}
		for line := range strings.Lines(code[i]) {
			if strings.TrimSpace(line) != "" {
				lines++
			}
		}
	}
	if lines > 60 {
		t.Errorf("%d lines of code, want 60 at most", lines)
	}
}
