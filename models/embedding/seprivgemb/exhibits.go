package seprivgemb

import (
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/study"
)

// both varies the proximity like the paper.
var both = study.Axis{Setting: "Proximity", Values: []string{"DeepWalk", "degree"}}

// of returns a study of some modes on data sets of package data.
func of(data []string, epsilons []float64, seeds int, modes []string, vary ...study.Axis) study.Study {
	return study.Study{Methods: []string{"seprivgemb"}, Modes: modes, Data: data, Epsilons: epsilons, Seeds: study.Seeds(seeds), Vary: vary}
}

// gap returns a study of GAP's embeddings, the paper's baseline.
func gap(data []string, epsilons []float64) study.Study {
	s := of(data, epsilons, 3, []string{"published"})
	s.Methods = []string{"gapemb"}
	return s
}

// The modes that use a proximity, in training or in noise, and the others.
var (
	noisy   = []string{"published", "zero-gradient"}
	exact   = []string{"nonprivate"}
	ours    = []string{"strict", "control", "projection"}
	without = []string{"nonprivate-tuned", "null"}
	ceiling = []string{"strict-nonprivate", "spectrum"}
)

// exhibits returns the paper's tables and figures of utility, without Table I, which lists the data
// sets, and the sketches of Figures 1 and 2. The published method and its noise-only control have
// ten seeds, like the paper's runs; all others have three. Letters mark seven exhibits of this
// project.
func exhibits() []method.Exhibit {
	structure := method.Exhibit{
		Protocol: "StrucEqu", Values: []string{"StrucEqu"}, Down: []string{method.ByData, both.Setting, method.ByMode},
	}
	var all []method.Exhibit
	at, free, printed := []float64{3.5}, []float64{0}, sweeps()
	for _, x := range []struct {
		name, about string
		over        study.Axis
	}{
		{"Table II", "StrucEqu at ε = 3.5 by the batch B", study.Axis{Setting: "Batch", Values: []string{"32", "64", "128", "256", "512", "1024"}}},
		{"Table III", "StrucEqu at ε = 3.5 by the rate η", study.Axis{Setting: "Rate", Values: []string{"0.01", "0.05", "0.1", "0.15", "0.2", "0.25", "0.3"}}},
		{"Table IV", "StrucEqu at ε = 3.5 by the clip C", study.Axis{Setting: "Clip", Values: []string{"1", "2", "3", "4", "5", "6"}}},
		{"Table V", "StrucEqu at ε = 3.5 by the number k of negative samples", study.Axis{Setting: "Negatives", Values: []string{"1", "2", "3", "4", "5", "6", "7"}}},
	} {
		e := structure
		e.Name, e.About, e.Across, e.Printed = x.name, x.about, []string{x.over.Setting}, printed[x.name]
		e.Studies = []study.Study{
			of(swept, at, 10, noisy, x.over, both), of(swept, at, 3, exact, x.over, both),
			of(swept, at, 3, []string{"strict"}), of(swept, free, 3, without), of(swept, free, 3, ceiling),
		}
		all = append(all, e)
	}
	naive := structure
	naive.Name, naive.About, naive.Printed = "Table VI", "StrucEqu with noise on all rows (Eq. 6) and on those of the batch (Eq. 9)", table6()
	naive.Across, naive.Down = []string{both.Setting, "Noise"}, []string{method.ByData, method.ByEpsilon, method.ByMode}
	some, touched := []float64{0.5, 2, 3.5}, study.Axis{Setting: "Noise", Values: []string{"NonZero"}}
	naive.Studies = []study.Study{
		of(swept, some, 10, []string{"published"}, study.Axis{Setting: "Noise", Values: []string{"All", "NonZero"}}, both),
		of(swept, some, 10, []string{"zero-gradient"}, touched, both),
		of(swept, some, 3, []string{"strict"}), of(swept, free, 3, exact, both), of(swept, free, 3, without), of(swept, free, 3, ceiling),
	}
	naive.Absent = []method.Absence{{Where: map[string]string{method.ByMode: "zero-gradient", "Noise": "All"}, Why: "noise alone is that of the published method, on the rows of the batch"}}
	budgets := []float64{.5, 1, 1.5, 2, 2.5, 3, 3.5}
	curves := structure
	curves.Panels, curves.Across, curves.Down = []string{both.Setting, method.ByData}, []string{method.ByEpsilon}, []string{method.ByMode}
	three, four := curves, curves
	graphs := append(slices.Clone(swept), "seprivgemb-ppi", "seprivgemb-blogcatalog")
	three.Name, three.About = "Figure 3", "StrucEqu after 200 updates; of DPGGAN and DPGVAE, which release no rows, from the spectrum of the released graph"
	three.Studies = []study.Study{
		of(graphs, budgets, 10, noisy, both), of(graphs, budgets, 3, ours), of(graphs, some, 3, []string{"poisson-skip-gram"}),
		of(graphs, free, 3, exact, both), of(graphs, free, 3, without), of(graphs, free, 3, ceiling), gap(graphs, budgets),
	}
	four.Absent = []method.Absence{{Where: map[string]string{method.ByMode: "poisson-skip-gram"}, Why: "run at ε = 0.5, 2 and 3.5 alone"}}
	three.Absent = slices.Clone(four.Absent)
	three.Absent = append(three.Absent, method.Absence{Where: map[string]string{method.ByData: "aminer-dblp"}, Why: "the graph is not published"})
	four.Name, four.About, four.Protocol, four.Values = "Figure 4", "AUC of link prediction after 2000 updates; of DPGGAN and DPGVAE, which release no rows, from the released graph", "link prediction", []string{"AUC"}
	four.Studies = []study.Study{
		of(swept, budgets, 3, append(slices.Clone(noisy), exact...), both), of(swept, budgets, 3, ours), of(swept, some, 3, []string{"poisson-skip-gram"}),
		of(swept, free, 3, without), of(swept, free, 3, ceiling), gap(swept, budgets),
	}
	drawn(&three, graphs, nil, budgets)
	drawn(&four, swept, []string{"drawn links"}, budgets)
	three.Printed, four.Printed = figures()
	return append(append(all, naive, three, four), own(structure)...)
}

