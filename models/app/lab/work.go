package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/file"
)

// copiesFile records, in the working folder, the checksums of the copied files.
const copiesFile = ".copies.json"

// layOut copies the notebooks and the linked documents into the working folder, which git ignores.
// Running the copies changes no file of the checkout. A copy that the user has not changed is
// updated. A copy that both have changed is renamed, and the result has a line for it.
func (e *Env) layOut() (said []string, err error) {
	was := map[string]string{}
	record := filepath.Join(e.Work, copiesFile)
	if text, err := file.Read(record); err == nil {
		_ = json.Unmarshal(text, &was) // damaged: differing copies are set aside
	}
	files, err := e.originals()
	if err != nil {
		return nil, err
	}
	names := slices.Collect(maps.Keys(files))
	for name := range was {
		if files[name] == "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	is := map[string]string{}
	for _, name := range names {
		var theirs []byte // nil: gone from the checkout
		if file := files[name]; file != "" {
			if theirs, err = readIfThere(file); err != nil {
				return said, err
			}
		}
		to := filepath.Join(e.Work, filepath.FromSlash(name))
		mine, err := readIfThere(to)
		if err != nil {
			return said, err
		}
		sum := ""
		if theirs != nil {
			sum = keyOf(string(theirs))
			is[name] = sum
		}
		changed := mine != nil && !bytes.Equal(mine, theirs) && keyOf(string(mine)) != was[name] // by the user
		switch {
		case mine == nil && theirs == nil, mine != nil && theirs != nil && bytes.Equal(mine, theirs):
			continue
		case changed && (theirs == nil || sum == was[name]): // and not in the checkout
			continue
		case theirs == nil:
			if err := os.Remove(to); err != nil {
				return said, fmt.Errorf("lab: %w", err)
			}
			continue
		case changed:
			aside, err := setAside(to)
			if err != nil {
				return said, fmt.Errorf("lab: %w", err)
			}
			said = append(said, fmt.Sprintf("%s is new in the checkout; yours is now %s", name, path.Join(path.Dir(name), filepath.Base(aside))))
		}
		if err := writeFile(to, theirs); err != nil {
			return said, err
		}
	}
	text, err := json.MarshalIndent(is, "", "  ")
	if err != nil {
		return said, err
	}
	return said, writeFile(record, text)
}

// originals returns the files of the checkout that the working folder copies, by their names there.
// They are documents, notebooks, and the stored trials beside these.
func (e *Env) originals() (map[string]string, error) {
	files := map[string]string{}
	for _, from := range []struct {
		name, folder string
		patterns     []string
	}{
		{"", e.Root, []string{"README.md", "CITATION.cff", "docs/*.md", "docs/*/*.md", "docs/img/*.svg"}},
		{"notebooks/", e.Notebooks, []string{"*.md", "*/*.ipynb", "*/results/*.jsonl"}},
	} {
		for _, pattern := range from.patterns {
			found, err := fs.Glob(file.Dir(from.folder), pattern)
			if err != nil {
				return nil, fmt.Errorf("lab: %w", err)
			}
			for _, name := range found {
				files[from.name+name] = filepath.Join(from.folder, filepath.FromSlash(name))
			}
		}
	}
	return files, nil
}

// readIfThere reads a file. It returns nil if there is none.
func readIfThere(path string) ([]byte, error) {
	text, err := file.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	return append([]byte{}, text...), nil // an empty file is not nil
}

// setAside gives a file the first free of the names NAME-1, NAME-2, ….
func setAside(path string) (string, error) {
	ext := filepath.Ext(path)
	for i := 1; ; i++ {
		aside := fmt.Sprintf("%s-%d%s", strings.TrimSuffix(path, ext), i, ext)
		if _, err := os.Lstat(aside); errors.Is(err, fs.ErrNotExist) {
			return aside, os.Rename(path, aside)
		} else if err != nil {
			return "", err
		}
	}
}

// trust signs the notebooks of the checkout that changed since the last call, so that JupyterLab
// shows their stored figures. It hides the outputs of unsigned notebooks until the cells are run.
// The notebooks come with the checkout, whose code runs here anyway.
func (e *Env) trust(ctx context.Context) error {
	files, err := filepath.Glob(filepath.Join(e.Notebooks, "*", "*.ipynb"))
	if err != nil || len(files) == 0 {
		return err
	}
	parts := []string{e.jupyter} // signatures are kept there
	for _, name := range files {
		text, err := file.Read(name)
		if err != nil {
			return err
		}
		parts = append(parts, name, string(text))
	}
	stamp, key := e.stamp("trust"), keyOf(parts...)
	if stamp.holds(key) {
		return nil
	}
	cmd := exec.CommandContext(ctx, e.venv("bin", "jupyter-trust"), files...)
	cmd.Dir, cmd.Env = e.Root, e.environ()
	if err := cmd.Run(); err != nil {
		return err
	}
	return stamp.set(key)
}
