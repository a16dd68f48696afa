package train

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/models/learn/backend"
)

func open(t *testing.T, name string) compute.Backend {
	t.Helper()
	return must.Get(backend.Open(name))(t)
}

// each runs a test on every backend of this machine.
func each(t *testing.T, test func(t *testing.T, name string)) {
	t.Helper()
	choices, err := backend.Present()
	if err != nil {
		t.Log(err)
	}
	for _, c := range choices {
		t.Run(c.Name, func(t *testing.T) { test(t, c.Name) })
	}
}

func gaussians(rng *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(rng.NormFloat64())
	}
	return x
}

func whole(rng *rand.Rand, n, below int) []int32 {
	x := make([]int32, n)
	for i := range x {
		x[i] = int32(rng.IntN(below))
	}
	return x
}

// problem is a model, weights and a batch.
type problem struct {
	name    string
	model   Model
	weights [][]float32
	inputs  []any // slices of float32 or int32, with dimensions [B, …]
	dims    [][]int
	batch   int
}

func (p problem) tensors() []*tensors.Tensor {
	var list []*tensors.Tensor
	for i, x := range p.inputs {
		switch x := x.(type) {
		case []float32:
			list = append(list, tensors.FromFlatDataAndDimensions(x, p.dims[i]...))
		case []int32:
			list = append(list, tensors.FromFlatDataAndDimensions(x, p.dims[i]...))
		}
	}
	return list
}

func (p problem) weightTensors() []any {
	var list []any
	for i, w := range p.weights {
		list = append(list, tensors.FromFlatDataAndDimensions(w, p.model.Weights[i]...))
	}
	return list
}

// sums runs clippedSums with an example in every place.
func (p problem) sums(t *testing.T, name string, bound float64) [][]float32 {
	t.Helper()
	run, _ := (&p).compile(t, name, bound)
	return run(first(p.batch, p.batch))[0]
}

// compile prepares clippedSums for several bounds at once, [bound][weight], as a function of which
// places hold examples. It also returns the margin.
func (p *problem) compile(t *testing.T, name string, bounds ...float64) (run func(present []bool) [][][]float32, margin float64) {
	t.Helper()
	n := len(p.weights)
	exec := must.Get(NewExec(open(t, name), func(args []*Node) []*Node {
		var all []*Node
		for _, bound := range bounds {
			tape := NewTape(args[:n])
			losses := p.model.Loss(tape, args[n+1:])
			sums, err := clippedSums(tape, bound, losses, args[n])
			if err != nil {
				panic(err)
			}
			all = append(all, sums...)
			margin, _ = tape.margin(p.batch)
		}
		return all
	}))(t)
	t.Cleanup(exec.Finalize)
	run = func(present []bool) [][][]float32 {
		args := append(p.weightTensors(), present)
		for _, x := range p.tensors() {
			args = append(args, x)
		}
		out := must.Get(exec.Call(args...))(t)
		sums := make([][][]float32, len(bounds))
		for i, o := range out {
			sums[i/n] = append(sums[i/n], tensors.MustCopyFlatData[float32](o))
		}
		return sums
	}
	run(make([]bool, p.batch))
	return run, margin
}

// gradients returns the examples' gradients by backpropagation of one loss at a time, which
// clippedSums must never form. [example][weight][entry].
func (p problem) gradients(t *testing.T) [][][]float32 {
	t.Helper()
	args := append(p.weightTensors(), int32(0))
	for _, x := range p.tensors() {
		args = append(args, x)
	}
	n := len(p.weights)
	all := make([][][]float32, p.batch)
	exec := must.Get(NewExec(open(t, "go"), func(args []*Node) []*Node {
		losses := p.model.Loss(NewTape(args[:n]), args[n+1:])
		one := Gather(losses, ExpandAxes(args[n], 0))
		return Gradient(ReduceAllSum(one), args[:n]...)
	}))(t)
	defer exec.Finalize()
	for i := range all {
		args[n] = int32(i)
		out := must.Get(exec.Call(args...))(t)
		for _, o := range out {
			all[i] = append(all[i], tensors.MustCopyFlatData[float32](o))
		}
	}
	return all
}

