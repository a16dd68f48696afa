package seprivgemb

import (
	"strings"
	"testing"

	"github.com/graphdp/graphdp/gdp"
)

// A setting that no run can mean, or a graph that none is for, is refused before
// anything is spent.
func TestARefusedSettingCostsNothing(t *testing.T) {
	const huge = 1 << 62
	type refusal struct {
		mode   string
		config Config
		change func(*Config)
	}
	var list []refusal
	for name, m := range smallModes() {
		list = append(list, refusal{name, m.config, func(c *Config) { c.Dim = huge }}, refusal{name, m.config, func(c *Config) { c.Dim = 400_000_000_000 }})
		if m.config.Steps == 0 {
			continue
		}
		for _, change := range []func(*Config){
			func(c *Config) { c.Negatives = huge }, func(c *Config) { c.Negatives = 2000 },
			func(c *Config) { c.Negatives, c.Dim = 1000, 1000 },
			func(c *Config) { c.Batch = huge }, func(c *Config) { c.Steps = huge },
			func(c *Config) { c.Clip = 1e-20 }, func(c *Config) { c.Clip = 1e20 },
			func(c *Config) { c.Rate = 1e20 }, func(c *Config) { c.Rate, c.Clip = 1e-9, 1e-9 },
			func(c *Config) { c.Rate, c.Clip = 1e9, 1e9 }, func(c *Config) { c.Init = 1e7 },
		} {
			list = append(list, refusal{name, m.config, change})
		}
	}
	list = append(list,
		refusal{"Published", Published(), func(c *Config) { c.Sigma = 1e300 }},
		refusal{"Published", Published(), func(c *Config) { c.Sigma = 1e-300 }},
		refusal{"Published", Published(), func(c *Config) { c.Batch = 120*119/2 + 1 }},
	)
	g := random(t, 5, 120, 600)
	for _, r := range list {
		c := r.config
		r.change(&c)
		refused(t, r.mode, protect(t, g, smallModes()[r.mode].relation, modest), c)
	}
	for name, m := range smallModes() {
		refused(t, name+", one node", protect(t, build(t, 1), m.relation, modest), m.config)
		if m.proved { // the published ones take a step whatever the budget is
			refused(t, name+", no budget to speak of", protect(t, g, m.relation, gdp.Budget{Epsilon: 1e-25, Delta: 1e-30}), m.config)
		}
		m.config.Dim, m.config.Negatives = 1<<15, 0
		refused(t, name+", many long rows", protect(t, build(t, 1<<16), m.relation, modest), m.config)
	}
	if err := SEdge1().checkNodes(maxProjected); err == nil {
		t.Error("a projection of so many nodes that sums are rounded")
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
	published := Config{
		Method: SkipGram, Dim: 128, Steps: 200, Negatives: 5, Rate: .1, Batch: 128, Clip: 2, Init: 1, Proximity: DeepWalk,
		Centres: FirstID, Noise: NonZero, Sigma: 5, Sensitivity: BatchClip, Accountant: Theorem4,
	}
	author, free := published, published
	author.Author, author.Accountant, author.Sensitivity = true, PoissonCode, OneClip
	free.Noise = Silent
	edge := Config{Method: PoissonSkipGram, Dim: 128, Steps: 200, Negatives: 5, Rate: .1, Batch: 1, Clip: 1, Init: .1, SampleRate: .004}
	matched, promised := edge, edge
	matched.Method, matched.SampleRate = MatchedSkipGram, 0
	promised.Method, promised.MaxDegree = PromisedSkipGram, 7
	for name, x := range map[string][2]Config{
		"Published": {Published(), published}, "AuthorCode": {AuthorCode(), author}, "NonPrivate": {NonPrivate(), free},
		"SEdge": {SEdge(), edge}, "SNode1": {SNode1(), matched}, "SNode2": {SNode2(7), promised},
		"SEdge1": {SEdge1(), {Method: Projection, Dim: 16}}, "DegreeControl": {DegreeControl(), {Method: DegreeRows, Dim: 128}},
		"Strict": {Strict(), {Method: ExpectedRows, Dim: 128, Cosine: .4}}, "Null": {Null(), {Method: Untrained, Dim: 128}},
	} {
		if x[0] != x[1] {
			t.Errorf("%s is %+v, want %+v", name, x[0], x[1])
		}
	}
}

// What is just within the limits runs to its end.
func TestTheLimitsAreWithinReach(t *testing.T) {
	for _, change := range []func(*Config){
		func(c *Config) { c.Negatives = 1024 }, func(c *Config) { c.Negatives, c.Dim = 0, 1<<16 },
		func(c *Config) { c.Clip, c.Rate = 1e15, 1 }, func(c *Config) { c.Clip, c.Rate = 1, 1e15 },
		func(c *Config) { c.Clip, c.Rate = 1e-15, 1 }, func(c *Config) { c.Clip, c.Rate = 1, 1e-15 },
		func(c *Config) { c.Batch, c.Clip = 1<<30, 1e9 },
	} {
		for _, m := range []Config{SEdge(), SNode1()} {
			c := small(m)
			c.Steps, c.Rate = 2, 1
			change(&c)
			_, relation := c.protectedPlan()
			if _, err := Run(t.Context(), protect(t, ring(t, 12), relation, modest), c, nil); err != nil {
				t.Errorf("%+v: %v", c, err)
			}
		}
	}
	c := small(Published())
	c.Sigma = 1e12
	if _, err := Run(t.Context(), protect(t, ring(t, 120), gdp.NodeLevel, modest), c, nil); err != nil {
		t.Error(err)
	}
	if _, err := Train(t.Context(), nil, NonPrivate(), 1, nil); err == nil {
		t.Error("trained on no graph")
	}
	if _, err := Train(t.Context(), build(t, 1), NonPrivate(), 1, nil); err == nil {
		t.Error("trained on one node")
	}
}

// Errors name the values of enumerations.
func TestNames(t *testing.T) {
	for want, got := range map[string]any{
		"ExpectedRows": ExpectedRows, "Untrained": Untrained, "Silent": Silent, "OneClip": OneClip, "RandomEnd": RandomEnd,
		"PoissonCode": PoissonCode, "method 99": Method(99), "noise 0": Noise(0),
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
