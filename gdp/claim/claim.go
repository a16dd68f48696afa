package claim

import "fmt"

// Verdict says what a test shows about a statement.
type Verdict string

// The verdicts. [Loose] and its kind are for bounds.
const (
	VerdictHolds Verdict = "holds"
	VerdictFails Verdict = "fails"
	VerdictLoose Verdict = "loose"
)

// TB is the part of testing.TB that a declaration needs.
type TB interface {
	Helper()
	Logf(format string, args ...any)
}

// Holds declares that the calling test shows the statement of the paper to be
// right, as far as a test can. Both strings are constants.
func Holds(t TB, key, statement string) { t.Helper(); declare(t, key, statement, VerdictHolds) }

// Fails declares that the calling test shows a counterexample to the statement.
func Fails(t TB, key, statement string) { t.Helper(); declare(t, key, statement, VerdictFails) }

// Loose declares that the calling test shows the statement, a bound, to hold
// and to be far from the best one.
func Loose(t TB, key, statement string) { t.Helper(); declare(t, key, statement, VerdictLoose) }

func declare(t TB, key, statement string, v Verdict) {
	t.Helper()
	t.Logf("claim of %s %s: %s", key, v, statement)
}

// Claim is one declaration, as it stands in the source of a test.
type Claim struct {
	Key       string  `json:"key"`   // folder of the method
	Statement string  `json:"claim"` // what the paper says
	Verdict   Verdict `json:"verdict"`
	Test      string  `json:"test"`    // name of the test that shows it
	Package   string  `json:"package"` // folder of the test below the root, with slashes
	File      string  `json:"file"`    // likewise
	Line      int     `json:"line"`
}

// Position returns the place of the declaration, as compilers write it.
func (c Claim) Position() string { return fmt.Sprintf("%s:%d", c.File, c.Line) }
