package train

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/must"
)

// numbers compiles the terms of a batch's sums, place by place: inputs and outputs of each layer,
// the gradients of the outputs, the loss and the clipping factors.
func (p *problem) numbers(t *testing.T, name string) (run func(present []bool) [][]uint32) {
	t.Helper()
	n := len(p.weights)
	exec := must.Get(NewExec(open(t, name), func(args []*Node) *Node {
		tape := NewTape(args[:n]).training(args[n+1])
		losses := p.model.Loss(tape, args[n+2:])
		all, factor, err := terms(tape, 0.7, losses, args[n])
		if err != nil {
			panic(err)
		}
		list := []*Node{losses, factor}
		for _, u := range tape.taps {
			list = append(list, u.out)
		}
		for _, l := range all {
			if list = append(list, l.delta); l.in != nil {
				list = append(list, ConvertDType(l.in, dtypes.Float32))
			}
		}
		for i, x := range list {
			list[i] = Reshape(x, p.batch, -1)
		}
		return Concatenate(list, 1)
	}))(t)
	t.Cleanup(exec.Finalize)
	return func(present []bool) [][]uint32 {
		t.Helper()
		args := append(p.weightTensors(), present, keysOf(1, 2, 3, p.batch))
		for _, x := range p.tensors() {
			args = append(args, x)
		}
		out := must.Get(exec.Call1(args...))(t)
		flat := tensors.MustCopyFlatData[float32](out)
		rows := make([][]uint32, p.batch)
		for i, x := range flat {
			row := i / (len(flat) / p.batch)
			rows[row] = append(rows[row], math.Float32bits(x))
		}
		return rows
	}
}

// contents are possible contents of a place besides an example: other numbers, a hole, and values
// that are harmful when multiplied by 0 or added to others.
var contents = map[string]func(rng *rand.Rand) float32{
	"another example": func(rng *rand.Rand) float32 { return float32(rng.NormFloat64()) },
	"zeros":           func(*rand.Rand) float32 { return 0 },
	"huge numbers":    func(rng *rand.Rand) float32 { return float32(1e30 * rng.NormFloat64()) },
	"tiny numbers":    func(rng *rand.Rand) float32 { return float32(1e-42 * rng.NormFloat64()) },
	"infinity":        func(*rand.Rand) float32 { return float32(math.Inf(1)) },
	"no numbers":      func(*rand.Rand) float32 { return float32(math.NaN()) },
}

// replace changes the content of a place, and returns a function that undoes it.
func (p *problem) replace(rng *rand.Rand, place int, content func(*rand.Rand) float32) (restore func()) {
	old := slices.Clone(p.inputs)
	for i, x := range p.inputs {
		switch x := x.(type) {
		case []float32:
			x = slices.Clone(x)
			for j := range len(x) / p.batch {
				x[place*(len(x)/p.batch)+j] = content(rng)
			}
			p.inputs[i] = x
		case []int32:
			x, each := slices.Clone(x), len(x)/p.batch
			copy(x[place*each:(place+1)*each], x[rng.IntN(p.batch)*each:])
			p.inputs[i] = x
		}
	}
	return func() { p.inputs = old }
}

// touched counts how often a change of one place changes a bit computed for another place. A try
// only counts if the place's own numbers change.
func (p *problem) touched(t *testing.T, name string, rng *rand.Rand, contents map[string]func(*rand.Rand) float32) (other, tries int) {
	t.Helper()
	run := p.numbers(t, name)
	present := first(p.batch, p.batch)
	want := run(present)
	for _, place := range []int{0, p.batch / 2, p.batch - 1} {
		for _, content := range contents {
			for _, hole := range []bool{false, true} {
				restore := p.replace(rng, place, content)
				present[place] = !hole
				got := run(present)
				present[place] = true
				restore()
				if slices.Equal(got[place], want[place]) {
					continue
				}
				tries++
				if got[place] = want[place]; !slices.EqualFunc(got, want, slices.Equal) {
					other++
				}
			}
		}
	}
	return other, tries
}

// dense returns a net of two layers, with ReLU and dropout between them.
func dense(rng *rand.Rand, batch, in, hidden, classes int) problem {
	p := problem{
		name: fmt.Sprintf("%d places, %d-%d-%d", batch, in, hidden, classes), batch: batch,
		model:  network(in, hidden, classes, 0.1, false),
		inputs: []any{gaussians(rng, batch*in), whole(rng, batch, classes)}, dims: [][]int{{batch, in}, {batch}},
	}
	for _, dims := range p.model.Weights {
		p.weights = append(p.weights, gaussians(rng, size(dims)))
	}
	return p
}

// What is computed for a place depends only on that place, to the bit: on every backend, for
// batches of any size, for every kind of layer, on one core and on several. The proof that an
// example changes a sum by at most C relies on this.
func TestAPlaceDependsOnItsContentAlone(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		rng := rand.New(rand.NewPCG(4, 4))
		list := problems(rng)
		if name == "go" {
			list = slices.Concat(list, problems(rng), problems(rng))
			for _, batch := range []int{1, 2, 3, 5, 8, 13, 31, 48, 61, 97, 257} {
				for range 6 {
					list = append(list, dense(rng, batch, 1+rng.IntN(70), 1+rng.IntN(40), 2+rng.IntN(20)))
				}
			}
			list = append(list, dense(rng, 61, 143, 32, 7), dense(rng, 257, 1433, 32, 7), dense(rng, 320, 300, 33, 17))
		} else { // XLA takes its time to compile
			list = append(list[2:3], dense(rng, 61, 143, 32, 7), dense(rng, 257, 1433, 32, 7))
		}
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
		all := 0
		for i, p := range list {
			runtime.GOMAXPROCS(1 + i%3)
			other, tries := p.touched(t, name, rng, contents)
			if other != 0 {
				t.Errorf("%s: %d of %d changes of a place change another", p.name, other, tries)
			}
			all += tries
		}
		if all < 30*len(list) {
			t.Errorf("%d changes of a place, in %d models, changed it: the test is blind", all, len(list))
		}
	})
}

