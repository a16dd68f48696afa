package privdpr

import (
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/study"
)

// graphs are those of Figures 2 to 5, by their names in package data.
var graphs = []string{"privdpr-cora", "privdpr-citeseer", "privdpr-p2p", "privdpr-chicago"}

// of returns a study of some modes over five seeds, the paper's number of runs.
func of(data []string, epsilons []float64, modes ...string) study.Study {
	return study.Study{Methods: []string{"privdpr"}, Modes: modes, Data: data, Epsilons: epsilons, Seeds: study.Seeds(5)}
}

// answered returns a study of strict with exact answers.
func answered(data []string) study.Study {
	s := of(data, []float64{0}, "strict-nonprivate")
	s.Seeds = study.Seeds(3)
	return s
}

// varied returns a study of the published mode over the values of a setting, at ε = 3.2.
func varied(setting string, values ...string) study.Study {
	s := of(graphs, []float64{3.2}, "published")
	s.Vary = []study.Axis{{Setting: setting, Values: values}}
	return s
}

// fromGraphs adds methods that release no rows to Table 6.
func fromGraphs(e *method.Exhibit, epsilons []float64) {
	data := e.Studies[0].Data
	e.Studies, e.Absent = append(e.Studies, of(data, epsilons, "strict")), nil
	for _, run := range []struct {
		mode  string
		seeds int
	}{{"published-vae", 3}, {"published", 1}} {
		s := of(data, epsilons, run.mode)
		s.Methods, s.Seeds = []string{"dpggan"}, study.Seeds(run.seeds)
		e.Studies = append(e.Studies, s)
	}
}