// drawn adds DPGGAN and DPGVAE, and reasons for cells without a run. Eq. 6 of DPGGAN stops no
// training at these ε, so all runs are those at the smallest.
func drawn(e *method.Exhibit, graphs, protocols []string, budgets []float64) {
	small := slices.DeleteFunc(slices.Clone(graphs), func(name string) bool { return name == "seprivgemb-blogcatalog" })
	for _, s := range []study.Study{
		of(small, budgets[:1], 1, []string{"published"}), of(graphs[:1], budgets[:1], 3, []string{"published-vae"}),
		of(graphs[1:], budgets[:1], 1, []string{"published-vae"}),
	} {
		s.Methods, s.Protocols = []string{"dpggan"}, protocols
		e.Studies = append(e.Studies, s)
	}
	absent := func(why string, where map[string]string) {
		e.Absent = append(e.Absent, method.Absence{Where: where, Why: why})
	}
	absent("its stages train on labels, which these graphs lack", map[string]string{method.ByMode: "paper: ProGAP"})
	for _, name := range graphs {
		if !slices.Contains(small, name) {
			absent("its discriminator reads matrices of N×N, N = 8192 at most", map[string]string{method.ByMode: "dpggan published", method.ByData: name})
		}
	}
	e.Same = map[string]string{}
	for _, epsilon := range budgets[1:] {
		text := fmt.Sprint(epsilon)
		e.Same[method.ByEpsilon+"="+text] = fmt.Sprint(method.ByEpsilon, "=", budgets[0])
		for _, mode := range []string{"dpggan published", "dpggan published-vae"} {
			absent("the run is that at ε = 0.5", map[string]string{method.ByMode: mode, method.ByEpsilon: text})
		}
	}
}

// twoNumbers holds the first settings of skip-gram with noise on every row; the preset was tuned
// later, on other graphs.
const twoNumbers = "Dim=2,Clip=0.3,Rate=0.03"