func call(t *testing.T, name string, f func([]*Node) []*Node, args ...any) [][]float32 {
	t.Helper()
	out := must.Get(CallOnceN(open(t, name), f, args...))(t)
	var flat [][]float32
	for _, o := range out {
		flat = append(flat, tensors.MustCopyFlatData[float32](o))
	}
	return flat
}

// brute returns Σ min(1, C/|g_i|) g_i in float64, from the examples' gradients. A
// gradient that is not finite adds nothing.
func brute(gradients [][][]float32, bound float64, rows int) [][]float64 {
	sums := make([][]float64, len(gradients[0]))
	for w, g := range gradients[0] {
		sums[w] = make([]float64, len(g))
	}
	for _, example := range gradients[:rows] {
		norm := norm(slices.Concat(example...))
		if norm-norm != 0 {
			continue
		}
		for w, g := range example {
			factor := bound / max(norm, bound)
			for j, v := range g {
				sums[w][j] += factor * float64(v)
			}
		}
	}
	return sums
}

// problems returns small random models of every kind of layer.
func problems(rng *rand.Rand) []problem {
	b, in, hidden, classes := 2+rng.IntN(9), 1+rng.IntN(12), 1+rng.IntN(9), 2+rng.IntN(4)
	g := 2 + rng.IntN(4)
	class := whole(rng, b, classes)
	mlp := [][]int{{in, hidden}, {hidden}, {hidden, classes}, {classes}}
	net := func(t *Tape, x *Node) *Node {
		h := MaxScalar(t.Bias(1, t.Linear(0, x)), 0)
		return t.Bias(3, t.Linear(2, h))
	}
	sides := gaussians(rng, b)
	all := []problem{
		{
			name: "network", batch: b,
			model:  Model{Weights: mlp, Loss: func(t *Tape, x []*Node) *Node { return CrossEntropy(net(t, x[0]), x[1]) }},
			inputs: []any{gaussians(rng, b*in), class}, dims: [][]int{{b, in}, {b}},
		},
		{
			name: "nodes around a root", batch: b, // the loss sees a mixture of a root's G rows
			model: Model{Weights: mlp, Loss: func(t *Tape, x []*Node) *Node {
				return CrossEntropy(ReduceSum(Mul(net(t, x[0]), ExpandAxes(x[2], 2)), 1), x[1])
			}},
			inputs: []any{gaussians(rng, b*g*in), class, gaussians(rng, b*g)}, dims: [][]int{{b, g, in}, {b}, {b, g}},
		},
		{
			name: "graph convolution", batch: b, // two of them, read out at the root
			model: Model{Weights: [][]int{{in, hidden}, {hidden, classes}}, Loss: func(t *Tape, x []*Node) *Node {
				mixed := func(x, a *Node) *Node { return Dot(a, x).General([]int{2}, []int{0}, []int{1}, []int{0}) }
				h := MaxScalar(t.Linear(0, mixed(x[0], x[2])), 0)
				root := Slice(t.Linear(1, mixed(h, x[2])), AxisRange(), AxisElem(0), AxisRange())
				return CrossEntropy(Reshape(root, b, classes), x[1])
			}},
			inputs: []any{gaussians(rng, b*g*in), class, gaussians(rng, b*g*g)}, dims: [][]int{{b, g, in}, {b}, {b, g, g}},
		},
		{
			name: "records of a user", batch: b, // the sum of a user's losses is clipped
			model: Model{Weights: mlp, Loss: func(t *Tape, x []*Node) *Node {
				return ReduceSum(CrossEntropy(net(t, x[0]), x[1]), 1)
			}},
			inputs: []any{gaussians(rng, b*g*in), whole(rng, b*g, classes)}, dims: [][]int{{b, g, in}, {b, g}},
		},
		{
			name: "shared weight", batch: b, // one matrix in two layers
			model: Model{Weights: [][]int{{in, in}, {in, 1}}, Loss: func(t *Tape, x []*Node) *Node {
				z := t.Linear(0, Tanh(t.Linear(0, x[0])))
				return MaxScalar(OneMinus(Mul(Reshape(t.Linear(1, z), -1), x[1])), 0)
			}},
			inputs: []any{gaussians(rng, b*in), sides}, dims: [][]int{{b, in}, {b}},
		},
		{
			name: "autoencoder", batch: b,
			model: Model{Weights: [][]int{{in, hidden}, {in, hidden}, {hidden, in}}, Loss: func(t *Tape, x []*Node) *Node {
				mean, logVariance := t.Linear(0, x[0]), t.Linear(1, x[0])
				z := Add(mean, Mul(Exp(MulScalar(logVariance, 0.5)), x[1]))
				divergence := MulScalar(Sub(Add(Square(mean), Exp(logVariance)), OnePlus(logVariance)), 0.5)
				return Add(ReduceSum(Square(Sub(t.Linear(2, z), x[0])), -1), ReduceSum(divergence, -1))
			}},
			inputs: []any{gaussians(rng, b*in), gaussians(rng, b*hidden)}, dims: [][]int{{b, in}, {b, hidden}},
		},
	}
	for i := range all {
		for _, dims := range all[i].model.Weights {
			all[i].weights = append(all[i].weights, gaussians(rng, size(dims)))
		}
	}
	return all
}

