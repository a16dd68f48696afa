package vote

import (
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the classifier by features and votes.
var Method = method.Method{
	Name: "vote", About: "classify nodes by their features and a noisy vote of their neighbours",
	Releases: release.KindClassifier,
	Modes: []method.Mode{
		method.Private("strict", "features, then one noisy count of the neighbours' classes", gdp.EdgeLevel, Strict(), Run),
		method.Private("null", "features alone, which are public at edge level", gdp.EdgeLevel, Null(), Alone).AsControl(),
		method.Plain("nonprivate", "the same count without noise", NonPrivate(), Train),
	},
	Attack: &method.Attack{
		Worlds: "60 nodes of two classes, joined to their class; nodes 0 and 1 have an edge, or none at all",
		Looks:  "the scores of both nodes",
		Make:   worlds, Look: look,
	},
}

// attacked is the number of nodes of the worlds.
const attacked = 60

// worlds are two classes that features do not tell apart, whose nodes are joined to eight of
// their class; nodes 0 and 1 have the edge between them, or none.
func worlds(gdp.Relation) (worlds [2]*graph.Network, err error) {
	offsets, columns, labels := []int64{0}, []int32{}, make([]int32, attacked)
	var edges []graph.Edge
	for u := range int32(attacked) {
		columns, offsets = append(columns, 0), append(offsets, int64(u)+1)
		labels[u] = u % 2
		for far := int32(2); far <= 8 && u >= 2; far += 2 {
			edges = append(edges, graph.Edge{U: u, V: 2 + (u-2+far)%(attacked-2)})
		}
	}
	attrs, err := graph.NewAttributes(1, offsets, columns, slices.Repeat([]float32{1}, attacked))
	if err != nil {
		return worlds, err
	}
	for world := range worlds {
		if world == 1 {
			edges = append(edges, graph.Edge{U: 0, V: 1})
		}
		g, _, err := graph.FromEdges(attacked, edges, graph.Options{})
		if err != nil {
			return worlds, err
		}
		worlds[world] = &graph.Network{Graph: g, Attrs: attrs, Labels: labels, Classes: []string{"0", "1"}}
	}
	return worlds, nil
}

func look(o method.Outcome) ([]float64, error) {
	c, ok := o.Release.(release.Classifier)
	if !ok {
		return nil, fmt.Errorf("vote: the attack is on a classifier, not on %s", o.Release.Kind())
	}
	var seen []float64
	for u := range int32(2) {
		scores, err := c.Scores(nil, u)
		if err != nil {
			return nil, err
		}
		seen = append(seen, float64(scores[1]-scores[0]))
	}
	return seen, nil
}

// details are what else is told of a run.
type details struct {
	Multiplier float64 `json:"noise_multiplier,omitempty"`
	Power      float64 `json:"power"`
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	return method.Outcome{
		Release:   release.Classifier{Model: r.Model, Classes: r.Model.Classes, Split: r.Split},
		Guarantee: r.Guarantee, Details: details{r.Multiplier, r.Power},
	}
}
