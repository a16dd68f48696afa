package method

import (
	"fmt"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/embed"
	"github.com/graphdp/graphdp/models/release"
)

// The worlds of the star differ by one edge at edge level, and by one node's edges else.
func TestStar(t *testing.T) {
	for rel, arms := range map[gdp.Relation]int{gdp.EdgeLevel: 1, gdp.NodeLevel: 40, gdp.NodeUnbounded: 40} {
		worlds, err := Star(rel)
		if err != nil {
			t.Fatal(err)
		}
		a, b := worlds[0].Graph, worlds[1].Graph
		if a.N() != 64 || b.N() != 64 || a.Degree(0) != 0 || b.Degree(0) != arms || b.M() != a.M()+arms || a.M() < 200 {
			t.Errorf("%v: %d and %d edges, degrees %d and %d", rel, a.M(), b.M(), a.Degree(0), b.Degree(0))
		}
		for u, v := range b.Edges() {
			if u != 0 && !a.HasEdge(u, v) {
				t.Errorf("%v: world 1 has the edge %d-%d too", rel, u, v)
			}
		}
	}
}

// The worlds of the lonely word differ by the attributes and the class of node 0.
func TestLonelyWord(t *testing.T) {
	worlds, err := LonelyWord(gdp.NodeLevel)
	if err != nil {
		t.Fatal(err)
	}
	for u := range int32(lonelyNodes) {
		a, b := worlds[0], worlds[1]
		differ := a.Labels[u] != b.Labels[u]
		for c := range int32(3) {
			differ = differ || a.Attrs.At(u, c) != b.Attrs.At(u, c)
		}
		if differ != (u == 0) {
			t.Errorf("node %d differs: %v", u, differ)
		}
		if has := b.Attrs.At(u, 2) != 0; has != (u == 0) {
			t.Errorf("node %d has the word: %v", u, has)
		}
	}
	for _, w := range worlds {
		if err := w.Check(); err != nil {
			t.Error(err)
		}
	}
}

// linear scores the classes of a node by the sum of its attributes.
type linear struct{}

// Scores implements [release.Model].
func (linear) Scores(net *graph.Network, u int32) ([]float32, error) {
	return []float32{1, 5 * net.Attrs.At(u, 2)}, nil
}

// An attack looks at what its kind releases, and at nothing else.
func TestAttackOn(t *testing.T) {
	g, _, err := graph.FromEdges(5, []graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 1, V: 2}}, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := embed.FromRows([][]float32{{1, 2}, {3, 4}})
	if err != nil {
		t.Fatal(err)
	}
	other, err := embed.FromRows([][]float32{{1, 0}, {0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	releases := map[release.Kind]release.Release{
		release.KindGraph:      release.Graph{Network: &graph.Network{Graph: g}},
		release.KindGraphs:     release.Graphs{Collection: &graph.Collection{Graphs: []*graph.Network{{Graph: g}}}},
		release.KindEmbedding:  release.Embedding{Matrix: rows},
		release.KindClassifier: release.Classifier{Model: linear{}, Classes: 2},
	}
	for kind, want := range map[release.Kind]string{
		release.KindGraph: "[3 2 2]", release.KindGraphs: "[3 2 2]", release.KindEmbedding: "[5 25 11]", release.KindClassifier: "[4]",
	} {
		attack, err := AttackOn(kind)
		if err != nil {
			t.Fatal(err)
		}
		for of, r := range releases {
			got, err := attack.Look(Outcome{Release: r})
			if of == kind && (err != nil || fmt.Sprint(got) != want) {
				t.Errorf("%s: %v, %v, want %s", kind, got, err, want)
			}
			if of != kind && err == nil {
				t.Errorf("the attack on %s looks at %s", kind, of)
			}
		}
		if got, err := (Method{Releases: kind}).Attacked(); err != nil || got.Looks != attack.Looks {
			t.Errorf("%s: %v, %v", kind, got, err)
		}
	}
	// Two rows of a node are looked at by what skip-gram fits: 1·0 + 2·1 + 3·1 + 4·0.
	both, err := lookAtEmbedding(Outcome{Release: release.Embedding{Matrix: rows, Other: other}})
	if err != nil || both[2] != 5 {
		t.Errorf("%v, %v", both, err)
	}
	if _, err := AttackOn(release.KindStatistics); err == nil {
		t.Error("an attack on statistics, whatever they are")
	}
	if got, err := counting().Attacked(); err != nil || got.Looks != "the number" {
		t.Errorf("%+v, %v", got, err)
	}
}

// The worlds of the attack on an edge differ in it alone.
func TestOnEdge(t *testing.T) {
	worlds, err := OnEdge().Make(gdp.EdgeLevel)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := worlds[0].Graph, worlds[1].Graph; b.M() != a.M()+1 || !b.HasEdge(0, 1) || a.Degree(0)+a.Degree(1) != 0 {
		t.Errorf("worlds of %d and %d edges", a.M(), b.M())
	}
}
