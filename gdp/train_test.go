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
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

func plan(sampling Sampling, multiplier float64) Plan {
	return Plan{Label: "train", Steps: 50, Sampling: sampling, Multiplier: multiplier, Sensitivity: 2, Basis: proof}
}

// stepped takes a step on some records that contribute nothing: it returns the sample and the
// noise.
func stepped(tr *Training, records, size int) (places []int32, noise []float32, err error) {
	step, err := tr.Step(records)
	if err != nil {
		return nil, nil, err
	}
	noise, err = Sum(step, size, func(int32, *Term[float32]) {})
	return step.Places(), noise, err
}

// mustStep is [stepped] where that has to succeed.
func mustStep(t *testing.T, tr *Training, records, size int) (places []int32, noise []float32) {
	t.Helper()
	places, noise = must.Two(stepped(tr, records, size))(t)
	return places, noise
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
		{edge, plan(FullBatch{}, 3), gaussian},
		{node, plan(FixedSize{10, 2}, 6), accounting.FixedSizeSampled{Population: 10, Sample: 2, Event: gaussian}},
		{edge, Plan{Label: "x", Steps: 50, Sampling: Poisson{0.1}, Multiplier: 3, Sensitivity: 1, Affected: 4, Basis: proof},
			accounting.Group{Size: 4, Event: accounting.PoissonSampled{Rate: 0.1, Event: gaussian}}},
	} {
		want := accounting.SelfCompose{Event: c.want, Count: 50}
		if got, err := c.plan.Event(c.s); err != nil || got.String() != want.String() {
			t.Errorf("%v costs %v, want %v (%v)", c.plan.Sampling, got, want, err)
		}
	}
	refused(t, "a fixed share of a private number of records", second(plan(FixedSize{10, 2}, 6).Event(edge)))
}

func TestCalibratedPlan(t *testing.T) {
	s := protectRing(t, pay(1, 1e-5))
	p := must.Get(plan(Poisson{0.1}, 0).Calibrate(s, pay(1, 1e-5)))(t)
	if _, err := s.Train(p); err != nil {
		t.Errorf("a plan for the whole budget: %v", err)
	}
	g, err := s.Guarantee()
	if err != nil || g.Proved > 1+slack || g.Proved < 0.999 || g.Proved != g.Claimed {
		t.Errorf("%v, %v", g, err)
	}
	refused(t, "twice the whole budget", second(s.Train(p)), ErrBudget)
	refused(t, "calibrated to a negative ε", second(plan(Poisson{0.1}, 0).Calibrate(s, pay(-1, 1e-5))))
}

func TestTrainingDraws(t *testing.T) {
	const records = 1000
	for _, c := range []struct {
		sampling Sampling
		rate     float64
	}{
		{Poisson{0.1}, 0.1}, {PoissonShared{Rate: 0.1, Others: 2, Share: 0.5}, 0.1}, {PoissonShared{Rate: 0.1, Others: 2, Share: 1, Replaced: true}, 0.1},
		{FixedSize{records, 100}, 0.1}, {FullBatch{}, 1}, {FullBatch{AddRemove: true}, 1},
	} {
		t.Run(c.sampling.String(), func(t *testing.T) {
			rel := EdgeLevel
			if _, fixed := c.sampling.(FixedSize); fixed {
				rel = NodeLevel
			}
			s := must.Get(Protect(ring(t, 10), rel, pay(1e9, 1e-5), Seed(2)))(t)
			tr := must.Get(s.Train(plan(c.sampling, 1.5)))(t)
			taken := 0
			var values []float64
			seen := map[string]bool{}
			for range 50 {
				list, noise := mustStep(t, tr, records, 1000)
				if !slices.IsSorted(list) || seen[fmt.Sprint(list)] && c.rate < 1 {
					t.Errorf("sample %v", list)
				}
				seen[fmt.Sprint(list)] = true
				taken += len(list)
				for _, v := range noise {
					values = append(values, float64(v))
				}
			}
			switch _, fixed := c.sampling.(FixedSize); {
			case fixed || c.rate == 1:
				if taken != 50*int(c.rate*records) {
					t.Errorf("%d taken, want %v of %d", taken, c.rate, 50*records)
				}
			case !stattest.Count(taken, 50*records, c.rate, alpha) || stattest.Count(taken, 50*records, 0.9*c.rate, alpha):
				t.Errorf("%d of %d taken at rate %v", taken, 50*records, c.rate)
			}
			checkScale(t, "training", values, 3, normalCDF) // 1.5 times the sensitivity of 2
			if _, _, err := stepped(tr, records, 1000); err == nil {
				t.Error("a step more than was paid for")
			}
		})
	}
}

