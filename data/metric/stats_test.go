package metric

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

func all(t *testing.T, a matrix, o Options) *Stats {
	t.Helper()
	return must.Get(All(context.Background(), a.graph(), o))(t)
}

// Every field of All is the result of the function of its name, on every small graph.
func TestAllAgreesWithItsParts(t *testing.T) {
	ctx := context.Background()
	smallGraphs(t, func(t *testing.T, a matrix) {
		g, s := a.graph(), all(t, a, Default())
		total, _ := Triangles(g)
		p, _ := Distances(ctx, g)
		cpl, _ := p.LCC.Mean()
		cplAll, _ := p.All.Mean()
		effective, _ := p.All.Within(0.9)
		diameter, _ := Diameter(ctx, g)
		law := FitPowerLaw(g)
		cores := int32(0)
		for _, c := range Cores(g) {
			cores = max(cores, c)
		}
		_, size := a.largest()
		modularity, _ := Modularity(g, s.Community)
		most := 0
		for u := range a {
			most = max(most, a.degree(u))
		}
		want := []Value{
			{"nodes", float64(len(a))}, {"edges", float64(a.edges())}, {"triangles", float64(total)},
			{"wedges", Wedges(g)}, {"claws", Claws(g)}, {"global_clustering", GlobalClustering(g)},
			{"average_clustering", AverageClustering(g)}, {"lcc", float64(size)},
			{"components", float64(g.Components().Count())}, {"diameter", float64(diameter)},
			{"cpl", cpl}, {"cpl_all", cplAll}, {"effective_diameter_90", effective},
			{"gini", Gini(g)}, {"rede", REDE(g)},
			{"power_law_exponent", law.Exponent}, {"power_law_min", float64(law.Min)},
			{"assortativity", Assortativity(g)}, {"max_degree", float64(most)},
			{"mean_degree", 2 * float64(a.edges()) / float64(len(a))}, {"degeneracy", float64(cores)},
			{"modularity", modularity}, {"communities", float64(g.Components().Count())},
		}
		got := s.Values()
		if len(got) != len(want) {
			t.Fatalf("%d values, want %d", len(got), len(want))
		}
		for i, v := range got {
			if v.Name != want[i].Name {
				t.Errorf("value %d is %s, want %s", i, v.Name, want[i].Name)
			}
			if v.Name == "communities" { // no fewer than components
				if v.X < want[i].X || v.X > float64(len(a)) {
					t.Errorf("%v communities of %d nodes in %v components", v.X, len(a), want[i].X)
				}
				continue
			}
			if v.X != want[i].X && !(math.IsNaN(v.X) && math.IsNaN(want[i].X)) {
				t.Errorf("%s = %v, want %v", v.Name, v.X, want[i].X)
			}
		}
		rank, _ := PageRank(g, 0.85)
		score, _, _ := Eigenvector(ctx, g)
		if !reflect.DeepEqual(s.PageRank.Scores, rank) || !reflect.DeepEqual(s.Eigenvector.Scores, score) {
			t.Error("PageRank or eigenvector centralities differ")
		}
	})
}

// JSON names and their order are a contract; undefined values are null.
func TestStatsInJSON(t *testing.T) {
	text := must.Get(json.Marshal(all(t, pathGraph(3), Default())))(t)
	const want = `{"nodes":#,"edges":#,"triangles":#,"wedges":#,"claws":#,"global_clustering":#,"average_clustering":#,` +
		`"lcc":#,"components":#,"diameter":#,"cpl":#,"cpl_all":#,"effective_diameter_90":#,"gini":#,"rede":#,` +
		`"power_law_exponent":#,"power_law_min":#,"assortativity":#,"max_degree":#,"mean_degree":#,"degeneracy":#,` +
		`"modularity":#,"communities":#,"pagerank":{"top":[{"node":#,"score":#},{"node":#,"score":#},{"node":#,"score":#}]},` +
		`"eigenvector":{"top":[{"node":#,"score":#},{"node":#,"score":#},{"node":#,"score":#}]},"seed":#}`
	if got := regexp.MustCompile(`:-?[0-9][0-9.e-]*`).ReplaceAllString(string(text), ":#"); got != want {
		t.Errorf("JSON\n%s\nwant\n%s", got, want)
	}
	var path struct {
		CPL           float64
		Assortativity float64
		Diameter      int
		PageRank      struct{ Top []Ranked }
	}
	if err := json.Unmarshal(text, &path); err != nil || path.CPL != 4./3 || path.Assortativity != -1 || path.Diameter != 2 || path.PageRank.Top[0].Node != 1 {
		t.Errorf("read back %+v (%v)", path, err)
	}
	text = must.Get(json.Marshal(all(t, newMatrix(0), Default())))(t)
	var back map[string]any
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	for _, name := range []string{"cpl", "gini", "rede", "assortativity", "mean_degree", "global_clustering", "power_law_exponent", "modularity"} {
		if x, there := back[name]; !there || x != nil {
			t.Errorf("%s of no nodes = %v, want null", name, x)
		}
	}
}

