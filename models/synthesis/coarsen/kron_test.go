package coarsen

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"gonum.org/v1/gonum/mat"
)

// laplacian returns a graph's Laplacian matrix.
func laplacian(w *weighted) *mat.Dense {
	l := mat.NewDense(w.n(), w.n(), nil)
	for u, row := range w.rows {
		for _, a := range row {
			l.Set(u, int(a.to), l.At(u, int(a.to))-a.w)
			l.Set(u, u, l.At(u, u)+a.w)
		}
	}
	return l
}

// connected returns a random connected graph with random weights.
func connected(t *testing.T, n int, seed uint64) *weighted {
	r := source(seed)
	w := weightedOf(random(t, n, 3/float64(n), r))
	for u := range int32(n - 1) { // a path through all
		for _, p := range [][2]int32{{u, u + 1}, {u + 1, u}} {
			if i, ok := slices.BinarySearchFunc(w.rows[p[0]], p[1], func(a arc, v int32) int { return int(a.to) - int(v) }); !ok {
				w.rows[p[0]] = slices.Insert(w.rows[p[0]], i, arc{p[1], 1})
			}
		}
	}
	for u, row := range w.rows {
		for i, a := range row {
			lo, hi := min(int32(u), a.to), max(int32(u), a.to)
			w.rows[u][i].w = 0.2 + math.Mod(float64(lo)*0.37+float64(hi)*0.61, 1)
		}
	}
	return w
}

func pick(m *mat.Dense, rows, columns []int32) *mat.Dense {
	p := mat.NewDense(len(rows), len(columns), nil)
	for i, u := range rows {
		for j, v := range columns {
			p.Set(i, j, m.At(int(u), int(v)))
		}
	}
	return p
}

func TestEliminationIsTheSchurComplement(t *testing.T) {
	for seed := range uint64(20) {
		w := connected(t, 25, seed)
		e := newElimination(w)
		var out, in []int32
		for i, u := range source(seed).Perm(25) {
			if i < 15 {
				out = append(out, int32(u))
			} else {
				in = append(in, int32(u))
			}
		}
		slices.Sort(in)
		must.Do(t, e.eliminateAll(context.Background(), out))
		l := laplacian(w)
		var x, want mat.Dense // L_kk - L_kr L_rr⁻¹ L_rk
		must.Do(t, x.Solve(pick(l, out, out), pick(l, out, in)))
		want.Mul(pick(l, in, out), &x)
		want.Sub(pick(l, in, in), &want)
		small := e.small()
		if !mat.EqualApprox(laplacian(small), &want, 1e-10) {
			t.Fatalf("seed %d: another complement", seed)
		}

		before := must.Get(w.resistances())(t)
		after := must.Get(small.resistances())(t)
		for i, u := range in {
			for j, v := range in {
				if a, b := before(u, v), after(int32(i), int32(j)); math.Abs(a-b) > 1e-9 {
					t.Errorf("seed %d: nodes %d and %d have resistance %v, and %v after", seed, u, v, a, b)
				}
			}
		}

		// A walk from an eliminated node ends at a kept one with probabilities -L_rr⁻¹ L_rk.
		of := e.nearest(len(in))
		for i, u := range out {
			best := 0
			for j := range in {
				if -x.At(i, j) > -x.At(i, best)*(1+1e-9) {
					best = j
				}
			}
			if of[u] != int32(best) {
				t.Errorf("seed %d: node %d goes to %d, want %d", seed, u, of[u], best)
			}
		}
	}
}

func TestResistancesOfAPath(t *testing.T) {
	w := weightedOf(graphOf(t, 6, [2]int32{0, 1}, [2]int32{1, 2}, [2]int32{2, 3}, [2]int32{4, 5}))
	w.rows[4][0].w, w.rows[5][0].w = 4, 4
	r := must.Get(w.resistances())(t)
	for _, c := range []struct {
		u, v int32
		want float64
	}{{0, 1, 1}, {0, 3, 3}, {1, 3, 2}, {4, 5, 0.25}, {2, 2, 0}} {
		if got := r(c.u, c.v); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("resistance of %d and %d: %v, want %v", c.u, c.v, got, c.want)
		}
	}
}

