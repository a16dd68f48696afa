package advise

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
)

// table returns a table of two modes and their null on two graphs, one with features. Its protocol
// has one value, better if smaller: a is clearly better on the first, and b on the second.
func table() *Table {
	row := func(mode, data int, eps, mean, se float64, null int) Row {
		return Row{Mode: mode, Data: data, Epsilon: eps, Seeds: 3, Proved: mode != 3, Null: null, Numbers: []float64{mean, se}}
	}
	return &Table{
		Protocols: []Protocol{{trial.Answers, []string{trial.ErrorOfAnswer}}, {trial.NodeClasses, []string{"Micro-F1"}}},
		Modes: []Mode{
			{"m", "null", method.Null.String(), "edge", []string{"node"}}, {"m", "a", method.Strict.String(), "edge", []string{"node"}},
			{"m", "b", method.Other.String(), "edge", nil}, {"n", "claimed", method.Published.String(), "edge", nil}, {"n", "node", method.Strict.String(), "node", nil},
		},
		Data: []Data{{"small", Facts{Nodes: 100}}, {"large", Facts{Nodes: 10_000, Features: true, Labels: true}}},
		Rows: []Row{
			row(0, 0, 1, 0.5, 0.01, 0), row(0, 1, 1, 0.5, 0.01, 0),
			row(1, 0, 1, 0.1, 0.01, 1), row(2, 0, 1, 0.2, 0.01, 1), row(1, 0, 2, 0.05, 0.01, 1),
			row(1, 1, 1, 0.52, 0.01, 2), row(2, 1, 1, 0.49, math.NaN(), 2), row(3, 1, 1, 0.01, 0.01, 0),
			{Protocol: 1, Mode: 4, Data: 1, Epsilon: 4, Seeds: 1, Proved: true, Numbers: []float64{0.7, math.NaN()}},
		},
	}
}

func advice(t *testing.T, q Question) *Advice {
	t.Helper()
	if q.Task == "" {
		q.Task = trial.TaskStatistics
	}
	if q.Relation == "" {
		q.Relation = "edge"
	}
	return must.Get(table().Advise(q))(t)
}

// said returns the standings of the first section.
func said(a *Advice) (list []string) {
	if len(a.Sections) == 0 {
		return []string{a.Note}
	}
	for _, m := range a.Sections[0].Modes {
		list = append(list, fmt.Sprintf("%s: best %d of %d (%d), above %d of %d (%d), below %d (%d), %d graphs, ε %v, proved %v", m.Name(), m.Best, m.Compared, m.Clearly, m.Above, m.WithNull, m.ClearlyAbove, m.Below, m.ClearlyBelow, m.Graphs, m.Epsilon, m.Proved))
	}
	return list
}

// Modes are compared on each graph, with each other and their null, at the largest stored ε up to
// the requested one. A clear difference exceeds two standard errors; a single seed has none.
func TestAdvise(t *testing.T) {
	const a = "m a: best 1 of 2 (1), above 1 of 2 (1), below 1 (0), 2 graphs, ε [1 1], proved true"
	const b = "m b: best 1 of 2 (0), above 2 of 2 (1), below 0 (0), 2 graphs, ε [1 1], proved true"
	for name, c := range map[string]struct {
		q    Question
		want string
	}{
		"at 1":         {Question{Epsilon: 1}, b + "\n" + a},
		"at 1.9":       {Question{Epsilon: 1.9}, b + "\n" + a},
		"at 2":         {Question{Epsilon: 2}, "m b: best 1 of 1 (0), above 1 of 1 (0), below 0 (0), 1 graphs, ε [1 1], proved true\nm a: best 0 of 1 (0), above 1 of 2 (1), below 1 (0), 2 graphs, ε [1 2], proved true"},
		"claimed":      {Question{Epsilon: 1, Claimed: true}, "m a: best 1 of 2 (1), above 1 of 2 (1), below 1 (0), 2 graphs, ε [1 1], proved true\nn claimed: best 1 of 1 (0), above 0 of 0 (0), below 0 (0), 1 graphs, ε [1 1], proved false\nm b: best 0 of 2 (0), above 2 of 2 (1), below 0 (0), 2 graphs, ε [1 1], proved true"},
		"no features":  {Question{Epsilon: 1, Facts: &Facts{}}, "m a: best 1 of 1 (1), above 1 of 1 (1), below 0 (0), 1 graphs, ε [1 1], proved true\nm b: best 0 of 1 (0), above 1 of 1 (1), below 0 (0), 1 graphs, ε [1 1], proved true"},
		"too small":    {Question{Epsilon: 0.5}, "no stored run for Statistics under relation edge at ε up to 0.5; the smallest stored ε is 1"},
		"relation":     {Question{Epsilon: 1, Relation: "node"}, "no stored run for Statistics under relation node; stored runs exist under edge; m a also run under node, without stored runs"},
		"no relation":  {Question{Epsilon: 1, Relation: "graph"}, "no stored run for Statistics under relation graph; stored runs exist under edge"},
		"collection":   {Question{Epsilon: 1, Facts: &Facts{Graphs: 3}}, "no stored run for Statistics under relation edge on such graphs"},
		"lacks labels": {Question{Task: trial.TaskEmbedding, Relation: "node", Epsilon: 4, Facts: &Facts{Features: true}}, `protocol "nodes" needs node labels, which the graph lacks`},
	} {
		if got := strings.Join(said(advice(t, c.q)), "\n"); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
	for _, eps := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := table().Advise(Question{Task: trial.TaskStatistics, Relation: "edge", Epsilon: eps}); err == nil {
			t.Errorf("ε = %g is taken", eps)
		}
	}
}

