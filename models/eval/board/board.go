// Package board generates the board: a page of stored trials with utility, the three values of ε,
// a null control and the non-private method.
//
// [Read] reads folders of results, as [trial.Grid] and the notebooks keep them; [Of] makes a
// [Board] of them; [Board.WriteHTML] writes one HTML file that asks for nothing else.
//
// Trials that differ in their seeds alone are one row. Rows are compared with others of the
// same protocol, data and split of the nodes. A row without a proved ε is never ranked
// together with rows that have one.
package board

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/statistics/question"
)

// Board is the data of the page: rows refer to protocols, methods and other rows by index.
type Board struct {
	Sources   []Source     `json:"sources"`
	Notes     []string     `json:"notes"` // remarks on the stores
	Tasks     []trial.Task `json:"tasks"`
	Protocols []Protocol   `json:"protocols"`
	Modes     []Mode       `json:"modes"`
	Rows      []Row        `json:"rows"`
	// References are lists of rows to compare with: null controls, or runs without privacy.
	References [][]int  `json:"references"`
	Whys       []string `json:"whys"` // reasons why nothing is proved of some rows
}

// Source is a store of the board.
type Source struct {
	Name   string `json:"name"`
	Trials int    `json:"trials"`
}

// Protocol is a protocol of the board.
type Protocol struct {
	Name   string     `json:"name"`
	About  string     `json:"about"`
	Task   trial.Task `json:"task"`
	Values []Value    `json:"values"`
	// Meanings define the values.
	Meanings []string `json:"meanings"`
}

// Value is a value of a protocol.
type Value struct {
	Name      string          `json:"name"`
	Unit      string          `json:"unit,omitempty"`
	Better    trial.Direction `json:"better"`
	ByFactors bool            `json:"factors,omitempty"`
}

// Mode is a mode of a method.
type Mode struct {
	Method   string      `json:"method"`
	Mode     string      `json:"mode"`
	Paper    string      `json:"paper,omitempty"`
	About    string      `json:"about"`
	Role     method.Role `json:"role"`
	Color    int         `json:"color"`          // index of its method
	Relation string      `json:"relation"`       // "none" where nothing is protected
	Also     []string    `json:"also,omitempty"` // further relations
	Why      string      `json:"why,omitempty"`  // nothing is proved
	Attacked string      `json:"b,omitempty"`    // audits of the mode that belong to no row
}

// Row is a set of trials that differ only in seeds.
type Row struct {
	Protocol int     `json:"p"`
	Mode     int     `json:"m"`
	Source   int     `json:"f"`
	Data     string  `json:"d"`
	Split    string  `json:"s,omitempty"` // split of the nodes, sampling of a collection, or statistic: rows with other values are other tasks
	Every    int     `json:"k,omitempty"` // every k-th graph of a collection
	Variant  string  `json:"v,omitempty"` // other settings that differ from the mode's
	Settings string  `json:"o,omitempty"` // all settings, in the order of the trial
	Aside    bool    `json:"a,omitempty"` // an ablation: another row has the mode's own settings
	Epsilon  float64 `json:"e"`           // requested ε
	Delta    float64 `json:"δ"`
	Claimed  Number  `json:"c"` // largest over the seeds
	Proved   Number  `json:"q"`
	Why      int     `json:"r,omitempty"` // reason why nothing is proved: index in Whys plus 1, if the mode does not give it for all its runs
	// Audited is the largest lower bound on ε from audits of the mode with the same settings and
	// budget, or NaN without an audit. Attacked describes that audit, or other audits of the mode,
	// or says why none exists.
	Audited  Number `json:"u"`
	Attacked string `json:"b,omitempty"`
	Failed   int    `json:"g,omitempty"` // failed trials
	// Seeds, and the values for each; NaN if missing.
	Seeds   []uint64 `json:"n"`
	Values  []Number `json:"x"` // first value for all seeds, then the second value …
	Seconds Number   `json:"t"` // mean, rounded
	// Null and NonPrivate are indices in References.
	Null       int      `json:"z"`
	NonPrivate int      `json:"y"`
	Printed    []string `json:"w,omitempty"` // what the method's paper printed: place of the value, ":", table and number
}

// key identifies the trials of a row.
type key struct {
	protocol, method, mode, data, variant string
	epsilon, delta                        float64
	every                                 int
}