// The rows of a table have the noise of all steps.
func TestTableDraws(t *testing.T) {
	s := protectRing(t, pay(100, 1e-5))
	p := plan(Poisson{0.1}, 1.5)
	p.Divisor = 0.5
	tr := must.Get(s.Train(p))(t)
	lazy := must.Get(tr.RowNoise(100, 500))(t)
	refused(t, "a sum beside a table", second(tr.Step(10)))
	refused(t, "sums of a device beside a table", second(tr.Fused(10)))
	refused(t, "a second table", second(tr.RowNoise(1, 1)))
	advance := func() {
		t.Helper()
		refused(t, "the noise of a step that has not begun", lazy.Advance(0.5))
		must.Get(lazy.Sample(1000))(t)
		refused(t, "a step after one without noise", second(lazy.Sample(1000)))
		must.Do(t, lazy.Advance(0.5)) // over the divisor: 1
	}
	for range 4 {
		advance()
	}
	values := make([]float64, 0, 100*500)
	row := make([]float32, 500)
	for r := range 100 {
		refused(t, fmt.Sprintf("finished with the noise of %d rows", r), tr.finished())
		clear(row)
		must.Do(t, lazy.Collect(r, row))
		for _, v := range row {
			values = append(values, float64(v))
		}
	}
	must.Do(t, tr.finished())
	checkScale(t, "table", values, 6, normalCDF) // four steps of 3
	for range 46 {
		advance()
	}
	refused(t, "a table's noise for more steps than were paid for", second(lazy.Sample(1000)))
}

