package method

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/audit"
)

// audited is an audit of the toy.
func audited(t *testing.T, config noisy) Audit {
	t.Helper()
	return Audit{
		Method: "count", Mode: mode(t, "strict"), Config: config, Attack: *counting().Attack,
		Budget: gdp.Budget{Epsilon: 1}, Trials: 4000, Confidence: 1 - 1e-6,
	}
}

// An audit of Laplace noise finds a bound slightly below the true ε, 1. If the noise is a tenth of
// that in the ledger, the bound exceeds the ledger's ε.
func TestAudit(t *testing.T) {
	found := must.Get(audited(t, noisy{Times: 1}).Run(t.Context()))(t)
	g := found.Guarantee
	if eps := found.Bound.Epsilon; !(eps > 0.3 && eps <= 1) || found.Broken() != nil { // a false alarm: once in 10⁶
		t.Errorf("the bound is %v, %v broken", eps, found.Broken())
	}
	if g.Audited == nil || g.Audited.Epsilon != found.Bound.Epsilon || g.Audited.Trials != 4000 || g.Seeded {
		t.Errorf("the guarantee is %v", g)
	}
	// A perfect attack is right in all 2000 runs on each graph.
	if want, err := (audit.Attack{Level: audit.Level{Confidence: 1 - 1e-6}}).Ceiling(2000); err != nil || found.Most != want || found.Most < found.Bound.Epsilon {
		t.Errorf("the largest bound is %v, want %v (%v)", found.Most, want, err)
	}
	found, err := audited(t, noisy{Times: 10}).Run(t.Context())
	if err != nil || !slices.Equal(found.Broken(), []string{"claimed", "proved"}) || found.Bound.Epsilon < 2 {
		t.Errorf("a tenth of the noise: %+v, %v", found, err)
	}
}

// If the ledger has only Gaussian releases, the audit also stores the bound under that assumption.
// It is larger than the general one, and below the true ε. Half of the required noise breaks the
// claim under that assumption.
func TestGaussianAudit(t *testing.T) {
	gaussian := func(_ context.Context, s *gdp.Session, c noisy, _ *Watch) (result, error) {
		basis := gdp.Proof{Doc: "proofs/queries.md#edge-count", Test: "TestEdgeCount"}
		q := gdp.Query("edges", s.Relation(), gdp.L2(1/c.Times), basis, func(d *gdp.Data) ([]float64, error) {
			return []float64{float64(d.Network.Graph.M())}, nil
		})
		b := s.Budget()
		b.Epsilon /= gdp.Epsilon(1 + c.Most)
		mean, err := gauss.Mean(b)
		if err != nil {
			return result{}, err
		}
		m, err := gdp.GaussianMultiplier(s, "edges", q, 1/mean)
		if err == nil && c.Most > 0 {
			none := gdp.Query("nothing", s.Relation(), gdp.L1(1), basis, func(*gdp.Data) ([]float64, error) { return []float64{0}, nil })
			_, err = gdp.Laplace(s, "nothing", none, 0.001)
		}
		if err != nil {
			return result{}, err
		}
		g, err := s.Guarantee()
		return result{m[0], &g}, err
	}
	a := audited(t, noisy{Times: 1})
	a.Mode = NewPrivate("count", Mode{Role: Strict, Name: "gaussian", About: "Gaussian noise", Relation: gdp.EdgeLevel}, noisy{Times: 1}, gaussian).Mode
	a.Budget = gdp.Budget{Epsilon: 4, Delta: 1e-5}
	found, err := a.Run(t.Context())
	if err != nil || found.Broken() != nil || found.Bound.IfGaussian < 2 || found.Bound.IfGaussian < 1.5*found.Bound.Epsilon { // a false alarm: once in 10⁶
		t.Errorf("%+v, %v", found, err)
	}
	if text := found.Guarantee.String(); !strings.Contains(text, "if the noise is Gaussian (") || found.Guarantee.Audited.IfGaussian != found.Bound.IfGaussian {
		t.Error(text)
	}
	a.Config = noisy{Times: 2}
	found, err = a.Run(t.Context())
	if want := []string{"claimed, if the noise is Gaussian", "proved, if the noise is Gaussian"}; err != nil || !slices.Equal(found.Broken(), want) {
		t.Errorf("half the noise: %+v, %v", found, err)
	}
	a.Config = noisy{Times: 4, Most: 1}
	if found, err = a.Run(t.Context()); err != nil || found.Bound.IfGaussian != 0 {
		t.Errorf("Laplace noise beside it: %+v, %v", found, err)
	}
	for event, want := range map[accounting.Event]bool{
		accounting.Gaussian{NoiseMultiplier: 1}: true,
		accounting.SelfCompose{Event: accounting.PoissonSampled{Rate: 1, Event: accounting.Gaussian{NoiseMultiplier: 1}}}: true,
		accounting.PoissonSampled{Rate: .5, Event: accounting.Gaussian{NoiseMultiplier: 1}}:                               false,
		accounting.Laplace{NoiseMultiplier: 1}: false,
		accounting.ApproxDP{Epsilon: 1}:        false,
	} {
		if isGaussian(event) != want {
			t.Errorf("%v: want %v", event, want)
		}
	}
}

