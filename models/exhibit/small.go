package exhibit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/study"
	"github.com/graphdp/graphdp/models/trial"
)

// MadeUp is the data set of a small exhibit: it is part of the program.
const MadeUp = "made-up"

// Small returns the exhibit with trials that take a moment each, and nothing that the paper printed: on one data set that
// is made up, with one seed, one ε, two values of a setting, and the settings that methods declare to be short. It shows that
// the trials run and how the exhibit is laid out, and no number of it is to be compared with anything.
func Small(methods []method.Method, e method.Exhibit) (method.Exhibit, error) {
	if e.Unmade != "" {
		return e, fmt.Errorf("exhibit: %s is not made here: %s", e.Name, e.Unmade)
	}
	if x, err := trial.ProtocolOf(e.Protocol); err != nil {
		return e, fmt.Errorf("exhibit: %w", err)
	} else if why := x.Unfit(data.MadeUp().Graphs()); why != "" {
		return e, fmt.Errorf("exhibit: %s has no small size: %s %s", e.Name, MadeUp, why)
	}
	e.About = fmt.Sprintf("SMALL, on the data set %s, which compares with nothing: %s", MadeUp, e.About)
	e.Printed, e.Absent = nil, nil
	var studies []study.Study
	for _, s := range e.Studies {
		s.Data, s.Every, s.Seeds = []string{MadeUp}, 0, study.Seeds(1)
		for i, eps := range s.Epsilons {
			if eps > 0 || i == len(s.Epsilons)-1 {
				s.Epsilons = s.Epsilons[i : i+1]
				break
			}
		}
		if len(s.Deltas) > 0 {
			s.Deltas = s.Deltas[:1]
		}
		vary := slices.Clone(s.Vary)
		for i := range vary {
			vary[i].Values = vary[i].Values[:min(2, len(vary[i].Values))]
		}
		s.Vary = vary
		for _, name := range s.Methods {
			own := s
			own.Methods = []string{name}
			if m, err := method.Find(methods, name); err == nil {
				own.Variants = brief(m, s.Vary)
			}
			studies = append(studies, own)
		}
	}
	e.Studies = studies
	return e, nil
}

// brief are the settings of a method's short runs that a study does not vary.
func brief(m method.Method, vary []study.Axis) []string {
	var list []string
	for _, s := range m.Small {
		name, _, _ := strings.Cut(s, "=")
		if !slices.ContainsFunc(vary, func(a study.Axis) bool { return strings.EqualFold(a.Setting, name) }) {
			list = append(list, s)
		}
	}
	if list == nil {
		return nil
	}
	return []string{strings.Join(list, ",")}
}
