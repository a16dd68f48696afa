package yourmethod

import (
	"embed"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/study"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Method is the method.
var Method = method.Method{
	Name: "yourmethod", About: "a random graph with noisy degrees", Releases: release.KindGraph,
	Modes: []method.Mode{Strict.Mode},
	Exhibits: []method.Exhibit{{
		Name: "Table 1", About: "KS of the degrees of a karate club by ε", Protocol: "statistics", Values: []string{"KS"},
		Across: []string{method.ByEpsilon}, Down: []string{method.ByMode},
		Studies: []study.Study{{Methods: []string{"yourmethod"}, Modes: []string{"strict"}, Data: []string{"karate"}, Epsilons: []float64{1, 4}, Seeds: study.Seeds(3)}},
		Printed: []method.Quoted{{Method: "Yours", Data: "karate", Value: "KS", Epsilon: 1, Mean: 0.25, SD: 0.01}},
	}},
}

// Config are the settings.
type Config struct {
	Least float64 `range:"[0,1e6]"` // the least expected degree of a node
}

// Strict is the mode.
var Strict = synthesis.NewPrivate("yourmethod", method.Mode{
	Role: method.Strict, Name: "strict", About: "Laplace noise on each degree",
}, Config{Least: 0.5}, Config.draw)

//go:embed proofs
var proofs embed.FS

var bound = gdp.Proof{Doc: "proofs/yourmethod.md#degrees", Test: "TestOneEdgeMovesTwoDegrees"}

func init() {
	if err := gdp.RegisterProofs(proofs); err != nil {
		panic(err)
	}
}

// degrees is the query: the degree of each node.
func degrees(d *gdp.Data) (list []float64, err error) {
	for _, x := range d.Network.Graph.Undirected().Degrees() {
		list = append(list, float64(x))
	}
	return list, nil
}

// draw spends the session's budget on the degrees.
func (c Config) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	weights, err := gdp.Laplace(s, "degrees", gdp.Query("degrees", gdp.EdgeLevel, gdp.L1(2), bound, degrees), s.Budget().Epsilon)
	if err != nil {
		return nil, err
	}
	for u := range weights { // from here on nothing reads the data
		weights[u] = min(max(weights[u], c.Least), float64(len(weights)-1))
	}
	return run.Drawing().ChungLu(weights, run.Stream("graph"))
}