// own returns the exhibits of this project.
func own(structure method.Exhibit) []method.Exhibit {
	at, free := []float64{3.5}, []float64{0}
	updates := structure
	updates.Name, updates.About = "Figure A", "StrucEqu by updates"
	updates.Panels, updates.Across, updates.XLabel, updates.Down = []string{method.ByData}, []string{"Steps"}, "updates", []string{method.ByMode}
	updates.Studies = []study.Study{
		of(swept[:1], at, 3, noisy, study.Axis{Setting: "Steps", Values: []string{"10", "30", "100", "200", "400"}}),
		of(swept[:1], free, 3, append(slices.Clone(exact), without...)),
	}
	clustered := []string{"pgb-facebook", swept[0], "seprivgemb-ppi"}
	communities := method.Exhibit{
		Name: "Figure B", About: "NMI of the rows' directions with the graph's communities", Protocol: "communities", Values: []string{"NMI"},
		Panels: []string{method.ByData}, Across: []string{method.ByEpsilon}, Down: []string{method.ByMode},
		Studies: []study.Study{of(clustered, []float64{1, 2, 3.5}, 3, []string{"published", "strict", "control"}), of(clustered, free, 3, append(slices.Clone(exact), without...)), of(clustered, free, 3, ceiling)},
	}
	matrices := method.Exhibit{
		Name: "Table A", About: "AUC of link prediction at ε = 3.5, by products of rows and by the row of one end in each matrix", Protocol: "link prediction",
		Values: []string{"AUC", "AUC of both matrices"}, Panels: []string{method.ByValue}, Across: []string{method.ByData}, Down: []string{method.ByMode, "Dim"},
		Studies: []study.Study{
			of(swept, at, 3, []string{"published", "strict", "control", "poisson-skip-gram"}), of(swept, at, 3, []string{"poisson-skip-gram"}),
			of(swept, free, 3, append(slices.Clone(exact), without...)), of(swept, free, 3, ceiling),
		},
	}
	matrices.Studies[1].Variants = []string{twoNumbers}
	for _, mode := range append([]string{"strict", "control", "null"}, ceiling...) {
		matrices.Absent = append(matrices.Absent, method.Absence{Where: map[string]string{method.ByMode: mode, method.ByValue: "AUC of both matrices"}, Why: "it has one matrix"})
	}
	centres := structure
	centres.Name, centres.About = "Table E", "StrucEqu at ε = 3.5 by the end of an edge that is its centre: the smaller id, a random end, or the end that the file names first, as in the authors' code"
	centres.Across, centres.Down, centres.Printed = []string{method.ByData}, []string{method.ByMode, "Centres"}, defaults()
	ends := study.Axis{Setting: "Centres", Values: []string{"FirstID", "RandomEnd", "FirstSeen"}}
	centres.Studies = []study.Study{of(swept, at, 10, []string{"author", "published"}, ends)}
	return append([]method.Exhibit{updates, communities, matrices, centres}, paired()...)
}

// paired compares strict with its control, with the same seeds, on all graphs.
func paired() (tables []method.Exhibit) {
	const seeds = 3
	everywhere := append(slices.Clone(swept), "seprivgemb-ppi", "seprivgemb-blogcatalog", "pgb-facebook", "pgb-wiki-vote")
	for _, x := range []struct{ name, about, protocol, value string }{
		{"Table B", "StrucEqu of strict beside its control", "StrucEqu", "StrucEqu"},
		{"Table C", "AUC of link prediction of strict beside its control", "link prediction", "AUC"},
		{"Table D", "NMI with the graph's communities of strict beside its control", "communities", "NMI"},
	} {
		graphs := everywhere
		if x.protocol == "communities" { // Arxiv has hundreds of classes: its k-means takes a minute per trial
			graphs = slices.DeleteFunc(slices.Clone(everywhere), func(name string) bool { return name == "seprivgemb-arxiv" })
		}
		tables = append(tables, method.Exhibit{
			Name: x.name, About: x.about, Protocol: x.protocol, Values: []string{x.value},
			Across: []string{method.ByEpsilon}, Down: []string{method.ByData, method.ByMode},
			Studies: []study.Study{of(graphs, []float64{.5, 1, 2, 3.5, 5, 8}, seeds, []string{"strict", "control"})},
		})
	}
	return tables
}

