package exhibit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/study"
)

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