// distance returns |got - want| over |want|, all weights together.
func distance(got [][]float32, want [][]float64) float64 {
	off, of := 0.0, 0.0
	for w := range want {
		for j, v := range want[w] {
			d := float64(got[w][j]) - v
			off += d * d
			of += v * v
		}
	}
	if of == 0 {
		return math.Sqrt(off)
	}
	return math.Sqrt(off / of)
}

// The clipped sums are those of gradients taken one example at a time, on random models, for bounds
// that clip none, some and all of the examples.
func TestClippedSumsAreThoseOfBruteForce(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		rng := rand.New(rand.NewPCG(1, 1))
		clipped := 0
		for i, p := range problems(rng) {
			if name != "go" && i%2 == 0 {
				continue // XLA takes its time to compile
			}
			gradients := p.gradients(t)
			bounds := []float64{0.01, 3, 1e6}
			if name != "go" {
				bounds = bounds[1:2]
			}
			run, margin := p.compile(t, name, bounds...)
			for _, rows := range []int{p.batch, p.batch - 1, 0} {
				got := run(first(rows, p.batch))
				for i, bound := range bounds {
					if off := distance(got[i], brute(gradients, bound*margin, rows)); off > 1e-5 {
						t.Errorf("%s, C = %v, %d examples: off by %.2g", p.name, bound, rows, off)
					}
					if distance(got[i], brute(gradients, 1e9, rows)) > 1e-3 {
						clipped++
					}
				}
			}
		}
		if clipped < 4 {
			t.Errorf("clipping changed only %d of the sums: the test is blind", clipped)
		}
	})
}

// given returns a model of one weight whose examples have the gradients a_i ⊗ δ_i, for
// inputs a [B, in] and δ [B, out].
func given(a, delta []float32, batch int) problem {
	in, out := len(a)/batch, len(delta)/batch
	return problem{
		model: Model{Weights: [][]int{{in, out}}, Loss: func(t *Tape, x []*Node) *Node {
			return ReduceSum(Mul(t.Linear(0, x[0]), x[1]), -1)
		}},
		weights: [][]float32{make([]float32, in*out)},
		inputs:  []any{a, delta}, dims: [][]int{{batch, in}, {batch, out}}, batch: batch,
	}
}

func norm(x []float32) float64 {
	sum := 0.0
	for _, v := range x {
		sum += float64(v) * float64(v)
	}
	return math.Sqrt(sum)
}

