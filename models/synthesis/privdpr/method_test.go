package privdpr

import (
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/method"
)

// Experiments draw the exact number of edges; users' settings are kept.
func TestExperiment(t *testing.T) {
	must.Do(t, Method.Check())
	for _, m := range Method.Modes {
		changed := experiment("statistics", m.Config())
		switch c := changed.(type) {
		case DeepPageRank:
			if want := map[string]EdgeRule{"published": TrueEdges, "author": AuthorEdges}[m.Name]; c.EdgeRule != want {
				t.Errorf("%s: %v", m.Name, c.EdgeRule)
			}
		case Unprotected:
			if c.EdgeRule != TrueEdges {
				t.Errorf("%s: %v", m.Name, c.EdgeRule)
			}
		default:
			if changed != m.Config() {
				t.Errorf("%s is changed to %+v", m.Name, changed)
			}
		}
	}
	public, err := method.Set(Published.Settings, "EdgeRule=PublicEdges", "Edges=7")
	if err != nil || experiment("statistics", public) != public {
		t.Errorf("%+v becomes %+v, %v", public, experiment("statistics", public), err)
	}
	for _, q := range Method.Quoted() {
		if q.Variant != "" {
			if _, err := method.Set(Published.Settings, q.Variant); err != nil {
				t.Errorf("%s: %v", q.Table, err)
			}
		}
	}
}
