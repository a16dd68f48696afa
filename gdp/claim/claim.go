// Package claim records claims of papers and links each to the test that checks it.
//
// A test states in one line which statement of which paper it checks, and whether the statement
// holds:
//
//	func TestClassicalGaussianFails(t *testing.T) {
//		claim.Fails(t, "privdpr", "Thm 2.1: noise of √(2·ln(1.25/δ))/ε is (ε, δ)-DP for every ε")
//		…
//	}
//
// While the test runs, the line only writes to its log. [Scan] reads such lines from the sources of
// a checkout, without compiling, and [Run] runs the tests; `gdp claims` shows both. So the table of
// claims always agrees with the tests.
//
// The key is the folder of the method below models. The verdict is about the paper's statement, not
// about the test: a passing test with [Fails] shows a counterexample.
package claim

import "fmt"

// Verdict is the result of a test of a statement.
type Verdict string

// The verdicts. [Loose] is for bounds.
const (
	VerdictHolds Verdict = "holds"
	VerdictFails Verdict = "fails"
	VerdictLoose Verdict = "loose"
)

// TB is the part of testing.TB that a declaration uses.
type TB interface {
	Helper()
	Logf(format string, args ...any)
}

// Holds declares that the calling test confirms the paper's statement, as far as a test can. Both
// strings must be constants.
func Holds(t TB, key, statement string) { t.Helper(); declare(t, key, statement, VerdictHolds) }

// Fails declares that the calling test shows a counterexample to the statement.
func Fails(t TB, key, statement string) { t.Helper(); declare(t, key, statement, VerdictFails) }

// Loose declares that the calling test shows that the statement, a bound, holds and is far from
// tight.
func Loose(t TB, key, statement string) { t.Helper(); declare(t, key, statement, VerdictLoose) }

func declare(t TB, key, statement string, v Verdict) {
	t.Helper()
	t.Logf("claim of %s %s: %s", key, v, statement)
}

// Claim is one declaration in the source of a test.
type Claim struct {
	Key       string  `json:"key"`   // folder of the method
	Statement string  `json:"claim"` // the paper's statement
	Verdict   Verdict `json:"verdict"`
	Test      string  `json:"test"`    // name of the test
	Package   string  `json:"package"` // folder of the test below the root, with slashes
	File      string  `json:"file"`    // likewise
	Line      int     `json:"line"`
}

// Position returns the position of the declaration in the format of compilers.
func (c Claim) Position() string { return fmt.Sprintf("%s:%d", c.File, c.Line) }
