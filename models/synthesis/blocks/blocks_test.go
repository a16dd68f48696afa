package blocks

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/synthesis"
	"github.com/graphdp/graphdp/models/synthesis/synthesistest"
)

// Nodes above their degree give edges to others of their community, but no edges inside blocks.
func TestSettle(t *testing.T) {
	const n = 400
	f := facts{communities: 2}
	for u := range n {
		f.of, f.degrees = append(f.of, int32(u%2)), append(f.degrees, 8)
	}
	g := must.Get(gen.GNM(n, 4*n, rand.New(rand.NewPCG(1, 1))))(t)
	var kept []graph.Edge
	for u, v := range g.Edges() {
		if u < 10 {
			kept = append(kept, graph.Edge{U: u, V: v})
		}
	}
	settled := must.Get(f.settle(g, gdptest.Graph(t, n, kept), rand.New(rand.NewPCG(2, 1))))(t)
	for _, e := range kept {
		if !settled.HasEdge(e.U, e.V) {
			t.Errorf("an edge of a block is gone: %v", e)
		}
	}
	off := [2]int{}
	for i, x := range []*graph.Graph{g, settled} {
		for _, d := range x.Degrees() {
			off[i] += max(int(d)-8, 8-int(d))
		}
	}
	if off[1] > off[0]/8 || settled.M() < 4*n-n/20 {
		t.Errorf("degrees are off by %d in all, before by %d; %d edges of %d", off[1], off[0], settled.M(), g.M())
	}
}

// A graph of hubs has the edges of its degrees and the wanted triangles, though a random graph with
// these degrees has three times as many. Without a number of triangles it keeps those of the draft.
func TestSurplusTriangles(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	hubs := must.Get(gen.BarabasiAlbert(1000, 6, r))(t)
	f := facts{communities: 2, counts: []float64{1500, 3000, 1464}, clustering: gen.Target{Error: math.Inf(1)}}
	for u, d := range hubs.Degrees() {
		f.of, f.degrees = append(f.of, int32(u%2)), append(f.degrees, float64(d))
	}
	var triangles [2]float64
	for i, wanted := range []float64{-1, 0} {
		if f.triangles.Value = wanted; i > 0 {
			f.triangles.Value = math.Round(triangles[0] / 3)
		}
		g := must.Get(f.draw(rand.New(rand.NewPCG(6, 1))))(t)
		count, _ := metric.Triangles(g)
		triangles[i] = float64(count)
		if math.Abs(float64(g.M()-hubs.M())) > 0.005*float64(hubs.M()) {
			t.Errorf("%d edges, the degrees have %d", g.M(), hubs.M())
		}
	}
	if math.Abs(3*triangles[1]-triangles[0]) > 0.1*triangles[0] {
		t.Errorf("%v triangles in place of a third of %v", triangles[1], triangles[0])
	}
}

// Edges that found no room are placed elsewhere: all nodes get their degrees.
func TestFill(t *testing.T) {
	hubs := must.Get(gen.BarabasiAlbert(300, 6, rand.New(rand.NewPCG(7, 1))))(t)
	var f facts
	for _, d := range hubs.Degrees() {
		f.degrees = append(f.degrees, float64(d))
	}
	var kept []graph.Edge
	for i, e := range edgesOf(hubs) {
		if i%5 > 0 {
			kept = append(kept, e)
		}
	}
	g := must.Get(f.fill(gdptest.Graph(t, hubs.N(), kept), rand.New(rand.NewPCG(7, 2))))(t)
	if !slices.Equal(g.Degrees(), hubs.Degrees()) {
		t.Errorf("%d edges, the degrees have %d", g.M(), hubs.M())
	}
}

