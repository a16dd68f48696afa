package dpggan

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// prior returns n codes from N(0, I).
func prior(n, width int, rng *rand.Rand) vector.Matrix {
	z := vector.New(n, width)
	for i := range z.Data {
		z.Data[i] = float32(rng.NormFloat64())
	}
	return z
}

// probability returns σ(f_i·f_j + b): [DPGGAN21] Eq. 2.
func probability(f vector.Matrix, i, j int, bias float64) float64 {
	return sigmoid(float64(vector.Dot(f.Row(i), f.Row(j))) + bias) // [DPGGAN21] Eq. 2
}

func sigmoid(s float64) float64 { return 1 / (1 + scalar.Exp(-s)) }

const (
	// block is the number of rows and columns of a block of scores.
	block = 512
	// rare is the probability up to which pairs are proposed before their scores are computed.
	rare = 1.0 / 16
)

// bernoulli draws each pair of nodes independently with its probability, [DPGGAN21] Eq. 2, without
// an N×N array. Where the bound of a row or block is low, it proposes pairs with the largest
// probability p by geometric gaps and accepts each with its own probability over p. Each block has
// its own random source, so that the result does not depend on the number of cores. Large graphs
// are sorted by row length, which tightens the bounds of blocks.
func bernoulli(f vector.Matrix, bias float64, rng *rand.Rand) (*graph.Graph, error) {
	o, err := inOrder(f, f.Rows > many)
	if err != nil {
		return nil, err
	}
	return o.bernoulli(bias, rng)
}

// bernoulli is [bernoulli] on ordered rows.
func (o *ordered) bernoulli(bias float64, rng *rand.Rand) (*graph.Graph, error) {
	seed := rng.Uint64()
	edges := inBlocks(o.rows.Rows, func(b *blockOf) (found []graph.Edge) {
		r := rand.New(rand.NewPCG(seed, uint64(b.number)))
		most := sigmoid(o.bound(b) + bias)
		if most <= rare {
			gaps(b.pairs(), most, r, func(at int64) {
				if i, j := b.pair(at); r.Float64() < probability(o.rows, i, j, bias)/most {
					found = append(found, o.edge(i, j))
				}
			})
			return found
		}
		for i, scores := range b.scores(o.rows) {
			first := max(b.j, i+1)
			row := scores[first-b.j:]
			if len(row) == 0 {
				continue
			}
			top := sigmoid(float64(largest(row)) + bias)
			gaps(int64(len(row)), top, r, func(at int64) {
				if r.Float64() < sigmoid(float64(row[at])+bias)/top {
					found = append(found, o.edge(i, first+int(at)))
				}
			})
		}
		return found
	})
	g, _, err := graph.FromEdges(o.rows.Rows, edges, graph.Options{})
	return g, err
}

// gaps calls f on each of 0 … n-1 with probability p, independently, in ascending order.
func gaps(n int64, p float64, r *rand.Rand, f func(at int64)) {
	if p <= 0 {
		return
	}
	down := math.Log1p(-p)
	for at := int64(-1); ; {
		gap := 0.0
		if p < 1 {
			gap = math.Floor(math.Log(1-r.Float64()) / down)
		}
		if gap >= float64(n-at-1) {
			return
		}
		at += 1 + int64(gap)
		f(at)
	}
}

// largest returns the maximum of a non-empty list without NaN.
func largest(x []float32) float32 {
	m := [4]float32{x[0], x[0], x[0], x[0]}
	for ; len(x) >= 4; x = x[4:] {
		for k, v := range x[:4:4] {
			if v > m[k] {
				m[k] = v
			}
		}
	}
	for _, v := range x {
		m[0] = max(m[0], v)
	}
	return max(m[0], m[1], m[2], m[3])
}

// blockOf is a block of pairs: nodes i … iEnd-1 with later nodes of j … jEnd-1.
type blockOf struct {
	number           int
	i, iEnd, j, jEnd int
}

// inBlocks calls f on all blocks, on all cores, and returns the edges in the order of the blocks.
func inBlocks(n int, f func(b *blockOf) []graph.Edge) []graph.Edge {
	blocks := blocksOf(n)
	found := make([][]graph.Edge, len(blocks))
	parallel.Blocks(len(blocks), 1, func(_, k, _ int) { found[k] = f(blocks[k]) })
	return slices.Concat(found...)
}

// blocksOf returns the blocks of all pairs of n nodes.
func blocksOf(n int) (blocks []*blockOf) {
	for i := 0; i < n; i += block {
		for j := i; j < n; j += block {
			blocks = append(blocks, &blockOf{len(blocks), i, min(i+block, n), j, min(j+block, n)})
		}
	}
	return blocks
}

// pairs returns the number of pairs in the block.
func (b *blockOf) pairs() int64 {
	if b.i == b.j {
		return pairs(b.iEnd - b.i)
	}
	return int64(b.iEnd-b.i) * int64(b.jEnd-b.j)
}

// pair returns the pair with the given index.
func (b *blockOf) pair(number int64) (i, j int) {
	if b.i == b.j {
		u, v := unordered(number)
		return b.i + int(u), b.j + int(v)
	}
	width := int64(b.jEnd - b.j)
	return b.i + int(number/width), b.j + int(number%width)
}

// unordered returns the pair u < v with the given index; v(v-1)/2 pairs precede those of v.
func unordered(number int64) (u, v int64) {
	v = int64((1 + math.Sqrt(1+8*float64(number))) / 2)
	for v*(v-1)/2 > number {
		v--
	}
	for (v+1)*v/2 <= number {
		v++
	}
	return number - v*(v-1)/2, v
}

// scores yields, for each node of i … iEnd-1, its scores with j … jEnd-1, without the bias.
func (b *blockOf) scores(f vector.Matrix) func(yield func(i int, scores []float32) bool) {
	s := vector.New(b.iEnd-b.i, b.jEnd-b.j)
	vector.AddProduct(s, f.RowsOf(b.i, b.iEnd), vector.Transposed(f.RowsOf(b.j, b.jEnd)))
	return func(yield func(i int, scores []float32) bool) {
		for k := range s.Rows {
			if !yield(b.i+k, s.Row(k)) {
				return
			}
		}
	}
}

// mostScores is the largest number of pairs for which all scores are computed.
const mostScores = 1 << 20

// biasFor returns the bias that gives the expected number of edges; for large graphs it estimates
// it from random pairs.
func biasFor(f vector.Matrix, edges int, rng *rand.Rand) float64 {
	all := pairs(f.Rows)
	if all == 0 {
		return 0
	}
	scores := make([]float64, min(all, mostScores))
	for k := range scores {
		number := int64(k)
		if all > mostScores {
			number = rng.Int64N(all)
		}
		u, v := unordered(number)
		scores[k] = float64(vector.Dot(f.Row(int(u)), f.Row(int(v))))
	}
	want := float64(edges) / float64(all) * float64(len(scores))
	low, high := -1e4, 1e4
	for high-low > 1e-3 {
		mid, sum := (low+high)/2, 0.0
		for _, s := range scores {
			sum += sigmoid(s + mid)
		}
		if sum < want {
			low = mid
		} else {
			high = mid
		}
	}
	return (low + high) / 2
}
