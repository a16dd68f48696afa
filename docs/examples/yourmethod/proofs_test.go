package yourmethod_test

import (
	"testing"

	_ "example.com/yourmethod/neighbours"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// The proofs of the module's packages are written down, and tested.
func TestProofs(t *testing.T) { gdptest.CheckProofs(t, ".") }
