package docs_test

import (
	"testing"

	"github.com/graphdp/graphdp/gdp/gdptest"
)

// Every proof that the code names is written down, and its test exists.
func TestProofsExist(t *testing.T) { gdptest.CheckProofs(t, "..") }
