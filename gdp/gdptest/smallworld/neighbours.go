package smallworld

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// neighbours yields the indices of all neighbouring pairs of data sets: two members of the same
// group. If records are added or removed, exactly one of the two lacks the record.
func (w World) neighbours(all []dataset) iter.Seq2[int, int] {
	exchanged := w.Relation == gdp.NodeLevel || w.Relation == gdp.GraphLevel
	return func(yield func(int, int) bool) {
		type place struct {
			number int
			lacks  bool
		}
		groups := map[string][]place{}
		for k, d := range all {
			for _, m := range d.groups {
				for _, other := range groups[m.group] {
					if (exchanged || other.lacks != m.lacks) && !yield(other.number, k) {
						return
					}
				}
				groups[m.group] = append(groups[m.group], place{k, m.lacks})
			}
		}
	}
}

// datasets returns all data sets of the world, each with its groups.
func (w World) datasets() ([]dataset, error) {
	if w.Relation == gdp.GraphLevel || w.Relation == gdp.GraphUnbounded {
		return w.collections()
	}
	var all []dataset
	for _, g := range w.graphs(w.Nodes) {
		net, err := w.network(g)
		if err != nil {
			return nil, err
		}
		d := dataset{data: &gdp.Data{Network: net}}
		if w.Relation == gdp.EdgeLevel {
			d.groups = w.edgeGroups(g)
		} else {
			d.groups = w.nodeGroups(g)
		}
		if w.Relation == gdp.NodeUnbounded {
			for _, o := range g.own {
				d.data.Present = append(d.data.Present, o != absent)
			}
		}
		all = append(all, d)
	}
	return all, nil
}

// edgeGroups returns one group for each pair of nodes: the graphs that agree on all other pairs.
func (w World) edgeGroups(g one) (list []member) {
	for i := range w.pairs(len(g.own)) {
		bit := uint64(1) << i
		list = append(list, member{fmt.Sprint(i, g.pairs&^bit, g.own), g.pairs&bit == 0})
	}
	return list
}

// nodeGroups returns one group for each node: the graphs that agree except for that node's edges
// and values.
func (w World) nodeGroups(g one) (list []member) {
	pairs := w.pairs(len(g.own))
	for u, o := range g.own {
		rest, own := g.pairs, slices.Clone(g.own)
		for i, e := range pairs {
			if e.U == int32(u) || e.V == int32(u) {
				rest &^= 1 << i
			}
		}
		own[u] = absent
		list = append(list, member{fmt.Sprint(u, rest, own), o == absent})
	}
	return list
}

// collections returns all lists of graphs of length w.Graphs, or of at most that length if the
// number is private. A group agrees on all graphs but one.
func (w World) collections() ([]dataset, error) {
	var single []*graph.Network
	for n := 1; n <= w.Nodes; n++ {
		for _, g := range w.graphs(n) {
			net, err := w.network(g)
			if err != nil {
				return nil, err
			}
			single = append(single, net)
		}
	}
	kinds := len(single) * max(w.Classes, 1) // graphs with a class
	lists := [][]int{{}}
	var all []dataset
	for length := 0; length <= w.Graphs; length++ {
		var longer [][]int
		for _, list := range lists {
			if length == w.Graphs || w.Relation == gdp.GraphUnbounded {
				all = append(all, w.collection(list, single))
			}
			for k := range kinds {
				longer = append(longer, append(list[:len(list):len(list)], k))
			}
		}
		lists = longer
	}
	return all, nil
}

func (w World) collection(list []int, single []*graph.Network) dataset {
	c := &graph.Collection{}
	d := dataset{data: &gdp.Data{Collection: c}}
	if w.Relation == gdp.GraphUnbounded {
		d.groups = append(d.groups, member{fmt.Sprint(list), true})
	}
	for i, k := range list {
		c.Graphs = append(c.Graphs, single[k%len(single)])
		if w.Classes > 0 {
			c.Labels = append(c.Labels, int32(k/len(single)))
		}
		group := fmt.Sprint(slices.Delete(slices.Clone(list), i, i+1))
		if w.Relation == gdp.GraphLevel {
			group = fmt.Sprint(i, group)
		}
		d.groups = append(d.groups, member{group, false})
	}
	return d
}

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
