package file

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// Most is the largest number of bytes of a file that is held in memory whole. What is read
// record by record, such as an edge list, has no bound.
const Most = 4 << 30

// ErrLarge says that a file holds more than its reader takes.
var ErrLarge = errors.New("the file is too large")

// ErrKind says that a path leads to something else than a file that can be read to its end: a
// folder, a device such as /dev/zero, a socket; or, of a file that is read in places or written
// to, a pipe.
var ErrKind = errors.New("not a file")

// Open opens a file to be read once, from its beginning to its end: a regular one, or a pipe. As
// with [os.Open], a named pipe without a writer is waited for.
func Open(path string) (*os.File, error) {
	return open(path, os.O_RDONLY, 0, fs.ModeNamedPipe)
}

// Regular opens a regular file, as [os.OpenFile] does, to be read in places, twice, or to be
// written to.
func Regular(path string, flag int, perm fs.FileMode) (*os.File, error) {
	return open(path, flag, perm, 0)
}

// Records opens a regular file, as [Regular] does, whose records are to be read into memory:
// of more than [Most] bytes, the error is [ErrLarge].
func Records(path string, flag int, perm fs.FileMode) (*os.File, error) {
	f, err := Regular(path, flag, perm)
	if err != nil {
		return nil, err
	}
	if err := held(f, Most); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// held refuses a file that is too large to be held; of a pipe the size is not known.
func held(f *os.File, most int64) error {
	info, err := f.Stat()
	if err == nil && info.Size() > most {
		err = &fs.PathError{Op: "read", Path: f.Name(), Err: tooLarge(most)}
	}
	return err
}

// open opens a file that is regular or of an allowed type. It is looked at before, as opening a
// device can change it, and after, as another may have come into its place.
func open(path string, flag int, perm, allowed fs.FileMode) (*os.File, error) {
	check := func(info fs.FileInfo) error {
		if kind := info.Mode().Type(); kind&^allowed != 0 {
			return &fs.PathError{Op: "open", Path: path, Err: fmt.Errorf("is %s, %w", kindOf(kind), ErrKind)}
		}
		return nil
	}
	if info, err := os.Stat(path); err == nil {
		if err := check(info); err != nil {
			return nil, err
		}
	}
	f, err := os.OpenFile(path, flag, perm)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = check(info)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// kindOf names what is no regular file.
func kindOf(t fs.FileMode) string {
	switch {
	case t&fs.ModeDir != 0:
		return "a directory"
	case t&fs.ModeNamedPipe != 0:
		return "a pipe"
	case t&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// Read returns what a file or a pipe holds: no more than [Most] bytes, or the error is [ErrLarge].
func Read(path string) ([]byte, error) { return read(path, Most) }

func read(path string, most int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := held(f, most); err != nil {
		return nil, err
	}
	content, err := readAll(f, most)
	if errors.Is(err, ErrLarge) {
		err = &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return content, err
}

// ReadAll returns what is left to read: no more than [Most] bytes, or the error is [ErrLarge].
func ReadAll(r io.Reader) ([]byte, error) { return readAll(r, Most) }

func readAll(r io.Reader, most int64) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(content)) > most {
		return nil, tooLarge(most)
	}
	return content, err
}

func tooLarge(most int64) error { return fmt.Errorf("%w: more than %d bytes", ErrLarge, most) }

// Dir is a folder whose files are opened by [Regular]: see [os.DirFS].
func Dir(path string) fs.FS { return dir{os.DirFS(path)} }

type dir struct{ fs.FS }

// Open opens a folder, or a regular file.
func (d dir) Open(name string) (fs.File, error) {
	info, err := fs.Stat(d.FS, name)
	if err != nil {
		return nil, err
	}
	if kind := info.Mode().Type(); kind&^fs.ModeDir != 0 {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fmt.Errorf("is %s, %w", kindOf(kind), ErrKind)}
	}
	return d.FS.Open(name)
}

// Stat describes a file without opening it.
func (d dir) Stat(name string) (fs.FileInfo, error) { return fs.Stat(d.FS, name) }

// Gzipped reports whether the name of a file says that it is compressed by gzip.
func Gzipped(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".gz") }

// WithoutGzip is a name without .gz at its end.
func WithoutGzip(name string) string {
	if Gzipped(name) {
		return name[:len(name)-len(".gz")]
	}
	return name
}

// Compress writes to w what write writes, compressed if the name says so.
func Compress(w io.Writer, name string, write func(io.Writer) error) error {
	if !Gzipped(name) {
		return write(w)
	}
	z := gzip.NewWriter(w)
	if err := write(z); err != nil {
		return err
	}
	return z.Close()
}
