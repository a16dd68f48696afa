package vector

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/graphdp/graphdp/data/scalar"
)

// both runs a test with the kernels of this machine, and with those in plain Go.
func both(t *testing.T, test func(t *testing.T)) {
	t.Run("fast", test)
	t.Run("plain", func(t *testing.T) {
		d, a, l, p, ds, c, r, s, e := dot, addScaled, logistic, product, dots, combine, addRows, addSums, settle
		defer func() {
			dot, addScaled, logistic, product, dots, combine, addRows, addSums, settle = d, a, l, p, ds, c, r, s, e
		}()
		dot, addScaled, logistic, product = dotGo, addScaledGo, logisticGo, productGo
		dots, combine, addRows, addSums, settle = dotsGo, combineGo, addRowsGo, addSumsGo, settleGo
		test(t)
	})
}

func random(rng *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(rng.NormFloat64())
	}
	return x
}

// matrix returns a random matrix with more room between its rows than it needs.
func matrix(rng *rand.Rand, rows, cols int) Matrix {
	m := Dense(random(rng, (rows+1)*(cols+5)), cols+5).Columns(3, 3+cols)
	m.Rows = rows
	return m
}

// Dot stays within its stated rounding error, even with cancellation.
func TestDot(t *testing.T) {
	both(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 1))
		for n := range 300 {
			x, y := random(rng, n), random(rng, n)
			if n%2 == 0 && n > 2 {
				y[1] = -x[0] * y[0] / x[1]
			}
			want, size := 0.0, 0.0
			for i := range x {
				want += float64(x[i]) * float64(y[i])
				size += math.Abs(float64(x[i]) * float64(y[i]))
			}
			if got := float64(Dot(x, y)); math.Abs(got-want) > float64(n/8+5)*0x1p-24*size {
				t.Errorf("%d terms: %v, want %v", n, got, want)
			}
		}
	})
}

func TestAddScaled(t *testing.T) {
	both(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(2, 1))
		for n := range 70 {
			x, y := random(rng, n), random(rng, n+1)
			before := slices.Clone(y)
			AddScaled(y, 0.3, x)
			for i := range y {
				want := float64(before[i])
				if i < n {
					want += float64(float32(0.3)) * float64(x[i])
				}
				if math.Abs(float64(y[i])-want) > 1e-6 {
					t.Fatalf("entry %d of %d: %v, want %v", i, n, y[i], want)
				}
			}
		}
	})
}

func TestLogistic(t *testing.T) {
	both(t, func(t *testing.T) {
		var s []float32
		for x := float32(-90); x < 90; x += 0.0137 {
			s = append(s, x)
		}
		s = append(s, 0, 1e-30, -1e-30, float32(math.Copysign(0, -1)), 1e30, float32(math.Inf(-1)), -1e30)
		for _, n := range []int{0, 1, 7, 15, 16, 17, 100, len(s)} { // every length takes another path
			x := slices.Clone(s[len(s)-n:])
			softplus, sigma := Logistic(x)
			var sumSoft, sumSigma float64
			for i, y := range x {
				v := float64(s[len(s)-n+i])
				soft, sig := max(v, 0)+math.Log1p(scalar.Exp(-math.Abs(v))), 1/(1+scalar.Exp(-v))
				sumSoft, sumSigma = sumSoft+soft, sumSigma+sig
				if math.Abs(float64(y)-sig) > 4e-7*sig && sig > 1e-37 || y > 2e-38 && sig < 1e-38 {
					t.Fatalf("σ(%v) = %v, want %v", v, y, sig)
				}
			}
			if math.Abs(softplus-sumSoft) > 1e-6*sumSoft+1e-36 || math.Abs(sigma-sumSigma) > 1e-6*sumSigma+1e-36 {
				t.Errorf("sums of %d: %v and %v, want %v and %v", n, softplus, sigma, sumSoft, sumSigma)
			}
		}
		for x := float32(-20); x < 20; x += 0.173 { // one at a time: no error is lost in a sum
			softplus, _ := Logistic([]float32{x})
			if want := max(float64(x), 0) + math.Log1p(scalar.Exp(-math.Abs(float64(x)))); math.Abs(softplus-want) > 4e-7*want {
				t.Errorf("softplus(%v) = %v, want %v", x, softplus, want)
			}
		}
		for _, at := range []int{0, 8, 20, 31, 35} {
			x := make([]float32, 37)
			x[at] = float32(math.NaN())
			softplus, sigma := Logistic(x)
			if !math.IsNaN(softplus) || !math.IsNaN(sigma) || x[at] == x[at] || x[at+1] != 0.5 {
				t.Errorf("NaN at %d became %v, its sums %v and %v, its neighbour %v", at, x[at], softplus, sigma, x[at+1])
			}
		}
		if softplus, _ := Logistic([]float32{float32(math.Inf(1))}); !math.IsInf(softplus, 1) {
			t.Errorf("softplus(+Inf) = %v", softplus)
		}
	})
}

