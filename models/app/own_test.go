package app

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// countConfig is the configuration of a method that counts graphs.
type countConfig struct{ Times int }

type counted struct {
	value float64
	g     gdp.Guarantee
}

func (c counted) Outcome() method.Outcome {
	return method.Outcome{Release: release.Statistics{"nodes": {c.value}}, Guarantee: &c.g}
}

// count releases the number of graphs with an edge.
func count(_ context.Context, s *gdp.Session, c countConfig, _ *method.Watch) (counted, error) {
	q := gdp.Query[gdp.L1]("graphs with edges", gdp.GraphLevel, 1, gdp.Claim{Source: "a test", Why: "nobody proved it"}, func(d *gdp.Data) ([]float64, error) {
		n := 0.0
		for _, g := range d.Collection.Graphs {
			n += min(1, float64(g.Graph.M()))
		}
		return []float64{n}, nil
	})
	x, err := gdp.Laplace(s, "count", q, s.Budget().Epsilon)
	if err != nil {
		return counted{}, err
	}
	g, err := s.Guarantee()
	return counted{x[0] * float64(c.Times), g}, err
}

// A method is added by its declaration alone: it is listed and run, with its settings and
// its relation, here one of collections.
func TestAMethodThatIsAdded(t *testing.T) {
	own := method.Method{
		Name: "count", About: "the number of graphs", Releases: release.KindStatistics,
		Modes: []method.Mode{
			method.NewPrivate("count", method.Mode{
				Role: method.Strict, Name: "strict", About: "Laplace noise", Relation: gdp.GraphLevel, Unproved: "nobody proved it",
			}, countConfig{1}, count).Mode,
		},
	}
	run := func(args string) (status int, stdout, stderr string) {
		var out, err bytes.Buffer
		status = Run(t.Context(), strings.Fields(args), strings.NewReader(""), &out, &err, own)
		return status, out.String(), err.String()
	}
	folder, one := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		filepath.Join(folder, "X_A.txt"): "1, 2\n2, 1\n3, 4\n4, 3\n", filepath.Join(folder, "X_graph_indicator.txt"): "1\n1\n2\n2\n",
		filepath.Join(one, "X_A.txt"): "1, 2\n2, 1\n", filepath.Join(one, "X_graph_indicator.txt"): "1\n1\n",
	} {
		put(t, name, text)
	}
	if status, stdout, stderr := run("methods count"); status != 0 || !strings.Contains(stdout, "graph  ") || !strings.Contains(stdout, "Times=1") {
		t.Errorf("methods: status %d, %s%s", status, stdout, stderr)
	}
	out := filepath.Join(t.TempDir(), "count.json")
	status, stdout, stderr := run(fmt.Sprintf("run count --graph %s --epsilon 1 --set Times=3 --json --out %s", folder, out))
	if status != 0 {
		t.Fatal(stderr)
	}
	if d := document(t, stdout); d["relation"] != "graph" || d["claimed"].(float64) > 1+1e-9 || d["proved"] != "inf" {
		t.Errorf("%s", stdout)
	}
	if text, err := os.ReadFile(out); err != nil || !bytes.Contains(text, []byte(`"nodes":[`)) {
		t.Errorf("%s, %v", text, err)
	}
	for args, want := range map[string]string{
		"run count --mode strict --epsilon 1 --graph karate":                    "needs a collection",
		"audit count --mode strict --epsilon 1":                                 "no attack",
		"run count --mode strict --graph x --out count.txt":                     "epsilon",
		"run count --mode published --graph x --epsilon 1":                      `no mode "published"`,
		"run count --mode strict --epsilon 1 --relation node --graph " + folder: "runs under graph",
	} {
		if status, _, stderr := run(args); status == 0 || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, %s", args, status, stderr)
		}
	}
	if status, _, stderr := run("run count --mode strict --epsilon 1 --graph " + one); status != 0 {
		t.Errorf("a folder of one graph, where the number of graphs may be private: status %d, %s", status, stderr)
	}
	if status, stdout, stderr := run("stats " + one + " --only nodes"); status != 0 || !strings.Contains(stdout, "nodes  2") {
		t.Errorf("a folder of one graph: status %d, %s%s", status, stdout, stderr)
	}
}
