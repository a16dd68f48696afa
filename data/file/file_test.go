package file

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s holds %q, want %q, %v", path, got, want, err)
	}
}

func alone(t *testing.T, dir string, want int) {
	t.Helper()
	if list, err := os.ReadDir(dir); err != nil || len(list) != want {
		t.Errorf("%d files in %s, want %d, %v", len(list), dir, want, err)
	}
}

// A new file has the permissions that the umask leaves; a replaced one keeps its own. A failed
// write leaves only the old file.
func TestRegularFiles(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o027))
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	must.Do(t, Write(path, 0o666, text("one")))
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	must.Do(t, os.Chmod(path, 0o604))
	must.Do(t, Write(path, 0o666, text("two")))
	holds(t, path, "two")
	if info, err = os.Stat(path); err != nil || info.Mode().Perm() != 0o604 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	boom := errors.New("boom")
	err = Write(path, 0o666, func(w io.Writer) error { _, _ = io.WriteString(w, "thr"); return boom })
	if !errors.Is(err, boom) {
		t.Error(err)
	}
	holds(t, path, "two")
	alone(t, dir, 1)
	must.Do(t, Writable(path))
	must.Do(t, Writable(filepath.Join(dir, "b")))
	alone(t, dir, 1)
	must.Do(t, os.WriteFile(path+unfinished+"x", nil, 0o600))
	must.Do(t, Remove(path))
	alone(t, dir, 0)
	if err := Remove(path); err != nil {
		t.Errorf("removing what is not there: %v", err)
	}
}

// Disk errors name the requested file.
func TestErrorsNameTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	err := Write(path, 0o666, func(w io.Writer) error {
		f, ok := w.(*os.File)
		if !ok {
			return errors.New("no file")
		}
		if err := f.Close(); err != nil {
			return err
		}
		_, err := w.Write([]byte("x"))
		return err
	})
	if err == nil || strings.Contains(err.Error(), "write "+path+unfinished) || !strings.Contains(err.Error(), "write "+path+":") {
		t.Error(err)
	}
}

// Links are followed, to a file that is there or is not.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	to, link, second := filepath.Join(dir, "to"), filepath.Join(dir, "link"), filepath.Join(dir, "second")
	must.Do(t, errors.Join(os.Symlink("to", link), os.Symlink(link, second)))
	for _, want := range []string{"one", "two"} {
		must.Do(t, Write(second, 0o666, text(want)))
		holds(t, to, want)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
	alone(t, dir, 3)
	loop := filepath.Join(dir, "loop")
	must.Do(t, os.Symlink("loop", loop))
	if err := Write(loop, 0o666, text("")); err == nil || !strings.Contains(err.Error(), "links") {
		t.Errorf("a link to itself: %v", err)
	}
}

// Devices stay devices. These are the test's own: as root, a bug would replace the machine's.
func TestDevices(t *testing.T) {
	dir := t.TempDir()
	null, full := filepath.Join(dir, "null"), filepath.Join(dir, "full")
	// 1, 3 and 1, 7 are Linux's numbers of the two.
	if err := errors.Join(syscall.Mknod(null, syscall.S_IFCHR|0o600, 1<<8|3), syscall.Mknod(full, syscall.S_IFCHR|0o600, 1<<8|7)); err != nil {
		t.Skip(err)
	}
	if err := Writable(null); errors.Is(err, fs.ErrPermission) {
		t.Skip("the file system has no devices")
	} else if err != nil {
		t.Error(err)
	}
	must.Do(t, Write(null, 0o666, text("x")))
	if err := Write(full, 0o666, text("x")); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a full device: %v", err)
	}
	for _, path := range []string{null, full} {
		if info, err := os.Lstat(path); err != nil || info.Mode()&fs.ModeDevice == 0 {
			t.Errorf("%s is %v, %v", path, info.Mode(), err)
		}
	}
	alone(t, dir, 2)
}

// Pipes are not replaced by files.
func TestPipes(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	must.Do(t, Writable(pipe))
	read := make(chan string)
	go func() {
		got, _ := os.ReadFile(pipe)
		read <- string(got)
	}()
	must.Do(t, Write(pipe, 0o666, text("through")))
	if got := <-read; got != "through" {
		t.Errorf("%q came out of the pipe", got)
	}
}

// A link to an open file, such as /dev/stdout, leads to that file.
func TestOpenFiles(t *testing.T) {
	r, w := must.Two(os.Pipe())(t)
	defer r.Close()
	path := fmt.Sprintf("/proc/self/fd/%d", w.Fd())
	if _, err := os.Stat(path); err != nil {
		t.Skip(err)
	}
	must.Do(t, errors.Join(Writable(path), Write(path, 0o666, text("through")), w.Close()))
	if got, err := io.ReadAll(r); err != nil || string(got) != "through" {
		t.Errorf("%q came out of the pipe, %v", got, err)
	}
}

// Paths that cannot be written to are detected beforehand.
func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	closed := filepath.Join(dir, "closed")
	must.Do(t, os.WriteFile(closed, nil, 0o400))
	missing := filepath.Join(dir, "missing")
	if err := Writable(filepath.Join(missing, "file")); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "no folder "+missing+":") || strings.Contains(err.Error(), unfinished) {
		t.Errorf("a folder that is not there: %v", err)
	}
	for _, path := range []string{"", dir, filepath.Join(dir, "new") + "/", filepath.Join(dir, "missing", "file"), closed, filepath.Join(closed, "below")} {
		if Writable(path) == nil {
			t.Errorf("%q is said to be writable", path)
		}
		if Write(path, 0o666, text("x")) == nil {
			t.Errorf("%q has been written", path)
		}
	}
	alone(t, dir, 1)
}

// The check for disk space leaves nothing behind.
func TestRoom(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, errors.Join(Room(filepath.Join(dir, "a"), 1<<20), Room(os.DevNull, 1<<40)))
	if err := Room(filepath.Join(dir, "missing", "a"), 1); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) > 0 {
		t.Errorf("left %v, %v", list, err)
	}
}