// Known facts of a graph select similar stored graphs; facts without a match are reported.
func TestLikeTheGraph(t *testing.T) {
	for facts, want := range map[Facts][2]string{
		{Nodes: 500}:                    {"small", ""},
		{Nodes: 500, Features: true}:    {"large", "all stored runs are on graphs more than ten times larger or smaller"},
		{Nodes: 20_000, Features: true}: {"large", ""},
	} {
		a := advice(t, Question{Epsilon: 1, Facts: &facts})
		if s := a.Sections[0]; s.Cells[0].Graph != want[0] || len(s.Cells) != 1 || s.Note != want[1] {
			t.Errorf("%v: %+v, %q", facts, s.Cells, s.Note)
		}
	}
	if s := advice(t, Question{Task: trial.TaskEmbedding, Relation: "node", Epsilon: 9, Facts: &Facts{Labels: true}}).Sections[0]; s.Note != "all stored runs are on graphs with features" {
		t.Errorf("%q", s.Note)
	}
}

// The verdict is the mode with the most best cells, with its caution; a mode that its null control
// beats in most cells comes after all others.
func TestVerdict(t *testing.T) {
	with := method.Mode{Name: "b", Caution: "care"}
	q := Question{Task: trial.TaskStatistics, Epsilon: 2, Methods: []method.Method{{Name: "m", Modes: []method.Mode{with}}}}
	if v := advice(t, q).Verdict; v.String() != "Use m b, relation edge: best in 1 of 1 comparisons with other modes, better than its null control in 1 of 1." || v.Caution != "care" || !strings.HasPrefix(v.Command, "gdp run m --mode b ") {
		t.Errorf("%+v", v)
	}
	loser := Standing{Method: "m", Mode: "c", Tally: Tally{Best: 3, Score: 3, Compared: 3, WithNull: 3, Below: 2, Above: 1, gain: -1, Null: "m null"}}
	other := Standing{Method: "m", Mode: "d", Tally: Tally{Compared: 3, WithNull: 3, Above: 3, gain: 3}}
	if v := q.verdict([]Section{{Modes: []Standing{loser, other}}}); v.Mode != "d" {
		t.Errorf("%+v", v)
	}
	if v := q.verdict([]Section{{Modes: []Standing{loser}}}); v.String() != "Use m null: no private mode beats its control; m c is better than it in 1 of 3." || v.Command != "gdp run m --mode null --graph FILE --relation '' --epsilon 2 --delta 1e-05" {
		t.Errorf("%v, %s", v, v.Command)
	}
	far := Standing{Method: "m", Mode: "e", Tally: Tally{Best: 2, Score: 0.5, Compared: 3, WithNull: 3, Above: 3, gain: 3}}
	if v := q.verdict([]Section{{Modes: []Standing{far, {Method: "m", Mode: "near", Tally: Tally{Best: 1, Score: 0.9, Compared: 3}}}}}); v.Mode != "near" {
		t.Errorf("%+v", v)
	}
	for name, x := range map[string]Tally{"by weight": {WithNull: 3, Above: 2, Below: 1, gain: -0.1}, "a tie": {WithNull: 2, Above: 1, Below: 1, gain: 0.1}, "its control": {WithNull: 3, Above: 3, gain: 3, Control: "m half", WithControl: 3, BelowControl: 2}} {
		if !x.Loses() {
			t.Errorf("%s: %+v", name, x)
		}
	}
	half := Standing{Method: "m", Mode: "f", Tally: Tally{Best: 2, Score: 2, WithNull: 3, Above: 3, gain: 3, Null: "m null", Control: "m half", WithControl: 3, BelowControl: 2}}
	if v := q.verdict([]Section{{Modes: []Standing{half}}}); v.String() != "Use m half: no private mode beats its control; m f is better than it in 1 of 3." {
		t.Error(v)
	}
	if v := q.verdict(nil); v != nil {
		t.Errorf("%+v", v)
	}
}

