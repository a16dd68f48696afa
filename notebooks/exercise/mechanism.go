package exercise

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/audit"
)

// Release is a number of a graph that a mechanism must release.
type Release struct {
	Exercise string
	Worlds   [][2]*graph.Graph // neighbouring graphs for the audits
	Truth    func(g *graph.Graph) float64
	// Off returns the error of an output, such as a selected node; nil for the distance from the
	// truth.
	Off     func(g *graph.Graph, x float64) float64
	Epsilon accounting.Epsilon // required ε
	Delta   accounting.Delta
	Error   float64 // largest mean error
}

// runs is the number of runs of a mechanism on each graph, and sure the joint confidence of all
// audits.
const (
	runs = 10_000
	sure = 0.999
)

// fresh is the number of audited pairs of random neighbours. On them an answer that memorised the
// exercise's graphs is wrong, or leaks.
const fresh = 2

// withFresh adds pairs of random neighbours, which differ in an edge, to those of an exercise.
func (r Release) withFresh() Release {
	n := r.Worlds[0][0].N()
	for k := range uint64(fresh) {
		random, pair := Source(k, uint64(n)), [2][]graph.Edge{}
		a := int32(random.IntN(n))
		b := (a + 1 + int32(random.IntN(n-1))) % int32(n)
		for u := range int32(n) {
			for v := range u {
				has := random.IntN(2) == 1
				for w := range pair {
					if between := (u == a && v == b) || (u == b && v == a); between && w == 1 || !between && has {
						pair[w] = append(pair[w], graph.Edge{U: v, V: u})
					}
				}
			}
		}
		var worlds [2]*graph.Graph
		for w := range worlds {
			worlds[w], _, _ = graph.FromEdges(n, pair[w], graph.Options{}) // its ends are nodes
		}
		r.Worlds = append(r.Worlds[:len(r.Worlds):len(r.Worlds)], worlds)
	}
	return r
}

// off returns the mean error of a mechanism on a graph. It passes every output to each.
func (r Release) off(g *graph.Graph, noise *rand.Rand, mechanism func(g *graph.Graph, noise *rand.Rand) float64, each func(x float64)) (sum float64, v Verdict) {
	off := r.Off
	if off == nil {
		truth := r.Truth(g)
		off = func(_ *graph.Graph, x float64) float64 { return math.Abs(x - truth) }
	}
	for range runs {
		x := mechanism(g, noise)
		if v, bad := unusable(x); bad {
			return 0, v
		}
		each(x)
		sum += off(g, x) / runs
	}
	return sum, Verdict{State: Right}
}

// Mechanism audits a mechanism. It runs many times on each graph, and the attack's success bounds ε
// from below. The source of noise is seeded, so the verdict is reproducible.
func Mechanism(r Release, answer func(g *graph.Graph, noise *rand.Rand) float64) Verdict {
	return judged(r.Exercise, func() Verdict {
		if len(r.Worlds) == 0 {
			return Verdict{State: Failed, Says: "there are no two graphs to tell apart"}
		}
		if r.Worlds[0][0].N() > 1 {
			r = r.withFresh()
		}
		private := Verdict{State: Right}
		var most accounting.Epsilon
		off := 0.0
		for i := range r.Worlds {
			a, v := r.audit(i, answer)
			if v.State != Right {
				return v
			}
			if a.epsilon > r.Epsilon {
				return Verdict{State: Wrong, Says: a.says, Picture: a.picture}
			}
			if private.Picture == nil {
				private.Picture = a.picture
			}
			most, off = max(most, a.epsilon), max(off, a.off)
		}
		if off > r.Error {
			return Verdict{State: Wrong, Picture: private.Picture, Says: fmt.Sprintf(
				"our attacks find only ε ≥ %.2f, but the mean error is %s, and %s is possible", most, number(off), number(r.Error))}
		}
		private.Says = fmt.Sprintf("attacks find only ε ≥ %.2f in %d runs on each graph, and the mean error is %s; only a proof can show ε = %s",
			most, runs, number(off), number(float64(r.Epsilon)))
		return private
	})
}

