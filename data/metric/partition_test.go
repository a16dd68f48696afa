package metric

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// [DPGS] Eq. 9. Golden values of scikit-learn 1.9.1: normalized_mutual_info_score and
// adjusted_mutual_info_score with their default, arithmetic, mean.
func TestMutualInformationAgainstScikitLearn(t *testing.T) {
	var x, y []int32
	for i := range int32(500) {
		x, y = append(x, i*i%41), append(y, (7*i+i/3)%23)
	}
	for _, c := range []struct {
		a, b     []int32
		nmi, ami float64
	}{
		{[]int32{0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3, 3}, []int32{5, 5, 1, 1, 1, 2, 2, 2, 0, 0, 0, 0, 5, 3}, 0.5322363408508172, 0.2497870715591933},
		{x, y, 0.09985721448747209, -0.08211990969780203},
	} {
		nmi := must.Get(NMI(c.a, c.b))(t)
		ami := must.Get(AMI(c.a, c.b))(t)
		within(t, "NMI", nmi, c.nmi, 1e-12)
		within(t, "AMI", ami, c.ami, 1e-11)
	}
}

// The expectation in the AMI by its definition: the mean over all orders.
func TestExpectedInformationByAllPermutations(t *testing.T) {
	a, b := []int32{0, 0, 0, 1, 1, 2, 3}, []int32{0, 0, 1, 1, 1, 1, 2}
	total, count := 0.0, 0.0
	var permute func(k int)
	permute = func(k int) {
		if k == len(b) {
			o := must.Get(newOverlap(a, b))(t)
			total += o.mutual()
			count++
			return
		}
		for i := k; i < len(b); i++ {
			b[k], b[i] = b[i], b[k]
			permute(k + 1)
			b[k], b[i] = b[i], b[k]
		}
	}
	permute(0)
	o, _ := newOverlap(a, b)
	near(t, "expected information", o.expected(), total/count)
}

// Random partitions of many nodes: NMI is far from 0, AMI is not. Label values do not matter, and
// equal partitions score 1.
func TestAdjustmentForChance(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	a, b, c := make([]int32, 5000), make([]int32, 5000), make([]int32, 5000)
	for i := range a {
		a[i], b[i] = rng.Int32N(800), rng.Int32N(800)
		c[i] = 7 - 3*a[i]
	}
	nmi, _ := NMI(a, b)
	ami, _ := AMI(a, b)
	if nmi < 0.5 || math.Abs(ami) > 0.02 {
		t.Errorf("of independent partitions NMI %v, want far above 0, and AMI %v, want about 0", nmi, ami)
	}
	nmi, _ = NMI(a, c)
	ami, _ = AMI(a, c)
	near(t, "NMI of one partition under two names", nmi, 1)
	near(t, "AMI of one partition under two names", ami, 1)
	one := make([]int32, 5000)
	nmi, _ = NMI(one, one)
	ami, _ = AMI(one, one)
	near(t, "NMI of the whole with itself", nmi, 1)
	near(t, "AMI of the whole with itself", ami, 1)
	nmi, _ = NMI(a, one)
	near(t, "NMI with the whole", nmi, 0)
	if _, err := NMI(a, one[:4]); err == nil {
		t.Error("partitions of 5000 and 4 nodes were compared")
	}
	if _, err := AMI(a, one[:4]); err == nil {
		t.Error("partitions of 5000 and 4 nodes were compared")
	}
}
