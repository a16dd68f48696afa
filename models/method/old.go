package method

import (
	"context"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// PrivateOld is removed when no method uses it.
func PrivateOld[C any, R Result](role Role, name, about string, rel gdp.Relation, preset C,
	run func(ctx context.Context, s *gdp.Session, c C, w *Watch) (R, error)) Mode {
	m := Mode{Role: role, Name: name, About: about, Relation: rel, of: "method", settings: preset}
	m.run = func(ctx context.Context, s *gdp.Session, config any, w *Watch) (Outcome, error) {
		return outcome(run(ctx, s, config.(C), w))
	}
	return m
}

// PlainOld is removed when no method uses it.
func PlainOld[C any, R Result](role Role, name, about string, preset C,
	run func(ctx context.Context, net *graph.Network, c C, seed uint64, w *Watch) (R, error)) Mode {
	return NewPlain("method", Mode{Role: role, Name: name, About: about}, preset, run).Mode.reset(preset)
}

// PlainCollectionOld is removed when no method uses it.
func PlainCollectionOld[C any, R Result](role Role, name, about string, preset C,
	run func(ctx context.Context, of *graph.Collection, c C, seed uint64, w *Watch) (R, error)) Mode {
	return NewPlainCollection("method", Mode{Role: role, Name: name, About: about}, preset, run).Mode.reset(preset)
}

func (m Mode) reset(preset any) Mode { m.settings = preset; return m }

func (m Mode) Under(also ...gdp.Relation) Mode { m.Also = also; return m }
func (m Mode) Needing(settings ...string) Mode { m.Needs = settings; return m }
func (m Mode) ProvingNothing(why string) Mode  { m.Unproved = why; return m }
func (m Mode) ShowingNothing(why string) Mode  { m.Unshown = why; return m }
func (m Mode) MadeFrom(sources string) Mode    { m.From = sources; return m }
func (m Mode) WithCaution(text string) Mode    { m.Caution = text; return m }
func (m Mode) InEdition(n int) Mode            { m.Edition = n; return m }
func (m Mode) AttackedBy(a *Attack) Mode       { m.Attack = a; return m }
