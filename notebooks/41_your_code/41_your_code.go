// Package yourcode is the notebook 41_your_code: audit programs in another language and compare
// them with the methods of this project.
package yourcode

// %% [markdown]
// # Your code
//
// Does a program keep the $\varepsilon$ that it claims? Is it better than existing methods? This notebook answers both questions for a program in any language.
// A YAML file says how to start the program and what it releases. With this file, the program is audited, measured and shown like the methods in Go.
//
// The example is a graph generator in awk. One version is honest. The other has a fault that makes it look better. The manual is
// [Bring your own code](../../docs/submitting.md).
//
// ## A program
//
// The generator adds Laplace noise of scale $2/\varepsilon$ to each degree, because one edge changes two degrees by 1. Then it draws edges between nodes in
// proportion to their noisy degrees. The honest version draws half the sum of the noisy degrees. With `exact=1` it draws as many edges as the private graph
// has, a number that it reads without noise.

// %%
import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/program"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis/dgg"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// %%

// degrees is the program.
const degrees = `
function uniform() { seed = seed * 16807 % 2147483647; return seed / 2147483647 }
function laplace(scale,   u) { u = uniform() - 0.5; return u < 0 ? scale * log(1 + 2 * u) : -scale * log(1 - 2 * u) }
function pick(   u, x) { x = uniform() * total; for (u = 0; u < n - 1 && x >= weight[u]; u++) x -= weight[u]; return u }
/^# nodes/ { n = $3 }
/^[0-9]/   { degree[$1]++; degree[$2]++; edges++ }
END {
  seed = seed % 2147483646 + 1
  for (i = 0; i < 9; i++) uniform()
  for (u = 0; u < n; u++) {
    d = degree[u] + laplace(2 / epsilon)
    total += weight[u] = d > 0.5 ? d : 0.5
  }
  left = exact ? edges : int(total / 2)
  if (left > n * (n - 1) / 2) left = n * (n - 1) / 2
  print "# nodes", n > out
  while (left > 0) {
    u = pick(); v = pick()
    if (u > v && !drawn[u, v]++) { print v, u > out; left-- }
  }
}
`

// description is the file of the program, honest or not.
const description = `
command:  awk -v exact=%d -v epsilon={epsilon} -v seed={seed} -v out={out} -f {dir}/degrees.awk {graph}
releases: graph
relation: edge
claims:   epsilon
`

// %% [markdown]
// ## As a method
//
// In the command, `{graph}` is the file that the program reads and `{out}` the file that it writes. The cell below runs both versions on the karate club. For
// an outside program nothing is proved, so its proved $\varepsilon$ is infinite.

// %%

// written writes the program and its descriptions, and returns both as programs. The cells of
// this notebook call done at their end.
func written() (honest, exact *program.Program, done func()) {
	dir := nb.Must(os.MkdirTemp("", "your-code-"))
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		nb.Check(os.WriteFile(path, []byte(text[1:]), 0o600))
		return path
	}
	write("degrees.awk", degrees)
	honest = nb.Must(program.Read(write("honest.yaml", fmt.Sprintf(description, 0))))
	exact = nb.Must(program.Read(write("exact.yaml", fmt.Sprintf(description, 1))))
	return honest, exact, func() { _ = os.RemoveAll(dir) }
}

// %%
func asMethods() {
	honest, exact, done := written()
	defer done()
	club := data.Karate().Network
	shown := []figure.Named{{Name: "the club", Graph: club.Graph}}
	for _, p := range []*program.Program{honest, exact} {
		mode := p.Method().Modes[0]
		s := nb.Protect(&club, gdp.EdgeLevel, 1, 0, gdp.Seed(1))
		o := nb.Must(mode.Run(context.Background(), s, mode.Config(), nil))
		released := o.Release.(release.Graph).Graph
		nb.Show(fmt.Sprintf("%s: %d edges of %d; claimed %v, proved %v", p.Name, released.M(), club.Graph.M(), o.Guarantee.Claimed, o.Guarantee.Proved))
		shown = append(shown, figure.Named{Name: p.Name, Graph: released})
	}
	nb.Show(figure.Degrees("Degrees of the club and of two releases", shown...))
}

// %% [markdown]
// ## The audit
//
// The audit runs a program on seven pairs of neighbouring graphs (they differ in one edge). A pilot selects the pair and the attack that distinguish the
// releases best. Fresh runs on that pair give the bound. The same on the command line:
//
//	gdp audit exact.yaml --epsilon 1 --trials 300
//
// The exit status is then 1, because the bound contradicts the claim. A bound of 0 for the honest program proves nothing: these attacks found nothing.

// %%

