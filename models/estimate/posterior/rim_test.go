package posterior

import (
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/degrees"
)

// planted is a core of four groups with two vectors, whose entries over p are ±.6, and a rim of
// other degrees and entries.
type planted struct {
	rim
	evidence Evidence
	first    degrees.Noisy
	counts   []int64 // as expected, rounded
	degrees  []float64
	x        [][]float64 // of the rim, over p
	p, s     float64     // sums of a group: of p, and of each vector but for its sign
	root     float64     // of the sum of all degrees
}

func plant() planted {
	const half, size = 600, 150
	n := 2 * half
	z := planted{rim: rim{place: make([]int32, n), groups: make([]int32, n), spread: []float64{.36, .36}}}
	sum := 0.0
	for u := range n {
		d := 900.0
		if u >= half {
			d = 200 + float64(u-half)
		}
		z.degrees = append(z.degrees, d)
		sum += d
	}
	z.root = math.Sqrt(sum)
	z.vectors = [][]float64{make([]float64, half), make([]float64, half)}
	z.evidence = Evidence{Degrees: make([]float64, n), Vectors: [][]float64{make([]float64, n), make([]float64, n)}}
	own := 900 / z.root
	z.p, z.s = size*own, size*.6*own
	for u := range half {
		z.place[u], z.groups[u], z.known = int32(u), int32(u/size), append(z.known, own)
		z.vectors[0][u], z.vectors[1][u] = sign(u/size/2)*.6*own, sign(u/size%2)*.6*own
		z.evidence.Degrees[u], z.evidence.Core = z.degrees[u], append(z.evidence.Core, int32(u))
	}
	for u := half; u < n; u++ {
		z.place[u], z.groups[u] = -1, -1
		x := []float64{.8 * math.Sin(float64(u)), .8 * math.Cos(2*float64(u))}
		z.x = append(z.x, x)
		for k := range 4 {
			z.counts = append(z.counts, int64(math.Round(z.degrees[u]/z.root*(z.p+z.s*(sign(k/2)*x[0]+sign(k%2)*x[1])))))
		}
	}
	return z
}

// rest are the edges that the rim's counts leave over, known as well as these.
func (z planted) rest() *degrees.Noisy {
	rest := &degrees.Noisy{Degrees: slices.Clone(z.degrees), SD: .1}
	for i, count := range z.counts {
		rest.Degrees[len(z.x)+i/4] -= float64(count)
	}
	return rest
}

func sign(k int) float64 { return 1 - 2*float64(k) }

// The vectors follow from expected counts, with the right shrinkage: y = x·s has the variance p·P +
// 2/ε² in each group, and the prior of x is p²·C.
func TestTheRimFitsThePlantedModel(t *testing.T) {
	for _, eps := range []gdp.Epsilon{2, .1, 1e-3} {
		z := plant()
		z.first = degrees.Noisy{Degrees: z.degrees, SD: .1}
		must.Do(t, z.fit(&z.evidence, &z.first, z.rest(), z.counts, eps))
		for i, x := range z.x {
			u := len(z.x) + i
			p := z.degrees[u] / z.root
			near(t, "degree", z.evidence.Degrees[u], z.degrees[u], .5)
			before, noise := p*p*.36*4*z.s*z.s, 2/float64(eps*eps)+p*z.p
			for k, v := range z.evidence.Vectors {
				near(t, "vector", v[u], p*x[k]*before/(before+noise), .5/z.s+.002) // counts are rounded
			}
			if eps == 1e-3 && math.Abs(z.evidence.Vectors[0][u]) > .01 {
				t.Errorf("out of noise, %v", z.evidence.Vectors[0][u])
			}
		}
	}
}

// Degrees that are as good as unknown come out of the counts.
func TestTheRimCountsDegrees(t *testing.T) {
	z := plant()
	z.first = degrees.Noisy{Degrees: append([]float64(nil), z.degrees...), SD: 50}
	for u := range z.degrees {
		z.first.Degrees[u] += 50 * sign(u%2)
	}
	must.Do(t, z.fit(&z.evidence, &z.first, z.rest(), z.counts, 2))
	for i := range z.x {
		u := len(z.x) + i
		near(t, "degree", z.evidence.Degrees[u], z.degrees[u], 4) // of the sum of four rounded counts, over the share
	}
}

// Counts explained by degrees carry no information on rows, for any sums of a group's rows.
func TestTheRimOfDegreesAlone(t *testing.T) {
	z := plant()
	for i, x := range z.vectors[0] {
		z.vectors[0][i] = math.Abs(x)
	}
	for i := range z.counts {
		z.counts[i] = int64(math.Round(z.degrees[len(z.x)+i/4] / z.root * z.p))
	}
	z.first = degrees.Noisy{Degrees: z.degrees, SD: .1}
	must.Do(t, z.fit(&z.evidence, &z.first, z.rest(), z.counts, 2))
	for i := range z.x {
		for _, v := range z.evidence.Vectors {
			near(t, "vector", v[len(z.x)+i], 0, .5/z.s+.002) // counts are rounded
		}
	}
}

// Degrees of the core count as they are expected, those of other nodes by their law.
func TestLawOfCoreAndRim(t *testing.T) {
	e := &Evidence{Degrees: []float64{1, 7.6, 2, 0, 8.4}, Core: []int32{1, 4}}
	law := rim{}.lawOf(e, []float64{0.5, 0.25, 0.25})
	if want := []float64{1.5, 0.75, 0.75, 0, 0, 0, 0, 0, 2}; !slices.Equal(law, want) {
		t.Errorf("%v, want %v", law, want)
	}
}
