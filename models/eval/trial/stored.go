package trial

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/models/method"
)

// Store is a folder of results, including failed trials.
type Store struct {
	Name    string
	Results []Result
}

// ErrEmpty: the folder has no results.
var ErrEmpty = errors.New("no trials")

// ReadStores reads folders of results. A folder with a subfolder "results", such as that of a
// notebook, stands for the subfolder.
func ReadStores(folders ...string) ([]Store, error) {
	if len(folders) == 0 {
		return nil, fmt.Errorf("trial: %w: no folder of results is given", ErrEmpty)
	}
	var stores []Store
	for _, folder := range folders {
		if info, err := os.Stat(folder); err != nil {
			return nil, fmt.Errorf("trial: %s is not a folder of results: %w", folder, err)
		} else if !info.IsDir() {
			return nil, fmt.Errorf("trial: %s is a file: give the folder that it is in", folder)
		}
		results, err := ReadAll(folder)
		if err == nil && len(results) == 0 {
			results, err = ReadAll(filepath.Join(folder, "results"))
		}
		if err == nil && len(results) == 0 {
			err = fmt.Errorf("trial: %w in %s: it has no %s, or an empty one", ErrEmpty, folder, File)
		}
		if err != nil {
			return nil, err
		}
		stores = append(stores, Store{filepath.ToSlash(filepath.Clean(folder)), results})
	}
	return stores, nil
}

// ReadCheckout reads the results of the notebooks and of the audits of a checkout, with names
// relative to its root.
func ReadCheckout(root string) ([]Store, error) {
	folders, err := filepath.Glob(filepath.Join(root, "notebooks", "*", "results"))
	if err != nil || len(folders) == 0 {
		return nil, fmt.Errorf("trial: %w: no notebooks/*/results in %s; give the folders of your runs", ErrEmpty, root)
	}
	audits := filepath.Join(root, "models", "eval", "audits")
	if _, err := os.Stat(audits); err == nil {
		folders = append(folders, audits)
	}
	stores, err := ReadStores(folders...)
	for i := range stores {
		if name, err := filepath.Rel(root, folders[i]); err == nil {
			stores[i].Name = filepath.ToSlash(name)
		}
	}
	return stores, err
}

// Age is the age of a result relative to this program.
type Age string

// Ages of results.
const (
	Today        Age = "today"         // the program gives the same result
	OtherEdition Age = "other edition" // the mode's edition or settings have changed
	NoMode       Age = "no such mode"  // the method, mode or setting no longer exists
)

// Ages lists all ages.
func Ages() []Age { return []Age{Today, OtherEdition, NoMode} }

// AgeOf returns the age of a result for the given methods.
func AgeOf(methods []method.Method, r Result) Age {
	m, err := method.Find(methods, r.Method)
	if err != nil {
		return NoMode
	}
	mode, config, err := r.mode(m)
	switch {
	case err != nil:
		return NoMode
	case r.Error == "" && (r.Made.Edition != mode.Edition || r.Made.Config != key(mode, config)):
		return OtherEdition
	}
	return Today
}

// Current selects the results for tables: for each trial the first of today's, or else its last
// failure. left counts the others by age.
func Current(methods []method.Method, results []Result) (list []Result, left map[string]int) {
	left = map[string]int{}
	at := map[Trial]int{}
	for _, r := range results {
		switch AgeOf(methods, r) {
		case OtherEdition:
			left["left out: from an earlier edition or other settings of the mode; gdp sweep --again repeats them"]++
			continue
		case NoMode:
			left[fmt.Sprintf("left out: this version has no %s %s with these settings", r.Method, r.Mode)]++
			continue
		}
		i, ok := at[r.Trial]
		switch {
		case !ok:
			at[r.Trial] = len(list)
			list = append(list, r)
		case list[i].Error != "":
			list[i] = r
		}
	}
	return list, left
}

// Old lists the trials of a folder with outdated results, the quickest first. It counts separately
// those that this version cannot run.
func Old(methods []method.Method, folder string) (again []Trial, gone int, err error) {
	results, err := Read(folder)
	slices.SortStableFunc(results, func(a, b Result) int { return cmp.Compare(a.Seconds, b.Seconds) }) // quickest first
	for _, r := range results {
		switch AgeOf(methods, r) {
		case NoMode:
			gone++
		case OtherEdition:
			again = append(again, r.Trial)
		}
	}
	return again, gone, err
}

// Renewal is a result with its replacement.
type Renewal struct{ Before, After Result }

// Same reports whether both have the same values, bit for bit.
func (r Renewal) Same() bool {
	for name, x := range r.After.Values {
		if y, ok := r.Before.Values[name]; ok && x != y && !(math.IsNaN(x) && math.IsNaN(y)) {
			return false
		}
	}
	return true
}

// Renew replaces results of the same trials in a folder. The file is replaced as a whole.
func Renew(folder string, fresh []Result) (list []Renewal, err error) {
	s, err := openStore(folder)
	if err != nil {
		return nil, err
	}
	free, err := s.lock()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, free()) }()
	if err := s.read(); err != nil {
		return nil, err
	}
	left := map[Trial]Result{}
	for _, r := range fresh {
		if r.Error == "" {
			left[r.Trial] = r
		}
	}
	path := filepath.Join(folder, File)
	text, err := file.Read(path)
	if err != nil {
		return nil, err
	}
	lines := bytes.SplitAfter(text[:s.size], []byte("\n")) // one line per result
	for i, before := range s.order {
		after, ok := left[before.Trial]
		if !ok || before.Error != "" {
			continue
		}
		raw, err := after.MarshalJSON()
		if err != nil {
			return nil, err
		}
		lines[i] = append(raw, '\n')
		delete(left, before.Trial)
		list = append(list, Renewal{before, after})
	}
	return list, file.Write(path, 0o666, func(w io.Writer) error {
		_, err := w.Write(bytes.Join(lines, nil))
		return err
	})
}
