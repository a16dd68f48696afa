package privhrg

import (
	"math"

	"github.com/graphdp/graphdp/data/graph"
)

// cells groups the inner vertices of a dendrogram that are counted together; the root is in cell 0.
type cells struct {
	of    []int32
	count int
}

// noisyBlocks returns the paper's cells. From the root down, a vertex and all below it form one
// block if noise of scale 1/ε is at least pair, relative to the pairs that meet at the vertex, and
// at least block, relative to all pairs below it. Other vertices are counted alone.
func noisyBlocks(t *graph.Tree, eps, pair, block float64) (c cells) {
	n := t.Leaves()
	c.of = make([]int32, n-1)
	type place struct {
		vertex, within int32 // -1 for none
	}
	for stack := []place{{int32(n), -1}}; len(stack) > 0; {
		p := stack[len(stack)-1]
		if stack = stack[:len(stack)-1]; int(p.vertex) < n {
			continue
		}
		left, right := t.Children(p.vertex)
		a, b := float64(t.Size(left)), float64(t.Size(right))
		cell := p.within
		if cell < 0 {
			cell = int32(c.count)
			c.count++
			if 1/(eps*a*b) >= pair && 2/(eps*(a+b)*(a+b-1)) >= block { // [PRIVHRG14] Blocks
				p.within = cell
			}
		}
		c.of[int(p.vertex)-n] = cell
		stack = append(stack, place{right, p.within}, place{left, p.within})
	}
	return c
}

// pairsAt returns the number of pairs that meet at each inner vertex.
func pairsAt(t *graph.Tree) []float64 {
	n := t.Leaves()
	pairs := make([]float64, n-1)
	for i := range pairs {
		left, right := t.Children(int32(n + i))
		pairs[i] = float64(t.Size(left)) * float64(t.Size(right))
	}
	return pairs
}

// shared splits each cell's count among its vertices in proportion to weights and returns the edge
// probability of each vertex, at most 1.
func (c cells) shared(counts, weights, pairs []float64) []float64 {
	sums, p := make([]float64, c.count), make([]float64, len(c.of))
	for i, k := range c.of {
		sums[k] += weights[i]
	}
	for i, k := range c.of {
		if sums[k] > 0 {
			p[i] = min(max(counts[k], 0)*weights[i]/sums[k]/pairs[i], 1) // [PRIVHRG14] Probabilities
		}
	}
	return p
}

// above merges inner vertices from the leaves up until each cell expects at least the given number
// of edges. The rest at the root is one more cell.
func above(t *graph.Tree, expected []float64, least float64) (c cells) {
	n := t.Leaves()
	c.of = make([]int32, n-1)
	open := make([][]int32, 2*n-1) // vertices below each that have no cell yet
	sum := make([]float64, 2*n-1)
	for _, v := range upwards(t) {
		left, right := t.Children(v)
		a, b := open[left], open[right]
		if len(a) < len(b) {
			a, b = b, a
		}
		open[left], open[right] = nil, nil
		open[v] = append(append(a, b...), v)
		if sum[v] = sum[left] + sum[right] + expected[int(v)-n]; sum[v] >= least || int(v) == n {
			for _, w := range open[v] {
				c.of[int(w)-n] = int32(c.count)
			}
			c.count++
			open[v], sum[v] = nil, 0
		}
	}
	return c
}

// upwards lists the inner vertices, children first.
func upwards(t *graph.Tree) []int32 {
	n := t.Leaves()
	order := []int32{int32(n)}
	for i := 0; i < len(order); i++ {
		left, right := t.Children(order[i])
		for _, v := range [2]int32{left, right} {
			if int(v) >= n {
				order = append(order, v)
			}
		}
	}
	for i, j := 0, len(order)-1; i < j; i, j = i+1, j-1 {
		order[i], order[j] = order[j], order[i]
	}
	return order
}

// posteriorMeans returns the posterior mean edge counts of cells, given noisy counts with the given
// noise variance and the expected edges as a prior. It scales the expected edges to the total
// count, estimates one relative prior variance for all cells, and keeps the total.
func (c cells) posteriorMeans(noisy []int64, expected []float64, noise float64) []float64 {
	mean, all, counted := make([]float64, c.count), 0.0, 0.0
	for i, k := range c.of {
		mean[k] += expected[i]
		all += expected[i]
	}
	for _, y := range noisy {
		counted += float64(y)
	}
	times := max(counted, 0) / max(all, math.SmallestNonzeroFloat64)
	over, of := 0.0, 0.0
	for k, y := range noisy {
		mean[k] *= times
		x := mean[k]
		w := 1 / (x + noise) / (x + noise) // inverse variance of the squared difference
		over += w * x * x * ((float64(y)-x)*(float64(y)-x) - x - noise)
		of += w * x * x * x * x
	}
	share, sum := max(over/max(of, math.SmallestNonzeroFloat64), 0), 0.0
	for k, y := range noisy {
		own := mean[k] + share*mean[k]*mean[k]
		mean[k] = max((mean[k]*noise+float64(y)*own)/(noise+own), 0)
		sum += mean[k]
	}
	for k := range mean {
		mean[k] *= max(counted, 0) / max(sum, math.SmallestNonzeroFloat64)
	}
	return mean
}
