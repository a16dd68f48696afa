package privdpr

import (
	"fmt"
	"slices"
	"strings"
)

// modes are the settings by the names of results and of the command line.
var modes = []struct {
	name   string
	config func() Config
}{
	{"published", Published}, {"author", AuthorCode}, {"strict", Strict},
	{"variant-a", VariantA}, {"variant-b", VariantB}, {"nonprivate", NonPrivate},
}

// Modes lists the names of the settings.
func Modes() []string {
	var names []string
	for _, m := range modes {
		names = append(names, m.name)
	}
	return names
}

// Setting is the configuration of a name that [Modes] lists.
func Setting(mode string) (Config, error) {
	for _, m := range modes {
		if m.name == mode {
			return m.config(), nil
		}
	}
	return Config{}, fmt.Errorf("privdpr: no mode %q; there are %s", mode, strings.Join(Modes(), ", "))
}

// variants are the columns of the paper's Tables 2 and 3 beside s = 8, d = 64.
var variants = map[string]func(*Config){
	"s=2": func(c *Config) { c.Scale = 2 }, "s=4": func(c *Config) { c.Scale = 4 }, "s=6": func(c *Config) { c.Scale = 6 },
	"d=128": func(c *Config) { c.Hidden = 128 }, "d=256": func(c *Config) { c.Hidden = 256 }, "d=512": func(c *Config) { c.Hidden = 512 },
	"": func(*Config) {},
}

// Variants lists the columns of Tables 2 and 3; the empty one is the setting
// itself.
func Variants() []string {
	var names []string
	for name := range variants {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Vary is the setting with one of the changes that [Variants] lists.
func (c Config) Vary(variant string) (Config, error) {
	change, ok := variants[variant]
	if !ok {
		return c, fmt.Errorf("privdpr: no variant %q; there are %s and none", variant, strings.Join(Variants()[1:], ", "))
	}
	change(&c)
	return c, nil
}
