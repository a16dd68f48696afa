// Package advise recommends a mode for a task, a relation and an ε from stored trials on graphs
// with similar public facts. It reads no graph and spends no budget.
//
// [Kept] is the table of means that is part of every program. The command go run ./docs/tables
// writes it from the board in docs/board. [Table.Advise] compares its modes with each other and
// with their null controls. [Table.Below] reports where a mode was worse than its null.
package advise

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/nearest"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
)

// Facts are the public facts of a graph: under the relation edge they are public, under others
// declared.
type Facts struct {
	Nodes    int  `json:"nodes"`            // number of nodes of all graphs
	Graphs   int  `json:"graphs,omitempty"` // number of graphs of a collection
	Features bool `json:"features"`
	Labels   bool `json:"labels"`
	// MeanDegree is 0 if nothing declares it, since edges are private.
	MeanDegree float64 `json:"mean_degree,omitempty"`
}

// FactsOf returns the facts of a registered data set.
func FactsOf(e data.Entry) Facts {
	f := Facts{Nodes: e.Nodes, Graphs: e.Graphs, Features: e.Attributes > 0, Labels: e.Classes > 0}
	if e.Nodes > 0 {
		f.MeanDegree = 2 * float64(max(e.Edges, 0)) / float64(e.Nodes)
	}
	return f
}

// weight is the weight of a stored graph in advice for a graph: it halves with each factor of ten
// in size or density.
func (f *Facts) weight(stored Facts) float64 {
	if f == nil {
		return 1
	}
	far := func(a, b float64) float64 {
		if !(a > 0 && b > 0) { // not declared
			return 0
		}
		return math.Abs(math.Log10(a / b))
	}
	return 1 / ((1 + far(float64(f.Nodes), float64(stored.Nodes))) * (1 + far(f.MeanDegree, stored.MeanDegree)))
}

// Question is a request for advice.
type Question struct {
	Task     trial.Task `json:"task"`
	Relation string     `json:"relation"`
	Epsilon  float64    `json:"epsilon"`
	Claimed  bool       `json:"claimed"` // include modes without a proof
	Graph    string     `json:"graph,omitempty"`
	Input    []string   `json:"-"`               // flags that read the graph, for printed commands
	Facts    *Facts     `json:"facts,omitempty"` // nil if the graph is unknown
	// Methods declare the cautions of their modes.
	Methods []method.Method `json:"-"`
}

// Advice is the answer to a question.
type Advice struct {
	Question
	Verdict  *Verdict  `json:"verdict,omitempty"` // nil if there is nothing to compare
	Note     string    `json:"note,omitempty"`    // what is stored instead, if there are no trials
	Sections []Section `json:"sections"`
}

// Section compares modes by one protocol, for one split of the nodes or one statistic.
type Section struct {
	Protocol string     `json:"protocol"`
	Split    string     `json:"split,omitempty"`
	About    string     `json:"about"`
	Value    string     `json:"value"`          // first value of the protocol in which rows differ
	Note     string     `json:"note,omitempty"` // similar graphs, or how the graphs differ
	Modes    []Standing `json:"modes"`          // best first
	Cells    []Cell     `json:"cells"`
}

// Standing is the performance of a mode. A cell is one value on one graph, at the largest stored ε
// up to the requested one. A clear difference exceeds two standard errors.
type Standing struct {
	Method       string     `json:"method"`
	Mode         string     `json:"mode"`
	Role         string     `json:"role"`
	Variant      string     `json:"settings,omitempty"`
	Proved       bool       `json:"proved"`
	Graphs       int        `json:"graphs"`
	Seeds        [2]int     `json:"seeds"`    // smallest and largest number of seeds
	Epsilon      [2]float64 `json:"epsilons"` // smallest and largest ε
	Cells        int        `json:"cells"`
	Clearly      int        `json:"clearly_best"`
	ClearlyAbove int        `json:"clearly_above_null"`
	ClearlyBelow int        `json:"clearly_below_null"`
	Tally
	First   *[2]float64 `json:"first"` // smallest and largest mean of the section's value
	OfNull  *[2]float64 `json:"first_of_null,omitempty"`
	Caution string      `json:"caution,omitempty"`
	Command string      `json:"command"`
}

// Name is the method and mode, with settings that differ from the mode's.
func (s Standing) Name() string {
	if s.Variant != "" {
		return fmt.Sprintf("%s %s (%s)", s.Method, s.Mode, s.Variant)
	}
	return s.Method + " " + s.Mode
}