// Beyond the effort, statistics of distances are estimates, marked as such, and close to the exact
// values.
func TestEstimatesSayThatTheyAre(t *testing.T) {
	a := randomMatrix(rand.New(rand.NewPCG(25, 26)), 1000, 3)
	exact := all(t, a, Default())
	if len(exact.Estimates) != 0 {
		t.Errorf("estimates %v where all is exact", exact.Estimates)
	}
	s := all(t, a, Options{Seed: 5, Effort: 0, Sources: 100})
	for _, c := range []struct {
		name       string
		got, exact float64
	}{
		{"cpl", s.CPL, exact.CPL},
		{"cpl_all", s.CPLAll, exact.CPLAll},
		{"effective_diameter_90", s.EffectiveDiameter, exact.EffectiveDiameter},
	} {
		e := s.Estimates[c.name]
		if e.Sources < 100 || !(e.StandardError > 0) || math.Abs(c.got-c.exact) > 6*e.StandardError {
			t.Errorf("%s = %v with %+v, exact %v", c.name, c.got, e, c.exact)
		}
	}
	if e := s.Estimates["diameter"]; s.Diameter > exact.Diameter || e.AtMost < exact.Diameter {
		t.Errorf("diameter %d with %+v, exact %d", s.Diameter, e, exact.Diameter)
	}
	text, err := json.Marshal(s)
	if err != nil || !strings.Contains(string(text), `"estimates":{"cpl":{"standard_error":`) {
		t.Errorf("no estimates in %s (%v)", text, err)
	}
	var table bytes.Buffer
	if err := s.WriteText(&table); err != nil || strings.Count(table.String(), "(sampled: ") != 3 || !strings.Contains(table.String(), "(bounds: ") {
		t.Errorf("no estimates in the table (%v)\n%s", err, &table)
	}
}

// Each statistic on its own equals that among all, and nothing else is computed.
func TestOnly(t *testing.T) {
	a := randomMatrix(rand.New(rand.NewPCG(53, 54)), 60, 3)
	whole := all(t, a, Default())
	values := map[string]float64{}
	for _, v := range whole.Values() {
		values[v.Name] = v.X
	}
	names := Names()
	if len(names) != len(values)+2 { // the rankings are not numbers
		t.Errorf("%d names, %d values", len(names), len(values))
	}
	for _, name := range names {
		o := Default()
		o.Only = []string{name}
		var steps []string
		o.Progress = func(step string, _ float64) { steps = append(steps, step) }
		s := all(t, a, o)
		text := must.Get(json.Marshal(s))(t)
		var members map[string]any
		if err := json.Unmarshal(text, &members); err != nil || len(members) != 2 || members[name] == nil || members["seed"] != 1. {
			t.Errorf("only %s: %s (%v)", name, text, err)
		}
		if len(slices.Compact(steps)) > 1 {
			t.Errorf("only %s: steps %v", name, steps)
		}
		if got := s.Values(); len(got) > 1 || len(got) == 1 && (got[0].Name != name || got[0].X != values[name]) {
			t.Errorf("only %s: %v, want %v", name, got, values[name])
		}
		var table bytes.Buffer
		if err := s.WriteText(&table); err != nil || strings.Count(table.String(), "\n") != 1 || !strings.HasPrefix(table.String(), name) {
			t.Errorf("only %s: %v\n%s", name, err, &table)
		}
	}
	o := Default()
	o.Only = []string{"cpl", "diametr"}
	if _, err := All(context.Background(), a.graph(), o); err == nil || !strings.Contains(err.Error(), `no statistic "diametr"; did you mean "diameter"? There are nodes, edges, `) {
		t.Errorf("an unknown name: %v", err)
	}
	if o.Only = []string{"ks_degree"}; o.check(Names()) == nil {
		t.Error("a measure of two graphs was taken for a statistic of one")
	}
}

