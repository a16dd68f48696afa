package study

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/gdp/nearest"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/trial"
)

// compared are the roles by which methods are compared.
var compared = []method.Role{method.Published, method.Strict, method.NonPrivate, method.Null}

// Plan lists the trials of a study, which is checked as a whole: what no trial could mean
// is an error here. Half of the list holds half of the seeds of everything.
func (s Study) Plan(b *Bench) ([]trial.Trial, error) {
	if b == nil {
		return nil, errors.New("study: no bench")
	}
	p, err := s.checked(b)
	if err != nil {
		return nil, fmt.Errorf("study: %w", err)
	}
	trials, err := p.trials()
	if err != nil {
		return nil, fmt.Errorf("study: %w", err)
	}
	return trials, nil
}

// plan is a study whose names are known.
type plan struct {
	Study
	methods   []method.Method
	data      map[string]Data
	protocols []trial.Protocol
	explicit  bool // the study names them
}

// checked looks every name and number up.
func (s Study) checked(b *Bench) (p plan, err error) {
	p = plan{Study: s, data: map[string]Data{}, explicit: len(s.Protocols) > 0}
	for what, list := range map[string][]string{
		"methods": s.Methods, "modes": s.Modes, "data": s.Data, "protocols": s.Protocols,
		"epsilons": texts(s.Epsilons), "deltas": texts(s.Deltas), "seeds": texts(s.Seeds),
	} {
		if twice, ok := repeated(list); ok {
			return p, fmt.Errorf("%s: %s is there twice", what, twice)
		}
	}
	if len(s.Methods) == 0 {
		return p, errors.New("no methods")
	}
	for _, name := range s.Methods {
		m, err := method.Find(b.Methods, name)
		if err != nil {
			return p, err
		}
		p.methods = append(p.methods, m)
	}
	if err := p.checkModes(); err != nil {
		return p, err
	}
	audits := p.explicit
	for _, name := range s.Protocols {
		x, err := trial.ProtocolOf(name)
		if err != nil {
			return p, err
		}
		p.protocols = append(p.protocols, x)
		audits = audits && x.IsAudit()
	}
	if !p.explicit {
		p.protocols = slices.DeleteFunc(trial.Protocols(), trial.Protocol.IsAudit)
	}
	for _, eps := range s.Epsilons {
		if !(eps >= 0) || math.IsInf(eps, 1) {
			return p, fmt.Errorf("epsilons: %v is no ε; want numbers above 0", eps)
		}
	}
	for _, delta := range s.Deltas {
		if !(delta > 0 && delta < 1) {
			return p, fmt.Errorf("deltas: %v is no δ; want numbers between 0 and 1", delta)
		}
	}
	if len(s.Data) == 0 && !audits {
		return p, errors.New("no data")
	}
	for _, name := range s.Data {
		if p.data[name], err = b.data(name, s.Nodes); err != nil {
			return p, err
		}
	}
	if s.Nodes != "" && !slices.ContainsFunc(s.Data, func(name string) bool { return p.data[name].File }) {
		return p, errors.New("nodes: none of the data is a file")
	}
	if s.Every != 0 && !slices.ContainsFunc(s.Data, func(name string) bool { return p.data[name].Collection != nil }) {
		return p, errors.New("every: none of the data is a collection of graphs")
	}
	if len(p.Deltas) == 0 {
		p.Deltas = []float64{0}
	}
	for i, delta := range p.Deltas {
		if delta == float64(trial.Delta) {
			p.Deltas = slices.Clone(p.Deltas)
			p.Deltas[i] = 0 // as in all results of that δ
		}
	}
	if len(p.Seeds) == 0 {
		p.Seeds = []uint64{1}
	}
	return p, p.checkVary()
}

func repeated(list []string) (string, bool) {
	seen := map[string]bool{}
	for _, x := range list {
		if seen[x] {
			return x, true
		}
		seen[x] = true
	}
	return "", false
}

