package trial

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/gofrs/flock"
)

// Result is what a trial measured.
type Result struct {
	Trial
	Measured
	Seconds float64
}

// String names the trial.
func (t Trial) String() string {
	data := t.Data
	if t.Every > 1 {
		data = fmt.Sprintf("every %d. graph of %s", t.Every, data)
	}
	return fmt.Sprintf("%s of %s/%s%s on %s, ε = %g, seed %d", t.Protocol, t.Method, t.Mode, dash(t.Variant), data, t.Epsilon, t.Seed)
}

func dash(variant string) string {
	if variant == "" {
		return ""
	}
	return " (" + variant + ")"
}

// check refuses an ε that no file can hold.
func (t Trial) check() error {
	if math.IsNaN(t.Epsilon) || math.IsInf(t.Epsilon, 0) {
		return fmt.Errorf("ε = %v; take 0 for a method without privacy", t.Epsilon)
	}
	return nil
}

// line is a Result in the file. JSON has no NaN and no infinity: values are
// texts where they are none.
type line struct {
	Trial
	Values  map[string]number `json:"values"`
	Claimed number            `json:"claimed"`
	Proved  number            `json:"proved"`
	Seconds float64           `json:"seconds"`
}

// number is a float64 that may be NaN or infinite.
type number float64

// MarshalJSON implements [json.Marshaler].
func (x number) MarshalJSON() ([]byte, error) {
	if v := float64(x); math.IsNaN(v) || math.IsInf(v, 0) {
		return json.Marshal(strconv.FormatFloat(v, 'g', -1, 64))
	}
	return json.Marshal(float64(x))
}

// UnmarshalJSON implements [json.Unmarshaler].
func (x *number) UnmarshalJSON(text []byte) error {
	v, err := strconv.ParseFloat(strings.Trim(string(text), `"`), 64)
	if err != nil {
		return fmt.Errorf("%s is not a number", text)
	}
	*x = number(v)
	return nil
}

// MarshalJSON implements [json.Marshaler].
func (r Result) MarshalJSON() ([]byte, error) {
	l := line{r.Trial, map[string]number{}, number(r.Claimed), number(r.Proved), r.Seconds}
	for name, x := range r.Values {
		l.Values[name] = number(x)
	}
	return json.Marshal(l)
}

// UnmarshalJSON implements [json.Unmarshaler]. Trials have the names of today; what a line
// does not say of ε is NaN.
func (r *Result) UnmarshalJSON(text []byte) error {
	l := line{Claimed: number(math.NaN()), Proved: number(math.NaN())}
	if err := json.Unmarshal(text, &l); err != nil {
		return err
	}
	*r = Result{l.Trial.today(), Measured{map[string]float64{}, float64(l.Claimed), float64(l.Proved)}, l.Seconds}
	for name, x := range l.Values {
		r.Values[name] = float64(x)
	}
	return nil
}

// shelf is a folder of results: one line of JSON a trial, appended under a lock,
// and a lock file for each trial in progress. The system frees the locks
// of a process that dies.
type shelf struct {
	folder string

	mu    sync.Mutex
	done  map[Trial]Result // of two results for one trial, the first
	order []Result         // as in the file
	size  int64            // of the file, as far as it was read: whole lines
	lines int
}

const resultsFile = "results.jsonl"

func openShelf(folder string) (*shelf, error) {
	if folder == "" {
		return nil, errors.New("trial: a grid without a folder for its results")
	}
	if err := os.MkdirAll(filepath.Join(folder, "locks"), 0o777); err != nil {
		return nil, fmt.Errorf("trial: %w", err)
	}
	return &shelf{folder: folder, done: map[Trial]Result{}}, nil
}

// Read returns the results in a folder.
func Read(folder string) ([]Result, error) {
	s := shelf{folder: folder, done: map[Trial]Result{}}
	if err := s.read(); err != nil {
		return nil, err
	}
	return s.order, nil
}

// find returns the result of a trial that has one, from what was last read.
func (s *shelf) find(t Trial) (Result, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok := s.done[t]
	return r, ok
}

// read takes in the lines that were added since; a last one that a process was
// killed in does not count.
func (s *shelf) read() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := os.Open(filepath.Join(s.folder, resultsFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("trial: %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.NewSectionReader(f, s.size, math.MaxInt64-s.size))
	if err != nil {
		return fmt.Errorf("trial: %w", err)
	}
	for {
		raw, rest, whole := bytes.Cut(text, []byte("\n"))
		if !whole {
			return nil
		}
		s.lines++
		var r Result
		if err := json.Unmarshal(raw, &r); err != nil {
			return fmt.Errorf("trial: %s, line %d: %w", f.Name(), s.lines, err)
		}
		s.size += int64(len(raw)) + 1
		s.order = append(s.order, r)
		if _, ok := s.done[r.Trial]; !ok {
			s.done[r.Trial] = r
		}
		text = rest
	}
}

// add appends a result. What is left of a line that a process was killed in is
// cut off first.
func (s *shelf) add(r Result) (err error) {
	raw, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("trial: %w", err)
	}
	guard := flock.New(filepath.Join(s.folder, "locks", "results"))
	if err := guard.Lock(); err != nil {
		return fmt.Errorf("trial: locking the results: %w", err)
	}
	defer func() { err = errors.Join(err, guard.Unlock()) }()
	f, err := os.OpenFile(filepath.Join(s.folder, resultsFile), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return fmt.Errorf("trial: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	end, err := lastLine(f)
	if err != nil {
		return fmt.Errorf("trial: %w", err)
	}
	if err := f.Truncate(end); err != nil {
		return fmt.Errorf("trial: %w", err)
	}
	if _, err := f.WriteAt(append(raw, '\n'), end); err != nil {
		return fmt.Errorf("trial: %w", err)
	}
	if err := f.Sync(); err != nil {
		return fmt.Errorf("trial: %w", err)
	}
	return nil
}

// lastLine returns the end of the last complete line of a file.
func lastLine(f *os.File) (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	end, block := info.Size(), make([]byte, 1<<12)
	for end > 0 {
		from := max(0, end-int64(len(block)))
		n, err := f.ReadAt(block[:end-from], from)
		if err != nil {
			return 0, err
		}
		if i := bytes.LastIndexByte(block[:n], '\n'); i >= 0 {
			return from + int64(i) + 1, nil
		}
		end = from
	}
	return 0, nil
}

// claim locks a trial; release is nil when another process has it.
func (s *shelf) claim(t Trial) (release func(), err error) {
	name, err := json.Marshal(t)
	if err != nil {
		return nil, fmt.Errorf("trial: %w", err)
	}
	sum := sha256.Sum256(name)
	lock := flock.New(filepath.Join(s.folder, "locks", hex.EncodeToString(sum[:12])))
	ok, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("trial: claiming %v: %w", t, err)
	}
	if !ok {
		return nil, nil
	}
	return func() { _ = lock.Unlock() }, nil // closing the file frees the lock in any case
}
