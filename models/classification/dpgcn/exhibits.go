package dpgcn

import (
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method"
)

// exhibits are numbers of [LPGNET22], which runs LapGraph beside its own method, in the files
// results/resultcora.csv and resultciteseer.csv of its public code: means of 30 seeds. The tables
// of [LINKTELLER22] itself were not available.
func exhibits() []method.Exhibit {
	return []method.Exhibit{classification.FewLabels("dpgcn", "the paper's numbers are those of LPGNET22, from files of its public code", false,
		classification.Curve{Method: "DPGCN", Data: "cora", Points: [][3]float64{{1, .3357, .0218}, {4, .3708, .0185}, {8, .7247, .0132}}},
		classification.Curve{Method: "GCN", Data: "cora", Points: [][3]float64{{0, .8127, .0036}}},
		classification.Curve{Method: "MLP", Data: "cora", Points: [][3]float64{{0, .5971, .0046}}},
		classification.Curve{Method: "DPGCN", Data: "citeseer", Points: [][3]float64{{1, .3685, .0205}, {4, .3837, .0174}, {8, .6262, .0142}}},
		classification.Curve{Method: "GCN", Data: "citeseer", Points: [][3]float64{{0, .7153, .0053}}},
		classification.Curve{Method: "MLP", Data: "citeseer", Points: [][3]float64{{0, .5985, .0072}}},
	)}
}
