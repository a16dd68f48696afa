package metric

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/must"
)

// dataFile returns the path of a file of the data folder. Without the file the test
// is skipped.
func dataFile(t testing.TB, path ...string) string {
	t.Helper()
	folder := os.Getenv("GDP_DATA")
	if folder == "" {
		t.Skip("GDP_DATA is not set: no real graphs")
	}
	name := filepath.Join(append([]string{folder}, path...)...)
	if _, err := os.Stat(name); err != nil {
		t.Skip("not in GDP_DATA: ", err)
	}
	return name
}

// realGraph reads an edge list of the data folder as an undirected graph.
func realGraph(t testing.TB, name string) *graph.Graph {
	t.Helper()
	network, _ := must.Two(graphio.Read(dataFile(t, "edges", name+".txt"), graphio.Options{}))(t)
	return network.Graph.Undirected()
}

// The values of §5.8 of the sheet on PrivDPR, to every printed digit. citeseer
// has 48 nodes without edges beside self-loops.
func TestPrivDPRGraphs(t *testing.T) {
	for _, want := range []struct {
		name                             string
		nodes, edges, isolated           int
		triangles                        int64
		wedges, claws                    float64
		rede, cpl, cplAll, diameter, lcc string
	}{
		{"privdpr-cora", 2708, 5278, 0, 1630, 52301, 1101700, "0.955164", "6.310999", "6.310311", "19", "2485"},
		{"privdpr-citeseer", 3327, 4552, 48, 1167, 26918, 250991, "0.951775", "9.329715", "9.323178", "28", "2120"},
		{"privdpr-p2p", 6301, 20777, 0, 2383, 346033, 4859306, "0.940926", "4.642992", "", "9", "6299"},
		{"privdpr-chicago", 12979, 20627, 0, 807, 53155, 33878, "0.992376", "41.968952", "", "106", "12979"},
	} {
		t.Run(want.name, func(t *testing.T) {
			g := realGraph(t, want.name)
			triangles, _ := Triangles(g)
			if g.N() != want.nodes || g.M() != want.edges || DegreeHistogram(g)[0] != int64(want.isolated) ||
				triangles != want.triangles || Wedges(g) != want.wedges || Claws(g) != want.claws {
				t.Errorf("%d nodes, %d edges, %d isolated, %d triangles, %v wedges, %v claws", g.N(), g.M(),
					DegreeHistogram(g)[0], triangles, Wedges(g), Claws(g))
			}
			p := must.Get(Distances(context.Background(), g))(t)
			diameter := must.Get(Diameter(context.Background(), g))(t)
			components := g.Components()
			printed(t, "rede", REDE(g), want.rede)
			cpl, _ := p.LCC.Mean()
			printed(t, "cpl", cpl, want.cpl)
			if want.cplAll != "" {
				cpl, _ = p.All.Mean()
				printed(t, "cpl over all pairs", cpl, want.cplAll)
			}
			printed(t, "diameter", float64(diameter), want.diameter)
			printed(t, "farthest pair", float64(len(p.LCC.Pairs)-1), want.diameter)
			printed(t, "lcc", float64(components.Sizes[components.Largest()]), want.lcc)
		})
	}
}

// printed compares x with a number as it is printed, digit by digit.
func printed(t *testing.T, what string, x float64, want string) {
	t.Helper()
	digits := 0
	for i := range want {
		if want[i] == '.' {
			digits = len(want) - i - 1
		}
	}
	if got := strconv.FormatFloat(x, 'f', digits, 64); got != want {
		t.Errorf("%s = %s, want %s", what, got, want)
	}
}

// Table 1 of the DPGGAN paper, rows "Original", and the same numbers with more
// digits and on two more collections from the project's sheet on that paper.
func TestDPGGANTable1(t *testing.T) {
	for _, want := range []struct {
		name                     string
		graphs                   int
		lcc, tc, cpl, gini, rede string
		paper                    []string
	}{
		{"dpggan-dblp", 69, "107.536232", "59.898551", "3.694266", "0.324849", "0.938480", []string{"107.5", "59.90", "3.6943", "0.3248", "0.9385"}},
		{"imdb-multi", 1500, "13.001333", "305.9", "1.227511", "-0.122159", "0.989443", []string{"13.001", "305.9", "1.2275", "0.1222", "0.9894"}},
		{"dpggan-imdb-multi", 100, "36.26", "1327.44", "1.682617", "0.156160", "0.966574", nil},
		{"dpggan-dblp-eval", 23, "240.260870", "128.173913", "5.580877", "0.390801", "0.947860", nil},
	} {
		t.Run(want.name, func(t *testing.T) {
			c, _ := must.Two(graphio.ReadCollection(dataFile(t, "collections", want.name), graphio.Options{}))(t)
			if len(c.Graphs) != want.graphs {
				t.Fatalf("%d graphs, want %d", len(c.Graphs), want.graphs)
			}
			row := must.Get(DPGGANTable(context.Background(), c))(t)
			printed(t, "LCC", row.LCC, want.lcc)
			printed(t, "TC", row.TC, want.tc)
			printed(t, "CPL", row.CPL, want.cpl)
			printed(t, "GINI", row.GINI, want.gini)
			printed(t, "REDE", row.REDE, want.rede)
			if want.paper != nil {
				for i, x := range []float64{row.LCC, row.TC, row.CPL, math.Abs(row.GINI), row.REDE} {
					printed(t, "Table 1", x, want.paper[i])
				}
			}
		})
	}
}
