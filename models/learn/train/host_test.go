package train

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/must"
)

// chained returns a net of such widths, with ReLU between its layers and biases or without.
func chained(widths []int, biases, squares bool) Model {
	m := Model{Chain: &Chain{Squares: squares}}
	for i := range len(widths) - 1 {
		l := Layer{Weight: len(m.Weights), Bias: -1}
		m.Weights = append(m.Weights, []int{widths[i], widths[i+1]})
		if biases {
			l.Bias = len(m.Weights)
			m.Weights = append(m.Weights, []int{widths[i+1]})
		}
		if i < len(widths)-2 {
			l.Active = ReLU
		}
		m.Chain.Layers = append(m.Chain.Layers, l)
	}
	m.Loss = func(t *Tape, x []*Node) *Node {
		if squares {
			t.Squares(x[0], x[2])
		}
		z := x[0]
		for _, l := range m.Chain.Layers {
			z = t.Linear(l.Weight, z)
			if l.Bias >= 0 {
				z = t.Bias(l.Bias, z)
			}
			if l.Active != nil {
				z = MaxScalar(z, 0)
			}
		}
		return CrossEntropy(z, x[1])
	}
	return m
}

// chainCase is a net and the batches that it takes.
type chainCase struct {
	widths          []int
	biases, squares bool
}

var chainCases = []chainCase{
	{[]int{11, 3}, false, false}, {[]int{40, 8, 5}, true, true}, {[]int{143, 32, 7}, true, false},
	{[]int{70, 33, 20, 9}, false, true}, {[]int{23, 64, 16, 2}, true, true}, {[]int{300, 1, 40}, true, false},
}

func (c chainCase) config(name string, places int) Config {
	config := Config{
		Model: chained(c.widths, c.biases, c.squares), Optimiser: SGD{Rate: 1}, Steps: 1000, Batch: places, Divisor: 1, Backend: name,
		Clip: 0.5, Inputs: classified(places, c.widths[0]),
	}
	if c.squares {
		config.Inputs = append(config.Inputs, shapes.Make(dtypes.Float32, places))
	}
	return config
}

// batch returns a batch of rows, of which a third of the entries are 0, as dense rows or as sparse
// ones.
func (c chainCase) batch(x []float32, class []int32, present []bool, sparse bool) Batch {
	in, places := c.widths[0], len(present)
	b := Batch{Present: present, Inputs: []*tensors.Tensor{
		tensors.FromFlatDataAndDimensions(x, places, in), tensors.FromFlatDataAndDimensions(class, places),
	}}
	squares := make([]float32, places)
	for i := range places {
		row := x[i*in : (i+1)*in]
		squares[i], _ = SquaredNorm(row)
		if !sparse {
			continue
		}
		var r Row
		for j, v := range row {
			if v != 0 {
				r.Columns, r.Values = append(r.Columns, int32(j)), append(r.Values, v)
			}
		}
		b.Rows = append(b.Rows, r)
	}
	if c.squares {
		b.Inputs = append(b.Inputs, tensors.FromFlatDataAndDimensions(squares, places))
	}
	if sparse {
		b.Inputs[0] = nil
	}
	return b
}

// thinned returns random numbers of which a third are 0.
func thinned(rng *rand.Rand, n int) []float32 {
	x := gaussians(rng, n)
	for i := range x {
		if rng.IntN(3) == 0 {
			x[i] = 0
		}
	}
	return x
}

// holed returns some places with holes among them.
func holed(rng *rand.Rand, places int) []bool {
	present := make([]bool, places)
	for i := range present {
		present[i] = rng.IntN(5) > 0
	}
	return present
}

// Steps by the kernels equal those of GoMLX: private and non-private, with every optimiser, with
// decay.
func TestKernelsTrainAsGoMLXDoes(t *testing.T) {
	for _, c := range chainCases {
		for _, private := range []bool{true, false} {
			for _, optimiser := range []Optimiser{SGD{Rate: 0.3}, DefaultAdam(0.01)} {
				after := map[string][]float32{}
				for _, name := range []string{"go", "kernels"} {
					const places = 37
					rng := rand.New(rand.NewPCG(5, 5))
					config := c.config(name, places)
					config.Optimiser, config.Decay, config.Divisor = optimiser, 0.02, 20
					var noise Source
					if !private {
						config.Clip = 0
					} else {
						noise = noisy(t, config, 0.1)
					}
					tr := startAt(t, config, noise, config.Model.Glorot(rng))
					if tr.Sparse() != (name == "kernels") {
						t.Fatalf("%s takes sparse rows: %v", name, tr.Sparse())
					}
					for range 6 {
						mustStep(t, tr, c.batch(thinned(rng, places*c.widths[0]), whole(rng, places, c.widths[len(c.widths)-1]), holed(rng, places), false))
					}
					after[name] = append(weights(t, tr), float32(tr.UnreleasedLoss()))
				}
				if off := apart(after["go"], after["kernels"]); !(off < 2e-4) {
					t.Errorf("%v, private %v, %T: weights are %v apart", c, private, optimiser, off)
				}
			}
		}
	}
}