// exhibits are the paper's tables and figures of utility, and two of this project with letters.
// Table 1 lists the data sets, Figure 1 is a sketch.
func exhibits() []method.Exhibit {
	at, free, ends := []float64{3.2}, []float64{0}, []float64{0.1, 3.2}
	two, three := tables23()
	statistics := method.Exhibit{
		Protocol: "statistics", Values: []string{"TC", "REDE", "CPL", "KS"}, Across: []string{method.ByMode}, Down: []string{method.ByData, method.ByValue},
		Studies: []study.Study{of(graphs, at, "strict", "null"), of(graphs, free, "nonprivate", "null-matched"), answered(graphs), of(graphs[:1], at, "clipped-sum")},
		Absent:  []method.Absence{{Where: map[string]string{method.ByMode: "clipped-sum"}, Why: "run on privdpr-cora alone"}},
	}
	sweep := func(name, about, setting string, printed []method.Quoted, values ...string) method.Exhibit {
		e := statistics
		e.Name, e.About, e.Printed = name, about, printed
		e.Across = append(slices.Clone(e.Across), setting)
		e.Studies = append([]study.Study{varied(setting, values...)}, e.Studies...)
		return e
	}
	all := []method.Exhibit{
		sweep("Table 2", "errors of four statistics at ε = 3.2 by the scale s", "Scale", two, "2", "4", "6", "8"),
		sweep("Table 3", "errors of four statistics at ε = 3.2 by the width d", "Hidden", three, "64", "128", "256", "512"),
	}
	noRows := []method.Absence{{Where: map[string]string{method.ByMode: "strict"}, Why: "strict releases a graph and no rows for a classifier"}}
	embedded := func(name, about, protocol string, values []string, data []string, epsilons []float64, printed []method.Quoted, across ...string) method.Exhibit {
		gap := of(data, epsilons, "published")
		gap.Methods = []string{"gapemb"}
		return method.Exhibit{
			Name: name, About: about, Protocol: protocol, Values: values, Across: append(across, method.ByData), Down: []string{method.ByValue, method.ByMode},
			Studies: []study.Study{of(data, epsilons, "published", "clipped-sum"), of(data, free, "nonprivate", "null"), gap}, Printed: printed, Absent: slices.Clone(noRows),
		}
	}
	rowless := func(e *method.Exhibit, value string, modes ...string) {
		for _, mode := range modes {
			e.Absent = append(e.Absent, method.Absence{Where: map[string]string{method.ByMode: mode, method.ByValue: value}, Why: "dpggan releases graphs and no rows"})
		}
	}
	linked := func(e method.Exhibit) method.Exhibit {
		small, large := graphs[:2], graphs[2:]
		for _, run := range []struct {
			mode  string
			data  []string
			seeds int
		}{{"published-vae", small, 3}, {"published-vae", large, 1}, {"published", graphs[:3], 1}} {
			s := of(run.data, e.Studies[0].Epsilons, run.mode)
			s.Methods, s.Protocols, s.Seeds = []string{"dpggan"}, []string{"drawn links"}, study.Seeds(run.seeds)
			e.Studies = append(e.Studies, s)
		}
		rowless(&e, "AUC dot", "dpggan published-vae", "dpggan published")
		unread := map[string]string{method.ByMode: "dpggan published-vae", method.ByData: "amazon0505"}
		e.Absent = append(e.Absent, method.Absence{Where: unread, Why: "no data: this project has no copy of it"})
		for _, name := range e.Studies[0].Data[3:] {
			e.Absent = append(e.Absent, method.Absence{Where: map[string]string{method.ByMode: "dpggan published", method.ByData: name}, Why: "its discriminator reads matrices of N×N, N = 8192 at most"})
		}
		return e
	}
	scores := []string{"AUC", "AUC dot"}
	five := append(slices.Clone(graphs), "amazon0505")
	all = append(all,
		linked(embedded("Table 4", "AUC of link prediction at ε = 0.1; of DPGGAN and DPGVAE, which release no rows, from the released graph", "links", scores, five, ends[:1], auc(0.1))),
		linked(embedded("Table 5", "AUC of link prediction at ε = 3.2; of DPGGAN and DPGVAE, which release no rows, from the released graph", "links", scores, five, ends[1:], auc(3.2))),
		embedded("Table 6", "Micro-F1 of node classification; of methods that release no rows, from the spectrum of the released graph", "nodes", []string{"Micro-F1"}, []string{"cora", "citeseer"}, ends, table6(), method.ByEpsilon),
	)
	fromGraphs(&all[len(all)-1], ends)
	for i, name := range graphs {
		e, one := statistics, []string{name}
		e.Absent = nil
		e.Name, e.About = fmt.Sprintf("Figure %d", i+2), "errors of eight statistics of "+name
		e.Values = []string{"TC", "WC", "CC", "REDE", "CPL", "Diameter", "LCC", "KS"}
		e.Panels, e.Across, e.Down = []string{method.ByValue}, []string{method.ByEpsilon}, []string{method.ByMode}
		edges := of(one, []float64{0.1, 0.2, 0.4, 0.8, 1.6, 3.2}, "strict") // generators with edge-level, not node-level, privacy
		edges.Methods, edges.Seeds = []string{"dcsbm", "dgg", "privgraph"}, study.Seeds(3)
		e.Studies = []study.Study{
			of(one, edges.Epsilons, "published", "strict", "null"), of(one, free, "nonprivate", "null-matched"), answered(one), edges,
		}
		all = append(all, e)
	}
	return append(all, own()...)
}

// own returns the exhibits of this project.
func own() []method.Exhibit {
	features := of([]string{"cora", "citeseer"}, []float64{0.1, 3.2}, "published-ndp")
	features.Methods, features.Seeds = []string{"gap", "progap"}, study.Seeds(3)
	classes := method.Exhibit{
		Name: "Table A", About: "accuracy of GAP and ProGAP at node level with the nodes' features, which the paper replaced by random ones", Protocol: "classification", Values: []string{"accuracy", "majority"},
		Across: []string{method.ByEpsilon, method.ByData}, Down: []string{method.ByMode, method.ByValue}, Studies: []study.Study{features},
	}
	caps := of(graphs[:1], []float64{1}, "strict")
	caps.Vary = []study.Axis{{Setting: "Theta", Values: []string{"5", "10", "20", "40", "80"}}}
	return []method.Exhibit{classes, {
		Name: "Figure A", About: "errors of strict graphs at ε = 1 by the cap θ on degrees", Protocol: "statistics", Values: []string{"KS", "WC"},
		Panels: []string{method.ByValue}, Across: []string{"Theta"}, XLabel: "cap θ on degrees", Down: []string{method.ByMode}, Studies: []study.Study{caps},
	}}
}

