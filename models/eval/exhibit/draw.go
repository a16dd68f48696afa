package exhibit

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
)

// Drawn is an exhibit with its numbers.
type Drawn struct {
	*Planned
	Cells []Cell
	rank  map[string]map[string]int // values of each key
	roles map[string]method.Role    // by the value of the key mode
}

// Cell is a number of an exhibit, or the reason why it is missing.
type Cell struct {
	at      place
	Printed bool // printed in the paper
	Claimed bool // its ε is claimed, without a proof
	Mean    trial.Mean
	Planned int    // number of seeds
	Why     string // reason why there is no number
}

// At returns the cell's value of a key; empty if the number belongs to all values.
func (c Cell) At(key string) string { return c.at[key] }

// seeds are the trials of a number, which differ in their seeds.
type seeds struct {
	at     place
	trial  trial.Trial
	all    int
	found  []trial.Result
	failed string
}

// Draw combines the results of the exhibit's trials with the printed numbers. whys gives the
// reasons why trials on some data sets cannot run here.
func (p *Planned) Draw(results []trial.Result, whys map[string]string) *Drawn {
	d := &Drawn{Planned: p, rank: map[string]map[string]int{}, roles: map[string]method.Role{}}
	order := d.collect(p.Kept(results))
	var named []trial.Result
	for _, r := range results {
		if r.Method == p.Method.Name || slices.ContainsFunc(order, func(s *seeds) bool { return s.trial.Method == r.Method }) {
			r.Trial = p.canonical(r.Trial)
			named = append(named, r)
		}
	}
	times := trial.TimesOf(named)
	for _, v := range p.Values {
		for _, s := range order {
			c := s.cell(v)
			switch declared := p.absent(c.at); {
			case c.Mean.Runs > 0:
			case len(s.found) > 0:
				c.Why = "the stored runs have no such value"
			case declared != "":
				c.Why = declared
			case s.failed != "":
				line, _, _ := strings.Cut(s.failed, "\n")
				c.Why = "failed: " + line
			case whys[s.trial.Data] != "":
				c.Why = whys[s.trial.Data]
			default:
				c.Why = unmade(times, s.trial, s.all)
			}
			d.Cells = append(d.Cells, c)
		}
	}
	d.printed()
	d.empty()
	d.order()
	return d
}

// collect lists the trials of each number, in the order of the plan, with their results.
func (d *Drawn) collect(kept map[trial.Trial]trial.Result) (order []*seeds) {
	cells := map[trial.Trial]*seeds{}
	for _, t := range d.Trials {
		full := d.canonical(t)
		c := full
		c.Seed = 0
		s := cells[c]
		if s == nil {
			s = &seeds{at: d.places[c], trial: c}
			cells[c], order = s, append(order, s)
			d.roles[s.at[method.ByMode]] = d.role(t)
		}
		s.all++
		switch r, ok := kept[full]; {
		case ok && r.Error != "":
			s.failed = r.Error
		case ok:
			s.found = append(s.found, r)
		}
	}
	return order
}

// cell returns the number of a value.
func (s *seeds) cell(value string) Cell {
	c := Cell{at: with(s.at, value), Planned: s.all}
	var list []float64
	for _, r := range s.found {
		if x, ok := r.Values[value]; ok {
			list = append(list, x)
			c.Claimed = c.Claimed || trial.OnlyClaimed(r.Claimed, r.Proved)
		}
	}
	slices.Sort(list)
	c.Mean = trial.MeanOf(list)
	return c
}

// empty adds a row or curve without numbers where a mode is declared absent.
func (d *Drawn) empty() {
	for _, a := range d.Absent {
		name := a.Where[method.ByMode]
		role, ok := d.roles[name]
		if mode, err := d.Method.Mode(name); err == nil {
			role, ok = mode.Role, true
		}
		if !ok || slices.ContainsFunc(d.Across, func(key string) bool { return a.Where[key] != "" }) ||
			slices.ContainsFunc(d.Cells, func(c Cell) bool { return c.at.agrees(a.Where) }) {
			continue
		}
		d.roles[name] = role
		for _, v := range d.Values {
			d.Cells = append(d.Cells, Cell{at: with(a.Where, v), Why: a.Why})
		}
	}
}

