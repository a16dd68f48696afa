package app

import (
	"io"
	"strings"

	"github.com/graphdp/graphdp/data/nearest"
	"github.com/graphdp/graphdp/docs"
	"github.com/spf13/cobra"
)

// topics are the pages of docs that `gdp help` prints.
var topics = []struct{ name, about string }{
	{"choosing", "which mode to use: the best in stored runs, by task, relation, data and ε"},
	{"methods", "all methods and modes, what is proved of each, and their cautions"},
	{"glossary", "terms of privacy, and every metric with its formula"},
	{"faq", "relations, δ, refused files, seeds, and other frequent questions"},
	{"python", "the Python package graphdp"},
	{"exchange", "graph files, and exchange with networkx, PyG, igraph and others"},
	{"sweeps", "studies of many runs: files, clusters, queries"},
	{"security", "how to report a privacy bug"},
	{"changelog", "changes, and editions of modes"},
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
		return usagef("%s has no command %q; %s", c.CommandPath(), args[0], nearest.Hint(args[0], names))
	}
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	return c
}

// help is the command that prints the help of another, or a page.
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
			switch {
			case err != nil:
				return usageError{err}
			case len(rest) > 0 && about.HasSubCommands():
				return about.Args(about, rest)
			case len(rest) > 0:
				return usagef("%s has no command %q", about.CommandPath(), rest[0])
			}
			return about.Help()
		},
		ValidArgsFunction: func(c *cobra.Command, args []string, begun string) (names []string, _ cobra.ShellCompDirective) {
			if about, _, err := c.Root().Find(args); err == nil {
				for _, sub := range about.Commands() {
					if sub.IsAvailableCommand() {
						names = append(names, sub.Name()+"\t"+sub.Short)
					}
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

// topic writes the page of a topic, or the list of them, if the name is one.
func topic(w io.Writer, name string) (done bool, err error) {
	if name == "topics" {
		return true, people(w, func(r rows) {
			for _, x := range topics {
				r.row("gdp help "+x.name, "%s", x.about)
			}
		})
	}
	for _, t := range topics {
		if t.name != name {
			continue
		}
		text, err := docs.Topics.ReadFile(name + ".md")
		if err != nil {
			return true, err
		}
		for line := range strings.Lines(string(text)) {
			if !strings.HasPrefix(line, "<!--") {
				if _, err := io.WriteString(w, line); err != nil {
					return true, err
				}
			}
		}
		return true, nil
	}
	return false, nil
}
