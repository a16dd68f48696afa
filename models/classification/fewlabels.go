package classification

import (
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/study"
)

// Curve holds the printed results of a method on a data set.
type Curve struct {
	Method, Data string
	Points       [][3]float64 // ε (0: no privacy), mean, standard deviation
}

// FewLabels returns a table of an edge-level method on Cora and Citeseer next to results printed
// for the usual split of these graphs, with 20 training nodes per class and 1,000 test nodes. Here
// as many training nodes are drawn at random, and all others are test nodes; methods with
// validation choose the epoch on 500 more, as is usual. The printed numbers are micro-F1, which
// equals accuracy if each node has one class. Other methods run in their published mode.
func FewLabels(name, source string, validates bool, others []string, printed ...Curve) method.Exhibit {
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
		if len(others) > 0 {
			beside := private
			beside.Methods, beside.Modes = others, []string{"published"}
			e.Studies = append(e.Studies, beside)
		}
	}
	for _, c := range printed {
		for _, p := range c.Points {
			e.Printed = append(e.Printed, method.Quoted{Method: c.Method, Data: c.Data, Value: "accuracy", Epsilon: p[0], Mean: p[1], SD: p[2]})
		}
	}
	return e
}
