// Package yourmethod is the notebook 20_your_method: write a method, see what it costs,
// check it, break it, and compare it.
package yourmethod

// %% [markdown]
// # Your method
//
// A method is a list of modes, and a mode is a configuration and a function that runs on
// a session. Whatever draws noise does so through the session, which keeps the budget.
// This notebook writes a method at the level of edges: the degree of each node with
// Laplace noise, and a random graph that has these degrees on average. Then it reads
// the ledger, runs the conformance suite, breaks the method in two ways, lets an audit
// find that, and compares the method with those of this project.
//
// The same as a separate Go module, with its proof, its tests and a command line, is in
// `docs/examples/yourmethod`.
//
// [Cells and their rules](../cells.md) has what a cell of Go can hold.

// %%
import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing/fstest"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/methodtest"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis/privdpr"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// %% [markdown]
// ## The query and its bound
//
// The private number is read by a *query*, which states how far one neighbouring change
// moves its answer: its sensitivity. An edge more or less moves the degrees of two nodes by one
// each, 2 in the $\ell_1$ norm. Is that right? Package `smallworld` compares all pairs of
// neighbouring graphs of a few nodes.

// %%

// degrees are the degrees of all nodes.
func degrees(d *gdp.Data) (list []float64, err error) {
	for _, x := range d.Network.Graph.Undirected().Degrees() {
		list = append(list, float64(x))
	}
	return list, nil
}

// %%
func worstCase() {
	t := figure.Table{Caption: "The largest change of the degrees, over all pairs of neighbours", Header: []string{"nodes", "pairs", "ℓ1", "ℓ2"}}
	for nodes := 2; nodes <= 5; nodes++ {
		w := nb.Must(smallworld.World{Relation: gdp.EdgeLevel, Nodes: nodes}.Worst(degrees))
		t.Rows = append(t.Rows, []any{nodes, w.Pairs, w.L1.Change, w.L2.Change})
	}
	nb.Show(t)
}

// %% [markdown]
// ## The method
//
// `gdp.Proof` names a document and the test that checks the bound. The program takes it
// for a proof if the document is registered and names the test. Here the document is a
// text in the cell, and the test is in the notebook's folder.
//
// `checkpoint.Once` keeps the release in the session's journal: the same run gives the
// same release, and costs nothing. All that comes after `gdp.Laplace` reads the noisy
// numbers alone.

// %%

// Fault is how the method is broken.
type Fault int

// The faults.
const (
	None        Fault = iota + 1
	LittleNoise       // the sensitivity is said to be a quarter of what it is
	Clear             // the degree of node 0 is read without noise
)

// String names the fault.
func (f Fault) String() string {
	return map[Fault]string{None: "none", LittleNoise: "noise 4 times too small", Clear: "a degree in the clear"}[f]
}

// Config are the settings.
type Config struct {
	Least float64 // the least expected degree of a node
	Fault Fault
}

// Result is what a run releases.
type Result struct {
	Graph     *graph.Graph
	Degrees   []float64
	Guarantee gdp.Guarantee
}

// Outcome implements method.Result.
func (r *Result) Outcome() method.Outcome {
	return method.Outcome{
		Release:   release.Graph{Network: &graph.Network{Graph: r.Graph}},
		Also:      []release.Release{release.Statistics{"degrees": r.Degrees}},
		Guarantee: &r.Guarantee,
	}
}

// %%

// query is the query of a run, and where it puts the degree of node 0 if that is read in
// the clear.
func (c Config) query(clear *float64) gdp.Bounded[gdp.L1] {
	bound := gdp.L1(2)
	if c.Fault == LittleNoise {
		bound /= 4
	}
	var basis gdp.Proof // not a literal: tests look for the documents of those before a cell runs
	basis.Doc, basis.Test = "proofs/yours.md#degrees", "TestOneEdgeMovesTwoDegrees"
	return gdp.Query("degrees", gdp.EdgeLevel, bound, basis, func(d *gdp.Data) ([]float64, error) {
		list, err := degrees(d)
		*clear = list[0]
		return list, err
	})
}

