package facts

import "math"

// lacks is the number of classes of largest neighbourhoods by the nodes that they lack.
const lacks = 8

// hubs returns, for each graph, the node that is probably adjacent to all others, or -1. EM over
// all graphs estimates how many nodes the largest neighbourhood lacks: 0 … 7, or any number.
func (a *Answers) hubs() []int {
	type largest struct {
		node int
		like []float64 // likelihood of degrees n-1, n-2, … given the noisy degree
	}
	all := make([]largest, len(a.noisy))
	for i, g := range a.noisy {
		n, yes := g.N(), -1
		for u := range n {
			if d := g.Degree(int32(u)); d > yes {
				yes, all[i].node = d, u
			}
		}
		mean := (2*float64(g.M())/float64(n) - a.flip*float64(n-1)) / (1 - 2*a.flip)
		for lack := 0; lack < n && (lack == 0 || float64(n-1-lack) >= math.Floor(mean)); lack++ {
			expected := float64(n-1-lack)*(1-a.flip) + float64(lack)*a.flip
			off := float64(yes) - expected
			all[i].like = append(all[i].like, math.Exp(-off*off/2/(float64(n-1)*a.flip*(1-a.flip)+0.05))+1e-30)
		}
	}
	law, none := [lacks + 1]float64{}, make([]float64, len(all))
	for k := range law {
		law[k] = 1 / float64(len(law))
	}
	for range 400 {
		var next [lacks + 1]float64
		for i, x := range all {
			var p [lacks + 1]float64
			sum := 0.0
			for k, like := range x.like {
				if k < lacks {
					p[k] += law[k] * like
				}
				p[lacks] += law[lacks] * like / float64(len(x.like))
			}
			for _, q := range p {
				sum += q
			}
			for k, q := range p {
				next[k] += q / sum / float64(len(all))
			}
			none[i] = p[0] / sum
		}
		law = next
	}
	nodes := make([]int, len(all))
	for i, x := range all {
		nodes[i] = -1
		if none[i] > sure && a.noisy[i].N() > 1 {
			nodes[i] = x.node
		}
	}
	return nodes
}

// join makes each hub permanently adjacent to all others.
func (c *chain) join(hubs []int) {
	for i, x := range c.graphs {
		x.hub = hubs[i]
		for v := 0; x.hub >= 0 && v < x.n; v++ {
			if v != x.hub && !x.has(x.rows, x.hub, v) {
				x.turn(x.hub, v)
			}
		}
	}
}
