package method

import (
	"fmt"
	"testing"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/method/release"
)

// The graphs of attacks are neighbours under every relation that they support.
func TestWorldsAreNeighbours(t *testing.T) {
	for what, x := range map[string]struct {
		make  func(gdp.Relation) ([2]*graph.Network, error)
		under []gdp.Relation
	}{
		"star": {Star, []gdp.Relation{gdp.EdgeLevel, gdp.NodeLevel, gdp.NodeUnbounded, gdp.GraphLevel, gdp.GraphUnbounded}},
		"word": {IsolatedWord, []gdp.Relation{gdp.EdgeLevel, gdp.NodeLevel, gdp.NodeUnbounded}},
		"edge": {OnEdge().Make, []gdp.Relation{gdp.EdgeLevel}},
	} {
		for _, rel := range x.under {
			worlds := must.Get(x.make(rel))(t)
			if err := neighbours(worlds, rel); err != nil {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
}

// Worlds that differ by more are refused before anything runs: two edges or a label at edge level,
// two nodes at node level, another node than the last where one is absent.
func TestWorldsThatAreNoNeighbours(t *testing.T) {
	pair := func(n int, edges []graph.Edge, more ...graph.Edge) (worlds [2]*graph.Network) {
		worlds = must.Get(Joined(n, edges, more...))(t)
		return worlds
	}
	path := []graph.Edge{{U: 0, V: 1}, {U: 2, V: 3}}
	labelled := pair(4, path, graph.Edge{U: 1, V: 2})
	labelled[1].Labels, labelled[1].Classes = make([]int32, 4), []string{"a"}
	absent := [2]*graph.Network{pair(3, path[:1])[0], pair(4, path)[0]}
	for what, x := range map[string]struct {
		worlds [2]*graph.Network
		rel    gdp.Relation
		ok     bool
	}{
		"an edge":                    {pair(4, path, graph.Edge{U: 1, V: 2}), gdp.EdgeLevel, true},
		"two edges":                  {pair(4, nil, path...), gdp.EdgeLevel, false},
		"an edge and labels":         {labelled, gdp.EdgeLevel, false},
		"edges of two nodes":         {pair(4, nil, path...), gdp.NodeLevel, false},
		"edges of a node":            {pair(4, nil, path[0], graph.Edge{U: 0, V: 2}), gdp.NodeLevel, true},
		"the last node":              {absent, gdp.NodeUnbounded, true},
		"the last node, bounded":     {absent, gdp.NodeLevel, false},
		"a node that is there":       {pair(4, nil, path[0]), gdp.NodeUnbounded, false},
		"no graph, at edge level":    {[2]*graph.Network{nil, absent[1]}, gdp.EdgeLevel, false},
		"no graph":                   {[2]*graph.Network{nil, absent[1]}, gdp.GraphUnbounded, true},
		"no graph in either world":   {[2]*graph.Network{}, gdp.GraphUnbounded, false},
		"no graph, graphs exchanged": {[2]*graph.Network{nil, absent[1]}, gdp.GraphLevel, false},
	} {
		if err := neighbours(x.worlds, x.rel); (err == nil) != x.ok {
			t.Errorf("%s: %v", what, err)
		}
	}
	a := audited(t, noisy{Times: 1})
	a.Attack.Make = func(gdp.Relation) ([2]*graph.Network, error) { return pair(4, nil, path...), nil }
	if _, err := a.Run(t.Context()); err == nil {
		t.Error("an audit of worlds that are no neighbours")
	}
}

// linear scores the classes of a node by the sum of its attributes.
type linear struct{}

// Scores implements [release.Model].
func (linear) Scores(net *graph.Network, u int32) ([]float32, error) {
	return []float32{1, 5 * net.Attrs.At(u, 2)}, nil
}

// An attack reads only its kind of release.
func TestAttackOn(t *testing.T) {
	g := gdptest.Graph(t, 5, []graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 1, V: 2}})
	rows := must.Get(embed.FromRows([][]float32{{1, 2}, {3, 4}}))(t)
	other := must.Get(embed.FromRows([][]float32{{1, 0}, {0, 1}}))(t)
	releases := map[release.Kind]release.Release{
		release.KindGraph:      release.Graph{Network: &graph.Network{Graph: g}},
		release.KindGraphs:     release.Graphs{Collection: &graph.Collection{Graphs: []*graph.Network{{Graph: g}}}},
		release.KindEmbedding:  release.Embedding{Matrix: rows},
		release.KindClassifier: release.Classifier{Model: linear{}, Classes: 2},
	}
	for kind, want := range map[release.Kind]string{
		release.KindGraph: "[3 2 2 0]", release.KindGraphs: "[3 2 2 0]", release.KindEmbedding: "[5 25 11]", release.KindClassifier: "[4]",
	} {
		attack := must.Get(AttackOn(kind))(t)
		for of, r := range releases {
			got, err := attack.Look(Outcome{Release: r})
			if of == kind && (err != nil || fmt.Sprint(got) != want) {
				t.Errorf("%s: %v, %v, want %s", kind, got, err, want)
			}
			if of != kind && err == nil {
				t.Errorf("the attack on %s looks at %s", kind, of)
			}
		}
		if got, err := (Method{Releases: kind}).Attacked(Mode{}); err != nil || got.Looks != attack.Looks {
			t.Errorf("%s: %v, %v", kind, got, err)
		}
	}
	// Two rows of a node are read by skip-gram's score: 1·0 + 2·1 + 3·1 + 4·0.
	both, err := lookAtEmbedding(Outcome{Release: release.Embedding{Matrix: rows, Other: other}})
	if err != nil || both[2] != 5 {
		t.Errorf("%v, %v", both, err)
	}
	if _, err := AttackOn(release.KindStatistics); err == nil {
		t.Error("an attack on statistics, whatever they are")
	}
	if got, err := counting().Attacked(Mode{}); err != nil || got.Looks != "the number" {
		t.Errorf("%+v, %v", got, err)
	}
}
