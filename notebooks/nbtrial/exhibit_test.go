package nbtrial

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/study"
	"github.com/graphdp/graphdp/models/synthesis/dpggan"
	"github.com/graphdp/graphdp/notebooks/internal/capture"
)

// An exhibit is shown from stored trials, and none is run. A small run runs each trial once, for
// any number of exhibits.
func TestExhibitsShareTrials(t *testing.T) {
	notebook := filepath.Join(t.TempDir(), "c") // after the other one, by name
	must.Do(t, os.Mkdir(notebook, 0o755))
	t.Chdir(notebook)
	o, n := options()
	m := o.Methods[0]
	one := method.Exhibit{
		Name: "Table 1", About: "how far copies are off", Protocol: trial.GraphStatistics, Values: []string{trial.TC}, Across: []string{method.ByValue}, Down: []string{method.ByMode},
		Studies: []study.Study{{Methods: []string{"copier"}, Modes: []string{"copy"}, Data: []string{"karate"}, Epsilons: []float64{0}, Seeds: study.Seeds(2)}},
	}
	two := one
	two.Name = "Table 2"
	m.Exhibits = []method.Exhibit{one, two}
	show := func(name string) string {
		outputs, err := capture.Run(func() { Show(m, name) })
		if err != nil || len(outputs) != 1 {
			t.Fatalf("%s: %d outputs, %v", name, len(outputs), err)
		}
		return outputs[0].String()
	}
	t.Setenv("GDP_SIZE", "full")
	if text := show("Table 1"); !strings.Contains(text, "not made") || n.copies.Load() != 0 {
		t.Errorf("after %d copies\n%s", n.copies.Load(), text)
	}
	must.Do(t, os.Mkdir("results", 0o755))
	key := trial.ConfigKey(m, trial.Trial{Protocol: trial.GraphStatistics, Method: "copier", Mode: "copy", Data: "karate", Seed: 1})
	kept := fmt.Sprintf(`{"format":2,"protocol":"statistics","method":"copier","mode":"copy","data":"karate","seed":1,"values":{"TC":0.25},"made":{"config":%q}}`+"\n", key)
	must.Do(t, os.WriteFile(filepath.Join("results", "results.jsonl"), []byte(kept), 0o644))
	if text := show("Table 2"); !strings.Contains(text, "0.2500") || n.copies.Load() != 0 {
		t.Errorf("after %d copies\n%s", n.copies.Load(), text)
	}
	must.Do(t, os.MkdirAll(filepath.Join("..", "b", "results"), 0o755))
	of := strings.ReplaceAll(kept, "0.25", "0.75") + strings.ReplaceAll(strings.ReplaceAll(kept, "0.25", "0.75"), `"seed":1`, `"seed":2`)
	must.Do(t, os.WriteFile(filepath.Join("..", "b", "results", "results.jsonl"), []byte(of), 0o644))
	if text := show("Table 1"); !strings.Contains(text, "0.5000 ± 0.2500 (2)") || n.copies.Load() != 0 {
		t.Errorf("without the trials of another notebook, or not with its own first, after %d copies\n%s", n.copies.Load(), text)
	}
	t.Setenv("GDP_SIZE", "small")
	for _, name := range []string{"Table 1", "Table 2"} {
		if text := show(name); !strings.Contains(text, "SMALL") || !strings.Contains(text, "0.0000") {
			t.Error(text)
		}
	}
	if n.copies.Load() != 1 {
		t.Errorf("%d copies for two exhibits of the same small trial, want 1", n.copies.Load())
	}
	if _, err := capture.Run(func() { Show(m, "Table 3") }); err == nil || !strings.Contains(err.Error(), "Table 3") {
		t.Errorf("an exhibit that is not there: %v", err)
	}
}

// A small run of an exhibit of collections uses the karate club. An exhibit without a suitable
// built-in data set has a note.
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
