package vector

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// every runs a test with the kernels of this machine, with those for narrow registers, and with
// those in plain Go.
func every(t *testing.T, test func(t *testing.T)) {
	t.Run("fast", test)
	t.Run("narrow", func(t *testing.T) {
		defer narrow()()
		test(t)
	})
	t.Run("plain", func(t *testing.T) {
		p, g, s, e := product, addGathered, addScattered, exp
		defer func() { product, addGathered, addScattered, exp = p, g, s, e }()
		product, addGathered, addScattered, exp = productGo, addGatheredGo, addScatteredGo, expGo
		test(t)
	})
}

// Products with sparse rows have the same bits as with dense rows.
func TestSparseProductsAreDenseOnes(t *testing.T) {
	every(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 9))
		for cols := 1; cols < 90; cols++ {
			const rows, inner = 7, 23
			a := New(rows, inner)
			var columns [rows][]int32
			var values [rows][]float32
			for i := range rows {
				for k := range inner {
					if rng.IntN(3) == 0 && i != 3 {
						a.Row(i)[k] = float32(rng.NormFloat64())
						columns[i], values[i] = append(columns[i], int32(k)), append(values[i], a.Row(i)[k])
					}
				}
			}
			b, d := matrix(rng, inner, cols), matrix(rng, rows, cols)
			want, got := matrix(rng, rows, cols), New(rows, cols)
			back, turned := New(inner, cols), New(inner, cols)
			for i := range rows {
				copy(got.Row(i), want.Row(i))
			}
			AddProduct(want, a, b)
			AddTransposeProduct(back, a, d)
			for i := range rows {
				AddGathered(got.Row(i), values[i], b, columns[i])
				AddScattered(turned, columns[i], values[i], d.Row(i))
				if !slices.Equal(got.Row(i), want.Row(i)) {
					t.Fatalf("%d columns: row %d of a product is %v, want %v", cols, i, got.Row(i), want.Row(i))
				}
			}
			if !slices.Equal(turned.Data, back.Data) {
				t.Fatalf("%d columns: the product with the transposed rows is %v, want %v", cols, turned.Data, back.Data)
			}
		}
	})
}

// Wide registers add in the order of narrow ones: a product has the same bits.
func TestWideRegistersChangeNoBit(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	for _, dims := range [][3]int{{1, 1, 32}, {4, 100, 32}, {7, 33, 64}, {9, 1433, 40}, {13, 7, 95}, {66, 50, 130}} {
		a, b, c := matrix(rng, dims[0], dims[1]), matrix(rng, dims[1], dims[2]), New(dims[0], dims[2])
		turned := New(dims[1], dims[2])
		all := func() []float32 {
			clear(c.Data)
			clear(turned.Data)
			AddProduct(c, a, b)
			AddTransposeProduct(turned, a, c)
			return slices.Concat(c.Data, turned.Data)
		}
		got := all()
		back := narrow()
		if want := all(); !slices.Equal(got, want) {
			t.Errorf("%v: products with wide registers have other bits", dims)
		}
		back()
	}
}

func TestRectify(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	y, d := []float32{-1, -inf, inf, nan, 0, 2}, []float32{1, 2, 3, 4, 5, 6}
	Rectify(y)
	Rectified(y, d)
	Scale(d, 0.5)
	if y[3] == y[3] || !slices.Equal(append(y[:3:3], y[4:]...), []float32{0, 0, inf, 0, 2}) || !slices.Equal(d, []float32{0, 0, 1.5, 0, 0, 3}) {
		t.Errorf("%v with slopes %v", y, d)
	}
}

func TestExp(t *testing.T) {
	every(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(4, 9))
		for n := range 30 {
			x := make([]float32, n)
			for i := range x {
				x[i] = float32(-rng.ExpFloat64() * []float64{1e-4, 1, 20}[i%3])
			}
			if n > 3 {
				x[0], x[1], x[2], x[3] = 0, float32(math.NaN()), float32(math.Inf(-1)), -1e30
			}
			y := slices.Clone(x)
			Exp(y)
			for i, v := range x {
				want := math.Exp(max(float64(v), -87))
				if math.Abs(float64(y[i])/want-1) > 4*0x1p-24 || (v != v) != (y[i] != y[i]) {
					t.Errorf("e^%v is %v, want %v", v, y[i], want)
				}
			}
		}
	})
}