// No two runs of an audit share noise. With one seed for a run on each graph, every number would
// reappear with one edge more.
func TestAuditRunsShareNoNoise(t *testing.T) {
	a := audited(t, noisy{Times: 1})
	a.Trials, a.Confidence, a.Workers = 200, 0, 1
	seen, look := map[float64]int{}, a.Attack.Look
	a.Attack.Look = func(o Outcome) ([]float64, error) {
		x, err := look(o)
		seen[x[0]]++
		return x, err
	}
	must.Get(a.Run(t.Context()))(t)
	again := 0
	for x := range seen {
		again += seen[x+1]
	}
	if again > 20 || len(seen) < 180 { // of Laplace noise on a lattice next to none is there again
		t.Errorf("%d of %d numbers are there again, one edge more", again, len(seen))
	}
}

// An audit that was interrupted continues with the runs in its file, and finds the same.
func TestAuditGoesOn(t *testing.T) {
	whole := audited(t, noisy{Times: 1})
	whole.Trials, whole.Confidence, whole.Workers = 64, 0, 1
	want, err := whole.Run(t.Context())
	if err != nil || want.Bound.Confidence != 0.95 {
		t.Fatalf("%+v, %v", want, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	part := whole
	part.File = filepath.Join(t.TempDir(), "runs")
	part.Progress = func(done, total int) {
		if total != 64 {
			t.Errorf("%d runs in all", total)
		}
		if done == 20 {
			cancel()
		}
	}
	if _, err := part.Run(ctx); err == nil {
		t.Fatal("an interrupted audit ends without an error")
	}
	first := 0
	part.Progress = func(done, _ int) {
		if first == 0 {
			first = done
		}
	}
	got, err := part.Run(t.Context())
	if err != nil || got.Bound != want.Bound || first < 20 {
		t.Errorf("it continues with run %d: %+v, %v; want %+v", first, got, err, want)
	}
	for what, change := range map[string]func(a *Audit){
		"configuration": func(a *Audit) { a.Config = noisy{Times: 2} },
		"budget":        func(a *Audit) { a.Budget.Epsilon = 2 },
		"method":        func(a *Audit) { a.Method = "other" },
	} {
		other := part
		change(&other)
		if _, err := other.Run(t.Context()); err == nil {
			t.Errorf("the runs of another %s are taken", what)
		}
	}
	must.Get(os.Stat(part.File))(t)
}

func TestAuditCheck(t *testing.T) {
	a, err := Audit{Mode: mode(t, "strict"), Attack: *counting().Attack, Budget: gdp.Budget{Epsilon: 1}, Trials: 32}.Check()
	if err != nil || a.Config != (noisy{Times: 1}) || a.Relation != gdp.EdgeLevel || a.Confidence != 0.95 {
		t.Errorf("%+v, %v", a, err)
	}
	for what, change := range map[string]func(a *Audit){
		"a plain mode":          func(a *Audit) { a.Mode = mode(t, "nonprivate") },
		"no worlds":             func(a *Audit) { a.Attack.Make = nil },
		"nothing to look at":    func(a *Audit) { a.Attack.Look = nil },
		"too few runs":          func(a *Audit) { a.Trials = 31 },
		"no budget":             func(a *Audit) { a.Budget = gdp.Budget{} },
		"a bad δ":               func(a *Audit) { a.Budget.Delta = 2 },
		"confidence of 1":       func(a *Audit) { a.Confidence = 1 },
		"a negative confidence": func(a *Audit) { a.Confidence = -1 },
	} {
		a := audited(t, noisy{Times: 1})
		change(&a)
		if _, err := a.Run(t.Context()); err == nil {
			t.Errorf("%s: it runs", what)
		}
	}
}

// Graphs of different sizes have one universe, so that public data reveal nothing.
func TestUniverseOfBothWorlds(t *testing.T) {
	a := audited(t, noisy{Times: 1})
	a.Trials = 200
	a.Relation = gdp.NodeUnbounded
	a.Mode = NewPrivate("count", Mode{Role: Other, Name: "public", About: "the public number of nodes", Relation: gdp.NodeUnbounded}, noisy{}, func(_ context.Context, s *gdp.Session, _ noisy, _ *Watch) (result, error) {
		g, err := s.Guarantee()
		return result{float64(s.Public().Nodes), &g}, err
	}).Mode
	a.Config = noisy{}
	a.Attack.Make = Star
	if found, err := a.Run(t.Context()); err != nil || found.Bound.Epsilon != 0 {
		t.Errorf("%+v, %v", found, err)
	}
}
