package noise

import (
	"encoding/binary"
	"math"

	"github.com/graphdp/graphdp/data/scalar"
)

// The ziggurat method of Marsaglia and Tsang covers the area under exp(-x²/2), x ≥ 0, by layers of
// equal area. All but the lowest are rectangles; the lowest is a rectangle plus the tail beyond
// zigguratTail.
const (
	layers       = 256
	zigguratTail = 3.6541528853610088 // where the tail begins, such that the top layer ends at x = 0
)

type layer struct {
	width  float64 // of the layer, times 2⁻⁵²
	inside float64 // the part of the width that is certainly under the curve
	low    float64 // density at the lower edge
	rise   float64 // density at the upper edge minus low
}

var zigguratLayers = makeZiggurat()

func makeZiggurat() (z [layers]layer) {
	density := func(x float64) float64 { return scalar.Exp(-x * x / 2) }
	area := zigguratTail*density(zigguratTail) + math.Sqrt(math.Pi/2)*scalar.Erfc(zigguratTail/math.Sqrt2)
	var edge [layers + 1]float64
	edge[0] = area / density(zigguratTail) // the width of a rectangle with the area of rectangle and tail
	edge[1] = zigguratTail
	for i := 1; i < layers-1; i++ {
		edge[i+1] = math.Sqrt(-2 * math.Log(area/edge[i]+density(edge[i])))
	}
	for i := range z {
		z[i] = layer{edge[i] * 0x1p-52, edge[i+1], density(edge[i]), density(edge[i+1]) - density(edge[i])}
	}
	return z
}

// addNormal adds independent N(0, sd²) noise to every entry, in double precision except for the
// final sum.
func (w *words) addNormal(dst []float32, sd float64) {
	for len(dst) > 0 {
		part := dst[:min(len(dst), len(w.many)/8)]
		b := w.many[:8*len(part)]
		w.fill(b)
		for i := range part {
			u := binary.LittleEndian.Uint64(b[8*i:])
			x, l := position(u)
			if !(math.Abs(x) < l.inside) {
				x = w.beyond(x, l)
			}
			part[i] += float32(sd * x)
		}
		dst = dst[len(part):]
	}
}

// position maps a word to a layer and to a uniform point in it, of either sign.
func position(u uint64) (float64, *layer) {
	l := &zigguratLayers[u%layers]
	return (float64(int64(u)>>11) + 0.5) * l.width, l
}

// beyond completes a draw whose point may be above the curve: accept it, draw from the tail, or
// draw again.
func (w *words) beyond(x float64, l *layer) float64 {
	for {
		switch {
		case math.Abs(x) < l.inside:
			return x
		case l == &zigguratLayers[0]:
			return math.Copysign(w.tail(), x)
		case l.low+w.unit()*l.rise < scalar.Exp(-x*x/2):
			return x
		}
		x, l = position(w.next())
	}
}

// tail draws from the normal tail beyond zigguratTail.
func (w *words) tail() float64 {
	for {
		x, y := -math.Log(w.unit())/zigguratTail, -math.Log(w.unit())
		if 2*y > x*x {
			return zigguratTail + x
		}
	}
}

// unit draws uniformly from (0, 1].
func (w *words) unit() float64 { return float64(int64(w.next()>>11)+1) * 0x1p-53 }
