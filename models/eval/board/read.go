package board

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/graphdp/graphdp/models/eval/trial"
)

// Store is a folder of results, with those of failed trials.
type Store struct {
	Name    string
	Results []trial.Result
}

// ErrEmpty marks a folder without results.
var ErrEmpty = errors.New("no trials")

// Read reads folders of results. A folder that holds the folder `results`, as that of a
// notebook does, stands for it.
func Read(folders ...string) ([]Store, error) {
	var stores []Store
	for _, folder := range folders {
		name := filepath.ToSlash(filepath.Clean(folder))
		info, err := os.Stat(folder)
		switch {
		case err != nil:
			return nil, fmt.Errorf("board: %w", err)
		case !info.IsDir():
			return nil, fmt.Errorf("board: %s is a file: name the folder that it is in", folder)
		}
		results, err := trial.ReadAll(folder)
		if inner := filepath.Join(folder, "results"); err == nil && len(results) == 0 {
			results, err = trial.ReadAll(inner)
		}
		if err != nil {
			return nil, fmt.Errorf("board: %w", err)
		}
		if len(results) == 0 {
			return nil, fmt.Errorf("board: %w in %s: it has no results.jsonl, or an empty one", ErrEmpty, folder)
		}
		stores = append(stores, Store{name, results})
	}
	if len(stores) == 0 {
		return nil, fmt.Errorf("board: %w: no folder is named", ErrEmpty)
	}
	return stores, nil
}

// Kept returns the stores of the notebooks of a checkout and that of its audits, named as from its
// root.
func Kept(root string) ([]Store, error) {
	folders, err := filepath.Glob(filepath.Join(root, "notebooks", "*", "results"))
	if err != nil || len(folders) == 0 {
		return nil, fmt.Errorf("board: %w: no notebooks/*/results in %s; name the folders of your trials", ErrEmpty, root)
	}
	if audits := filepath.Join(root, "models", "eval", "audits"); isFolder(audits) {
		folders = append(folders, audits)
	}
	stores, err := Read(folders...)
	for i, folder := range folders {
		if name, err := filepath.Rel(root, folder); err == nil && i < len(stores) {
			stores[i].Name = filepath.ToSlash(name)
		}
	}
	return stores, err
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
