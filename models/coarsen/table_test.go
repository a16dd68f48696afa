package coarsen_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/models/coarsen"
	"github.com/graphdp/graphdp/models/synthesis/dpgs"
	"github.com/graphdp/graphdp/models/trial"
)

const (
	page  = "../../docs/benchmarks/coarsening.md"
	seeds = 3
)

// graphs are those of [DPGS] Table 3 with supernodes for each node, in percent, and the AUC that is
// printed there, in percent.
var graphs = []struct {
	name    string
	shares  []int
	printed map[string][]float64
}{
	{"cora", []int{30, 10, 5}, map[string][]float64{
		"SSumM": {68.35, 66.08, 63.32}, "LVN": {70.20, 67.82, 63.00}, "Kron": {77.10, 75.13, 73.28}, "AD": {78.02, 77.02, 75.05},
	}},
	{"citeseer", []int{30, 10, 5}, map[string][]float64{
		"SSumM": {72.05, 69.71, 62.89}, "LVN": {71.45, 69.53, 63.93}, "Kron": {73.01, 69.83, 68.13}, "AD": {75.13, 73.88, 72.00},
	}},
	{"dpgs-pubmed", []int{5, 3, 1}, map[string][]float64{
		"SSumM": {61.30, 60.66, 57.35}, "LVN": {62.10, 62.13, 61.60}, "Kron": {67.05, 66.28, 66.22}, "AD": {77.12, 72.30, 68.15},
	}},
}

// mostForKron is how many nodes a graph may have in the table for a reduction, whose matrices fill
// up, to be worth the wait.
const mostForKron = 5000

// scattered is the control: supernodes by chance, and the edges between them.
func scattered(_ context.Context, g *graph.Graph, k int, r *rand.Rand) (*coarsen.Summary, error) {
	s := &coarsen.Summary{Clusters: make([]int32, g.N()), Sizes: make([]int, k)}
	for i, u := range r.Perm(g.N()) {
		s.Clusters[u] = int32(i % k)
		s.Sizes[i%k]++
	}
	count := map[[2]int32]float64{}
	for u, v := range g.Edges() {
		a, b := s.Clusters[u], s.Clusters[v]
		count[[2]int32{min(a, b), max(a, b)}]++
	}
	for a := range int32(k) {
		for b := a; b < int32(k); b++ {
			if e := count[[2]int32{a, b}]; e > 0 {
				s.Cells = append(s.Cells, gen.Cell{A: a, B: b, Edges: e})
			}
		}
	}
	return s, nil
}

