package seprivgemb

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/models/method"
	"gonum.org/v1/gonum/floats"
)

// begun returns a training of Algorithm 2 before its first step.
func begun(t *testing.T, c SkipGram, g *graph.Graph) *algorithm2 {
	t.Helper()
	return must.Get(newAlgorithm2(c, g, nil, rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 2))))(t)
}

// allEdges is a batch.
func allEdges(g *graph.Graph) (batch []int32) {
	for i := range int32(g.M()) {
		batch = append(batch, i)
	}
	return batch
}

// plain returns two steps of Algorithm 2 on all edges, without noise, in float64 and over
// whole matrices: as printed, or as the authors' code has it.
func plain(a *algorithm2, c SkipGram, steps int) dense {
	n := a.tables.Nodes()
	w := make(dense, 2*n)
	for r := range w {
		for _, x := range a.row(int32(r)) {
			w[r] = append(w[r], float64(x))
		}
	}
	zero := func() dense {
		g := make(dense, 2*n)
		for r := range g {
			g[r] = make([]float64, c.Dim)
		}
		return g
	}
	norm := func(rows dense) float64 {
		square := 0.0
		for _, row := range rows {
			square += floats.Dot(row, row)
		}
		return math.Sqrt(square)
	}
	m, v := zero(), zero()
	for step := 1; step <= steps; step++ {
		sum := zero()
		add := func(row int, by []float64) {
			factor := 1.0
			if !c.Author {
				factor = min(1, c.Clip/norm(dense{by}))
			}
			for i, x := range by {
				sum[row][i] += factor * x
			}
		}
		for _, s := range a.list {
			centre := w[s.centre]
			byV := make([]float64, c.Dim)
			for j, u := range s.targets {
				target := w[n+int(u)]
				score := 0.0
				for i := range target {
					score += target[i] * centre[i]
				}
				k := s.weight * sigmoid(score)
				if j == 0 {
					k -= s.weight
				}
				by := make([]float64, c.Dim)
				for i := range target {
					byV[i] += k * target[i]
					by[i] = k * centre[i]
				}
				add(n+int(u), by)
			}
			add(int(s.centre), byV)
		}
		scale := [2]float64{1 / float64(len(a.list)), 1 / float64(len(a.list))}
		if c.Author {
			pairs := float64(len(a.list) * (c.Negatives + 1))
			for k, half := range []dense{sum[:n], sum[n:]} {
				scale[k] = min(1, c.Clip/(norm(half)/pairs)) / pairs
			}
		}
		for r := range w {
			for i := range w[r] {
				g := scale[r/n] * sum[r][i]
				if !c.Author {
					w[r][i] -= c.Rate * g
					continue
				}
				m[r][i] = 0.9*m[r][i] + 0.1*g
				v[r][i] = 0.999*v[r][i] + 0.001*g*g
				w[r][i] -= c.Rate * m[r][i] / (1 - math.Pow(.9, float64(step))) / (math.Sqrt(v[r][i]/(1-math.Pow(.999, float64(step)))) + 1e-8)
			}
		}
	}
	return w
}

func TestAlgorithm2ByItsDefinition(t *testing.T) {
	g := random(t, 14, 30, 60)
	for name, c := range map[string]SkipGram{"paper": printed, "code": Author.Settings} {
		for _, clip := range []float64{1000, 0.05} {
			c.Dim, c.Clip, c.Rate, c.Centres = 5, clip, 0.5, RandomEnd
			a := begun(t, c, g)
			want := plain(a, c, 3)
			batch := allEdges(g)
			for range 3 {
				must.Do(t, a.step(batch))
			}
			for r := range want {
				for i, x := range a.row(int32(r)) {
					if math.Abs(float64(x)-want[r][i]) > 2e-5 {
						t.Fatalf("%s, clip %v: row %d, entry %d is %v, want %v", name, clip, r, i, x, want[r][i])
					}
				}
			}
		}
	}
}

// ones adds 1 to every number: a noise that can be seen.
func ones(dst []float32) error {
	for i := range dst {
		dst[i]++
	}
	return nil
}

// A row whose gradient is 0 gets no noise by Eq. 9, and noise by Eq. 6.
func TestNoiseGoesWhereTheGradientIsNotZero(t *testing.T) {
	for _, noise := range []Noise{NonZero, All} {
		c := printed
		c.Dim, c.Noise = 4, noise
		a := begun(t, c, build(t, 40, graph.Edge{U: 0, V: 1}))
		clear(a.tables.In(0)) // so that the gradients by W_out are 0
		before := slices.Clone(a.tables.Values())
		a.noise = ones
		must.Do(t, a.step([]int32{0}))
		for r := range a.tables.Rows() {
			if moved := !slices.Equal(before[4*r:][:4], a.row(int32(r))); moved != (r == 0 || noise == All) {
				t.Errorf("noise %d: row %d moved: %v", noise, r, moved)
			}
		}
	}
}