// Of builds the board of some stores, by [trial.Current]. Notes list what is left out.
func Of(stores []trial.Store, methods []method.Method) (*Board, error) {
	b := &Board{Notes: []string{}, Whys: []string{}}
	m := maker{Board: b, methods: append(slices.Clone(methods), trial.Originals), trials: map[key]map[uint64]trial.Result{}, failed: map[key]int{}, source: map[trial.Trial]int{}, modes: map[[2]string]int{}}
	var all []trial.Result
	for i, s := range stores {
		b.Sources = append(b.Sources, Source{s.Name, len(s.Results)})
		for _, r := range s.Results {
			if _, ok := m.source[r.Trial]; !ok {
				m.source[r.Trial] = i
			}
		}
		all = append(all, s.Results...)
	}
	results, left := trial.Current(m.methods, all)
	if err := m.add(results, left); err != nil {
		return nil, err
	}
	for _, why := range slices.Sorted(maps.Keys(left)) {
		b.Notes = append(b.Notes, fmt.Sprintf("%d trial%s: %s", left[why], map[bool]string{false: "s"}[left[why] == 1], why))
	}
	if len(m.trials) == 0 {
		return nil, fmt.Errorf("board: %w that the board could show%s", trial.ErrEmpty, strings.Join(append([]string{""}, b.Notes...), "; "))
	}
	b.protocols(m.trials)
	if err := m.rows(); err != nil {
		return nil, err
	}
	if err := m.audited(); err != nil {
		return nil, err
	}
	b.aside()
	b.refer()
	b.color(m.methods)
	return b, nil
}

// maker collects trials.
type maker struct {
	*Board
	methods []method.Method
	trials  map[key]map[uint64]trial.Result // by seed
	failed  map[key]int
	source  map[trial.Trial]int // first store with the trial
	modes   map[[2]string]int   // indices in Modes
}

// add adds results, and counts failures as left out.
func (m *maker) add(results []trial.Result, left map[string]int) error {
	for _, r := range results {
		k := key{r.Protocol, r.Method, r.Mode, r.Data, r.Variant, r.Epsilon, cmp.Or(r.Delta, float64(trial.Delta)), r.Every}
		if r.Error != "" {
			m.failed[k]++
			left[fmt.Sprintf("of %s/%s failed: %s", r.Method, r.Mode, brief(r.Error))]++
			continue
		}
		if m.trials[k] == nil {
			m.trials[k] = map[uint64]trial.Result{}
		}
		m.trials[k][r.Seed] = r
		name := [2]string{r.Method, r.Mode}
		if _, ok := m.modes[name]; ok {
			continue
		}
		x, err := method.Find(m.methods, r.Method)
		if err != nil {
			return fmt.Errorf("board: %w", err)
		}
		mode, err := x.Mode(r.Mode)
		if err != nil {
			return fmt.Errorf("board: %w", err)
		}
		m.modes[name] = len(m.Modes)
		m.Modes = append(m.Modes, modeOf(x, mode))
	}
	return nil
}

// brief returns the first line of an error.
func brief(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if r := []rune(line); len(r) > 200 {
		return string(r[:200]) + "…"
	}
	return line
}

// modeOf describes a mode.
func modeOf(x method.Method, mode method.Mode) Mode {
	m := Mode{Method: x.Name, Mode: mode.Name, Paper: x.Paper, About: mode.About, Role: mode.Role, Relation: "none", Why: mode.Why()}
	for i, r := range mode.Relations() {
		if i == 0 {
			m.Relation = r.String()
		} else {
			m.Also = append(m.Also, r.String())
		}
	}
	return m
}

// protocols lists the protocols of the trials and their values.
func (b *Board) protocols(trials map[key]map[uint64]trial.Result) {
	values := map[string]map[string]bool{}
	for k, seeds := range trials {
		if values[k.protocol] == nil {
			values[k.protocol] = map[string]bool{}
		}
		for _, r := range seeds {
			for name := range r.Values {
				values[k.protocol][name] = true
			}
		}
	}
	order := lists.Map(trial.Protocols(), func(p trial.Protocol) string { return p.Name })
	names := slices.Sorted(maps.Keys(values))
	slices.SortStableFunc(names, func(x, y string) int {
		return cmp.Compare(uint(slices.Index(order, x)), uint(slices.Index(order, y))) // unknown protocols last
	})
	for _, name := range names {
		known, err := trial.ProtocolOf(name)
		if err != nil {
			known = trial.Protocol{About: "a protocol that this version does not know", Task: trial.Task(name)}
		}
		p := Protocol{Name: name, About: known.About, Task: known.Task, Values: []Value{}, Meanings: []string{}}
		for _, v := range known.Values {
			if values[name][v.Name] {
				p.Values = append(p.Values, Value{v.Name, v.Unit, v.Better, v.ByFactors})
				delete(values[name], v.Name)
			}
		}
		for _, v := range slices.Sorted(maps.Keys(values[name])) { // values that the protocol does not declare
			p.Values = append(p.Values, Value{Name: v})
		}
		for _, v := range p.Values {
			p.Meanings = append(p.Meanings, known.Value(v.Name).Meaning())
		}
		b.Protocols = append(b.Protocols, p)
	}
	for _, task := range trial.Tasks() {
		if slices.ContainsFunc(b.Protocols, func(p Protocol) bool { return p.Task == task }) {
			b.Tasks = append(b.Tasks, task)
		}
	}
	for _, p := range b.Protocols {
		if !slices.Contains(b.Tasks, p.Task) {
			b.Tasks = append(b.Tasks, p.Task)
		}
	}
}