// Expose checks two graphs of n nodes that should refute a mechanism's ε: they must be neighbours,
// and an audit must distinguish them.
func Expose(r Release, rel gdp.Relation, mechanism func(g *graph.Graph, noise *rand.Rand) float64, n int, one, other []graph.Edge) Verdict {
	return judged(r.Exercise, func() Verdict {
		graphs, v := neighbours(rel, n, one, other)
		if v.State != Right {
			return v
		}
		r.Worlds = [][2]*graph.Graph{graphs}
		a, v := r.audit(0, mechanism)
		if v.State != Right {
			return v
		}
		picture := beside("Your two graphs", graphs[0], graphs[1], "first graph", "second graph")
		if a.picture != nil {
			picture = figure.Panel("", 1, picture, a.picture)
		}
		if a.epsilon <= r.Epsilon {
			return Verdict{State: Wrong, Picture: picture, Says: fmt.Sprintf("an audit of these two graphs finds only ε ≥ %.2f, which ε = %s allows", a.epsilon, number(float64(r.Epsilon)))}
		}
		return Verdict{State: Right, Picture: picture, Says: a.says}
	})
}

// audited is the result of an audit on two graphs.
type audited struct {
	epsilon accounting.Epsilon
	off     float64 // the larger mean error of the two
	says    string
	picture *figure.Figure
}

// audit runs a mechanism on a pair of neighbours. If it cannot, the verdict is not right and has
// the reason.
func (r Release) audit(pair int, mechanism func(g *graph.Graph, noise *rand.Rand) float64) (a audited, _ Verdict) {
	var outputs audit.Runs
	for w, g := range r.Worlds[pair] {
		sum, v := r.off(g, Source(uint64(pair), uint64(w)), mechanism, func(x float64) { outputs[w] = append(outputs[w], []float64{x}) })
		if v.State != Right {
			return a, v
		}
		a.off = max(a.off, sum)
	}
	ok := Verdict{State: Right}
	if constant(outputs[0]) && constant(outputs[1]) {
		if x, y := outputs[0][0][0], outputs[1][0][0]; x != y {
			a.epsilon = accounting.Epsilon(math.Inf(1))
			a.says = fmt.Sprintf("every run gives the same number, %s for one graph and %s for its neighbour, so the output reveals the graph", number(x), number(y))
		}
		return a, ok
	}
	level := audit.Level{Delta: r.Delta, Confidence: 1 - (1-sure)/float64(len(r.Worlds))}
	found, err := audit.Attack{Distinguisher: audit.Entry(0), Level: level}.Bound(outputs)
	if err != nil {
		return a, failed(err)
	}
	a.epsilon, a.picture = found.Epsilon, twoLaws(outputs)
	a.says = fmt.Sprintf("an audit finds ε ≥ %.2f, above the required ε = %s, from %d runs on each of two neighbouring graphs",
		found.Epsilon, number(float64(r.Epsilon)), runs)
	return a, ok
}

// constant reports whether all runs have the same output.
func constant(list [][]float64) bool {
	return !slices.ContainsFunc(list, func(x []float64) bool { return x[0] != list[0][0] })
}

// twoLaws draws the distribution of outputs on each of two graphs.
func twoLaws(r audit.Runs) *figure.Figure {
	all := slices.Sorted(func(yield func(float64) bool) {
		for _, x := range slices.Concat(r[0], r[1]) {
			if !yield(x[0]) {
				return
			}
		}
	})
	const bins = 40
	low, high := all[len(all)/200], all[len(all)-1-len(all)/200]
	width := (high - low) / bins
	if !(width > 0) {
		return nil
	}
	names := []string{"one graph", "its neighbour"}
	var series []figure.Series
	for w, list := range r {
		s := figure.Series{Name: names[w], X: make([]float64, bins), Y: make([]float64, bins)}
		for i := range bins {
			s.X[i] = low + (float64(i)+0.5)*width
		}
		for _, x := range list {
			if i := math.Floor((x[0] - low) / width); i >= 0 && i < bins {
				s.Y[int(i)] += 100 / float64(len(list))
			}
		}
		series = append(series, s)
	}
	return figure.Lines(figure.LinesStyle{Title: "Outputs on two neighbouring graphs", XLabel: "output", YLabel: "runs, %"}, series...).Sized(5, 3)
}