// Noise is added to each row's own sum: if it is 1 for every number, a row that gets it ends η/B
// away from its noiseless value in every entry, and no other row changes.
func TestNoiseIsAddedToTheSums(t *testing.T) {
	for _, noise := range []Noise{NonZero, All} {
		c := printed
		c.Dim, c.Noise = 4, noise
		batch := []int32{0, 3, 5, 11}
		without, with := begun(t, c, ring(t, 40)), begun(t, c, ring(t, 40))
		with.noise = ones
		must.Do(t, errors.Join(without.step(batch), with.step(batch)))
		moved := 0
		for r := range int32(without.tables.Rows()) {
			if slices.Equal(without.row(r), with.row(r)) {
				continue
			}
			moved++
			for i, x := range without.row(r) {
				close(t, "a row with noise", float64(x-with.row(r)[i]), c.Rate/float64(len(batch)), 1e-5)
			}
		}
		if all := without.tables.Rows(); moved == 0 || (moved == all) != (noise == All) {
			t.Errorf("noise %d: %d of %d rows differ", noise, moved, all)
		}
	}
}

// With the gradient set to 0 and no noise nothing changes; with noise, the rows with a gradient
// change.
func TestZeroGradient(t *testing.T) {
	for _, author := range []bool{false, true} {
		c := printed
		c.Dim, c.Author = 4, author
		for _, zero := range []bool{false, true} {
			c.ZeroGradient = zero
			for _, sd := range []float64{0, 1} {
				c.Batch = 5
				before, after := trained(t, ring(t, 40), c, 1, sd, 1)
				moved := 0
				for u := range int32(before.N()) {
					if !slices.Equal(before.Row(u), after.Row(u)) {
						moved++
					}
				}
				if (moved == 0) != (zero && sd == 0) || moved > c.Batch {
					t.Errorf("author %v, gradient 0 %v, noise %v: %d rows moved", author, zero, sd, moved)
				}
			}
		}
	}
}

// Batches of Train are drawn at random: with one edge each, 200 of them reach most of 20 centres,
// and one reaches one.
func TestTrainDrawsItsBatches(t *testing.T) {
	after := func(steps int) *embed.Matrix {
		c := NonPrivate.Settings
		c.Dim, c.Batch, c.Steps = 2, 1, steps
		r := must.Get(NonPrivate.With(c).RunOn(t.Context(), &graph.Network{Graph: ring(t, 20)}, 1))(t)
		return r.In
	}
	first := after(1)
	for steps, want := range map[int][2]int{2: {0, 1}, 200: {15, 20}} {
		moved, x := 0, after(steps)
		for u := range int32(20) {
			if !slices.Equal(first.Row(u), x.Row(u)) {
				moved++
			}
		}
		if moved < want[0] || moved > want[1] {
			t.Errorf("%d steps move %d rows, want %v", steps, moved, want)
		}
	}
}

// G10. Noiseless reads of Algorithm 2 are in the ledger as claims.
func TestTheConstantsAreInTheLedger(t *testing.T) {
	claim.Fails(t, "seprivgemb", "|E|, min P and the row sums of P are public constants: they are read off the private graph, and so are negative samples, all of which the ledger says")
	// Without the edges of node 0 the rate is another, and so is the proximity of 1 and 2, which
	// keep theirs: the rate is read from private data.
	g := ring(t, 120)
	less := build(t, 120, slices.DeleteFunc(edgesOf(g), func(e graph.Edge) bool { return e.U == 0 })...)
	var rates [2]gdp.Sampling
	var near [2]float64
	for i, h := range []*graph.Graph{g, less} {
		plan := must.Get(printed.plan(modest, h.M()))(t)
		p, _ := must.Two(DeepWalk.OnEdges(h))(t)
		rates[i], near[i] = plan.Sampling, p[slices.Index(edgesOf(h), graph.Edge{U: 1, V: 2})]
	}
	if rates[0] == rates[1] || near[0] == near[1] {
		t.Errorf("rates %v, proximities %v: want other ones without the edges of a node", rates, near)
	}
	s := protect(t, g, gdp.NodeLevel, modest)
	mustRun(t, s, set(Published, "Dim=8", "Steps=20", "Batch=16"))
	l := must.Get(s.Ledger())(t)
	if len(l.Entries) != 2 {
		t.Fatalf("the ledger has %v", l.Entries)
	}
	c, ok := l.Entries[0].Basis.(gdp.Claim)
	if !ok || !strings.HasSuffix(l.Entries[0].Label, "constants") || !strings.Contains(c.Statement, "|E|") || !strings.Contains(c.Why, "without noise (G8, G9, G10)") {
		t.Errorf("the first entry is %+v", l.Entries[0])
	}
	if p, err := s.Guarantee(); err != nil || !strings.Contains(p.Reason, "G8, G9, G10") || !strings.Contains(p.Reason, "G2") {
		t.Errorf("not proved because %q, %v", p.Reason, err)
	}
}

// Released degrees are not negative, and none is -0.
func TestReleasedDegrees(t *testing.T) {
	for _, mode := range []method.Mode{Control.Mode, Strict.Mode} {
		o := must.Get(mode.Run(t.Context(), protect(t, build(t, 50), gdp.EdgeLevel, modest), mode.Config(), nil))(t)
		d := o.Details.(details).Degrees
		if low := slices.Min(d); low < 0 || math.Signbit(low) || len(d) != 50 {
			t.Errorf("%s: %d degrees, the least %v", mode.Name, len(d), low)
		}
	}
}
