package nbtrial

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/eval/trial"
)

// A seed that two notebooks store counts once, other trials not at all, and a trial that nobody
// made has no number.
func TestMeansOfStoredSeeds(t *testing.T) {
	root := t.TempDir()
	line := `{"format":2,"protocol":"statistics","method":"copier","mode":"copy","data":"karate","seed":1,"values":{"TC":0.25}}` + "\n"
	for folder, text := range map[string]string{
		"a": line + strings.ReplaceAll(strings.ReplaceAll(line, `"seed":1`, `"seed":2`), "0.25", "0.75"),
		"b": strings.ReplaceAll(line, "0.25", "9") + strings.ReplaceAll(line, "karate", "cora"),
	} {
		must.Do(t, os.MkdirAll(filepath.Join(root, folder, "results"), 0o755))
		must.Do(t, os.WriteFile(filepath.Join(root, folder, "results", trial.File), []byte(text), 0o644))
	}
	t.Chdir(filepath.Join(root, "a"))
	of := trial.Trial{Protocol: trial.GraphStatistics, Method: "copier", Mode: "copy", Data: "karate"}
	if m := Mean(of, "TC"); m.Runs != 2 || m.Mean != 0.5 || Said(of, "TC") != "0.50" {
		t.Errorf("the mean is %v, %s", m, Said(of, "TC"))
	}
	if said := Said(of, "KS"); said != "(no run)" {
		t.Errorf("of no run: %s", said)
	}
	o, _ := options()
	must.Get(Curves(figure.LinesStyle{}, o.Methods[0], of, "TC", []float64{1, 10}, "copy").SVG())(t)
}