func TestProducts(t *testing.T) {
	both(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(3, 1))
		for range 300 {
			rows, inner, cols := 1+rng.IntN(11), rng.IntN(20), 1+rng.IntN(60)
			for _, turned := range []bool{false, true} {
				c, b := matrix(rng, rows, cols), matrix(rng, inner, cols)
				a := matrix(rng, rows, inner)
				if turned {
					a = matrix(rng, inner, rows)
				}
				before := slices.Clone(c.Data)
				if turned {
					AddTransposeProduct(c, a, b)
				} else {
					AddProduct(c, a, b)
				}
				touched := map[int]bool{}
				for i := range rows {
					for j := range cols {
						at := i*c.Stride + j
						touched[at] = true
						want := float64(before[at])
						for k := range inner {
							at := i*a.Stride + k
							if turned {
								at = k*a.Stride + i
							}
							want += float64(a.Data[at]) * float64(b.Row(k)[j])
						}
						if math.Abs(float64(c.Data[at])-want) > 2e-5 {
							t.Fatalf("%d x %d x %d: entry (%d, %d) is %v, want %v", rows, inner, cols, i, j, c.Data[at], want)
						}
					}
				}
				for at, v := range c.Data {
					if !touched[at] && v != before[at] {
						t.Fatalf("%d x %d x %d: an entry beside the matrix changed", rows, inner, cols)
					}
				}
			}
		}
	})
}

func TestSumProduct(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	for _, rows := range []int{1, 5, 16, 100, 1001} {
		a, b := matrix(rng, rows, 5), matrix(rng, rows, 19)
		want, got := New(5, 19), matrix(rng, 5, 19)
		AddTransposeProduct(want, a, b)
		SumProduct(got, a, b)
		for i := range 5 {
			for j, v := range got.Row(i) {
				if math.Abs(float64(v-want.Row(i)[j])) > 1e-4 {
					t.Fatalf("%d rows: %v, want %v", rows, v, want.Row(i)[j])
				}
			}
		}
	}
}

// The kernels over chosen rows equal one row at a time, also with repeated rows.
func TestGather(t *testing.T) {
	both(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 1))
		for _, width := range []int{1, 5, 8, 24, 32, 40, 128} {
			for n := range 40 {
				m, src := matrix(rng, 9, width), matrix(rng, 9, width)
				x, weights := random(rng, width), random(rng, n)
				rows, from := make([]int32, n), make([]int32, n)
				for i := range rows {
					rows[i], from[i] = int32(rng.IntN(9)), int32(rng.IntN(9))
				}
				got := make([]float32, n)
				Dots(got, x, m, rows)
				for i, r := range rows {
					if want := dotGo(x, m.Row(int(r))); math.Abs(float64(got[i]-want)) > 1e-4 {
						t.Fatalf("width %d: product %d of %d is %v, want %v", width, i, n, got[i], want)
					}
				}
				sum, want := random(rng, width), make([]float32, width)
				Combine(sum, weights, m, rows)
				combineGo(want, weights, m, rows)
				if !near(sum, want) {
					t.Fatalf("width %d: a sum of %d rows is %v, want %v", width, n, sum, want)
				}
				if n > 3 {
					weights[3], src.Row(int(from[3]))[0] = 0, float32(math.NaN())
					for i, f := range from {
						if f == from[3] {
							weights[i] = 0
						}
					}
				}
				plain := m
				plain.Data = slices.Clone(m.Data)
				for i, w := range weights {
					if w != 0 {
						addScaledGo(plain.Row(int(rows[i])), w, src.Row(int(from[i])))
					}
				}
				AddRows(m, rows, weights, src, from)
				if !near(m.Data, plain.Data) {
					t.Fatalf("width %d: adding %d rows went wrong", width, n)
				}
			}
		}
	})
}

// Sums are integer sums of the multiples of the grid nearest to the products, independent of order.
func TestSums(t *testing.T) {
	both(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(7, 1))
		for _, width := range []int{1, 4, 6, 8, 128} {
			for _, n := range []int{0, 1, 5, 64, 300} {
				src, weights := matrix(rng, 9, width), random(rng, n)
				to, from := make([]int32, n), make([]int32, n)
				s := Sums{Data: make([]float64, 9*width), Cols: width, Grid: 0x1p-20}
				want := make([]int64, 9*width)
				for i := range to {
					to[i], from[i] = int32(rng.IntN(9)), int32(rng.IntN(9))
					for k, v := range src.Row(int(from[i])) {
						want[int(to[i])*width+k] += int64(math.RoundToEven(float64(weights[i]) * float64(v) / s.Grid))
					}
				}
				s.Add(to, weights, src, from)
				for i, v := range s.Data {
					if v != float64(want[i])*s.Grid {
						t.Fatalf("width %d, %d rows: sum %v, want %v", width, n, v, float64(want[i])*s.Grid)
					}
				}
				row, noise := random(rng, width), random(rng, width)
				before, sum := slices.Clone(row), slices.Clone(s.Row(4))
				Settle(row, s.Row(4), noise)
				for k, v := range row {
					if want := before[k] + float32(sum[k]+float64(noise[k])); v != want || s.Row(4)[k] != 0 {
						t.Fatalf("width %d: entry %v, want %v; its sum is left at %v", width, v, want, s.Row(4)[k])
					}
				}
			}
		}
	})
}

