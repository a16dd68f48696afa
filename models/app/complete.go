package app

import (
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/spf13/cobra"
)

// A completion is what a shell may put in place of a word that was begun.
type completion = func(c *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective)

// register gives the flag of a command its completion.
func register(c *cobra.Command, flag string, f completion) {
	if err := c.RegisterFlagCompletionFunc(flag, f); err != nil {
		panic(err) // there is no such flag, or it has one
	}
}

// from completes a word by those of a list.
func from(list func() []string) completion {
	return func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		return beginning(begun, list()), cobra.ShellCompDirectiveNoFileComp
	}
}

// complete completes the value of a flag by those of a list.
func complete(c *cobra.Command, flag string, list func() []string) { register(c, flag, from(list)) }

// completeList does so for a flag that takes several, between commas.
func completeList(c *cobra.Command, flag string, list []string) {
	register(c, flag, func(_ *cobra.Command, _ []string, begun string) (names []string, _ cobra.ShellCompDirective) {
		before := begun[:strings.LastIndexByte(begun, ',')+1]
		for _, name := range list {
			names = append(names, before+name)
		}
		return beginning(begun, names), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	})
}

// beginning lists the names that begin in a way.
func beginning(begun string, names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !strings.HasPrefix(name, begun) })
}

// dataNames lists the data sets.
func dataNames() (names []string) {
	for _, e := range data.Entries() {
		names = append(names, e.Name)
	}
	return names
}

// paperKeys lists the papers that use data sets.
func paperKeys() (keys []string) {
	for _, e := range data.Entries() {
		for _, u := range e.Uses {
			keys = append(keys, u.Paper)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// relationNames lists the relations.
func relationNames() (names []string) {
	for r := gdp.EdgeLevel; r <= gdp.GraphUnbounded; r++ {
		names = append(names, r.String())
	}
	return names
}

// graphs completes the first n arguments by data sets, or files.
func graphs(n int) completion {
	return func(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= n {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return beginning(begun, dataNames()), cobra.ShellCompDirectiveDefault
	}
}

// completeMethods completes the first argument by methods.
func (a *app) completeMethods(c *cobra.Command) {
	c.ValidArgsFunction = func(_ *cobra.Command, args []string, begun string) (names []string, _ cobra.ShellCompDirective) {
		for _, m := range a.methods {
			if len(args) == 0 {
				names = append(names, m.Name+"\t"+m.About)
			}
		}
		return beginning(begun, names), cobra.ShellCompDirectiveNoFileComp
	}
}

// completeModes completes --mode by the modes of the method that is the first argument,
// --relation by the relations of the mode, and --set by its settings.
func (a *app) completeModes(c *cobra.Command) {
	chosen := func(args []string) (m method.Method, mode method.Mode) {
		if len(args) > 0 {
			m, _ = method.Find(a.methods, args[0]) // of no method there is nothing to complete
		}
		name, _ := a.modeOf(m.Name, c.Flag("mode").Value.String())
		mode, _ = m.Mode(name)
		return m, mode
	}
	of := func(list func(m method.Method, mode method.Mode, begun string) []string, then cobra.ShellCompDirective) completion {
		return func(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
			m, mode := chosen(args)
			return beginning(begun, list(m, mode, begun)), cobra.ShellCompDirectiveNoFileComp | then
		}
	}
	register(c, "mode", of(func(m method.Method, _ method.Mode, _ string) (names []string) {
		for _, mode := range m.Modes {
			names = append(names, mode.Name+"\t"+mode.About)
		}
		return names
	}, 0))
	if c.Flag("relation") != nil { // trials run under the mode's own
		register(c, "relation", of(func(_ method.Method, mode method.Mode, _ string) (names []string) {
			for _, r := range mode.Relations() {
				names = append(names, r.String())
			}
			return names
		}, 0))
	}
	register(c, "set", of(func(_ method.Method, mode method.Mode, begun string) (names []string) {
		settings, _ := method.Settings(mode.Config()) // of no mode there are none
		for _, s := range settings {
			if !strings.HasPrefix(begun, s.Name+"=") {
				names = append(names, s.Name+"=")
				continue
			}
			for _, value := range s.Names() {
				names = append(names, s.Name+"="+value)
			}
		}
		return names
	}, cobra.ShellCompDirectiveNoSpace))
}
