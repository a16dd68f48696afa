package gdp

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
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
	if err := tr.Noise(make([]float32, 1)); err == nil {
		t.Error("noise of more steps than were paid for")
	}
	if _, err := tr.Lazy(100, 500); err == nil {
		t.Error("a table's noise beside that of the steps")
	}
	if tr, err = s.Train(plan(Poisson{0.1}, 1.5)); err != nil {
		t.Fatal(err)
	}
	lazy, err := tr.Lazy(100, 500)
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.Noise(make([]float32, 1)); err == nil {
		t.Error("the noise of steps beside that of a table")
	}
	if _, err := tr.Lazy(1, 1); err == nil {
		t.Error("a second table")
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
	for range 46 {
		if err := lazy.Advance(1); err != nil {
			t.Fatal(err)
		}
	}
	if err := lazy.Advance(1); err == nil {
		t.Error("a table's noise for more steps than were paid for")
	}
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
	if _, err := tr.Sample(6); err == nil {
		t.Error("another population than the plan's")
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
}

// A training continues from a checkpoint with the draws it would have made, in
// another process, at no cost; not from another plan's, and not unpaid.
func TestResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "train.journal")
	open := func() *Session {
		s, err := Protect(ring(t, 10), EdgeLevel, pay(100, 1e-5), Journal(path))
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
	// What comes next, told by copies of the streams.
	sampler, steps := *tr.sampler, *tr.noise
	want, err := p.Sampling.sample(&sampler, 20)
	if err != nil {
		t.Fatal(err)
	}
	var noise [4]float32
	if err := steps.Add(noise[:], tr.SD()); err != nil {
		t.Fatal(err)
	}
	s := open()
	spent := ledger(t, s).Spent()
	back, err := s.Resume(p, saved)
	if err != nil {
		t.Fatal(err)
	}
	list, x := draw(back)
	if !slices.Equal(list, want) || x != noise || back.Steps() != 4 || ledger(t, s).Spent() != spent {
		t.Errorf("continued with %v %v, want %v %v, at step %d", list, x, want, noise, back.Steps())
	}
	if l := ledger(t, s); len(l.Notes) != 1 || !strings.Contains(l.Notes[0], "resumed with the noise of 3 steps") {
		t.Errorf("the ledger notes %q", l.Notes)
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
}

// A state is taken once: of a training that continues, that has continued, that was closed
// or that another process uses, no noise is drawn a second time.
func TestNoNoiseTwice(t *testing.T) {
	p := plan(Whole{}, 2)
	x := make([]float32, 4)
	for name, path := range map[string]string{"memory": "", "file": filepath.Join(t.TempDir(), "a.journal")} {
		t.Run(name, func(t *testing.T) {
			options := []Option{}
			if path != "" {
				options = append(options, Journal(path))
			}
			s := protectRing(t, pay(1e5, 1e-5), options...)
			again := func() *Session { // the session of another cell of a notebook
				if path == "" {
					return s
				}
				return protectRing(t, pay(1e5, 1e-5), options...)
			}
			tr, err := s.Train(p)
			if err != nil {
				t.Fatal(err)
			}
			save := func(tr *Training) []byte {
				t.Helper()
				saved, err := tr.MarshalBinary()
				if err != nil {
					t.Fatal(err)
				}
				return saved
			}
			resume := func(saved []byte) *Training {
				t.Helper()
				tr, err := again().Resume(p, saved)
				if err != nil {
					t.Fatal(err)
				}
				return tr
			}
			refused := func(what string, saved []byte) {
				t.Helper()
				if tr, err := again().Resume(p, saved); err == nil || tr != nil || !strings.Contains(err.Error(), "no noise is used twice") {
					t.Errorf("%s: resumed, %v", what, err)
				}
			}
			start := save(tr)
			one := resume(start)
			if err := tr.Noise(x); err == nil {
				t.Error("the training that was resumed draws on")
			}
			if _, err := tr.Sample(1); err == nil {
				t.Error("the training that was resumed samples on")
			}
			if _, err := tr.MarshalBinary(); err == nil {
				t.Error("the training that was resumed is saved")
			}
			if err := tr.Close(); err != nil { // of no effect
				t.Error(err)
			}
			two := resume(start) // nothing was drawn
			if err := one.Noise(x); err == nil {
				t.Error("two users of one training")
			}
			if err := two.Noise(x); err != nil {
				t.Fatal(err)
			}
			refused("a state that is behind", start)
			later := save(two)
			if err := two.Close(); err != nil {
				t.Fatal(err)
			}
			if err := two.Noise(x); err == nil {
				t.Error("a closed training draws")
			}
			refused("a state from before the last draw of a closed training", start)
			three := resume(later)
			if err := three.Noise(x); err != nil {
				t.Fatal(err)
			}
			refused("the state that was taken", later)
			if err := three.Close(); err != nil {
				t.Fatal(err)
			}
			refused("the state that was taken, closed", later)
			if left, _ := filepath.Glob(path + ".*"); path != "" && len(left) != 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// The same for noise that is drawn row by row.
func TestNoLazyNoiseTwice(t *testing.T) {
	p := plan(Whole{}, 2)
	s := protectRing(t, pay(1e5, 1e-5))
	tr, err := s.Train(p)
	if err != nil {
		t.Fatal(err)
	}
	lazy, err := tr.Lazy(3, 2)
	if err != nil {
		t.Fatal(err)
	}
	state := func(tr *Training, lazy *LazyNoise) (training, table []byte) {
		t.Helper()
		training, err := tr.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if table, err = lazy.MarshalBinary(); err != nil {
			t.Fatal(err)
		}
		return training, table
	}
	if err := lazy.Advance(1); err != nil {
		t.Fatal(err)
	}
	early, _ := state(tr, lazy)
	if err := lazy.Advance(1); err != nil {
		t.Fatal(err)
	}
	training, table := state(tr, lazy)
	if _, err := s.Resume(p, early); err == nil {
		t.Error("resumed behind the table")
	}
	back, err := s.Resume(p, training)
	if err != nil {
		t.Fatal(err)
	}
	if err := lazy.Advance(1); err == nil {
		t.Error("the table of a training that was resumed continues")
	}
	again, err := back.Lazy(3, 2)
	if err != nil || !again.Empty() {
		t.Fatal(again, err)
	}
	if err := again.Advance(1); err == nil {
		t.Error("a table that is not there advances")
	}
	if err := again.UnmarshalBinary(table); err != nil {
		t.Fatal(err)
	}
	if err := again.Advance(1); err != nil || again.Steps() != 3 {
		t.Errorf("step %d, %v", again.Steps(), err)
	}
	if _, err := s.Resume(p, training); err == nil {
		t.Error("resumed behind the resumed table")
	}
}

// A process that dies leaves a training that can continue, and one that lives does not.
func TestOneProcessTrains(t *testing.T) {
	p := plan(Whole{}, 2)
	if dir := os.Getenv("GDP_TEST_TRAINING"); dir != "" {
		s, err := Protect(ring(t, 10), EdgeLevel, pay(1e5, 1e-5), Journal(filepath.Join(dir, "journal")), Seed(1))
		if err != nil {
			t.Fatal(err)
		}
		saved, err := os.ReadFile(filepath.Join(dir, "state"))
		if err != nil {
			t.Fatal(err)
		}
		tr, err := s.Resume(p, saved)
		if err != nil {
			fmt.Println(err)
			os.Exit(3)
		}
		if err := tr.Noise(make([]float32, 1)); err != nil {
			t.Fatal(err)
		}
		os.Exit(4)
	}
	dir := t.TempDir()
	s := protectRing(t, pay(1e5, 1e-5), Journal(filepath.Join(dir, "journal")))
	tr, err := s.Train(p)
	if err != nil {
		t.Fatal(err)
	}
	saved, err := tr.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "state"), saved, 0o600); err != nil {
		t.Fatal(err)
	}
	child := func(want int, says string) {
		t.Helper()
		cmd := exec.Command(os.Args[0], "-test.run=^TestOneProcessTrains$")
		cmd.Env = append(os.Environ(), "GDP_TEST_TRAINING="+dir)
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != want || !strings.Contains(string(out), says) {
			t.Errorf("another process ends with %v: %s", err, out)
		}
	}
	child(3, "in use by another process")
	if err := tr.Close(); err != nil {
		t.Fatal(err)
	}
	child(4, "") // and dies
	child(4, "")
	back, err := s.Resume(p, saved)
	if err != nil {
		t.Fatal(err)
	}
	if l := ledger(t, s); len(l.Notes) != 3 {
		t.Errorf("resumed three times, and the ledger notes %q", l.Notes)
	}
	child(3, "in use by another process")
	if err := back.Noise(make([]float32, 1)); err != nil {
		t.Fatal(err)
	}
	if err := back.Close(); err != nil {
		t.Fatal(err)
	}
	child(3, "no noise is used twice")
}

// Two journals of the same data that paid for the same plan have two noises: a training
// of one does not continue in the other, nor in another scope, nor does one of a session
// without a journal in another session. A session opened again is the same.
func TestResumeIsOfOneJournal(t *testing.T) {
	p := plan(Poisson{0.5}, 2)
	paid := func(options ...Option) (open func() *Session, saved []byte) {
		open = func() *Session { return protectRing(t, pay(100, 1e-5), options...) }
		tr, err := open().Train(p)
		if err != nil {
			t.Fatal(err)
		}
		if saved, err = tr.MarshalBinary(); err != nil {
			t.Fatal(err)
		}
		return open, saved
	}
	refused := func(what string, s *Session, saved []byte) {
		t.Helper()
		if _, err := s.Train(p); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Resume(p, saved); err == nil || !strings.Contains(err.Error(), "another journal or scope") {
			t.Errorf("a training of another %s: %v", what, err)
		}
	}
	one, saved := paid(Journal(filepath.Join(t.TempDir(), "one")))
	two, _ := paid(Journal(filepath.Join(t.TempDir(), "two")))
	refused("journal", two(), saved)
	refused("scope", one().Scope("a"), saved)
	if _, err := one().Resume(p, saved); err != nil {
		t.Errorf("its own journal, opened again: %v", err)
	}
	open, saved := paid()
	refused("session", open(), saved)
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

// drawn returns the first sample and the first noise of a training.
func drawn(t *testing.T, tr *Training) (list []int32, values []float64) {
	t.Helper()
	list, err := tr.Sample(1000)
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float32, 1000)
	if err := tr.Noise(x); err != nil {
		t.Fatal(err)
	}
	for _, v := range x {
		values = append(values, float64(v)/tr.SD())
	}
	return list, values
}

// Two trainings of one label have different samples and different noise, however the
// session was opened; and a training's noise has nothing to do with its samples.
func TestTrainingsOfOneLabelDiffer(t *testing.T) {
	for _, options := range [][]Option{nil, {Seed(3)}} {
		s, err := Protect(ring(t, 10), EdgeLevel, pay(100, 1e-5), options...)
		if err != nil {
			t.Fatal(err)
		}
		var lists [][]int32
		var values [][]float64
		for range 3 {
			tr, err := s.Train(plan(Poisson{0.3}, 5))
			if err != nil {
				t.Fatal(err)
			}
			if a, b := tr.sampler.Uint64(), tr.noise.Uint64(); a == b {
				t.Error("samples and noise are drawn from one stream")
			}
			list, x := drawn(t, tr)
			lists, values = append(lists, list), append(values, x)
		}
		for i := range lists {
			j := (i + 1) % len(lists)
			if slices.Equal(lists[i], lists[j]) {
				t.Errorf("trainings %d and %d have one sample", i, j)
			}
			if !stattest.Uncorrelated(values[i], values[j], alpha) {
				t.Errorf("trainings %d and %d have noise that goes together", i, j)
			}
			in := make([]float64, 1000) // membership, of mean 0 and variance 1
			for k := range in {
				in[k] = -math.Sqrt(0.3 / 0.7)
			}
			for _, k := range lists[i] {
				in[k] = math.Sqrt(0.7 / 0.3)
			}
			if !stattest.Uncorrelated(values[i], in, alpha) {
				t.Errorf("training %d: the noise goes with the sample", i)
			}
		}
		if stattest.Uncorrelated(values[0], values[0], alpha) {
			t.Error("noise does not go with itself: the test is blind")
		}
	}
}

// Of several trainings under one label, each is resumed as the one that it is: the
// spend that pays for it is the one at its place, of its plan.
func TestResumeFindsItsSpend(t *testing.T) {
	short, long := plan(Poisson{0.3}, 5), plan(Poisson{0.3}, 5)
	long.Steps = 60
	train := func(s *Session, plans ...Plan) (saved [][]byte) {
		t.Helper()
		for _, p := range plans {
			tr, err := s.Train(p)
			if err != nil {
				t.Fatal(err)
			}
			state, err := tr.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			saved = append(saved, state)
		}
		return saved
	}
	s := protectRing(t, pay(100, 1e-5))
	saved := train(s, short, long)
	for i, p := range []Plan{short, long} {
		tr, err := s.Resume(p, saved[i])
		if err != nil {
			t.Errorf("training %d: %v", i, err)
			continue
		}
		again, err := tr.MarshalBinary()
		if err != nil || string(again) != string(saved[i]) {
			t.Errorf("training %d is saved as %s, was %s, %v", i, again, saved[i], err)
		}
	}
	// The label has a spend, but of another plan, or fewer than the training needs.
	other := protectRing(t, pay(100, 1e-5))
	train(other, short)
	// As if other's journal were a copy of this one's, from before.
	copied := func() *Session {
		s := protectRing(t, pay(100, 1e-5))
		s.salt = other.salt
		return s
	}
	for what, saved := range map[string]struct {
		plan  Plan
		state []byte
	}{
		"that another plan's spend paid for":     {long, train(copied(), long)[0]},
		"where one under its label was paid for": {short, train(copied(), short, short)[1]},
	} {
		if _, err := other.Resume(saved.plan, saved.state); err == nil || !strings.Contains(err.Error(), "does not hold the spend") {
			t.Errorf("a training continues %s: %v", what, err)
		}
	}
	// One plan under two labels, both paid for: the state of the one has its streams.
	named := short
	named.Label = "another"
	s = protectRing(t, pay(100, 1e-5))
	saved = train(s, short, named)
	if _, err := s.Resume(named, saved[0]); err == nil || !strings.Contains(err.Error(), "another plan") {
		t.Errorf("a training continues with the streams of another label: %v", err)
	}
}

// A saved training that stands before its first step or after its last is refused.
func TestResumeRefusesStepsOutsideThePlan(t *testing.T) {
	s := protectRing(t, pay(100, 1e-5))
	p := plan(Poisson{0.3}, 5)
	tr, err := s.Train(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		steps, drawn int
		fine         bool
	}{{-1, 0, false}, {0, 0, true}, {p.Steps, 0, true}, {p.Steps + 1, 0, false}, {0, -1, false}, {0, p.Steps + 1, false}, {0, p.Steps, true}} {
		tr.steps, tr.user.noised = c.steps, c.drawn
		saved, err := tr.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		back, err := s.Resume(p, saved)
		if (err == nil) != c.fine {
			t.Errorf("resumed at step %d of %d with the noise of %d: %v", c.steps, p.Steps, c.drawn, err)
		}
		if err == nil {
			tr = back
		}
	}
}

// What a claim's plan proves is counted with the bound that holds, not the claimed one.
func TestTrainingOnAClaimIsProvedWithWhatHolds(t *testing.T) {
	s := protectRing(t, pay(1e6, 1e-5))
	p := plan(Poisson{0.1}, 3)
	p.Basis = Claim{Source: "[X]", Statement: "the sum moves by 2", Why: "it moves by 6", Holds: 6}
	if _, err := s.Train(p); err != nil {
		t.Fatal(err)
	}
	e := ledger(t, s).Entries[0]
	of := func(multiplier float64) string {
		return accounting.SelfCompose{Event: accounting.PoissonSampled{Rate: 0.1, Event: accounting.Gaussian{NoiseMultiplier: multiplier}}, Count: 50}.String()
	}
	if e.Counted.String() != of(3) || e.Proved.String() != of(1) { // noise of 6, over 2 and over 6
		t.Errorf("counted %v, proved %v", e.Counted, e.Proved)
	}
}

func TestBadPlansAreErrors(t *testing.T) {
	s := protectRing(t, pay(1e6, 1e-5))
	for what, change := range map[string]func(*Plan){
		"no label":             func(p *Plan) { p.Label = "" },
		"no steps":             func(p *Plan) { p.Steps = 0 },
		"no sampling":          func(p *Plan) { p.Sampling = nil },
		"*Poisson":             func(p *Plan) { p.Sampling = &Poisson{0.1} },
		"*FixedSize":           func(p *Plan) { p.Sampling = &FixedSize{10, 2} },
		"*Whole":               func(p *Plan) { p.Sampling = &Whole{} },
		"no *Whole":            func(p *Plan) { p.Sampling = (*Whole)(nil) },
		"*Proof":               func(p *Plan) { p.Basis = &proof },
		"*Claim":               func(p *Plan) { p.Basis = &Claim{Source: "[X]", Why: "no"} },
		"no *Claim":            func(p *Plan) { p.Basis = (*Claim)(nil) },
		"everybody touched":    func(p *Plan) { p.Touched = math.MaxInt },
		"touched":              func(p *Plan) { p.Touched = -1 },
		"touched, no Poisson":  func(p *Plan) { p.Touched, p.Sampling = 2, Whole{} },
		"no sensitivity":       func(p *Plan) { p.Sensitivity = 0 },
		"sensitivity NaN":      func(p *Plan) { p.Sensitivity = L2(math.NaN()) },
		"infinite sensitivity": func(p *Plan) { p.Sensitivity = L2(math.Inf(1)) },
		"infinite noise":       func(p *Plan) { p.Multiplier = math.Inf(1) },
		"no noise":             func(p *Plan) { p.Multiplier = 0 },
		"no basis":             func(p *Plan) { p.Basis = nil },
		"claimed on a proof":   func(p *Plan) { p.Claimed = pay(1, 1e-5) },
	} {
		p := plan(Poisson{0.1}, 3)
		change(&p)
		_, err := s.Train(p)
		if err == nil || strings.Contains(what, "sensitivity") && !strings.Contains(err.Error(), "train: sensitivity") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if l := ledger(t, s); len(l.Entries) != 0 {
		t.Errorf("bad plans cost %v", l)
	}
}

// Training code clips to what the plan paid for: half the sensitivity of everything,
// where a change exchanges one record for another.
func TestPaid(t *testing.T) {
	for _, c := range []struct {
		rel      Relation
		sampling Sampling
		want     float64
	}{
		{EdgeLevel, Poisson{0.1}, 2}, {NodeLevel, Poisson{0.1}, 2}, {NodeLevel, FixedSize{10, 2}, 2},
		{EdgeLevel, Whole{}, 2}, {NodeUnbounded, Whole{}, 2}, {NodeLevel, Whole{}, 1},
	} {
		s, err := Protect(ring(t, 10), c.rel, pay(1e6, 1e-5), nodesFor(c.rel, 10)...)
		if err != nil {
			t.Fatal(err)
		}
		tr, err := s.Train(plan(c.sampling, 3))
		if err != nil {
			t.Fatal(err)
		}
		if clip, steps := tr.Paid(); clip != c.want || steps != 50 {
			t.Errorf("%v, %v: paid for %v in %d steps", c.rel, c.sampling, clip, steps)
		}
	}
}

// A resumed training has as many steps left as it had when it was saved, of samples and of
// noise.
func TestAResumedTrainingHasTheStepsThatAreLeft(t *testing.T) {
	s := protectRing(t, pay(1e5, 1e-5))
	p := plan(Poisson{0.5}, 2)
	tr, err := s.Train(p)
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float32, 1)
	for i := range 20 {
		if _, err := tr.Sample(5); err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 {
			if err := tr.Noise(x); err != nil {
				t.Fatal(err)
			}
		}
	}
	saved, err := tr.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if tr, err = s.Resume(p, saved); err != nil {
		t.Fatal(err)
	}
	samples, noises := 0, 0
	for range 2 * p.Steps {
		if _, err := tr.Sample(5); err == nil {
			samples++
		}
		if tr.Noise(x) == nil {
			noises++
		}
	}
	if samples != p.Steps-20 || noises != p.Steps-10 {
		t.Errorf("%d samples and %d draws of noise, want %d and %d", samples, noises, p.Steps-20, p.Steps-10)
	}
}
