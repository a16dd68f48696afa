package dpar

import (
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/study"
)

// over varies a setting.
func over(setting string, values ...string) study.Axis {
	return study.Axis{Setting: setting, Values: values}
}

// of returns a study of some modes on a data set. The paper's modes have its δ, the others 10⁻⁵.
func of(data string, delta float64, epsilons []float64, modes []string, vary ...study.Axis) study.Study {
	s := study.Study{Methods: []string{"dpar"}, Modes: modes, Data: []string{data}, Epsilons: epsilons, Seeds: study.Seeds(seeds), Vary: vary}
	if delta > 0 {
		s.Deltas = []float64{delta}
	}
	return s
}

// The axes that most exhibits have: the three ways to make rows private, and how nodes are divided.
var (
	byRows   = over("Rows", "EM0", "EM1", "GM")
	divided  = over("Split.Kind", "METIS", "Random")
	atRandom = over("Split.Kind", "Random")
)

// The modes of the paper, of the project, and without privacy.
var (
	paper     = []string{"author"}
	control   = []string{"random-rows"}
	proved    = []string{"strict", "own-row", "null"}
	noiseless = []string{"nonprivate", "nonprivate-tuned"}
)

// axes are the labels of x axes, by setting.
var axes = map[string]string{
	"RowShare": "share of ε for the rows", "RowClip": "clip C₁ of rows", "EntryClip": "clip C₂ of entries", "Keep": "entries K of a row", "Batch": "batch size B",
	"Clip": "gradient clip C", "Roots": "number M of roots",
}

// seeds are those of each trial.
const seeds = 3