// Sparse rows with known squared norms train to the same bits as dense ones, whatever the number of
// cores: with holes, in one piece and in two, and with examples too large to count. Other norms
// round differently.
func TestSparseRowsHaveTheBitsOfDenseOnes(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, c := range chainCases {
		var want []float32
		for _, way := range []struct {
			sparse bool
			cores  int
		}{{false, 1}, {true, 1}, {false, 3}, {true, 2}, {true, 3}} {
			runtime.GOMAXPROCS(way.cores)
			const places = 53
			rng := rand.New(rand.NewPCG(6, 6))
			config := c.config("kernels", places)
			tr := startAt(t, config, noisy(t, config, 0.1), config.Model.Glorot(rng))
			for range 3 {
				var batch []Batch
				for range 2 {
					x := thinned(rng, places*c.widths[0])
					x[0] = 1e30
					batch = append(batch, c.batch(x, whole(rng, places, c.widths[len(c.widths)-1]), holed(rng, places), way.sparse))
				}
				mustStep(t, tr, batch...)
			}
			got := weights(t, tr)
			if want == nil {
				want = got
			}
			if off := apart(got, want); off != 0 && (c.squares || !way.sparse) || !(off < 1e-5) {
				t.Errorf("%v, %+v: the weights are %v off", c, way, off)
			}
		}
	}
}

// kernelSum returns the clipped sum of a batch, without its noise.
func kernelSum(t *testing.T, tr *Trainer, b Batch) []float64 {
	t.Helper()
	var sum []float64
	h := tr.host
	must.Get(h.add(h.sums, b))(t)
	for _, v := range h.sums.flat {
		sum = append(sum, float64(v))
	}
	clear(h.sums.flat)
	return sum
}

// In the kernels' sum an example contributes its clipped gradient. Removing or replacing it changes
// the sum by at most C, however extreme it is. The sums before noise are compared, of dense and of
// sparse rows.
func TestKernelsMoveTheSumByAtMostC(t *testing.T) {
	const places = 29
	for _, c := range chainCases {
		for _, sparse := range []bool{false, true} {
			rng := rand.New(rand.NewPCG(7, 7))
			config := c.config("kernels", places)
			bound := config.Clip
			from := config.Model.Glorot(rng)
			for _, w := range from {
				for i := range w {
					w[i] += 0.1 * float32(rng.NormFloat64())
				}
			}
			tr := startAt(t, config, silent(config), from)
			in, classes := c.widths[0], c.widths[len(c.widths)-1]
			x, class := thinned(rng, places*in), whole(rng, places, classes)
			present := first(places, places)
			p := problem{model: config.Model, weights: from, batch: places}
			p.inputs, p.dims = []any{x, class}, [][]int{{places, in}, {places}}
			if c.squares {
				p.inputs, p.dims = append(p.inputs, make([]float32, places)), append(p.dims, []int{places})
			}
			want := slices.Concat(brute(p.gradients(t), config.Clip, places)...)
			full := kernelSum(t, tr, c.batch(x, class, present, sparse))
			off, size := 0.0, 0.0
			for i := range want {
				off, size = off+(full[i]-want[i])*(full[i]-want[i]), size+want[i]*want[i]
			}
			if !(math.Sqrt(off) < 2e-3*math.Sqrt(size)) || size == 0 {
				t.Errorf("%v, sparse %v: the sum is %v off, of %v", c, sparse, math.Sqrt(off), math.Sqrt(size))
			}
			nearest := 0.0
			for place := range 12 {
				present[place] = false
				without := kernelSum(t, tr, c.batch(x, class, present, sparse))
				present[place] = true
				for _, scale := range []float64{0, 1e-45, 1e-30, 1e-10, 1, 1e10, 1e19, 1e30, math.Inf(1), math.NaN()} {
					wild := slices.Clone(x)
					for j := range in {
						if v := wild[place*in+j]; v != 0 {
							wild[place*in+j] = float32(scale * float64(v))
						}
					}
					with := kernelSum(t, tr, c.batch(wild, class, present, sparse))
					moved := 0.0
					for i := range with {
						moved += (with[i] - without[i]) * (with[i] - without[i])
					}
					if moved = math.Sqrt(moved); !(moved <= bound) {
						t.Errorf("%v, sparse %v: an example, times %v, moves the sum by %v, want at most %v", c, sparse, scale, moved, bound)
					}
					nearest = max(nearest, moved/bound)
				}
			}
			if nearest < 0.95 {
				t.Errorf("%v, sparse %v: nothing moves the sum by more than %v C: the test is blind", c, sparse, nearest)
			}
		}
	}
}