// leaving returns the change of the sum if the example of a place is removed.
func leaving(run func(present []bool) [][][]float32, batch, place int) float64 {
	present := first(batch, batch)
	with := run(present)[0][0]
	present[place] = false
	for j, without := range run(present)[0][0] {
		with[j] -= without
	}
	return norm(with)
}

// Whatever the gradient of an example, it changes the float32 sum by at most C: alone, and in a
// full batch of examples with the same direction.
func TestNoExampleMovesTheSumByMoreThanC(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		rng := rand.New(rand.NewPCG(2, 2))
		inf, nan := float32(math.Inf(1)), float32(math.NaN())
		largest := 0.0
		for _, bound := range []float64{1e-6, 37.7} {
			for _, batch := range []int{1, 256} {
				const in, out = 33, 9
				p := given(make([]float32, batch*in), make([]float32, batch*out), batch)
				run, _ := (&p).compile(t, name, bound)
				for try := range 12 {
					a, delta := make([]float32, batch*in), make([]float32, batch*out)
					for i := range batch {
						// Sizes from where squares underflow to where they overflow.
						sa, sd := scalar.Pow(10, -25+50*rng.Float64()), scalar.Pow(10, -25+50*rng.Float64())
						if rng.IntN(2) == 0 {
							sa, sd = 1, 100
						}
						for j := range in {
							a[i*in+j] = float32(sa * (1 + 0.1*rng.NormFloat64()))
						}
						for j := range out {
							delta[i*out+j] = float32(sd * (1 + 0.1*rng.NormFloat64()))
						}
					}
					if batch > 2 {
						a[3*in], delta[4*out+1], a[5*in], delta[6*out] = nan, inf, inf, nan
					}
					if try == 0 { // squares of the last example's input underflow
						for j := range in {
							a[(batch-1)*in+j] = 1e-23
						}
						for j := range out {
							delta[(batch-1)*out+j] = 1e18
						}
					}
					p.inputs = []any{a, delta}
					left := batch - 1
					if try > 2 {
						left = rng.IntN(batch)
					}
					moved := leaving(run, batch, left) / bound
					if !(moved <= 1) {
						t.Errorf("C = %v, %d examples: that of place %d moves the sum by %v C", bound, batch, left, moved)
					}
					largest = max(largest, moved)
				}
			}
		}
		if largest < 0.9 {
			t.Errorf("no example moved a sum by more than %v C: the test is blind", largest)
		}
	})
}

// grouped returns a model of one weight whose examples have the gradients
// Σ_g a_ig ⊗ δ_ig, for inputs a [B, G, in] and δ [B, G, out].
func grouped(a, delta []float32, batch, group int) problem {
	p := given(a, delta, batch*group)
	in, out := p.dims[0][1], p.dims[1][1]
	p.dims, p.batch = [][]int{{batch, group, in}, {batch, group, out}}, batch
	p.model.Loss = func(t *Tape, x []*Node) *Node { return ReduceSum(Mul(t.Linear(0, x[0]), x[1]), 1, 2) }
	return p
}

// If the rows of an example cancel, its norm counts for at least R/7.5, where R is the sum of its
// rows' norms: rounding errors proportional to R then stay below the margin. Two rows of norm 1
// that leave 1/1000 are scaled down by 7.5 C/2 instead of to norm C.
func TestRowsThatCancelAreClippedByTheirSize(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		const left, bound = 1e-3, 1e-5
		p := grouped([]float32{1, 0, 1, 0}, []float32{1, 0, -(1 - left), 0}, 1, 2)
		run, margin := p.compile(t, name, bound)
		want := left * bound * margin * 7.5 / (2 - left)
		if got := norm(run([]bool{true})[0][0]); math.Abs(got/want-1) > 1e-3 {
			t.Errorf("two rows that cancel add %v, want %v; C is %v", got, want, bound)
		}
	})
}

