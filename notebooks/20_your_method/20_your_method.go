// Package yourmethod is the notebook 20_your_method: write a method, account for it, check it,
// break it, and compare it.
package yourmethod

// %% [markdown]
// # Your method
//
// This notebook writes a new method, checks it, breaks it on purpose, and compares it. The method protects single edges (*edge level*). It adds Laplace noise
// to the degree of each node, and generates a random graph with these expected degrees.
//
// Then it reads the ledger and runs the conformance suite. It breaks the method in two ways, and an audit finds the faults. Last, it compares the method with
// others in this project.
//
// A method is a list of **modes**. A mode is a configuration and a function that runs on a session. All noise comes from the session, which keeps the budget.
//
// The same method as a separate Go module, with its proof, its tests and a command line, is in `docs/examples/yourmethod`. [Cells and their rules](../cells.md)
// explains what a cell of Go may contain.

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
// ## The query and its sensitivity
//
// A *query* reads the private number. It states its **sensitivity**: the largest change of its answer between two neighbouring graphs. Adding or removing one
// edge changes the degrees of two nodes by 1 each, so the sensitivity is 2 in the $\ell_1$ norm. Is that right? Package `smallworld` checks all pairs of
// neighbouring graphs with a few nodes.

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
	t := figure.Table{Caption: "Largest change of the degrees over all neighbouring graphs", Header: []string{"nodes", "pairs", "ℓ1", "ℓ2"}}
	for nodes := 2; nodes <= 5; nodes++ {
		w := nb.Must(smallworld.World{Relation: gdp.EdgeLevel, Nodes: nodes}.Worst(degrees))
		t.Rows = append(t.Rows, []any{nodes, w.Pairs, w.L1.Change, w.L2.Change})
	}
	nb.Show(t)
}

// %% [markdown]
// ## The method
//
// `gdp.Proof` names a document and the test that checks the bound. The program accepts it as a proof if the document is registered and names the test. Here the
// document is a text in the cell, and the test is in the notebook's folder.
//
// `checkpoint.Once` keeps the release in the session's journal. The same run gives the same release, and costs nothing. Everything after `gdp.Laplace` is
// post-processing: it reads only the noisy numbers.

// %%

// Fault is how the method is broken.
type Fault int

// The faults.
const (
	None        Fault = iota + 1
	LittleNoise       // the stated sensitivity is a quarter of the true one
	Clear             // the degree of node 0 is read without noise
)

// String names the fault.
func (f Fault) String() string {
	return map[Fault]string{None: "none", LittleNoise: "noise 4 times too small", Clear: "a degree without noise"}[f]
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

// query is the query of a run. It writes the exact degree of node 0 to clear.
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

// yours is the method. Its attack compares graphs with and without an edge between nodes 0 and 1,
// and uses the degrees of the two.
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
// The run spends the whole budget, $\varepsilon = 1$. Without a registered document, the bound is only an assertion: the guarantee says *asserted*, and by
// which package. (The seed makes the page the same everywhere, and the ledger says that a seeded release is not private.)

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
// Package `methodtest` runs every mode with its defaults and on unusual graphs, interrupts it, repeats it, and compares its statements with its behaviour. A
// method fails if its guarantee omits a cost, or if it stores two configurations under one name.

// %%

// forgetful has another fault: it takes its guarantee before it spends.
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
	t := figure.Table{Caption: "Checks that fail", Header: []string{"method", "check", "message"}}
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
// The ledger trusts the bound that a query states, and the conformance suite does not prove bounds. An **audit** does not trust it. It runs the method many
// times on two neighbouring graphs and guesses from each release which graph was used. The share of right guesses bounds $\varepsilon$ from below, whatever the
// ledger says. This attack uses the likelihood ratio, and no other test is more powerful.
//
// There are two faults. In the first, the query states a sensitivity of 0.5, so the noise is 4 times too small. In the second, the degree of node 0 is released
// without noise.

// %%
func breakIt() {
	register()
	trials := 10_000
	if nb.Small() {
		trials = 2000
	}
	t := figure.Table{
		Caption: fmt.Sprintf("Audits of %d runs at ε = 1, confidence 0.99", trials),
		Header:  []string{"fault", "claimed", "proved", "audited at least", "largest possible bound", "broken"},
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
// The ledger of both broken methods says $\varepsilon = 1$, "proved". The proof covers a query with sensitivity 2, but the code runs another query. So a bound
// needs its test, here the table of largest changes above, and a method needs its audit.
//
// ## Compare it
//
// `trial.Evaluate` runs any mode of any method under a protocol and measures the release. For a graph, the measures are relative errors of statistics: smaller
// is better. The table adds two baselines. The strict mode of privdpr protects nodes, a harder task. Its null control knows only a noisy number of edges.

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
	t := figure.Table{Caption: fmt.Sprintf("Errors on the karate club: mean (standard deviation) of %d runs", seeds), Header: []string{"value", "ε"}}
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
// A graph of 34 nodes is small. At $\varepsilon = 1$ the noise of a degree has standard deviation 2.8, more than half of an average degree. For firm
// conclusions, run the method on larger graphs, at more budgets, and with a control that pays for the same facts (`models/estimate/null`).
//
// To add a method to this project, you also need its folder, its line in `models`, its proof in a document, and the tests. `docs/contributing.md` has the list.