// A step starts at 0 and never goes back, and distances end at 1.
func TestProgress(t *testing.T) {
	o := Options{Seed: 1, Effort: 1e6, Sources: 600, Only: []string{"cpl", "diameter"}}
	last := map[string]float64{}
	o.Progress = func(step string, done float64) {
		before, begun := last[step]
		if !begun && done != 0 || done < before || !(done <= 1) {
			t.Errorf("%s: %v after %v", step, done, before)
		}
		last[step] = done
	}
	all(t, randomMatrix(rand.New(rand.NewPCG(55, 56)), 1500, 2.2), o)
	if len(last) != 2 || last["distances"] != 1 {
		t.Errorf("steps %v", last)
	}
}

func TestAllStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var seen []string
	o := Default()
	o.Progress = func(next string, _ float64) {
		seen = append(seen, next)
		if next == "PageRank" {
			cancel()
		}
	}
	s, err := All(ctx, pathGraph(5).graph(), o)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
	var names []string
	for name := range fields(s) {
		names = append(names, name)
	}
	if got := strings.Join(names, " "); !strings.Contains(got, "degeneracy") || strings.Contains(got, "pagerank") || strings.Contains(got, "cpl") {
		t.Errorf("there are %s, want what was computed before PageRank", got)
	}
	if got := strings.Join(seen, " "); got != "degrees triangles cores PageRank" {
		t.Errorf("steps %s, want none after PageRank", got)
	}
	if _, err := All(context.Background(), pathGraph(5).graph(), Options{}); err == nil {
		t.Error("options that say nothing were accepted")
	}
}

// Long steps stop when the context ends.
func TestStepsStopWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := randomMatrix(rand.New(rand.NewPCG(57, 58)), 200, 20).graph()
	if total, _ := triangles(ctx, g); total != 0 {
		t.Errorf("%d triangles were counted", total)
	}
	if k := cores(ctx, g); int(k[0]) != g.Degree(0) {
		t.Errorf("nodes were taken away: %d is left of degree %d", k[0], g.Degree(0))
	}
	l, rng := newLevel(g), rand.New(rand.NewPCG(1, 2))
	if l.move(ctx, rng) || len(l.contract(ctx).targets) > 0 {
		t.Error("nodes were moved, or edges contracted")
	}
	_, _, err := louvain(ctx, g, rng)
	_, failed := pageRank(ctx, g, 0.85)
	if _, _, last := Eigenvector(ctx, g); !errors.Is(err, context.Canceled) || !errors.Is(failed, context.Canceled) || !errors.Is(last, context.Canceled) {
		t.Errorf("%v, %v, %v: want the error of the context", err, failed, last)
	}
	s := newSorted(g.CSR())
	start := make([]float64, g.N())
	for i := range start {
		start[i] = float64(i + 1)
	}
	if _, residual := lanczos(ctx, s, start); residual < 1e-3 {
		t.Errorf("residual %v, of more than one product", residual)
	}
	if _, missed := walkEquations(ctx, g, 0.85); missed < 1 {
		t.Errorf("equations are solved, but for %v", missed)
	}
}

// One core gives the same bits as three. The graph is large enough for sums to be cut into blocks.
func TestCoresMakeNoDifference(t *testing.T) {
	g := randomMatrix(rand.New(rand.NewPCG(33, 34)), 6000, 5).graph()
	o := Options{Seed: 1, Effort: 1e6, Sources: 64}
	compute := func(cores int) (*Stats, []float64) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		s := must.Get(All(context.Background(), g, o))(t)
		λ, _ := must.Two(Spectrum(context.Background(), g, 3, s.rng(1)))(t)
		return s, λ
	}
	one, spectrum := compute(1)
	three, spectrum3 := compute(3)
	if !slices.Equal(one.Paths.All.Pairs, three.Paths.All.Pairs) {
		t.Errorf("distances %v and %v", one.Paths.All.Pairs, three.Paths.All.Pairs)
	}
	one.Paths, three.Paths = Paths{}, Paths{} // these also hold in what batches sources were taken
	if !reflect.DeepEqual(one, three) || !reflect.DeepEqual(spectrum, spectrum3) {
		t.Errorf("one core:\n%+v\nthree:\n%+v", one.Values(), three.Values())
	}
}
