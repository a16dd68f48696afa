// Package folder keeps the notebooks of the repository: it generates their files from the sources
// and reports which of them are out of date.
//
// A notebook is a folder notebooks/NN_name, two digits and a name. It holds the
// source NN_name.go or, of one in Python, NN_name.py (see package percent), a test
// that runs its cells (see package nbtest) and the generated NN_name.ipynb (see package ipynb).
package folder

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/notebooks/internal/ipynb"
	"github.com/graphdp/graphdp/notebooks/internal/percent"
)

// A Folder is the folder of notebooks of a checkout.
type Folder struct {
	Dir string
}

// Find returns the folder of the checkout that dir is in: the one called notebooks
// beside a go.mod.
func Find(dir string) (Folder, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Folder{}, fmt.Errorf("folder: %w", err)
	}
	for up := dir; ; up = filepath.Dir(up) {
		notebooks := filepath.Join(up, "notebooks")
		if isFile(filepath.Join(up, "go.mod")) && isDir(notebooks) {
			return Folder{Dir: notebooks}, nil
		}
		if up == filepath.Dir(up) {
			return Folder{}, fmt.Errorf("folder: %s is not in a checkout: no go.mod beside a folder notebooks", dir)
		}
	}
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

var nameForm = regexp.MustCompile(`^[0-9]{2}_[a-z0-9_]+$`)

// Names returns the names of the notebooks in order.
func (f Folder) Names() ([]string, error) {
	entries, err := os.ReadDir(f.Dir)
	if err != nil {
		return nil, fmt.Errorf("folder: %w", err)
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() && nameForm.MatchString(e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// Select returns the named notebooks in order, or all of them without names.
func (f Folder) Select(names []string) ([]string, error) {
	all, err := f.Names()
	if err != nil || len(names) == 0 {
		return all, err
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			return nil, fmt.Errorf("folder: no notebook %q; there are: %s", name, strings.Join(all, ", "))
		}
	}
	return slices.DeleteFunc(all, func(name string) bool { return !slices.Contains(names, name) }), nil
}

func (f Folder) file(name, suffix string) string {
	return filepath.Join(f.Dir, name, name+suffix)
}

// Generate writes the notebook's file from its source, keeps the outputs of unchanged code, and
// reports whether the file changed.
func (f Folder) Generate(name string) (changed bool, err error) {
	nb, old, err := f.load(name)
	if err != nil {
		return false, err
	}
	return f.write(name, nb, old)
}

// Take writes the notebook's file from its source and the outputs of the
// executed notebook runs/NAME.ipynb, and reports whether that changed the file.
func (f Folder) Take(name, runs string) (changed bool, err error) {
	nb, old, err := f.load(name)
	if err != nil {
		return false, err
	}
	path := filepath.Join(runs, name+".ipynb")
	data, err := os.ReadFile(path)
	if err != nil {
		return false, fmt.Errorf("folder: no run of %s: %w", name, err)
	}
	run, err := ipynb.Decode(data)
	if err == nil {
		err = nb.Take(run)
	}
	if err != nil {
		return false, fmt.Errorf("folder: %s: %w", path, err)
	}
	return f.write(name, nb, old)
}

// load returns the notebook of a source, with the outputs in its file. It also returns the file's
// bytes, nil if there is no file.
func (f Folder) load(name string) (nb *ipynb.Notebook, old []byte, err error) {
	path, parse := f.file(name, ".go"), percent.Parse
	python := isFile(f.file(name, ".py"))
	if python {
		path, parse = f.file(name, ".py"), percent.ParsePython
	}
	source, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, fmt.Errorf("folder: %s: %w", name, err)
	}
	cells, err := parse(path, source)
	if err != nil {
		return nil, nil, fmt.Errorf("folder: %w", err)
	}
	nb = ipynb.New(cells)
	nb.Python = python
	path = f.file(name, ".ipynb")
	old, err = os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nb, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("folder: %s: %w", name, err)
	}
	before, err := ipynb.Decode(old)
	if err != nil {
		return nil, nil, fmt.Errorf("folder: %s: %w", path, err)
	}
	nb.Keep(before)
	return nb, old, nil
}

func (f Folder) write(name string, nb *ipynb.Notebook, old []byte) (changed bool, err error) {
	data := nb.Encode()
	if bytes.Equal(data, old) {
		return false, nil
	}
	if err := os.WriteFile(f.file(name, ".ipynb"), data, 0o666); err != nil {
		return false, fmt.Errorf("folder: %w", err)
	}
	return true, nil
}

// Check reports all faults of a notebook: files too many or too few, an .ipynb that differs from
// its source, outputs that are missing or stale.
func (f Folder) Check(name string) error {
	return errors.Join(f.checkFiles(name), f.checkNotebook(name))
}

// checkFiles refuses other Go files than the source and tests. Their declarations would compile in
// the package and be missing in the notebook.
func (f Folder) checkFiles(name string) error {
	files, err := filepath.Glob(filepath.Join(f.Dir, name, "*.go"))
	if err != nil {
		return fmt.Errorf("folder: %w", err)
	}
	tests := 0
	var errs []error
	for _, f := range files {
		switch base := filepath.Base(f); {
		case strings.HasSuffix(base, "_test.go"):
			tests++
		case base != name+".go":
			errs = append(errs, fmt.Errorf("folder: %s: the notebook cannot see what %s declares", name, base))
		}
	}
	if tests == 0 {
		errs = append(errs, fmt.Errorf("folder: %s: no test runs its cells", name))
	}
	return errors.Join(errs...)
}

func (f Folder) checkNotebook(name string) error {
	nb, old, err := f.load(name)
	if err != nil {
		return err
	}
	if old == nil {
		return fmt.Errorf("folder: %s: no %s.ipynb; run: go run ./notebooks/nbgen %[1]s", name, name)
	}
	if !bytes.Equal(nb.Encode(), old) {
		return fmt.Errorf("folder: %s: %[1]s.ipynb is not what its source generates; run: go run ./notebooks/nbgen %[1]s", name)
	}
	if err := nb.Check(); err != nil {
		return fmt.Errorf("folder: %s: %w; run: go run ./gdp/cmd/lab --execute %[1]s --size full --out DIR && go run ./notebooks/nbgen -outputs DIR %[1]s", name, err)
	}
	return nil
}
