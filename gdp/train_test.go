package gdp

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/gdp/internal/stattest"
)

func plan(sampling Sampling, multiplier float64) Plan {
	return Plan{Label: "train", Steps: 50, Sampling: sampling, Multiplier: multiplier, Sensitivity: 2, Basis: proof}
}

// The cost of a plan is that of the samples and the noise that it draws.
func TestPlanEvents(t *testing.T) {
	edge, _ := Protect(ring(t, 10), EdgeLevel, pay(100, 1e-5))
	node, _ := Protect(ring(t, 10), NodeLevel, pay(100, 1e-5))
	gaussian := accounting.Gaussian{NoiseMultiplier: 3}
	for _, c := range []struct {
		s    *Session
		plan Plan
		want accounting.Event
	}{
		{edge, plan(Poisson{0.1}, 3), accounting.PoissonSampled{Rate: 0.1, Event: gaussian}},
		{node, plan(Poisson{0.1}, 3), accounting.PoissonSampled{Rate: 0.1, Event: gaussian}},
		{edge, plan(Whole{}, 3), gaussian},
		{node, plan(FixedSize{10, 2}, 6), accounting.FixedSizeSampled{Population: 10, Sample: 2, Event: gaussian}},
		{edge, Plan{Label: "x", Steps: 50, Sampling: Poisson{0.1}, Multiplier: 3, Sensitivity: 1, Touched: 4, Basis: proof},
			accounting.Group{Size: 4, Event: accounting.PoissonSampled{Rate: 0.1, Event: gaussian}}},
	} {
		want := accounting.SelfCompose{Event: c.want, Count: 50}
		if got, err := c.plan.Event(c.s); err != nil || got.String() != want.String() {
			t.Errorf("%v costs %v, want %v (%v)", c.plan.Sampling, got, want, err)
		}
	}
	if _, err := plan(FixedSize{10, 2}, 6).Event(edge); err == nil {
		t.Error("a fixed share of a private number of records")
	}
}

func TestCalibratedPlan(t *testing.T) {
	s := protectRing(t, pay(1, 1e-5))
	p, err := plan(Poisson{0.1}, 0).Calibrate(s, pay(1, 1e-5))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Train(p); err != nil {
		t.Errorf("a plan for the whole budget: %v", err)
	}
	g, err := s.Guarantee()
	if err != nil || g.Proved > 1+slack || g.Proved < 0.999 || g.Proved != g.Claimed {
		t.Errorf("%v, %v", g, err)
	}
	if _, err := s.Train(p); !errors.Is(err, ErrBudget) {
		t.Errorf("twice the whole budget: %v", err)
	}
	if _, err := plan(Poisson{0.1}, 0).Calibrate(s, pay(-1, 1e-5)); err == nil {
		t.Error("calibrated to a negative ε")
	}
}

func TestTrainingDraws(t *testing.T) {
	const records = 1000
	s := protectRing(t, pay(100, 1e-5))
	tr, err := s.Train(plan(Poisson{0.1}, 1.5))
	if err != nil {
		t.Fatal(err)
	}
	taken := 0
	var values []float64
	seen := map[string]bool{}
	for range 50 {
		list, err := tr.Sample(records)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.IsSorted(list) || seen[fmt.Sprint(list)] {
			t.Errorf("sample %v", list)
		}
		seen[fmt.Sprint(list)] = true
		taken += len(list)
		x := make([]float32, 1000)
		for i := range x {
			x[i] = 100
		}
		if err := tr.Noise(x); err != nil {
			t.Fatal(err)
		}
		for _, v := range x {
			values = append(values, float64(v)-100)
		}
	}
	if !stattest.Count(taken, 50*records, 0.1, alpha) || stattest.Count(taken, 50*records, 0.09, alpha) {
		t.Errorf("%d of %d taken at rate 0.1", taken, 50*records)
	}
	checkScale(t, "training", values, 3, normalCDF) // 1.5 times the sensitivity of 2
	if _, err := tr.Sample(records); err == nil {
		t.Error("a step more than was paid for")
	}
	lazy, err := tr.Lazy(100, 500)
	if err != nil {
		t.Fatal(err)
	}
	table := make([]float32, 100*500)
	for range 4 {
		if err := lazy.Advance(1); err != nil {
			t.Fatal(err)
		}
	}
	if err := lazy.Flush(table); err != nil {
		t.Fatal(err)
	}
	values = values[:0]
	for _, v := range table {
		values = append(values, float64(v))
	}
	checkScale(t, "lazy", values, 6, normalCDF) // four steps of 3
}

