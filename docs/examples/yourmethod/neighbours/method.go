// Package neighbours classifies nodes by the noisy class counts of their neighbours. It is an
// edge-level classifier in graphdp's framework for classifiers.
package neighbours

import (
	"context"

	_ "example.com/yourmethod" // has the module's proofs
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// Method is the method; without noise it is its own baseline.
var Method = method.Method{
	Name: "neighbours", About: "classify nodes by noisy counts of their neighbours' classes", Releases: release.KindClassifier, Attack: method.OnEdge().With(0),
	Modes: []method.Mode{Strict.Mode, NonPrivate.Mode},
}

// The modes.
var (
	Strict = classification.NewPrivate("neighbours", method.Mode{
		Role: method.Strict, Name: "strict", About: "one noisy count by class, of neighbours whose class is known", Relation: gdp.EdgeLevel,
	}, Counts{Split: split.Config{Share: 0.8}}, Counts.begin)
	NonPrivate = classification.NewPlain("neighbours", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "the same without noise",
	}, Strict.Settings, Counts.begin)
)

// Counts are the settings.
type Counts struct {
	Classes int `range:"0 or [2,65536]"` // how many there are; 0: as many as the network has names for
	Split   split.Config
}

// Result is the result of a run.
type Result = classification.Result[*release.Scores]

func (c Counts) begin(in *classification.Input) (classification.Fit[*Result], error) {
	d, err := in.Labelled(c.Classes, c.Split)
	return func(_ context.Context, run *checkpoint.Run) (r *Result, err error) {
		counts := count(d, d.Graph.Undirected())
		if s := run.Session(); s != nil { // d.Graph has no edges
			counts, err = gdp.Laplace(s, "counts", query(d), s.Budget().Epsilon)
		}
		return classification.Scored(d.Classes, counts), err
	}, err
}

// query returns the count: an edge adds one neighbour to both of its ends.
func query(d *classification.Data) gdp.Bounded[gdp.L1] {
	basis := gdp.Proof{Doc: "proofs/neighbours.md#counts", Test: "TestOneEdgeMovesTwoCounts"}
	name := "neighbours by class of the nodes " + split.Name(d.Known)
	return gdp.Query(name, gdp.EdgeLevel, gdp.L1(2), basis, func(data *gdp.Data) ([]float64, error) {
		return count(d, data.Network.Graph.Undirected()), nil
	}).OnNodes(d.Nodes)
}

func count(d *classification.Data, g *graph.Graph) []float64 {
	counts := make([]float64, d.Nodes*d.Classes)
	for _, v := range d.Known {
		for _, u := range g.Neighbors(v) {
			counts[int(u)*d.Classes+int(d.Labels[v])]++
		}
	}
	return counts
}
