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

// Most is the largest size in bytes of a file held in memory. Files read record by record, such as
// edge lists, have no bound.
const Most = 4 << 30

// ErrLarge reports a file above the reader's limit.
var ErrLarge = errors.New("the file is too large")

// ErrKind reports a path that is no file to be read to its end: a folder, a device such as
// /dev/zero, a socket; or a pipe, if the file is written, or read at random positions.
var ErrKind = errors.New("not a file")

// Open opens a regular file or a pipe for one sequential read. Like [os.Open], it waits for the
// writer of a named pipe.
func Open(path string) (*os.File, error) {
	return open(path, os.O_RDONLY, 0, fs.ModeNamedPipe)
}

// Regular opens a regular file like [os.OpenFile], for random access, repeated reads or writing.
func Regular(path string, flag int, perm fs.FileMode) (*os.File, error) {
	return open(path, flag, perm, 0)
}

// Records opens a regular file like [Regular], to be read into memory. For more than [Most] bytes
// the error is [ErrLarge].
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

// held returns an error if a file is too large for memory; a pipe's size is unknown.
func held(f *os.File, most int64) error {
	info, err := f.Stat()
	if err == nil && info.Size() > most {
		err = &fs.PathError{Op: "read", Path: f.Name(), Err: tooLarge(most)}
	}
	return err
}

// open opens a regular file, or one of an allowed type. It checks the type before, since opening a
// device can have effects, and after, since the file may have been replaced.
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

// kindOf names the type of a file that is not regular.
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

// Read returns the content of a file or a pipe. For more than [Most] bytes the error is [ErrLarge].
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

// ReadAll returns the rest of r. For more than [Most] bytes the error is [ErrLarge].
func ReadAll(r io.Reader) ([]byte, error) { return readAll(r, Most) }

func readAll(r io.Reader, most int64) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(content)) > most {
		return nil, tooLarge(most)
	}
	return content, err
}

func tooLarge(most int64) error { return fmt.Errorf("%w: more than %d bytes", ErrLarge, most) }

// Dir is a folder whose files are opened with [Regular]: see [os.DirFS].
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

// Gzipped reports whether a file name ends in .gz.
func Gzipped(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".gz") }

// WithoutGzip returns a name without its ending .gz.
func WithoutGzip(name string) string {
	if Gzipped(name) {
		return name[:len(name)-len(".gz")]
	}
	return name
}

// Compress writes the output of write to w, compressed if name ends in .gz.
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
