package program

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// tried is the output and the messages of a run.
type tried struct {
	kept
	of     release.Release
	failed string
	took   time.Duration
}

// try runs the program once on a graph that may be looked at, with a seed that it is given as it
// is.
func (p *Program) try(ctx context.Context, net *graph.Network, rel gdp.Relation, b gdp.Budget, seed uint64) (t tried, err error) {
	d, n := &gdp.Data{Network: net}, 0
	if rel.OfGraphs() {
		d = &gdp.Data{Collection: &graph.Collection{}}
		if net != nil {
			d.Collection.Graphs = append(d.Collection.Graphs, net)
		}
	}
	var nodes split.Nodes
	if net != nil {
		n = net.Graph.N()
		if p.kind == release.KindClassifier {
			if nodes, err = (split.Config{Share: 0.8}).Of(n); err != nil {
				return t, err
			}
		}
	}
	begun := time.Now()
	t.kept, err = p.run(ctx, d, nodes, b, seed)
	if t.took = time.Since(begun); err == nil {
		if t.of, err = p.read(t.Out, n); err != nil {
			err = Failure{err.Error(), t.said}
		}
	}
	return t, err
}

// seeds is how many seeds the checks use.
const seeds = 6

// Results of the checks for a program whose noise does not come from the seed, and the prefix of
// results that reveal the graph.
const (
	constantSaid = "the release does not depend on the seed: the noise is fixed, or there is none"
	otherSaid    = "the same graph and seed give different releases: randomness does not come from the seed alone"
	leak         = "leak: "
)

// Faults lists the violations of the contract: failed checks and failed runs.
func (f *Found) Faults() (list []string) {
	list = lists.Filter(f.Checks, func(said string) bool {
		return said == constantSaid || said == otherSaid || strings.HasPrefix(said, leak)
	})
	if failed := f.Failed[0] + f.Failed[1]; failed > 0 {
		list = append(list, fmt.Sprintf("%d of %d runs failed, such as: %s", failed, f.Bound.Trials, f.Said))
	}
	return list
}

// checks runs the program a few times on both graphs of a pair with the same seeds. It reports
// which outputs depend on the seed and on the graph.
func (a Audit) checks(ctx context.Context, x *candidate) (said []string, err error) {
	say := func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }
	a.Tell("checking determinism")
	var runs [2][]tried
	for seed := range uint64(seeds + 1) { // the first one twice
		for w, net := range x.worlds {
			t, err := a.Program.try(ctx, net, a.Relation, a.Budget, max(seed, 1))
			var failed Failure
			switch {
			case errors.As(err, &failed):
				t.failed = failed.Why
			case err != nil:
				return nil, err
			}
			runs[w] = append(runs[w], t)
		}
	}
	same := func(x, y tried) bool { return x.failed == y.failed && bytes.Equal(x.Out, y.Out) }
	repeats := same(runs[0][0], runs[0][1]) && same(runs[1][0], runs[1][1])
	constant := !slices.ContainsFunc(runs[1], func(t tried) bool { return !same(t, runs[1][1]) })
	switch {
	case constant:
		say(constantSaid)
	case repeats:
		say("the same graph and seed give the same release")
	default:
		say(otherSaid)
	}
	if repeats {
		equal, messages := 0, 0
		for i := range seeds {
			if same(runs[0][i+1], runs[1][i+1]) {
				equal++
			}
			if runs[0][i+1].said != runs[1][i+1].said {
				messages++
			}
		}
		say("with the same seed, the releases of the two graphs are equal for %d of %d seeds", equal, seeds)
		if messages == seeds && runs[0][0].said == runs[0][1].said && runs[1][0].said == runs[1][1].said {
			say(leak + "what the program prints depends on the graph")
		}
	}
	for w := range runs { // as long as all take on the other graph
		fast := slices.MaxFunc(runs[w], byTime).took
		if slow := slices.MinFunc(runs[1-w], byTime).took; slow > fast*3/2 {
			say("time: runs take at least %v on graph %d, and at most %v on graph %d, which an observer may see", slow.Round(time.Millisecond), 1-w, fast.Round(time.Millisecond), w)
		}
	}
	return append(append(said, shape(x, runs)...), a.Program.Isolation()), nil
}

func byTime(x, y tried) int { return cmp.Compare(x.took, y.took) }

// shape reports the properties of the graphs that the form of the releases reveals.
func shape(x *candidate, runs [2][]tried) (said []string) {
	sizes, counted, copied := map[int]bool{}, true, true
	for w, list := range runs {
		for _, t := range list {
			n := -1
			switch r := t.of.(type) {
			case release.Graph:
				n = r.Graph.N()
				counted = counted && x.worlds[w] != nil && r.Graph.M() == x.worlds[w].Graph.M()
				copied = copied && x.worlds[w] != nil && r.Graph.Equal(x.worlds[w].Graph)
			case release.Embedding:
				n, counted, copied = r.N(), false, false
			case release.Classifier:
				n, counted, copied = len(r.Model.(*release.Scores).Values)/r.Classes, false, false
			default:
				counted, copied = false, false
			}
			if n >= 0 {
				sizes[n] = true
			}
		}
	}
	switch {
	case copied:
		said = append(said, leak+"the release is the graph itself")
	case counted:
		said = append(said, leak+"the release always has as many edges as the graph")
	}
	if len(sizes) > 1 {
		said = append(said, "the releases have different numbers of nodes: their form may leak which nodes there are")
	}
	return said
}
