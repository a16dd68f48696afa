package gdp

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// secretRing is a session without a seed.
func secretRing(t *testing.T, b Budget, options ...Option) *Session {
	t.Helper()
	return must.Get(Protect(ring(t, 10), EdgeLevel, b, options...))(t)
}

// words returns the first words of a public stream.
func words(s *Session, label string) (list []uint64) {
	r := s.PublicStream(label)
	for range 4 {
		list = append(list, r.Uint64())
	}
	return list
}

// A run that starts again on its journal draws the public streams that it drew before, in a scope
// and in a part too. Another scope, part or journal has other streams.
func TestPublicStreamsComeAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	open := func() map[string][]uint64 {
		s := secretRing(t, pay(1, 0), Journal(path))
		parts := must.Get(NewDivision("half", Parts{Name: "halves", Parts: []string{"a", "b"}, Of: func(u, _ int32) int { return int(u) % 2 }}, pay(0.1, 0)).Draw(s))(t)
		return map[string][]uint64{
			"session": words(s, "x"), "label": words(s, "y"), "scope": words(s.Scope("run"), "x"), "part": words(parts[0], "x"), "other part": words(parts[1], "x"),
			// The label has the name of a part, but is not within the part.
			"outside": words(s.Scope("half/a"), "x"),
		}
	}
	first, again := open(), open()
	seen := map[uint64]string{}
	for what, list := range first {
		if !slices.Equal(list, again[what]) {
			t.Errorf("%s: another stream when the journal is opened again", what)
		}
		if other, there := seen[list[0]]; there {
			t.Errorf("%s and %s have one stream", what, other)
		}
		seen[list[0]] = what
	}
	path = filepath.Join(t.TempDir(), "journal")
	for what, list := range open() {
		if other, there := seen[list[0]]; there {
			t.Errorf("%s of another journal has the stream of %s", what, other)
		}
	}
}

// interruptedPlan is paid for alone, or reserved with a count.
var (
	interruptedPlan  = plan(Poisson{0.1}, 2)
	interruptedCount = NewLaplace("count", edges(EdgeLevel, 1, proof), 0.1)
)

