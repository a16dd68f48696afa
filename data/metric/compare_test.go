package metric

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

func row(t *testing.T, c *Comparison, name string) Row {
	t.Helper()
	for _, r := range c.Rows {
		if r.Metric == name {
			return r
		}
	}
	t.Fatalf("no row %s", name)
	return Row{}
}

// A graph beside itself has no error in any row.
func TestCompareWithItself(t *testing.T) {
	g := data.Karate().Graph
	c := must.Get(Compare(context.Background(), g, g, Default()))(t)
	if len(c.Rows) != len(c.Original.Values())+8 {
		t.Errorf("%d rows", len(c.Rows))
	}
	for _, r := range c.Rows {
		if r.Error > 1e-12 || r.Note != "" || math.IsNaN(r.Error) {
			t.Errorf("%+v of a graph with itself", r)
		}
	}
}

// A star of three leaves becomes a path, worked out by hand.
func TestCompareByHand(t *testing.T) {
	c := must.Get(Compare(context.Background(), starGraph(3).graph(), pathGraph(4).graph(), Default()))(t)
	root3, golden := math.Sqrt(3), (1+math.Sqrt(5))/2
	for _, want := range []Row{
		{Metric: "edges", Original: 3, Released: 3, Error: 0},
		{Metric: "wedges", Original: 3, Released: 2, Error: 1. / 3},
		{Metric: "claws", Original: 1, Released: 0, Error: 1},
		{Metric: "diameter", Original: 2, Released: 3, Error: 0.5},
		{Metric: "triangles", Original: 0, Released: 0, Error: 0},
		// Degrees 1 1 1 3 and 1 1 2 2.
		{Metric: "ks_degree", Original: 0, Released: 0.25, Error: 0.25},
		{Metric: "kl_degree", Original: 0, Released: 0.75*math.Log(1.5) + 0.25*math.Log(0.25/0x1p-52), Error: 0.75*math.Log(1.5) + 0.25*math.Log(0.25/0x1p-52)},
		// The centre of the star leads with 1/√2; of the path, nodes 1 and 2.
		{Metric: "eigenvector_overlap", Original: 1, Released: 0, Error: 1},
		// Of the path, node 0 has 1/√(2+2φ²), node 1 φ times that.
		{Metric: "eigenvector_mae", Original: 0, Released: math.Sqrt(.5) - 1/math.Sqrt(2+2*golden*golden), Error: math.Sqrt(.5) - 1/math.Sqrt(2+2*golden*golden)},
		{Metric: "eigenvector_mae_by_rank", Original: 0, Released: math.Sqrt(.5) - golden/math.Sqrt(2+2*golden*golden), Error: math.Sqrt(.5) - golden/math.Sqrt(2+2*golden*golden)},
		// √3 0 0 -√3 and φ 1/φ -1/φ -φ.
		{Metric: "spectral_distance", Original: 0, Released: math.Hypot(root3-golden, 1/golden) / root3, Error: math.Hypot(root3-golden, 1/golden) / root3},
	} {
		got := row(t, c, want.Metric)
		within(t, want.Metric+" of the original", got.Original, want.Original, 1e-9)
		within(t, want.Metric+" of the released", got.Released, want.Released, 1e-9)
		within(t, want.Metric+" error", got.Error, want.Error, 1e-9)
	}
}

