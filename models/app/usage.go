package app

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/graphdp/graphdp/data/nearest"
	"github.com/graphdp/graphdp/gdp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usageError is a wrong call that cobra could not notice: exit status 2.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// ofFlags is an error of a run, a [usageError] if the budget that was asked for is one that no
// graph helps.
func ofFlags(err error) error {
	if errors.Is(err, gdp.ErrDelta) || errors.Is(err, gdp.ErrRange) {
		return usageError{err}
	}
	return err
}

// group makes c a command that does nothing but hold others: without one of them it prints
// its help.
func group(c *cobra.Command) *cobra.Command {
	c.Args = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		var names []string
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				names = append(names, sub.Name())
			}
		}
		return usageError{fmt.Errorf("%s has no command %q; %s", c.CommandPath(), args[0], nearest.Hint(args[0], names))}
	}
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	return c
}

// help is the command that prints the help of another.
func help() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND | TOPIC]",
		Short:   "Show the help of a command or a topic",
		Example: "  gdp help run\n  gdp help data get\n  gdp help topics\n  gdp help glossary",
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				if done, err := topic(c.OutOrStdout(), args[0]); done {
					return err
				}
			}
			about, rest, err := c.Root().Find(args)
			if err != nil {
				return usageError{err}
			}
			if len(rest) > 0 && about.HasSubCommands() {
				return about.Args(about, rest)
			}
			if len(rest) > 0 {
				return usageError{fmt.Errorf("%s has no command %q", about.CommandPath(), rest[0])}
			}
			return about.Help()
		},
		ValidArgsFunction: func(c *cobra.Command, args []string, begun string) (names []string, _ cobra.ShellCompDirective) {
			about, _, err := c.Root().Find(args)
			if err == nil {
				for _, sub := range about.Commands() {
					if !sub.IsAvailableCommand() {
						continue
					}
					names = append(names, sub.Name()+"\t"+sub.Short)
				}
			}
			if len(args) == 0 {
				names = append(names, "topics\tList the pages")
				for _, t := range topics {
					names = append(names, t.name+"\t"+t.about)
				}
			}
			return beginning(begun, names), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// arguments demands a number of arguments.
func arguments(least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) >= least && len(args) <= most {
			return nil
		}
		return usageError{fmt.Errorf("%d arguments: wrong number; usage: %s", len(args), c.UseLine())}
	}
}

// wrongFlag says which flag may have been meant, or what a flag takes.
func wrongFlag(c *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		kind, known := kinds[invalid.GetFlag().Value.Type()]
		if !known {
			kind = "another value"
		}
		if errors.Is(err, strconv.ErrRange) {
			kind = "a smaller number"
		}
		return usageError{fmt.Errorf("--%s %q: must be %s", invalid.GetFlag().Name, invalid.GetValue(), kind)}
	}
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return usageError{err}
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if name := nearest.Name(unknown.GetSpecifiedName(), names); name != "" {
		err = fmt.Errorf("%w; did you mean --%s?", err, name)
	}
	return usageError{err}
}

// kinds are what flags take, by their types.
var kinds = map[string]string{
	"int": "a whole number", "uint64": "a whole number from 0", "float64": "a number", "bool": "true or false", "duration": "a time such as 10m",
}

// oneOf finds the value of a flag among those that it can have.
func oneOf(flag, value string, known []string) (int, error) {
	for i, name := range known {
		if value == name {
			return i, nil
		}
	}
	return 0, usageError{fmt.Errorf("--%s %q; %s", flag, value, nearest.Hint(value, known))}
}
