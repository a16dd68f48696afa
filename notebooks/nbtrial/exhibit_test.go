package nbtrial

import (
	"strings"
	"testing"

	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/study"
	"github.com/graphdp/graphdp/models/synthesis/dpggan"
	"github.com/graphdp/graphdp/models/trial"
	"github.com/graphdp/graphdp/notebooks/internal/capture"
)

// In a small run an exhibit of collections is of the karate club, and one that no data set of the program fits says so.
func TestShowSmall(t *testing.T) {
	t.Setenv("GDP_SIZE", "small")
	m := dpggan.Method
	e := method.Exhibit{Across: []string{method.ByValue}, Down: []string{method.ByMode}, Studies: []study.Study{{Methods: []string{"dpggan"}, Modes: []string{"null-matched"}, Data: []string{"imdb-multi"}, Epsilons: []float64{0}, Seeds: study.Seeds(3)}}}
	e.Name, e.About, e.Protocol, e.Values = "Table 1", "controls", trial.CollectionStatistics, []string{"LCC"}
	private := e.Studies[0] // of two data sets, each with its own δ
	private.Modes, private.Epsilons, private.Deltas = []string{"null"}, []float64{1}, []float64{1e-4}
	other := private
	other.Data, other.Deltas = []string{"dpggan-dblp"}, []float64{1e-3}
	e.Studies = append(e.Studies, private, other)
	classes := e
	classes.Name, classes.Protocol, classes.Values = "Table 2", trial.GraphClasses, []string{"accuracy"}
	m.Exhibits = []method.Exhibit{e, classes}
	for name, want := range map[string]string{"Table 1": "karate", "Table 2": "Table 2 has no small size"} {
		shown, err := capture.Run(func() { Show(m, name) })
		if err != nil || len(shown) != 1 || !strings.Contains(shown[0].String(), want) {
			t.Errorf("%s: %v, %v, want %q", name, shown, err, want)
		}
	}
}
