package trial

import (
	"strings"

	"github.com/graphdp/graphdp/models/method"
)

// Canonical returns the shortest form of a trial, which is equal for all trials with the same run:
// the variant has only settings that differ from the mode's, in the order of the configuration, and
// δ is 0 if it is [Delta] or if nothing spends it.
func (t Trial) Canonical(m method.Method) Trial {
	mode, err := m.Mode(t.Mode)
	if err != nil {
		return t
	}
	if t.Delta == float64(Delta) || mode.Plain {
		t.Delta = 0
	}
	if t.Variant == "" {
		return t
	}
	plain := t
	plain.Variant = ""
	before, err := plain.config(m, mode)
	if err != nil {
		return t
	}
	after, err := t.config(m, mode)
	if err != nil {
		return t
	}
	was, err := method.Settings(before)
	if err != nil {
		return t
	}
	is, err := method.Settings(after)
	if err != nil {
		return t
	}
	var changed []string
	for i, s := range is {
		if s.String() != was[i].String() {
			changed = append(changed, s.String())
		}
	}
	t.Variant = strings.Join(changed, ",")
	return t
}