// A session takes over a training that another process paid for and did not begin, at no cost. It
// does not take over one that began. A state saved before a training was taken over cannot be
// resumed.
func TestATrainingThatDidNotBeginIsTakenOver(t *testing.T) {
	if way := os.Getenv("GDP_TEST_KILLED"); way != "" {
		dir := os.Getenv("GDP_TEST_DIR")
		killedTraining(t, way, filepath.Join(dir, "journal"), filepath.Join(dir, "state"))
	}
	for way, cost := range map[string]int{"paid": 1, "reserved": 2, "drawn": 2, "begun": 1} {
		dir := t.TempDir()
		cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		cmd.Env = append(os.Environ(), "GDP_TEST_KILLED="+way, "GDP_TEST_DIR="+dir)
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 7 {
			t.Fatalf("%s: the process ended with %v: %s", way, err, out)
		}
		s := secretRing(t, pay(1e5, 1e-5), Journal(filepath.Join(dir, "journal")))
		eps := ledger(t, s).Spent()
		s.budget.Epsilon = eps // nothing more can be paid for
		if cost == 2 {
			if err := s.Reserve(interruptedCount, interruptedPlan); err != nil {
				t.Errorf("%s: reserved again: %v", way, err)
			}
		}
		tr, err := s.Train(interruptedPlan)
		if way == "begun" {
			if !errors.Is(err, ErrBudget) || !strings.Contains(err.Error(), "begun before") {
				t.Errorf("a training that was begun is had again: %v", err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", way, err)
		}
		if l := ledger(t, s); len(l.Entries) != cost || l.Spent() != eps {
			t.Errorf("%s: the ledger is %v", way, l)
		}
		if cost == 2 {
			if _, err := interruptedCount.Draw(s); err != nil || len(ledger(t, s).Entries) != cost {
				t.Errorf("%s: drawn again: %v", way, err)
			}
		}
		state := must.Get(os.ReadFile(filepath.Join(dir, "state")))(t)
		refused(t, fmt.Sprintf("%s: a state from before it was taken over continues", way), second(s.Resume(interruptedPlan, state)), "taken over")
		own := must.Get(tr.MarshalBinary())(t)
		mustStep(t, tr, 10, 1)
		refused(t, fmt.Sprintf("%s: one payment for two trainings", way), second(s.Train(interruptedPlan)), ErrBudget)
		must.Do(t, tr.Close())
		refused(t, fmt.Sprintf("%s: a state from before the step continues", way), second(s.Resume(interruptedPlan, own)), "no noise is used twice")
	}
}

// killedTraining pays for a training and ends the process.
func killedTraining(t *testing.T, way, path, state string) {
	s := secretRing(t, pay(1e5, 1e-5), Journal(path))
	if way == "reserved" || way == "drawn" {
		must.Do(t, s.Reserve(interruptedCount, interruptedPlan))
	}
	tr := must.Get(s.Train(interruptedPlan))(t)
	saved := must.Get(tr.MarshalBinary())(t)
	must.Do(t, os.WriteFile(state, saved, 0o600))
	var err error
	switch way {
	case "begun":
		_, err = tr.Step(10) // nothing is summed yet
	case "drawn": // and not kept
		die := NewLaplace("count", Query("edges", EdgeLevel, L1(1), proof, func(*Data) ([]float64, error) { os.Exit(7); return nil, nil }), 0.1)
		_, err = die.Draw(s)
	}
	fmt.Println(err)
	os.Exit(7)
}

// A run that fails before its training begins leaves the training to the next try in its process.
func TestAFailedRunGivesUpItsTrainings(t *testing.T) {
	s := secretRing(t, pay(1e5, 1e-5))
	full := errors.New("the disk is full")
	for i, fails := range []error{full, full, nil} {
		var failed *Training
		_, err := Once(s, "run", i/3, func(sub *Session) (int, error) {
			tr, err := sub.Train(interruptedPlan)
			if failed = tr; err == nil && fails == nil {
				mustStep(t, tr, 10, 1)
			}
			return 1, errors.Join(err, fails)
		})
		if !errors.Is(err, fails) || len(ledger(t, s).Entries) != 1 {
			t.Errorf("try %d: %v, ledger %v", i, err, ledger(t, s))
		}
		if _, err := failed.Step(10); fails != nil && (err == nil || !strings.Contains(err.Error(), "given up")) {
			t.Errorf("try %d: a training that was given up goes on: %v", i, err)
		}
	}
}

// A run is done once at a time. Its release is there for whoever waited.
func TestOnceAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	for _, same := range []bool{true, false} {
		s := secretRing(t, pay(1, 0))
		other := s
		if !same {
			s, other = secretRing(t, pay(1, 0), Journal(path)), secretRing(t, pay(1, 0), Journal(path))
		}
		another := func(config int) (int, error) {
			return Once(other, "run", config, func(*Session) (int, error) { return 2, nil })
		}
		x, err := Once(s, "run", 1, func(*Session) (int, error) {
			refused(t, "a second run of the same", second(another(1)), "in progress elsewhere")
			if x, err := another(2); err != nil || x != 2 {
				t.Errorf("another run: %v, %v", x, err)
			}
			return 1, nil
		})
		if err != nil || x != 1 {
			t.Error(x, err)
		}
		if x, err := another(1); err != nil || x != 1 {
			t.Errorf("what was kept is %v, %v", x, err)
		}
	}
	if left, err := filepath.Glob(path + ".*"); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// Releases that were reserved and lost are drawn again for their payment, and a training is taken
// over by its own plan alone.
func TestOnlyWhatWasPaidForIsHadAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	lost := errors.New("the process is killed")
	var fails error
	spends := []Spend{interruptedCount, NewLaplace("lost", Query("count", EdgeLevel, L1(1), proof, func(*Data) ([]float64, error) { return []float64{5}, fails }), 1)}
	for _, fails = range []error{lost, lost, nil, nil} {
		s := secretRing(t, pay(1e5, 1e-5), Journal(path))
		must.Do(t, s.Reserve(spends...))
		for i, x := range spends {
			if _, err := x.(Release[[]float64]).Draw(s); i == 0 && err != nil || i == 1 && !errors.Is(err, fails) {
				t.Fatal(err)
			}
		}
		if l := ledger(t, s); len(l.Entries) != 2 {
			t.Errorf("paid for %d releases, want 2", len(l.Entries))
		}
	}
	s := secretRing(t, pay(1e5, 1e-5), Journal(path))
	must.Do(t, s.Reserve(interruptedPlan))
	pays := func(what string, p Plan, entries int) (tr *Training) {
		t.Helper()
		before := len(ledger(t, s).Entries)
		tr, err := s.Train(p)
		if err != nil || len(ledger(t, s).Entries) != before+entries {
			t.Errorf("%s: %d payments, want %d (%v)", what, len(ledger(t, s).Entries)-before, entries, err)
		}
		return tr
	}
	pays("another multiplier", plan(Poisson{0.1}, 3), 1)
	pays("another sampling", plan(Poisson{0.2}, 2), 1)
	must.Do(t, pays("the plan", interruptedPlan, 0).Close())
	pays("a plan whose training was closed", interruptedPlan, 1)
}