// Measures of the same nodes are undefined if numbers of nodes differ, and the JSON has one member
// per metric with the three fields of the contract.
func TestCompareGraphsOfDifferentSize(t *testing.T) {
	c := must.Get(Compare(context.Background(), pathGraph(4).graph(), starGraph(9).graph(), Default()))(t)
	for _, name := range []string{"nmi_communities", "ami_communities", "eigenvector_overlap", "eigenvector_mae"} {
		if r := row(t, c, name); !math.IsNaN(r.Released) || !strings.Contains(r.Note, "not the same nodes") {
			t.Errorf("%+v, want it undefined", r)
		}
	}
	unrelated := Default()
	unrelated.Unrelated = true
	if d, err := Compare(context.Background(), pathGraph(4).graph(), pathGraph(4).graph(), unrelated); err != nil || !math.IsNaN(row(t, d, "nmi_communities").Released) {
		t.Errorf("the communities of unrelated were compared (%v)", err)
	}
	text := must.Get(json.Marshal(c))(t)
	var back map[string]map[string]any
	must.Do(t, json.Unmarshal(text, &back))
	if len(back) != len(c.Rows) {
		t.Errorf("%d members for %d rows", len(back), len(c.Rows))
	}
	if m := back["nodes"]; m["original"] != 4.0 || m["released"] != 10.0 || m["error"] != 1.5 {
		t.Errorf("nodes: %v", m)
	}
	if m := back["nmi_communities"]; m["released"] != nil || m["error"] != nil || m["note"] == "" {
		t.Errorf("nmi_communities: %v", m)
	}
	if m := back["claws"]; m["original"] != 0.0 || m["released"] != 84.0 || m["error"] != nil { // relative to 0
		t.Errorf("claws: %v", m)
	}
	var table bytes.Buffer
	if err := c.WriteText(&table); err != nil || strings.Count(table.String(), "\n") != len(c.Rows)+1 {
		t.Errorf("table (%v)\n%s", err, &table)
	}
}

// Each row on its own equals that among all.
func TestCompareOnly(t *testing.T) {
	g := data.Karate().Graph
	h := relabelled(t, g, 3)
	whole := must.Get(Compare(context.Background(), g, h, Default()))(t)
	names := append(slices.DeleteFunc(Names(), func(name string) bool { return name == "pagerank" || name == "eigenvector" }), Measures()...)
	if len(names) != len(whole.Rows) {
		t.Errorf("%d names, %d rows", len(names), len(whole.Rows))
	}
	for _, name := range names {
		o := Default()
		o.Only = []string{name}
		c := must.Get(Compare(context.Background(), g, h, o))(t)
		if want := []Row{row(t, whole, name)}; !reflect.DeepEqual(c.Rows, want) {
			t.Errorf("only %s: %+v, want %+v", name, c.Rows, want)
		}
	}
	o := Default()
	o.Only = []string{"spectral_distence"}
	if _, err := Compare(context.Background(), g, h, o); err == nil || !strings.Contains(err.Error(), `did you mean "spectral_distance"?`) {
		t.Errorf("an unknown name: %v", err)
	}
}

// Notes tell which of the two graphs was not computed exactly.
func TestCompareNotesEstimates(t *testing.T) {
	big := randomMatrix(rand.New(rand.NewPCG(27, 28)), 300, 4).graph()
	c := must.Get(Compare(context.Background(), big, pathGraph(20).graph(), Options{Seed: 1, Effort: 20 * 60, Sources: 30}))(t)
	if r := row(t, c, "cpl"); !strings.HasPrefix(r.Note, "original ± ") || strings.Contains(r.Note, "released") {
		t.Errorf("note %q", r.Note)
	}
}

func TestSpectralDistance(t *testing.T) {
	near(t, "distance", spectralDistance([]float64{3, 4}, []float64{3}), 0.8)
	near(t, "distance", spectralDistance([]float64{3}, []float64{3, 4}), 4./3)
}

func TestMRE(t *testing.T) {
	if x := RelativeError(0, 1); !math.IsInf(x, 1) {
		t.Errorf("relative error of 1 for 0 = %v", x)
	}
	near(t, "relative error of 0 for 0", RelativeError(0, 0), 0)
	near(t, "relative error of -1 for -2", RelativeError(-2, -1), 0.5)
}

