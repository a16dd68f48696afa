package train

import (
	"math"
	"slices"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/learn/backend"
	"github.com/graphdp/graphdp/models/learn/sparse"
)

// quadratic is Σ a (w-x)², in either type.
func quadratic(t dtypes.DType) Network {
	return Network{
		Weights: []shapes.Shape{shapes.Make(t, 3)},
		Loss:    func(w, in []*Node) *Node { return ReduceAllSum(Mul(in[0], Square(Sub(w[0], in[1])))) },
	}
}

func TestNetworksHaveGradientsInTheirType(t *testing.T) {
	x := must.Get(quadratic(dtypes.Float64).On("go"))(t)
	defer x.Close()
	g := make([]float64, 3)
	loss := must.Get(x.Gradient([]any{[]float64{1, 2, 3}}, []any{g}, []float64{1, 2, 3}, []float64{0, 0, 1e-12}))(t)
	if want := 1 + 8 + 3*(3-1e-12)*(3-1e-12); math.Abs(loss-want) > 1e-13 || g[0] != 2 || g[1] != 8 || g[2] != 6*(3-1e-12) {
		t.Errorf("loss %v, want %v; gradient %v", loss, want, g)
	}
	if _, err := x.Gradient([]any{[]float32{1, 2, 3}}, []any{nil}); err == nil {
		t.Error("float32 weights of a float64 network")
	}
}

// An input is a flat slice or a tensor.
func TestInputsAreSlicesOrTensors(t *testing.T) {
	x := must.Get(quadratic(dtypes.Float32).On("go"))(t)
	defer x.Close()
	for _, in := range [][]any{
		{[]float32{1, 2, 3}, []float32{0, 0, 1}},
		{tensors.FromValue([]float32{1, 2, 3}), tensors.FromValue([]float32{0, 0, 1})},
	} {
		g := make([]float32, 3)
		for range 2 { // slices are not changed
			loss, err := x.Gradient([]any{[]float32{1, 2, 3}}, []any{g}, in...)
			if want := []float32{2, 8, 12}; err != nil || loss != 21 || !slices.Equal(g, want) {
				t.Errorf("%T: loss %v, want 21; gradient %v, want %v; %v", in[0], loss, g, want, err)
			}
		}
	}
	if _, err := x.Gradient([]any{[]float32{1, 2, 3}}, []any{nil}, []float32{}, []float32{0, 0, 1}); err == nil {
		t.Error("an empty input is no error")
	}
}

// A training that is saved and resumed takes the same steps as an uninterrupted one, and as the
// optimiser on the host.
func TestDescentContinues(t *testing.T) {
	for _, o := range []Optimiser{DefaultAdam(0.1), SGD{Rate: 0.01}} {
		start := func() *Descent {
			c := must.Get(quadratic(dtypes.Float32).Compile(o, "go"))(t)
			t.Cleanup(c.Close)
			d := must.Get(c.Descend([]any{[]float32{1, 2, 3}}))(t)
			t.Cleanup(d.Close)
			return d
		}
		step := func(d *Descent, n int) (loss float64) {
			for range n {
				loss = must.Get(d.Step([]float32{1, 2, 3}, []float32{0, 0, 0}))(t)
			}
			return loss
		}
		whole, first, second := start(), start(), start()
		step(first, 4)
		text := must.Get(first.MarshalBinary())(t)
		must.Do(t, second.UnmarshalBinary(text))
		if a, b := step(whole, 10), step(second, 6); a != b {
			t.Errorf("the loss is %v, and %v after a checkpoint", a, b)
		}
		w, host, gradient := weightsOf(t, whole), []float32{1, 2, 3}, make([]float32, 3)
		state := [][]float32{make([]float32, 3), make([]float32, 3)}
		for i := range 10 {
			for k, x := range host {
				gradient[k] = 2 * float32(k+1) * x
			}
			o.update(host, gradient, state, 1, i+1)
		}
		for k, x := range host {
			if math.Abs(float64(w[k]-x)) > 2e-5 { // the graph has 1-β^t in float32
				t.Errorf("weight %d is %v, on the host %v", k, w[k], x)
			}
		}
	}
}

func weightsOf(t *testing.T, d *Descent) []float32 {
	t.Helper()
	w := must.Get(d.Weights())(t)
	return w[0].([]float32)
}

// A product and its gradient are those of the matrix and of its transpose. Rows have between zero
// and many entries.
func TestProduct(t *testing.T) {
	edges := []graph.Edge{{U: 0, V: 1}}
	for v := int32(2); v < 20; v++ {
		edges = append(edges, graph.Edge{U: 1, V: v}, graph.Edge{U: v, V: min(v+1, 19)}, graph.Edge{U: v, V: v / 2})
	}
	g, _ := must.Two(graph.FromEdges(22, edges, graph.Options{Directed: true}))(t)
	m := sparse.Normalised(g, false)
	row, column, value := m.Entries()
	p := NewProduct(m)
	n := Network{Weights: Vectors([]int{22, 2}), Loss: func(w, in []*Node) *Node {
		return ReduceAllSum(Mul(p.Times(in[2:], in[0], w[0]), in[1]))
	}}
	h, by, want, gradient, loss := make([]float32, 44), make([]float32, 44), make([]float32, 44), make([]float32, 44), 0.0
	for i := range h {
		h[i], by[i] = float32(math.Sin(float64(i))), float32(math.Cos(float64(i)))
	}
	for i, u := range row {
		for k := range int32(2) {
			loss += float64(value[i] * h[2*column[i]+k] * by[2*u+k])
			want[2*column[i]+k] += value[i] * by[2*u+k]
		}
	}
	rows := make([][]float32, 22)
	for u := range rows {
		rows[u] = by[2*u : 2*u+2]
	}
	for _, name := range []string{"go", "xla:cpu"} {
		if _, err := backend.Open(name); err != nil {
			continue
		}
		x := must.Get(n.On(name))(t)
		defer x.Close()
		got := must.Get(x.Gradient([]any{h}, []any{gradient}, append([]any{value, rows}, NewProduct(m).Inputs()...)...))(t)
		if math.Abs(got-loss) > 1e-5 {
			t.Errorf("%s: %v, want %v", name, got, loss)
		}
		for i, w := range want {
			if math.Abs(float64(gradient[i]-w)) > 1e-5 {
				t.Errorf("%s: gradient %d is %v, want %v", name, i, gradient[i], w)
			}
		}
	}
}

// Trainings that share a compiled step share nothing else, and have separate rates.
func TestTrainingsShareACompiledStep(t *testing.T) {
	c := must.Get(quadratic(dtypes.Float32).Compile(SGD{Rate: 0.25}, "go"))(t)
	defer c.Close()
	for _, rate := range []float64{0.25, 0.125} {
		d := must.Get(c.Descend([]any{[]float32{1, 2, 3}}))(t)
		defer d.Close()
		d.SetRate(rate)
		must.Get(d.Step([]float32{1, 2, 4}, []float32{0, 0, 0}))(t)
		w := weightsOf(t, d)
		for i, x := range []float32{1, 2, 3} {
			if want := x - 2*float32(rate)*[]float32{1, 2, 4}[i]*x; w[i] != want {
				t.Errorf("rate %v: weight %d is %v, want %v", rate, i, w[i], want)
			}
		}
	}
}
