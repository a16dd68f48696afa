package method

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/study"
)

// noisy is a configuration: the sensitivity is taken to be one over Times.
type noisy struct {
	Times float64
	Most  int
}

type result struct {
	m         float64
	guarantee *gdp.Guarantee
}

// Outcome implements [Result].
func (r result) Outcome() Outcome {
	return Outcome{Release: release.Statistics{"edges": {r.m}}, Guarantee: r.guarantee}
}

// count releases the number of edges, with Laplace noise for a sensitivity of 1/Times: too
// little where Times is above 1.
func count(_ context.Context, s *gdp.Session, c noisy, _ *Watch) (result, error) {
	basis := gdp.Proof{Doc: "proofs/queries.md#edge-count", Test: "TestEdgeCount"}
	q := gdp.Query("edges", s.Relation(), gdp.L1(1/c.Times), basis, func(d *gdp.Data) ([]float64, error) {
		return []float64{float64(d.Network.Graph.M())}, nil
	})
	m, err := gdp.Laplace(s, "edges", q, s.Budget().Epsilon)
	if err != nil {
		return result{}, err
	}
	g, err := s.Guarantee()
	return result{m[0], &g}, err
}

func plain(_ context.Context, net *graph.Network, c noisy, seed uint64, _ *Watch) (result, error) {
	return result{m: float64(net.Graph.M()) + float64(seed) + c.Times}, nil
}

// counting is a method with a mode of each sort.
func counting() Method {
	private := func(m Mode) Mode {
		m.Relation = gdp.EdgeLevel
		return NewPrivate("count", m, noisy{Times: 1}, count).Mode
	}
	return Method{
		Name: "count", About: "the number of edges", Releases: release.KindStatistics,
		Modes: []Mode{
			private(Mode{Role: Strict, Name: "strict", About: "Laplace noise"}),
			private(Mode{Role: Other, Name: "needy", About: "the same", Needs: []string{"Most"}, Also: []gdp.Relation{gdp.NodeLevel}}),
			NewPlain("count", Mode{Role: NonPrivate, Name: "nonprivate", About: "without noise"}, noisy{Times: 1}, plain).Mode,
			NewPlain("count", Mode{Role: NonPrivate, Name: "needy-nonprivate", About: "without noise", Needs: []string{"Most"}}, noisy{Times: 1}, plain).Mode,
		},
		Attack: &Attack{Worlds: "one edge", Looks: "the number", Make: Star, Look: func(o Outcome) ([]float64, error) {
			return o.Release.(release.Statistics)["edges"], nil
		}},
	}
}

// inTheClear returns a mode with settings that releases nothing.
func inTheClear[C any](settings C) Mode {
	return NewPlain("count", Mode{Role: Other, Name: "p", About: "q"}, settings, func(context.Context, *graph.Network, C, uint64, *Watch) (result, error) { return result{}, nil }).Mode
}

// mode returns a mode of [counting].
func mode(t *testing.T, name string) Mode {
	t.Helper()
	return must.Get(counting().Mode(name))(t)
}

func pair(t *testing.T) *graph.Network {
	t.Helper()
	return &graph.Network{Graph: gdptest.Graph(t, 3, []graph.Edge{{U: 0, V: 1}})}
}

func session(t *testing.T, rel gdp.Relation) *gdp.Session {
	t.Helper()
	return must.Get(gdp.Protect(pair(t), rel, gdp.Budget{Epsilon: 1}, gdp.Seed(1)))(t)
}

// refuse checks that an error has the given text.
func refuse(t *testing.T, what string, err error, says string) {
	t.Helper()
	if err == nil || !strings.HasPrefix(err.Error(), "method: ") && !strings.HasPrefix(err.Error(), "count: ") || !strings.Contains(err.Error(), says) {
		t.Errorf("%s: %v, want an error of the package or the method that says %q", what, err, says)
	}
}

