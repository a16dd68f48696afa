package app

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models"
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
	t.Setenv("COLUMNS", "10")
	m.w = new(bytes.Buffer)
	if got := m.cut("training of a net"); got != "training…" || m.cut("training") != "training" {
		t.Errorf("in ten columns: %q", got)
	}
}

// A terminal shows how much of a graph is drawn, that it is kept, and that it is written.
func TestMeterTellsOfDraws(t *testing.T) {
	a := &app{methods: models.Methods(), out: io.Discard, err: io.Discard, meter: meter{w: io.Discard}}
	defer a.meter.end()
	c := must.Get(a.choose("dpgs", "strict", "", nil))(t)
	g := must.Get(gen.GNM(2000, 20_000, rand.New(rand.NewPCG(1, 1))))(t)
	s := must.Get(gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5}, gdp.Seed(1)))(t)
	shares := map[string]float64{}
	watch := a.watch("training", "", nil)
	tell := watch.Drawing
	watch.Drawing = func(what string, share float64) {
		if tell(what, share); a.meter.what != what || a.meter.share != share {
			t.Errorf("%s, %v: shows %s, %v", what, share, a.meter.what, a.meter.share)
		}
		shares[what] = max(shares[what], share)
	}
	must.Get(c.mode.Run(t.Context(), s, c.config, watch))(t)
	_, building := shares["building the graph"]
	if far := shares["joining far pairs"]; !(far > 0.5 && far <= 1) || !building || a.meter.what != "keeping the release" {
		t.Errorf("told of %v, last of %q", shares, a.meter.what)
	}
	must.Do(t, a.awaitWrite("somewhere", func() error {
		if a.meter.what != "writing somewhere" {
			t.Errorf("shows %q while it writes", a.meter.what)
		}
		return nil
	}))
}

// What a terminal shows during a run without steps is the run, and not the reading before it.
func TestMeterTellsOfTheRun(t *testing.T) {
	a := &app{methods: models.Methods(), out: io.Discard, err: io.Discard, meter: meter{w: io.Discard}}
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