// The 1 % of 250 nodes are two; ties go to the lower node.
func TestTopNodes(t *testing.T) {
	a, b := make([]float64, 250), make([]float64, 250)
	a[7], a[3], a[200] = 0.5, 0.25, 0.25
	b[200], b[7] = 0.5, 0.125
	overlap := must.Get(TopOverlap(a, b))(t)
	mae := must.Get(TopMAE(a, b))(t)
	near(t, "overlap", overlap, 0.5)                    // 7 and 3; 200 and 7
	near(t, "MAE", mae, (0.375+0.25)/2)                 // at 7 and 3
	near(t, "MAE by rank", TopMAEByRank(a, b), 0.125/2) // 0.5 and 0.5, 0.25 and 0.125
	if _, err := TopOverlap(a, b[:9]); err == nil {
		t.Error("overlap of 250 and 9 nodes")
	}
	if _, err := TopMAE(a, b[:9]); err == nil {
		t.Error("mean absolute error of 250 and 9 nodes")
	}
	if x := TopMAEByRank(a, nil); !math.IsNaN(x) {
		t.Errorf("MAE by rank with no scores = %v", x)
	}
}

// [DPGS] Eq. 10 with the floor of PrivGraph's code, worked out in the project's
// sheet on that paper: (½,½,0) to (¼,½,¼), and back.
func TestKLOfAWorkedPair(t *testing.T) {
	a, b := []int64{2, 2}, []int64{1, 2, 1}
	within(t, "KL", KL(a, b), 0.3465736, 5e-8)
	within(t, "KL", KL(b, a), 8.4910530, 5e-8)
	near(t, "KL of equals", KL(a, []int64{7, 7, 0, 0}), 0)
	if !math.IsNaN(KL(nil, a)) || !math.IsNaN(KL(a, []int64{0})) {
		t.Error("KL with an empty histogram is a number")
	}
}

func TestKSOfAWorkedPair(t *testing.T) {
	a, b := []int64{1, 2, 1}, []int64{0, 1, 0, 1}
	// Cumulative: ¼ ¾ 1 1 and 0 ½ ½ 1.
	near(t, "KS", KS(a, b), 0.5)
	near(t, "KS", KS(b, a), 0.5)
	near(t, "KS of equals", KS(a, []int64{10, 20, 10}), 0)
	near(t, "KS of disjoint", KS([]int64{3}, []int64{0, 0, 1}), 1)
	if !math.IsNaN(KS(a, nil)) || !math.IsNaN(KS(nil, a)) {
		t.Error("KS with an empty histogram is a number")
	}
}

// A missing graph or context is an error.
func TestNothingGiven(t *testing.T) {
	g, r, ctx := newMatrix(3).graph(), rand.New(rand.NewPCG(1, 1)), context.Background()
	var none context.Context
	err := func(_ any, err error) error { return err }
	third := func(_, _ any, err error) error { return err }
	for what, err := range map[string]error{
		"All": err(All(ctx, nil, Default())), "All without context": err(All(none, g, Default())), "Compare": err(Compare(ctx, g, nil, Default())),
		"Diameter": err(Diameter(ctx, nil)), "Diameter without context": err(Diameter(none, g)),
		"Distances": err(Distances(ctx, nil)), "SampleDistances": err(SampleDistances(ctx, nil, 2, r)), "Eigenvector": third(Eigenvector(ctx, nil)),
		"Spectrum": third(Spectrum(ctx, nil, 1, r)), "Louvain": third(Louvain(nil, r)), "Louvain without randomness": third(Louvain(g, nil)),
		"Modularity": err(Modularity(nil, nil)), "PageRank": err(PageRank(nil, 0.85)), "StrucEqu": err(StrucEqu(nil, nil, nil)),
		"DPGGAN": err(DPGGAN(ctx, nil)), "DPGGANTable": err(DPGGANTable(ctx, nil)), "DPGGANTable of nil": err(DPGGANTable(ctx, &graph.Collection{Graphs: []*graph.Network{nil}})),
	} {
		if err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}