// What the kernels compute for a place depends only on that place, to the bit.
func TestAPlaceOfTheKernelsDependsOnItsContentAlone(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	const places = 41
	changed := 0
	for n, c := range chainCases {
		for _, sparse := range []bool{false, true} {
			runtime.GOMAXPROCS(1 + n%3)
			rng := rand.New(rand.NewPCG(8, 8))
			config := c.config("kernels", places)
			from := config.Model.Glorot(rng)
			tr := startAt(t, config, silent(config), from)
			x, class, present := thinned(rng, places*c.widths[0]), whole(rng, places, c.widths[len(c.widths)-1]), first(places, places)
			numbers := func(x []float32) [][]float32 {
				kernelSum(t, tr, c.batch(x, class, present, sparse))
				rows := make([][]float32, places)
				for i := range rows {
					rows[i] = append(rows[i], tr.host.factors[i])
					for _, l := range tr.host.layers {
						rows[i] = append(append(rows[i], l.y.Row(i)...), l.delta.Row(i)...)
					}
				}
				return rows
			}
			want := numbers(x)
			for _, place := range []int{0, 17, places - 1} {
				for what, content := range contents {
					other := slices.Clone(x)
					for j := range c.widths[0] {
						other[place*c.widths[0]+j] = content(rng)
					}
					for _, hole := range []bool{false, true} {
						present[place] = !hole
						got := numbers(other)
						present[place] = true
						if !slices.Equal(got[place], want[place]) {
							changed++
						}
						got[place] = want[place]
						if !slices.EqualFunc(got, want, slices.Equal) {
							t.Errorf("%v, sparse %v: %s in place %d change another place", c, sparse, what, place)
						}
					}
				}
			}
		}
	}
	if changed < 300 {
		t.Errorf("%d changes of a place changed it: the test is blind", changed)
	}
}

// Each step by the kernels uses its own noise exactly once, for batches in one piece and in two.
// The noise of a checkpoint is used before any is drawn; a checkpoint of another backend can be
// resumed.
func TestKernelsUseEachNoiseOnce(t *testing.T) {
	c := testConfig("kernels")
	c.Clip, c.Optimiser, c.Divisor, c.Steps = 1, SGD{Rate: 1}, 1, 6
	zeros := make([][]float32, len(c.Model.Weights))
	for i, dims := range c.Model.Weights {
		zeros[i] = make([]float32, size(dims))
	}
	other := c
	other.Backend = "go"
	source := &recorder{paidSource: silent(c)}
	rng := rand.New(rand.NewPCG(1, 1))
	want := make([]float32, c.Model.Entries())
	after := func(tr *Trainer, step, pieces int) {
		t.Helper()
		mustStep(t, tr, slices.Repeat([]Batch{testBatchOf(rng, 0)}, pieces)...)
		for i := range want {
			want[i] -= float32(1000*step + i)
		}
		if got := weights(t, tr); !slices.Equal(got, want) {
			t.Fatalf("after step %d the weights are %v off", step, apart(got, want))
		}
	}
	tr := startAt(t, other, source, zeros)
	after(tr, 1, 1)
	saved := save(t, tr) // with the noise of step 2
	tr = startAt(t, c, source, zeros)
	must.Do(t, tr.UnmarshalBinary(saved))
	if again := save(t, tr); !slices.Equal(again, saved) {
		t.Error("the checkpoint of a trainer that continues is another one")
	}
	after(tr, 2, 2)
	after(tr, 3, 1)
	saved = save(t, tr)
	tr = startAt(t, c, source, zeros)
	must.Do(t, tr.UnmarshalBinary(saved))
	after(tr, 4, 1)
	after(tr, 5, 2)
	after(tr, 6, 1)
	if drawn := len(source.noises); drawn != c.Steps {
		t.Errorf("%d draws for %d steps", drawn, c.Steps)
	}
	if err := step(tr, testBatchOf(rng, 0)); err == nil {
		t.Error("a step beyond the plan")
	}
	failed := startAt(t, c, failing{silent(c)}, zeros)
	for range 2 {
		if err := step(failed, testBatchOf(rng, 3)); err == nil {
			t.Error("a step without noise")
		}
	}
	if _, err := failed.Weights(); err == nil {
		t.Error("weights after a step without noise")
	}
}