// A run is refused before it spends, and a typed mode runs as its erased one does.
func TestRun(t *testing.T) {
	ctx, strict, needy, net := t.Context(), mode(t, "strict"), mode(t, "needy"), pair(t)
	s := session(t, gdp.EdgeLevel)
	var none context.Context
	for what, c := range map[string]struct {
		mode   Mode
		ctx    context.Context
		s      *gdp.Session
		config any
		says   string
	}{
		"a plain mode":      {mode(t, "nonprivate"), ctx, s, noisy{}, "is not private"},
		"no context":        {strict, none, s, noisy{}, "no context"},
		"no session":        {strict, ctx, nil, noisy{}, "no session"},
		"another relation":  {strict, ctx, session(t, gdp.NodeLevel), noisy{}, "under the relation edge, and the session has node"},
		"another mode's":    {strict, ctx, s, struct{ Times float64 }{1}, "takes a configuration of type method.noisy"},
		"a pointer":         {strict, ctx, s, &noisy{Times: 1}, "not *method.noisy"},
		"no configuration":  {strict, ctx, s, nil, "takes a configuration"},
		"a missing setting": {needy, ctx, s, noisy{Times: 1}, "needs a value for Most"},
	} {
		_, err := c.mode.Run(c.ctx, c.s, c.config, nil)
		refuse(t, what, err, c.says)
		if c.s != nil {
			if l, err := c.s.Ledger(); err != nil || len(l.Entries) > 0 {
				t.Errorf("%s: %v, %v", what, l, err)
			}
		}
	}
	torn := &graph.Network{Graph: net.Graph, Labels: []int32{0}}
	for what, c := range map[string]struct {
		mode   Mode
		ctx    context.Context
		net    *graph.Network
		config any
		says   string
	}{
		"a private mode":    {strict, ctx, net, noisy{}, "run it on a session"},
		"no context":        {mode(t, "nonprivate"), none, net, noisy{}, "no context"},
		"no network":        {mode(t, "nonprivate"), ctx, nil, noisy{}, "no graph"},
		"no graph":          {mode(t, "nonprivate"), ctx, new(graph.Network), noisy{}, "no graph"},
		"too few labels":    {mode(t, "nonprivate"), ctx, torn, noisy{}, "1 labels for 3 nodes"},
		"another mode's":    {mode(t, "nonprivate"), ctx, net, 3, "takes a configuration"},
		"a missing setting": {mode(t, "needy-nonprivate"), ctx, net, noisy{}, "needs a value for Most"},
	} {
		_, err := c.mode.RunPlain(c.ctx, c.net, c.config, 1, nil)
		refuse(t, what, err, c.says)
	}
	o, err := strict.Run(ctx, s, strict.Config(), nil)
	if err != nil || o.Release.Kind() != release.KindStatistics || o.Guarantee == nil || o.Guarantee.Claimed > 1+1e-9 {
		t.Errorf("%+v, %v", o, err)
	}
	if _, err := needy.Run(ctx, session(t, gdp.NodeLevel), noisy{Times: 1, Most: 1}, nil); err != nil || mode(t, "nonprivate").Relations() != nil {
		t.Errorf("under the other relation: %v", err)
	}
	typed := NewPlain("count", Mode{Role: Other, Name: "p", About: "q"}, noisy{Times: 1}, plain).With(noisy{Times: 10})
	if r, err := typed.RunOn(ctx, net, 100); err != nil || r.m != 111 {
		t.Errorf("%+v, %v", r, err)
	}
	fails := NewPrivate("count", Mode{Role: Other, Name: "fails", About: "q", Relation: gdp.EdgeLevel}, noisy{}, func(context.Context, *gdp.Session, noisy, *Watch) (*result, error) {
		return nil, errors.New("it fails")
	})
	if o, err := fails.Mode.Run(ctx, session(t, gdp.EdgeLevel), noisy{}, nil); err == nil || o.Release != nil { // no outcome is read from nil
		t.Errorf("%+v, %v", o, err)
	}
	if _, err := fails.Run(ctx, session(t, gdp.NodeLevel)); err == nil || !strings.Contains(err.Error(), "under the relation") {
		t.Error(err)
	}
}

