package advise

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/models/method"
)

// Verdict is the mode with the most best cells over all sections of an advice. Its counts are sums
// over these sections.
type Verdict struct {
	Method   string `json:"method"`
	Mode     string `json:"mode"`
	Variant  string `json:"settings,omitempty"`
	Proved   bool   `json:"proved"`
	Compared int    `json:"compared"`
	Best     int    `json:"best"`
	WithNull int    `json:"with_null"`
	Above    int    `json:"above_null"`
	Below    int    `json:"below_null"`
	Null     string `json:"null,omitempty"`
	Caution  string `json:"caution,omitempty"`
	Command  string `json:"command"`
}

// verdict chooses among the modes of all sections; nil of none. A mode that its null control beats
// in most cells is chosen only where all are.
func (q Question) verdict(sections []Section) *Verdict {
	var all []Verdict
	for _, s := range sections {
		for _, m := range s.Modes {
			i := slices.IndexFunc(all, func(v Verdict) bool { return v.Method == m.Method && v.Mode == m.Mode && v.Variant == m.Variant })
			if i < 0 {
				i = len(all)
				all = append(all, Verdict{Method: m.Method, Mode: m.Mode, Variant: m.Variant, Proved: true, Null: m.Null, Caution: m.Caution, Command: m.Command})
			}
			v := &all[i]
			v.Proved = v.Proved && m.Proved
			v.Compared, v.Best = v.Compared+m.Compared, v.Best+m.Best
			v.WithNull, v.Above, v.Below = v.WithNull+m.WithNull, v.Above+m.Above, v.Below+m.Below
		}
	}
	if len(all) == 0 {
		return nil
	}
	slices.SortStableFunc(all, func(a, b Verdict) int {
		return cmp.Or(cmp.Compare(count(a.loses()), count(b.loses())), -cmp.Compare(a.Best, b.Best), -cmp.Compare(a.Above-a.Below, b.Above-b.Below))
	})
	best := all[0]
	if strings.HasPrefix(best.Command, "gdp ask ") && len(sections) > 1 { // a section each statistic
		words := strings.Split(best.Command, " ")
		words[2] = "STATISTIC"
		best.Command = strings.Join(words, " ")
	}
	return &best
}

func (v Verdict) loses() bool { return v.Below*2 > v.WithNull }

// String is the verdict in one sentence.
func (v Verdict) String() string {
	name := v.Method + " " + v.Mode
	if v.Variant != "" {
		name += " (" + v.Variant + ")"
	}
	if v.loses() {
		return fmt.Sprintf("No mode beats its null control in most comparisons: %s is better than %s in %d of %d.", v.Null, name, v.Below, v.WithNull)
	}
	text := "Use " + name + ": "
	if v.Compared > 0 {
		text += fmt.Sprintf("best in %d of %d comparisons with other modes", v.Best, v.Compared)
	} else {
		text += "no other mode has stored runs"
	}
	if v.WithNull > 0 {
		text += fmt.Sprintf(", better than its null control in %d of %d", v.Above, v.WithNull)
	}
	return text + "."
}

// caution returns the caution that a mode declares.
func (q Question) caution(name, mode string) string {
	m, err := method.Find(q.Methods, name)
	if err != nil {
		return "" // of a trial that no method of the program made
	}
	x, err := m.Mode(mode)
	if err != nil {
		return ""
	}
	return x.Caution
}