// Rows that do not fit are refused before anything is drawn.
func TestBadRowsAreErrors(t *testing.T) {
	c := testConfig("kernels")
	tr := start(t, c, nil)
	good := testBatchOf(rand.New(rand.NewPCG(1, 1)), 3)
	good.Rows = make([]Row, testBatch)
	good.Rows[1] = Row{[]int32{0, testIn - 1}, []float32{1, 2}}
	for what, f := range map[string]func(*Batch){
		"a row too few":           func(b *Batch) { b.Rows = b.Rows[1:] },
		"a value too few":         func(b *Batch) { b.Rows[0] = Row{[]int32{0, 1}, []float32{1}} },
		"a column twice":          func(b *Batch) { b.Rows[0] = Row{[]int32{1, 1}, []float32{1, 1}} },
		"columns that descend":    func(b *Batch) { b.Rows[0] = Row{[]int32{1, 0}, []float32{1, 1}} },
		"a column below the rows": func(b *Batch) { b.Rows[0] = Row{[]int32{-1}, []float32{1}} },
		"a column beyond":         func(b *Batch) { b.Rows[0] = Row{[]int32{testIn}, []float32{1}} },
		"no classes":              func(b *Batch) { b.Inputs = b.Inputs[:1] },
		"no inputs":               func(b *Batch) { b.Inputs = nil },
	} {
		bad := good
		bad.Rows = slices.Clone(good.Rows)
		f(&bad)
		if err := tr.Step(t.Context(), bad); err == nil || !strings.HasPrefix(err.Error(), "train: step 1 of") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := start(t, testConfig("go"), nil).Step(t.Context(), good); err == nil || !strings.Contains(err.Error(), "sparse rows") {
		t.Errorf("sparse rows for a backend: %v", err)
	}
	mustStep(t, tr, good)
	wrong := good
	wrong.Inputs = []*tensors.Tensor{nil, tensors.FromFlatDataAndDimensions(slices.Repeat([]int32{testClasses}, testBatch), testBatch)}
	if err := tr.Step(t.Context(), wrong); err == nil || !strings.Contains(err.Error(), "class in place 0") {
		t.Errorf("a class that is none: %v", err)
	}
}

// A chain that differs from the model, whose norms would belong to other gradients, is refused.
func TestBadChainsAreErrors(t *testing.T) {
	for what, f := range map[string]func(*Model){
		"no layers":         func(m *Model) { m.Chain.Layers = nil },
		"a weight left out": func(m *Model) { m.Chain.Layers[0].Bias = -1 },
		"a weight twice": func(m *Model) {
			*m = chained([]int{testIn, testIn, testIn}, false, false)
			m.Chain.Layers[1].Weight = 0
		},
		"a bias for a weight":  func(m *Model) { m.Chain.Layers[0].Weight, m.Chain.Layers[0].Bias = 1, 0 },
		"no such weight":       func(m *Model) { m.Chain.Layers[1].Weight = 9 },
		"layers in disorder":   func(m *Model) { slices.Reverse(m.Chain.Layers) },
		"a bias of the other":  func(m *Model) { m.Chain.Layers[0].Bias, m.Chain.Layers[1].Bias = 3, 1 },
		"an active last layer": func(m *Model) { m.Chain.Layers[1].Active = ReLU },
		"squares without room": func(m *Model) { m.Chain.Squares = true },
	} {
		c := testConfig("kernels")
		f(&c.Model)
		if _, err := New(c, c.Model.Glorot(rand.New(rand.NewPCG(7, 7)))); err == nil || !strings.HasPrefix(err.Error(), "train: ") {
			t.Errorf("%s: %v", what, err)
		}
	}
	c := testConfig("kernels")
	c.Inputs = classified(testBatch, testIn+1)
	if _, err := New(c, c.Model.Glorot(rand.New(rand.NewPCG(7, 7)))); err == nil || !strings.Contains(err.Error(), fmt.Sprint(testIn)) {
		t.Errorf("rows of other columns: %v", err)
	}
}
