package lpgnet

import (
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method"
)

// exhibits are numbers that [LPGNET22] has curves of, in the files results/resultcora.csv and
// resultciteseer.csv of its public code: means of 30 seeds.
func exhibits() []method.Exhibit {
	return []method.Exhibit{classification.FewLabels("lpgnet", "the paper's numbers are from files of its public code", true,
		classification.Curve{Method: "LPGNet-1", Data: "cora", Points: [][3]float64{{1, .5104, .0255}, {4, .6521, .0181}, {8, .6812, .0174}}},
		classification.Curve{Method: "LPGNet-2", Data: "cora", Points: [][3]float64{{1, .5038, .0239}, {4, .6408, .0125}, {8, .699, .0098}, {0, .7342, .0063}}},
		classification.Curve{Method: "MLP", Data: "cora", Points: [][3]float64{{0, .5971, .0046}}},
		classification.Curve{Method: "LPGNet-1", Data: "citeseer", Points: [][3]float64{{1, .5892, .0192}, {4, .6369, .0091}, {8, .644, .0079}}},
		classification.Curve{Method: "LPGNet-2", Data: "citeseer", Points: [][3]float64{{1, .4942, .038}, {4, .612, .0146}, {8, .6461, .0116}, {0, .6687, .0073}}},
		classification.Curve{Method: "MLP", Data: "citeseer", Points: [][3]float64{{0, .5985, .0072}}},
	)}
}
