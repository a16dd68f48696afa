package data

import (
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// Facts of Zachary (1977) and of networkx.karate_club_graph: 34 members, 78
// friendships, 45 triangles, 17 on each side, the two leaders on opposite sides
// and not friends, degrees 16 and 17.
func TestKarate(t *testing.T) {
	d := Karate()
	g := d.Graph
	must.Do(t, d.Check())
	if g.N() != 34 || g.M() != 78 || g.Directed() || d.Report.LoopsDropped+d.Report.DuplicatesDropped != 0 {
		t.Errorf("%d nodes, %d edges, directed %v, report %+v", g.N(), g.M(), g.Directed(), d.Report)
	}
	triangles := 0
	for u, v := range g.Edges() {
		for _, w := range g.Neighbors(v) {
			if w > v && g.HasEdge(u, w) {
				triangles++
			}
		}
	}
	if triangles != 45 {
		t.Errorf("%d triangles, want 45", triangles)
	}
	if g.Degree(0) != 16 || g.Degree(33) != 17 || g.HasEdge(0, 33) {
		t.Errorf("degrees of the leaders %d and %d, friends: %v", g.Degree(0), g.Degree(33), g.HasEdge(0, 33))
	}
	var sizes [2]int
	for _, l := range d.Labels {
		sizes[l]++
	}
	if sizes != [2]int{17, 17} || d.Classes[d.Labels[0]] != "Mr. Hi" || d.Classes[d.Labels[33]] != "Officer" {
		t.Errorf("sides %v of sizes %v, leaders %d and %d", d.Classes, sizes, d.Labels[0], d.Labels[33])
	}
}