// meanSD is a mean and a standard deviation over ten runs.
type meanSD struct{ mean, sd float64 }

// swept lists the graphs of the tables.
var swept = []string{"musae-chameleon", "seprivgemb-power", "seprivgemb-arxiv"}

// private and free are the paper's names of the method and its non-private version.
const private, free = "SE-PrivGEmb", "SE-GEmb"

// by returns a variant with the paper's suffix for a proximity: _DW, the preset's, or _Deg.
func by(proximity int, variant string) string {
	switch {
	case proximity == 0:
		return variant
	case variant == "":
		return "Proximity=degree"
	}
	return variant + ",Proximity=degree"
}

// sweeps returns the results of Tables II to V, by table: StrucEqu at ε = 3.5 against one setting.
// The first three columns use DeepWalk's proximity, the others the degree proximity.
func sweeps() map[string][]method.Quoted {
	all := map[string][]method.Quoted{}
	for _, row := range []struct {
		table, variant string
		cells          [6]meanSD
	}{
		{"Table II", "Batch=32", [6]meanSD{{.4281, .0529}, {.1549, .0196}, {.3375, .0640}, {.2611, .0714}, {.1127, .0124}, {.1394, .0815}}},
		{"Table II", "Batch=64", [6]meanSD{{.4599, .0530}, {.1815, .0327}, {.3376, .0871}, {.3084, .0172}, {.1216, .0581}, {.1625, .0722}}},
		{"Table II", "Batch=128", [6]meanSD{{.4507, .0341}, {.2522, .0543}, {.3457, .0303}, {.3661, .0092}, {.2322, .0476}, {.2341, .0193}}},
		{"Table II", "Batch=256", [6]meanSD{{.3701, .0181}, {.2053, .0670}, {.3326, .0564}, {.3956, .0090}, {.1595, .0418}, {.2260, .0292}}},
		{"Table II", "Batch=512", [6]meanSD{{.3293, .0324}, {.2462, .0508}, {.3411, .0031}, {.3710, .0834}, {.1833, .0303}, {.2204, .0656}}},
		{"Table II", "Batch=1024", [6]meanSD{{.2780, .0406}, {.2520, .0157}, {.3416, .0161}, {.3967, .0535}, {.1773, .0317}, {.2251, .0509}}},
		{"Table III", "Rate=0.01", [6]meanSD{{.0703, .0378}, {.0515, .0180}, {.0436, .0121}, {.0409, .0148}, {.0266, .0331}, {.0122, .0292}}},
		{"Table III", "Rate=0.05", [6]meanSD{{.4290, .0045}, {.1756, .0241}, {.3989, .0311}, {.3221, .0419}, {.1524, .0531}, {.1876, .0445}}},
		{"Table III", "Rate=0.1", [6]meanSD{{.4507, .0341}, {.2522, .0543}, {.3457, .0303}, {.3661, .0092}, {.2322, .0476}, {.2341, .0193}}},
		{"Table III", "Rate=0.15", [6]meanSD{{.4573, .0072}, {.2431, .0198}, {.3938, .0204}, {.3503, .0632}, {.1742, .0598}, {.1725, .0320}}},
		{"Table III", "Rate=0.2", [6]meanSD{{.4152, .0470}, {.1912, .0070}, {.4282, .0285}, {.3169, .0529}, {.1372, .0723}, {.2189, .0445}}},
		{"Table III", "Rate=0.25", [6]meanSD{{.4564, .0112}, {.2478, .0546}, {.4353, .0198}, {.3656, .0552}, {.1435, .0595}, {.2335, .0464}}},
		{"Table III", "Rate=0.3", [6]meanSD{{.4524, .0262}, {.2213, .0342}, {.4011, .0154}, {.2628, .0471}, {.1229, .0085}, {.2086, .0765}}},
		{"Table IV", "Clip=1", [6]meanSD{{.3248, .0595}, {.2216, .0281}, {.4266, .0588}, {.2485, .0757}, {.2030, .0846}, {.2206, .0858}}},
		{"Table IV", "Clip=2", [6]meanSD{{.4507, .0341}, {.2522, .0543}, {.3457, .0303}, {.3661, .0092}, {.2322, .0476}, {.2341, .0193}}},
		{"Table IV", "Clip=3", [6]meanSD{{.4319, .0475}, {.1774, .0407}, {.3514, .0219}, {.2907, .0921}, {.1140, .0308}, {.1819, .0767}}},
		{"Table IV", "Clip=4", [6]meanSD{{.4368, .0214}, {.1972, .0414}, {.3555, .0142}, {.3116, .0750}, {.1820, .0541}, {.2107, .0450}}},
		{"Table IV", "Clip=5", [6]meanSD{{.4079, .0172}, {.1652, .0345}, {.3671, .0352}, {.3384, .0892}, {.1731, .0260}, {.1464, .0531}}},
		{"Table IV", "Clip=6", [6]meanSD{{.3719, .0328}, {.1710, .0557}, {.3476, .0305}, {.3136, .0699}, {.1763, .0482}, {.2143, .0269}}},
		{"Table V", "Negatives=1", [6]meanSD{{.4024, .0249}, {.2036, .0766}, {.3423, .0228}, {.2286, .0121}, {.1425, .0279}, {.2203, .0587}}},
		{"Table V", "Negatives=2", [6]meanSD{{.4121, .0339}, {.2033, .0249}, {.3500, .0450}, {.2338, .0450}, {.1542, .0202}, {.2229, .0673}}},
		{"Table V", "Negatives=3", [6]meanSD{{.4325, .0304}, {.1913, .0132}, {.3126, .0447}, {.2406, .0531}, {.0839, .0752}, {.2068, .0654}}},
		{"Table V", "Negatives=4", [6]meanSD{{.4190, .0670}, {.2441, .0177}, {.3801, .0421}, {.2371, .0717}, {.1987, .0714}, {.1993, .0462}}},
		{"Table V", "Negatives=5", [6]meanSD{{.4507, .0341}, {.2522, .0543}, {.3457, .0303}, {.3661, .0092}, {.2322, .0476}, {.2341, .0193}}},
		{"Table V", "Negatives=6", [6]meanSD{{.4053, .0501}, {.2108, .0619}, {.3599, .0456}, {.3824, .0574}, {.1762, .0183}, {.2232, .0076}}},
		{"Table V", "Negatives=7", [6]meanSD{{.3916, .0692}, {.2010, .0565}, {.4247, .0391}, {.3710, .0375}, {.1354, .0441}, {.2492, .0432}}},
	} {
		for i, x := range row.cells {
			all[row.table] = append(all[row.table], method.Quoted{
				Method: private, Data: swept[i%3], Value: "StrucEqu", Epsilon: 3.5, Variant: by(i/3, row.variant), Mean: x.mean, SD: x.sd,
			})
		}
	}
	return all
}

