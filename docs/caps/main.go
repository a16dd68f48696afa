// Caps finds the caps of query.DegreeCap and query.EdgeCap on generated graphs, which are
// nobody's, and shows what they lose on other people's graphs and on those of the PrivDPR
// paper: against the best cap for each, and against one that is chosen privately.
//
//	go run ./docs/caps
//
// What is minimised, over which graphs, budgets and forms of rules, was written down before it
// was run: loss.go, graphs.go, rule.go. A form with one more number must lose 2 % less.
package main

import (
	"fmt"
	"log"
	"math"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

func main() {
	var made []named
	for _, n := range []int{1000, 3000, 10_000} {
		list, err := generated(n)
		if err != nil {
			log.Fatal(err)
		}
		made = append(made, list...)
	}
	others := load("musae-chameleon", "seprivgemb-ppi", "seprivgemb-power", "seprivgemb-arxiv", "pgb-facebook",
		"pgb-wiki-vote", "pgb-ca-hepph", "pgb-econ-poli-large", "pgb-road-minnesota", "dpgs-pubmed")
	paper := load("privdpr-cora", "privdpr-citeseer", "privdpr-p2p", "privdpr-chicago")
	for _, what := range []struct {
		name string
		loss func(named, int) losses
		now  func(n int, eps gdp.Epsilon) int
		here float64 // of the ε of a run's degrees or edges: what models/synthesis/privdpr takes is here·√ε
	}{
		{"the degree distribution", degreeLosses, query.DegreeCap, 22},
		{"the number of edges", edgeLosses, query.EdgeCap, 22 * math.Sqrt(10)}, // for a tenth of the budget
	} {
		fmt.Printf("\n%-34s generated    others   paper's\n", what.name)
		now := func(n int, eps gdp.Epsilon) float64 { return float64(what.now(n, eps)) }
		here := func(_ int, eps gdp.Epsilon) float64 { return what.here * math.Sqrt(float64(eps)) }
		var sets [3][]table
		for i, graphs := range [][]named{made, others, paper} {
			var err error
			if sets[i], err = tables(graphs, what.loss, 20); err != nil {
				log.Fatal(err)
			}
		}
		show := func(name string, loss func([]table) float64) {
			fmt.Printf("%-34s %9.4f %9.4f %9.4f\n", name, loss(sets[0]), loss(sets[1]), loss(sets[2]))
		}
		for _, f := range forms {
			r := f.best(sets[0])
			show(fmt.Sprintf("%s: c = %.3g, p = %.2g", f.name, r.factor, r.power), func(set []table) float64 { return mean(set, r.cap) })
		}
		show("the rule in gdp/query", func(set []table) float64 { return mean(set, now) })
		show(fmt.Sprintf("%.3g √ε, as in privdpr", what.here), func(set []table) float64 { return mean(set, here) })
		show("the best for each", oracle)
		for _, t := range sets[2] {
			one := []table{t}
			fmt.Printf("  %-17s the rule %.3f, %.3g √ε %.3f, the best %.3f\n", t.name, mean(one, now), what.here, mean(one, here), oracle(one))
		}
	}
	for _, share := range []float64{0.1, 0.2, 0.3} {
		fmt.Printf("\na private choice for %2.0f %%\n", 100*share)
		for i, graphs := range [][]named{made, others, paper} {
			expected, right, err := paidOn(graphs, share, 10)
			if err != nil {
				log.Fatal(err)
			}
			fmt.Printf("  %-12s %.4f, were it right %.4f\n", []string{"generated", "others", "paper's"}[i], expected, right)
		}
	}
}

// load loads those of the data sets that this machine has.
func load(names ...string) (list []named) {
	for _, name := range names {
		d, err := data.Load(name)
		if err != nil {
			log.Print(err)
			continue
		}
		list = append(list, named{name, d.Graph.Undirected()})
	}
	return list
}

// losses are those of one graph, for caps and budgets.
type losses func(cap int, eps gdp.Epsilon) (float64, error)

func degreeLosses(x named, seeds int) losses {
	return func(cap int, eps gdp.Epsilon) (float64, error) { return ofDegrees(x, cap, eps, seeds) }
}

func edgeLosses(x named, _ int) losses {
	counted := map[int]float64{}
	return func(cap int, eps gdp.Epsilon) (float64, error) {
		if _, ok := counted[cap]; !ok {
			var err error
			if counted[cap], err = weight(x.g, cap); err != nil {
				return 0, err
			}
		}
		return ofEdges(float64(x.g.M()), counted[cap], cap, eps), nil
	}
}

// tables measures graphs.
func tables(graphs []named, loss func(named, int) losses, seeds int) (list []table, err error) {
	for _, x := range graphs {
		t, err := measure(x, loss(x, seeds))
		if err != nil {
			return nil, fmt.Errorf("caps: %s: %w", x.name, err)
		}
		list = append(list, t)
	}
	return list, nil
}
