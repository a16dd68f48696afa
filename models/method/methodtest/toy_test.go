package methodtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"time"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
)

// config are the settings of the toy.
type config struct {
	Steps  int
	Factor float64 // the result is multiplied by this
}

// result is the release of the toy.
type result struct {
	Values    []float64
	Guarantee *gdp.Guarantee
	Broken    string // how the release is broken
}

// unwritable is a release that no file takes.
type unwritable struct{ release.Statistics }

// Outcome implements [method.Result].
func (r *result) Outcome() method.Outcome {
	o := method.Outcome{Release: release.Statistics{"mean": r.Values}, Guarantee: r.Guarantee, Details: r.Values}
	switch r.Broken {
	case "kind":
		o.Release = release.Graph{Network: &graph.Network{Graph: new(graph.Graph)}}
	case "file":
		o.Release = unwritable{}
	case "number":
		o.Release = release.Statistics{"mean": {math.NaN()}}
	}
	return o
}

// Write implements [release.Release].
func (unwritable) Write(io.Writer, string) error { return errors.New("no file takes it") }

// fault is a way to break the toy, in words; the empty one is a toy without a fault.
type fault string

// edgeSum is proved in docs/proofs/queries.md.
var edgeSum = gdp.Proof{Doc: "proofs/queries.md#edge-count", Test: "TestEdgeCount"}

// toy releases the mean of noisy numbers of edges, one for each step.
func toy(f fault) method.Method {
	strict := method.Mode{Role: method.Strict, Name: "strict", About: "noisy sums", Relation: gdp.EdgeLevel}
	if f == "a setting that is needed has a default" {
		strict.Needs = []string{"Factor"}
	}
	if f == "the mode says that nothing is proved" {
		strict.Unproved = "it says"
	}
	null := method.Mode{Role: method.Null, Name: "null", About: "a random number", Relation: gdp.EdgeLevel}
	m := method.Method{
		Name: "toy", About: "noisy numbers of edges", Releases: release.KindStatistics,
		Attack: &method.Attack{
			Worlds: "one edge more", Looks: "the mean", Make: method.Star,
			Look: func(o method.Outcome) ([]float64, error) { return o.Details.([]float64), nil },
		},
		Modes: []method.Mode{
			method.NewPrivate("toy", strict, config{Steps: 4, Factor: 1}, f.run).Mode,
			method.NewPlain("toy", method.Mode{Role: method.NonPrivate, Name: "nonprivate", About: "without noise"}, config{Steps: 4, Factor: 1}, f.plain).Mode,
			method.NewPrivate("toy", null, most{9}, f.null).Mode,
		},
	}
	if f == "the method has no description" {
		m.About = ""
	}
	return m
}

// most are the settings of the toy's control.
type most struct{ Most int }

func (f fault) run(ctx context.Context, s *gdp.Session, c config, w *method.Watch) (*result, error) {
	n := s.Public().Nodes
	if c.Steps < 1 || n < 2 && f != "refuses what is public after it has paid" {
		return nil, fmt.Errorf("toy: %d steps on %d nodes, want at least 1 on 2", c.Steps, n)
	}
	if f == "spends in spite of a context that has ended" && ctx.Err() != nil {
		if _, err := gdp.Laplace(s, "hasty", edgeCount(s), 1e-3); err != nil {
			return nil, err
		}
	}
	return checkpoint.Once(ctx, s, "toy", f.key(c), w, func(run *checkpoint.Run) (*result, error) { return f.noisy(ctx, run, c) })
}

func edgeCount(s *gdp.Session) gdp.Bounded[gdp.L1] {
	n := s.Public().Nodes
	return query.EdgeCount[gdp.L1](gdp.EdgeLevel, n, n-1)
}

// edges is the number of edges, from the data of a training that costs nearly nothing.
func edges(run *checkpoint.Run) (int, error) {
	t, err := run.Train(gdp.Plan{Label: "glance", Steps: 1, Sampling: gdp.FullBatch{}, Sensitivity: 1, Multiplier: 1e9, Basis: edgeSum})
	if err != nil {
		return 0, err
	}
	return t.Data().Network.Graph.M(), nil
}

// key returns the key of a stored run.
func (f fault) key(c config) any {
	if f == "the key leaves out a setting" {
		return struct{ Steps int }{c.Steps}
	}
	return c
}

