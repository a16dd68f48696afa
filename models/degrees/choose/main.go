// Choose finds the caps of query.DegreeCap and query.EdgeCap on generated graphs, which are
// nobody's, and shows what they lose on real ones against the best cap for each, and
// against a cap that is chosen privately.
//
//	go run ./models/degrees/choose
//
// What is minimised, over which graphs, budgets and forms of rules, was written down before it
// was run: graphs.go, loss.go, rule.go. A form with one more number must lose 2 % less.
package main

import (
	"fmt"
	"log"
	"math"
	"slices"

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
	}{
		{"the degree distribution", degreeLosses, query.DegreeCap},
		{"the number of edges", edgeLosses, query.EdgeCap},
	} {
		fmt.Printf("\n%-34s generated    others   paper's\n", what.name)
		now := func(n int, eps gdp.Epsilon) float64 { return float64(what.now(n, eps)) }
		var sets [3][]table
		for i, graphs := range [][]named{made, others, paper} {
			sets[i] = tables(graphs, what.loss, 10)
		}
		show := func(name string, loss func([]table) float64) {
			fmt.Printf("%-34s %9.4f %9.4f %9.4f\n", name, loss(sets[0]), loss(sets[1]), loss(sets[2]))
		}
		for _, f := range forms {
			r := f.best(sets[0])
			show(fmt.Sprintf("%s: c = %.3g, p = %.2g", f.name, r.factor, r.power), func(set []table) float64 { return mean(set, r.cap) })
		}
		show("as it is", func(set []table) float64 { return mean(set, now) })
		show("22 √ε, as it was", func(set []table) float64 {
			return mean(set, func(_ int, eps gdp.Epsilon) float64 { return 22 * math.Sqrt(float64(eps)) })
		})
		show("the best for each", oracle)
		for _, t := range sets[2] {
			for b, eps := range budgets {
				cap := what.now(t.n, eps)
				fmt.Printf("  %-17s ε = %-4v cap %3d: %.3f, best %.3f\n", t.name, eps, cap, t.at(b, float64(cap)), slices.Min(t.losses[b]))
			}
		}
	}
	if err := showPaid(made, paper); err != nil {
		log.Fatal(err)
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

// showPaid compares shares of the budget for a private choice, over budgets and graphs.
func showPaid(made, paper []named) error {
	for _, share := range []float64{0.1, 0.2, 0.3} {
		fmt.Printf("a private choice for %2.0f %%", 100*share)
		for _, graphs := range [][]named{made, paper} {
			var sum, best float64
			for _, x := range graphs {
				for _, eps := range budgets {
					expected, least, err := paid(x, eps, share, 10)
					if err != nil {
						return fmt.Errorf("choose: %s: %w", x.name, err)
					}
					sum += expected / float64(len(graphs)*len(budgets))
					best += least / float64(len(graphs)*len(budgets))
				}
			}
			fmt.Printf("  %.4f (if right: %.4f)", sum, best)
		}
		fmt.Println()
	}
	return nil
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
func tables(graphs []named, loss func(named, int) losses, seeds int) (list []table) {
	for _, x := range graphs {
		t, err := measure(x, loss(x, seeds))
		if err != nil {
			log.Fatalf("choose: %s: %v", x.name, err)
		}
		list = append(list, t)
	}
	return list
}
