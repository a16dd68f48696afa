package classification

import (
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/study"
)

// Curve is what a paper printed of a method on a data set.
type Curve struct {
	Method, Data string
	Points       [][3]float64 // ε, 0 without privacy; the mean; the standard deviation
}

// FewLabels is a table of a method at edge level on Cora and Citeseer beside what a paper printed
// for the usual division of these graphs, 20 nodes of each class to learn from and 1,000 to test
// on. As many are learned from here, drawn at random, and all others are tested on; a method that
// validates chooses its epochs by 500 more, as is usual. The paper's numbers are micro-F1, which is
// the accuracy where a node has one class.
func FewLabels(name, source string, validates bool, printed ...Curve) method.Exhibit {
	e := method.Exhibit{
		Name: "Table A", About: "accuracy with the labels of 140 and 120 nodes, 20 a class in the paper and drawn at random here; " + source,
		Protocol: "classification", Values: []string{"accuracy"},
		Panels: []string{method.ByData}, Across: []string{method.ByEpsilon}, Down: []string{method.ByMode, "Split.Share"},
	}
	for _, x := range [][]string{{"cora", "Split.Share=0.0517", "Split.Share=0.2363,Validation=0.7813"}, {"citeseer", "Split.Share=0.0362", "Split.Share=0.1872,Validation=0.8065"}} {
		s := study.Study{Methods: []string{name}, Data: x[:1], Seeds: study.Seeds(3), Variants: x[1:2]}
		if validates {
			s.Variants = x[2:]
		}
		private, null := s, s
		private.Modes, private.Epsilons = []string{"published", "nonprivate"}, []float64{1, 4, 8}
		null.Modes, null.Epsilons = []string{"null"}, []float64{0}
		e.Studies = append(e.Studies, private, null)
	}
	for _, c := range printed {
		for _, p := range c.Points {
			e.Printed = append(e.Printed, method.Quoted{Method: c.Method, Data: c.Data, Value: "accuracy", Epsilon: p[0], Mean: p[1], SD: p[2]})
		}
	}
	return e
}
