package coarsen

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"gonum.org/v1/gonum/mat"
)

func TestSmallestEigenvalues(t *testing.T) {
	for seed, n := range []int{60, 180, 300, 400} { // filtered from 256 nodes on
		seed := uint64(seed)
		w := connected(t, n, seed)
		for range 3 { // and three isolated nodes
			w.rows = append(w.rows, nil)
		}
		values, vectors := must.Two(w.smallest(context.Background(), 5, source(seed)))(t)
		all, _ := must.Two(spectrum(laplacian(w).RawMatrix().Data, n+3))(t)
		if all[3] > 1e-9 || all[4] < 1e-9 {
			t.Fatalf("four components, and eigenvalues %v", all[:5])
		}
		for i, got := range values {
			if math.Abs(got-all[4+i]) > 1e-4*all[4+i] {
				t.Errorf("seed %d: eigenvalue %d is %v, want %v", seed, i, got, all[4+i])
			}
		}
		y := make([]float64, len(vectors))
		w.timesLaplacian(y, vectors, 5)
		g := gram(vectors, y, 5)
		for i := range 5 {
			for j := range 5 {
				want := 0.0
				if i == j {
					want = values[i]
				}
				if math.Abs(g[i*5+j]-want) > 1e-8 {
					t.Errorf("seed %d: uᵀLu of %d and %d is %v, want %v", seed, i, j, g[i*5+j], want)
				}
			}
		}
	}
	for _, g := range []*weighted{weightedOf(graphOf(t, 4)), weightedOf(graphOf(t, 1))} {
		if values, vectors, err := g.smallest(context.Background(), 3, source(1)); len(values) != 0 || len(vectors) != 0 || err != nil {
			t.Errorf("no edges: %v, %v, %v", values, vectors, err)
		}
	}
}

func begin(t *testing.T, w *weighted) *variation {
	t.Helper()
	return must.Get(started(context.Background(), w, source(9)))(t)
}

// The cost of a set, by matrices of the whole graph: |Aᵀ Π L_C Π A|, with Π and L_C 0 outside the
// set.
func TestLocalVariationByMatrices(t *testing.T) {
	r := source(4)
	w := connected(t, 30, 5)
	v := begin(t, w)
	a := mat.NewDense(30, v.columns, v.norm)
	for range 50 {
		var set []int32
		for _, u := range r.Perm(30)[:2+r.IntN(6)] {
			set = append(set, int32(u))
		}
		project, l := mat.NewDense(30, 30, nil), mat.NewDense(30, 30, nil)
		for _, u := range set {
			for _, x := range set {
				project.Set(int(u), int(x), -1/float64(len(set)))
			}
			project.Set(int(u), int(u), 1-1/float64(len(set)))
			for _, e := range w.rows[u] {
				if slices.Contains(set, e.to) {
					l.Set(int(u), int(e.to), -e.w)
					l.Set(int(u), int(u), l.At(int(u), int(u))+e.w)
				} else {
					l.Set(int(u), int(u), l.At(int(u), int(u))+2*e.w)
				}
			}
		}
		var b, lb, m mat.Dense
		b.Mul(project, a)
		lb.Mul(l, &b)
		m.Mul(b.T(), &lb)
		want := mat.Norm(&m, 2) / float64(len(set)-1) // over all entries
		if got := v.cost(w, set, w.degrees(), make([]bool, 30)); math.Abs(got-want) > 1e-10*want {
			t.Errorf("set %v costs %v, want %v", set, got, want)
		}
	}
}

// Loukas 2019: let σ² be the total cost of a level's sets and ε+1 the product of 1+σ over levels.
// Then the L-norm of any vector in the span changes by at most a share of ε.
func TestRestrictedSpectralSimilarity(t *testing.T) {
	for seed := range uint64(6) {
		g := random(t, 80, 0.06, source(seed))
		v := begin(t, weightedOf(g))
		product, levels := 1.0, 0
		c := &contraction{k: 30}
		c.sets = func(w *weighted, fewer int) [][]int32 {
			sets, sum := v.sets(w, fewer), 0.0
			for _, s := range sets {
				sum += v.cost(w, s, w.degrees(), make([]bool, w.n())) * float64(len(s)-1)
			}
			product *= 1 + math.Sqrt(sum)
			levels++
			return sets
		}
		c.after = v.coarsen
		must.Get(c.run(context.Background(), g))(t)
		if levels < 1 || math.IsInf(product, 0) {
			t.Fatalf("%d levels, product %v", levels, product)
		}
		y := make([]float64, len(v.basis))
		c.graph.timesLaplacian(y, v.basis, v.columns)
		values, _ := must.Two(spectrum(gram(v.basis, y, v.columns), v.columns))(t) // of Bᵀ L_c B; it began as the identity
		for _, x := range values {
			if ratio := math.Sqrt(max(x, 0)); math.Abs(ratio-1) > product-1 {
				t.Errorf("seed %d: norms change by %v after %d levels, at most %v was promised", seed, ratio-1, levels, product-1)
			}
		}
		y = make([]float64, len(v.norm))
		c.graph.timesLaplacian(y, v.norm, v.columns) // A has norm 1 again, where L does not vanish
		again, _ := must.Two(spectrum(gram(v.norm, y, v.columns), v.columns))(t)
		for i, x := range again {
			if values[i] > 1e-8*values[v.columns-1] && math.Abs(x-1) > 1e-6 {
				t.Errorf("seed %d: AᵀLA has the eigenvalue %v, want 1", seed, x)
			}
		}
	}
}

// The first level takes the cheapest neighbourhoods: the one of least cost is included, all are
// disjoint, and no more nodes are removed than wanted.
func TestCheapestSetsAreTaken(t *testing.T) {
	w := connected(t, 60, 8)
	v := begin(t, w)
	family := neighbourhoods(w)
	chosen := v.cheapest(w, family, 20)
	best, at := math.Inf(1), 0
	for i, set := range family {
		if c := v.cost(w, set, w.degrees(), make([]bool, 60)); c < best {
			best, at = c, i
		}
	}
	if !slices.Equal(chosen[0], family[at]) {
		t.Errorf("%v is taken first, want %v", chosen[0], family[at])
	}
	gone, seen := 0, map[int32]bool{}
	for _, set := range chosen {
		gone += len(set) - 1
		for _, u := range set {
			if seen[u] {
				t.Errorf("node %d is in two sets", u)
			}
			seen[u] = true
		}
	}
	if gone < 10 || gone > 20 {
		t.Errorf("%d nodes fewer, want up to 20", gone)
	}
}

func TestLVNFindsCliques(t *testing.T) {
	s := must.Get(Lvn.Settings.summary(context.Background(), cliques(t, 5, 8), 5, source(1)))(t)
	for u, c := range s.Clusters {
		if int(c) != u/8 {
			t.Fatalf("node %d is in supernode %d: %v", u, c, s.Clusters)
		}
	}
}
