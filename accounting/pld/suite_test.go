package pld

import (
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/acctest"
)

func TestSuite(t *testing.T) {
	acctest.Run(t, func(r accounting.Relation) (accounting.Accountant, error) { return New(r) })
}
