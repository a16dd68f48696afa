package trial

import (
	"context"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// An audit is a trial: of a mode that claims ε = 0 and releases degrees in the clear it finds all
// that so many runs can show; other seeds attack other runs, and it needs no network.
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