func TestOscillationIsTheTopVector(t *testing.T) {
	for seed := range uint64(5) {
		w := connected(t, 20, seed)
		x := w.oscillation(source(seed))
		values, _ := must.Two(spectrum(laplacian(w).RawMatrix().Data, 20))(t)
		y := make([]float64, 20)
		w.timesLaplacian(y, x, 1)
		for i := range y {
			if math.Abs(y[i]-values[19]*x[i]) > 1e-3*values[19] {
				t.Errorf("seed %d: L x is %v at %d, want %v", seed, y[i], i, values[19]*x[i])
			}
		}
		if x[0] < 0 {
			t.Errorf("seed %d: the first entry is %v", seed, x[0])
		}
	}
}

// Each level keeps half of the nodes, or the target number: those with the largest entries.
func TestLevelsKeepTheLargestEntries(t *testing.T) {
	w := connected(t, 40, 6)
	e := must.Get(reduced(context.Background(), w, 20, source(5)))(t)
	x := w.oscillation(source(5))
	kept, least, most := e.left(), math.Inf(1), math.Inf(-1)
	for u, v := range x {
		if slices.Contains(kept, int32(u)) {
			least = min(least, v)
		} else {
			most = max(most, v)
		}
	}
	if len(kept) != 20 || least < most {
		t.Errorf("%d nodes are kept, with entries from %v on; others have up to %v", len(kept), least, most)
	}
	if e = must.Get(reduced(context.Background(), w, 7, source(5)))(t); len(e.left()) != 7 {
		t.Errorf("%d nodes are kept, want 7", len(e.left()))
	}
	for _, u := range e.left() {
		if !slices.Contains(kept, u) {
			t.Errorf("node %d came back", u)
		}
	}
}

// Sparsified graphs are unbiased. With 600 samples and 45 edges, the largest of 45 deviations
// exceeds 4.5 standard deviations with probability below 1e-3; the seed is fixed.
func TestSparsifiedIsRightInTheMean(t *testing.T) {
	w := connected(t, 20, 3)
	const draws = 600
	type moments struct{ sum, squares float64 }
	m := map[[2]int32]*moments{}
	for i := range uint64(draws) {
		s := must.Get(w.sparsified(100, source(i)))(t)
		for u, row := range s.rows {
			for _, a := range row {
				at := [2]int32{int32(u), a.to}
				if m[at] == nil {
					m[at] = &moments{}
				}
				m[at].sum += a.w
				m[at].squares += a.w * a.w
			}
		}
	}
	dropped := false
	for u, row := range w.rows {
		for _, a := range row {
			x := m[[2]int32{int32(u), a.to}]
			if x == nil {
				t.Fatalf("edge %d %d was never drawn", u, a.to)
			}
			mean := x.sum / draws
			sd := math.Sqrt((x.squares/draws - mean*mean) / draws)
			dropped = dropped || sd > 0
			if math.Abs(mean-a.w) > 4.5*sd+1e-12 {
				t.Errorf("edge %d %d has weight %v in the mean, want %v ± %v", u, a.to, mean, a.w, sd)
			}
		}
	}
	if !dropped {
		t.Error("nothing was drawn")
	}
}

// A component without a kept node is in the last supernode.
func TestKronLosesComponentsTogether(t *testing.T) {
	g := cliques(t, 1, 5)
	var pairs [][2]int32
	for u, v := range g.Edges() {
		pairs = append(pairs, [2]int32{u, v})
	}
	g = graphOf(t, 20, pairs...) // a clique and fifteen nodes
	s := must.Get(Kron.Settings.summary(context.Background(), g, 3, source(1)))(t)
	check(t, "Kron", Kron.Settings, g, 3, s)
	lost := 0
	for u := 5; u < 20; u++ {
		if s.Clusters[u] == 2 {
			lost++
		}
	}
	if lost < 13 {
		t.Errorf("%d of fifteen nodes without edges are together, of which two may be kept: %v", lost, s.Clusters)
	}
}
