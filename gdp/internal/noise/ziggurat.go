package noise

import "math"

// The ziggurat of Marsaglia and Tsang: the area under exp(-x²/2), x ≥ 0, covered
// by layers of equal area. All but the lowest are rectangles; the lowest is one
// with the tail beyond zigguratTail attached.
const (
	layers       = 256
	zigguratTail = 3.6541528853610088 // where the tail begins, for which the top layer ends at x = 0
)

type layer struct {
	width  float64 // of the layer, times 2⁻⁵²
	inside float64 // the part of it that lies under the curve for certain
	low    float64 // density at the lower edge
	rise   float64 // density at the upper edge less low
}

var zigguratLayers = makeZiggurat()

func makeZiggurat() (z [layers]layer) {
	density := func(x float64) float64 { return math.Exp(-x * x / 2) }
	area := zigguratTail*density(zigguratTail) + math.Sqrt(math.Pi/2)*math.Erfc(zigguratTail/math.Sqrt2)
	var edge [layers + 1]float64
	edge[0] = area / density(zigguratTail) // the width of a rectangle with the tail's area added
	edge[1] = zigguratTail
	for i := 1; i < layers-1; i++ {
		edge[i+1] = math.Sqrt(-2 * math.Log(area/edge[i]+density(edge[i])))
	}
	for i := range z {
		z[i] = layer{edge[i] * 0x1p-52, edge[i+1], density(edge[i]), density(edge[i+1]) - density(edge[i])}
	}
	return z
}

// ziggurat draws from the standard normal law with double precision.
func (s *Stream) ziggurat() float64 {
	for {
		u := s.src.Uint64()
		l := &zigguratLayers[u%layers]
		x := (float64(int64(u)>>11) + 0.5) * l.width // uniform over the layer, both signs
		if math.Abs(x) < l.inside {
			return x
		}
		if l == &zigguratLayers[0] {
			return math.Copysign(s.tail(), x)
		}
		if l.low+s.unit()*l.rise < math.Exp(-x*x/2) {
			return x
		}
	}
}

// tail draws from the normal law beyond zigguratTail, as far as it reaches.
func (s *Stream) tail() float64 {
	for {
		x, y := -math.Log(s.unit())/zigguratTail, -math.Log(s.unit())
		if 2*y > x*x {
			return zigguratTail + x
		}
	}
}

// unit draws from (0, 1].
func (s *Stream) unit() float64 { return float64(int64(s.src.Uint64()>>11)+1) * 0x1p-53 }