// runYours spends the session's budget on the degrees.
func runYours(ctx context.Context, s *gdp.Session, c Config, w *method.Watch) (*Result, error) {
	if !(c.Least >= 0 && c.Least <= 1e6) || c.Fault < None || c.Fault > Clear {
		return nil, fmt.Errorf("yours: Least is %v and Fault %v, want 0 … 10⁶ and a fault", c.Least, c.Fault)
	}
	return checkpoint.Once(ctx, s, "yours", c, w, func(run *checkpoint.Run) (*Result, error) {
		s, first := run.Session(), 0.0
		noisy, err := gdp.Laplace(s, "degrees", c.query(&first), s.Budget().Epsilon)
		if err != nil {
			return nil, err
		}
		if c.Fault == Clear {
			noisy[0] = first
		}
		weights := make([]float64, len(noisy))
		for u, x := range noisy {
			weights[u] = min(max(x, c.Least), float64(len(noisy)-1))
		}
		r := &Result{Degrees: noisy}
		if r.Graph, err = gen.ChungLu(weights, run.Stream("graph")); err == nil {
			r.Guarantee, err = s.Guarantee()
		}
		return r, err
	})
}

// yours is the method. Its attack compares a node without edges with the same node joined to
// another, and looks at the degrees of the two.
func yours() method.Method {
	return method.Method{
		Name: "yours", About: "a random graph with noisy degrees", Releases: release.KindGraph,
		Modes: []method.Mode{method.NewPrivate("yours", method.Mode{
			Role: method.Strict, Name: "strict", About: "Laplace noise on each degree", Relation: gdp.EdgeLevel,
		}, Config{Least: 0.5, Fault: None}, runYours).Mode},
		Attack: &method.Attack{
			Worlds: "node 0 is joined to node 1, or not", Looks: "the likelihood ratio of Laplace noise on both degrees, which are 0 or 1", Make: method.Star,
			Look: func(o method.Outcome) ([]float64, error) {
				d := o.Also[0].(release.Statistics)["degrees"]
				return []float64{math.Abs(d[0]) - math.Abs(d[0]-1) + math.Abs(d[1]) - math.Abs(d[1]-1)}, nil
			},
		},
	}
}

// strict is its mode.
func strict() method.Mode { return yours().Modes[0] }

// register makes the document known to the program: every cell is a new process.
func register() {
	const document = "## Degrees\n\nAn edge {u, v} moves the degrees of u and v by 1 each, and no other: `TestOneEdgeMovesTwoDegrees`.\n"
	nb.Check(gdp.RegisterProofs(fstest.MapFS{"proofs/yours.md": {Data: []byte(document)}}))
}

// %% [markdown]
// ## What it costs
//
// The run asks for the whole budget, $\varepsilon = 1$. Before the document is registered,
// its bound is somebody's word: the guarantee says *asserted*, and by which package. (A
// seed makes the page the same everywhere. The ledger says that nothing is private then.)

// %%

// onTheClub runs the method on the karate club.
func onTheClub() (*gdp.Session, method.Outcome) {
	club := data.Karate().Network
	s := nb.Protect(&club, gdp.EdgeLevel, 1, 0, gdp.Seed(1))
	return s, nb.Must(strict().Run(context.Background(), s, strict().Config(), nil))
}

// %%
func ledger() {
	_, word := onTheClub()
	nb.Show(fmt.Sprintf("before: proved %v, asserted %.4g", word.Guarantee.Proved, float64(word.Guarantee.Asserted)))
	register()
	s, proof := onTheClub()
	nb.Show(fmt.Sprintf("after: proved %.4g", float64(proof.Guarantee.Proved)), s, *proof.Guarantee)
	nb.Show(figure.Degrees("Degrees of the club and of the released graph",
		figure.Named{Name: "the club", Graph: data.Karate().Graph}, figure.Named{Name: "released", Graph: proof.Release.(release.Graph).Graph}))
}

// %% [markdown]
// ## Conformance
//
// Package `methodtest` runs every mode under its defaults and on graphs that it does not
// expect, interrupts it, repeats it, and compares what it says with what it does. A
// method that spends what its guarantee leaves out, or that keeps two configurations
// under one name, fails one of the checks.

// %%

// forgetful is the method with a fault of another kind: its guarantee is taken before it
// spends.
func forgetful() method.Method {
	m := yours()
	m.Modes[0] = method.NewPrivate("yours", method.Mode{Role: method.Strict, Name: "strict", About: "as before", Relation: gdp.EdgeLevel}, Config{Least: 0.5, Fault: None},
		func(ctx context.Context, s *gdp.Session, c Config, w *method.Watch) (*Result, error) {
			before, err := s.Guarantee()
			if err != nil {
				return nil, err
			}
			r, err := runYours(ctx, s, c, w)
			if err == nil {
				r.Guarantee = before
			}
			return r, err
		}).Mode
	return m
}

