package cli

import (
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/gdp/nearest"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usageError is a wrong call that cobra could not notice: exit status 2.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

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

// wrongFlag names the flag that may have been meant.
func wrongFlag(c *cobra.Command, err error) error {
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

// oneOf finds the value of a flag among those that it can have.
func oneOf(flag, value string, known []string) (int, error) {
	for i, name := range known {
		if value == name {
			return i, nil
		}
	}
	return 0, usageError{fmt.Errorf("--%s %q; %s", flag, value, nearest.Hint(value, known))}
}
