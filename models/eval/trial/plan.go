package trial

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/nearest"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/study"
)

// compared are the roles in comparisons.
var compared = []method.Role{method.Published, method.Strict, method.NonPrivate, method.Null}

// Plan checks studies as a whole and lists their trials without repetition. Seeds vary slowest, so
// that half of the list has half of the seeds of every setting. An impossible study is an error.
func (b *Bench) Plan(studies ...study.Study) ([]Trial, error) {
	if b == nil {
		return nil, errors.New("trial: no bench")
	}
	return list(b.Methods, b.data, b.Skip, studies)
}

// List is [Bench.Plan] without opening the data. Missing or unsuitable data are found when the
// trials run.
func List(methods []method.Method, studies ...study.Study) ([]Trial, error) {
	return list(methods, func(Source) (opened, error) { return opened{}, nil }, nil, studies)
}

func list(methods []method.Method, open func(Source) (opened, error), skip func(what, why string), studies []study.Study) (all []Trial, err error) {
	if len(studies) == 0 {
		return nil, errors.New("trial: no study")
	}
	type planned struct {
		seeds  []uint64
		trials []Trial // the first seed only
	}
	var plans []planned
	for _, s := range studies {
		p, err := checked(s, methods, open)
		if err != nil {
			return nil, fmt.Errorf("study: %w", err)
		}
		p.skip = skip
		trials, err := p.trials(p.Seeds[0])
		if err != nil {
			return nil, fmt.Errorf("study: %w", err)
		}
		plans = append(plans, planned{p.Seeds, trials})
	}
	seen := map[Trial]bool{}
	for i := 0; slices.ContainsFunc(plans, func(p planned) bool { return i < len(p.seeds) }); i++ {
		for _, p := range plans {
			for _, t := range p.trials {
				if i >= len(p.seeds) || i > 0 && t.Data == Worlds { // one audit for each
					continue
				}
				if t.Seed = p.seeds[i]; !seen[t] {
					seen[t] = true
					all = append(all, t)
				}
			}
		}
	}
	return all, nil
}

// plan is a study with resolved names.
type plan struct {
	study.Study
	methods   []method.Method
	data      map[string]opened
	protocols []Protocol
	explicit  bool // named in the study
	skip      func(what, why string)
	audits    bool // all protocols are audits
}

// checked resolves every name and checks every number.
func checked(s study.Study, methods []method.Method, open func(Source) (opened, error)) (p plan, err error) {
	p = plan{Study: s, data: map[string]opened{}, explicit: len(s.Protocols) > 0}
	if err := errors.Join(once("methods", s.Methods), once("modes", s.Modes), once("data", s.Data), once("protocols", s.Protocols),
		once("epsilons", s.Epsilons), once("deltas", s.Deltas), once("seeds", s.Seeds), once("variants", s.Variants)); err != nil {
		return p, err
	}
	if len(s.Methods) == 0 {
		return p, errors.New("no methods")
	}
	for _, name := range s.Methods {
		m, err := method.Find(methods, name)
		if err != nil {
			return p, err
		}
		p.methods = append(p.methods, m)
	}
	p.audits = p.explicit
	for _, name := range s.Protocols {
		x, err := ProtocolOf(name)
		if err != nil {
			return p, err
		}
		p.protocols = append(p.protocols, x)
		p.audits = p.audits && x.IsAudit()
	}
	if err := p.checkModes(); err != nil {
		return p, err
	}
	if !p.explicit {
		p.protocols = slices.DeleteFunc(Protocols(), Protocol.IsAudit)
	}
	for _, eps := range s.Epsilons {
		if !(eps >= 0) || math.IsInf(eps, 1) {
			return p, fmt.Errorf("epsilons: %v is not a valid ε; want numbers above 0", eps)
		}
	}
	for _, delta := range s.Deltas {
		if !(delta > 0 && delta < 1) {
			return p, fmt.Errorf("deltas: %v is not a valid δ; want numbers between 0 and 1", delta)
		}
	}
	if len(s.Data) == 0 && !p.audits {
		return p, errors.New("no data")
	}
	of := func(what func(opened) bool) bool { // whether it holds for any of the data, or is unknown
		return slices.ContainsFunc(s.Data, func(name string) bool { return p.data[name].Collection == nil || what(p.data[name]) })
	}
	for _, name := range s.Data {
		if p.data[name], err = open(Source{name, s.Nodes, s.Reading()}); err != nil {
			return p, err
		}
	}
	if s.Nodes != "" && !of(func(d opened) bool { return d.file }) {
		return p, errors.New("nodes: none of the data is a file")
	}
	if s.Reading() != "" && !of(func(d opened) bool { return d.file }) {
		return p, fmt.Errorf("%s: none of the data is a file", s.Read[0].Setting)
	}
	if s.Every < 0 || s.Every != 0 && !of(opened.several) {
		return p, errors.New("every: none of the data is a collection of graphs, or it is below 0")
	}
	if len(p.Deltas) == 0 {
		p.Deltas = []float64{0}
	}
	for i, delta := range p.Deltas {
		if delta == float64(Delta) {
			p.Deltas = slices.Clone(p.Deltas)
			p.Deltas[i] = 0 // the form of all results with that δ
		}
	}
	if len(p.Seeds) == 0 {
		p.Seeds = []uint64{1}
	}
	if len(p.Variants) == 0 {
		p.Variants = []string{""}
	}
	return p, p.checkSettings()
}

