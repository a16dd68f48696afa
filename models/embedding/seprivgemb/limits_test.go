package seprivgemb

import (
	"fmt"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/null"
	"github.com/graphdp/graphdp/models/estimate/posterior"
)

// A setting that no run can mean, or a graph that none is for, is refused before
// anything is spent.
func TestARefusedSettingCostsNothing(t *testing.T) {
	const huge = 1 << 62
	g := random(t, 5, 120, 600)
	try := func(mode string, settings ...string) {
		t.Helper()
		m := smallModes()[mode]
		refused(t, mode, protect(t, g, m.relation, modest), with(m.config, settings...))
	}
	for name, m := range smallModes() {
		try(name, fmt.Sprintf("Dim=%d", huge))
		try(name, "Dim=400000000000")
		if steps(m.config) == 0 {
			continue
		}
		try(name, fmt.Sprintf("Negatives=%d", huge))
		try(name, "Negatives=2000")
		try(name, fmt.Sprintf("Steps=%d", huge))
		try(name, "Clip=1e-20")
		try(name, "Clip=1e20")
		try(name, "Rate=1e20")
		try(name, "Init=1e7")
		if _, ok := m.config.(Biased); ok {
			try(name, "Negatives=0")
			try(name, "Push=1e7")
			try(name, "Spread=0")
			continue
		}
		try(name, "Negatives=1000", "Dim=1000")
		try(name, fmt.Sprintf("Batch=%d", huge))
		try(name, "Rate=1e-9", "Clip=1e-9")
		try(name, "Rate=1e9", "Clip=1e9")
	}
	try("Published", "Sigma=1e300")
	try("Published", "Sigma=1e-300")
	try("Published", fmt.Sprintf("Batch=%d", 120*119/2+1))
	for name, m := range smallModes() {
		refused(t, name+", one node", protect(t, build(t, 1), m.relation, modest), m.config)
		if m.proved { // the published ones take a step whatever the budget is
			refused(t, name+", no budget to speak of", protect(t, g, m.relation, gdp.Budget{Epsilon: 1e-25, Delta: 1e-30}), m.config)
		}
		long := with(m.config, fmt.Sprintf("Dim=%d", 1<<15))
		if steps(long) > 0 {
			long = with(long, "Negatives=0")
		}
		refused(t, name+", many long rows", protect(t, build(t, 1<<16), m.relation, modest), long)
	}
	if err := Projection().checkNodes(maxProjected); err == nil {
		t.Error("a projection of more nodes than sums are exact for")
	}
}

func refused(t *testing.T, what string, s *gdp.Session, c Config) {
	t.Helper()
	_, err := Run(t.Context(), s, c, nil)
	if err == nil {
		t.Errorf("%s: accepted %+v", what, c)
		return
	}
	l, failed := s.Ledger()
	if failed != nil {
		t.Fatal(failed)
	}
	if len(l.Entries) != 0 {
		t.Errorf("%s: refused after %v was spent: %v", what, l.Entries, err)
	}
	if text := err.Error(); strings.Contains(text, "gdp: gdp:") || strings.Contains(text, "NaN") {
		t.Errorf("%s: %v", what, err)
	}
}

