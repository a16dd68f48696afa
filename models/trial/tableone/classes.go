package tableone

import (
	"github.com/graphdp/graphdp/gdp/table"
	"github.com/graphdp/graphdp/models/study"
	"github.com/graphdp/graphdp/models/trial"
)

// Labelled is the collection of the two whose graphs have classes.
const Labelled = "imdb-multi"

// taught lists what a classifier of graphs learns from.
func taught() []row {
	return []row{
		{name: "originals", method: "originals", mode: "nonprivate"},
		{name: "strict", method: "dpggan", mode: "strict", epsilon: 1},
		{name: "null, true numbers of edges", method: "dpggan", mode: "null-matched"},
	}
}

// ClassStudies lists what [Classes] is made of, one seed.
func ClassStudies() (all []study.Study) {
	for _, r := range taught() {
		all = append(all, r.study(trial.GraphClasses, Part{Data: Labelled}, 1))
	}
	return all
}

// Classes returns the accuracy on original graphs by what the classifier learned from, with the standard error over ten parts. Below them
// stands what it takes to name the commonest class.
func Classes(results []trial.Result) table.Table {
	t := table.Table{Caption: Labelled + ": ten parts, tested on originals", Header: []string{"learned from", "ε", "accuracy", "standard error"}}
	most := ""
	for _, r := range taught() {
		for _, found := range results {
			if found.Protocol == trial.GraphClasses && found.Method == r.method && found.Mode == r.mode && found.Epsilon == r.epsilon {
				t.Rows = append(t.Rows, []any{r.name, epsilons(r), short(found.Values["accuracy"]), short(found.Values["standard error"])})
				most = short(found.Values["majority"])
			}
		}
	}
	if most != "" {
		t.Rows = append(t.Rows, []any{"nothing: the commonest class", "–", most, ""})
	}
	return t
}