// Groups of rows also change the sum by at most C: rows that cancel to any extent, alone and in a
// full batch.
func TestNoGroupMovesTheSumByMoreThanC(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		const in, out, group, batch = 17, 5, 4, 47
		rng := rand.New(rand.NewPCG(3, 3))
		p := grouped(make([]float32, batch*group*in), make([]float32, batch*group*out), batch, group)
		const bound = 0.3
		run, _ := p.compile(t, name, bound)
		largest := 0.0
		for try := range 30 {
			a, delta := gaussians(rng, batch*group*in), gaussians(rng, batch*group*out)
			for i := range batch { // the second half of the rows cancels most of the first
				left := float32(scalar.Pow(10, -6*rng.Float64()))
				for g := group / 2; g < group; g++ {
					from, to := i*group+g-group/2, i*group+g
					copy(a[to*in:(to+1)*in], a[from*in:])
					for k := range out {
						delta[to*out+k] = -delta[from*out+k] * (1 - left)
					}
				}
			}
			p.inputs = []any{a, delta}
			largest = max(largest, leaving(run, batch, batch-1-try)/bound)
		}
		if largest > 1 || largest < 0.9 {
			t.Errorf("a group moves the sum by %v C", largest)
		}
	})
}

// The margin equals that of docs/proofs/training.md, computed here from its formula.
func TestMarginIsThatOfTheProof(t *testing.T) {
	const u = 0x1p-24
	rounding := func(n int) float64 { return float64(n) * u / (1 - float64(n)*u) }
	for _, c := range []struct{ in, out, batch, group int }{{33, 9, 48, 1}, {1433, 32, 240, 1}, {20, 3, 48, 4}, {300, 7, 96, 9}} {
		p := grouped(make([]float32, c.batch*c.group*c.in), make([]float32, c.batch*c.group*c.out), c.batch, c.group)
		_, margin := p.compile(t, "go", 1)
		cancel := 1.0 // κ
		if c.group > 1 {
			cancel = 8
		}
		norm := 1 + cancel*cancel*rounding(c.in+c.out+c.group*c.group+1+16)
		sum := 1 + 4*cancel*float64(c.batch)*rounding(c.batch*c.group+4)
		if want := 1 / (norm * sum); math.Abs(margin-want) > 1e-12 {
			t.Errorf("%+v: the margin is %v, want %v", c, margin, want)
		}
	}
}

// An example with an infinite or NaN gradient adds nothing, and a batch without examples sums to 0.
func TestWildGradientsAddNothing(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		inf, nan := float32(math.Inf(1)), float32(math.NaN())
		const in, out = 3, 2
		p := given(make([]float32, 2*in), make([]float32, 2*out), 2)
		run, _ := p.compile(t, name, 1e6)
		for wildName, wild := range map[string][]float32{
			"infinite input": {inf, 1, 1, 1, 1}, "NaN input": {1, nan, 1, 1, 1},
			"infinite gradient": {1, 1, 1, inf, 1}, "NaN gradient": {1, 1, 1, 1, nan},
			"0 times ∞": {0, 0, 0, inf, inf}, "overflow": {1e30, 1, 1, 1e30, 1},
		} {
			p.inputs = []any{append([]float32{1, 2, 3}, wild[:in]...), append([]float32{1, -1}, wild[in:]...)}
			want := run([]bool{true, false})[0][0]
			if got := run([]bool{true, true})[0][0]; !slices.Equal(got, want) {
				t.Errorf("%s: the sum is %v, without the example %v", wildName, got, want)
			}
			if got := run([]bool{false, false})[0][0]; norm(got) != 0 {
				t.Errorf("%s: the sum over no examples is %v", wildName, got)
			}
		}
	})
}

