package gdp

import (
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

// byRow is a division of the pairs of a ring by their lower end.
func byRow(below int32) Parts {
	return Parts{Name: "by the lower end", Parts: []string{"low", "high"}, Of: func(u, v int32) int {
		if min(u, v) < below {
			return 0
		}
		return 1
	}}
}

// asked returns the number of edges that a session sees.
func asked(t *testing.T, s *Session) (seen int) {
	t.Helper()
	q := Query("edges that are seen", EdgeLevel, L1(1), Proof{"proofs/queries.md#edge-count", "TestEdgeCount"}, func(d *Data) ([]float64, error) {
		seen = d.Network.Graph.M()
		return []float64{float64(seen)}, nil
	})
	must.Get(Laplace(s, "seen", q, 0.01))(t)
	return seen
}

// All graphs of four nodes, their neighbours, and all assignments of pairs to two parts or none:
// neighbours differ in at most one edge of one part.
func TestAPairIsOfOnePart(t *testing.T) {
	const n, pairs = 4, 6
	var all []graph.Edge
	for u := range int32(n) {
		for v := u + 1; v < n; v++ {
			all = append(all, graph.Edge{U: u, V: v})
		}
	}
	for code := range 3 * 3 * 3 * 3 * 3 * 3 {
		var part [n][n]int
		for _, e := range all {
			part[e.U][e.V], code = code%3, code/3
		}
		p := Parts{Parts: []string{"a", "b"}, Of: func(u, v int32) int { return part[u][v] }}
		var parts [1 << pairs][2]map[graph.Edge]bool
		for mask := range parts {
			var edges []graph.Edge
			for i, e := range all {
				if mask>>i&1 == 1 {
					edges = append(edges, e)
				}
			}
			g := graphOf(t, n, edges, false)
			list := must.Get(p.split(g))(t)
			for i, h := range list {
				parts[mask][i] = map[graph.Edge]bool{}
				for u, v := range h.Edges() {
					parts[mask][i][graph.Edge{U: u, V: v}] = true
				}
			}
		}
		for mask := range parts {
			for i := range pairs {
				differ := 0
				for k := range 2 {
					a, b := parts[mask][k], parts[mask^1<<i][k]
					for _, e := range all {
						if a[e] != b[e] {
							differ++
						}
					}
				}
				want := 1
				if part[all[i].U][all[i].V] > 1 {
					want = 0
				}
				if differ != want {
					t.Fatalf("graphs %b and %b: parts differ in %d edges, want %d", mask, mask^1<<i, differ, want)
				}
			}
		}
	}
}

func TestPartsShareABudget(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	open := func() (*Session, []*Session) {
		s := must.Get(Protect(ring(t, 20), EdgeLevel, pay(1, 0), Seed(1), Journal(path)))(t)
		parts := must.Get(NewDivision("parts", byRow(5), pay(0.75, 0)).Draw(s))(t)
		return s, parts
	}
	s, parts := open()
	if low, high := asked(t, parts[0]), asked(t, parts[1]); low != 6 || high != 14 {
		t.Errorf("the parts of a ring of 20 nodes have %d and %d edges", low, high)
	}
	var graphs []*graph.Graph
	for _, part := range parts {
		g := must.Get(RandomisedResponse(part, "bits", 0.74))(t)
		graphs = append(graphs, g)
		if _, err := RandomisedResponse(part, "more bits", 0.01); !errors.Is(err, ErrBudget) {
			t.Errorf("a part that has spent its budget answers with the error %v", err)
		}
	}
	l := must.Get(s.Ledger())(t)
	if l.Spent() != 0.75 || len(l.Entries) != 1 || len(l.Parts) != 4 {
		t.Errorf("ε = %v is spent in %d entries and %d of parts, want .75 in 1 and 4", l.Spent(), len(l.Entries), len(l.Parts))
	}
	if text := l.String(); !strings.Contains(text, "parts/low/bits") || !strings.Contains(text, "in a part") {
		t.Errorf("the ledger does not show what parts spent:\n%s", text)
	}
	if g, err := s.Guarantee(); err != nil || g.Proved != 0.75 || g.Claimed != 0.75 {
		t.Errorf("the guarantee is %v, %v, want .75 proved", g.Proved, err)
	}
	if _, err := RandomisedResponse(s, "rest", 0.26); !errors.Is(err, ErrBudget) {
		t.Errorf("after parts of .75 of 1 an answer of .26 has the error %v", err)
	}
	again, parts := open()
	for i, part := range parts {
		if g, err := RandomisedResponse(part, "bits", 0.74); err != nil || !slices.Equal(slices.Collect(numbers([]*graph.Graph{g})), slices.Collect(numbers(graphs[i:i+1]))) {
			t.Errorf("part %d asked again has another answer, or %v", i, err)
		}
		refused(t, "a part that was opened again has something left", second(RandomisedResponse(part, "more bits", 0.01)), ErrBudget)
	}
	if l, err := again.Ledger(); err != nil || l.Spent() != 0.75 || len(l.Parts) != 4 {
		t.Errorf("asked again, ε = %v is spent in %d entries of parts, %v", l.Spent(), len(l.Parts), err)
	}
}

// A part has its own noise. It differs from that of another part under the same label, and from
// that of the session under the part's ledger label.
func TestPartsHaveStreamsOfTheirOwn(t *testing.T) {
	s := must.Get(Protect(ring(t, 200), EdgeLevel, pay(10, 0), Seed(1)))(t)
	nobody := Parts{Name: "nobody's", Parts: []string{"low", "high"}, Of: func(int32, int32) int { return -1 }}
	parts := must.Get(NewDivision("parts", nobody, pay(1, 0)).Draw(s))(t)
	empty := must.Get(Protect(ring(t, 200), EdgeLevel, pay(10, 0), Seed(1)))(t)
	blank := must.Get(NewDivision("x", nobody, pay(5, 0)).Draw(empty))(t) // another key of the same session
	var seen [][]int64
	for _, x := range []struct {
		s     *Session
		label string
	}{{parts[0], "bits"}, {parts[1], "bits"}, {blank[0], "bits"}, {parts[0].Scope("y"), "bits"}} {
		g := must.Get(RandomisedResponse(x.s, x.label, 0.5))(t)
		mine := slices.Collect(numbers([]*graph.Graph{g}))
		for i, other := range seen {
			if same := common(mine, other); same > len(mine)/2 {
				t.Errorf("answers %d and %d share %d of %d flips", i, len(seen), same, len(mine))
			}
		}
		seen = append(seen, mine)
	}
	if low, high := parts[0].stream(1, "bits", 0), parts[1].stream(1, "bits", 0); low.Rand().Uint64() == high.Rand().Uint64() {
		t.Error("two parts have one stream")
	}
	renamed := nobody
	renamed.Name = "nobody's, by another rule"
	others := must.Get(NewDivision("parts", renamed, pay(1, 0)).Draw(s))(t)
	if one, other := parts[0].stream(1, "bits", 0), others[0].stream(1, "bits", 0); one.Rand().Uint64() == other.Rand().Uint64() {
		t.Error("parts of two divisions of one label have one stream")
	}
	if root, part := s.stream(1, "parts/low/bits", 0), parts[0].stream(1, "parts/low/bits", 0); root.Rand().Uint64() == part.Rand().Uint64() {
		t.Error("a label of the session that is written as one of its part's has the part's stream")
	}
}

// common is how many numbers two ascending lists share.
func common(a, b []int64) (n int) {
	for _, x := range a {
		if _, there := slices.BinarySearch(b, x); there {
			n++
		}
	}
	return n
}

func TestPartsRefuse(t *testing.T) {
	s := protectRing(t, pay(1, 0), Seed(1))
	for name, d := range map[string]Division{
		"no name":       NewDivision("x", Parts{Parts: []string{"a"}, Of: byRow(1).Of}, pay(1, 0)),
		"no parts":      NewDivision("x", Parts{Name: "x", Of: byRow(1).Of}, pay(1, 0)),
		"one name":      NewDivision("x", Parts{Name: "x", Parts: []string{"a", "a"}, Of: byRow(1).Of}, pay(1, 0)),
		"no function":   NewDivision("x", Parts{Name: "x", Parts: []string{"a"}}, pay(1, 0)),
		"no label":      NewDivision("", byRow(1), pay(1, 0)),
		"no budget":     NewDivision("x", byRow(1), pay(0, 0)),
		"a bad budget":  NewDivision("x", byRow(1), pay(1, 2)),
		"a high budget": NewDivision("x", byRow(1), pay(1.1, 0)),
		"a δ":           NewDivision("x", byRow(1), pay(1, 1e-5)),
		"nothing":       {},
	} {
		if parts, err := d.Draw(s); err == nil || parts != nil {
			t.Errorf("%s: parts were made", name)
		}
	}
	if _, err := NewDivision("x", byRow(1), pay(1, 0)).Draw(nil); !errors.Is(err, ErrSession) {
		t.Errorf("without a session the error is %v", err)
	}
	parts := must.Get(NewDivision("x", byRow(1), pay(1, 0)).Draw(s))(t)
	refused(t, "a part was divided", second(NewDivision("x", byRow(1), pay(0.5, 0)).Draw(parts[0])))
	if _, err := Laplace(parts[0], "claimed", edges(EdgeLevel, 1, Claim{Source: "a paper", Statement: "it is so", Why: "it is not"}), 0.1); !errors.Is(err, ErrClaim) {
		t.Errorf("a claim in a part has the error %v", err)
	}
	plan := Plan{Label: "steps", Steps: 1, Sensitivity: 1, Multiplier: 10, Sampling: FullBatch{}, Basis: Proof{"proofs/queries.md#edge-count", "TestEdgeCount"}}
	if _, err := parts[0].Train(plan); err == nil || !strings.Contains(err.Error(), "part") {
		t.Errorf("a training on a part has the error %v", err)
	}
	nodes := must.Get(Protect(ring(t, 5), NodeLevel, pay(1, 0)))(t)
	refused(t, "the pairs of a session that protects nodes were divided", second(NewDivision("x", byRow(1), pay(1, 0)).Draw(nodes)))
	for name, list := range map[string][]int32{"none": {}, "one twice": {1, 1}, "one that is not there": {0, 99}, "a negative one": {-1}} {
		if g, err := RandomisedResponseAmong(s, "bits", list, 0.1); err == nil || g != nil {
			t.Errorf("randomised response among %s answered", name)
		}
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 1 {
		t.Errorf("refusals were paid for: %v, %v", l, err)
	}
}

// Answers among some nodes equal those of the induced subgraph.
func TestRandomisedResponseAmong(t *testing.T) {
	s := must.Get(Protect(ring(t, 20), EdgeLevel, pay(100, 0), Seed(1)))(t)
	g := must.Get(RandomisedResponseAmong(s, "bits", []int32{7, 3, 8, 19, 0}, 40))(t) // flips one pair of e⁴⁰
	var got []graph.Edge
	for u, v := range g.Edges() {
		got = append(got, graph.Edge{U: u, V: v})
	}
	if want := []graph.Edge{{U: 0, V: 2}, {U: 3, V: 4}}; !slices.Equal(got, want) {
		t.Errorf("a ring's nodes 7, 3, 8, 19 and 0 answered with the edges %v, want %v", got, want)
	}
}

// A session derived from another one inherits its reasons for not being private, and its refusal of
// claims. Its order of nodes reveals no other edges.
func TestSessionsOfASessionInheritItsLimits(t *testing.T) {
	claimed := edges(EdgeLevel, 1, Claim{Source: "a paper", Statement: "it is so", Why: "it is not"})
	for what, options := range map[string][]Option{
		"seeded": {Seed(1)}, "the nodes that occur": {NodesThatOccur()}, "proofs alone": {ProvedOnly(), Nodes(10)},
	} {
		net := ring(t, 10)
		net.Seen = []int32{9, 8, 7, 6, 5, 4, 3, 2, 1, 0}
		net.ReadOff.Nodes = what == "the nodes that occur"
		s := must.Get(Protect(net, EdgeLevel, pay(10, 0), options...))(t)
		parts := must.Get(NewDivision("parts", byRow(5), pay(5, 0)).Draw(s))(t)
		whole := must.Get(Protect(net, EdgeLevel, pay(10, 0), options...))(t) // a session does not spend beside its parts
		budgeted := part(t, whole, "a", pay(5, 0), 0)
		divided := must.Get(NewDivision("parts", byRow(5), pay(2, 0)).Draw(part(t, whole, "b", pay(5, 0), 0)))(t)
		made := map[string]*Session{
			"a scope": s.Scope("x"), "a part of the pairs": parts[0], "its scope": parts[1].Scope("x"),
			"a part of the budget": budgeted, "its pairs": divided[0],
		}
		must.Get(Once(s, "once", 1, func(sub *Session) (int, error) { made["a run"] = sub; return 1, nil }))(t)
		for name, m := range made {
			must.Get(Laplace(m, "x", edges(EdgeLevel, 1, proof), 1))(t)
			g, err := m.Guarantee()
			l := ledger(t, m)
			if seeded := what == "seeded"; err != nil || m.Seeded() != seeded || g.Seeded != seeded || l.Seeded != seeded {
				t.Errorf("%s of a session of %s: seeded %v, %v, %v (%v)", name, what, m.Seeded(), g.Seeded, l.Seeded, err)
			}
			if occurring := what == "the nodes that occur"; math.IsInf(float64(g.Proved), 1) != occurring || slices.Contains(l.Notes, occurringNote) != occurring {
				t.Errorf("%s of a session of %s: proved %v, notes %q", name, what, g.Proved, l.Notes)
			}
			if _, err := Laplace(m, "claimed", claimed, 1); what == "proofs alone" && !errors.Is(err, ErrClaim) {
				t.Errorf("%s of a session of %s takes a claim: %v", name, what, err)
			}
			if m.divided && m.data.Network.Seen != nil {
				t.Errorf("%s knows the order in which all nodes were seen", name)
			}
		}
	}
}

// Queries on the pairs of one graph refuse a collection of several, before payment.
func TestACollectionIsNotOneGraph(t *testing.T) {
	graphs := &graph.Collection{Graphs: []*graph.Network{ring(t, 5), ring(t, 5)}, Labels: []int32{0, 1}, Classes: []string{"x", "y"}}
	s := must.Get(ProtectCollection(graphs, EdgeLevel, pay(10, 0)))(t)
	for name, err := range map[string]error{
		"arrangement": second(NewArrangement("cells", fourCells, 1).Draw(s)), "division": second(NewDivision("parts", byRow(5), pay(1, 0)).Draw(s)),
		"thinned response": second(ThinnedResponse(s, "bits", 1, 0.5)),
	} {
		if err == nil || !strings.Contains(err.Error(), "one graph") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if l := ledger(t, s); len(l.Entries) != 0 {
		t.Errorf("a refusal was paid for: %v", l)
	}
}
