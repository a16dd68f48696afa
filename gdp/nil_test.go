package gdp

import (
	"errors"
	"fmt"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

// What no session is is an error of every function that returns one, and zero of the
// others.
func TestNoSession(t *testing.T) {
	q := Query[L1]("q", EdgeLevel, 1, Claim{Source: "nobody", Why: "a test"}, func(*Data) ([]float64, error) { return []float64{1}, nil })
	r := NewLaplace("x", q, 1)
	for name, s := range map[string]*Session{"nil": nil, "zero": {}} {
		for what, err := range map[string]error{
			"Draw": second(r.Draw(s)), "Laplace": second(Laplace(s, "x", q, 1)), "RandomisedResponse": second(RandomisedResponse(s, "x", 1)),
			"Once":  second(Once(s, "x", 1, func(*Session) (int, error) { return 1, nil })),
			"Event": second(Plan{}.Event(s)), "Calibrate": second(Plan{}.Calibrate(s, Budget{Epsilon: 1})),
			"Guarantee": second(s.Guarantee()), "Ledger": second(s.Ledger()), "Train": second(s.Train(Plan{})), "Resume": second(s.Resume(Plan{}, nil)),
			"Reserve": s.Reserve(), "ReadOnClaim": second(s.ReadOnClaim("x", Claim{})), "Reserve of one": s.Reserve(r),
		} {
			if !errors.Is(err, ErrSession) {
				t.Errorf("%s of a %s session: %v", what, name, err)
			}
		}
		if s.ID() != "" || s.Relation() != 0 || s.Budget() != (Budget{}) || s.Public().Nodes != 0 || s.Seeded() || s.Accountant() != nil {
			t.Errorf("a %s session has something", name)
		}
		if got := fmt.Sprint(s.Scope("x")); got != "gdp.Session(none)" {
			t.Errorf("a %s session prints %s", name, got)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// Nil data and nil functions are errors too.
func TestNil(t *testing.T) {
	b := Budget{Epsilon: 1}
	g := graphOf(t, 3, nil, false)
	s := must.Get(Protect(&graph.Network{Graph: g}, EdgeLevel, b))(t)
	for what, err := range map[string]error{
		"graph": second(Protect(nil, EdgeLevel, b)), "graph of a network": second(Protect(new(graph.Network), EdgeLevel, b)),
		"collection": second(ProtectCollection(nil, GraphLevel, b)), "graph of a collection": second(ProtectCollection(&graph.Collection{Graphs: []*graph.Network{nil}}, GraphLevel, b)),
		"option": second(Protect(&graph.Network{Graph: g}, EdgeLevel, b, nil)), "run": second(Once[int](s, "x", 1, nil)),
		"evaluation": second(Laplace(s, "x", Query[L1]("q", EdgeLevel, 1, Claim{Source: "nobody", Why: "a test"}, nil), 1)), "spend": s.Reserve(nil),
	} {
		if err == nil {
			t.Errorf("a nil %s is no error", what)
		}
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) > 0 {
		t.Errorf("%v was paid, %v", l.Entries, err)
	}
}
