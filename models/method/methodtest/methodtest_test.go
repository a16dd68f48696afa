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
	Run(t, toy(""), Options{})
	if list := Check(t.Context(), toy(""), Options{}); list != nil {
		t.Error(list)
	}
}

// Each fault is found by the check that is for it.
func TestFaultsAreFound(t *testing.T) {
	var lock sync.Mutex
	var all sync.WaitGroup
	found := map[string]bool{}
	for _, c := range []struct {
		fault fault
		want  string // mode/check, of all failures
		says  string // in the text of each, where the check is not of answers
	}{
		{"the method has no description", "strict/declaration nonprivate/declaration null/declaration", "a description"},
		{"a setting that is needed has a default", "strict/defaults", "without a value for Factor"},
		{"releases another kind than declared", "strict/defaults", "of kind graph"},
		{"returns the guarantee before the last spend", "strict/ledger", "that of all that was spent is"},
		{"reserves what it does not draw", "strict/ledger", "2 reserved, of which 1 were drawn"},
		{"the plan depends on the private number of edges", "strict/ledger strict/answers", "whatever the noise"},
		{"a proof that nobody knows", "strict/proved", "RegisterProofs"},
		{"a claim of which nothing is proved", "strict/proved", "nobody knows"},
		{"the mode says that nothing is proved", "strict/proved", "its run proves 0.49"},
		{"the key leaves out a setting", "strict/settings nonprivate/settings", "Factor=0.5"},
		{"the release depends on the time", "strict/seed strict/resume strict/answers", "the bits differ"},
		{"the release does not depend on the noise", "strict/seed", "without a seed release the same bits"},
		{"does not save the sum", "strict/resume", "interrupted"},
		{"ends when it is interrupted after its training", "strict/resume", "while it draws a graph"},
		{"pays again where it goes on", "strict/resume", "it has spent"},
		{"spends in spite of a context that has ended", "strict/refused", "spends 1 times"},
		{"panics on a graph without edges", "strict/hostile", "no edges: panics"},
		{"no number on a graph without edges", "strict/hostile", "no edges: statistics: a number is not finite"},
		{"an error without a name, on a graph without edges", "strict/hostile", "does not name the method"},
		{"refuses what is public after it has paid", "strict/hostile", "one node: it spends, and fails for facts that are public"},
		{"the result has the true number of edges", "strict/tiny strict/answers", "finds ε ≥"},
		{"the control reads the graph", "null/control null/ledger null/answers", "edges"},
		{"the control depends on the time", "null/control null/seed null/resume null/answers", "the bits differ"},
		{"the control asks for a group that comes from no public stream", "null/control null/resume null/answers", "/group "},
		{"what a record contributes depends on how many there are", "strict/answers", ""},
		{"the length of a sum depends on the number of edges", "strict/answers", ""},
		{"the release cannot be written", "strict/written", "no file takes it"},
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
					t.Errorf("%s: %v, want %q in it", c.fault, f, c.says)
				}
			}
			want := strings.Fields(c.want)
			slices.Sort(want)
			slices.Sort(names)
			if !slices.Equal(names, want) {
				t.Errorf("%s: found by %v, want %v", c.fault, names, want)
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

// Options that the checks cannot satisfy are errors.
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
		there := slices.ContainsFunc(Check(t.Context(), toy(""), c.options), func(f Failure) bool {
			return f.Mode == "strict" && f.Check == c.check && strings.Contains(f.Err.Error(), c.says)
		})
		if !there {
			t.Errorf("%s: no failure of %s says %q", what, c.check, c.says)
		}
	}
	// A setting for all modes is for those that have it.
	if list := Check(t.Context(), toy(""), Options{Small: map[string][]string{"": {"Most=3", "Steps=2", "Else=1"}}}); list != nil {
		t.Error(list)
	}
}