// once refuses repeated values.
func once[T cmp.Ordered](what string, list []T) error {
	seen := map[T]bool{}
	for _, x := range list {
		if seen[x] {
			return fmt.Errorf("%s: %v is given twice", what, x)
		}
		seen[x] = true
	}
	return nil
}

// checkModes refuses modes that no method has, and methods without any of the modes.
func (p *plan) checkModes() error {
	var all []string
	for _, m := range p.methods {
		all = append(all, m.ModeNames()...)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	for _, mode := range p.Modes {
		if !slices.Contains(all, mode) {
			return fmt.Errorf("no mode %q in %s; %s", mode, strings.Join(p.Methods, ", "), nearest.Hint(mode, all))
		}
	}
	for _, m := range p.methods {
		if len(p.modesOf(m)) == 0 {
			want := "modes " + strings.Join(p.Modes, ", ")
			if p.audits && len(p.Modes) == 0 {
				want = "private modes"
			} else if len(p.Modes) == 0 {
				want = fmt.Sprintf("roles %v", compared)
			}
			return fmt.Errorf("%s has none of the %s; it has the modes %s", m.Name, want, strings.Join(m.ModeNames(), ", "))
		}
	}
	return nil
}

// modesOf returns the modes of a method in the study; by default the first mode of each compared
// role, and for audits all private modes.
func (p *plan) modesOf(m method.Method) (list []method.Mode) {
	for _, name := range p.Modes {
		if mode, err := m.Mode(name); err == nil {
			list = append(list, mode)
		}
	}
	switch {
	case len(p.Modes) > 0:
		return list
	case p.audits:
		return slices.DeleteFunc(slices.Clone(m.Modes), func(x method.Mode) bool { return x.Plain })
	}
	for _, role := range compared {
		if i := slices.IndexFunc(m.Modes, func(x method.Mode) bool { return x.Role == role }); i >= 0 {
			list = append(list, m.Modes[i])
		}
	}
	return list
}

// checkSettings refuses settings that no mode has, and repeated settings.
func (p *plan) checkSettings() error {
	var known []string
	for _, m := range p.methods {
		for _, mode := range p.modesOf(m) {
			settings, err := method.Settings(mode.Config())
			if err != nil {
				return err
			}
			known = append(known, lists.Map(settings, func(s method.Setting) string { return s.Name })...)
		}
	}
	slices.Sort(known)
	known = slices.Compact(known)
	for _, variant := range p.Variants {
		all := p.axes(variant)
		for i, a := range all {
			switch {
			case !slices.ContainsFunc(known, func(name string) bool { return strings.EqualFold(a.Setting, name) }):
				return fmt.Errorf("vary: none of the modes has a setting %q; %s", a.Setting, nearest.Hint(a.Setting, known))
			case slices.ContainsFunc(all[:i], func(b study.Axis) bool { return strings.EqualFold(a.Setting, b.Setting) }):
				return fmt.Errorf("vary: %s is given twice", a.Setting)
			case len(a.Values) == 0:
				return fmt.Errorf("vary: %s takes no values", a.Setting)
			}
			if i := slices.IndexFunc(a.Values, func(v string) bool { return strings.ContainsAny(v, ",\n") }); i >= 0 {
				return fmt.Errorf("vary: %s=%q: a value has no comma", a.Setting, a.Values[i])
			}
			if err := once("vary: "+a.Setting, a.Values); err != nil {
				return err
			}
		}
	}
	return nil
}

// axes returns the fixed settings of a variant, and the varied ones.
func (p *plan) axes(variant string) (all []study.Axis) {
	for _, s := range strings.Split(variant, ",") {
		if name, value, ok := strings.Cut(s, "="); ok || variant != "" {
			all = append(all, study.Axis{Setting: name, Values: []string{value}})
		}
	}
	return append(all, p.Vary...)
}

// variants returns the combinations of the mode's settings, in the form of [Trial.Variant].
func (p *plan) variants(m method.Method, mode method.Mode) (variants []string, err error) {
	for _, v := range p.Variants {
		some := []string{""}
		for _, a := range p.axes(v) {
			if some, err = times(some, mode, a); err != nil {
				return nil, fmt.Errorf("vary: %s/%s: %w", m.Name, mode.Name, err)
			}
		}
		if err := once("vary", some); err != nil {
			return nil, fmt.Errorf("%w, written in two ways", err)
		}
		variants = append(variants, some...)
	}
	return variants, nil
}

// times combines variants with each value of a setting, if the mode has it.
func times(variants []string, mode method.Mode, a study.Axis) (longer []string, err error) {
	settings, err := method.Settings(mode.Config())
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(settings, func(s method.Setting) bool { return strings.EqualFold(s.Name, a.Setting) })
	if i < 0 {
		return variants, nil
	}
	for _, v := range variants {
		for _, value := range a.Values {
			config, err := method.Set(mode.Config(), a.Setting+"="+value)
			if err != nil {
				return nil, err
			}
			settings, err := method.Settings(config)
			if err != nil {
				return nil, err
			}
			longer = append(longer, strings.TrimPrefix(v+","+settings[i].String(), ",")) // in the mode's format
		}
	}
	return longer, nil
}

// budgets returns the values of ε for a mode.
func (p *plan) budgets(m method.Method, mode method.Mode) ([]float64, error) {
	above := slices.DeleteFunc(slices.Clone(p.Epsilons), func(eps float64) bool { return eps == 0 })
	switch {
	case mode.Plain:
		return []float64{0}, nil
	case mode.Role == method.Null && len(p.Epsilons) == 0:
		return []float64{0}, nil
	case mode.Role == method.Null:
		return p.Epsilons, nil
	case len(above) == 0:
		return nil, fmt.Errorf("no epsilons above 0, which %s/%s needs", m.Name, mode.Name)
	}
	return above, nil
}

// why returns the reason why a protocol cannot measure a method on some data; empty if it can.
func (p *plan) why(x Protocol, m method.Method, name string) string {
	switch {
	case !x.measures(m):
		return fmt.Sprintf("%s is about a release of the kind %s, and %s releases %s", x.Name, x.Of, m.Name, m.Releases)
	case x.Of != m.Releases && !p.explicit:
		return fmt.Sprintf("%s is not of what %s is for", x.Name, m.Name)
	}
	if d := p.data[name]; d.Collection != nil {
		if unfit := x.Unfit(d.Collection); unfit != "" {
			return name + " " + unfit
		}
	}
	return ""
}

// trials lists the trials of one seed. It skips impossible ones, unless nothing else is left or
// Skip is nil.
func (p *plan) trials(seed uint64) (all []Trial, err error) {
	var skipped [][2]string // skipped trials, with the reason
	whys := map[string]string{}
	covered := map[[2]string]bool{} // method and data
	for _, x := range p.protocols {
		used, before := false, len(skipped)
		sets := p.Data
		if x.IsAudit() {
			sets = []string{Worlds}
		}
		for _, name := range sets {
			for _, m := range p.methods {
				if !x.IsAudit() {
					if why := p.why(x, m, name); why != "" {
						whys[x.Name] = why
						if p.explicit && x.Of == m.Releases {
							skipped = append(skipped, [2]string{x.Name + " of " + m.Name + " on " + name, why})
						}
						continue
					}
				}
				covered[[2]string{m.Name, name}] = true
				for _, mode := range p.modesOf(m) {
					if x.IsAudit() && mode.Plain {
						continue
					}
					why := x.unfitMode(mode)
					if d := p.data[name]; why == "" && mode.Featured && d.Collection != nil && d.Graphs[0].Attrs == nil {
						why = name + " has nodes without features"
					}
					if why != "" {
						whys[x.Name] = why
						skipped = append(skipped, [2]string{fmt.Sprintf("%s of %s/%s on %s", x.Name, m.Name, mode.Name, name), why})
						continue
					}
					list, err := p.of(x, m, mode, name, seed)
					if err != nil {
						return nil, err
					}
					used = true
					all = append(all, list...)
				}
			}
		}
		if p.explicit && !used && len(skipped) == before {
			return nil, fmt.Errorf("protocol %s measures nothing: %s", x.Name, cmp.Or(whys[x.Name], "no mode of the study is private"))
		}
	}
	for _, name := range p.Data {
		for _, m := range p.methods {
			if covered[[2]string{m.Name, name}] || p.explicit && slices.ContainsFunc(p.protocols, func(x Protocol) bool { return x.Of == m.Releases }) {
				continue // or reported by protocol
			}
			why := fmt.Sprintf("no protocol is about a release of the kind %s", m.Releases)
			if i := slices.IndexFunc(p.protocols, func(x Protocol) bool { return x.Of == m.Releases }); i >= 0 {
				why = p.why(p.protocols[i], m, name)
			}
			skipped = append(skipped, [2]string{m.Name + " on " + name, why})
		}
	}
	for _, x := range skipped {
		if p.skip == nil || len(all) == 0 {
			return nil, fmt.Errorf("%s cannot be measured: %s", x[0], x[1])
		}
		p.skip(x[0], x[1])
	}
	return all, nil
}

// of lists and checks the trials of a mode.
func (p *plan) of(x Protocol, m method.Method, mode method.Mode, name string, seed uint64) (list []Trial, err error) {
	budgets, err := p.budgets(m, mode)
	if err != nil {
		return nil, err
	}
	variants, err := p.variants(m, mode)
	if err != nil {
		return nil, err
	}
	d := p.data[name]
	base := Trial{Protocol: x.Name, Method: m.Name, Mode: mode.Name, Data: name, Seed: seed}
	if x.OfCollections() && !d.single() {
		base.Every = p.Every
	}
	if !x.IsAudit() && (d.file || d.Collection == nil) {
		base.Nodes, base.Reading = p.Nodes, p.Reading()
	}
	deltas := p.Deltas
	switch {
	case mode.Plain:
		deltas = deltas[:1]
	case !x.IsAudit() && d.Collection != nil:
		if err := method.Declared(name, base.Nodes, mode.Relation, d.Collection); err != nil {
			return nil, err
		}
	}
	for _, variant := range variants {
		for _, delta := range deltas {
			for _, eps := range budgets {
				t := base
				t.Variant, t.Delta, t.Epsilon = variant, delta, eps
				if eps == 0 { // such as that of a control
					t.Delta = 0
				}
				if err := t.Check(m); err != nil {
					return nil, fmt.Errorf("%v: %w", t, err)
				}
				list = append(list, t)
			}
		}
	}
	return list, nil
}