// Tally counts the cells in which a mode was better or worse than others.
type Tally struct {
	Compared     int     `json:"compared"`       // cells with another mode
	Best         int     `json:"best"`           // cells in which the mode was best
	Score        float64 `json:"score"`          // Best, weighted by similarity of the graphs
	Null         string  `json:"null,omitempty"` // method and mode of its null control
	WithNull     int     `json:"with_null"`      // cells with both
	Above        int     `json:"above_null"`
	Below        int     `json:"below_null"`
	Control      string  `json:"control,omitempty"` // method and mode of its other control
	WithControl  int     `json:"with_control"`
	BelowControl int     `json:"below_control"`
	gain         float64 // Above minus Below, weighted as Score
	warned       bool    // also worse than its null control at the next stored ε
}

// plus adds the counts of two sections.
func (t Tally) plus(o Tally) Tally {
	return Tally{
		t.Compared + o.Compared, t.Best + o.Best, t.Score + o.Score, cmp.Or(t.Null, o.Null), t.WithNull + o.WithNull, t.Above + o.Above, t.Below + o.Below,
		cmp.Or(t.Control, o.Control), t.WithControl + o.WithControl, t.BelowControl + o.BelowControl, t.gain + o.gain, t.warned || o.warned,
	}
}

// IsBelow reports whether the null control was better in most cells.
func (t Tally) IsBelow() bool { return t.Below*2 > t.WithNull }

// Loses reports whether the mode is no better than one of its controls, and so not recommended.
func (t Tally) Loses() bool {
	return t.warned || t.WithNull > 0 && (t.Above <= t.Below || t.gain <= 0) || t.BelowControl*2 > t.WithControl
}

// Cell is a value on a graph with its best mode.
type Cell struct {
	Graph   string   `json:"graph"`
	Epsilon float64  `json:"epsilon"`
	Value   string   `json:"value"`
	Smaller bool     `json:"smaller_is_better"`
	Best    string   `json:"best,omitempty"` // none for a tie
	Mean    float64  `json:"mean"`
	Error   *float64 `json:"standard_error"` // nil for a single seed
	Second  string   `json:"second,omitempty"`
	Clearly bool     `json:"clearly"`
	Null    string   `json:"null,omitempty"`
	OfNull  *float64 `json:"mean_of_null,omitempty"`
}

// Tasks returns the tasks of the table's trials.
func (t *Table) Tasks() []trial.Task {
	return lists.Filter(trial.Tasks(), func(task trial.Task) bool {
		return slices.ContainsFunc(t.Protocols, func(p Protocol) bool { return taskOf(p.Name) == task })
	})
}

// TaskNames returns their names in lower case, with "-" for a space.
func (t *Table) TaskNames() (names []string) {
	return lists.Map(t.Tasks(), func(task trial.Task) string { return strings.ReplaceAll(strings.ToLower(string(task)), " ", "-") })
}

// TaskNamed finds a task by name, ignoring case.
func (t *Table) TaskNamed(name string) (trial.Task, error) {
	names, given := t.TaskNames(), strings.ReplaceAll(strings.ToLower(name), " ", "-")
	if i := slices.Index(names, given); i >= 0 {
		return t.Tasks()[i], nil
	}
	return "", fmt.Errorf("no task %q; %s", name, nearest.Hint(given, names))
}

// protocols are those of this version, by name.
var protocols = sync.OnceValue(func() map[string]trial.Protocol {
	all := map[string]trial.Protocol{}
	for _, p := range trial.Protocols() {
		all[p.Name] = p
	}
	return all
})

func taskOf(protocol string) trial.Task { return protocols()[protocol].Task }

