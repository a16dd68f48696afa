package lab

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/file"
)

// Module is the path of the module whose checkout holds the notebooks.
const Module = "github.com/graphdp/graphdp"

var moduleLine = regexp.MustCompile(`(?m)^module[ \t]+"?([^\s"]+)`)

// Root returns the nearest folder at or above dir that holds the named Go module, or any module if
// the name is empty; otherwise it returns "".
func Root(dir, module string) (string, error) {
	root, err := filepath.Abs(dir)
	for ; err == nil; root = filepath.Dir(root) {
		text, err := file.Read(filepath.Join(root, "go.mod"))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
		if m := moduleLine.FindSubmatch(text); m != nil && (module == "" || string(m[1]) == module) {
			return root, nil
		}
		if root == filepath.Dir(root) {
			break
		}
	}
	return "", err
}

// Find returns the root of the checkout of [Module] that holds dir.
func Find(dir string) (string, error) {
	root, err := Root(dir, Module)
	switch {
	case err != nil:
		return "", fmt.Errorf("lab: %w", err)
	case root == "":
		return "", &Problem{
			Step:  "looking for the notebooks",
			Cause: fmt.Sprintf("%s is not inside a checkout of %s", dir, Module),
			Fix:   "change into the folder that `git clone` made, and run the same command there",
		}
	}
	return root, nil
}

// Env is a prepared checkout.
type Env struct {
	Root      string // the checkout
	Notebooks string // the folder of the notebooks, which Execute runs
	Work      string // the folder of their copies, which JupyterLab shows
	Plugin    string // XLA's CPU plugin, "" where training runs in pure Go

	jupyter   string // the folder that Jupyter keeps its own files in
	ownLinker bool   // Go's linker makes programs of cells without the C compiler's
}

// newEnv returns the environment of a checkout as it will be once it is prepared.
func newEnv(root string) *Env {
	e := &Env{Root: root, Notebooks: filepath.Join(root, "notebooks"), Work: filepath.Join(root, "lab")}
	e.jupyter = e.venv("jupyter")
	return e
}

// venv returns a path inside the prepared folder.
func (e *Env) venv(elem ...string) string {
	return filepath.Join(append([]string{e.Root, ".venv"}, elem...)...)
}

// python returns the prepared Python.
func (e *Env) python() string { return e.venv("bin", "python") }

// stamp returns the stamp of a step.
func (e *Env) stamp(step string) stamp { return stamp{e.venv("stamps", step)} }

// environ returns the environment for all processes of the checkout. Jupyter reads and writes only
// inside .venv, and ignores the user's other Python installations.
func (e *Env) environ(extra ...string) []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		switch name {
		case "PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV", "PIP_TARGET", "PIP_PREFIX", "JUPYTER_PATH", "JUPYTER_CONFIG_PATH":
			return true
		}
		return false
	})
	return append(append(env,
		"GDP_BINARY="+e.venv("bin", "gdp"), // for graphdp in Python
		"PYTHONPATH="+filepath.Join(e.Root, "gdp", "python"),
		"JUPYTER_CONFIG_DIR="+filepath.Join(e.jupyter, "config"),
		"JUPYTER_DATA_DIR="+filepath.Join(e.jupyter, "data"),
		"JUPYTER_RUNTIME_DIR="+filepath.Join(e.jupyter, "runtime"),
		"IPYTHONDIR="+filepath.Join(e.jupyter, "ipython"),
		"PIP_USER=0",
		"PIP_NO_INPUT=1",
		"PIP_DISABLE_PIP_VERSION_CHECK=1",
		"GOEXPERIMENT=simd",
	), extra...)
}

// A stamp is a file that marks a step as done. Its content is the key of the step's inputs. It
// exists only while the step's result is complete.
type stamp struct {
	path string
}

// holds reports whether the step was done with this key and its output files still exist.
func (s stamp) holds(key string, outputs ...string) bool {
	got, err := file.Read(s.path)
	if err != nil || string(got) != key {
		return false
	}
	for _, file := range outputs {
		if _, err := os.Stat(file); err != nil {
			return false
		}
	}
	return true
}

// clear removes the stamp, before anything else in a step.
func (s stamp) clear() error {
	if err := os.Remove(s.path); err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("lab: %w", err)
	}
	return nil
}

// set writes the stamp atomically, at the end of a step.
func (s stamp) set(key string) error {
	return writeFile(s.path, []byte(key))
}

// writeFile writes a file atomically, and creates its folder.
func writeFile(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	err := file.Write(path, 0o644, func(w io.Writer) error { _, err := w.Write(content); return err })
	if err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	return nil
}

// keyOf returns a digest of a step's inputs. Each part is hashed with its length, so that different
// lists have different keys.
func keyOf(parts ...string) string {
	h := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return hex.EncodeToString(h.Sum(nil))
}