func near(x, y []float32) bool {
	for i := range x {
		if !(math.Abs(float64(x[i]-y[i])) <= 1e-4) {
			return false
		}
	}
	return len(x) == len(y)
}

// Sums have the same bits on any number of cores.
func TestCoresMakeNoDifference(t *testing.T) {
	run := func(cores int) []float32 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		rng := rand.New(rand.NewPCG(6, 1))
		m, src, weights := matrix(rng, 20, 16), matrix(rng, 50, 16), random(rng, 5000)
		to, from := make([]int32, 5000), make([]int32, 5000)
		for i := range to {
			to[i], from[i] = int32(rng.IntN(20)), int32(rng.IntN(50))
		}
		AddRows(m, to, weights, src, from)
		g := New(16, 16)
		SumProduct(g, src, src)
		return append(m.Data, g.Data...)
	}
	one := run(1)
	for _, cores := range []int{2, 5, 40} {
		if !slices.Equal(one, run(cores)) {
			t.Errorf("%d cores make other digits than one", cores)
		}
	}
}

// Workers are a power of two.
func TestShards(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(7))
	for n, want := range map[int]int32{0: 1, 9: 1, 1000: 4} {
		var calls, total atomic.Int32
		Shards(n, 100, func(_, workers int) {
			calls.Add(1)
			total.Store(int32(workers))
		})
		if calls.Load() != want || total.Load() != want {
			t.Errorf("%d pieces of work: %d calls of %d workers", n, calls.Load(), total.Load())
		}
	}
}

func TestShapesThatDoNotFit(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a product of 2 x 3 and 2 x 3 was made")
		}
	}()
	AddProduct(New(2, 3), New(2, 3), New(2, 3))
}

// Three steps of Adam, compared with the formulas in float64.
func TestAdam(t *testing.T) {
	w, m, v := []float32{1, -2}, make([]float32, 2), make([]float32, 2)
	want, first, second := []float64{1, -2}, make([]float64, 2), make([]float64, 2)
	for step := 1; step <= 3; step++ {
		gradient := []float32{float32(step), -0.5}
		Adam(w, gradient, m, v, step, 0.1)
		for i, g := range gradient {
			first[i] = 0.9*first[i] + 0.1*float64(g)
			second[i] = 0.999*second[i] + 0.001*float64(g)*float64(g)
			mean, square := first[i]/(1-scalar.Pow(0.9, float64(step))), second[i]/(1-scalar.Pow(0.999, float64(step)))
			want[i] -= 0.1 * mean / (math.Sqrt(square) + 1e-8)
			if math.Abs(float64(w[i])-want[i]) > 1e-6 {
				t.Errorf("step %d: weight %d is %v, want %v", step, i, w[i], want[i])
			}
		}
	}
}

// A step of Adam gives the bits of plain Go, for any numbers and length.
func TestMomentsStep(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	odd := []float32{0, float32(math.Copysign(0, -1)), 1e-30, -1e-40, 3e38, float32(math.Inf(1)), float32(math.NaN())}
	draw := func(n int) []float32 {
		list := make([]float32, n)
		for i := range list {
			if list[i] = float32(r.NormFloat64()); r.IntN(10) == 0 {
				list[i] = odd[r.IntN(len(odd))]
			}
		}
		return list
	}
	for n := range 50 {
		c := Moments{Scale: r.Float32(), Beta1: 0.9, Beta2: 0.999, Rate: r.Float32(), Unbias: 1 + r.Float32(), Epsilon: 1e-8}
		x, m, v := draw(n), draw(n), draw(n)
		want := [3][]float32{slices.Clone(x), slices.Clone(m), slices.Clone(v)}
		for range 3 {
			g := draw(n)
			c.Step(x, g, m, v)
			stepGo(c, want[0], g, want[1], want[2])
		}
		for i, got := range [3][]float32{x, m, v} {
			for j, a := range got {
				if b := want[i][j]; math.Float32bits(a) != math.Float32bits(b) && (a == a || b == b) {
					t.Fatalf("of %d numbers, number %d of list %d is %v, plain Go's is %v", n, j, i, a, b)
				}
			}
		}
	}
}
