package smallworld

import (
	"fmt"
	"math"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// Pair is a change of a query's answer between two neighbours.
type Pair struct {
	Change float64
	A, B   *gdp.Data
	QA, QB []float64 // the answers
}

// Worst is the largest change in each norm, and the number of pairs compared.
type Worst struct {
	L1, L2, LInf Pair
	Pairs        int
}

// Worst compares all pairs of neighbours. It fails if the query fails on any data set, or if the
// lengths of the answers differ between neighbours, which noise would not hide.
func (w World) Worst(eval func(*gdp.Data) ([]float64, error)) (Worst, error) {
	if err := w.check(); err != nil {
		return Worst{}, err
	}
	all, err := w.datasets()
	if err != nil {
		return Worst{}, err
	}
	values := make([][]float64, len(all))
	for i, d := range all {
		if values[i], err = eval(d.data); err != nil {
			return Worst{}, fmt.Errorf("smallworld: %s: %w", describe(d.data), err)
		}
	}
	var worst Worst
	for i, k := range w.neighbours(all) {
		p := Pair{A: all[i].data, B: all[k].data, QA: values[i], QB: values[k]}
		if len(p.QA) != len(p.QB) {
			return Worst{}, fmt.Errorf("smallworld: %d values for %s, %d for %s", len(p.QA), describe(p.A), len(p.QB), describe(p.B))
		}
		worst.compare(p)
	}
	if worst.Pairs == 0 {
		return Worst{}, fmt.Errorf("smallworld: no two data sets of this world are neighbours")
	}
	return worst, nil
}

// compare updates w with one more pair.
func (w *Worst) compare(p Pair) {
	var sum, squares, largest float64
	for i, v := range p.QA {
		d := math.Abs(v - p.QB[i])
		sum += d
		squares += d * d
		largest = max(largest, d)
	}
	w.Pairs++
	w.L1.keep(sum, p)
	w.L2.keep(math.Sqrt(squares), p)
	w.LInf.keep(largest, p)
}

func (p *Pair) keep(change float64, other Pair) {
	if p.A == nil || change > p.Change || math.IsNaN(change) { // NaN counts as the largest change
		other.Change = change
		*p = other
	}
}

// String formats the change and the two neighbours.
func (p Pair) String() string {
	return fmt.Sprintf("change %v from %v of %s to %v of %s", p.Change, p.QA, describe(p.A), p.QB, describe(p.B))
}

// describe formats a small data set.
func describe(d *gdp.Data) string {
	if d.Collection != nil {
		var list []string
		for i, net := range d.Collection.Graphs {
			text := network(net, nil)
			if d.Collection.Labels != nil {
				text += fmt.Sprintf(" class %d", d.Collection.Labels[i])
			}
			list = append(list, text)
		}
		return "[" + strings.Join(list, "; ") + "]"
	}
	return network(d.Network, d.Present)
}

func network(net *graph.Network, present []bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "{%d nodes", net.Graph.N())
	for u, there := range present {
		if !there {
			fmt.Fprintf(&b, ", without %d", u)
		}
	}
	for u, v := range net.Graph.Edges() {
		fmt.Fprintf(&b, " %d-%d", u, v)
	}
	if net.Attrs != nil {
		for u := range net.Graph.N() {
			_, row := net.Attrs.Row(int32(u))
			fmt.Fprintf(&b, ", %d has %v label %d", u, row, net.Labels[u])
		}
	}
	return b.String() + "}"
}
