package exhibit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/study"
	"github.com/graphdp/graphdp/models/trial"
)

// ErrNoSmall marks an exhibit that no data set of the program fits.
var ErrNoSmall = errors.New("exhibit: no small size")

// Small returns the exhibit with trials that take a moment each, and nothing that the paper printed: on one data set that
// is part of the program, with one seed, one or two ε, two values of a setting, and the settings that methods declare to be short. It shows that
// the trials run and how the exhibit is laid out, and no number of it is to be compared with anything.
func Small(methods []method.Method, e method.Exhibit) (method.Exhibit, error) {
	if e.Unmade != "" {
		return e, fmt.Errorf("exhibit: %s is not made here: %s", e.Name, e.Unmade)
	}
	x, err := trial.ProtocolOf(e.Protocol)
	if err != nil {
		return e, fmt.Errorf("exhibit: %w", err)
	}
	on := data.MadeUp()
	if x.OfCollections() { // whose models compare all pairs of nodes
		on = data.Karate()
	}
	if why := x.Unfit(on.Graphs()); why != "" {
		return e, fmt.Errorf("%w of %s: %s %s", ErrNoSmall, e.Name, on.Entry.Name, why)
	}
	e.About += "; SMALL: on the data set " + on.Entry.Name + ", with short settings, so that no number of it compares with the paper's"
	most := 1 // values of ε
	if slices.Contains(e.Across, method.ByEpsilon) {
		most = 2
	}
	e.Printed, e.Absent = nil, nil
	var studies []study.Study
	for _, s := range e.Studies {
		s.Data, s.Every, s.Deltas, s.Seeds = []string{on.Entry.Name}, 0, nil, study.Seeds(1) // δ may differ by data set
		s.Epsilons = s.Epsilons[:min(most, len(s.Epsilons))]
		vary := slices.Clone(s.Vary)
		for i := range vary {
			vary[i].Values = vary[i].Values[:min(2, len(vary[i].Values))]
		}
		s.Vary = vary
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

// brief are the settings of a method's short runs that a study's modes have and that it does not vary.
func brief(m method.Method, s study.Study) []string {
	var list []string
	for _, text := range m.Small {
		name, _, _ := strings.Cut(text, "=")
		if slices.ContainsFunc(s.Vary, func(a study.Axis) bool { return strings.EqualFold(a.Setting, name) }) {
			continue
		}
		if slices.ContainsFunc(s.Modes, func(mode string) bool {
			x, err := m.Mode(mode)
			if err == nil {
				_, err = method.Set(x.Config(), text)
			}
			return err == nil
		}) {
			list = append(list, text)
		}
	}
	if list == nil {
		return nil
	}
	return []string{strings.Join(list, ",")}
}
