package gdptest_test

import (
	"testing"

	"github.com/graphdp/graphdp/gdp/gdptest"
)

// A module tests all its proofs at once, in a package that imports those which register
// the documents.
func ExampleCheckProofs() {
	_ = func(t *testing.T) { // TestProofs
		gdptest.CheckProofs(t, ".")
	}
}