// %%
func conformance() {
	register()
	t := figure.Table{Caption: "Checks that fail", Header: []string{"method", "check", "what it says"}}
	for _, x := range []struct {
		name string
		m    method.Method
	}{{"yours", yours()}, {"with an early guarantee", forgetful()}} {
		failures := methodtest.Check(context.Background(), x.m, methodtest.Options{})
		if len(failures) == 0 {
			t.Rows = append(t.Rows, []any{x.name, "none", ""})
		}
		for _, f := range failures {
			t.Rows = append(t.Rows, []any{x.name, f.Check, f.Err.Error()})
		}
	}
	nb.Show(t)
}

// %% [markdown]
// ## Break it
//
// The ledger believes the bound that a query states, and the conformance suite does not
// prove bounds either. An *audit* runs the method in two neighbouring worlds, many times,
// and guesses from each release which world it is from. What is guessed right bounds
// $\varepsilon$ from below, whatever the ledger says. The attacker here takes the likelihood
// ratio, which no other test exceeds.
//
// Two ways to break the method: the query says that an edge moves its answer by 0.5,
// so that the noise is 4 times too small; or the degree of node 0 comes out without noise.

// %%
func breakIt() {
	register()
	trials := 10_000
	if nb.Small() {
		trials = 2000
	}
	t := figure.Table{
		Caption: fmt.Sprintf("Audits of %d runs at ε = 1, confidence 0.99", trials),
		Header:  []string{"fault", "claimed", "proved", "audited at least", "these runs could show", "broken"},
	}
	for _, fault := range []Fault{None, LittleNoise, Clear} {
		found := nb.Must(method.Audit{
			Method: "yours", Mode: strict(), Config: Config{Least: 0.5, Fault: fault}, Attack: *yours().Attack,
			Budget: gdp.Budget{Epsilon: 1}, Trials: trials, Confidence: 0.99,
		}.Run(context.Background()))
		broken := "no"
		if list := found.Broken(); list != nil {
			broken = strings.Join(list, " and ")
		}
		g := found.Guarantee
		t.Rows = append(t.Rows, []any{fault.String(), float64(g.Claimed), float64(g.Proved), float64(found.Bound.Epsilon), float64(found.Most), broken})
	}
	nb.Show(t)
}

// %% [markdown]
// The ledger of the broken methods says $\varepsilon = 1$, and "proved": the
// proof is of a query that moves by 2, and the code is of another. So a bound needs its
// test, here the table of worst cases above, and a run needs its audit.
//
// ## Compare it
//
// `trial.Evaluate` runs any mode of any method by a protocol and measures the release. Of a
// graph these are relative errors of statistics, the smaller the better. Beside yours
// stand the strict mode of privdpr, which protects nodes and so solves a harder task,
// and its null control, which knows a noisy number of edges and nothing else.

// %%
func compare() {
	register()
	seeds := uint64(5)
	if nb.Small() {
		seeds = 2
	}
	club := data.Karate().Network
	var results []trial.Result
	compared := []struct {
		m    method.Method
		mode string
	}{{yours(), "strict"}, {privdpr.Method, "strict"}, {privdpr.Method, "null"}}
	for _, x := range compared {
		for _, eps := range []float64{1, 4} {
			for seed := range seeds {
				at := trial.Trial{Protocol: trial.GraphStatistics, Method: x.m.Name, Mode: x.mode, Data: "karate", Epsilon: eps, Seed: seed}
				found := nb.Must(trial.Evaluate(context.Background(), x.m, at, graph.CollectionOf(&club), nil))
				results = append(results, trial.Result{Trial: at, Measured: found})
			}
		}
	}
	t := figure.Table{Caption: fmt.Sprintf("Errors on the karate club: means of %d runs, with standard deviations", seeds), Header: []string{"value", "ε"}}
	means := trial.Means(results)
	for _, v := range nb.Must(trial.ProtocolOf(trial.GraphStatistics)).Values {
		for _, eps := range []float64{1, 4} {
			row := []any{v.Name, eps}
			for _, x := range compared {
				row = append(row, means[trial.Cell{Trial: trial.Trial{Protocol: trial.GraphStatistics, Method: x.m.Name, Mode: x.mode, Data: "karate", Epsilon: eps}, Value: v.Name}].String())
			}
			t.Rows = append(t.Rows, row)
		}
	}
	for _, x := range compared {
		t.Header = append(t.Header, x.m.Name+" "+x.mode)
	}
	nb.Show(t)
}

// %% [markdown]
// A graph of 34 nodes is small: at $\varepsilon = 1$ the noise of a degree, of standard
// deviation 2.8, is more than half of an average degree. Before more is concluded, run the
// method on larger graphs, at more budgets and beside a control that pays for the same
// facts (`models/estimate/null`).
//
// What is left to do for a method that stays: its folder and its line in `models`, its
// proof in a document, and the tests. `docs/contributing.md` has the list.
