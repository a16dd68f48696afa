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