// defaults returns the results of Table II for the paper's batch size and DeepWalk's proximity.
func defaults() (all []method.Quoted) {
	for _, q := range sweeps()["Table II"] {
		if q.Variant == "Batch=128" {
			q.Variant = ""
			all = append(all, q)
		}
	}
	return all
}

// table6 returns the results of Table VI: noise on all rows, Eq. 6, and on those of the batch, Eq.
// 9.
func table6() (all []method.Quoted) {
	for _, row := range []struct {
		data    string
		epsilon float64
		cells   [4]meanSD // DeepWalk: all rows, rows of the batch; degree: likewise
	}{
		{"musae-chameleon", .5, [4]meanSD{{.1169, .0010}, {.3927, .0341}, {.1119, .0315}, {.2914, .0188}}},
		{"musae-chameleon", 2, [4]meanSD{{.1192, .0281}, {.4177, .0359}, {.1144, .0094}, {.3392, .0367}}},
		{"musae-chameleon", 3.5, [4]meanSD{{.1224, .0159}, {.4507, .0341}, {.1258, .0330}, {.3661, .0092}}},
		{"seprivgemb-power", .5, [4]meanSD{{.0857, .0164}, {.1945, .0567}, {.0638, .0013}, {.0877, .0261}}},
		{"seprivgemb-power", 2, [4]meanSD{{.0788, .0227}, {.2003, .0330}, {.0852, .0094}, {.1542, .0231}}},
		{"seprivgemb-power", 3.5, [4]meanSD{{.0796, .0160}, {.2522, .0543}, {.0833, .0151}, {.2322, .0476}}},
		{"seprivgemb-arxiv", .5, [4]meanSD{{.0888, .0033}, {.1770, .0756}, {.0779, .0267}, {.1629, .0381}}},
		{"seprivgemb-arxiv", 2, [4]meanSD{{.0844, .0263}, {.2199, .0171}, {.0611, .0130}, {.2112, .0768}}},
		{"seprivgemb-arxiv", 3.5, [4]meanSD{{.0848, .0086}, {.3457, .0303}, {.0784, .0168}, {.2341, .0193}}},
	} {
		for i, x := range row.cells {
			all = append(all, method.Quoted{
				Method: private, Data: row.data, Value: "StrucEqu", Epsilon: row.epsilon,
				Variant: by(i/2, []string{"Noise=All", "Noise=NonZero"}[i%2]), Mean: x.mean, SD: x.sd,
			})
		}
	}
	return all
}