// unmade estimates the cost of missing trials in hours of one worker, to one digit.
func unmade(times *trial.Times, t trial.Trial, seeds int) string {
	seconds, like := times.Of(t)
	hours := seconds * float64(seeds) / 3600
	switch {
	case like == trial.Unlike:
		return "not made: no stored run shows how long it takes"
	case hours < 0.1:
		return "not made: less than 0.1 hours"
	}
	return fmt.Sprintf("not made: some %s hours", strconv.FormatFloat(number(fmt.Sprintf("%.0e", hours)), 'f', -1, 64))
}

// with returns a place with a value set.
func with(at place, value string) place {
	all := maps.Clone(at)
	all[method.ByValue] = value
	return all
}

// role returns the role of a trial's mode.
func (p *Planned) role(t trial.Trial) method.Role {
	m, err := method.Find(p.methods, t.Method)
	if err != nil {
		return method.Other
	}
	mode, err := m.Mode(t.Mode)
	if err != nil {
		return method.Other
	}
	return mode.Role
}

// agrees reports whether the place has all values of another.
func (at place) agrees(other place) bool {
	for key, value := range other {
		if at[key] != value {
			return false
		}
	}
	return true
}

// absent returns the declared reason why a place has no number.
func (p *Planned) absent(at place) string {
	for _, a := range p.Absent {
		if at.agrees(a.Where) {
			return a.Why
		}
	}
	return ""
}

// paper labels the paper's own numbers. withoutPrivacy is the suffix for those without ε, if the
// same method also has others.
const (
	paper          = "paper"
	withoutPrivacy = ", without privacy"
)

// printed adds the printed numbers.
func (d *Drawn) printed() {
	var names []string
	mentions := map[[2]string]bool{} // method and setting
	private := map[string]bool{}     // methods with numbers at some ε
	for _, q := range d.Printed {
		private[q.Method] = private[q.Method] || q.Epsilon > 0
		if !slices.Contains(names, q.Method) {
			names = append(names, q.Method)
		}
		for setting := range settings(q.Variant) {
			mentions[[2]string{q.Method, setting}] = true
		}
	}
	for _, q := range d.Printed {
		at := place{method.ByData: q.Data, method.ByMode: paper, method.ByGraphs: "all", method.ByValue: q.Value}
		if len(names) > 1 {
			at[method.ByMode] += ": " + q.Method
		}
		if q.Epsilon > 0 {
			at[method.ByEpsilon] = fmt.Sprint(q.Epsilon)
		} else if private[q.Method] {
			at[method.ByMode] += withoutPrivacy
		}
		said := settings(q.Variant)
		for _, key := range d.keys() {
			if value, ok := said[key]; ok {
				at[key] = value
			} else if mentions[[2]string{q.Method, key}] {
				at[key] = d.preset(key)
			}
		}
		mean := trial.Mean{Mean: q.Mean, SD: q.SD, Runs: 1}
		d.Cells = append(d.Cells, Cell{at: at, Printed: true, Mean: mean})
	}
}

// preset returns the value of a setting in the paper's mode.
func (p *Planned) preset(setting string) string {
	for _, mode := range p.Method.Modes {
		if mode.Role != method.Published && mode.Role != method.AsCoded {
			continue
		}
		list, err := method.Settings(mode.Config())
		if i := slices.IndexFunc(list, func(s method.Setting) bool { return s.Name == setting }); err == nil && i >= 0 {
			return fmt.Sprint(list[i].Value)
		}
	}
	return ""
}

// rows is the order of roles in a table.
var rows = []method.Role{method.Published, method.AsCoded, method.Strict, method.Other, method.Control, method.NonPrivate, method.Tuned, method.Null}

