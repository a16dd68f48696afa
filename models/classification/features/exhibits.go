package features

import (
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/study"
)

// exhibits are the rows "Features" of [DPAR24] Table 1, at its δ.
func exhibits() []method.Exhibit {
	e := method.Exhibit{
		Name: "Table 1", About: `the row "Features" of Table 1`, Protocol: "classification", Values: []string{"accuracy"}, Printed: table1(),
		Across: []string{method.ByEpsilon}, Down: []string{method.ByData, method.ByMode},
	}
	for _, x := range []struct {
		data  string
		delta float64
	}{{"cora-ml", 2e-3}, {"coauthor-cs", 8e-4}, {"coauthor-phy", 1e-4}} {
		s := study.Study{Methods: []string{"features"}, Data: []string{x.data}, Deltas: []float64{x.delta}, Seeds: study.Seeds(3)}
		private, plain, null := s, s, s
		private.Modes, private.Epsilons = []string{"published", "strict", "dp-sgd"}, []float64{1, 8}
		plain.Modes, plain.Vary = []string{"nonprivate"}, []study.Axis{{Setting: "Epochs", Values: []string{"10"}}, {Setting: "Batch", Values: []string{"256"}}}
		null.Modes, null.Epsilons = []string{"null"}, []float64{0}
		e.Studies = append(e.Studies, private, plain, null)
	}
	return []method.Exhibit{e}
}

// table1 are the numbers of "Features" that [DPAR24] Table 1 prints: test accuracies on splits that
// METIS cut.
func table1() (all []method.Quoted) {
	for _, row := range []struct {
		data     string
		accuracy [3]float64 // at ε = 1 and 8, and without privacy
	}{
		{"cora-ml", [3]float64{0.573, 0.611, 0.773}},
		{"coauthor-cs", [3]float64{0.834, 0.895, 0.931}},
		{"coauthor-phy", [3]float64{0.841, 0.902, 0.950}},
	} {
		for i, eps := range []float64{1, 8, 0} {
			all = append(all, method.Quoted{
				Method: "Features", Data: row.data, Value: "accuracy", Epsilon: eps, Mean: row.accuracy[i],
			})
		}
	}
	return all
}
