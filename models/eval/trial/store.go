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
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gofrs/flock"
	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/gdp"
)

// Result is the result of a trial: its values, or its error.
type Result struct {
	Trial
	Measured
	Seconds float64
	Error   string // error of a failed trial, which has no values
}

// String names the trial.
func (t Trial) String() string {
	data := t.Data
	if t.Every > 1 {
		data = fmt.Sprintf("graphs 0, %d … of %s", t.Every, data)
	}
	if t.Nodes != "" {
		data += " (nodes " + t.Nodes + ")"
	}
	data += dash(t.Reading)
	if t.Epsilon > 0 { // none for a mode without privacy
		data += fmt.Sprintf(", ε = %g", t.Epsilon)
	}
	return fmt.Sprintf("%s of %s/%s%s on %s, seed %d", t.Protocol, t.Method, t.Mode, dash(t.Variant), data, t.Seed)
}

func dash(variant string) string {
	if variant == "" {
		return ""
	}
	return " (" + variant + ")"
}

// check refuses a trial with an invalid budget.
func (t Trial) check() error {
	if math.IsNaN(t.Epsilon) || math.IsInf(t.Epsilon, 0) {
		return fmt.Errorf("ε = %v; take 0 for a method without privacy", t.Epsilon)
	}
	if t.Epsilon == 0 && t.Delta != 0 {
		return fmt.Errorf("%v: δ = %g without ε; leave it out", t, t.Delta)
	}
	return nil
}

// format is the version of the line format.
const format = 2

// ErrNewer: the file was written by a later version of this package.
var ErrNewer = errors.New("results of a newer version")

// line is a Result in the file. NaN and infinity, which JSON lacks, are texts.
type line struct {
	Format int `json:"format,omitempty"`
	Trial
	Values  map[string]number `json:"values"`
	Claimed number            `json:"claimed"`
	Proved  number            `json:"proved"`
	Reason  string            `json:"reason,omitempty"`
	Audited *gdp.Audited      `json:"audited,omitempty"`
	Seconds float64           `json:"seconds"`
	Error   string            `json:"error,omitempty"`
	Made    Provenance        `json:"made,omitzero"`
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
	l := line{format, r.Trial, map[string]number{}, number(r.Claimed), number(r.Proved), r.Reason, r.Audited, r.Seconds, r.Error, r.Made}
	for name, x := range r.Values {
		l.Values[name] = number(x)
	}
	return json.Marshal(l)
}

// UnmarshalJSON implements [json.Unmarshaler]. A missing ε is NaN.
func (r *Result) UnmarshalJSON(text []byte) error {
	l := line{Claimed: number(math.NaN()), Proved: number(math.NaN())}
	err := json.Unmarshal(text, &l)
	var version struct{ Format int }
	if err != nil && json.Unmarshal(text, &version) == nil { // a later version may have other fields
		l.Format = version.Format
	}
	if l.Format > format {
		return fmt.Errorf("%w: format %d, and this program reads up to %d; take the program that wrote them, or a later one", ErrNewer, l.Format, format)
	}
	if err != nil {
		return err
	}
	*r = Result{l.Trial, Measured{make(map[string]float64, len(l.Values)), float64(l.Claimed), float64(l.Proved), l.Reason, l.Audited, l.Made}, l.Seconds, l.Error}
	for name, x := range l.Values {
		r.Values[name] = float64(x)
	}
	return nil
}

// store is a folder of results: one JSON line per trial, appended under a lock, and a lock file for
// each running trial. The system releases the locks of a process that dies.
type store struct {
	folder string

	mu     sync.Mutex
	done   map[Trial]Result   // the first result of each trial
	failed map[Trial][]Result // every failure
	order  []Result           // in file order
	size   int64              // bytes that were read: whole lines
	lines  int
	last   []byte // last line read and its end: if another line is at size, [Renew] has replaced the file
}

// File is the name of the file of results in its folder.
const File = "results.jsonl"

func openStore(folder string) (*store, error) {
	if folder == "" {
		return nil, errors.New("trial: a grid without a folder for its results")
	}
	if err := os.MkdirAll(filepath.Join(folder, "locks"), 0o777); err != nil {
		return nil, fmt.Errorf("trial: %w", err)
	}
	return newStore(folder), nil
}

func newStore(folder string) *store {
	return &store{folder: folder, done: map[Trial]Result{}, failed: map[Trial][]Result{}}
}

// Read returns the results in a folder, except those of failed trials.
func Read(folder string) ([]Result, error) {
	all, err := ReadAll(folder)
	return slices.DeleteFunc(all, func(r Result) bool { return r.Error != "" }), err
}

