package synthesis

import (
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/study"
)

// Queries is a table of what a method's modes give by PGB's queries, at ε = 1 on three of its
// graphs: a road network, friends, and authors.
func Queries(name string, modes []string, absent ...method.Absence) []method.Exhibit {
	return []method.Exhibit{{
		Name: "Table A", About: "errors of PGB's queries at ε = 1; of communities the mutual information", Protocol: "queries",
		Values: []string{"edges", "degrees", "degree variance", "triangles", "clustering", "communities", "modularity", "mean distance", "assortativity", "centrality"},
		Across: []string{method.ByMode}, Down: []string{method.ByData, method.ByValue},
		Studies: []study.Study{{
			Methods: []string{name}, Modes: modes,
			Data: []string{"pgb-road-minnesota", "pgb-facebook", "pgb-ca-hepph"}, Epsilons: []float64{1}, Seeds: study.Seeds(3),
		}},
		Absent: absent,
	}}
}
