package filter

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/graphdp/graphdp/accounting"
)

// spy is an accountant that records its arguments. Laplace noise is pure, nothing else is; any cost
// at δ > 0 is 7. A cover has the mean 1/2, or 1/4 if it may fail.
type spy struct {
	accounting.Accountant
	event  accounting.Event // of the last call with δ > 0
	delta  accounting.Delta
	fails  float64 // sum of the failure probabilities of the used covers
	covers []accounting.Event
}

func (s *spy) Epsilon(e accounting.Event, d accounting.Delta) (accounting.Epsilon, error) {
	if l, pure := e.(accounting.Laplace); pure && d == 0 {
		return accounting.Epsilon(1 / l.NoiseMultiplier), nil
	}
	if d == 0 {
		return accounting.Epsilon(math.Inf(1)), nil
	}
	s.event, s.delta = e, d
	return 7, nil
}

func (s *spy) Cover(e accounting.Event, d accounting.Delta) (float64, error) {
	if d == 0 {
		s.covers = append(s.covers, e)
		return 0.5, nil
	}
	s.fails += float64(d)
	return 0.25, nil
}

// The accountant's argument is the theorem's M₁ ⊗ G_S ⊗ F_D, for any number of blocks. It consists
// of the first block, one Gaussian release for the covers of all others, and a failure probability.
// That is at least the covers' total, and at most a thousandth of δ.
func TestTheTheoremIsAskedFor(t *testing.T) {
	const delta = 1e-5
	step := func(i int) accounting.Event {
		return accounting.PoissonSampled{Rate: 0.1, Event: accounting.Gaussian{NoiseMultiplier: float64(1 + i)}}
	}
	for name, first := range map[string]accounting.Event{"Gaussian noise": accounting.Gaussian{NoiseMultiplier: 9}, "a step": step(0)} {
		for _, later := range []int{1, 2, 3, 10, 60} {
			blocks := []accounting.Event{first}
			for i := range later {
				blocks = append(blocks, step(i+1))
			}
			a := &spy{}
			cost, err := CostOf(a, blocks, delta)
			if err != nil || cost.Epsilon != 7 || !cost.Adaptive || a.delta != delta {
				t.Fatalf("%+v at δ = %v, %v", cost, a.delta, err)
			}
			what := fmt.Sprintf("%s, then %d blocks", name, later)
			if !reflect.DeepEqual(a.covers, blocks[1:]) {
				t.Errorf("%s: covered are %v", what, a.covers)
			}
			total, ok := a.event.(accounting.Compose)
			if !ok || len(total) != 2 || !reflect.DeepEqual(total[0], first) {
				t.Fatalf("%s: asked for %v", what, a.event)
			}
			rest, ok := total[1].(accounting.Compose)
			if !ok || len(rest) != 2 {
				t.Fatalf("%s: asked for %v", what, a.event)
			}
			mean := 1 / rest[0].(accounting.Gaussian).NoiseMultiplier
			if want := math.Sqrt(float64(later)) / 4; mean < want || mean > want*(1+1e-12) {
				t.Errorf("%s: a Gaussian release of mean %v, want %v", what, mean, want)
			}
			if box := rest[1].(accounting.ApproxDP); box.Epsilon != 0 || box.Delta < a.fails || box.Delta > delta/1000*(1+1e-12) {
				t.Errorf("%s: a failure of %v, the covers fail with %v", what, box.Delta, a.fails)
			}
		}
	}
}

// The ε and δ of boxes add up, and the others get the remaining δ.
func TestBoxesTakeTheirShare(t *testing.T) {
	const delta = 1e-5
	box := func(d float64) accounting.Event { return accounting.ApproxDP{Epsilon: 0.5, Delta: d} }
	step := accounting.PoissonSampled{Rate: 0.1, Event: accounting.Gaussian{NoiseMultiplier: 1}}
	a := &spy{}
	cost, err := CostOf(a, []accounting.Event{box(2e-6), step, box(5e-6)}, delta)
	if err != nil || cost.Epsilon != 8 || math.Abs(float64(a.delta)/3e-6-1) > 1e-9 || !reflect.DeepEqual(a.event, accounting.Compose{step}) {
		t.Errorf("%+v: asked for %v at δ = %v, %v", cost, a.event, a.delta, err)
	}
	for _, over := range []float64{1e-9, 1e-6, 1e-3} {
		if cost, err := CostOf(a, []accounting.Event{box(delta / 2), box(delta / 2 * (1 + over))}, delta); err != nil || !math.IsInf(float64(cost.Epsilon), 1) {
			t.Errorf("boxes that use up %g more than δ cost %v, %v", over/2, cost.Epsilon, err)
		}
	}
}

// Pure blocks cost the sum of their ε, or the theorem's bound if that is smaller. With one block
// that is not pure only the theorem applies.
func TestPureBlocksAddUp(t *testing.T) {
	laplace := accounting.Laplace{NoiseMultiplier: 4}
	for n, want := range map[int]accounting.Epsilon{2: 0.5, 3: 0.75, 8: 2, 27: 6.75, 29: 7} {
		var blocks []accounting.Event
		for range n {
			blocks = append(blocks, laplace)
		}
		if cost, err := CostOf(&spy{}, blocks, 1e-5); err != nil || cost.Epsilon != want {
			t.Errorf("%d blocks cost %v, want %v (%v)", n, cost.Epsilon, want, err)
		}
		if cost, err := CostOf(&spy{}, append(blocks, accounting.Gaussian{NoiseMultiplier: 100}), 1e-5); err != nil || cost.Epsilon != 7 {
			t.Errorf("%d blocks and Gaussian noise cost %v, want 7 (%v)", n, cost.Epsilon, err)
		}
	}
}
