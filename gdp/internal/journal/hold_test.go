package journal

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// A name is held by one caller at a time, in a process and among processes, and is
// free again after release and after the death of its holder.
func TestHold(t *testing.T) {
	if path := os.Getenv("GDP_TEST_HOLD"); path != "" {
		j := must.Get(Open(path, nil))(t)
		if _, err := j.Hold("x"); errors.Is(err, ErrHeld) {
			os.Exit(3)
		} else if err != nil {
			t.Fatal(err)
		}
		os.Exit(4) // without a release
	}
	for name, path := range map[string]string{"memory": "", "file": filepath.Join(t.TempDir(), "a.journal")} {
		t.Run(name, func(t *testing.T) {
			j := must.Get(Open(path, nil))(t)
			other := j
			if path != "" {
				other = must.Get(Open(path, nil))(t)
			}
			child := func() int {
				cmd := exec.Command(os.Args[0], "-test.run=^TestHold$")
				cmd.Env = append(os.Environ(), "GDP_TEST_HOLD="+path)
				var exit *exec.ExitError
				if err := cmd.Run(); !errors.As(err, &exit) {
					t.Fatalf("the process ended with %v", err)
				}
				return exit.ExitCode()
			}
			for range 2 {
				release := must.Get(j.Hold("x"))(t)
				if _, err := other.Hold("x"); !errors.Is(err, ErrHeld) {
					t.Errorf("held twice: %v", err)
				}
				if path != "" {
					if code := child(); code != 3 {
						t.Errorf("another process exits with %d, want 3: held", code)
					}
				}
				y, err := other.Hold("y")
				if err != nil {
					t.Errorf("another name: %v", err)
				}
				y()
				release()
				if path != "" {
					if left, _ := filepath.Glob(path + ".*"); len(left) != 0 {
						t.Errorf("left behind: %v", left)
					}
					if code := child(); code != 4 {
						t.Errorf("another process exits with %d, want 4: it held the name and died", code)
					}
				}
			}
		})
	}
}

// Only one holder has a name at a time. A file that its holder is about to remove gives the name to
// nobody.
func TestHoldExcludes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.journal")
	var holders, turns atomic.Int32
	var wg sync.WaitGroup
	for range 8 {
		j := mustOpen(t, path)
		wg.Go(func() {
			for range 1000 {
				release, err := j.Hold("x")
				if errors.Is(err, ErrHeld) {
					continue
				} else if err != nil {
					t.Error(err)
					return
				}
				if n := holders.Add(1); n != 1 {
					t.Errorf("%d hold the name", n)
				}
				runtime.Gosched()
				turns.Add(1)
				holders.Add(-1)
				release()
			}
		})
	}
	wg.Wait()
	if turns.Load() < 100 {
		t.Errorf("the name was held %d times: the test is blind", turns.Load())
	}
}
