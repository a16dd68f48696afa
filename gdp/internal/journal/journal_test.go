package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/must"
)

type entry struct {
	By string `json:"by"`
	I  int    `json:"i"`
}

// opened opens a journal that gives up soon, and that fails or dies at the steps that before
// selects.
func opened(path string, before func(step string) error) (*Journal, error) {
	j := &Journal{patience: 20 * time.Second, before: before, sync: (*os.File).Sync}
	return j, j.open(path, map[string]int{"budget": 1})
}

func mustOpen(t *testing.T, path string) *Journal {
	t.Helper()
	return must.Get(opened(path, nil))(t)
}

func put(j *Journal, record any) error {
	return j.Do(func([]json.RawMessage) (any, error) { return record, nil })
}

func contents(t *testing.T, j *Journal) []string {
	t.Helper()
	var list []string
	must.Do(t, j.Do(func(records []json.RawMessage) (any, error) {
		for _, r := range records {
			list = append(list, string(r))
		}
		return nil, nil
	}))
	return list
}

// small makes a journal of three records in a file and returns its name and bytes.
func small(t *testing.T) (string, []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "session")
	j := mustOpen(t, path)
	for i := range 3 {
		must.Do(t, put(j, entry{"a", i}))
	}
	return path, read1(t, path)
}

func read1(t *testing.T, path string) []byte {
	t.Helper()
	return must.Get(os.ReadFile(path))(t)
}

func write1(t *testing.T, path string, b []byte) {
	t.Helper()
	must.Do(t, os.WriteFile(path, b, 0o600))
}

func TestRecordsComeBack(t *testing.T) {
	for _, path := range []string{"", filepath.Join(t.TempDir(), "session")} {
		j := mustOpen(t, path)
		big := strings.Repeat("A/+=\n", 1<<20) // a release of 5 MB
		for _, r := range []any{entry{"a", 1}, big, json.RawMessage("{ \"x\":\n1 }")} {
			must.Do(t, put(j, r))
		}
		must.Do(t, put(j, nil))
		if path != "" {
			if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
				t.Errorf("file mode %v, %v; want 0600", info.Mode(), err)
			}
			j = mustOpen(t, path)
		}
		got := contents(t, j)
		if len(got) != 3 || got[0] != `{"by":"a","i":1}` || got[2] != `{"x":1}` {
			t.Fatalf("path %q: %d records", path, len(got))
		}
		var text string
		if err := json.Unmarshal([]byte(got[1]), &text); err != nil || text != big {
			t.Errorf("path %q: the big record came back changed: %v", path, err)
		}
		if string(j.Header()) != `{"budget":1}` {
			t.Errorf("path %q: header %s", path, j.Header())
		}
	}
}

func TestFailureAppendsNothing(t *testing.T) {
	for _, path := range []string{"", filepath.Join(t.TempDir(), "session")} {
		j := mustOpen(t, path)
		refused := errors.New("refused")
		if err := j.Do(func([]json.RawMessage) (any, error) { return entry{}, refused }); !errors.Is(err, refused) {
			t.Errorf("Do: %v", err)
		}
		if err := put(j, func() {}); err == nil {
			t.Error("a record that is not JSON was taken")
		}
		func() {
			defer func() { _ = recover() }()
			_ = j.Do(func([]json.RawMessage) (any, error) { panic("in f") })
		}()
		if got := contents(t, j); len(got) != 0 { // and the lock is free again
			t.Errorf("path %q: records %q", path, got)
		}
	}
}

// An existing file keeps its header, which the caller can read.
func TestHeaderStays(t *testing.T) {
	path, _ := small(t)
	j := must.Get(Open(path, map[string]int{"budget": 2}))(t)
	if string(j.Header()) != `{"budget":1}` {
		t.Errorf("header %s", j.Header())
	}
}

