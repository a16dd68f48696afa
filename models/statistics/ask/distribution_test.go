package ask

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// One failing interval changes the ends of all later ones, but no value: values depend on all noise
// together.
func TestOneFailureMovesNoValue(t *testing.T) {
	const n, off = 1000, 20.
	noisy := make([]float64, n)
	for i := range noisy {
		noisy[i] = 100
	}
	noisy[n-1] = 100 - off - 50
	values := ascending(noisy, off, single(200, 0))
	for i, v := range values {
		if math.Abs(v.Value-100) > 0.1 || v.Low > v.Value || v.High < v.Value {
			t.Fatalf("value %d is %+v, want about 100", i, v)
		}
	}
	if v := values[0]; v.High > 101 {
		t.Errorf("the failure at the end moves no end: %+v", v)
	}
}

// heavyTailed returns degrees of n nodes in ascending order, few of them large: at most n/k^1.4
// nodes have degree k or more.
func heavyTailed(n int) []float64 {
	degrees := make([]float64, n)
	for i := range degrees {
		degrees[i] = math.Floor(math.Pow(float64(n)/(float64(n-i)-0.5), 1/1.4))
	}
	return degrees
}

// noisyDegrees samples the answer to a sequence: cumulative counts and the list, with the noise of
// the two queries.
func noisyDegrees(degrees []float64, q question, r *rand.Rand) (counts, list []Value) {
	n := len(degrees)
	q = q.half()
	scale := 2 / float64(q.eps)
	draw := func(exact []float64) ([]float64, float64) {
		noisy := make([]float64, len(exact))
		for i, x := range exact { // the difference of two geometric variables
			noisy[i] = x + math.Floor(r.ExpFloat64()*scale) - math.Floor(r.ExpFloat64()*scale)
		}
		return noisy, wholeOff(scale, q.miss/float64(len(exact)))
	}
	upTo := make([]float64, n-1)
	for _, d := range degrees {
		for k := int(d); k < n-1; k++ {
			upTo[k]++
		}
	}
	noisy, off := draw(upTo)
	counts = newBand(gdp.EdgeLevel, n, n-1, noisy, off).sequence()
	noisy, off = draw(degrees)
	list = ascending(noisy, off, single(float64(n-1), 0))
	return counts, list
}

// For heavy-tailed degrees all intervals of a sequence hold jointly in at least the stated share of
// 3,000 draws. Each is within the list's interval, and equals it if that of the counts is disjoint.
// A correct program fails once in 10⁹ such tests.
func TestJointSequenceHolds(t *testing.T) {
	const n, level, draws = 300, 0.8, 3000
	degrees, r := heavyTailed(n), rand.New(rand.NewPCG(51, 5))
	held, disjoint := 0, 0
	for range draws {
		counts, list := noisyDegrees(degrees, question{eps: 1, miss: 1 - level}, r)
		values, holds, apart := joint(counts, list), true, false
		for i, v := range values {
			holds = holds && v.Low <= degrees[i] && degrees[i] <= v.High
			apart = apart || counts[i].Low > list[i].High || list[i].Low > counts[i].High
			if w := list[i]; !(v.Low <= v.Value && v.Value <= v.High && w.Low <= v.Low && v.High <= w.High) {
				t.Fatalf("value %d is %+v, of the list's %+v and the counts' %+v", i, v, w, counts[i])
			}
		}
		if holds {
			held++
		}
		if apart {
			disjoint++
		}
	}
	if held < int(level*draws) && !stattest.Count(held, draws, level, certain) {
		t.Errorf("%d of %d answers hold, want a share of %v", held, draws, level)
	}
	if disjoint == 0 {
		t.Error("no intervals are disjoint: nothing is tested")
	}
	t.Logf("%d of %d answers hold; %d have disjoint intervals", held, draws, disjoint)
}
