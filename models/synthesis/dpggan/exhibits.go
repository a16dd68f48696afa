package dpggan

import (
	"fmt"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/study"
)

// whole are the paper's collections. Methods that cannot train on all graphs within hours on two
// cores use graphs 0, k, 2k …, chosen by index alone.
var whole = []string{"dpggan-dblp", "imdb-multi"}

const everyDBLP, everyIMDB = 5, 75

// of returns a study of some modes.
func of(data []string, every, seeds int, epsilons []float64, modes ...string) study.Study {
	return study.Study{Methods: []string{"dpggan"}, Modes: modes, Data: data, Every: every, Epsilons: epsilons, Seeds: study.Seeds(seeds)}
}

// parts returns a study on parts of both collections, with separate numbers of seeds for DBLP and
// IMDB.
func parts(seedsDBLP, seedsIMDB int, epsilons []float64, variants []string, modes ...string) []study.Study {
	dblp, imdb := of(whole[:1], everyDBLP, seedsDBLP, epsilons, modes...), of(whole[1:], everyIMDB, seedsIMDB, epsilons, modes...)
	dblp.Variants, imdb.Variants = variants, variants
	return []study.Study{dblp, imdb}
}

// exhibits are the paper's tables and figures of utility: Table 1, the appendix's class test, and
// Figure 3. At ε = 1, Eq. 6 allows more steps than are taken, so ε = 10 would give the same runs:
// the published modes have no ε = 10.
func exhibits() []method.Exhibit {
	free, ends, all := []float64{0}, []float64{0.1, 1}, []float64{0.1, 1, 10}
	codes := []string{"", "Posterior=true"} // codes from N(0, I), and from the graph
	one := method.Exhibit{
		Name: "Table 1", About: "mean absolute differences of five statistics from the original graphs; GINI has ranks from 0, true GINI from 1",
		Protocol: "collections", Values: []string{"LCC", "TC", "CPL", "GINI", "true GINI", "REDE"}, Printed: table1(),
		Panels: []string{method.ByData, method.ByGraphs}, Across: []string{method.ByValue}, Down: []string{method.ByMode, "Posterior", method.ByEpsilon},
		Same: map[string]string{"ε=10": "ε=1"}, // of the published modes
		Absent: []method.Absence{
			{Where: map[string]string{method.ByMode: "paper: Original"}, Why: "values of the originals, not errors: TestDPGGANTable1 computes them"},
			{Where: map[string]string{method.ByValue: "true GINI"}, Why: "the paper has the authors' GINI"},
			{Where: map[string]string{method.ByData: "dpggan-dblp", method.ByMode: "netgan nonprivate"}, Why: "its page has the 20 smallest graphs of DBLP"},
			{Where: map[string]string{method.ByData: "dpggan-dblp", method.ByMode: "graphrnn nonprivate"}, Why: "99 times the bits of the part of IMDB; its page has the 20 smallest graphs of DBLP"},
		},
		Studies: []study.Study{
			of(whole, 0, 3, ends, "published-vae"), of(whole, 0, 3, ends, "published"), of(whole, 0, 5, all, "strict", "null"),
			of(whole, 0, 5, free, "null-matched"), of(whole, 0, 3, free, "nonprivate"),
		},
	}
	one.Studies = append(one.Studies, parts(5, 5, []float64{10}, nil, "author-vae", "author")...)
	one.Studies = append(one.Studies, parts(3, 5, free, codes, "nonprivate")...)
	one.Studies = append(one.Studies, parts(3, 3, free, codes, "nonprivate-tuned")...)
	one.Studies = append(one.Studies, parts(3, 5, free, nil, "nonprivate-gan")...)
	one.Studies = append(one.Studies, parts(5, 5, free, nil, "null-matched")...)
	for name, why := range map[string]string{"netgan": "which takes 16 minutes; all take 20 hours", "graphrnn": "which takes a minute or more; all take 1.6 hours"} {
		one.Absent = append(one.Absent, method.Absence{
			Where: map[string]string{method.ByData: whole[1], method.ByGraphs: "all", method.ByMode: name + " nonprivate"},
			Why:   fmt.Sprintf("run on every %dth graph alone, %s", everyIMDB, why),
		})
	}
	netgan, graphrnn := of(whole[1:], everyIMDB, 1, free, "nonprivate"), of(whole[1:], everyIMDB, 1, free, "nonprivate")
	netgan.Methods, netgan.Vary = []string{"netgan"}, []study.Axis{{Setting: "Steps", Values: []string{"100"}}}
	graphrnn.Methods = []string{"graphrnn"}
	one.Studies = append(one.Studies, netgan, graphrnn)
	control := of(whole, 0, 5, all[2:], "strict", "plain")
	control.Methods = []string{"pairs"}
	one.Studies = append(one.Studies, control, of(whole, 0, 3, free, "strict-nonprivate"))
	originals := of(whole[1:], 0, 1, free, "nonprivate")
	originals.Methods = []string{"originals"}
	classes := method.Exhibit{
		Name: "Table A", About: "accuracy on original graphs of a network trained on generated graphs, over ten folds, and of the majority class; the paper's appendix has it without a number",
		Protocol: "graph classes", Values: []string{"accuracy", "standard error", "majority"}, Across: []string{method.ByValue}, Down: []string{method.ByMode, method.ByEpsilon},
		Studies: []study.Study{originals, of(whole[1:], 0, 3, []float64{1}, "strict"), of(whole[1:], 0, 3, free, "null-matched")},
	}
	against := method.Exhibit{
		Name: "Figure A", About: "the columns of Table 1 against ε",
		Protocol: "collections", Values: []string{"LCC", "TC", "CPL", "GINI", "REDE"},
		Panels: []string{method.ByData, method.ByValue}, Across: []string{method.ByEpsilon}, Down: []string{method.ByMode},
		Absent: []method.Absence{
			{Where: map[string]string{method.ByMode: "published", method.ByEpsilon: "10"}, Why: "Eq. 6 stops the training neither at ε = 1 nor at 10: the runs are the same"},
		},
		Studies: []study.Study{of(whole, 0, 5, all, "strict", "null"), of(whole, 0, 5, free, "null-matched"), of(whole[1:], 0, 3, ends, "published")},
	}
	return []method.Exhibit{one, against, classes, {
		Name: "Figure 3", About: "AUC of held-out links, by a classifier trained on the generated graph",
		Unmade: "it says nothing of privacy (G11), and no protocol measures it; notebook 13_dpggan shows it beside what one edge is allowed",
	}}
}