// The presets are the paper's and the authors' numbers, and no others.
func TestPresets(t *testing.T) {
	published := SkipGram{
		Training: Training{Dim: 128, Steps: 200, Negatives: 5, Rate: .1, Batch: 128, Clip: 2, Init: 1},
		Examples: Examples{Proximity: DeepWalk, Centres: FirstID},
		Noise:    NonZero, Sigma: 5, Sensitivity: BatchClip, Accountant: Theorem4,
	}
	author, zero := published, published
	author.Author, author.Accountant, author.Sensitivity = true, PoissonCode, OneClip
	zero.ZeroGradient = true
	learned := Training{Dim: 128, Steps: 10_000, Negatives: 5, Rate: 6.4, Batch: 128, Clip: 2, Init: .1}
	training := Training{Dim: 128, Steps: 200, Negatives: 5, Rate: .1, Batch: 1, Clip: 1, Init: .1}
	edge := PoissonSampled{training, .004}
	untrained, err := Method.Mode("null")
	if err != nil {
		t.Fatal(err)
	}
	for name, x := range map[string][2]any{
		"Published": {Published(), published}, "Author": {Author(), author}, "ZeroGradient": {ZeroGradient(), zero},
		"NonPrivate":       {NonPrivate(), Trained{published.Training, published.Examples}},
		"NonPrivateTuned":  {NonPrivateTuned(), Trained{learned, Examples{Uniform, RandomEnd}}},
		"PoissonSkipGram":  {PoissonSkipGram(), PoissonSampled{Training{Dim: 4, Steps: 100, Negatives: 2, Rate: .1, Batch: 1, Clip: .1, Init: .1}, 1}},
		"BiasedSkipGram":   {BiasedSkipGram(), Biased{Dim: 4, Steps: 30, Negatives: 16, Push: 20, Clip: .2, Spread: 1, Rate: .1, Init: .3}},
		"MatchedSkipGram":  {MatchedSkipGram(), Matched{training}},
		"PromisedSkipGram": {PromisedSkipGram(7), Promised{edge, 7}},
		"Projection":       {Projection(), Projected{Dim: 16}}, "Control": {Control(), DegreeRows{Dim: 128}},
		"Strict": {Strict(), ExpectedRows{
			Expected{128, .4, .6, posterior.Rule{Vectors: 48, Groups: 8, Edges: .01, Degrees: .2, Mean: 40, Density: 1.5}},
			Heard{Biased{Dim: 3, Steps: 60, Negatives: 16, Push: 20, Clip: .07, Spread: .7, Rate: .1, Init: .15}, 5.5, .4, 2},
		}},
		"null": {untrained.Config(), Untrained{null.Untrained{Dim: 128}}},
	} {
		if x[0] != x[1] {
			t.Errorf("%s is %+v, want %+v", name, x[0], x[1])
		}
	}
}

// What is just within the limits runs to its end.
func TestTheLimitsAreWithinReach(t *testing.T) {
	for _, settings := range [][]string{
		{"Negatives=1024"}, {"Negatives=0", fmt.Sprintf("Dim=%d", 1<<16)},
		{"Clip=1e15", "Rate=1"}, {"Clip=1", "Rate=1e15"},
		{"Clip=1e-15", "Rate=1"}, {"Clip=1", "Rate=1e-15"},
		{fmt.Sprintf("Batch=%d", 1<<30), "Clip=1e9"},
	} {
		for _, m := range []Config{sparsely(), MatchedSkipGram()} {
			c := with(with(small(m), "Steps=2", "Rate=1"), settings...)
			if _, err := Run(t.Context(), protect(t, ring(t, 12), relation(c), modest), c, nil); err != nil {
				t.Errorf("%+v: %v", c, err)
			}
		}
	}
	c := small(Published())
	c.Sigma = 1e12
	if _, err := Run(t.Context(), protect(t, ring(t, 120), gdp.NodeLevel, modest), c, nil); err != nil {
		t.Error(err)
	}
	for _, net := range []*graph.Network{nil, {}} {
		if _, err := RunPlain(t.Context(), net, NonPrivate(), 1, nil); err == nil {
			t.Error("trained on no graph")
		}
	}
	if _, err := RunPlain(t.Context(), &graph.Network{Graph: build(t, 1)}, NonPrivate(), 1, nil); err == nil {
		t.Error("trained on one node")
	}
}

// Errors name the values of enumerations.
func TestNames(t *testing.T) {
	for want, got := range map[string]any{
		"NonZero": NonZero, "All": All, "OneClip": OneClip, "RandomEnd": RandomEnd, "PoissonCode": PoissonCode,
		"noise 3": silent, "noise 0": Noise(0), // without a name, so that no text sets it
	} {
		if text := got.(interface{ String() string }).String(); text != want {
			t.Errorf("%q, want %q", text, want)
		}
	}
	_, err := Run(t.Context(), protect(t, ring(t, 12), gdp.NodeLevel, modest), Strict(), nil)
	if err == nil || !strings.Contains(err.Error(), "ExpectedRows is for the relation") {
		t.Errorf("%v", err)
	}
}
