package seprivgemb

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/gdp"
)

// modes are the configurations by their names, and the relation that each is for.
var modes = []struct {
	name     string
	config   func() Config
	relation gdp.Relation
}{
	{"published", Published, gdp.NodeLevel},
	{"published degree", func() Config { return withDegrees(Published()) }, gdp.NodeLevel},
	{"zero gradient", ZeroGradient, gdp.NodeLevel},
	{"author", AuthorCode, gdp.NodeLevel},
	{"strict", Strict, gdp.EdgeLevel},
	{"s-edge", SEdge, gdp.EdgeLevel},
	{"s-edge-1", SEdge1, gdp.EdgeLevel},
	{"s-node-1", SNode1, gdp.NodeLevel},
	{"s-node-2", func() Config { return SNode2(0) }, gdp.NodeUnbounded}, // MaxDegree is for its user to promise
	{"control", DegreeControl, gdp.EdgeLevel},
	{"nonprivate", NonPrivate, gdp.NodeLevel},
	{"nonprivate degree", func() Config { return withDegrees(NonPrivate()) }, gdp.NodeLevel},
	{"null", Null, gdp.EdgeLevel},
}

// withDegrees weighs edges by their ends' degrees, as the paper's second series does.
func withDegrees(c Config) Config {
	c.Proximity = Degree
	return c
}

// Modes are the names of the modes.
func Modes() []string {
	var names []string
	for _, m := range modes {
		names = append(names, m.name)
	}
	return names
}

// Setting is a mode's configuration, and the relation that it is for.
func Setting(mode string) (Config, gdp.Relation, error) {
	for _, m := range modes {
		if m.name == mode {
			return m.config(), m.relation, nil
		}
	}
	return Config{}, 0, fmt.Errorf("seprivgemb: no mode %q; there are %s", mode, strings.Join(Modes(), ", "))
}

// Vary changes one setting, in the words of the paper's tables: B=64, η=.05, C=1, k=7,
// T=2000 updates; D=20, the promised degree; naive noise, on all rows, or non-zero. No
// words change nothing.
func (c Config) Vary(variant string) (Config, error) {
	switch variant {
	case "":
		return c, nil
	case "naive":
		c.Noise = All
		return c, nil
	case "non-zero":
		c.Noise = NonZero
		return c, nil
	}
	name, text, _ := strings.Cut(variant, "=")
	value, err := strconv.ParseFloat(text, 64)
	whole := value == float64(int(value))
	switch {
	case err != nil || slices.Contains([]string{"B", "k", "T", "D"}, name) && !whole:
	case name == "B":
		c.Batch = int(value)
		return c, nil
	case name == "η":
		c.Rate = value
		return c, nil
	case name == "C":
		c.Clip = value
		return c, nil
	case name == "k":
		c.Negatives = int(value)
		return c, nil
	case name == "T":
		c.Steps = int(value)
		return c, nil
	case name == "D":
		c.MaxDegree = int(value)
		return c, nil
	}
	return c, fmt.Errorf("seprivgemb: no variant %q; there are B=, η=, C=, k=, T= and D= with a number, naive and non-zero", variant)
}
