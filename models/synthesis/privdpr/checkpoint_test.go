package privdpr

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/models/method/methodtest"
)

// Runs with state that the modes' own settings do not have resume after an interruption.
func TestInterruptedVariantsGoOn(t *testing.T) {
	methodtest.Run(t, Method, methodtest.Options{Only: []string{"resume"}, Small: map[string][]string{
		"":          {"Dim=4", "Hidden=4", "Epochs=1"},
		"published": {"Layers=1", "Scale=1", "Author.OneStepNorm=true"}, // power iteration
		"author":    {"Author.Frozen=false"},
	}})
}

// A followed norm resumes to the bit from a checkpoint, whether the last step decomposed the
// matrix, followed it or found it nearly unchanged.
func TestFoundNormsGoOn(t *testing.T) {
	for _, n := range []int{decomposed / 4, decomposed + 6} {
		w, r := newNetwork(n, n, 3, 8, random(43)).weights[0], random(44)
		for step := range 60 {
			again := &weight{raw: general(n, n)}
			copy(again.raw.Data, w.raw.Data)
			for i, x := range w.found() {
				switch to := again.found()[i].(type) {
				case *float64:
					*to = *x.(*float64)
				case *[]float64:
					*to = slices.Clone(*x.(*[]float64))
				}
			}
			sd := 1e-13 * math.Exp(float64(step)/3)
			for i := range w.raw.Data {
				d := sd * r.NormFloat64()
				w.raw.Data[i] += d
				again.raw.Data[i] += d
			}
			if err := cmp.Or(w.spectral(), again.spectral()); err != nil || w.norm != again.norm || !slices.Equal(w.v, again.v) {
				t.Fatalf("%d columns, step %d: a norm of %v, from a checkpoint %v, %v", n, step, w.norm, again.norm, err)
			}
		}
	}
}
