package app

import (
	"fmt"
	"strings"

	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/spf13/cobra"
)

// listed is a method in the output of `gdp methods`.
type listed struct {
	Name     string       `json:"name"`
	About    string       `json:"about"`
	Paper    string       `json:"paper,omitempty"`
	Releases release.Kind `json:"releases"`
	Modes    []listedMode `json:"modes"`
}

type listedMode struct {
	Name     string            `json:"name"`
	About    string            `json:"about"`
	Role     string            `json:"role"`
	Relation string            `json:"relation"`       // "none" where nothing is protected
	Also     []string          `json:"also,omitempty"` // further relations
	Plain    bool              `json:"plain"`
	Control  bool              `json:"control,omitempty"`
	Proved   bool              `json:"proved"`
	Unproved string            `json:"unproved,omitempty"` // why nothing is proved
	From     string            `json:"from,omitempty"`     // sources of a published mode without the paper's text
	Caution  string            `json:"caution,omitempty"`
	Needs    []string          `json:"needs"`
	Settings []string          `json:"settings"`
	Range    map[string]string `json:"range"` // valid values of each setting, by name
}

func (a *app) listMethods() *cobra.Command {
	c := &cobra.Command{
		Use:   "methods [METHOD]",
		Short: "List methods, their modes and the privacy proved for each",
		Long: `methods lists every method that gdp run and gdp audit can run. For each mode it shows the role, the
relation that it protects, whether its ε is proved, and a description. "made from" names the sources of a
published mode where the paper's text was not available.

For one METHOD it also lists the settings with their default and range, the reason where nothing is
proved, and cautions.`,
		Example: "  gdp methods\n  gdp methods seprivgemb\n  gdp methods --json",
		Args:    arguments(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			methods := a.methods
			if len(args) == 1 {
				m, err := a.methodNamed(args[0])
				if err != nil {
					return usageError{err}
				}
				methods = []method.Method{m}
			}
			var list []listed
			for _, m := range methods {
				x, err := listOf(m)
				if err != nil {
					return err
				}
				list = append(list, x)
			}
			return a.print(list, func(r rows) {
				for i, m := range list {
					if i > 0 {
						fmt.Fprintln(r)
					}
					m.write(r, len(args) == 1)
				}
			})
		},
	}
	a.completeMethods(c)
	return c
}

// listOf returns the list's entry for one method.
func listOf(m method.Method) (listed, error) {
	x := listed{Name: m.Name, About: m.About, Paper: m.Paper, Releases: m.Releases}
	for _, mode := range m.Modes {
		l := listedMode{
			Name: mode.Name, About: mode.About, Role: mode.Role.String(), Plain: mode.Plain, Control: mode.Role == method.Null || mode.Role == method.Control,
			Relation: noRelation, Proved: !mode.Plain && mode.Unproved == "", Unproved: mode.Unproved, From: mode.From, Caution: mode.Caution, Needs: []string{}, Settings: []string{}, Range: map[string]string{},
		}
		if names := namesOf(mode.Relations()); len(names) > 0 {
			l.Relation, l.Also = names[0], names[1:]
		}
		for _, need := range mode.Needs {
			l.Needs = append(l.Needs, "--set "+need+"=")
		}
		settings, err := method.Settings(mode.Config())
		if err != nil {
			return x, err
		}
		for _, s := range settings {
			l.Settings = append(l.Settings, s.String())
			l.Range[s.Name] = s.Range.String()
		}
		x.Modes = append(x.Modes, l)
	}
	return x, nil
}

// write prints the method as text, with the settings of its modes if settings is true.
func (m listed) write(r rows, settings bool) {
	fmt.Fprintf(r, "%s: %s\n", m.Name, m.About)
	fmt.Fprintf(r, "  mode\trole\trelation\tproved\tabout\n")
	for _, mode := range m.Modes {
		relation, proved := strings.Join(append([]string{mode.Relation}, mode.Also...), ", "), yesNo(mode.Proved)
		if mode.Plain {
			relation, proved = "–", "–"
		}
		about := mode.About
		if mode.From != "" {
			about += "; made from " + mode.From
		}
		if len(mode.Needs) > 0 {
			about += "; needs " + strings.Join(mode.Needs, ", ")
		}
		fmt.Fprintf(r, "  %s\t%s\t%s\t%s\t%s\n", mode.Name, mode.Role, relation, proved, about)
	}
	for _, mode := range m.Modes {
		if !settings {
			return
		}
		fmt.Fprintf(r, "\n%s\n", mode.Name)
		for _, s := range mode.Settings {
			name, _, _ := strings.Cut(s, "=")
			r.row("  "+s, "%s", mode.Range[name])
		}
		if mode.Unproved != "" {
			fmt.Fprintf(r, "  not proved: %s\n", mode.Unproved)
		}
		if mode.Caution != "" {
			fmt.Fprintf(r, "  caution: %s\n", mode.Caution)
		}
	}
}
