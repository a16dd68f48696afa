package trial

import (
	"context"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// An audit is a trial. For a mode that claims ε = 0 and releases degrees in the clear, its bound is
// the largest one possible. Other seeds attack other runs, and an audit needs no network.
func TestAudit(t *testing.T) {
	at := Trial{Protocol: "audit 64", Method: "toy", Mode: "claimed", Data: Worlds, Epsilon: 2, Seed: 1}
	m := must.Get(Evaluate(context.Background(), toyMethod(), at, nil, nil))(t)
	if m.Audited == nil || m.Audited.Trials != 64 || m.Claimed != 0 || float64(m.Audited.Epsilon) <= m.Claimed || float64(m.Audited.Epsilon) != m.Values["most"] || m.Made.Config == "" {
		t.Errorf("%+v, %v", m, m.Audited)
	}
	for what, c := range map[string]struct {
		at   Trial
		says string
	}{
		"plain": {Trial{Protocol: Auditing, Mode: "plain", Epsilon: 1}, "nothing to audit"},
		"few":   {Trial{Protocol: "audit 31", Mode: "claimed", Epsilon: 1}, "want at least 32"},
		"many":  {Trial{Protocol: "audit many", Mode: "claimed", Epsilon: 1}, `"many" is not a number of runs`},
		"ε":     {Trial{Protocol: Auditing, Mode: "claimed"}, "ε"},
	} {
		if _, err := Evaluate(context.Background(), toyMethod(), c.at, nil, nil); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", what, err)
		}
		if err := c.at.Check(toyMethod()); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s, before: %v", what, err)
		}
	}
	if p, err := ProtocolOf("audit 4000"); err != nil || !p.IsAudit() || p.Name != "audit 4000" || p.runs != 4000 {
		t.Errorf("%+v, %v", p, err)
	}
}

// A cell runs in the checkout, whose revision it has; elsewhere it has none.
func TestCheckoutHasARevision(t *testing.T) {
	if err := exec.Command("git", "rev-parse", "HEAD").Run(); err != nil {
		t.Skip("the sources are no checkout: ", err)
	}
	if v := checkout(); !regexp.MustCompile(`^[0-9a-f]{12}\+?$`).MatchString(v) {
		t.Errorf("revision %q", v)
	}
	t.Chdir(t.TempDir())
	if v := checkout(); v != "" {
		t.Errorf("revision %q outside a checkout", v)
	}
}

// A graph beside itself has no error. Null rows of the project's sheet on [DPGS]: G(n,m) on Cora
// has no triangles to speak of and a modularity of two thirds.
func TestBeside(t *testing.T) {
	square := gdptest.Graph(t, 5, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 3}, {U: 0, V: 3}, {U: 0, V: 2}, {U: 3, V: 4}})
	beside := must.Get(ProtocolOf(GraphBeside))(t)
	same, err := Beside(context.Background(), square, square, random(1))
	if err != nil || len(same) != len(BesideNames()) {
		t.Fatalf("%v, %v", same, err)
	}
	for name, x := range same {
		want := 0.0
		if beside.Value(name).Better == Larger {
			want = 1
		}
		near(t, name, x, want, 1e-12)
	}
	d := must.OrSkip(data.Load("cora"))(t, data.ErrNotFound)
	h := must.Get(gen.GNM(d.Graph.N(), d.Graph.M(), random(2)))(t)
	got := must.Get(Beside(context.Background(), d.Graph, h, random(1)))(t)
	for name, x := range map[string][2]float64{
		ErrorOfModularity: {.342, .02}, ErrorOfClustering: {.996, .004}, ErrorOfTransitivity: {.985, .008}, CentralOverlap: {.025, .06},
		CentralMAE: {.029, .01}, CentralMAEByNode: {.081, .01}, CommunityNMI: {.115, .01}, CommunityAMI: {0, .01}, DegreeKL: {.84, .25},
	} {
		near(t, name, got[name], x[0], x[1])
	}
	if _, err := Beside(context.Background(), d.Graph, nil, random(1)); err == nil {
		t.Error("no graph: accepted")
	}
}