// rows makes the rows.
func (m *maker) rows() error {
	for _, k := range slices.SortedFunc(maps.Keys(m.trials), compare) {
		p := slices.IndexFunc(m.Protocols, func(p Protocol) bool { return p.Name == k.protocol })
		split, variant := divided(k.variant)
		if k.protocol == trial.Answers {
			split = asked(variant)
		}
		if k.every > 1 {
			split = strings.TrimPrefix(fmt.Sprintf("%s, every %d. graph", split, k.every), ", ")
		}
		r := Row{
			Protocol: p, Mode: m.modes[[2]string{k.method, k.mode}], Data: k.data, Split: split, Every: k.every, Variant: variant,
			Settings: k.variant, Audited: Number(math.NaN()), Failed: m.failed[k], Epsilon: k.epsilon, Delta: k.delta, Claimed: Number(math.Inf(-1)), Proved: Number(math.Inf(-1)),
			Seeds: slices.Sorted(maps.Keys(m.trials[k])),
		}
		for _, v := range m.Protocols[p].Values {
			for _, seed := range r.Seeds {
				x, ok := m.trials[k][seed].Values[v.Name]
				if !ok {
					x = math.NaN()
				}
				r.Values = append(r.Values, Number(x))
			}
		}
		r.Source = m.source[m.trials[k][r.Seeds[0]].Trial]
		x, err := method.Find(m.methods, k.method)
		if err != nil {
			return fmt.Errorf("board: %w", err)
		}
		for _, seed := range r.Seeds {
			t := m.trials[k][seed]
			r.Claimed, r.Proved = Number(max(float64(r.Claimed), t.Claimed)), Number(max(float64(r.Proved), t.Proved)) // NaN remains
			if mode := m.Modes[r.Mode]; r.Why == 0 && t.Reason != "" && t.Reason != mode.Why {
				at := slices.Index(m.Whys, t.Reason)
				if at < 0 {
					at, m.Whys = len(m.Whys), append(m.Whys, t.Reason)
				}
				r.Why = at + 1
			}
			r.Seconds += Number(t.Seconds / float64(len(r.Seeds)))
		}
		r.Seconds = Number(math.Round(float64(r.Seconds)*100) / 100)
		r.Printed = printed(x, k, m.Protocols[p].Values)
		m.Rows = append(m.Rows, r)
	}
	return nil
}

func compare(a, b key) int {
	return cmp.Or(cmp.Compare(a.protocol, b.protocol), cmp.Compare(a.data, b.data), cmp.Compare(a.every, b.every), cmp.Compare(a.method, b.method), cmp.Compare(a.mode, b.mode),
		cmp.Compare(a.variant, b.variant), cmp.Compare(a.epsilon, b.epsilon), cmp.Compare(a.delta, b.delta))
}

// divided removes the settings of the split from a variant.
func divided(variant string) (split, rest string) {
	var of, others []string
	for _, s := range strings.Split(variant, ",") {
		if strings.HasPrefix(s, "Split.") {
			of = append(of, s)
		} else if s != "" {
			others = append(others, s)
		}
	}
	return strings.Join(of, ","), strings.Join(others, ",")
}

// asked returns the statistic of a variant: answers to other statistics are other tasks.
func asked(variant string) string {
	const setting = "Statistic="
	for _, s := range strings.Split(variant, ",") {
		if strings.HasPrefix(s, setting) {
			return s
		}
	}
	return setting + question.Strict.Settings.Statistic
}

// printed lists the printed numbers of the method's paper for the same protocol, data, ε and
// variant.
func printed(x method.Method, k key, values []Value) (list []string) {
	for _, q := range x.Quoted() {
		i := slices.IndexFunc(values, func(v Value) bool { return v.Name == q.Value })
		if i >= 0 && q.Protocol == k.protocol && q.Data == k.data && q.Epsilon == k.epsilon && q.Variant == k.variant {
			list = append(list, fmt.Sprintf("%d:%s, %s: %v", i, q.Table, q.Method, q))
		}
	}
	return list
}
