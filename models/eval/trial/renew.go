package trial

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"math"
	"path/filepath"
	"slices"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/models/method"
)

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
