// Package file writes files atomically, and reads files with a bound on memory.
package file

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// unfinished separates the name of an unfinished file from its random suffix.
const unfinished = ".new-"

// Write creates or replaces a file with the output of write, atomically: the file appears under its
// name once it is complete and synced. Links are followed, and their target is replaced. Devices
// and pipes are written to directly. A new file has permissions perm, before umask; a replaced one
// keeps its own.
func Write(path string, perm fs.FileMode, write func(io.Writer) error) error {
	t, err := targetOf(path)
	if err != nil {
		return err
	}
	if t.through {
		f, err := os.OpenFile(t.path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	}
	f, err := t.begin(perm)
	if err != nil {
		return err
	}
	if err = errors.Join(t.named(write(f)), t.named(f.Sync())); err == nil && t.perm != 0 {
		err = f.Chmod(t.perm)
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), t.path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// Writable returns an error if [Write] cannot write to path, as far as it can be known beforehand.
func Writable(path string) error {
	t, err := targetOf(path)
	if err != nil {
		return err
	}
	if t.through {
		if t.pipe { // opening a pipe waits for its reader
			return nil
		}
		f, err := os.OpenFile(t.path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return f.Close()
	}
	f, err := t.begin(0o600)
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// Room returns an error if the disk cannot hold a file of the given size at path. It writes such a
// file beside path and removes it.
func Room(path string, bytes int64) error {
	t, err := targetOf(path)
	if err != nil || t.through {
		return err
	}
	f, err := t.begin(0o600)
	if err != nil {
		return err
	}
	_, err = io.CopyN(f, zeros{}, bytes)
	return errors.Join(t.named(err), t.named(f.Sync()), f.Close(), os.Remove(f.Name()))
}

// zeros is an endless stream of zeros.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// Remove removes a file, if it exists, and unfinished files left by interrupted calls of [Write].
func Remove(path string) error {
	dir, base := filepath.Split(path)
	entries, err := os.ReadDir(filepath.Clean(dir))
	if err != nil {
		return err
	}
	names := []string{path}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), base+unfinished) {
			names = append(names, filepath.Join(dir, e.Name()))
		}
	}
	for _, name := range names {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// target is the file that a path leads to.
type target struct {
	path    string      // after following all links
	perm    fs.FileMode // of an existing regular file; 0 for a new one
	through bool        // a device, a pipe or a socket
	pipe    bool
}

// most is the largest number of links to follow.
const most = 40

func targetOf(path string) (target, error) {
	if path == "" {
		return target{}, errors.New("no file name")
	}
	if os.IsPathSeparator(path[len(path)-1]) {
		return target{}, fmt.Errorf("%s names a folder", path)
	}
	t := target{path: path}
	if info, err := os.Stat(path); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		// /dev/stdout may link to something that is no path.
		t.through, t.pipe = true, info.Mode()&fs.ModeNamedPipe != 0
		return t, nil
	}
	for range most {
		info, err := os.Lstat(t.path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return t, nil
		case err != nil:
			return t, err
		case info.IsDir():
			return t, fmt.Errorf("%s is a folder", t.path)
		case info.Mode()&fs.ModeSymlink != 0:
			to, err := os.Readlink(t.path)
			if err != nil {
				return t, err
			}
			if !filepath.IsAbs(to) {
				to = filepath.Join(filepath.Dir(t.path), to)
			}
			t.path = to
		default:
			t.perm = info.Mode().Perm()
			return t, nil
		}
	}
	return t, fmt.Errorf("%s: more than %d consecutive links", path, most)
}

// named returns the error with the target's name instead of the unfinished file's.
func (t target) named(err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) && strings.HasPrefix(failed.Path, t.path+unfinished) {
		failed.Path = t.path
	}
	return err
}

// begin creates an empty unfinished file next to the target.
func (t target) begin(perm fs.FileMode) (*os.File, error) {
	if t.perm != 0 && t.perm&0o200 == 0 {
		return nil, &fs.PathError{Op: "write", Path: t.path, Err: fs.ErrPermission}
	}
	f, err := os.OpenFile(t.path+unfinished+rand.Text(), os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	var failed *fs.PathError
	if errors.As(err, &failed) {
		failed.Path = t.path
		if errors.Is(err, fs.ErrNotExist) {
			failed.Op, failed.Err = "write", fmt.Errorf("no folder %s: %w", filepath.Dir(t.path), fs.ErrNotExist)
		}
	}
	return f, err
}