// Advise compares modes on stored trials.
func (t *Table) Advise(q Question) (*Advice, error) {
	if !(q.Epsilon > 0) || math.IsInf(q.Epsilon, 0) {
		return nil, fmt.Errorf("advise: ε = %g: must be positive", q.Epsilon)
	}
	a := &Advice{Question: q, Sections: []Section{}}
	type key struct {
		protocol int
		split    string
	}
	of := map[key][]int{}
	for i, r := range t.Rows {
		if q.Facts != nil && !q.Facts.Features && q.featured(t.Modes[r.Mode]) {
			continue
		}
		if t.fits(q, r) && r.Epsilon <= q.Epsilon*(1+1e-9) {
			of[key{r.Protocol, r.Split}] = append(of[key{r.Protocol, r.Split}], i)
		}
	}
	order := slices.SortedFunc(maps.Keys(of), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.protocol, b.protocol), cmp.Compare(a.split, b.split))
	})
	lacking := map[string]bool{}
	for _, k := range order {
		p := protocols()[t.Protocols[k.protocol].Name]
		if q.Facts != nil {
			if what := p.Lacks(q.Facts.Features, q.Facts.Labels); what != "" {
				lacking[fmt.Sprintf("protocol %q needs node %s, which the graph lacks", p.Name, what)] = true
				continue
			}
		}
		rows, note := t.like(q.Facts, of[k])
		if len(rows) == 0 {
			continue
		}
		s := Section{Protocol: p.Name, Split: k.split, About: p.About, Value: t.Protocols[k.protocol].Values[t.shown(k.protocol)], Note: note}
		t.compare(&s, p, rows, q.Facts)
		for i, m := range s.Modes {
			s.Modes[i].Command, s.Modes[i].Caution = q.command(s.Split, m.Method, m.Mode, m.Variant), q.caution(m.Method, m.Mode)
			_, s.Modes[i].warned = t.Below(trial.Trial{Protocol: s.Protocol, Method: m.Method, Mode: m.Mode, Variant: settings(s.Split, m.Variant)}, q.Relation, q.Epsilon, q.Graph, q.Facts)
		}
		a.Sections = append(a.Sections, s)
	}
	a.Verdict = q.verdict(a.Sections)
	if lines := slices.Sorted(maps.Keys(lacking)); len(lines) > 0 {
		a.Note = strings.Join(lines, "; ")
	} else if len(a.Sections) == 0 {
		a.Note = t.none(q)
	} else if a.Verdict == nil {
		a.Note = "no mode beats its null control in most comparisons"
	}
	return a, nil
}

// fits reports whether a row, at any ε, belongs to a private mode for the task, the relation and
// the required proof.
func (t *Table) fits(q Question, r Row) bool {
	m := t.Modes[r.Mode]
	return m.Role != method.Null.String() && m.Relation == q.Relation && (r.Proved || q.Claimed) && taskOf(t.Protocols[r.Protocol].Name) == q.Task
}

// none returns why nothing can be compared, and which runs are stored instead.
func (t *Table) none(q Question) string {
	least, relations, also := math.Inf(1), []string{}, []string{}
	anyProof := q
	anyProof.Claimed = true
	claimed := false
	for _, r := range t.Rows {
		m := t.Modes[r.Mode]
		if t.fits(q, r) {
			least = min(least, r.Epsilon)
		}
		claimed = claimed || t.fits(anyProof, r) && r.Epsilon <= q.Epsilon
		there := q
		there.Relation = m.Relation
		if !t.fits(there, r) {
			continue
		}
		if !slices.Contains(relations, m.Relation) {
			relations = append(relations, m.Relation)
		}
		if name := m.Method + " " + m.Mode; slices.Contains(m.Also, q.Relation) && !slices.Contains(also, name) {
			also = append(also, name)
		}
	}
	text := fmt.Sprintf("no stored run for %s under relation %s", q.Task, q.Relation)
	switch {
	case !math.IsInf(least, 1) && least > q.Epsilon:
		text += fmt.Sprintf(" at ε up to %g; the smallest stored ε is %g", q.Epsilon, least)
	case !math.IsInf(least, 1):
		text += " on such graphs"
	case len(relations) > 0:
		slices.Sort(relations)
		text += "; stored runs exist under " + strings.Join(relations, " and ")
	}
	if len(also) > 0 {
		text += fmt.Sprintf("; %s also run under %s, without stored runs", strings.Join(also, ", "), q.Relation)
	}
	if claimed && !q.Claimed && least > q.Epsilon {
		text += "; --claimed adds modes without a proof"
	}
	return text
}