// figures returns the values in the panels of Figures 3 and 4, read off the drawings with an error
// of at most .0005: for each method ε = .5, 1, … 3.5, then the two runs without privacy.
func figures() (three, four []method.Quoted) {
	methods := []string{"DPGGAN", "DPGVAE", "GAP", "ProGAP", private, private}
	for _, panel := range []struct {
		figure int
		data   string
		series [6][7]float64
		free   [2]float64 // SE-GEmb with DeepWalk's proximity, with degree
	}{
		{3, "musae-chameleon", [6][7]float64{
			{.1990, .2074, .2105, .2256, .2306, .2383, .2474},
			{.1853, .2176, .2236, .2280, .2297, .2414, .2462},
			{.2053, .2059, .2063, .2067, .2079, .2113, .2116},
			{.2121, .2340, .2377, .2471, .2476, .2598, .2668},
			{.3927, .3968, .4013, .4177, .4180, .4204, .4507},
			{.2914, .3059, .3384, .3392, .3513, .3519, .3661},
		}, [2]float64{.5907, .4715}},
		{3, "seprivgemb-ppi", [6][7]float64{
			{.3142, .3245, .3321, .3348, .3460, .3525, .3652},
			{.2704, .3009, .3215, .3448, .3542, .3632, .3659},
			{.3112, .3116, .3129, .3153, .3170, .3173, .3181},
			{.3423, .3734, .3767, .3846, .3944, .4078, .4155},
			{.5520, .5593, .5599, .5605, .5629, .5663, .5825},
			{.5056, .5290, .5469, .5593, .5622, .5643, .5679},
		}, [2]float64{.6987, .6357}},
		{3, "seprivgemb-power", [6][7]float64{
			{.0554, .0600, .0611, .0891, .0906, .0929, .0936},
			{.0475, .0698, .0716, .0791, .0948, .1072, .1134},
			{.0592, .0595, .0603, .0620, .0628, .0644, .0665},
			{.0814, .0949, .0963, .1163, .1219, .1300, .1320},
			{.1943, .1958, .1969, .2000, .2132, .2335, .2519},
			{.0876, .1218, .1447, .1540, .1578, .1589, .2319},
		}, [2]float64{.3206, .2490}},
		{3, "seprivgemb-arxiv", [6][7]float64{
			{.0979, .1171, .1296, .1383, .1431, .1568, .1568},
			{.1022, .1246, .1410, .1426, .1453, .1531, .1828},
			{.1085, .1099, .1116, .1127, .1132, .1136, .1166},
			{.1363, .1409, .1549, .1646, .1692, .1800, .1948},
			{.2770, .2999, .3134, .3199, .3222, .3292, .3457},
			{.1629, .1848, .1904, .2113, .2204, .2251, .2342},
		}, [2]float64{.4333, .3363}},
		{3, "seprivgemb-blogcatalog", [6][7]float64{
			{.2900, .3129, .3246, .3259, .3324, .3351, .3393},
			{.2990, .3036, .3227, .3369, .3376, .3387, .3459},
			{.3088, .3095, .3116, .3144, .3147, .3249, .3252},
			{.3195, .3397, .3428, .3558, .3619, .3634, .3642},
			{.5383, .5480, .5486, .5569, .5579, .5618, .5770},
			{.4830, .4950, .5289, .5323, .5456, .5467, .5527},
		}, [2]float64{.6535, .6049}},
		{3, "aminer-dblp", [6][7]float64{
			{.0758, .0916, .0936, .0989, .1016, .1035, .1060},
			{.1001, .1013, .1063, .1108, .1208, .1337, .1370},
			{.0583, .0611, .0614, .0629, .0629, .0664, .0678},
			{.1130, .1225, .1289, .1312, .1334, .1413, .1453},
			{.2131, .2144, .2292, .2361, .2493, .2527, .2611},
			{.1508, .1587, .1626, .1670, .1819, .1844, .1881},
		}, [2]float64{.3537, .2696}},
		{4, "musae-chameleon", [6][7]float64{
			{.4981, .5045, .5067, .5069, .5069, .5085, .5091},
			{.4982, .4994, .4996, .5006, .5103, .5118, .5127},
			{.4895, .4897, .4971, .5036, .5095, .5102, .5110},
			{.5003, .5024, .5041, .5051, .5096, .5107, .5115},
			{.5086, .5106, .5121, .5127, .5139, .5140, .5167},
			{.5084, .5087, .5090, .5128, .5129, .5147, .5159},
		}, [2]float64{.5519, .5258}},
		{4, "seprivgemb-power", [6][7]float64{
			{.5042, .5049, .5079, .5148, .5156, .5163, .5190},
			{.5009, .5075, .5098, .5152, .5161, .5192, .5211},
			{.5022, .5025, .5027, .5048, .5062, .5089, .5118},
			{.5019, .5090, .5136, .5140, .5177, .5200, .5231},
			{.5051, .5228, .5251, .5266, .5272, .5285, .5315},
			{.5006, .5163, .5182, .5240, .5271, .5278, .5332},
		}, [2]float64{.5501, .5435}},
		{4, "seprivgemb-arxiv", [6][7]float64{
			{.4977, .5035, .5060, .5063, .5064, .5098, .5152},
			{.4842, .4863, .5001, .5005, .5033, .5045, .5082},
			{.4909, .4961, .5025, .5064, .5106, .5106, .5140},
			{.4960, .5011, .5068, .5104, .5115, .5123, .5149},
			{.5082, .5124, .5128, .5130, .5132, .5170, .5190},
			{.5049, .5059, .5100, .5126, .5140, .5144, .5176},
		}, [2]float64{.5263, .5350}},
	} {
		value, all := "StrucEqu", &three
		if panel.figure == 4 {
			value, all = "AUC", &four
		}
		quote := func(name, variant string, epsilon, mean float64) {
			*all = append(*all, method.Quoted{Method: name, Data: panel.data, Value: value, Epsilon: epsilon, Variant: variant, Mean: mean})
		}
		for i, series := range panel.series {
			for j, mean := range series {
				quote(methods[i], by(i/5, ""), float64(j+1)/2, mean)
			}
		}
		quote(free, by(0, ""), 0, panel.free[0])
		quote(free, by(1, ""), 0, panel.free[1])
	}
	return three, four
}
