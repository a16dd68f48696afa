package graph

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// A graph in JSON is read back, directed or not, with isolated nodes.
func TestJSON(t *testing.T) {
	for _, o := range []Options{{}, {Directed: true}} {
		g, _ := must.Two(FromEdges(70_000, []Edge{{2, 0}, {0, 1}, {1, 0}, {69_998, 65_536}}, o))(t)
		text := must.Get(json.Marshal(g))(t)
		var back Graph
		if err := json.Unmarshal(text, &back); err != nil || !back.Equal(g) {
			t.Errorf("%s: %d nodes, %d edges, %v", text, back.N(), back.M(), err)
		}
	}
	text, err := json.Marshal(new(Graph))
	if err != nil || string(text) != `{"nodes":0,"edges":""}` {
		t.Errorf("%s, %v", text, err)
	}
	pair := base64.StdEncoding.EncodeToString([]byte{0, 0, 0, 0, 1, 0, 0, 0})
	var g Graph
	if err := json.Unmarshal(fmt.Appendf(nil, `{"nodes":2,"edges":%q}`, pair), &g); err != nil || !g.HasEdge(0, 1) || g.Directed() {
		t.Errorf("the edge 0-1: %v, %v", g, err)
	}
	for what, c := range map[string]struct {
		text, says string
	}{
		"no object":      {`3`, "cannot unmarshal"},
		"no base64":      {`{"nodes":2,"edges":"?"}`, "base64"},
		"half an edge":   {`{"nodes":2,"edges":"AAAAAA=="}`, "4 bytes, want a multiple of 8"},
		"out of range":   {fmt.Sprintf(`{"nodes":1,"edges":%q}`, pair), "ids must be in 0 … 0"},
		"a loop":         {`{"nodes":2,"edges":"AAAAAAAAAAA="}`, "dropped 1 loop"},
		"no such number": {`{"nodes":-1,"edges":""}`, "-1"},
	} {
		kept := g
		if err := json.Unmarshal([]byte(c.text), &g); err == nil || !strings.Contains(err.Error(), c.says) || !g.Equal(&kept) {
			t.Errorf("%s: %v, want an error that says %q and a graph that stays", what, err, c.says)
		}
	}
}