// table1 returns the values of Table 1: five mean statistics of the original graphs, and for each
// model the mean absolute difference from them. Data sets have the names of package data. The paper
// prints the GINI of IMDB without its minus sign.
func table1() (all []method.Quoted) {
	values := []string{"LCC", "TC", "CPL", "GINI", "REDE"}
	for _, row := range []struct {
		method  string
		epsilon float64 // 0: not private
		means   [10]float64
	}{
		{"Original", 0, [10]float64{107.5, 59.90, 3.6943, 0.3248, 0.9385, 13.001, 305.9, 1.2275, 0.1222, 0.9894}},
		{"GVAE", 0, [10]float64{7.51, 66.93, 0.1330, 0.0213, 0.0084, 0.0145, 25.83, 0.0121, 0.0030, 0.0016}},
		{"NetGAN", 0, [10]float64{9.66, 39.87, 0.1943, 0.0105, 0.0022, 0.0083, 27.54, 0.0192, 0.0042, 0.0011}},
		{"GraphRNN", 0, [10]float64{10.27, 57.43, 0.2043, 0.0415, 0.0052, 0.0594, 27.26, 0.0214, 0.0155, 0.0094}},
		{"DPGVAE", 10, [10]float64{21.96, 175.29, 0.2471, 0.0339, 0.0153, 0.0147, 43.63, 0.0367, 0.0036, 0.0030}},
		{"DPGVAE", 1, [10]float64{23.80, 187.20, 0.3059, 0.0343, 0.0156, 0.0253, 43.73, 0.0373, 0.0038, 0.0031}},
		{"DPGVAE", 0.1, [10]float64{26.07, 215.13, 0.3342, 0.0344, 0.0158, 0.0320, 44.12, 0.0392, 0.0042, 0.0032}},
		{"DPGGAN", 10, [10]float64{10.61, 64.75, 0.2035, 0.0224, 0.0093, 0.0040, 22.89, 0.0164, 0.0010, 0.0017}},
		{"DPGGAN", 1, [10]float64{12.38, 70.97, 0.2643, 0.0353, 0.0117, 0.0053, 23.81, 0.0168, 0.0029, 0.0023}},
		{"DPGGAN", 0.1, [10]float64{24.62, 77.41, 0.2713, 0.0485, 0.0191, 0.0113, 24.91, 0.0168, 0.0029, 0.0025}},
	} {
		for i, mean := range row.means {
			data := "dpggan-dblp"
			if i >= len(values) {
				data = "imdb-multi"
			}
			all = append(all, method.Quoted{Method: row.method, Data: data, Value: values[i%len(values)], Epsilon: row.epsilon, Mean: mean})
		}
	}
	return all
}