// audited audits both programs at ε = 1.
func audited() (list []*program.Found) {
	honest, exact, done := written()
	defer done()
	trials := 300
	if nb.Small() {
		trials = 64
	}
	for _, p := range []*program.Program{honest, exact} {
		bar := nb.Progress(p.Name, trials)
		list = append(list, nb.Must(program.Audit{
			Program: p, Audit: method.Audit{Budget: gdp.Budget{Epsilon: 1}, Trials: trials, Confidence: 0.99, Seed: 1, Progress: func(int, int) { bar.Step(1) }},
		}.Run(context.Background())))
		bar.Done()
	}
	return list
}

// %%
func audits() {
	t := figure.Table{Caption: "Audits at confidence 0.99, seed 1", Header: []string{"", "honest", "exact"}}
	found := audited()
	row := func(name string, of func(f *program.Found) any) {
		t.Rows = append(t.Rows, []any{name, of(found[0]), of(found[1])})
	}
	row("claimed ε", func(f *program.Found) any { return float64(f.Guarantee.Claimed) })
	row("audited ε, at least", func(f *program.Found) any { return float64(f.Bound.Epsilon) })
	row("largest possible bound", func(f *program.Found) any { return float64(f.Most) })
	row("broken", func(f *program.Found) any { return strings.Join(append(f.Broken(), "nothing")[:1], "") })
	row("runs", func(f *program.Found) any { return f.Bound.Trials })
	row("pair of graphs", func(f *program.Found) any { return f.Worlds })
	row("statistic of the attack", func(f *program.Found) any { return f.Looks })
	row("checks", func(f *program.Found) any { return strings.Join(f.Checks, "; ") })
	nb.Show(t)
	drawn := func(i int) *figure.Figure {
		var differ []graph.Edge
		a, b := found[1].Pair[0].Graph, found[1].Pair[1].Graph
		for u, v := range b.Edges() {
			if !a.HasEdge(u, v) {
				differ = append(differ, graph.Edge{U: u, V: v})
			}
		}
		return figure.Network(found[1].Pair[i].Graph, figure.NetworkStyle{Title: fmt.Sprintf("graph %d", i), MarkedPairs: differ, Like: b})
	}
	nb.Show(figure.Panel("The pair that broke the claim", 2, drawn(0), drawn(1)))
}

// %% [markdown]
// ## Why nobody noticed
//
// In a table of utility, the program with the fault looks better. The figures show two of PGB's queries on the karate club: the relative error of the number of
// edges, and the divergence of the degree distribution. The baselines are the strict mode of DGG and its null control, which knows only a noisy number of
// edges. `gdp sweep` and `gdp board` measure the same:
//
//	gdp sweep --methods honest.yaml,exact.yaml,dgg --data karate --epsilons 0.5,1,2,4 --protocols queries --folder results
//	gdp board results honest.yaml exact.yaml --out board

// %%
func compare() {
	honest, exact, done := written()
	defer done()
	epsilons, seeds := []float64{0.5, 1, 2, 4}, uint64(5)
	if nb.Small() {
		epsilons, seeds = epsilons[:2], 2
	}
	club := data.Karate().Network
	methods := []method.Method{honest.Method(), exact.Method(), dgg.Method}
	var results []trial.Result
	for i, mode := range []string{"program", "program", "strict", "null"} {
		m := methods[min(i, 2)]
		for _, eps := range epsilons {
			for seed := range seeds {
				at := trial.Trial{Protocol: trial.GraphQueries, Method: m.Name, Mode: mode, Data: "karate", Epsilon: eps, Seed: seed + 1}
				found := nb.Must(trial.Evaluate(context.Background(), m, at, graph.CollectionOf(&club), nil))
				results = append(results, trial.Result{Trial: at, Measured: found})
			}
		}
	}
	looks := trial.NewPalette(results, methods...)
	var panels []*figure.Figure
	for _, value := range []string{"edges", "degrees"} {
		panels = append(panels, looks.Frontier(value, trial.GraphQueries, "karate", value, results))
	}
	nb.Show(figure.Panel(fmt.Sprintf("Errors on the karate club, means of %d seeds", seeds), 2, panels...))
}

// %% [markdown]
// The edge count of `exact` has no error at any $\varepsilon$ (of coinciding lines, the lower one is wider), and its degrees are closer than those of `honest`. This comes
// from the fault, not from a better method. The audit reports it: *the release always has as many edges as the graph*. For the other comparisons, a graph of 34
// nodes says little.
//
// ## Your own
//
//	gdp check mine.yaml --epsilon 1
//
// checks the contract, runs a short audit and a small study, and prints the row of a table. A program that starts slowly can run as a worker, which makes many
// runs. A Python function needs no file: [60_python](../60_python/60_python.ipynb) audits one.
