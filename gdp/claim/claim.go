// Package claim records the claims of papers and links each to the test that checks it.
//
// A test says in one line which statement of which paper it shows, and whether
// the statement holds:
//
//	func TestClassicalGaussianFails(t *testing.T) {
//		claim.Fails(t, "privdpr", "Thm 2.1: noise of √(2·ln(1.25/δ))/ε is (ε, δ)-DP for every ε")
//		…
//	}
//
// The line does nothing while the test runs but write to its log. [Scan] reads
// such lines from the sources of a whole checkout, without compiling anything,
// and [Run] runs the tests behind them; `gdp claims` shows both. So a table of
// claims can neither drift from the tests nor promise one that is not there.
//
// The key is the folder of the method below models. The verdict is about the
// paper's statement, never about the test: a passing test behind [Fails] shows
// a counterexample.
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
