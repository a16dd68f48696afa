package checkpoint

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/graphdp/graphdp/data/file"
)

// name is the name of a checkpoint file. The file has a line with its format, a line of JSON with
// the identity of the run, the values, and a SHA-256 of all this.
type name string

const magic = "graphdp checkpoint 2\n"

// head is the second line of a file.
type head struct {
	identity
	Done      int               `json:"done"`
	Drawn     map[string]uint64 `json:"drawn"` // of public streams
	Trainings [][]byte          `json:"trainings"`
	values    int64             // start of each
	end       int64             // end of each
}

// find reads the checkpoint of an interrupted run. If there is none, it checks that one can be
// written, before anything is paid for.
func (r *Run) find() error {
	if r.file == "" {
		return nil
	}
	found, err := r.file.open()
	if errors.Is(err, fs.ErrNotExist) {
		err = file.Writable(string(r.file))
	}
	if err != nil {
		return r.errorf("%w", err)
	}
	if found == nil {
		return nil
	}
	if what := r.differs(found.identity); what != "" {
		return r.errorf("it is of another %s: let that run finish by its own command, or remove the file", what)
	}
	r.found = found
	return nil
}

// differs names the first difference of two runs.
func (x identity) differs(y identity) string {
	switch {
	case x.Method != y.Method:
		return "method"
	case !bytes.Equal(x.Config, y.Config):
		return "configuration"
	case x.Seed != y.Seed:
		return "seed"
	case x.Journal != y.Journal:
		return "journal or scope"
	case x.Graph != y.Graph:
		return "graph"
	}
	return ""
}

// open verifies a file and reads its head.
func (n name) open() (*head, error) {
	f, err := file.Regular(string(n), os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	damaged := errors.New("it is damaged or cut off: remove it to begin again")
	h := head{end: info.Size() - sha256.Size}
	sum := sha256.New()
	lines := bufio.NewReader(io.TeeReader(io.NewSectionReader(f, 0, h.end), sum))
	first := make([]byte, len(magic))
	if _, err := io.ReadFull(lines, first); err != nil {
		return nil, damaged
	}
	if string(first) != magic {
		return nil, damaged
	}
	second, err := lines.ReadBytes('\n')
	if err != nil {
		return nil, damaged
	}
	h.values = int64(len(first) + len(second))
	if _, err := lines.WriteTo(io.Discard); err != nil {
		return nil, err
	}
	want := make([]byte, sha256.Size)
	if _, err := f.ReadAt(want, h.end); err != nil {
		return nil, err
	}
	if !bytes.Equal(sum.Sum(nil), want) || json.Unmarshal(second, &h) != nil || h.Done < 0 {
		return nil, damaged
	}
	return &h, nil
}

// restore sets values, streams and trainings to their state in the checkpoint.
func (r *Run) restore(values []any) error {
	f, err := file.Regular(string(r.file), os.O_RDONLY, 0)
	if err != nil {
		return r.errorf("%w", err)
	}
	defer func() { _ = f.Close() }()
	size := r.found.end - r.found.values
	if err := read(bufio.NewReader(io.NewSectionReader(f, r.found.values, size)), size, values); err != nil {
		return r.errorf("%w", err)
	}
	if len(r.trainings) != len(r.found.Trainings) || !r.streams.skip(r.found.Drawn) {
		return r.errorf("its trainings or public streams are not those of this run")
	}
	r.saved = time.Now()
	return nil
}

// save writes the state of the run after done steps.
func (r *Run) save(done int, values []any) error {
	if r.file == "" {
		return nil
	}
	start := time.Now()
	// Values come before trainings: encoding a value may draw noise of a training, and that changes
	// the state of the training.
	entries, err := all(values)
	if err != nil {
		return r.errorf("%w", err)
	}
	h := head{identity: r.identity, Done: done, Drawn: r.streams.drawn()}
	for _, t := range r.trainings {
		state, err := t.MarshalBinary()
		if err != nil {
			return r.errorf("%w", err)
		}
		h.Trainings = append(h.Trainings, state)
	}
	line, err := json.Marshal(h)
	if err != nil {
		return r.errorf("%w", err)
	}
	err = r.replace(func(w io.Writer) error {
		if _, err := w.Write(append([]byte(magic), append(line, '\n')...)); err != nil {
			return err
		}
		return write(w, entries)
	})
	if err != nil {
		return r.errorf("%w", err)
	}
	r.saved = time.Now()
	r.took = r.saved.Sub(start)
	return nil
}

// replace writes a file with a checksum in place of the checkpoint.
func (r *Run) replace(contents func(w io.Writer) error) error {
	return file.Write(string(r.file), 0o600, func(f io.Writer) error {
		sum, w := sha256.New(), bufio.NewWriterSize(f, 1<<20)
		if err := contents(io.MultiWriter(w, sum)); err != nil {
			return err
		}
		if _, err := w.Write(sum.Sum(nil)); err != nil {
			return err
		}
		return w.Flush()
	})
}

// remove deletes the files of a run whose release is stored: the checkpoint, unless it belongs to
// another run, and temporary files of a killed process.
func (r *Run) remove() error {
	if r.file == "" {
		return nil
	}
	h, err := r.file.open()
	if err != nil || r.differs(h.identity) != "" {
		return nil // no checkpoint, or that of another run
	}
	if err := file.Remove(string(r.file)); err != nil {
		return r.errorf("%w", err)
	}
	return nil
}
