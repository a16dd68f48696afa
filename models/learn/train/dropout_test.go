package train

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/must"
)

// masks returns the random bits of a layer of the given columns, for examples with the keys.
func masks(t *testing.T, name string, keys []uint32, layer, columns int) []uint32 {
	t.Helper()
	out := must.Get(CallOnce(open(t, name), func(k *Node) *Node { return maskBits(k, layer, []int{len(keys), columns}) }, keys))(t)
	return tensors.MustCopyFlatData[uint32](out)
}

func keysOf(seed uint64, step, first, n int) []uint32 {
	keys := make([]uint32, n)
	for i := range keys {
		keys[i] = exampleKey(seed, step, int32(first+i))
	}
	return keys
}

// Masks are the same bits on every backend: those of the hash, computed here.
func TestMaskBits(t *testing.T) {
	mix := func(x uint32) uint32 {
		x ^= x >> 16
		x *= 0x7feb352d
		x ^= x >> 15
		x *= 0x846ca68b
		return x ^ x>>16
	}
	// The first numbers of SplitMix64 from state 0, as its authors' code prints them.
	if a, b := mix64(0), mix64(0x9e3779b97f4a7c15); a != 0xe220a8397b1dcdaf || b != 0x6e789e6aa1b965f4 {
		t.Errorf("mix64 gives %x, %x", a, b)
	}
	each(t, func(t *testing.T, name string) {
		keys := keysOf(1, 2, 3, 7)
		for layer := range 2 {
			got := masks(t, name, keys, layer, 11)
			for i, key := range keys {
				for j := range 11 {
					if want := mix(key ^ mix(uint32(j)+uint32(mix64(uint64(layer))))); got[i*11+j] != want {
						t.Fatalf("layer %d, example %d, column %d: %x, want %x", layer, i, j, got[i*11+j], want)
					}
				}
			}
		}
	})
}

// Masks are statistically random: bits are balanced, and those of two columns, examples, steps,
// seeds or layers are uncorrelated, and so are the four corners of a rectangle. Each of the 90 or
// so statistics below is a sum of 2¹⁷ signs over its square root: beyond 6 with a probability of
// 2·10⁻⁹. The seed is fixed.
func TestMasksAreRandom(t *testing.T) {
	const n, columns = 256, 512
	bits := func(seed uint64, step, first, layer int) []uint32 {
		return masks(t, "go", keysOf(seed, step, first, n), layer, columns)
	}
	base := bits(1, 5, 1000, 0)
	check := func(what string, sign func(i int) bool) {
		t.Helper()
		sum := 0.0
		for i := range base {
			if sign(i) {
				sum++
			} else {
				sum--
			}
		}
		if z := sum / math.Sqrt(float64(len(base))); math.Abs(z) > 6 {
			t.Errorf("%s: %.1f standard deviations", what, z)
		}
	}
	for bit := range 32 {
		check(fmt.Sprint("bit ", bit), func(i int) bool { return base[i]>>bit&1 == 1 })
	}
	shift := func(by int) []uint32 { return append(slices.Clone(base[by:]), base[:by]...) }
	for what, other := range map[string][]uint32{
		"the next column": shift(1), "the column after it": shift(2), "the next example": shift(columns), "one of 64 later": shift(64 * columns),
		"the next step": bits(1, 6, 1000, 0), "the next seed": bits(2, 5, 1000, 0), "the next layer": bits(1, 5, 1000, 1),
		"the layer after it": bits(1, 5, 1000, 2), "example and step": bits(1, 6, 999, 0),
	} {
		for _, bit := range []int{31, 30, 20, 0} {
			check(fmt.Sprint(what, ", bit ", bit), func(i int) bool { return (base[i]^other[i])>>bit&1 == 1 })
		}
		check(what+", in order", func(i int) bool { return base[i] < other[i] })
	}
	right, below, across := shift(1), shift(columns), shift(columns+1)
	for _, bit := range []int{31, 30, 0} {
		check("corners of a rectangle", func(i int) bool { return (base[i]^right[i]^below[i]^across[i])>>bit&1 == 1 })
	}
}