// exhibits are the paper's tables and figures of accuracy; Table 2 lists the data sets. Curves are
// not printed as numbers.
func exhibits() []method.Exhibit {
	accuracy := method.Exhibit{Protocol: "classification", Values: []string{"accuracy"}, Down: []string{method.ByMode, byRows.Setting}}
	deltas, ends, free := map[string]float64{"cora-ml": 2e-3, "coauthor-cs": 8e-4, "reddit": 1e-4, "coauthor-phy": 1e-4}, []float64{1, 8}, []float64{0}
	constant := accuracy
	constant.Name, constant.About = "Table A", "accuracy beside that of the test nodes' majority class (majority); 0 Hops do not mix test nodes"
	constant.Values, constant.Panels, constant.Across = []string{"accuracy", "majority"}, []string{method.ByData}, []string{divided.Setting, method.ByValue}
	constant.Down = []string{method.ByMode, "Hops", method.ByEpsilon}
	constant.Studies = []study.Study{
		of("cora-ml", deltas["cora-ml"], ends, paper, over("Hops", "0", "2"), divided), of("cora-ml", deltas["cora-ml"], ends, control, divided),
		of("coauthor-cs", deltas["coauthor-cs"], ends, slices.Concat(paper, control), divided),
		of("coauthor-phy", deltas["coauthor-phy"], ends[1:], slices.Concat(paper, control), divided),
	}
	parts := accuracy
	parts.Name, parts.About = "Table B", "accuracy on cora-ml by the tested part of METIS, beside that of its majority class (majority); the paper's accuracies are of one part"
	parts.Values, parts.Across, parts.Down = []string{"accuracy", "majority"}, []string{method.ByMode, method.ByEpsilon, method.ByValue}, []string{"Split.Part"}
	each := []study.Axis{over("Split.Kind", "METIS"), over("Split.Part", "1", "2", "3", "4", "5", "6", "7", "8", "9")}
	parts.Studies = []study.Study{
		of("cora-ml", deltas["cora-ml"], ends, paper, each...), of("cora-ml", 0, free, []string{"nonprivate"}, each...), of("cora-ml", 0, ends[:1], []string{"null"}, each...),
	}
	clipped := accuracy
	clipped.Name, clipped.About = "Table C", "accuracy on cora-ml with gradients clipped by pairs of a root and a node, and by roots"
	clipped.Across, clipped.Down = []string{method.ByEpsilon}, []string{method.ByMode}
	clipped.Studies = []study.Study{of("cora-ml", 0, ends, []string{"strict-rows", "strict-by-root"}, atRandom)}
	all := []method.Exhibit{compared(accuracy, deltas, ends), constant, parts, clipped}

	const cora = "cora-ml"
	figure := func(name, about, x string, panels []string, studies ...study.Study) {
		e := accuracy
		e.Name, e.About, e.Across, e.XLabel, e.Panels, e.Studies = name, about, []string{x}, axes[x], panels, studies
		all = append(all, e)
	}
	levels := []study.Study{of(cora, 0, free, noiseless, atRandom), of(cora, 0, []float64{8}, []string{"null"}, atRandom)}
	grown := []study.Study{levels[0], of(cora, 0, []float64{4.5, 5, 6, 8, 12}, []string{"null"}, atRandom)}
	for _, pr := range []float64{.5, 1, 2, 4, 8} { // of the rows
		grown = append(grown, of(cora, 2e-3, []float64{pr + 4}, paper, over("RowShare", fmt.Sprint(pr/(pr+4))), byRows, atRandom))
	}
	figure("Figure 1", "accuracy on cora-ml by ε, 4 of it for training and the rest for the rows", method.ByEpsilon, nil, grown...)
	shares := over("RowShare", "0.1", "0.3", "0.5", "0.7", "0.9")
	figure("Figure 2", "accuracy on cora-ml by the fraction of ε for the rows", "RowShare", []string{method.ByEpsilon},
		append([]study.Study{of(cora, 2e-3, []float64{1, 4, 8}, paper, shares, byRows, atRandom)}, levels[0])...)
	for i, name := range []string{"coauthor-cs", "coauthor-cs", "reddit", "coauthor-phy"} {
		about := "accuracy on " + name + " by the fraction of ε for the rows"
		if i < 2 {
			about += "; MS Academic and CS are one graph"
		}
		figure(fmt.Sprintf("Figure %d", i+3), about, "RowShare", nil,
			of(name, deltas[name], []float64{8}, paper, shares, byRows, atRandom), of(name, deltas[name], []float64{8}, control, atRandom),
			of(name, 0, []float64{8}, []string{"null"}, atRandom))
	}
	at := []float64{8}
	sweep := func(name, about string, panels []string, epsilons []float64, vary ...study.Axis) {
		studies := append([]study.Study{of(cora, 2e-3, epsilons, paper, append(vary, byRows, atRandom)...), of(cora, 2e-3, epsilons, control, append(vary, atRandom)...)}, levels...)
		figure(name, "accuracy on cora-ml by "+about, vary[0].Setting, panels, studies...)
	}
	figure("Figure 7a", "accuracy on cora-ml at ε = 8 by the clip C₁ of rows", "RowClip", nil,
		append([]study.Study{of(cora, 2e-3, at, paper, over("RowClip", "0.001", "0.01", "0.1", "1"), over("Rows", "GM"), atRandom)}, levels...)...)
	figure("Figure 7b", "accuracy on cora-ml at ε = 8 by the clip C₂ of entries", "EntryClip", nil,
		append([]study.Study{of(cora, 2e-3, at, paper, over("EntryClip", "0.0001", "0.001", "0.01", "0.1", "1"), over("Rows", "EM0", "EM1"), atRandom)}, levels...)...)
	sweep("Figure 8", "the number K of entries of a row, at ε = 8", nil, at, over("Keep", "2", "4", "8", "16", "32"))
	all = append(all, method.Exhibit{Name: "Figure 9", About: "t-SNE of the outputs for training nodes", Unmade: "a picture of points, without a measure"})
	sweep("Figure 10", "the batch B, at ε = 8", []string{"Keep"}, at, over("Batch", "10", "30", "60", "120", "216"), over("Keep", "4", "16"))
	sweep("Figure 11", "the clip C of gradients, at ε = 8", nil, at, over("Clip", "0.1", "0.5", "1", "2", "5", "10"))
	sweep("Figure 12", "the number M of roots", []string{method.ByEpsilon}, ends, over("Roots", "10", "35", "70", "140", "210"))
	return all
}

const csAgain = "coauthor-cs (CS)"

