package cli

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/graphdp/graphdp/models/all"
)

// Work of less than a second shows nothing, longer work the time left where the share that
// is done is known, and a line is erased at the end.
func TestMeter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w bytes.Buffer
		m := &meter{w: &w}
		shows := func(after time.Duration, want string) {
			t.Helper()
			time.Sleep(after)
			synctest.Wait()
			lines := strings.Split(w.String(), erase)
			if got := lines[len(lines)-1]; got != want {
				t.Errorf("shows %q, want %q", got, want)
			}
		}
		m.tell("reading", 0)
		shows(900*time.Millisecond, "")
		m.end()
		if strings.ReplaceAll(w.String(), erase, "") != "" {
			t.Errorf("a short work shows %q", w.String())
		}
		m.tell("training", 0.5) // of a run that was interrupted at a half
		shows(3500*time.Millisecond, "training … 3s")
		m.tell("training", 0.75) // a quarter in 3.5 s
		shows(500*time.Millisecond, "training … 75 %, about 4s left")
		m.tell("communities", 0)
		shows(10*time.Second, "communities … 10s")
		m.steps("trials")(3, 4)
		shows(5*time.Second, "trials … 5s")
		m.steps("trials")(1, 4) // of another work of this name
		shows(1500*time.Millisecond, "trials … 1s")
		m.end()
		shows(5*time.Second, "")
		m.end()
	})
	m := &meter{w: terminal(new(bytes.Buffer))}
	m.tell("training", 0.5)
	if m.stop != nil {
		t.Error("drawn where there is no terminal")
	}
	m.end()
}

// What a terminal shows during a run without steps is the run, and not the reading before it.
func TestMeterTellsOfTheRun(t *testing.T) {
	a := &app{methods: all.Methods(), out: io.Discard, err: io.Discard, meter: meter{w: io.Discard}}
	root := a.root()
	root.SetArgs([]string{"run", "dpgs", "--mode", "strict", "--epsilon", "1", "--graph", "karate"})
	root.SetErr(io.Discard)
	if _, err := root.ExecuteContextC(context.Background()); err == nil { // so that its line is not erased
		t.Fatal("a Gaussian mode ran at δ = 0")
	}
	if got := a.meter.what; got != "running dpgs" {
		t.Errorf("the last line is %q", got)
	}
}