// Two journals open on one file see each other's records, in one order; so do the goroutines
// that use one journal, in a file or in memory.
func TestEachDecisionSeesEverything(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session")
	a, b, memory := mustOpen(t, path), mustOpen(t, path), mustOpen(t, "")
	const each = 40
	for _, journals := range [][]*Journal{{a, b, a, b}, {memory, memory, memory, memory}} {
		var wg sync.WaitGroup
		for g, j := range journals {
			wg.Go(func() {
				for range each {
					err := j.Do(func(records []json.RawMessage) (any, error) {
						runtime.Gosched() // a chance for the others
						return entry{fmt.Sprint(g), len(records)}, nil
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		inOrder(t, contents(t, journals[0]), 4*each)
	}
	if !reflect.DeepEqual(contents(t, a), contents(t, b)) {
		t.Error("the two differ")
	}
}

// inOrder checks that record i was decided with i records in view.
func inOrder(t *testing.T, records []string, want int) {
	t.Helper()
	if len(records) != want {
		t.Fatalf("%d records, want %d", len(records), want)
	}
	for i, r := range records {
		var e entry
		if err := json.Unmarshal([]byte(r), &e); err != nil || e.I != i {
			t.Fatalf("record %d was decided with %d in view (%v)", i, e.I, err)
		}
	}
}

// Every other value of every byte of a small journal is detected, and one per byte on the disk. The
// file then stays unchanged.
func TestEveryEditIsNoticed(t *testing.T) {
	path, whole := small(t)
	if n, err := read(bytes.NewReader(whole), int64(len(whole)), start()); err != nil || len(n.records) != 4 {
		t.Fatalf("%d records before any edit: %v", len(n.records), err)
	}
	for i, b := range whole {
		edited := bytes.Clone(whole)
		for change := 1; change < 256; change++ {
			edited[i] = b ^ byte(change)
			if _, err := read(bytes.NewReader(edited), int64(len(edited)), start()); !errors.Is(err, ErrDamaged) {
				t.Fatalf("byte %d made %q: error %v", i, edited[i], err)
			}
		}
		edited[i] = b ^ 1
		refused(t, path, edited, fmt.Sprintf("byte %d made %q", i, edited[i]))
	}
}

// refused checks that a file with these bytes is damaged, and is not touched.
func refused(t *testing.T, path string, b []byte, what string) {
	t.Helper()
	write1(t, path, b)
	_, err := opened(path, nil)
	if !errors.Is(err, ErrDamaged) {
		t.Fatalf("%s: error %v", what, err)
	}
	if text := err.Error(); !strings.Contains(text, path) || !strings.Contains(text, "line ") || !strings.Contains(text, advice) {
		t.Fatalf("%s: the error does not say where: %v", what, err)
	}
	if !bytes.Equal(read1(t, path), b) {
		t.Fatalf("%s: the file was changed", what)
	}
	if list, _ := filepath.Glob(path + ".*"); len(list) > 0 {
		t.Fatalf("%s: left %q", what, list)
	}
}

func TestEveryTruncationIsNoticed(t *testing.T) {
	path, whole := small(t)
	for size := range whole {
		refused(t, path, whole[:size], fmt.Sprintf("cut to %d bytes", size))
	}
}

func TestMovedAndMissingLinesAreNoticed(t *testing.T) {
	path, whole := small(t)
	l := bytes.SplitAfter(whole, []byte("\n"))
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	for what, b := range map[string][]byte{
		"records exchanged":             join(l[0], l[1], l[3], l[2], l[4]),
		"a record missing":              join(l[0], l[1], l[3], l[4]),
		"a record twice":                join(l[0], l[1], l[2], l[2], l[3], l[4]),
		"the last record missing":       join(l[0], l[1], l[2], l[3]),
		"the header missing":            join(l[0], l[2], l[3], l[4]),
		"the head missing":              join(l[1], l[2], l[3], l[4]),
		"a line of rubbish before more": join(l[0], l[1], l[2], l[3], l[4], []byte("rubbish\n"), l[4]),
	} {
		refused(t, path, b, what)
	}
	refused(t, path, bytes.Repeat([]byte("0 1\n"), 100), "another kind of file")
	if _, err := opened(path, nil); err == nil || !strings.Contains(err.Error(), "line 1: not the head of a journal") {
		t.Errorf("error %v", err)
	}
}

// A crash during the last write leaves any part of the line beyond the head. An incomplete line is
// set aside; a complete one counts.
func TestEveryTornLineIsHealed(t *testing.T) {
	path, whole := small(t)
	before := mustOpenBytes(t, path, 2)
	if !bytes.HasPrefix(whole[headSize:], before[headSize:]) {
		t.Fatal("the second file is not the beginning of the first")
	}
	tail := whole[len(before):]
	torn := path + ".torn"
	for size := range len(tail) + 1 {
		write1(t, path, append(bytes.Clone(before), tail[:size]...))
		j := mustOpen(t, path)
		want := 2
		if size == len(tail) {
			want = 3
		}
		if got := contents(t, j); len(got) != want {
			t.Fatalf("%d bytes of a line: %d records", size, len(got))
		}
		aside := 0 < size && size < len(tail)
		if got, _ := os.ReadFile(torn); aside && !bytes.Equal(got, tail[:size]) || !aside && got != nil {
			t.Fatalf("%d bytes of a line: set aside %q", size, got)
		}
		if notes := j.Notes(); len(notes) > 0 != aside || aside && !strings.Contains(notes[0], torn) {
			t.Fatalf("%d bytes of a line: notes %q", size, notes)
		}
		must.Do(t, put(j, entry{"a", 2}))
		if got := contents(t, mustOpen(t, path)); len(got) != want+1 {
			t.Fatalf("%d bytes of a line: %d records after one more", size, len(got))
		}
		if aside {
			must.Do(t, os.Remove(torn))
		}
	}
}

// mustOpenBytes returns the bytes of the file as it was after n records.
func mustOpenBytes(t *testing.T, path string, n int) []byte {
	t.Helper()
	at := start()
	var body []byte
	for _, l := range bytes.SplitAfter(read1(t, path)[headSize:], []byte("\n"))[:n+1] {
		_, next := must.Two(at.parse(l))(t)
		body, at = append(body, l...), next
	}
	return append(at.head(), body...)
}

// A new file reaches the disk before it has its name, and its folder after; a record reaches it
// before the head that counts it, and the head before the call returns.
func TestWhatCountsIsOnTheDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session")
	var events []string
	j := must.Get(Open("", nil))(t)
	flush := j.sync
	j.before = func(step string) error { events = append(events, step); return nil }
	j.sync = func(f *os.File) error {
		events = append(events, "synced")
		if info, err := f.Stat(); err == nil && info.IsDir() {
			events[len(events)-1] = "folder synced"
		}
		return flush(f)
	}
	must.Do(t, errors.Join(j.open(path, 1), put(j, entry{"a", 1})))
	if want := "synced link folder synced write sync synced head headsync synced"; strings.Join(events, " ") != want {
		t.Errorf("the disk was changed by %v", events)
	}
	closed, err := os.Open(path)
	if err = errors.Join(err, closed.Close()); err != nil || flush(closed) == nil {
		t.Errorf("a closed file is said to be on the disk (%v)", err)
	}
}

// What happens to the file while a journal is open is noticed at the next call.
func TestChangesWhileOpenAreNoticed(t *testing.T) {
	for what, change := range map[string]func(path string, whole []byte) error{
		"gone": func(path string, _ []byte) error { return os.Remove(path) },
		"replaced by a copy": func(path string, _ []byte) error {
			b := read1(t, path)
			return errors.Join(os.Remove(path), os.WriteFile(path, b, 0o600))
		},
		"set back": func(path string, w []byte) error { return os.WriteFile(path, w, 0o600) },
		"with another last record": func(path string, w []byte) error {
			write1(t, path+"-other", w)
			return errors.Join(put(mustOpen(t, path+"-other"), entry{"a", 9}), os.WriteFile(path, read1(t, path+"-other"), 0o600))
		},
	} {
		path, whole := small(t)
		j := mustOpen(t, path)
		must.Do(t, put(j, entry{"a", 3}))
		must.Do(t, os.Link(path, path+"-kept")) // or a new file may get the same inode
		must.Do(t, change(path, whole))
		if err := put(j, entry{"a", 4}); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v", what, err)
		}
	}
}

func TestPlacesThatWillNotDo(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, os.Symlink(filepath.Join(dir, "nowhere"), filepath.Join(dir, "dangling")))
	for _, path := range []string{dir, filepath.Join(dir, "no", "folder"), os.DevNull, filepath.Join(dir, "dangling")} {
		if _, err := opened(path, nil); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v", path, err)
		}
	}
	if _, err := Open("", func() {}); err == nil {
		t.Error("a header that is not JSON was taken")
	}
}

// A link to the file is the file: the lock holds under both names.
func TestALinkIsTheSameJournal(t *testing.T) {
	path, _ := small(t)
	must.Do(t, os.Symlink(path, path+"-link"))
	a, b := mustOpen(t, path), mustOpen(t, path+"-link")
	b.patience = 20 * time.Millisecond
	must.Do(t, a.Do(func([]json.RawMessage) (any, error) {
		if err := put(b, entry{"b", 0}); !errors.Is(err, ErrBusy) || !strings.Contains(err.Error(), "another process holds") {
			t.Errorf("error %v, want %v", err, ErrBusy)
		}
		return entry{"a", 3}, nil
	}))
	must.Do(t, put(b, entry{"b", 4}))
	if got := contents(t, a); len(got) != 5 {
		t.Errorf("%d records, want 5", len(got))
	}
}

// A record is on the disk before the head that counts it.
func TestRecordBeforeHead(t *testing.T) {
	var steps []string
	j := must.Get(opened(filepath.Join(t.TempDir(), "session"), func(step string) error {
		steps = append(steps, step)
		return nil
	}))(t)
	must.Do(t, put(j, entry{}))
	if want := []string{"link", "write", "sync", "head", "headsync"}; !reflect.DeepEqual(steps, want) {
		t.Errorf("steps %q, want %q", steps, want)
	}
}

// A disk that fails at any step returns an error, and leaves a whole journal, without the record or
// with it.
func TestFailingDisk(t *testing.T) {
	for step, want := range map[string]int{"write": 0, "sync": 0, "head": 1, "headsync": 1} {
		path := filepath.Join(t.TempDir(), "session")
		broken := errors.New("disk broken")
		fail := false
		j := must.Get(opened(path, func(s string) error {
			if fail && s == step {
				return broken
			}
			return nil
		}))(t)
		fail = true
		if err := put(j, entry{"a", 0}); !errors.Is(err, broken) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v", step, err)
		}
		fail = false
		for _, k := range []*Journal{j, mustOpen(t, path)} {
			if got := contents(t, k); len(got) != want || len(k.Notes()) > 0 {
				t.Errorf("%s: records %q, notes %q; want %d records", step, got, k.Notes(), want)
			}
		}
	}
	if _, err := opened(filepath.Join(t.TempDir(), "session"), func(string) error { return errors.New("full") }); err == nil {
		t.Error("created on a disk that failed")
	}
}
