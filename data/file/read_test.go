package file

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// Files and pipes are read; folders, devices and sockets are not opened, under any name, and random
// access to pipes is refused.
func TestKinds(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	must.Do(t, errors.Join(os.WriteFile(path("file"), []byte("text"), 0o600), os.Symlink("file", path("link")), os.Mkdir(path("folder"), 0o700),
		os.Symlink("/dev/null", path("device")), syscall.Mkfifo(path("pipe"), 0o600)))
	go func() { _ = os.WriteFile(path("pipe"), []byte("text"), 0) }()
	for _, name := range []string{"file", "link", "pipe"} {
		if got, err := Read(path(name)); err != nil || string(got) != "text" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	regular := func(path string) error {
		f, err := Regular(path, os.O_RDWR, 0)
		return errors.Join(err, f.Close())
	}
	for name, open := range map[string]func(string) error{
		"Open":    func(path string) error { f, err := Open(path); return errors.Join(err, f.Close()) },
		"Read":    func(path string) error { _, err := Read(path); return err },
		"Regular": regular,
		"Records": func(path string) error { f, err := Records(path, os.O_RDWR, 0); return errors.Join(err, f.Close()) },
		"Dir":     func(path string) error { _, err := fs.ReadFile(Dir(dir), filepath.Base(path)); return err },
	} {
		for kind, said := range map[string]string{"folder": "is a directory", "device": "is a device"} {
			if kind == "folder" && name == "Dir" { // which lists it
				continue
			}
			if err := open(path(kind)); !errors.Is(err, ErrKind) || !strings.Contains(err.Error(), said) {
				t.Errorf("%s of a %s: %v", name, kind, err)
			}
		}
		if name == "Open" || name == "Read" {
			continue
		}
		if err := open(path("pipe")); !errors.Is(err, ErrKind) {
			t.Errorf("%s of a pipe: %v", name, err)
		}
		if err := open(path("file")); name == "Dir" && err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Read(path("missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	f := must.Get(Regular(path("new"), os.O_RDWR|os.O_CREATE, 0o600))(t)
	must.Do(t, f.Close())
}

// counted is a reader without an end.
type counted struct{ bytes int }

func (c *counted) Read(p []byte) (int, error) { c.bytes += len(p); return len(p), nil }

// Memory is bounded: for a file by its size, before anything is read, for a pipe by what arrives.
func TestBound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(path, []byte("1234"), 0o600))
	if got, err := read(path, 4); err != nil || string(got) != "1234" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := read(path, 3); !errors.Is(err, ErrLarge) || !strings.Contains(err.Error(), path) {
		t.Error(err)
	}
	endless := new(counted)
	if _, err := readAll(endless, 1000); !errors.Is(err, ErrLarge) || endless.bytes > 2000 {
		t.Errorf("%d bytes read, %v", endless.bytes, err)
	}
	if got, err := readAll(strings.NewReader("1234"), 4); err != nil || string(got) != "1234" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := readAll(io.MultiReader(strings.NewReader("1"), failing{}), 4); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
	if err := os.Truncate(path, Most+1); err != nil {
		t.Skip(err)
	}
	if _, err := Records(path, os.O_RDONLY, 0); !errors.Is(err, ErrLarge) {
		t.Error(err)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