// order ranks the values of each key: numbers by size, modes by role with printed ones first, all
// else as declared.
func (d *Drawn) order() {
	for _, key := range append(d.keys(), method.ByValue) {
		var values []string
		for _, c := range d.Cells {
			if v := c.at[key]; v != "" && !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
		numbers := !slices.ContainsFunc(values, func(v string) bool { _, err := strconv.ParseFloat(v, 64); return err != nil })
		switch {
		case key == method.ByMode:
			slices.SortStableFunc(values, func(a, b string) int { return cmp.Compare(d.standing(a), d.standing(b)) })
		case numbers:
			slices.SortStableFunc(values, func(a, b string) int { return cmp.Compare(number(a), number(b)) })
		}
		d.rank[key] = map[string]int{"": len(values)} // last
		for i, v := range values {
			d.rank[key][v] = i
		}
	}
}

// standing returns the rank of a mode by its role; the paper's come first.
func (d *Drawn) standing(mode string) int {
	if role, ok := d.roles[mode]; ok {
		return slices.Index(rows, role)
	}
	return -1
}

func number(text string) float64 {
	x, _ := strconv.ParseFloat(text, 64)
	return x
}

// tuples lists the combinations of values of some keys that cells have, in order. An incomplete
// combination is left out if a complete one agrees with it; its numbers appear there too.
func (d *Drawn) tuples(keys []string, cells []Cell, fill bool) (list []place) {
	seen := map[string]bool{}
	for _, c := range cells {
		t := place{}
		for _, key := range keys {
			t[key] = c.at[key]
		}
		if name := fmt.Sprint(t); !seen[name] {
			seen[name] = true
			list = append(list, t)
		}
	}
	if fill {
		all := slices.Clone(list)
		list = slices.DeleteFunc(list, func(t place) bool {
			return slices.ContainsFunc(all, func(other place) bool { return d.fuller(other, t, keys) })
		})
	}
	slices.SortStableFunc(list, func(a, b place) int {
		for _, key := range keys {
			if by := cmp.Compare(d.rank[key][a[key]], d.rank[key][b[key]]); by != 0 {
				return by
			}
		}
		return 0
	})
	return list
}

// fuller reports whether a tuple has all values of another, and more.
func (d *Drawn) fuller(a, b place, keys []string) bool {
	more := false
	for _, key := range keys {
		if b[key] != "" && a[key] != b[key] {
			return false
		}
		more = more || b[key] == "" && a[key] != ""
	}
	return more
}

// fits reports whether a number belongs to a tuple.
func (c Cell) fits(t place) bool {
	for key, value := range t {
		if own := c.at[key]; own != "" && own != value {
			return false
		}
	}
	return true
}

// Coverage counts the printed numbers that this project has measured.
type Coverage struct {
	Printed, Measured int
	Lacks             []Lack // reasons for the others
}

// Lack is the reason why some printed numbers are not measured.
type Lack struct {
	Numbers int
	Why     string
}

// String describes the coverage in one line.
func (c Coverage) String() string {
	text := fmt.Sprintf("%d of %d printed numbers measured", c.Measured, c.Printed)
	for _, l := range c.Lacks {
		text += fmt.Sprintf("; %d: %s", l.Numbers, l.Why)
	}
	return text
}

// Coverage counts the printed numbers for which the mode of that method has a mean.
func (d *Drawn) Coverage() (all Coverage) {
	of := map[string]int{}
	for _, c := range d.Cells {
		if !c.Printed {
			continue
		}
		all.Printed++
		why := d.lack(c)
		if why == "" {
			all.Measured++
			continue
		}
		if of[why]++; of[why] == 1 {
			all.Lacks = append(all.Lacks, Lack{Why: why})
		}
	}
	for i := range all.Lacks {
		all.Lacks[i].Numbers = of[all.Lacks[i].Why]
	}
	return all
}

// lack returns the reason why a printed number is not measured; empty if it is.
func (d *Drawn) lack(printed Cell) string {
	if why := d.absent(printed.at); why != "" {
		return why
	}
	name := strings.TrimPrefix(strings.TrimPrefix(printed.at[method.ByMode], paper), ": ")
	modes := d.standFor(name)
	if modes == nil {
		return "no mode measures " + name
	}
	why := ""
	for _, mode := range modes {
		at := maps.Clone(printed.at)
		at[method.ByMode] = mode
		for _, at := range []place{at, d.same(at)} {
			why = cmp.Or(why, d.absent(at))
			for _, c := range d.Cells {
				if c.Printed || !c.fits(at) {
					continue
				}
				if c.Mean.Runs > 0 {
					return ""
				}
				why = c.Why
			}
		}
	}
	return cmp.Or(why, "no run of "+modes[0]+" is planned")
}

// same returns the place with the runs for another place, by the exhibit's Same.
func (d *Drawn) same(at place) place {
	at = maps.Clone(at)
	for key, value := range at {
		if same, ok := d.Same[key+"="+value]; ok {
			_, at[key], _ = strings.Cut(same, "=")
		}
	}
	return at
}

// standFor lists the modes for a printed name, as named in the layout.
func (d *Drawn) standFor(name string) (modes []string) {
	if name == "" {
		return []string{"published"}
	}
	name, free := strings.CutSuffix(name, withoutPrivacy)
	for _, m := range d.methods {
		for mode := range strings.FieldsSeq(m.Called[name]) {
			if free {
				mode = "nonprivate"
			}
			if m.Name != d.Method.Name {
				mode = m.Name + " " + mode
			}
			modes = append(modes, mode)
		}
	}
	return modes
}