func (f fault) noisy(ctx context.Context, run *checkpoint.Run, c config) (*result, error) {
	s := run.Session()
	plan := gdp.Plan{Label: "edges", Steps: c.Steps, Sampling: gdp.FullBatch{AddRemove: true}, Sensitivity: 1, Basis: edgeSum}
	switch {
	case f == "a proof that nobody knows":
		plan.Basis = gdp.Proof{Doc: "proofs/toy.md", Test: "TestToy"}
	case f == "a claim of which nothing is proved":
		plan.Basis = gdp.Claim{Source: "[TOY]", Statement: "it is so", Why: "nobody knows"}
	}
	if f == "the plan depends on the private number of edges" {
		m, err := edges(run)
		if err != nil {
			return nil, err
		}
		plan.Label = fmt.Sprintf("%d edges", m)
	}
	share := s.Budget()
	share.Epsilon /= 2
	plan, err := plan.Calibrate(s, share)
	if err != nil {
		return nil, err
	}
	if f == "reserves what it does not draw" {
		if err := run.Reserve(gdp.NewLaplace("count", edgeCount(s), s.Budget().Epsilon/4), plan); err != nil {
			return nil, err
		}
	}
	if f == "pays again where it goes on" {
		l, err := s.Ledger()
		if err != nil {
			return nil, err
		}
		if _, err := gdp.Laplace(s, fmt.Sprintf("after %d", len(l.Entries)), edgeCount(s), 1e-3); err != nil {
			return nil, err
		}
	}
	guarantee, err := s.Guarantee()
	if err != nil {
		return nil, err
	}
	t, err := run.Train(plan)
	if err != nil {
		return nil, err
	}
	if f == "refuses what is public after it has paid" && s.Public().Nodes < 2 {
		return nil, fmt.Errorf("toy: %d nodes", s.Public().Nodes)
	}
	m := float64(t.Data().Network.Graph.Undirected().M())
	if m == 0 {
		switch {
		case f == "panics on a graph without edges":
			panic("no edges")
		case f == "an error without a name, on a graph without edges":
			return nil, fmt.Errorf("no edges")
		}
	}
	var sum float64
	values := []any{&sum}
	if f == "does not save the sum" {
		values = nil
	}
	err = run.Steps(ctx, c.Steps, values, func(int) error {
		step, err := t.Step(int(m))
		if err != nil {
			return err
		}
		size, one := 1, 1.0
		if f == "the length of a sum depends on the number of edges" {
			size += int(m) % 2
		}
		if f == "what a record contributes depends on how many there are" {
			one = 1 - 1/(m+1)
		}
		noisy, err := gdp.Sum(step, size, func(_ int32, to *gdp.Term[float64]) { to.All()[0] = one })
		if err == nil {
			sum += float64(noisy[0])
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	r := &result{Values: []float64{c.Factor * sum / float64(c.Steps)}}
	switch {
	case f == "the release does not depend on the noise":
		r.Values[0] = 1
	case f == "the result has the true number of edges":
		r.Values = []float64{m, sum}
	case f == "the release depends on the time":
		r.Values[0] = float64(time.Now().UnixNano())
	case f == "releases another kind than declared":
		r.Broken = "kind"
	case f == "the release cannot be written":
		r.Broken = "file"
	case f == "no number on a graph without edges" && m == 0:
		r.Broken = "number"
	}
	if f == "ends when it is interrupted after its training" {
		if run.Drawing().Begin("a draw"); ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	if f != "returns the guarantee before the last spend" {
		guarantee, err = s.Guarantee()
	}
	r.Guarantee = &guarantee
	return r, err
}

func (f fault) plain(ctx context.Context, net *graph.Network, c config, seed uint64, w *method.Watch) (*result, error) {
	if c.Steps < 1 {
		return nil, fmt.Errorf("toy: %d steps, want at least 1", c.Steps)
	}
	return checkpoint.Plain(ctx, net, "toy", f.key(c), seed, w, func(run *checkpoint.Run) (*result, error) {
		sum := 0.0
		err := run.Steps(ctx, c.Steps, []any{&sum}, func(int) error {
			sum += float64(net.Graph.M())
			return nil
		})
		return &result{Values: []float64{c.Factor * sum}}, err
	})
}

func (f fault) null(ctx context.Context, s *gdp.Session, c most, w *method.Watch) (*result, error) {
	if c.Most < 1 {
		return nil, fmt.Errorf("toy: Most is %d, want at least 1", c.Most)
	}
	return checkpoint.Once(ctx, s, "toy", c, w, func(run *checkpoint.Run) (*result, error) {
		r := &result{Values: []float64{float64(run.Stream("number").IntN(c.Most))}}
		if f == "the control reads the graph" && s.Public().Nodes > 1 {
			m, err := edges(run)
			if err != nil {
				return nil, err
			}
			if _, err := gdp.Laplace(run.Session(), fmt.Sprintf("%d edges", m), edgeCount(run.Session()), 1e-3); err != nil {
				return nil, err
			}
		}
		if f == "the control asks for a group that comes from no public stream" && s.Public().Nodes > 1 {
			if _, err := gdp.Laplace(run.Session(), fmt.Sprintf("group %d", rand.IntN(1<<40)), edgeCount(run.Session()), 1e-3); err != nil {
				return nil, err
			}
		}
		if f == "the control depends on the time" {
			r.Values[0] = float64(time.Now().UnixNano())
		}
		g, err := run.Session().Guarantee()
		r.Guarantee = &g
		return r, err
	})
}