// A null control that was better is named; a command is for a shell.
func TestWords(t *testing.T) {
	x := table()
	x.Rows[4].Variant = "Name=it's"
	a := must.Get(x.Advise(Question{Task: trial.TaskStatistics, Relation: "edge", Epsilon: 2, Graph: "my graph.txt", Input: []string{"--nodes", "9"}, Facts: &Facts{Features: true, Labels: true}}))(t)
	s := a.Sections[0]
	if got := strings.Join(append(s.Where(), s.Warnings()...), "\n"); got != `error: m b best on 1 of 1 graphs, clearly on 0
warning: the null control m null is better than m a in 1 of 1, clearly in 0` {
		t.Error(got)
	}
	if got := s.Modes[0].Command; got != "gdp run m --mode b --graph 'my graph.txt' --nodes 9 --relation edge --epsilon 2 --delta 1e-05" {
		t.Error(got)
	}
	a = must.Get(x.Advise(Question{Task: trial.TaskStatistics, Relation: "edge", Epsilon: 2, Facts: &Facts{}}))(t)
	if got := a.Sections[0].Modes[0].Command; got != `gdp run m --mode a --graph FILE --relation edge --epsilon 2 --delta 1e-05 --set 'Name=it'\''s'` {
		t.Error(got)
	}
}

// A mode is below its null if most measures on most similar graphs are, at the nearest stored ε not
// below the requested one. Other settings and relations do not count.
func TestBelow(t *testing.T) {
	a := trial.Trial{Protocol: trial.Answers, Method: "m", Mode: "a"}
	x := table()
	if b, below := x.Below(a, "edge", 0.3, "", nil); below || b.Measures != 1 || b.OfAll != 2 || b.Graphs != 1 || b.OfGraphs != 2 || b.Epsilon != 1 {
		t.Errorf("half of it: %+v, %v", b, below)
	}
	for name, f := range map[string]*Facts{"large": nil, "mine": {Nodes: 9000, Features: true}} {
		if b, below := x.Below(a, "edge", 1, name, f); !below || b.OfGraphs != 1 || strings.HasSuffix(b.String(), " on large") != (f == nil) {
			t.Errorf("on %s: %v, %v", name, b, below)
		}
	}
	x.Data[1].Facts.Features = false
	if _, below := x.Below(a, "edge", 1, "", &Facts{Nodes: 900}); below {
		t.Error("a graph of another size counts as much")
	}
	x.Rows[2].Numbers[0] = 0.51
	b, below := x.Below(a, "edge", 0.3, "", nil)
	if !below || !b.Own || b.NullMode != "null" || !strings.Contains(b.String(), "at ε = 1 the null control m null is better than m a in 2 of 2 metrics, and in most of them on 2 of 2 similar graphs") {
		t.Errorf("%v, %v", b, below)
	}
	for name, at := range map[string]struct {
		of       trial.Trial
		relation string
		eps      float64
	}{
		"more ε": {a, "edge", 1.5}, "more than all": {a, "edge", 3}, "another relation": {a, "node", 1}, "another mode": {trial.Trial{Protocol: trial.Answers, Method: "m", Mode: "b"}, "edge", 1},
		"other settings": {trial.Trial{Protocol: trial.Answers, Method: "m", Mode: "a", Variant: "K=2"}, "edge", 1}, "no mode": {trial.Trial{}, "edge", 1},
	} {
		if b, below := x.Below(at.of, at.relation, at.eps, "", nil); below {
			t.Errorf("%s: %v", name, b)
		}
	}
	x.Rows[2].Split, x.Rows[2].Variant = "Split.Share=0.1, every 4. graph", "B=1"
	if b, below := x.Below(trial.Trial{Protocol: trial.Answers, Method: "m", Mode: "a", Variant: "B=1,Split.Share=0.1"}, "edge", 1, "", nil); !below || b.OfAll != 1 {
		t.Errorf("the same settings: %+v", b)
	}
}

func TestTaskNamed(t *testing.T) {
	for name, want := range map[string]trial.Task{"statistics": trial.TaskStatistics, "Statistics": trial.TaskStatistics, "EMBEDDING": trial.TaskEmbedding} {
		if got, err := table().TaskNamed(name); got != want || err != nil {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
	if _, err := table().TaskNamed("statistic"); err == nil || !strings.Contains(err.Error(), `did you mean "statistics"`) {
		t.Error(err)
	}
	if _, err := table().TaskNamed("synthesis"); err == nil { // of which nothing was kept
		t.Error("a task without a trial")
	}
}

// The table of the program is whole: it is made of the board of the program.
func TestKept(t *testing.T) {
	x := must.Get(Kept())(t)
	if len(x.Rows) < 1000 || len(x.Tasks()) != 5 {
		t.Errorf("%d rows, tasks %v", len(x.Rows), x.Tasks())
	}
	for _, r := range x.Rows {
		if r.Null > len(x.Rows) || r.Null > 0 && x.Modes[x.Rows[r.Null-1].Mode].Role != method.Null.String() || len(r.Numbers) != 2*len(x.Protocols[r.Protocol].Values) || !(r.Epsilon >= 0) {
			t.Fatalf("%+v", r)
		}
	}
	for _, p := range x.Protocols {
		for _, v := range p.Values {
			if better(p.Name, v) == trial.Neither || p.Name == trial.TrainingMembership {
				t.Errorf("%s, %s", p.Name, v)
			}
		}
	}
}
