package methodtest

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/graphdp/graphdp/gdp"
)

// A method without a fault passes all checks.
func TestRun(t *testing.T) {
	Run(t, toy(faults{}), Options{})
	if list := Check(t.Context(), toy(faults{}), Options{}); list != nil {
		t.Error(list)
	}
}

// Each fault is found by the check that is for it.
func TestFaultsAreFound(t *testing.T) {
	var lock sync.Mutex
	var all sync.WaitGroup
	found := map[string]bool{}
	for _, c := range []struct {
		fault faults
		want  string // mode/check, of all failures
		says  string // in the text of each, where the check is not of answers
	}{
		{faults{undescribed: true}, "strict/declaration nonprivate/declaration null/declaration", "a description"},
		{faults{needless: true}, "strict/defaults", "without a value for Factor"},
		{faults{otherKind: true}, "strict/defaults", "of kind graph"},
		{faults{early: true}, "strict/ledger", "that of all that was spent is"},
		{faults{undrawn: true}, "strict/ledger", "2 reserved, of which 1 were drawn"},
		{faults{byData: true}, "strict/ledger strict/answers", "whatever the noise"},
		{faults{asserted: true}, "strict/proved", "RegisterProofs"},
		{faults{claim: true}, "strict/proved", "nobody knows"},
		{faults{saysUnproved: true}, "strict/proved", "its run proves 0.49"},
		{faults{ignored: true}, "strict/settings nonprivate/settings", "Factor=0.5"},
		{faults{clock: true}, "strict/seed strict/resume strict/answers", "the bits differ"},
		{faults{constant: true}, "strict/seed", "without a seed release the same bits"},
		{faults{forgets: true}, "strict/resume", "interrupted"},
		{faults{quits: true}, "strict/resume", "while it draws a graph"},
		{faults{restarts: true}, "strict/resume", "it has spent"},
		{faults{hasty: true}, "strict/refused", "spends 1 times"},
		{faults{panics: true}, "strict/hostile", "no edges: panics"},
		{faults{notANumber: true}, "strict/hostile", "no edges: statistics: a number is not finite"},
		{faults{nameless: true}, "strict/hostile", "does not name the method"},
		{faults{late: true}, "strict/hostile", "one node: it spends, and fails for facts that are public"},
		{faults{clear: true}, "strict/tiny strict/answers", "finds ε ≥"},
		{faults{peeps: true}, "null/control null/ledger null/answers", "edges"},
		{faults{ticks: true}, "null/control null/seed null/resume null/answers", "the bits differ"},
		{faults{deals: true}, "null/control null/resume null/answers", "/group "},
		{faults{leaning: true}, "strict/answers", ""},
		{faults{sized: true}, "strict/answers", ""},
		{faults{unwritable: true}, "strict/written", "no file takes it"},
	} {
		all.Go(func() {
			list := Check(t.Context(), toy(c.fault), Options{})
			lock.Lock()
			defer lock.Unlock()
			var names []string
			for _, f := range list {
				names = append(names, f.Mode+"/"+f.Check)
				found[f.Check] = true
				answers := slices.ContainsFunc([]string{"given the same answers", "in one world alone", "one change takes"}, func(says string) bool {
					return f.Check == "answers" && strings.Contains(f.String(), says)
				})
				if !answers && !strings.Contains(f.String(), c.says) || f.Check == "answers" && !answers {
					t.Errorf("%+v: %v, want %q in it", c.fault, f, c.says)
				}
			}
			want := strings.Fields(c.want)
			slices.Sort(want)
			slices.Sort(names)
			if !slices.Equal(names, want) {
				t.Errorf("%+v: found by %v, want %v", c.fault, names, want)
			}
		})
	}
	all.Wait()
	for _, c := range checks {
		if !found[c.name] {
			t.Errorf("no fault is found by %s", c.name)
		}
	}
}

// What is asked of the checks that they cannot do is an error.
func TestOptions(t *testing.T) {
	for what, c := range map[string]struct {
		options Options
		check   string
		says    string
	}{
		"no such setting": {Options{Small: map[string][]string{"strict": {"Epochs=1"}}}, "defaults", "invalid setting"},
		"few runs":        {Options{Trials: 40}, "tiny", "want more Trials"},
		"no budget":       {Options{Budget: gdp.Budget{Epsilon: -1}}, "defaults", "budget"},
	} {
		there := slices.ContainsFunc(Check(t.Context(), toy(faults{}), c.options), func(f Failure) bool {
			return f.Mode == "strict" && f.Check == c.check && strings.Contains(f.Err.Error(), c.says)
		})
		if !there {
			t.Errorf("%s: no failure of %s says %q", what, c.check, c.says)
		}
	}
	// A setting for all modes is for those that have it.
	if list := Check(t.Context(), toy(faults{}), Options{Small: map[string][]string{"": {"Most=3", "Steps=2", "Else=1"}}}); list != nil {
		t.Error(list)
	}
}
