package allpairs

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/learn/sparse"
	"github.com/graphdp/graphdp/models/learn/vector"

	_ "github.com/graphdp/graphdp/models/learn/backend/xla" // backends are compared
)

// dense returns a sparse matrix with all its zeros.
func dense(m *sparse.Matrix) [][]float64 {
	d := make([][]float64, m.Rows())
	for u := range d {
		d[u] = make([]float64, m.Cols())
	}
	row, column, value := m.Entries()
	for i := range row {
		d[row[i]][column[i]] = float64(value[i])
	}
	return d
}

func times(a, b [][]float64) [][]float64 {
	c := make([][]float64, len(a))
	for i := range c {
		c[i] = make([]float64, len(b[0]))
		for k, v := range a[i] {
			for j, w := range b[k] {
				c[i][j] += v * w
			}
		}
	}
	return c
}

func wide(m vector.Matrix) [][]float64 {
	d := make([][]float64, m.Rows)
	for i := range d {
		for _, v := range m.Row(i) {
			d[i] = append(d[i], float64(v))
		}
	}
	return d
}

// lossOf returns an autoencoder's loss in float64 by the formulas of the paper, for
// given weights and given normal numbers.
func lossOf(a *Autoencoder, g *graph.Graph, x, w0, w1, normal [][]float64) float64 {
	adjacency := dense(sparse.Normalised(g, a.config.Loops))
	hidden := times(adjacency, times(x, w0))
	for _, row := range hidden {
		for k := range row {
			row[k] = max(row[k], 0)
		}
	}
	out := times(adjacency, times(hidden, w1))
	loss, r := 0.0, a.config.Latent
	z := out
	if a.config.Variational {
		z = make([][]float64, len(out))
		for i, row := range out {
			for k := range r {
				m, l := row[k], row[r+k]
				z[i] = append(z[i], m+scalar.Exp(l)*normal[i][k])
				loss += a.config.Divergence / 2 * (m*m + scalar.Exp(2*l) - 1 - 2*l)
			}
		}
	}
	w := a.config.Weights
	for i := range z {
		for j := i; j < len(z); j++ {
			s := 0.0
			for k := range z[i] {
				s += z[i][k] * z[j][k]
			}
			switch linked := g.HasEdge(int32(i), int32(j)); {
			case i == j:
				loss += w.LoopLinked*math.Log1p(scalar.Exp(-s)) + w.LoopUnlinked*math.Log1p(scalar.Exp(s))
			case linked:
				loss += w.Linked * math.Log1p(scalar.Exp(-s))
			default:
				loss += w.Unlinked * math.Log1p(scalar.Exp(s))
			}
		}
	}
	return loss
}