// A weight is in two layers: one with known input norms, the other with possibly non-finite inputs.
func TestKnownSquaresAreOfTheirInputAlone(t *testing.T) {
	p := problem{
		model: Model{Weights: [][]int{{1, 1}}, Loss: func(t *Tape, x []*Node) *Node {
			t.Squares(x[0], Ones(x[0].Graph(), shapes.Make(dtypes.Float32, 2)))
			z := t.Linear(0, Sqrt(t.Linear(0, x[0])))
			return Reshape(Add(z, t.Linear(0, x[0])), -1)
		}},
		weights: [][]float32{{1}}, inputs: []any{[]float32{1, -1}}, dims: [][]int{{2, 1}}, batch: 2,
	}
	run, _ := p.compile(t, "go", 10)
	if both, one := run([]bool{true, true})[0][0], run([]bool{true, false})[0][0]; both[0] != one[0] || both[0] == 0 {
		t.Errorf("the sum is %v with the root of -1, %v without", both, one)
	}
}

// Norms of inputs computed by the host serve as well as the device's.
func TestKnownSquares(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		rng := rand.New(rand.NewPCG(3, 3))
		const batch, in, out = 9, 40, 4
		p := given(gaussians(rng, batch*in), gaussians(rng, batch*out), batch)
		want := p.sums(t, name, 2)
		squares := make([]float32, batch)
		for i := range squares {
			row := p.inputs[0].([]float32)[i*in : (i+1)*in]
			squares[i] = must.Get(SquaredNorm(row))(t)
			if float64(squares[i]) < norm(row)*norm(row) {
				t.Errorf("|row|² = %v became %v", norm(row)*norm(row), squares[i])
			}
		}
		p.inputs, p.dims = append(p.inputs, squares), append(p.dims, []int{batch})
		p.model.Loss = func(t *Tape, x []*Node) *Node {
			t.Squares(x[0], x[2])
			return ReduceSum(Mul(t.Linear(0, x[0]), x[1]), -1)
		}
		got := p.sums(t, name, 2)
		for j := range got[0] {
			if math.Abs(float64(got[0][j]-want[0][j])) > 1e-5 {
				t.Fatalf("entry %d is %v, computed on the device %v", j, got[0][j], want[0][j])
			}
		}
	})
	for _, row := range [][]float32{{1, float32(math.NaN())}, {float32(math.Inf(-1))}} {
		if _, err := SquaredNorm(row); err == nil {
			t.Errorf("the squared norm of %v: no error", row)
		}
	}
	if s, err := SquaredNorm([]float32{3e38, 3e38}); err != nil || !math.IsInf(float64(s), 1) {
		t.Errorf("a squared norm beyond float32 is %v, %v", s, err)
	}
}

// No array of a private step is larger than a batch of rows of the widest layer, the weights, or G²
// numbers per example: per-example gradients, 96 x 50 x 40 here, are never formed.
func TestNoPerExampleGradientsAreFormed(t *testing.T) {
	const in, hidden, classes, batch, g = 50, 40, 30, 96, 3
	b := open(t, "go")
	m := network(in, hidden, classes, 0, false)
	for name, dims := range map[string][]int{"one row": {batch, in}, "groups": {batch, g, in}} {
		limit := max(batch*g*in, in*hidden, batch*g*g)
		if len(dims) == 2 {
			limit = max(batch*in, in*hidden)
		}
		largest := 0
		args := []any{tensors.FromFlatDataAndDimensions(make([]float32, size(dims)), dims...), make([]int32, batch)}
		for _, w := range m.Weights {
			args = append(args, tensors.FromFlatDataAndDimensions(make([]float32, size(w)), w...))
		}
		must.Get(CallOnceN(b, func(args []*Node) []*Node {
			tape := NewTape(args[2:])
			x, class := args[0], args[1]
			h := tape.Bias(3, tape.Linear(2, MaxScalar(tape.Bias(1, tape.Linear(0, x)), 0)))
			if h.Rank() == 3 {
				h = ReduceSum(h, 1)
			}
			sums, err := clippedSums(tape, 1, CrossEntropy(h, class), Equal(class, class))
			if err != nil {
				panic(err)
			}
			for _, n := range x.Graph().Nodes() {
				largest = max(largest, n.Shape().Size())
			}
			return sums
		}, args...))(t)
		if largest > limit || largest < batch*in {
			t.Errorf("%s: the largest array has %d entries, want at most %d", name, largest, limit)
		}
	}
}