func TestCheck(t *testing.T) {
	must.Do(t, counting().Check())
	for what, c := range map[string]struct {
		change func(m *Method)
		says   string
	}{
		"no name":                              {func(m *Method) { m.Name = "" }, "has a name"},
		"no description":                       {func(m *Method) { m.About = "" }, "has a name, a description"},
		"no kind":                              {func(m *Method) { m.Releases = "" }, "kind of release"},
		"no modes":                             {func(m *Method) { m.Modes = nil }, "no modes"},
		"a mode by hand":                       {func(m *Method) { m.Modes = append(m.Modes, Mode{Name: "x", About: "y"}) }, "was not made by NewPrivate or NewPlain"},
		"no role":                              {func(m *Method) { m.Modes[1].Role = 0 }, "needy has no role"},
		"no such role":                         {func(m *Method) { m.Modes[1].Role = Tuned + 1 }, "needy has no role"},
		"strict in the clear":                  {func(m *Method) { m.Modes[2].Role = Strict }, "has the role strict, and it is Plain: true"},
		"a private one as one without privacy": {func(m *Method) { m.Modes[0].Role = Tuned }, "has the role nonprivate-tuned, and it is Plain: false"},
		"a mode twice":                         {func(m *Method) { m.Modes = append(m.Modes, m.Modes[0]) }, "is declared twice"},
		"a nameless mode":                      {func(m *Method) { m.Modes[0].Name = "" }, "no name"},
		"a mode not told of":                   {func(m *Method) { m.Modes[1].About = "" }, "no description"},
		"no relation":                          {func(m *Method) { m.Modes[0].Relation = 0 }, "relation"},
		"a bad relation more":                  {func(m *Method) { m.Modes[1].Also = []gdp.Relation{99} }, "relation"},
		"no such need":                         {func(m *Method) { m.Modes[1].Needs = []string{"Least"} }, "Least, which is not a setting"},
		"a misspelt range":                     {func(m *Method) { m.Modes[2] = inTheClear(misspelt{}) }, "Steps has the tag"},
		"an exhibit that is neither":           {func(m *Method) { m.Exhibits[0].Name = "Chart 1" }, "want a name such as Table 2"},
		"an exhibit without a number":          {func(m *Method) { m.Exhibits[0].Name = "Table" }, "want a name such as Table 2"},
		"an exhibit of nothing":                {func(m *Method) { m.Exhibits[0].About = "" }, "does not say what it shows"},
		"an exhibit twice":                     {func(m *Method) { m.Exhibits = append(m.Exhibits, m.Exhibits[0]) }, "Table 1 is declared twice"},
		"an exhibit without trials":            {func(m *Method) { m.Exhibits[0].Studies = nil }, "either studies or a reason"},
		"trials of what is not made":           {func(m *Method) { m.Exhibits[0].Unmade = "why not" }, "either studies or a reason"},
		"an exhibit of no values":              {func(m *Method) { m.Exhibits[0].Values = nil }, "no protocol, values or layout"},
		"a figure over modes": {func(m *Method) {
			m.Exhibits[0].Name, m.Exhibits[0].Across, m.Exhibits[0].Down = "Figure 1", []string{ByMode}, []string{ByData}
		}, "one key on its x axis"},
		"a key twice":                 {func(m *Method) { m.Exhibits[0].Down = []string{ByData} }, `the key "data" is given twice`},
		"a study with protocols":      {func(m *Method) { m.Exhibits[0].Studies = []study.Study{{Protocols: []string{"p", "q"}}} }, "names 2 protocols"},
		"an absence without a reason": {func(m *Method) { m.Exhibits[0].Absent[0].Why = "" }, "an absence has no reason"},
		"no struct":                   {func(m *Method) { m.Modes[2] = inTheClear(3) }, "is a struct"},
	} {
		m := counting()
		m.Exhibits = []Exhibit{exhibited()}
		c.change(&m)
		refuse(t, what, m.Check(), c.says)
	}
}

// exhibited is a table.
func exhibited() Exhibit {
	return Exhibit{
		Name: "Table 1", About: "edges", Protocol: "p", Values: []string{"v"}, Studies: []study.Study{{}}, Across: []string{ByData}, Down: []string{ByMode},
		Absent: []Absence{{Where: map[string]string{ByData: "d"}, Why: "why"}}, Printed: []Quoted{{Method: "M", Mean: 1}, {Table: "Table 9", Mean: 2}},
	}
}

type misspelt struct {
	Steps int `ranges:"[1,9]"`
}

// lax accepts values out of its range, except 7.
type lax struct {
	Steps int `range:"[1,9]"`
}

// Check refuses 7.
func (c lax) Check() error {
	if c.Steps == 7 {
		return errors.New("lax: 7")
	}
	return nil
}

// A mode enforces the ranges of its settings, whether or not the configuration checks itself, and
// also calls its check.
func TestRanges(t *testing.T) {
	for steps, says := range map[int]string{0: "count: mode p: Steps=0: must be in [1, 9]", 10: "Steps=10", 1: "", 9: "", 7: "lax: 7"} {
		err := inTheClear(lax{1}).Check(lax{steps})
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%d: %v, want %q", steps, err, says)
		}
	}
}

func TestFind(t *testing.T) {
	m := counting()
	if got, err := Find([]Method{m}, "count"); err != nil || got.Name != "count" {
		t.Errorf("%+v, %v", got, err)
	}
	_, err := Find([]Method{m}, "counts")
	refuse(t, "no such method", err, "There are count")
	_, err = Find([]Method{m}, "needy")
	refuse(t, "a mode for a method", err, "count has a mode of that name: use count --mode needy")
	_, err = m.Mode("fast")
	refuse(t, "no such mode", err, "there are strict, needy, nonprivate")
}

func TestQuoted(t *testing.T) {
	for want, q := range map[string]Quoted{"0.5000": {Mean: 0.5}, "0.1235 (0.0100)": {Mean: 0.12346, SD: 0.01}} {
		if got := q.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	m := counting()
	second := exhibited()
	second.Name = "Figure 2"
	m.Exhibits = []Exhibit{exhibited(), second}
	if got := fmt.Sprint(m.Quoted()); got != "[1.0000 2.0000 1.0000 2.0000]" {
		t.Error(got)
	}
	if q := m.Quoted(); q[1].Table != "Table 1" || q[2].Table != "Figure 2" || q[2].Protocol != "p" || second.IsFigure() == m.Exhibits[0].IsFigure() {
		t.Errorf("%+v", q)
	}
}