func features(t *testing.T, n int, rng *rand.Rand) *graph.Attributes {
	t.Helper()
	offsets, indices, values := []int64{0}, []int32(nil), []float32(nil)
	for range n {
		for c := range int32(5) {
			if rng.IntN(2) == 0 {
				indices, values = append(indices, c), append(values, rng.Float32())
			}
		}
		offsets = append(offsets, int64(len(indices)))
	}
	a, err := graph.NewAttributes(5, offsets, indices, values)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// The gradient by every weight is that of the loss in float64, by central
// differences.
func TestGradient(t *testing.T) {
	for _, variational := range []bool{false, true} {
		for _, withFeatures := range []bool{false, true} {
			const n = 11
			rng := rand.New(rand.NewPCG(1, 1))
			g := ring(t, n)
			c := Paper(g, variational)
			c.Hidden, c.Latent, c.Divergence, c.Loops = 6, 3, 0.3, !withFeatures
			x := dense(sparse.Identity(n))
			var attributes *graph.Attributes
			if withFeatures {
				attributes = features(t, n, rng)
				x = dense(sparse.Attributes(attributes))
			}
			a, err := New(g, attributes, c, rng)
			if err != nil {
				t.Fatal(err)
			}
			loss, dw0, dw1 := a.gradient()
			w := [2][][]float64{wide(a.encoder.W0), wide(a.encoder.W1)}
			normal := wide(a.noise)
			f := func() float64 { return lossOf(a, g, x, w[0], w[1], normal) }
			if want := f(); math.Abs(loss.Total()-want) > 1e-6*want {
				t.Errorf("variational %v, features %v: loss %v, want %v", variational, withFeatures, loss.Total(), want)
			}
			for m, got := range []vector.Matrix{dw0, dw1} {
				for i := range w[m] {
					for j := range w[m][i] {
						const h = 1e-6
						old := w[m][i][j]
						w[m][i][j] = old + h
						up := f()
						w[m][i][j] = old - h
						down := f()
						w[m][i][j] = old
						if want := (up - down) / (2 * h); math.Abs(float64(got.Row(i)[j])-want) > 2e-6 {
							t.Errorf("variational %v, features %v: ∂/∂W%d[%d,%d] = %v, want %v", variational, withFeatures, m, i, j, got.Row(i)[j], want)
						}
					}
				}
			}
		}
	}
}

// Two cliques joined by an edge: training finds codes whose products tell edges
// from other pairs.
func TestItLearns(t *testing.T) {
	var edges []graph.Edge
	for u := range int32(10) {
		for v := range u {
			edges = append(edges, graph.Edge{U: u, V: v}, graph.Edge{U: 10 + u, V: 10 + v})
		}
	}
	g := gdptest.Graph(t, 20, append(edges, graph.Edge{U: 0, V: 10}))
	for _, variational := range []bool{false, true} {
		a, err := New(g, nil, Paper(g, variational), rand.New(rand.NewPCG(3, 1)))
		if err != nil {
			t.Fatal(err)
		}
		var first, last Loss
		for step := range 200 {
			if last, err = a.Step(); err != nil {
				t.Fatal(err)
			}
			if step == 0 {
				first = last
			}
		}
		if last.Total() > 0.8*first.Total() {
			t.Errorf("variational %v: the loss went from %v to %v", variational, first, last)
		}
		z := vector.Dense(a.Codes(), 16)
		if within, across := vector.Dot(z.Row(1), z.Row(2)), vector.Dot(z.Row(1), z.Row(12)); within < across+1 {
			t.Errorf("variational %v: a pair within a clique scores %v, one across %v", variational, within, across)
		}
	}
}

func TestBadInput(t *testing.T) {
	g, rng := ring(t, 10), rand.New(rand.NewPCG(4, 1))
	directed, _, err := graph.FromEdges(3, []graph.Edge{{U: 0, V: 1}}, graph.Options{Directed: true})
	if err != nil {
		t.Fatal(err)
	}
	for what, f := range map[string]func() (*Autoencoder, error){
		"no graph":        func() (*Autoencoder, error) { return New(nil, nil, Paper(g, false), rng) },
		"directed":        func() (*Autoencoder, error) { return New(directed, nil, Paper(g, false), rng) },
		"random numbers":  func() (*Autoencoder, error) { return New(g, nil, Paper(g, false), nil) },
		"features of 9":   func() (*Autoencoder, error) { return New(g, features(t, 9, rng), Paper(g, false), rng) },
		"want at least 1": func() (*Autoencoder, error) { c := Paper(g, false); c.Latent = 0; return New(g, nil, c, rng) },
		"divergence":      func() (*Autoencoder, error) { c := Paper(g, false); c.Divergence = -1; return New(g, nil, c, rng) },
		"weight NaN": func() (*Autoencoder, error) {
			c := Paper(g, false)
			c.Weights.Linked = math.NaN()
			return New(g, nil, c, rng)
		},
		"Adam with rate 0,": func() (*Autoencoder, error) { c := Paper(g, false); c.Adam.Rate = 0; return New(g, nil, c, rng) },
	} {
		if _, err := f(); err == nil || !strings.Contains(err.Error(), what) || !strings.HasPrefix(err.Error(), "allpairs: ") {
			t.Errorf("want an error with %q, got %v", what, err)
		}
	}
	a, err := New(g, nil, Paper(g, false), rng)
	if err != nil {
		t.Fatal(err)
	}
	a.encoder.W1.Data[0] = float32(math.NaN())
	before := a.encoder.W0.Data[5]
	if _, err := a.Step(); err == nil || a.encoder.W0.Data[5] != before {
		t.Errorf("a loss that is not a number: error %v, a weight from %v to %v", err, before, a.encoder.W0.Data[5])
	}
}