// A graph whose triangles are not asked for has those of the draft.
func TestTrianglesNotAskedFor(t *testing.T) {
	hubs := must.Get(gen.BarabasiAlbert(1000, 6, rand.New(rand.NewPCG(5, 1))))(t)
	e := &posterior.Evidence{}
	for _, d := range hubs.Degrees() {
		e.Degrees = append(e.Degrees, float64(d))
	}
	toy := synthesis.NewPrivate("toy", method.Mode{Name: "toy"}, struct{}{}, func(_ struct{}, run *checkpoint.Run) (*graph.Graph, error) {
		return Draw(run, e, make([]int32, hubs.N()), 1, Shares{List: 4, Counts: 4})
	})
	r := must.Get(toy.Run(t.Context(), synthesistest.Session(t, hubs, gdp.Budget{Epsilon: 8}, 1)))(t)
	if count, _ := metric.Triangles(r.Graph); count < 100 {
		t.Errorf("%d triangles", count)
	}
}

// Rates give nodes their remaining degrees, and cells their missing edges as far as degrees permit.
func TestRates(t *testing.T) {
	f := facts{communities: 2, of: []int32{0, 0, 1, 1}, counts: []float64{30, 10, 20}}
	left := []float64{30, 40, 20, 30}
	rates := f.rates(nil, left)
	ends := []float64{70, 50}
	for a := range 2 {
		sum := 0.0
		for b := range 2 {
			sum += rates[a][b] * ends[a] * ends[b]
			if rates[a][b] != rates[b][a] {
				t.Errorf("%v", rates)
			}
		}
		if math.Abs(sum-ends[a]) > 1e-6 {
			t.Errorf("community %d gets %v ends, want %v", a, sum, ends[a])
		}
	}
	if x := rates[0][1] * ends[0] * ends[1]; math.Abs(x-10) > 1.5 {
		t.Errorf("%v edges between, want about 10", x)
	}
	// Existing edges count: with all edges between present, hardly one is drawn.
	var between []graph.Edge
	for range 10 {
		between = append(between, graph.Edge{U: 0, V: 2})
	}
	if x := f.rates(between, left)[0][1] * ends[0] * ends[1]; x > 2 {
		t.Errorf("%v more edges between, want about none", x)
	}
	for _, row := range f.rates(nil, make([]float64, 4)) {
		for _, x := range row {
			if x != 0 {
				t.Errorf("rates %v where nothing is left", row)
			}
		}
	}
}

// Impossible degrees and communities are refused, and nothing is spent.
func TestRefused(t *testing.T) {
	g := gdptest.Graph(t, 3, []graph.Edge{{U: 0, V: 1}})
	r := rand.New(rand.NewPCG(1, 1))
	for name, c := range map[string]struct {
		degrees     []float64
		of          []int32
		communities int
	}{
		"degrees": {[]float64{1, 1}, []int32{0, 0, 0}, 1}, "labels": {[]float64{1, 1, 0}, []int32{0}, 1}, "none": {[]float64{1, 1, 0}, []int32{0, 0, 0}, 0},
		"many": {[]float64{1, 1, 0}, []int32{0, 0, 0}, 4}, "above": {[]float64{1, 1, 0}, []int32{0, 1, 0}, 1}, "below": {[]float64{1, 1, 0}, []int32{0, -1, 0}, 2},
		"undefined": {[]float64{1, math.NaN(), 0}, []int32{0, 1, 0}, 2},
	} {
		if _, err := Exact(g, c.degrees, c.of, c.communities, r); err == nil || !strings.HasPrefix(err.Error(), "blocks: ") {
			t.Errorf("%s: %v", name, err)
		}
		toy := synthesis.NewPrivate("toy", method.Mode{Name: "toy"}, struct{}{}, func(_ struct{}, run *checkpoint.Run) (*graph.Graph, error) {
			return Draw(run, &posterior.Evidence{Degrees: c.degrees}, c.of, c.communities, Shares{Counts: 0.5, Triangles: 0.5})
		})
		synthesistest.Refused(t, toy, synthesistest.Session(t, g, gdp.Budget{Epsilon: 1}, 1), "toy: blocks: ")
	}
	if got, err := Exact(g, []float64{1, 1, 0}, []int32{0, 0, 1}, 2, r); err != nil || got.N() != 3 {
		t.Errorf("%v, %v", got, err)
	}
}