// compared returns Table 1.
func compared(accuracy method.Exhibit, deltas map[string]float64, ends []float64) method.Exhibit {
	free := []float64{0}
	one := accuracy
	one.Same = map[string]string{"data=" + csAgain: "data=coauthor-cs"}
	one.Name, one.About, one.Printed = "Table 1", "accuracy on test nodes; MS Academic and CS are one graph, coauthor-cs", table1()
	one.Panels, one.Across = []string{method.ByData}, []string{divided.Setting, method.ByEpsilon}
	for _, mode := range []string{"features published", "features strict", "features nonprivate", "gap published-ndp", "sage published-ndp", "gap nonprivate"} {
		one.Absent = append(one.Absent, method.Absence{Where: map[string]string{method.ByMode: mode, divided.Setting: "METIS"}, Why: "the baselines divide nodes at random alone"})
	}
	for _, name := range []string{"cora-ml", "coauthor-cs", "reddit", "coauthor-phy"} {
		baseline := of(name, deltas[name], ends, []string{"published", "strict"}, atRandom)
		exact := of(name, 0, free, []string{"nonprivate"}, atRandom)
		baseline.Methods, exact.Methods = []string{"features"}, []string{"features"}
		gap, gapExact := of(name, deltas[name], ends, []string{"published-ndp"}, atRandom), of(name, 0, free, []string{"nonprivate"}, atRandom)
		gap.Methods, gapExact.Methods = []string{"gap", "sage"}, []string{"gap"}
		one.Studies = append(one.Studies, gap, gapExact)
		one.Studies = append(one.Studies,
			of(name, deltas[name], ends, []string{"published"}, divided), of(name, deltas[name], ends, paper, byRows, divided),
			of(name, deltas[name], ends, control, divided), baseline, exact,
			of(name, 0, ends, proved, divided), of(name, 0, free, noiseless, divided),
		)
	}
	return one
}

// table1 are the accuracies that [DPAR24] Table 1 prints, means of ten runs. Numbers without
// privacy have ε = 0. Its data set CS is the graph of MS Academic again; Table 1 has other numbers
// for it, which are here as the data set csAgain.
func table1() (all []method.Quoted) {
	private := []string{"GAP", "SAGE", "Features", "DPAR-EM0", "DPAR-EM1", "DPAR-GM"}
	variants := map[string]string{"DPAR-EM1": "Rows=EM1", "DPAR-GM": "Rows=GM"}
	for _, set := range []struct {
		data     string
		one, all [6]float64 // at ε = 1 and 8
		free     [3]float64 // DPAR, GAP, Features
	}{
		{"cora-ml", [6]float64{.34, .152, .5733, .3421, .2895, .3333}, [6]float64{.5733, .368, .6107, .5965, .6199, .4854}, [3]float64{.7076, .8883, .7733}},
		{"coauthor-cs", [6]float64{.6563, .013, .83, .8306, .8569, .8225}, [6]float64{.8581, .063, .8723, .9054, .9135, .9165}, [3]float64{.955, .9571, .8382}},
		{csAgain, [6]float64{.66, .0917, .8344, .8898, .8921, .8927}, [6]float64{.8537, .7366, .895, .9017, .8994, .9063}, [3]float64{.9707, .9571, .9307}},
		{"reddit", [6]float64{.7047, .086, .7436, .9167, .9286, .934}, [6]float64{.9161, .82, .777, .9375, .9399, .931}, [3]float64{.9698, .9949, .8337}},
		{"coauthor-phy", [6]float64{.8192, .1263, .8412, .8887, .8927, .8948}, [6]float64{.9088, .8919, .9017, .9023, .902, .9101}, [3]float64{.9548, .9597, .9504}},
	} {
		add := func(name, variant string, epsilon, mean float64) {
			all = append(all, method.Quoted{Method: name, Data: set.data, Value: "accuracy", Epsilon: epsilon, Variant: variant, Mean: mean})
		}
		for i, name := range private {
			add(name, variants[name], 1, set.one[i])
			add(name, variants[name], 8, set.all[i])
		}
		for i, name := range []string{"DPAR", "GAP", "Features"} {
			add(name, "", 0, set.free[i])
		}
	}
	return all
}