// ReadAll returns the results in a folder, and for each trial without one the last failure.
func ReadAll(folder string) ([]Result, error) {
	s := newStore(folder)
	if err := s.read(); err != nil {
		return nil, err
	}
	left := map[Trial]int{}
	for t, failures := range s.failed {
		left[t] = len(failures)
	}
	return slices.DeleteFunc(s.order, func(r Result) bool {
		if r.Error == "" {
			return false
		}
		left[r.Trial]--
		_, done := s.done[r.Trial]
		return done || left[r.Trial] > 0
	}), nil
}

// find returns the result of a trial, if one was read.
func (s *store) find(t Trial) (Result, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok := s.done[t]
	return r, ok
}

// failures returns the number of failures of a trial, and the last one.
func (s *store) failures(t Trial) (times int, last Result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if times = len(s.failed[t]); times > 0 {
		last = s.failed[t][times-1]
	}
	return times, last
}

// read reads new lines. It ignores an incomplete last line, left by a killed process.
func (s *store) read() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := file.Records(filepath.Join(s.folder, File), os.O_RDONLY, 0)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("trial: %w", err)
	}
	defer f.Close()
	last := make([]byte, len(s.last))
	if n, err := f.ReadAt(last, s.size-int64(len(last))); err != nil && err != io.EOF {
		return fmt.Errorf("trial: %w", err)
	} else if !bytes.Equal(last[:n], s.last) { // from the start
		s.done, s.failed, s.order, s.size, s.lines, s.last = map[Trial]Result{}, map[Trial][]Result{}, nil, 0, 0, nil
	}
	text, err := file.ReadAll(io.NewSectionReader(f, s.size, math.MaxInt64-s.size))
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
		if err := r.UnmarshalJSON(raw); err != nil { // json.Unmarshal would read the line two more times
			return fmt.Errorf("trial: %s, line %d: %w", f.Name(), s.lines, err)
		}
		s.size += int64(len(raw)) + 1
		s.last = append(slices.Clone(raw), '\n')
		s.order = append(s.order, r)
		if _, ok := s.done[r.Trial]; r.Error != "" {
			s.failed[r.Trial] = append(s.failed[r.Trial], r)
		} else if !ok {
			s.done[r.Trial] = r
		}
		text = rest
	}
}

// add appends a result; it first removes an incomplete last line.
func (s *store) add(r Result) (err error) {
	raw, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("trial: %w", err)
	}
	free, err := s.lock()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, free()) }()
	f, err := file.Regular(filepath.Join(s.folder, File), os.O_RDWR|os.O_CREATE, 0o666)
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
	_, err = f.WriteAt(append(raw, '\n'), end)
	if err == nil {
		err = f.Sync()
	}
	if err != nil { // such as a full disk
		return fmt.Errorf("trial: the result of %v could not be kept, all before it are: %w", r.Trial, errors.Join(err, f.Truncate(end)))
	}
	return nil
}

// lock protects writes to the file.
func (s *store) lock() (free func() error, err error) {
	guard := flock.New(filepath.Join(s.folder, "locks", "results"))
	if err := guard.Lock(); err != nil {
		return nil, fmt.Errorf("trial: locking the results: %w", err)
	}
	return guard.Unlock, nil
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

// claim is the exclusive right to run a trial.
type claim struct {
	lock  *flock.Flock
	file  string // holds one record for each start
	begun int    // earlier starts that neither finished nor stopped: killed processes
}

// claim locks a trial; it returns nil if another process has it.
func (s *store) claim(t Trial) (*claim, error) {
	name, err := json.Marshal(t)
	if err != nil {
		return nil, fmt.Errorf("trial: %w", err)
	}
	sum := sha256.Sum256(name)
	path := filepath.Join(s.folder, "locks", hex.EncodeToString(sum[:12]))
	c := &claim{lock: flock.New(path), file: path + ".begun"}
	ok, err := c.lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("trial: claiming %v: %w", t, err)
	}
	if !ok {
		return nil, nil
	}
	begun, err := file.Read(c.file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		c.free()
		return nil, fmt.Errorf("trial: claiming %v: %w", t, err)
	}
	c.begun = bytes.Count(begun, []byte("\n"))
	return c, nil
}

// begin records the start of the trial.
func (c *claim) begin() error {
	f, err := file.Regular(c.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return fmt.Errorf("trial: %w", err)
	}
	host, _ := os.Hostname() // an empty name adds none
	_, err = fmt.Fprintf(f, "%s, process %d\n", host, os.Getpid())
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("trial: %w", err)
	}
	return nil
}

// end removes the record of begin.
func (c *claim) end() { _ = os.Remove(c.file) } // otherwise it counts as one more killed process

func (c *claim) free() { _ = c.lock.Unlock() } // closing the file releases the lock in any case
