package dpar

import (
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	nbtest.Run(t, rowOnAGraph, eqs1to3, section2, classifier, theorems1and3, composition, eqs5to8, eqs9to12, amplification, communities, table1, audited)
}

func TestKept(t *testing.T) {
	nbtest.Kept(t, rowOnAGraph, eqs1to3, section2, theorems1and3, composition, eqs5to8, eqs9to12, amplification, table1)
}
