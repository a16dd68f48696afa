package trial

import (
	"context"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

type named struct {
	Width, Steps int
}

func (named) Outcome() method.Outcome { return method.Outcome{} }

// Trials that are made the same way have one canonical name, and others have others.
func TestCanonical(t *testing.T) {
	m := method.Method{
		Name: "m", Releases: release.KindGraph,
		For: func(protocol string, config any) any {
			c := config.(named)
			if protocol == "p" {
				c.Steps = 9
			}
			return c
		},
		Modes: []method.Mode{
			method.NewPrivate("m", method.Mode{Role: method.Strict, Name: "strict", About: "a", Relation: gdp.EdgeLevel}, named{8, 4}, func(context.Context, *gdp.Session, named, *method.Watch) (named, error) { return named{}, nil }).Mode,
			method.NewPlain("m", method.Mode{Role: method.NonPrivate, Name: "nonprivate", About: "a"}, named{8, 4}, func(context.Context, *graph.Network, named, uint64, *method.Watch) (named, error) {
				return named{}, nil
			}).Mode,
		},
	}
	at := func(mode, protocol, variant string, delta float64) Trial {
		return Trial{Protocol: protocol, Method: "m", Mode: mode, Data: "d", Epsilon: 1, Seed: 3, Variant: variant, Delta: delta}
	}
	for _, x := range []struct{ is, want Trial }{
		{at("strict", "q", "Width=8,Steps=4", 0), at("strict", "q", "", 0)},
		{at("strict", "q", "Steps=5,Width=7", 0), at("strict", "q", "Width=7,Steps=5", 0)},
		{at("strict", "p", "Steps=9", 0), at("strict", "p", "", 0)}, // as the protocol has it
		{at("strict", "p", "Steps=4", 0), at("strict", "p", "Steps=4", 0)},
		{at("strict", "q", "", 1e-5), at("strict", "q", "", 0)},
		{at("strict", "q", "", 1e-4), at("strict", "q", "", 1e-4)},
		{at("nonprivate", "q", "", 1e-4), at("nonprivate", "q", "", 0)},
		{at("strict", "q", "Depth=1", 0), at("strict", "q", "Depth=1", 0)},
		{at("gone", "q", "Width=8", 0), at("gone", "q", "Width=8", 0)},
	} {
		if got := x.is.Canonical(m); got != x.want {
			t.Errorf("%+v is %+v, want %+v", x.is, got, x.want)
		}
	}
}

// Results in other folders predict the time of trials: those of the same kind, or of the family, or
// all. Failures are ignored.
func TestEarlier(t *testing.T) {
	at := func(mode, variant string, seed uint64, seconds float64) Result {
		return Result{Trial: Trial{Protocol: "p", Method: "m", Mode: mode, Variant: variant, Epsilon: 1, Seed: seed}, Seconds: seconds}
	}
	failed := at("slow", "", 9, 1e6)
	failed.Error = "no"
	g := Grid{Folder: t.TempDir(), Earlier: []Result{at("slow", "", 1, 100), at("slow", "", 2, 300), at("fast", "", 1, 2), failed}}
	for what, x := range map[string]struct {
		trial   Trial
		seconds float64
		unknown int
	}{
		"a kind that was made": {at("slow", "", 5, 0).Trial, 200, 0}, "other settings": {at("slow", "Width=9", 5, 0).Trial, 200, 1}, "another mode": {at("new", "", 5, 0).Trial, 134, 1},
	} {
		g.Trials = []Trial{x.trial}
		if p, err := g.Status(); err != nil || p.Left.Seconds() != x.seconds || p.Unknown != x.unknown {
			t.Errorf("%s: %v, %v", what, p, err)
		}
	}
}