// like selects rows on similar data: collections for a collection, with features and labels if the
// graph has them, and within a factor of ten in nodes. If there are none, it drops the last two
// conditions and returns a note.
func (t *Table) like(f *Facts, rows []int) (some []int, note string) {
	if f == nil {
		return rows, ""
	}
	keep := func(rows []int, is func(d Facts) bool) []int {
		return lists.Filter(rows, func(i int) bool { return is(t.Data[t.Rows[i].Data].Facts) })
	}
	rows = keep(rows, func(d Facts) bool { return (d.Graphs > 0) == (f.Graphs > 0) })
	var notes []string
	if some = keep(rows, func(d Facts) bool { return d.Features == f.Features }); len(some) > 0 {
		rows = some
	} else if len(rows) > 0 {
		notes = append(notes, fmt.Sprintf("all stored runs are on graphs %s features", map[bool]string{true: "without", false: "with"}[f.Features]))
	}
	if f.Nodes == 0 {
		return rows, strings.Join(notes, "; ")
	}
	if some = keep(rows, func(d Facts) bool { return d.Nodes <= 10*f.Nodes && f.Nodes <= 10*d.Nodes }); len(some) > 0 {
		rows = some
	} else if len(rows) > 0 {
		notes = append(notes, "all stored runs are on graphs more than ten times larger or smaller")
	}
	return rows, strings.Join(notes, "; ")
}

// compare finds the best modes.
func (t *Table) compare(s *Section, p trial.Protocol, rows []int, f *Facts) {
	most := map[int]float64{} // largest ε, by data
	for _, i := range rows {
		most[t.Rows[i].Data] = max(most[t.Rows[i].Data], t.Rows[i].Epsilon)
	}
	rows = slices.DeleteFunc(slices.Clone(rows), func(i int) bool { return t.Rows[i].Epsilon != most[t.Rows[i].Data] })
	at := func(r Row) *Standing {
		m := t.Modes[r.Mode]
		if r.Variant == r.Split { // the requested statistic
			r.Variant = ""
		}
		i := slices.IndexFunc(s.Modes, func(x Standing) bool { return x.Method == m.Method && x.Mode == m.Mode && x.Variant == r.Variant })
		if i < 0 {
			i = len(s.Modes)
			s.Modes = append(s.Modes, Standing{Method: m.Method, Mode: m.Mode, Role: m.Role, Variant: r.Variant, Proved: true, Seeds: [2]int{r.Seeds, r.Seeds}, Epsilon: [2]float64{r.Epsilon, r.Epsilon}})
		}
		return &s.Modes[i]
	}
	shown := slices.Index(t.Protocols[t.Rows[rows[0]].Protocol].Values, s.Value)
	for _, i := range rows {
		r := t.Rows[i]
		x := at(r)
		x.Graphs++
		x.Proved = x.Proved && r.Proved
		x.Seeds = [2]int{min(x.Seeds[0], r.Seeds), max(x.Seeds[1], r.Seeds)}
		x.Epsilon = [2]float64{min(x.Epsilon[0], r.Epsilon), max(x.Epsilon[1], r.Epsilon)}
		spread(&x.First, r.Numbers[2*shown])
		if r.Null == 0 {
			continue
		}
		null := t.Rows[r.Null-1]
		spread(&x.OfNull, null.Numbers[2*shown])
		if name := t.name(null); x.Null == "" {
			x.Null = name
		} else if !slices.Contains(strings.Split(x.Null, " or "), name) {
			x.Null += " or " + name
		}
	}
	for _, d := range slices.Sorted(maps.Keys(most)) {
		var here []Row
		for _, i := range rows {
			if t.Rows[i].Data == d {
				here = append(here, t.Rows[i])
			}
		}
		for v, name := range t.Protocols[here[0].Protocol].Values {
			t.cell(s, p.Value(name), v, here, f.weight(t.Data[d].Facts), at)
		}
	}
	slices.SortStableFunc(s.Modes, func(a, b Standing) int {
		return cmp.Or(-cmp.Compare(a.Best, b.Best), -cmp.Compare(a.Above-a.Below, b.Above-b.Below), cmp.Compare(a.Name(), b.Name()))
	})
}

