package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/graphdp/graphdp/models/eval/trial"
)

// compared is a row of the table of results: one value of a protocol on one graph at one ε, of four
// modes, each named "method mode".
type compared struct {
	task, page                               string // page: where the comparison is discussed, from the module's root
	protocol, value, data                    string
	epsilon                                  float64
	nonprivate, control, published, proposed string
}

// results are the comparisons of README.md. Baselines are the best of their kind in stored runs.
var results = []compared{
	{"node classification, edge level, Cora-ML", "docs/benchmarks/competitors.md", "classification", "accuracy", "cora-ml", 1,
		"gcn nonprivate-tuned", "gcn null", "lpgnet published", "vote strict"},
	{"node classification, edge level, Cora-ML", "docs/benchmarks/competitors.md", "classification", "accuracy", "cora-ml", 8,
		"gcn nonprivate-tuned", "gcn null", "lpgnet published", "vote strict"},
	{"node classification, node level, Cora-ML", "docs/benchmarks/features.md", "classification", "accuracy", "cora-ml", 8,
		"gcn nonprivate-tuned", "dpar null", "features dp-sgd", "features strict"},
	{"link prediction, edge level, Chameleon", "docs/papers/seprivgemb.md", "link prediction", "AUC", "musae-chameleon", 1,
		"walks spectral", "seprivgemb control", "dpne published", "seprivgemb strict"},
}

// writeResults writes the comparisons: means over seeds of the stored runs, at the default δ and
// the settings of each mode.
func writeResults(f *facts, out *strings.Builder, _ string) error {
	seen := map[trial.Trial]bool{}
	var once []trial.Result
	for _, r := range f.runs {
		if !seen[r.Trial] && r.Error == "" {
			seen[r.Trial] = true
			once = append(once, r)
		}
	}
	means := trial.Means(once)
	head(out, "task", "metric", "ε", "non-private", "control", "best published", "this project, proved")
	for _, c := range results {
		cells := []string{fmt.Sprintf("[%s](%s)", c.task, c.page), c.value, fmt.Sprint(c.epsilon)}
		for _, mode := range []string{c.nonprivate, c.control, c.published, c.proposed} {
			mean, found := meanOf(means, c, mode)
			if !found {
				return fmt.Errorf("no stored run of %s on %s at ε = %g: %s", mode, c.data, c.epsilon, c.protocol)
			}
			number := fmt.Sprintf("%.3f", mean)
			if mode == c.proposed {
				number = "**" + number + "**"
			}
			cells = append(cells, number+" (`"+mode+"`)")
		}
		row(out, cells...)
	}
	return nil
}

// meanOf returns the mean of a mode at the row's ε. A mode that spends no ε is stored at 0.
func meanOf(means map[trial.Cell]trial.Mean, c compared, mode string) (float64, bool) {
	method, name, _ := strings.Cut(mode, " ")
	for _, epsilon := range []float64{c.epsilon, 0} {
		t := trial.Trial{Protocol: c.protocol, Method: method, Mode: name, Data: c.data, Epsilon: epsilon}
		if m, ok := means[trial.Cell{Trial: t, Value: c.value}]; ok && !math.IsNaN(m.Mean) {
			return m.Mean, true
		}
	}
	return 0, false
}
