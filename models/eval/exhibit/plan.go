// Package exhibit draws the tables and figures of papers from stored trials, as methods declare
// them in [method.Method.Exhibits].
//
//	e, err := exhibit.Find(privdpr.Method, "Table 2")
//	p, err := exhibit.Plan(all.Methods(), privdpr.Method, e)
//	d := p.Draw(results, nil)
//	fmt.Print(d)
//
// A plan holds the trials of an exhibit, and reports the missing ones. The drawn exhibit is a text,
// an HTML table, a file of values, or a figure. A cell without a number has a reason.
package exhibit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/nearest"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/study"
)

// Find returns the exhibit of that name.
func Find(m method.Method, name string) (method.Exhibit, error) {
	var names []string
	for _, e := range m.Exhibits {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	if names == nil {
		return method.Exhibit{}, fmt.Errorf("exhibit: %s declares no tables and no figures", m.Name)
	}
	return method.Exhibit{}, fmt.Errorf("exhibit: %s has no %s; %s", m.Name, name, nearest.Hint(name, names))
}

// Planned is an exhibit with its trials.
type Planned struct {
	method.Exhibit
	Method  method.Method
	Trials  []trial.Trial // seeds vary slowest
	methods []method.Method
	places  map[trial.Trial]place // by canonical trial without its seed
	short   map[[4]string]string  // canonical variants, by method, mode, protocol and variant
}

// place holds values of keys. A missing key stands for all of its values.
type place map[string]string

// Plan lists the trials of an exhibit, whose studies use the given methods. It reads no data.
func Plan(methods []method.Method, m method.Method, e method.Exhibit) (*Planned, error) {
	if !slices.ContainsFunc(methods, func(x method.Method) bool { return x.Name == m.Name }) {
		methods = append(slices.Clone(methods), m)
	}
	methods = append(slices.Clone(methods), trial.Originals)
	p := &Planned{Exhibit: e, Method: m, methods: methods, places: map[trial.Trial]place{}, short: map[[4]string]string{}}
	if e.Unmade != "" {
		return p, nil
	}
	if x, err := trial.ProtocolOf(e.Protocol); err != nil {
		return nil, fmt.Errorf("exhibit: %s of %s: %w", e.Name, m.Name, err)
	} else if i := slices.IndexFunc(e.Values, func(v string) bool {
		return !slices.ContainsFunc(x.Values, func(known trial.Value) bool { return known.Name == v })
	}); i >= 0 {
		return nil, fmt.Errorf("exhibit: %s of %s: %s does not measure %q", e.Name, m.Name, e.Protocol, e.Values[i])
	}
	seen, taken := map[trial.Trial]bool{}, map[string]trial.Trial{}
	for i := range e.Studies {
		s := e.Studies[i]
		if len(s.Protocols) == 0 {
			s.Protocols = []string{e.Protocol}
		}
		list, err := trial.List(methods, s)
		if err != nil {
			return nil, fmt.Errorf("exhibit: %s of %s: %w", e.Name, m.Name, err)
		}
		for _, t := range list {
			c := p.canonical(t)
			if seen[c] {
				continue
			}
			seen[c] = true
			p.Trials = append(p.Trials, t)
			c.Seed = 0
			if p.places[c] == nil {
				at := p.at(s, t)
				other, ok := taken[p.name(at)]
				if ok {
					return nil, fmt.Errorf("exhibit: %s of %s: %v and %v have one place", e.Name, m.Name, other, t)
				}
				taken[p.name(at)], p.places[c] = t, at
			}
		}
	}
	slices.SortStableFunc(p.Trials, func(a, b trial.Trial) int { return int(a.Seed) - int(b.Seed) })
	return p, nil
}

// canonical returns the canonical form of the trial.
func (p *Planned) canonical(t trial.Trial) trial.Trial {
	m, err := method.Find(p.methods, t.Method)
	if err != nil {
		return t
	}
	key := [4]string{t.Method, t.Mode, t.Protocol, t.Variant}
	short, ok := p.short[key]
	if !ok {
		short = t.Canonical(m).Variant
		p.short[key] = short
	}
	t.Variant = ""
	t = t.Canonical(m)
	t.Variant = short
	return t
}

// keys returns the keys of the layout.
func (p *Planned) keys() []string { return slices.Concat(p.Panels, p.Down, p.Across) }

// name joins a place into one text.
func (p *Planned) name(at place) string {
	parts := lists.Map(p.keys(), func(key string) string { return at[key] })
	return strings.Join(parts, "\n")
}

// at returns the place of a study's trial, without the value. Settings for short runs are no keys.
func (p *Planned) at(s study.Study, t trial.Trial) place {
	at := place{method.ByData: t.Data, method.ByMode: t.Mode, method.ByGraphs: "all"}
	if t.Method != p.Method.Name {
		at[method.ByMode] = t.Method + " " + t.Mode
	}
	if t.Every > 1 {
		at[method.ByGraphs] = fmt.Sprintf("every %d", t.Every)
	}
	if t.Epsilon > 0 {
		at[method.ByEpsilon] = fmt.Sprint(t.Epsilon)
	}
	m, _ := method.Find(p.methods, t.Method)
	for setting, value := range settings(t.Variant) {
		if shown, ok := p.Same[setting+"="+value]; ok {
			setting, value, _ = strings.Cut(shown, "=")
		}
		if text := setting + "=" + value; !slices.Contains(m.Small, text) || varies(s, text) {
			at[setting] = value
		}
	}
	return at
}

// settings parses a variant.
func settings(variant string) map[string]string {
	all := map[string]string{}
	for text := range strings.SplitSeq(variant, ",") {
		if name, value, ok := strings.Cut(text, "="); ok {
			all[name] = value
		}
	}
	return all
}

// Kept returns the results of the exhibit's trials, by [trial.Current], with canonical trials.
func (p *Planned) Kept(results []trial.Result) map[trial.Trial]trial.Result {
	wanted := map[trial.Trial]bool{}
	for _, t := range p.Trials {
		wanted[p.canonical(t)] = true
	}
	own := lists.Filter(results, func(r trial.Result) bool { return wanted[p.canonical(r.Trial)] })
	own, _ = trial.Current(p.methods, own) // by the settings of each run, whatever its name
	kept := map[trial.Trial]trial.Result{}
	for _, r := range own {
		r.Trial = p.canonical(r.Trial)
		if old, ok := kept[r.Trial]; !ok || old.Error != "" {
			kept[r.Trial] = r
		}
	}
	return kept
}

// Missing lists the trials without a result, including failed ones.
func (p *Planned) Missing(results []trial.Result) []trial.Trial {
	kept := p.Kept(results)
	return lists.Filter(p.Trials, func(t trial.Trial) bool {
		r, ok := kept[p.canonical(t)]
		return !ok || r.Error != ""
	})
}

// ErrNoSmall: no data set of the program fits the exhibit.
var ErrNoSmall = errors.New("has no small size")

// Small returns the exhibit with very short trials and without printed numbers: on one built-in
// data set, with one seed, one or two ε, two values of the first varied setting and one of the
// others, and the methods' settings for short runs. It shows that the trials run and how the
// exhibit looks; its numbers have no meaning.
func Small(methods []method.Method, e method.Exhibit) (method.Exhibit, error) {
	if e.Unmade != "" {
		return e, fmt.Errorf("exhibit: %s is not made here: %s", e.Name, e.Unmade)
	}
	x, err := trial.ProtocolOf(e.Protocol)
	if err != nil {
		return e, fmt.Errorf("exhibit: %w", err)
	}
	name := "made-up" // both are built in
	if x.OfCollections() {
		name = "karate"
	}
	likeBoth := graph.CollectionOf(&graph.Network{Graph: &graph.Graph{}, Attrs: &graph.Attributes{}, Labels: []int32{}})
	if why := x.Unfit(likeBoth); why != "" {
		return e, fmt.Errorf("exhibit: %s %w: %s %s", e.Name, ErrNoSmall, name, why)
	}
	e.About += "; SMALL: on the data set " + name + ", with short settings, so that no number of it compares with the paper's"
	most := 1 // values of ε
	if slices.Contains(e.Across, method.ByEpsilon) {
		most = 2
	}
	e.Printed, e.Absent = nil, nil
	var studies []study.Study
	for _, s := range e.Studies {
		s.Data, s.Every, s.Seeds, s.Deltas = []string{name}, 0, study.Seeds(1), nil
		s.Epsilons = s.Epsilons[:min(most, len(s.Epsilons))]
		vary := slices.Clone(s.Vary)
		for i := range vary {
			vary[i].Values = vary[i].Values[:min(max(2-i, 1), len(vary[i].Values))]
		}
		s.Vary = slices.DeleteFunc(vary, func(a study.Axis) bool { return e.Same[a.Setting+"="+a.Values[0]] != "" }) // of one data set each
		for _, name := range s.Methods {
			own := s
			own.Methods = []string{name}
			if m, err := method.Find(methods, name); err == nil {
				own.Variants = brief(m, s)
			}
			studies = append(studies, own)
		}
	}
	e.Studies = studies
	return e, nil
}

// brief returns the variants of a study with the settings for short runs that the modes have and
// the study does not vary.
func brief(m method.Method, s study.Study) []string {
	var list []string
	for _, text := range m.Small {
		if !varies(s, text) && slices.ContainsFunc(s.Modes, func(mode string) bool {
			x, err := m.Mode(mode)
			if err == nil {
				_, err = method.Set(x.Config(), text)
			}
			return err == nil
		}) {
			list = append(list, text)
		}
	}
	variants := slices.Clone(s.Variants)
	if variants == nil {
		variants = []string{""}
	}
	for i, v := range variants {
		variants[i] = strings.Trim(v+","+strings.Join(list, ","), ",")
	}
	return variants
}

// varies reports whether a study has several values of the setting in a text such as "Epochs=1".
func varies(s study.Study, text string) bool {
	name, _, _ := strings.Cut(text, "=")
	return slices.ContainsFunc(s.Vary, func(a study.Axis) bool { return strings.EqualFold(a.Setting, name) })
}