// Every set of the size is as likely as every other.
func TestFixedSizeSamples(t *testing.T) {
	s, err := Protect(ring(t, 5), NodeLevel, pay(1e4, 1e-5), Seed(9))
	if err != nil {
		t.Fatal(err)
	}
	p := plan(FixedSize{5, 2}, 30)
	p.Steps = 5000
	tr, err := s.Train(p)
	if err != nil {
		t.Fatal(err)
	}
	counts := make([]int, 25)
	for range p.Steps {
		list, err := tr.Sample(5)
		if err != nil || len(list) != 2 || list[0] >= list[1] {
			t.Fatal(list, err)
		}
		counts[5*list[0]+list[1]]++
	}
	var sets []int
	for a := range 5 {
		for b := a + 1; b < 5; b++ {
			sets = append(sets, counts[5*a+b])
		}
	}
	if !stattest.ChiSquare(sets, normalise([]float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}), alpha) {
		t.Errorf("pairs drawn %v times", sets)
	}
	if _, err := tr.Sample(6); err == nil {
		t.Error("another population than the plan's")
	}
}

// A training goes on from a checkpoint with the draws it would have made, in
// another process, at no cost; not from another plan's, and not unpaid.
func TestResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "train.journal")
	open := func() *Session {
		s, err := Protect(ring(t, 10), EdgeLevel, pay(20, 1e-5), Journal(path))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	p := plan(Poisson{0.5}, 2)
	draw := func(tr *Training) (list []int32, x [4]float32) {
		list, err := tr.Sample(20)
		if err != nil {
			t.Fatal(err)
		}
		if err := tr.Noise(x[:]); err != nil {
			t.Fatal(err)
		}
		return list, x
	}
	tr, err := open().Train(p)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		draw(tr)
	}
	saved, err := tr.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	list, x := draw(tr)
	s := open()
	spent := ledger(t, s).Spent()
	back, err := s.Resume(p, saved)
	if err != nil {
		t.Fatal(err)
	}
	list2, x2 := draw(back)
	if !slices.Equal(list, list2) || x != x2 || back.Steps() != 4 || ledger(t, s).Spent() != spent {
		t.Errorf("went on with %v %v, want %v %v, at step %d", list2, x2, list, x, back.Steps())
	}
	other := p
	other.Multiplier = 3
	if _, err := s.Resume(other, saved); err == nil {
		t.Error("resumed another plan")
	}
	if _, err := s.Train(other); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Resume(other, saved); err == nil {
		t.Error("resumed another plan, paid for under the same label")
	}
	if _, err := s.Resume(p, saved[:len(saved)/2]); err == nil {
		t.Error("resumed half a checkpoint")
	}
	unpaid := protectRing(t, pay(20, 1e-5))
	if _, err := unpaid.Resume(p, saved); err == nil {
		t.Error("resumed what this session never paid for")
	}
}

func ledger(t *testing.T, s *Session) Ledger {
	t.Helper()
	l, err := s.Ledger()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// A training that several records of one change take part in costs what a
// group of them costs, not less.
func TestTouched(t *testing.T) {
	cost := func(touched int) float64 {
		s := protectRing(t, pay(1e6, 1e-5))
		p := plan(Poisson{0.05}, 2)
		p.Touched = touched
		if _, err := s.Train(p); err != nil {
			t.Fatal(err)
		}
		return float64(ledger(t, s).Spent())
	}
	if one, four := cost(1), cost(4); !(four > 3*one) || math.IsInf(four, 1) {
		t.Errorf("one record ε = %v, four ε = %v", one, four)
	}
}
