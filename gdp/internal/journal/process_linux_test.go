package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// TestMain lets the test binary act as the other process. JOURNAL_CHILD names its action on the
// journal JOURNAL_PATH; it reports on stdout.
func TestMain(m *testing.M) {
	role, arg, _ := strings.Cut(os.Getenv("JOURNAL_CHILD"), " ")
	if role == "" {
		os.Exit(m.Run())
	}
	if err := child(role, arg, os.Getenv("JOURNAL_PATH")); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func child(role, arg, path string) error {
	var before func(string) error
	if role == "die" {
		before = func(step string) error {
			if step != arg {
				return nil
			}
			return syscall.Kill(os.Getpid(), syscall.SIGKILL)
		}
	}
	if role == "full" { // no file may grow beyond arg bytes
		signal.Ignore(syscall.SIGXFSZ)
		n, err := strconv.ParseUint(arg, 10, 64)
		if err != nil {
			return err
		}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: n, Max: n}); err != nil {
			return err
		}
	}
	j, err := opened(path, before)
	if err != nil {
		return err
	}
	for own := 0; own < 200; {
		err := j.Do(func(records []json.RawMessage) (any, error) {
			if role == "append" && own > 0 && len(records) == own {
				return nil, nil // the other process has not begun yet
			}
			own++
			return entry{arg, len(records)}, nil
		})
		if err != nil {
			return err
		}
		fmt.Println("done")
	}
	return nil
}

func start1(t *testing.T, path, role string) (cmd *exec.Cmd, out *strings.Builder) {
	t.Helper()
	exe := must.Get(os.Executable())(t)
	cmd, out = exec.Command(exe), &strings.Builder{}
	cmd.Env = append(os.Environ(), "JOURNAL_CHILD="+role, "JOURNAL_PATH="+path)
	cmd.Stdout = out
	must.Do(t, cmd.Start())
	return cmd, out
}

func TestTwoProcessesInterleave(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session")
	a, _ := start1(t, path, "append a")
	b, _ := start1(t, path, "append b")
	must.Do(t, errors.Join(a.Wait(), b.Wait()))
	records := contents(t, mustOpen(t, path))
	inOrder(t, records, 400)
}

// A process killed at any point leaves a journal that opens, with every record
// that it read and at most the one it was writing.
func TestKilledAnywhere(t *testing.T) {
	for step, want := range map[string]int{"link": -1, "write": 0, "sync": 1, "head": 1, "headsync": 1} {
		path := filepath.Join(t.TempDir(), "session")
		cmd, out := start1(t, path, "die "+step)
		var exit *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("%s: the child ended with %v", step, err)
		}
		if told := strings.Count(out.String(), "done"); told != 0 {
			t.Fatalf("%s: the child was told of %d records before its death", step, told)
		}
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) != (want < 0) {
			t.Fatalf("%s: %v", step, err)
		}
		j := mustOpen(t, path)
		if got := contents(t, j); len(got) != max(want, 0) || len(j.Notes()) > 0 {
			t.Errorf("%s: records %q, notes %q; want %d records", step, got, j.Notes(), want)
		}
		if err := put(j, entry{"b", 1}); err != nil {
			t.Errorf("%s: %v", step, err)
		}
		if got := contents(t, mustOpen(t, path)); len(got) != max(want, 0)+1 {
			t.Errorf("%s: records %q after one more", step, got)
		}
	}
}

// A full disk refuses a record and keeps those that were taken.
func TestFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session")
	cmd, out := start1(t, path, "full 2000")
	if err := cmd.Wait(); err == nil {
		t.Fatal("the disk did not fill")
	}
	told := strings.Count(out.String(), "done")
	if told == 0 || !strings.Contains(out.String(), "file too large") || !strings.Contains(out.String(), path) {
		t.Fatalf("the child said %q", out)
	}
	j := mustOpen(t, path)
	inOrder(t, contents(t, j), told)
	if len(j.Notes()) > 0 {
		t.Errorf("notes %q", j.Notes())
	}
}

func TestWithoutPermission(t *testing.T) {
	path, whole := small(t)
	places := []string{path}
	must.Do(t, os.Chmod(path, 0o400))
	if os.Geteuid() == 0 { // root may write everywhere, but not as another user of the file system
		dir := filepath.Dir(path)
		places = append(places, filepath.Join(dir, "new"))
		must.Do(t, errors.Join(os.Chown(path, 65534, 65534), os.Chmod(dir, 0o755), os.Chmod(filepath.Dir(dir), 0o755)))
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		must.Do(t, syscall.Setfsuid(65534))
		defer func() {
			must.Do(t, syscall.Setfsuid(0))
		}()
	}
	if got := read1(t, path); !bytes.Equal(got, whole) {
		t.Fatal("the file cannot even be read")
	}
	for _, p := range places {
		if _, err := opened(p, nil); !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), p) {
			t.Errorf("%s: error %v", p, err)
		}
	}
}