// split hides a tenth of the edges: what is made smaller never has them.
func split(t *testing.T, net *graph.Network, seed uint64) *trial.Links {
	t.Helper()
	l, err := trial.SplitLinks(net.Graph.Undirected(), 0.1, rand.New(rand.NewPCG(seed, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// areas are the AUC of a summary by density and by the paper's scores; the latter are none where
// there are no features.
func areas(t *testing.T, net *graph.Network, m coarsen.Method, share int, seed uint64) (density, scores float64) {
	t.Helper()
	l := split(t, net, seed)
	s, err := m.Run(context.Background(), l.Train, net.Graph.N()*share/100, rand.New(rand.NewPCG(seed, 2)))
	if err != nil {
		t.Fatal(err)
	}
	if density, err = l.AUC(s.Density()); err != nil {
		t.Fatal(err)
	}
	if net.Attrs == nil {
		return density, math.NaN()
	}
	f, err := (&dpgs.SummaryGraph{Clusters: s.Clusters, Sizes: s.Sizes, Cells: s.Cells}).Scores(net.Attrs, 1, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	if scores, err = l.AUC(f); err != nil {
		t.Fatal(err)
	}
	return density, scores
}

// features is the AUC of the cosine of two nodes' own rows: no edge is read.
func features(t *testing.T, net *graph.Network, seed uint64) float64 {
	t.Helper()
	area, err := split(t, net, seed).AUC(func(u, v int32) float64 {
		dot, a, b := 0.0, 0.0, 0.0
		columns, values := net.Attrs.Row(u)
		for i, c := range columns {
			a += float64(values[i]) * float64(values[i])
			dot += float64(values[i]) * float64(net.Attrs.At(v, c))
		}
		_, values = net.Attrs.Row(v)
		for _, x := range values {
			b += float64(x) * float64(x)
		}
		if a*b == 0 {
			return 0
		}
		return dot / math.Sqrt(a*b)
	})
	if err != nil {
		t.Fatal(err)
	}
	return area
}

// cell is a mean of percents over seeds and a standard deviation.
func cell(values []float64) string {
	if math.IsNaN(values[0]) {
		return "–"
	}
	mean, squares := 0.0, 0.0
	for _, x := range values {
		mean += 100 * x / float64(len(values))
	}
	for _, x := range values {
		squares += (100*x - mean) * (100*x - mean)
	}
	return fmt.Sprintf("%.1f ± %.1f", mean, math.Sqrt(squares/float64(len(values)-1)))
}

// line is a line of the page's table.
func line(t *testing.T, name string, net *graph.Network, m coarsen.Method, share int, paper string) string {
	var densities, scores []float64
	for seed := range uint64(seeds) {
		d, s := areas(t, net, m, share, seed+1)
		densities, scores = append(densities, d), append(scores, s)
	}
	return fmt.Sprintf("| %s | %d %% | %s | %s | %s | %s |", name, share, m.Name, paper, cell(densities), cell(scores))
}

func nullLine(t *testing.T, name string, net *graph.Network) string {
	var all []float64
	for seed := range uint64(seeds) {
		all = append(all, features(t, net, seed+1))
	}
	return fmt.Sprintf("| %s | – | cosine of features, no edge | – | – | %s |", name, cell(all))
}

func methods() []coarsen.Method {
	return append(coarsen.Methods(), coarsen.Method{Name: "supernodes by chance", Run: scattered})
}

// load skips the test where the files are not there.
func load(t *testing.T, name string) *graph.Network {
	t.Helper()
	net, err := data.Load(name)
	if errors.Is(err, data.ErrNotFound) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return &net.Network
}

// With COARSEN_TABLE=write the table of the page is made again; without, the lines of one graph
// that take a moment are compared with it.
func TestTableOfThePage(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const head, end = "| graph | size | by | paper | density | Algorithm 4 |\n| --- | --- | --- | --- | --- | --- |\n", "\n\n"
	before, after, ok := strings.Cut(string(text), head)
	old, after, ok2 := strings.Cut(after, end)
	if !ok || !ok2 {
		t.Fatal("the page has no table")
	}
	if os.Getenv("COARSEN_TABLE") != "write" {
		net := load(t, "cora")
		for _, want := range []string{
			nullLine(t, "cora", net),
			line(t, "cora", net, coarsen.Method{Name: "SSumM", Run: coarsen.SSumM}, 5, "63.32"),
			line(t, "cora", net, coarsen.Method{Name: "AD", Run: coarsen.AD}, 5, "75.05"),
		} {
			if !strings.Contains(old+"\n", want+"\n") {
				t.Errorf("the page lacks %q", want)
			}
		}
		return
	}
	var lines []string
	add := func(line string) {
		lines = append(lines, line)
		fmt.Println(line)
	}
	for _, g := range graphs {
		net := load(t, g.name)
		if net.Attrs != nil {
			add(nullLine(t, g.name, net))
		}
		for i, share := range g.shares {
			for _, m := range methods() {
				paper := "–"
				if p, ok := g.printed[m.Name]; ok {
					paper = fmt.Sprintf("%.2f", p[i])
				}
				if m.Name == "Kron" && net.Graph.N() > mostForKron {
					add(fmt.Sprintf("| %s | %d %% | Kron | %s | – | – |", g.name, share, paper))
					continue
				}
				add(line(t, g.name, net, m, share, paper))
			}
		}
	}
	if err := os.WriteFile(page, []byte(before+head+strings.Join(lines, "\n")+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}
