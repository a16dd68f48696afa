package trial

import (
	"slices"
	"strings"
)

// Earlier versions had other names for modes and settings. Results that they kept are read under
// the names of today.
var renamedModes = map[[2]string]struct{ mode, setting string }{
	{"privdpr", "variant-a"}:            {"clipped-sum", ""},
	{"privdpr", "variant-b"}:            {"clipped-blocks", ""},
	{"seprivgemb", "published degree"}:  {"published", "Proximity=degree"},
	{"seprivgemb", "nonprivate degree"}: {"nonprivate", "Proximity=degree"},
	{"seprivgemb", "zero gradient"}:     {"zero-gradient", ""},
	{"seprivgemb", "s-edge"}:            {"poisson-skip-gram", ""},
	{"seprivgemb", "s-edge-1"}:          {"projection", ""},
	{"seprivgemb", "s-node-1"}:          {"matched-skip-gram", ""},
	{"seprivgemb", "s-node-2"}:          {"promised-skip-gram", ""},
}

var renamedSettings = map[string]map[string]string{
	"privdpr":    {"s": "Scale", "d": "Hidden"},
	"seprivgemb": {"B": "Batch", "η": "Rate", "C": "Clip", "k": "Negatives", "T": "Steps", "D": "MaxDegree"},
}

// today returns the trial under the names of today.
func (t Trial) today() Trial {
	var settings []string
	switch name, value, _ := strings.Cut(t.Variant, "="); {
	case t.Variant == "naive" && t.Method == "seprivgemb":
		settings = append(settings, "Noise=All")
	case t.Variant == "non-zero" && t.Method == "seprivgemb":
		settings = append(settings, "Noise=NonZero")
	case renamedSettings[t.Method][name] != "":
		if strings.HasPrefix(value, ".") {
			value = "0" + value
		}
		settings = append(settings, renamedSettings[t.Method][name]+"="+value)
	case t.Variant != "":
		settings = append(settings, t.Variant)
	}
	if now, ok := renamedModes[[2]string{t.Method, t.Mode}]; ok {
		t.Mode = now.mode
		settings = append(settings, now.setting)
	}
	if t.Epsilon == 0 { // without ε there is no budget, and δ is of none
		t.Delta = 0
	}
	t.Variant = strings.Join(slices.DeleteFunc(settings, func(s string) bool { return s == "" }), ",")
	return t
}
