package eclipse

import (
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method"
)

// exhibits are numbers that [ECLIPSE24] has curves of, in the files expected_results/resultcora.csv
// and resultciteseer.csv of its public code: means of 5 seeds.
func exhibits() []method.Exhibit {
	return []method.Exhibit{classification.FewLabels("eclipse", "the paper's numbers are from files of its public code", false,
		classification.Curve{Method: "Eclipse", Data: "cora", Points: [][3]float64{{1, .6578, .0099}, {4, .6692, .0071}, {8, .6726, .0022}, {0, .6726, .0054}}},
		classification.Curve{Method: "DPGCN", Data: "cora", Points: [][3]float64{{1, .3578, .0105}, {4, .3814, .0163}, {8, .731, .0122}}},
		classification.Curve{Method: "MLP", Data: "cora", Points: [][3]float64{{0, .6034, .0077}}},
		classification.Curve{Method: "Eclipse", Data: "citeseer", Points: [][3]float64{{1, .6306, .0117}, {4, .6394, .0057}, {8, .6336, .0087}, {0, .6246, .0053}}},
		classification.Curve{Method: "DPGCN", Data: "citeseer", Points: [][3]float64{{1, .3488, .0147}, {4, .3706, .0154}, {8, .6336, .0064}}},
		classification.Curve{Method: "MLP", Data: "citeseer", Points: [][3]float64{{0, .596, .0067}}},
	)}
}