// Every set of the size is as likely as every other.
func TestFixedSizeSamples(t *testing.T) {
	s := must.Get(Protect(ring(t, 5), NodeLevel, pay(1e4, 1e-5), Seed(9)))(t)
	p := plan(FixedSize{5, 2}, 30)
	p.Steps = 5000
	tr := must.Get(s.Train(p))(t)
	refused(t, "another population than the plan's", second(tr.Step(6)))
	counts := make([]int, 25)
	for range p.Steps {
		list, _ := mustStep(t, tr, 5, 1)
		if len(list) != 2 || list[0] >= list[1] {
			t.Fatal(list)
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
		return must.Get(Protect(ring(t, 10), EdgeLevel, pay(100, 1e-5), Journal(path)))(t)
	}
	p := plan(Poisson{0.5}, 2)
	draw := func(tr *Training) (list []int32, x [4]float32) {
		list, noise := mustStep(t, tr, 20, 4)
		return list, [4]float32(noise)
	}
	tr := must.Get(open().Train(p))(t)
	for range 3 {
		draw(tr)
	}
	saved := must.Get(tr.MarshalBinary())(t)
	// What comes next, told by copies of the streams.
	sampler, steps := *tr.sampler, *tr.noise
	want := must.Get(p.Sampling.sample(&sampler, 20))(t)
	var noise [4]float32
	must.Do(t, steps.Add(noise[:], tr.SD()))
	s := open()
	spent := ledger(t, s).Spent()
	back := must.Get(s.Resume(p, saved))(t)
	list, x := draw(back)
	if !slices.Equal(list, want) || x != noise || back.at.Steps != 4 || ledger(t, s).Spent() != spent {
		t.Errorf("continued with %v %v, want %v %v, at step %d", list, x, want, noise, back.at.Steps)
	}
	if l := ledger(t, s); len(l.Notes) != 1 || !strings.Contains(l.Notes[0], "resumed with the noise of 3 steps") {
		t.Errorf("the ledger notes %q", l.Notes)
	}
	other := p
	other.Multiplier = 3
	refused(t, "resumed another plan", second(s.Resume(other, saved)))
	must.Get(s.Train(other))(t)
	refused(t, "resumed another plan, paid for under the same label", second(s.Resume(other, saved)))
	refused(t, "resumed half a checkpoint", second(s.Resume(p, saved[:len(saved)/2])))
}

// A state is taken once: of a training that continues, that has continued, that was closed
// or that another process uses, no noise is drawn a second time.
func TestNoNoiseTwice(t *testing.T) {
	p := plan(FullBatch{}, 2)
	draw := func(tr *Training) error {
		_, _, err := stepped(tr, 1, 4)
		return err
	}
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
			tr := must.Get(s.Train(p))(t)
			save := func(tr *Training) []byte {
				t.Helper()
				return must.Get(tr.MarshalBinary())(t)
			}
			resume := func(saved []byte) *Training {
				t.Helper()
				return must.Get(again().Resume(p, saved))(t)
			}
			spent := func(what string, saved []byte) {
				t.Helper()
				if tr, err := again().Resume(p, saved); err == nil || tr != nil || !strings.Contains(err.Error(), "no noise is used twice") {
					t.Errorf("%s: resumed, %v", what, err)
				}
			}
			start := save(tr)
			one := resume(start)
			refused(t, "the training that was resumed draws on", draw(tr))
			refused(t, "the training that was resumed is saved", second(tr.MarshalBinary()))
			must.Do(t, tr.Close()) // of no effect
			two := resume(start)   // nothing was drawn
			refused(t, "two users of one training", draw(one))
			must.Do(t, draw(two))
			spent("a state that is behind", start)
			later := save(two)
			must.Do(t, two.Close())
			refused(t, "a closed training draws", draw(two))
			spent("a state from before the last draw of a closed training", start)
			three := resume(later)
			must.Do(t, draw(three))
			spent("the state that was taken", later)
			must.Do(t, three.Close())
			spent("the state that was taken, closed", later)
			if left, _ := filepath.Glob(path + ".*"); path != "" && len(left) != 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// The same for noise that is drawn row by row.
func TestNoLazyNoiseTwice(t *testing.T) {
	p := plan(FullBatch{}, 2)
	advance := func(x *RowNoise) error {
		_, err := x.Sample(1)
		return errors.Join(err, x.Advance(1))
	}
	s := protectRing(t, pay(1e5, 1e-5))
	tr := must.Get(s.Train(p))(t)
	lazy := must.Get(tr.RowNoise(3, 2))(t)
	state := func(tr *Training, lazy *RowNoise) (training, table []byte) {
		t.Helper()
		training = must.Get(tr.MarshalBinary())(t)
		table = must.Get(lazy.MarshalBinary())(t)
		return training, table
	}
	must.Do(t, advance(lazy))
	early, first := state(tr, lazy)
	must.Do(t, advance(lazy))
	training, table := state(tr, lazy)
	// A table that is ahead of its training would leave the steps between without noise.
	two := must.Get(s.Train(p))(t)
	behind := must.Get(two.RowNoise(3, 2))(t)
	must.Do(t, advance(behind))
	one, _ := state(two, behind)
	two = must.Get(s.Resume(p, one))(t)
	if behind, err := two.RowNoise(3, 2); err != nil || behind.UnmarshalBinary(table) == nil {
		t.Errorf("a training of one step takes a table of two: %v", err)
	}
	must.Get(lazy.Sample(1))(t)
	refused(t, "saved within a step", second(tr.MarshalBinary()))
	refused(t, "resumed behind the table", second(s.Resume(p, early)))
	back := must.Get(s.Resume(p, training))(t)
	refused(t, "the table of a training that was resumed continues", lazy.Advance(1))
	again, err := back.RowNoise(3, 2)
	if err != nil || !back.user.lazy.Empty() {
		t.Fatal(again, err)
	}
	refused(t, "a table that is not there advances", advance(again))
	refused(t, "a table that is not there is saved", second(again.MarshalBinary()))
	refused(t, "the table of an earlier step", again.UnmarshalBinary(first))
	must.Do(t, again.UnmarshalBinary(table))
	refused(t, "a table is read twice", again.UnmarshalBinary(table))
	if err := advance(again); err != nil || back.user.lazy.Steps() != 3 {
		t.Errorf("step %d, %v", back.user.lazy.Steps(), err)
	}
	refused(t, "resumed behind the resumed table", second(s.Resume(p, training)))
}

// A process that dies leaves a training that can continue, and one that lives does not.
func TestOneProcessTrains(t *testing.T) {
	p := plan(FullBatch{}, 2)
	if dir := os.Getenv("GDP_TEST_TRAINING"); dir != "" {
		s := must.Get(Protect(ring(t, 10), EdgeLevel, pay(1e5, 1e-5), Journal(filepath.Join(dir, "journal")), Seed(1)))(t)
		saved := must.Get(os.ReadFile(filepath.Join(dir, "state")))(t)
		tr, err := s.Resume(p, saved)
		if err != nil {
			fmt.Println(err)
			os.Exit(3)
		}
		mustStep(t, tr, 1, 1)
		os.Exit(4)
	}
	dir := t.TempDir()
	s := protectRing(t, pay(1e5, 1e-5), Journal(filepath.Join(dir, "journal")))
	tr := must.Get(s.Train(p))(t)
	saved := must.Get(tr.MarshalBinary())(t)
	must.Do(t, os.WriteFile(filepath.Join(dir, "state"), saved, 0o600))
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
	must.Do(t, tr.Close())
	child(4, "") // and dies
	child(4, "")
	back := must.Get(s.Resume(p, saved))(t)
	if l := ledger(t, s); len(l.Notes) != 3 {
		t.Errorf("resumed three times, and the ledger notes %q", l.Notes)
	}
	child(3, "in use by another process")
	mustStep(t, back, 1, 1)
	must.Do(t, back.Close())
	child(3, "no noise is used twice")
}

// Two journals that paid for the same plan on the same data have different noise. A training of one
// cannot continue in the other, in another scope, or in another session without a journal. A
// reopened session continues.
func TestResumeIsOfOneJournal(t *testing.T) {
	p := plan(Poisson{0.5}, 2)
	paid := func(options ...Option) (open func() *Session, saved []byte) {
		open = func() *Session { return protectRing(t, pay(100, 1e-5), options...) }
		tr := must.Get(open().Train(p))(t)
		saved = must.Get(tr.MarshalBinary())(t)
		return open, saved
	}
	refused := func(what string, s *Session, saved []byte) {
		t.Helper()
		must.Get(s.Train(p))(t)
		refused(t, fmt.Sprintf("a training of another %s", what), second(s.Resume(p, saved)), "another journal or scope")
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
	return must.Get(s.Ledger())(t)
}

// drawn returns the first sample and the first noise of a training.
func drawn(t *testing.T, tr *Training) (list []int32, values []float64) {
	t.Helper()
	list, x := mustStep(t, tr, 1000, 1000)
	for _, v := range x {
		values = append(values, float64(v)/tr.SD())
	}
	return list, values
}

// Two trainings of one label have different samples and different noise, however the
// session was opened; and a training's noise has nothing to do with its samples.
func TestTrainingsOfOneLabelDiffer(t *testing.T) {
	for _, options := range [][]Option{nil, {Seed(3)}} {
		s := must.Get(Protect(ring(t, 10), EdgeLevel, pay(100, 1e-5), options...))(t)
		var lists [][]int32
		var values [][]float64
		for range 3 {
			tr := must.Get(s.Train(plan(Poisson{0.3}, 5)))(t)
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
			tr := must.Get(s.Train(p))(t)
			state := must.Get(tr.MarshalBinary())(t)
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
		refused(t, fmt.Sprintf("a training continues %s", what), second(other.Resume(saved.plan, saved.state)), "does not hold the spend")
	}
	// One plan under two labels, both paid for: the state of the one has its streams.
	named := short
	named.Label = "another"
	s = protectRing(t, pay(100, 1e-5))
	saved = train(s, short, named)
	refused(t, "a training continues with the streams of another label", second(s.Resume(named, saved[0])), "another plan")
}

// A saved training that stands before its first step or after its last is refused.
func TestResumeRefusesStepsOutsideThePlan(t *testing.T) {
	s := protectRing(t, pay(100, 1e-5))
	p := plan(Poisson{0.3}, 5)
	tr := must.Get(s.Train(p))(t)
	for _, c := range []struct {
		steps, drawn int
		fine         bool
	}{{-1, 0, false}, {0, 0, true}, {p.Steps, p.Steps, true}, {p.Steps + 1, p.Steps + 1, false}, {-1, -1, false}, {0, p.Steps + 1, false}, {0, p.Steps, true}} {
		tr.at.Steps, tr.user.noised = c.steps, c.drawn
		saved := must.Get(tr.MarshalBinary())(t)
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
	must.Get(s.Train(p))(t)
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
		"*FullBatch":           func(p *Plan) { p.Sampling = &FullBatch{} },
		"no *FullBatch":        func(p *Plan) { p.Sampling = (*FullBatch)(nil) },
		"*Proof":               func(p *Plan) { p.Basis = &proof },
		"*Claim":               func(p *Plan) { p.Basis = &Claim{Source: "[X]", Why: "no"} },
		"no *Claim":            func(p *Plan) { p.Basis = (*Claim)(nil) },
		"everybody touched":    func(p *Plan) { p.Affected = math.MaxInt },
		"touched":              func(p *Plan) { p.Affected = -1 },
		"touched, no Poisson":  func(p *Plan) { p.Affected, p.Sampling = 2, FullBatch{} },
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

// Training code clips to the paid norm: half the sensitivity if a change replaces one record's
// contribution.
func TestPaid(t *testing.T) {
	for _, c := range []struct {
		sampling Sampling
		want     float64
	}{
		{Poisson{0.1}, 2}, {FixedSize{10, 2}, 2}, {PoissonShared{Rate: 0.1, Others: 1, Share: 1}, 2}, {FullBatch{}, 1}, {FullBatch{AddRemove: true}, 2},
	} {
		p := plan(c.sampling, 3)
		p.Divisor = 7
		if got, want := p.Paid(), (Paid{50, c.want, 7}); got != want {
			t.Errorf("%v: paid for %v, want %v", c.sampling, got, want)
		}
	}
}

// A resumed training has as many steps left as when it was saved, of samples and of noise. A device
// may have one more.
func TestAResumedTrainingHasTheStepsThatAreLeft(t *testing.T) {
	s := protectRing(t, pay(1e5, 1e-5))
	p := plan(Poisson{0.5}, 2)
	tr := must.Get(s.Train(p))(t)
	open := func(tr *Training) *Fused {
		return must.Get(tr.Fused(1))(t)
	}
	x, f := make([]float32, 1), open(tr)
	must.Do(t, f.Noise(x)) // ahead
	for range 20 {
		refused(t, "noise of two steps ahead", f.Noise(x))
		must.Get(f.Sample([]int32{3, 1}))(t)
		must.Do(t, f.Noise(x))
	}
	saved := must.Get(tr.MarshalBinary())(t)
	tr = must.Get(s.Resume(p, saved))(t)
	refused(t, "resumed with sums of another size", second(tr.Fused(2)))
	f = open(tr)
	refused(t, "resumed with another number of records", second(f.Sample([]int32{3})))
	samples, noises := 0, 0
	for range 2 * p.Steps {
		if _, err := f.Sample([]int32{3, 1}); err == nil {
			samples++
		}
		if f.Noise(x) == nil {
			noises++
		}
	}
	if samples != p.Steps-20 || noises != p.Steps-21 {
		t.Errorf("%d samples and %d draws of noise, want %d and %d", samples, noises, p.Steps-20, p.Steps-21)
	}
}
