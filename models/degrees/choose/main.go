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
	var real []named
	for _, name := range []string{"privdpr-cora", "privdpr-citeseer", "privdpr-p2p", "privdpr-chicago"} {
		d, err := data.Load(name)
		if err != nil {
			log.Print(err)
			continue
		}
		real = append(real, named{name, d.Graph.Undirected()})
	}
	for _, what := range []struct {
		name string
		loss func(named, int) losses
		now  func(n int, eps gdp.Epsilon) int
	}{
		{"the degree distribution", degreeLosses, query.DegreeCap},
		{"the number of edges", edgeLosses, query.EdgeCap},
	} {
		fmt.Printf("\n%s\n", what.name)
		now := func(n int, eps gdp.Epsilon) float64 { return float64(what.now(n, eps)) }
		chosenOn, shownOn := tables(made, what.loss, 5), tables(real, what.loss, 5)
		for _, f := range forms {
			r, least := f.best(chosenOn)
			fmt.Printf("%-10s c = %-8.3g p = %-5.2g generated %.4f  real %.4f\n", f.name, r.factor, r.power, least, mean(shownOn, r.cap))
		}
		fmt.Printf("%-30s generated %.4f  real %.4f\n", "as it is", mean(chosenOn, now), mean(shownOn, now))
		fmt.Printf("%-30s generated %.4f  real %.4f\n", "the best for each", oracle(chosenOn), oracle(shownOn))
		for _, t := range shownOn {
			for b, eps := range budgets {
				cap := what.now(t.n, eps)
				fmt.Printf("  %-17s ε = %-4v cap %3d: %.3f, best %.3f\n", t.name, eps, cap, t.at(b, float64(cap)), oracle([]table{{losses: t.losses[b : b+1]}})*float64(len(budgets)))
			}
		}
	}
}

// losses are those of one graph, for caps and budgets.
type losses func(cap int, eps gdp.Epsilon) (float64, error)

func degreeLosses(x named, seeds int) losses {
	return func(cap int, eps gdp.Epsilon) (float64, error) { return ofDegrees(x.g, cap, eps, seeds) }
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
