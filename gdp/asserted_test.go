package gdp

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// asOutsider makes the proofs of this module those of another one, as a package sees them whose
// module has registered none.
func asOutsider(t *testing.T) {
	t.Helper()
	move := func(module string) {
		library.Lock()
		defer library.Unlock()
		library.modules[0].module = module
		clear(library.known)
	}
	move("example.com/other")
	t.Cleanup(func() { move(home) })
}

// Every spend whose bound rests on a function or a number of the caller counts as asserted if the
// caller's module did not register the proof, and is refused where proofs alone are taken.
func TestBoundsOfOutsidersAreAsserted(t *testing.T) {
	asOutsider(t)
	values := func(*Data) ([]float64, error) { return []float64{1}, nil }
	rows := func(*Data) ([]Entries, error) { return []Entries{{}}, nil }
	of1, of2 := Query("q", EdgeLevel, L1(1), proof, values), Query("q", EdgeLevel, L2(1), proof, values)
	local := LocalQuery("q", EdgeLevel, 1, proof, answers(1), answers(1))
	spends := map[string]Spend{
		"NewLaplace": NewLaplace("x", of1, 1), "NewDiscreteLaplace": NewDiscreteLaplace("x", of1, 1),
		"NewGaussianMultiplier": NewGaussianMultiplier("x", of2, 9),
		"NewNoisyMax":           NewNoisyMax("x", Query("q", EdgeLevel, LInf(1), proof, values), 1, 1),
		"NewNoisyMaxRows":       NewNoisyMaxRows("x", SparseQuery("q", EdgeLevel, LInf(1), proof, 1, 2, rows), 1, 1),
		"NewLaplaceTop":         NewLaplaceTop("x", SparseQuery("q", EdgeLevel, L1(1), proof, 1, 2, rows), 1, 1),
		"NewGaussianTop":        NewGaussianTop("x", SparseQuery("q", EdgeLevel, L2(1), proof, 1, 2, rows), 1, 9),
		"NewLadder":             NewLadder("x", local, 20, 1), "Local.Reach": NewDiscreteLaplace("x", local.Reach(), 1),
		"NewNoisyMaxInTurn": NewNoisyMaxInTurn("x", chain(20), 1),
		"NewDivision":       NewDivision("x", byRow(1), pay(1, 0)), "NewArrangement": NewArrangement("x", fourCells, 1),
		"Plan": Plan{Label: "x", Steps: 1, Sampling: FullBatch{}, Multiplier: 9, Sensitivity: 1, Basis: proof},
	}
	for name := range constructors(t) {
		// A sampler rests on a claim, and the rule of peeling is this package's.
		if spends[name] == nil && name != "NewSampled" && name != "NewPeel" {
			t.Errorf("%s is not tried", name)
		}
	}
	for name, x := range spends {
		s := protectRing(t, pay(100, 1e-5))
		if err := s.Reserve(x); err != nil {
			t.Fatal(name, err)
		}
		g, err := s.Guarantee()
		if err != nil || ledger(t, s).Entries[0].By != ourselves || !math.IsInf(float64(g.Proved), 1) || math.IsInf(float64(g.Asserted), 1) {
			t.Errorf("%s: %v, asserted by %q (%v)", name, g, ledger(t, s).Entries[0].By, err)
		}
		refused(t, fmt.Sprintf("%s where proofs alone are taken", name), protectRing(t, pay(100, 1e-5), ProvedOnly()).Reserve(x), ErrAsserted)
	}
}

// constructors are the exported functions New… of this package.
func constructors(t *testing.T) map[string]bool {
	t.Helper()
	files := must.Get(os.ReadDir("."))(t)
	names := map[string]bool{}
	for _, file := range files {
		if name := file.Name(); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			parsed := must.Get(parser.ParseFile(token.NewFileSet(), name, nil, 0))(t)
			for _, d := range parsed.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "New") {
					names[f.Name.Name] = true
				}
			}
		}
	}
	return names
}

// The package that stands between methods and [Session.Train] is where the asserter looks past it.
func TestCheckpointIsWhereItIsPassedOver(t *testing.T) {
	must.Get(os.Stat(".." + strings.TrimPrefix(checkpoint, home)))(t)
}
