package classification_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// answers classifies nodes by randomised response on all node pairs.
type answers struct{ Split split.Config }

// begin spends the session's ε. The score of a class is the number of a node's noisy neighbours in
// it.
func (c answers) begin(in *classification.Input) (classification.Fit[*classification.Result[*release.Scores]], error) {
	d, err := in.Labelled(0, c.Split)
	return func(_ context.Context, run *checkpoint.Run) (*classification.Result[*release.Scores], error) {
		said, err := gdp.RandomisedResponse(run.Session(), "pairs", run.Session().Budget().Epsilon)
		if err != nil {
			return nil, err
		}
		return classification.Scored(d.Classes, count(said, d)), nil
	}, err
}

func count(g *graph.Graph, d *classification.Data) []float64 {
	rows := make([]float64, d.Nodes*d.Classes)
	for _, v := range d.Known {
		for _, u := range g.Undirected().Neighbors(v) {
			rows[int(u)*d.Classes+int(d.Labels[v])]++
		}
	}
	return rows
}

// A mode is a settings type and a function that begins a run; the frame does the rest.
func Example() {
	net := classificationtest.Blocks(150, 0.2, 0.02, 0.5, 1)
	s, err := gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: 4}, gdp.Seed(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	strict := classification.NewPrivate("answers", method.Mode{Name: "strict", Relation: gdp.EdgeLevel}, answers{split.Config{Share: 0.8}}, answers.begin)
	r, err := strict.Run(context.Background(), s)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d nodes to learn from, %d classes; ε = %.0f\n", len(r.Split.Train), r.Model.NumClasses(), float64(r.Guarantee.Proved))
	// Output:
	// 240 nodes to learn from, 2 classes; ε = 4
}