// Dropout leaves out its share and scales up the rest. The share of 2¹⁷ entries is off by more than
// 6 standard deviations once in 5·10⁸ seeds; this seed is fixed.
func TestDropout(t *testing.T) {
	const n, columns, share = 256, 512, 0.3
	each(t, func(t *testing.T, name string) {
		out := call(t, name, func(a []*Node) []*Node {
			x := Reshape(a[0], n, columns)
			tape := NewTape(nil).training(a[1])
			return []*Node{tape.Dropout(share, x), tape.Dropout(share, x), NewTape(nil).Dropout(share, x)}
		}, ones(n*columns), keysOf(1, 0, 0, n))
		for i, kept := range out[:2] {
			dropped := 0
			for _, x := range kept {
				if x == 0 {
					dropped++
				} else if math.Abs(float64(x)-1/(1-share)) > 1e-6 {
					t.Fatalf("an entry of 1 became %v", x)
				}
			}
			if z := (float64(dropped) - n*columns*share) / math.Sqrt(n*columns*share*(1-share)); math.Abs(z) > 6 {
				t.Errorf("dropout %d leaves out %d of %d: %.1f standard deviations off", i, dropped, n*columns, z)
			}
		}
		if slices.Equal(out[0], out[1]) {
			t.Error("two layers have one mask")
		}
		if !slices.Equal(out[2], ones(n*columns)) {
			t.Error("predictions drop entries")
		}
	})
}

// With dropout, too, replacing one example by a hole changes the sum by at most C. Masks depend on
// names: examples that swap places and keep their names have the same sum. All as in training;
// plain gradient descent of rate 1 subtracts the sum itself from the weights.
func TestDropoutKeepsTheSensitivity(t *testing.T) {
	const in, hidden, classes, group, batch = 33, 16, 5, 3, 47
	each(t, func(t *testing.T, name string) {
		for what, dims := range map[string][]int{"one row": {batch, in}, "a group": {batch, group, in}} {
			if name != "go" && what == "one row" {
				continue // XLA takes its time to compile
			}
			rng := rand.New(rand.NewPCG(4, 4))
			width := size(dims[1:])
			x, class, records := gaussians(rng, batch*width), whole(rng, batch, classes), whole(rng, batch, 1<<30)
			// of has example (i + shift) mod B in place i, and something else where one is out.
			of := func(shift, without int) Batch {
				b := Batch{Present: first(batch, batch), Records: slices.Concat(records[shift:], records[:shift])}
				x := slices.Concat(x[shift*width:], x[:shift*width])
				class := slices.Concat(class[shift:], class[:shift])
				if without >= 0 {
					b.Present[without], b.Records[without], class[without] = false, 0, 0
					copy(x[without*width:], gaussians(rng, width))
				}
				b.Inputs = []*tensors.Tensor{tensors.FromFlatDataAndDimensions(x, dims...), tensors.FromFlatDataAndDimensions(class, batch)}
				return b
			}
			c := Config{
				Model: Model{Weights: [][]int{{in, hidden}, {hidden, classes}}, Loss: func(t *Tape, x []*Node) *Node {
					h := MaxScalar(t.Linear(0, t.Dropout(0.5, x[0])), 0)
					z := t.Linear(1, t.Dropout(0.5, h))
					if z.Rank() == 3 {
						z = ReduceSum(z, 1)
					}
					return CrossEntropy(z, x[1])
				}},
				Optimiser: SGD{Rate: 1}, Divisor: 1, Steps: 64,
				Batch: batch, Inputs: append(floats(dims), shapes.Make(dtypes.Int32, batch)), Backend: name, Clip: 0.05,
			}
			from := c.Model.Glorot(rand.New(rand.NewPCG(7, 7)))
			tr := startAt(t, c, silent(c), from)
			sum := func(step int, b Batch) []float32 {
				tr.put(from)
				tr.done = step
				mustStep(t, tr, b)
				w := weights(t, tr)
				for i, before := range slices.Concat(from...) {
					w[i] = before - w[i]
				}
				return w
			}
			apart := func(a, b []float32) float64 {
				d := slices.Clone(a)
				for i := range d {
					d[i] -= b[i]
				}
				return norm(d) / c.Clip
			}
			moved := 0.0
			for step := range 4 {
				all := sum(step, of(0, -1))
				for without := 0; without < batch; without += batch/5 + 1 {
					moved = max(moved, apart(all, sum(step, of(0, without))))
				}
				if turned := apart(all, sum(step, of(7, -1))); turned > 1e-4 {
					t.Errorf("%s: in other places, the examples sum to something %v C away", what, turned)
				}
			}
			// Weights around 1 carry the sum with an error of 10⁻⁷ an entry.
			if moved > 1+1e-4 || moved < 0.9 {
				t.Errorf("%s: an example moves the sum by %v C", what, moved)
			}
		}
	})
}