// tables23 returns the printed values of Table 2 (s = 2, 4, 6, 8) and Table 3 (d = 64, 128, 256,
// 512), at ε = 3.2. Column s = 8 of Table 2 is d = 64 of Table 3.
func tables23() (two, three []method.Quoted) {
	columns := []string{"Scale=2", "Scale=4", "Scale=6", "", "Hidden=128", "Hidden=256", "Hidden=512"}
	for _, row := range []struct {
		data, value string
		means       [7]float64
	}{
		{"privdpr-cora", "TC", [7]float64{0.9926, 0.9914, 0.9908, 0.9893, 0.9920, 0.9905, 0.9914}},
		{"privdpr-cora", "REDE", [7]float64{0.0244, 0.0245, 0.0242, 0.0245, 0.0252, 0.0248, 0.0234}},
		{"privdpr-cora", "CPL", [7]float64{0.1135, 0.1106, 0.1155, 0.1162, 0.1068, 0.1101, 0.1174}},
		{"privdpr-cora", "KS", [7]float64{0.5231, 0.5223, 0.5224, 0.5356, 0.5216, 0.5227, 0.5388}},
		{"privdpr-citeseer", "TC", [7]float64{0.9923, 0.9944, 0.9919, 0.9936, 0.9923, 0.9944, 0.9936}},
		{"privdpr-citeseer", "REDE", [7]float64{0.0168, 0.0182, 0.0172, 0.0165, 0.0172, 0.0179, 0.0170}},
		{"privdpr-citeseer", "CPL", [7]float64{0.3105, 0.3068, 0.3116, 0.3198, 0.3128, 0.3041, 0.3159}},
		{"privdpr-citeseer", "KS", [7]float64{0.5792, 0.5249, 0.5830, 0.6084, 0.5507, 0.4888, 0.6120}},
		{"privdpr-p2p", "TC", [7]float64{0.9591, 0.9593, 0.9566, 0.9557, 0.9532, 0.9547, 0.9616}},
		{"privdpr-p2p", "REDE", [7]float64{0.0381, 0.0379, 0.0382, 0.0382, 0.0381, 0.0383, 0.0383}},
		{"privdpr-p2p", "CPL", [7]float64{0.0247, 0.0232, 0.0227, 0.0227, 0.0236, 0.0205, 0.0226}},
		{"privdpr-p2p", "KS", [7]float64{0.1322, 0.1325, 0.1224, 0.1177, 0.1572, 0.1276, 0.1271}},
		{"privdpr-chicago", "TC", [7]float64{0.9913, 0.9901, 0.9950, 0.9938, 0.9926, 0.9857, 0.9932}},
		{"privdpr-chicago", "REDE", [7]float64{0.0078, 0.0076, 0.0078, 0.0080, 0.0077, 0.0077, 0.0077}},
		{"privdpr-chicago", "CPL", [7]float64{0.8118, 0.8114, 0.8124, 0.8121, 0.8114, 0.8115, 0.8116}},
		{"privdpr-chicago", "KS", [7]float64{0.2854, 0.2854, 0.2854, 0.2778, 0.2689, 0.3032, 0.2854}},
	} {
		for i, mean := range row.means {
			q := method.Quoted{Method: "PrivDPR", Data: row.data, Value: row.value, Epsilon: 3.2, Variant: columns[i], Mean: mean}
			if i <= 3 {
				two = append(two, q)
			}
			if i >= 3 {
				three = append(three, q)
			}
		}
	}
	return two, three
}

