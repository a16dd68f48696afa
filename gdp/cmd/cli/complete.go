package cli

import (
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/spf13/cobra"
)

// complete lets a shell complete the value of a flag from a list.
func complete(c *cobra.Command, flag string, list func() []string) {
	err := c.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return list(), cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic(err) // there is no such flag
	}
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

// completeGraphs completes the first n arguments by data sets and files.
func completeGraphs(c *cobra.Command, n int) {
	c.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= n {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return dataNames(), cobra.ShellCompDirectiveDefault
	}
}

// completeMethods completes the first argument by methods, --mode by the modes of that
// method, and --set by the settings of that mode.
func (a *app) completeMethods(c *cobra.Command) {
	c.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
		for _, m := range a.methods {
			if len(args) == 0 {
				names = append(names, m.Name+"\t"+m.About)
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
	of := func(args []string) (m method.Method) {
		if len(args) > 0 {
			m, _ = method.Find(a.methods, args[0])
		}
		return m
	}
	if c.Flags().Lookup("mode") == nil {
		return
	}
	_ = c.RegisterFlagCompletionFunc("mode", func(_ *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
		for _, mode := range of(args).Modes {
			names = append(names, mode.Name+"\t"+mode.About)
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	})
	_ = c.RegisterFlagCompletionFunc("set", func(c *cobra.Command, args []string, begun string) (names []string, _ cobra.ShellCompDirective) {
		name, _ := c.Flags().GetString("mode")
		mode, err := of(args).Mode(name)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		settings, _ := method.Settings(mode.Config())
		for _, s := range settings {
			if !strings.HasPrefix(begun, s.Name+"=") {
				names = append(names, s.Name+"=")
				continue
			}
			for _, value := range s.Names() {
				names = append(names, s.Name+"="+value)
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	})
}