// A model that mixes examples, such as by batch normalisation, is detected.
func TestMixedPlacesAreNoticed(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	p := dense(rng, 13, 7, 5, 3)
	loss := p.model.Loss
	p.model.Loss = func(t *Tape, x []*Node) *Node {
		mean := ReduceAndKeep(x[0], ReduceMean, 0)
		return loss(t, append([]*Node{Sub(x[0], mean)}, x[1:]...))
	}
	calm := map[string]func(*rand.Rand) float32{"another example": contents["another example"]}
	if other, tries := p.touched(t, "go", rng, calm); other != tries || tries != 6 {
		t.Errorf("%d of %d changes of a place change another; want all of 6", other, tries)
	}
}

// A hole adds nothing, whatever it holds: the weights have the same bits as after a step with zeros
// there. The loss of an extreme example, which is never released, changes nothing either. A step is
// compiled once, whichever places are holes.
func TestHolesAddNothing(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		built := 0
		c := testConfig(name)
		loss := c.Model.Loss
		c.Model.Loss = func(t *Tape, x []*Node) *Node { built++; return loss(t, x) }
		c.Clip = 0.3
		tr := start(t, c, silent(c))
		from := c.Model.Glorot(rand.New(rand.NewPCG(7, 7)))
		after := func(x, second []float32, present []bool) []float32 {
			t.Helper()
			tr.put(from)
			tr.done = 0
			classes := func() *tensors.Tensor { return tensors.FromFlatDataAndDimensions(make([]int32, testBatch), testBatch) }
			batch := []Batch{{Present: present, Inputs: []*tensors.Tensor{tensors.FromFlatDataAndDimensions(x, testBatch, testIn), classes()}}}
			if second != nil {
				batch = append(batch, Batch{Present: present, Inputs: []*tensors.Tensor{tensors.FromFlatDataAndDimensions(second, testBatch, testIn), classes()}})
			}
			if tr.drawer != nil {
				tr.drawer.left = 1
			}
			mustStep(t, tr, batch...)
			return weights(t, tr)
		}
		rng := rand.New(rand.NewPCG(5, 5))
		x := gaussians(rng, testBatch*testIn)
		for what, content := range contents {
			clean, full, present := slices.Clone(x), slices.Clone(x), first(testBatch, testBatch)
			for _, place := range []int{0, 7, testBatch - 1} {
				present[place] = false
				for j := range testIn {
					clean[place*testIn+j], full[place*testIn+j] = 0, content(rng)
				}
			}
			if !slices.Equal(after(clean, nil, present), after(full, nil, present)) {
				t.Errorf("%s in holes change the weights", what)
			}
			if !slices.Equal(after(clean, clean, present), after(full, full, present)) {
				t.Errorf("%s in holes of a batch in two pieces change the weights", what)
			}
			if what != "no numbers" {
				continue
			}
			hidden := after(full, nil, present)
			if loss := tr.UnreleasedLoss(); loss-loss != 0 {
				t.Errorf("with %s in holes, the loss is %v", what, loss)
			}
			wild := after(full, nil, first(testBatch, testBatch))
			if loss := tr.UnreleasedLoss(); loss-loss == 0 {
				t.Errorf("with %s in the batch, the loss is %v", what, loss)
			}
			if !slices.Equal(hidden, wild) {
				t.Errorf("examples that are %s change the weights", what)
			}
		}
		same := slices.Repeat(x[:testIn], testBatch) // the mean loss is that of one example
		after(same, nil, first(testBatch, testBatch))
		mean := tr.UnreleasedLoss()
		after(same, nil, first(3, testBatch))
		if loss := tr.UnreleasedLoss(); math.Abs(loss-mean) > 1e-6 || !(mean > 0) {
			t.Errorf("three equal examples have the mean loss %v, a full batch of them %v", loss, mean)
		}
		if built != 2 && !tr.Sparse() {
			t.Errorf("the loss was built %d times, want twice: for the step and for a second piece", built)
		}
	})
}

// With squared norms from the host, a sum does not depend on the content of holes either, if it is
// finite.
func TestHolesWithKnownSquaresAddNothing(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		const batch, in, out = 9, 40, 4
		rng := rand.New(rand.NewPCG(3, 3))
		p := given(gaussians(rng, batch*in), gaussians(rng, batch*out), batch)
		p.inputs, p.dims = append(p.inputs, ones(batch)), append(p.dims, []int{batch})
		p.model.Loss = func(t *Tape, x []*Node) *Node {
			t.Squares(x[0], x[2])
			return ReduceSum(Mul(t.Linear(0, x[0]), x[1]), -1)
		}
		run, _ := p.compile(t, name, 2)
		present := first(batch, batch)
		present[4] = false
		want := run(present)[0][0]
		for what, content := range contents {
			if x := content(rng); x-x != 0 {
				continue
			}
			restore := p.replace(rng, 4, content)
			if !slices.Equal(run(present)[0][0], want) {
				t.Errorf("%s in a hole change the sum", what)
			}
			restore()
		}
	})
}