// meanSD is a mean with its standard deviation over five runs.
type meanSD struct{ mean, sd float64 }

// auc returns the printed AUC of link prediction in Table 4 (ε = 0.1) or Table 5 (ε = 3.2).
func auc(epsilon float64) (all []method.Quoted) {
	data := append(slices.Clone(graphs), "amazon0505")
	for _, row := range []struct {
		epsilon float64
		method  string
		auc     [5]meanSD
	}{
		{0.1, "GAP", [5]meanSD{{0.4873, 0.0371}, {0.4781, 0.0213}, {0.4859, 0.0092}, {0.4915, 0.0093}, {0.4792, 0.0127}}},
		{0.1, "DPGGAN", [5]meanSD{{0.4914, 0.0157}, {0.4926, 0.0108}, {0.5005, 0.0115}, {0.4980, 0.0091}, {0.4978, 0.0058}}},
		{0.1, "DPGVAE", [5]meanSD{{0.4893, 0.0083}, {0.4977, 0.0156}, {0.4982, 0.0091}, {0.5014, 0.0064}, {0.4813, 0.0063}}},
		{0.1, "PrivDPR", [5]meanSD{{0.5066, 0.0070}, {0.5099, 0.0100}, {0.5084, 0.0052}, {0.5020, 0.0054}, {0.5009, 0.0025}}},
		{3.2, "GAP", [5]meanSD{{0.4978, 0.0138}, {0.4897, 0.0173}, {0.4973, 0.0214}, {0.5001, 0.0078}, {0.4913, 0.0071}}},
		{3.2, "DPGGAN", [5]meanSD{{0.5189, 0.0136}, {0.5027, 0.0102}, {0.5079, 0.0060}, {0.5031, 0.0112}, {0.5041, 0.0040}}},
		{3.2, "DPGVAE", [5]meanSD{{0.5068, 0.0063}, {0.5139, 0.0152}, {0.5045, 0.0035}, {0.5139, 0.0152}, {0.5012, 0.0017}}},
		{3.2, "PrivDPR", [5]meanSD{{0.5535, 0.0057}, {0.5658, 0.0110}, {0.5986, 0.0052}, {0.5738, 0.0094}, {0.5917, 0.0013}}},
	} {
		for i, x := range row.auc {
			if row.epsilon == epsilon {
				all = append(all, method.Quoted{Method: row.method, Data: data[i], Value: "AUC", Epsilon: epsilon, Mean: x.mean, SD: x.sd})
			}
		}
	}
	return all
}

// table6 returns the printed Micro-F1 of node classification, at ε = 0.1 and 3.2.
func table6() (all []method.Quoted) {
	for _, row := range []struct {
		method string
		f1     [4]meanSD // Cora and Citeseer at ε = 0.1, then at 3.2
	}{
		{"GAP", [4]meanSD{{0.3097, 0.0250}, {0.2094, 0.0010}, {0.3151, 0.0011}, {0.2238, 0.0150}}},
		{"DPGGAN", [4]meanSD{{0.2690, 0.0150}, {0.1855, 0.0161}, {0.2849, 0.0096}, {0.2042, 0.0080}}},
		{"DPGVAE", [4]meanSD{{0.2915, 0.0088}, {0.2075, 0.0149}, {0.3026, 0.0148}, {0.2172, 0.0030}}},
		{"PrivDPR", [4]meanSD{{0.3185, 0.0087}, {0.2242, 0.0144}, {0.3188, 0.0170}, {0.2266, 0.0099}}},
	} {
		for i, x := range row.f1 {
			q := method.Quoted{Method: row.method, Data: "cora", Value: "Micro-F1", Epsilon: 0.1, Mean: x.mean, SD: x.sd}
			if i%2 == 1 {
				q.Data = "citeseer"
			}
			if i > 1 {
				q.Epsilon = 3.2
			}
			all = append(all, q)
		}
	}
	return all
}