// cell compares modes by one value on one graph with a weight.
func (t *Table) cell(s *Section, value trial.Value, v int, rows []Row, weight float64, at func(Row) *Standing) {
	rows = slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return math.IsNaN(r.Numbers[2*v]) })
	if len(rows) == 0 {
		return
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return -int(value.Better) * cmp.Compare(a.Numbers[2*v], b.Numbers[2*v]) })
	best := rows[0]
	c := Cell{Graph: t.Data[best.Data].Name, Epsilon: best.Epsilon, Value: value.Name, Smaller: value.Better == trial.Smaller, Mean: best.Numbers[2*v]}
	if se := best.Numbers[2*v+1]; !math.IsNaN(se) {
		c.Error = &se
	}
	for _, r := range rows {
		x := at(r)
		x.Cells++
		if len(rows) > 1 {
			x.Compared++
		}
		t.control(x, value, v, r, rows)
		if r.Null == 0 {
			continue
		}
		null := t.Rows[r.Null-1]
		difference := versus(value.Better, r, null, v)
		if math.IsNaN(difference.by) {
			continue
		}
		x.WithNull++
		switch {
		case difference.by > 0:
			x.Above++
			x.gain += weight
			x.ClearlyAbove += count(difference.clear)
		case difference.by < 0:
			x.Below++
			x.gain -= weight
			x.ClearlyBelow += count(difference.clear)
		}
	}
	if len(rows) == 1 {
		c.Best = t.name(best)
	} else {
		c.Second = t.name(rows[1])
		if first := versus(value.Better, best, rows[1], v); first.by > 0 {
			c.Best, c.Clearly = t.name(best), first.clear
			at(best).Best++
			at(best).Score += weight
			at(best).Clearly += count(first.clear)
		}
	}
	if best.Null > 0 {
		null := t.Rows[best.Null-1]
		if x := null.Numbers[2*v]; !math.IsNaN(x) {
			c.Null, c.OfNull = t.name(null), &x
		}
	}
	s.Cells = append(s.Cells, c)
}

// control compares a row with the controls of its method.
func (t *Table) control(x *Standing, value trial.Value, v int, r Row, rows []Row) {
	for _, c := range rows {
		of := t.Modes[c.Mode]
		if of.Role != method.Control.String() || of.Method != x.Method || x.Role == of.Role {
			continue
		}
		if difference := versus(value.Better, r, c, v); !math.IsNaN(difference.by) {
			x.Control = t.name(c)
			x.WithControl++
			x.BelowControl += count(difference.by < 0)
		}
	}
}

func (t *Table) name(r Row) string { return t.Modes[r.Mode].Method + " " + t.Modes[r.Mode].Mode }

// lead returns the difference of two rows, positive if the first is better, and whether it exceeds
// two standard errors.
type lead struct {
	by    float64
	clear bool
}

func versus(better trial.Direction, a, b Row, v int) lead {
	by := float64(better) * (a.Numbers[2*v] - b.Numbers[2*v])
	return lead{by, math.Abs(by) > 2*math.Hypot(a.Numbers[2*v+1], b.Numbers[2*v+1])} // false for NaN
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// shown is the index of the first value of a protocol in which rows differ.
func (t *Table) shown(protocol int) int {
	for v := range t.Protocols[protocol].Values {
		first := math.NaN()
		for _, r := range t.Rows {
			if r.Protocol != protocol || math.IsNaN(r.Numbers[2*v]) {
				continue
			}
			if !math.IsNaN(first) && r.Numbers[2*v] != first {
				return v
			}
			first = r.Numbers[2*v]
		}
	}
	return 0
}

// spread extends a range to contain a number.
func spread(r **[2]float64, x float64) {
	switch {
	case math.IsNaN(x):
	case *r == nil:
		*r = &[2]float64{x, x}
	default:
		(*r)[0], (*r)[1] = min((*r)[0], x), max((*r)[1], x)
	}
}

// command returns the command that runs a mode with the measured settings.
func (q Question) command(split, name, mode, variant string) string {
	words := []string{"gdp", "run", name, "--mode", mode}
	statistic, asks := strings.CutPrefix(split, "Statistic=")
	if asks {
		words = []string{"gdp", "ask", statistic}
	}
	words = append(words, "--graph", cmp.Or(q.Graph, "FILE"))
	words = append(append(words, q.Input...), "--relation", q.Relation, "--epsilon", fmt.Sprintf("%g", q.Epsilon))
	if !asks {
		words = append(words, "--delta", fmt.Sprintf("%g", float64(trial.Delta)))
		for _, set := range strings.FieldsFunc(settings(split, variant), func(r rune) bool { return r == ',' }) {
			words = append(words, "--set", set)
		}
	}
	for i, word := range words {
		words[i] = quoted(word)
	}
	return strings.Join(words, " ")
}

// quoted quotes a word for a shell.
func quoted(word string) string {
	if strings.IndexFunc(word, func(r rune) bool {
		return !strings.ContainsRune("-_./=:+%@,", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) < 0 && word != "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func better(protocol, value string) trial.Direction {
	return protocols()[protocol].Value(value).Better
}