// checkModes refuses a mode that no method has, and a method without a mode.
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
			if len(p.Modes) == 0 {
				want = fmt.Sprintf("roles %v", compared)
			}
			return fmt.Errorf("%s has none of the %s; it has the modes %s", m.Name, want, strings.Join(m.ModeNames(), ", "))
		}
	}
	return nil
}

// modesOf are a method's modes among those that are asked for, or the first of each role that is
// compared.
func (p *plan) modesOf(m method.Method) (list []method.Mode) {
	for _, name := range p.Modes {
		if mode, err := m.Mode(name); err == nil {
			list = append(list, mode)
		}
	}
	if len(p.Modes) > 0 {
		return list
	}
	for _, role := range compared {
		if i := slices.IndexFunc(m.Modes, func(x method.Mode) bool { return x.Role == role }); i >= 0 {
			list = append(list, m.Modes[i])
		}
	}
	return list
}

// checkVary refuses a setting that no mode has, and values that are there twice.
func (p *plan) checkVary() error {
	var all []string
	for _, m := range p.methods {
		for _, mode := range p.modesOf(m) {
			settings, err := method.Settings(mode.Config())
			if err != nil {
				return err
			}
			for _, s := range settings {
				all = append(all, s.Name)
			}
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	for i, a := range p.Vary {
		if !slices.ContainsFunc(all, func(name string) bool { return strings.EqualFold(name, a.Setting) }) {
			return fmt.Errorf("vary: none of the modes has a setting %q; %s", a.Setting, nearest.Hint(a.Setting, all))
		}
		if twice, ok := repeated(a.Values); ok {
			return fmt.Errorf("vary: %s=%s is there twice", a.Setting, twice)
		}
		if slices.ContainsFunc(p.Vary[:i], func(b Axis) bool { return strings.EqualFold(a.Setting, b.Setting) }) {
			return fmt.Errorf("vary: %s is there twice", a.Setting)
		}
		if i := slices.IndexFunc(a.Values, func(v string) bool { return strings.ContainsAny(v, ",\n") }); i >= 0 {
			return fmt.Errorf("vary: %s=%q: a value has no comma", a.Setting, a.Values[i])
		}
		if len(a.Values) == 0 {
			return fmt.Errorf("vary: %s takes no values", a.Setting)
		}
	}
	return nil
}

// variants are the combinations of the settings that a mode has, as [trial.Trial.Variant].
func (p *plan) variants(m method.Method, mode method.Mode) ([]string, error) {
	variants := []string{""}
	for _, a := range p.Vary {
		settings, err := method.Settings(mode.Config())
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(settings, func(s method.Setting) bool { return strings.EqualFold(s.Name, a.Setting) }) {
			continue
		}
		var longer []string
		for _, v := range variants {
			for _, value := range a.Values {
				text, err := canonical(mode, a.Setting, value)
				if err != nil {
					return nil, fmt.Errorf("vary: %s/%s: %w", m.Name, mode.Name, err)
				}
				longer = append(longer, strings.TrimPrefix(v+","+text, ","))
			}
		}
		variants = longer
	}
	if twice, ok := repeated(variants); ok {
		return nil, fmt.Errorf("vary: %s is there twice, written in two ways", twice)
	}
	return variants, nil
}

// canonical writes a setting as the mode does.
func canonical(mode method.Mode, name, value string) (string, error) {
	config, err := method.Set(mode.Config(), name+"="+value)
	if err != nil {
		return "", err
	}
	settings, err := method.Settings(config)
	if err != nil {
		return "", err
	}
	i := slices.IndexFunc(settings, func(s method.Setting) bool { return strings.EqualFold(s.Name, name) })
	return settings[i].String(), nil
}

// budgets are the ε that a mode is run with.
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

// why says why a protocol cannot measure a method on some data; empty where it can.
func (p *plan) why(x trial.Protocol, m method.Method, name string) string {
	d := p.data[name]
	switch {
	case x.Of != m.Releases && !slices.Contains(m.Also, x.Of):
		return fmt.Sprintf("%s is about a release of the kind %s, and %s releases %s", x.Name, x.Of, m.Name, m.Releases)
	case x.Of != m.Releases && !p.explicit:
		return fmt.Sprintf("%s is not of what %s is for", x.Name, m.Name)
	}
	if unfit := x.Unfit(d.Network, d.Collection); unfit != "" {
		return name + " " + unfit
	}
	return ""
}

// trials lists them.
func (p *plan) trials() (all []trial.Trial, err error) {
	used, whys := map[string]bool{}, map[string]string{}
	covered := map[[2]string]bool{} // method and data
	for i, seed := range p.Seeds {
		for _, x := range p.protocols {
			sets := p.Data
			if x.IsAudit() {
				if sets = []string{trial.Worlds}; i > 0 {
					continue // one audit of each
				}
			}
			for _, name := range sets {
				for _, m := range p.methods {
					if !x.IsAudit() {
						if why := p.why(x, m, name); why != "" {
							whys[x.Name] = why
							continue
						}
					}
					covered[[2]string{m.Name, name}] = true
					for _, mode := range p.modesOf(m) {
						if x.IsAudit() && mode.Plain {
							continue
						}
						list, err := p.of(x, m, mode, name, seed)
						if err != nil {
							return nil, err
						}
						used[x.Name] = true
						all = append(all, list...)
					}
				}
			}
		}
	}
	for _, x := range p.protocols {
		if p.explicit && !used[x.Name] {
			if whys[x.Name] == "" {
				whys[x.Name] = "no mode of the study is private"
			}
			return nil, fmt.Errorf("protocol %s measures nothing: %s", x.Name, whys[x.Name])
		}
	}
	for _, name := range p.Data {
		for _, m := range p.methods {
			if !covered[[2]string{m.Name, name}] {
				var list []string
				for _, x := range p.protocols {
					if x.Of == m.Releases {
						list = append(list, p.why(x, m, name))
					}
				}
				if list == nil {
					list = []string{fmt.Sprintf("none is about a release of the kind %s", m.Releases)}
				}
				return nil, fmt.Errorf("no protocol measures %s on %s: %s", m.Name, name, list[0])
			}
		}
	}
	return all, nil
}

// of lists the trials of a mode, and checks them.
func (p *plan) of(x trial.Protocol, m method.Method, mode method.Mode, name string, seed uint64) (list []trial.Trial, err error) {
	budgets, err := p.budgets(m, mode)
	if err != nil {
		return nil, err
	}
	variants, err := p.variants(m, mode)
	if err != nil {
		return nil, err
	}
	for _, variant := range variants {
		for _, delta := range p.Deltas {
			if mode.Plain && delta != p.Deltas[0] {
				continue
			}
			for _, eps := range budgets {
				every := 0
				if p.data[name].Collection != nil {
					every = p.Every
				}
				t := trial.Trial{Protocol: x.Name, Method: m.Name, Mode: mode.Name, Data: name, Epsilon: eps, Seed: seed, Variant: variant, Delta: delta, Every: every}
				if p.data[name].File {
					t.Nodes = p.Nodes
				}
				switch {
				case mode.Plain:
					t.Delta = 0
				case !x.IsAudit() && !mode.Relation.OfGraphs() && t.Nodes == "" && p.data[name].undeclared():
					return nil, fmt.Errorf("%s does not say which nodes there are, and its edges are private: give nodes, as a number N, a file of ids, or %s", name, trial.Occurring)
				case !x.IsAudit() && p.data[name].unclassed(mode.Relation):
					return nil, fmt.Errorf("%s does not say which classes nodes can have, and their labels are private: make a file that says so, as gdp convert %s FILE.npz --classes A,B,… does, or --classes none where there are no labels", name, name)
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
