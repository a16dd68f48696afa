package app

import (
	"io"
	"regexp"
	"slices"
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
	{"submitting", "your own program, in any language: audit, benchmark, submission"},
	{"sweeps", "studies of many runs: files, clusters, queries"},
	{"threat-model", "what a release hides from whom, and what is public"},
	{"known-limits", "what does not work, or not yet"},
	{"security", "how to report a privacy bug"},
	{"notation", "symbols, and the keys of papers"},
	{"architecture", "packages, and what each may import"},
	{"contributing", "rules of the code, and how to add a method"},
	{"changelog", "changes, and editions of modes"},
}

// group makes c a command with subcommands only: alone it prints its help.
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
		var pages []string
		if !c.HasParent() {
			pages = topicNames()
		}
		if slices.Contains(pages, args[0]) {
			return usagef("%s is a topic: gdp help %[1]s", args[0])
		}
		return usagef("%s has no command %q; %s", c.CommandPath(), args[0], nearest.Hint(args[0], names, pages...))
	}
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	return c
}

// help returns the command that prints the help of another command, or a page.
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
				names = append(names, topicNames()...)
			}
			return beginning(begun, names), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// topicNames are the arguments of `gdp help` other than commands.
func topicNames() []string {
	names := []string{"topics"}
	for _, t := range topics {
		names = append(names, t.name)
	}
	papers, _ := docs.Files.ReadDir("papers") // the page is embedded
	for _, p := range papers {
		names = append(names, strings.TrimSuffix(p.Name(), ".md"))
	}
	return names
}

// topic writes the page of a topic or of a method's paper, or the list of topics; done is false if
// the name is none of these.
func topic(w io.Writer, name string) (done bool, err error) {
	if name == "topics" {
		return true, people(w, func(r rows) {
			for _, x := range topics {
				r.row("gdp help "+x.name, "%s", x.about)
			}
			r.row("gdp help METHOD", "the paper of a method: equations, modes, departures, results")
		})
	}
	text, err := docs.Topics.ReadFile(name + ".md")
	if err != nil {
		if text, err = docs.Files.ReadFile("papers/" + name + ".md"); err != nil {
			return false, nil
		}
	}
	page := comments.ReplaceAllString(string(text), "")
	if columns := min(width(w), widest); columns > 0 {
		return true, fit(w, onTerminal(page), columns)
	}
	_, err = io.WriteString(w, page)
	return true, err
}

// widest is the largest number of columns for text on a terminal.
const widest = 100

var (
	comments = regexp.MustCompile(`(?m)^<!--.*\n`)
	rules    = regexp.MustCompile(`(?m)^\|[-:| ]+\|\n`) // below the header of a table
	aRow     = regexp.MustCompile(`(?m)^\|.*\|$`)
	aLink    = regexp.MustCompile(`\[([^\]]+)\]\([^)]*\.md[^)]*\)`) // a link to a page
	anItem   = regexp.MustCompile(`^ *(- |\d+\. )`)                 // first line of a list item
)

// onTerminal converts a page for a terminal: one line per paragraph, table cells between tabs,
// links without addresses.
func onTerminal(page string) string {
	page = aLink.ReplaceAllString(rules.ReplaceAllString(joined(page), ""), "$1")
	return aRow.ReplaceAllStringFunc(page, func(row string) string {
		cells := strings.Split(strings.ReplaceAll(row[1:len(row)-1], `\|`, "\x00"), "|")
		for i, cell := range cells {
			cells[i] = strings.TrimSpace(strings.ReplaceAll(cell, "\x00", "|"))
		}
		return strings.Join(cells, "\t")
	})
}

// joined makes one line of each paragraph and each list item; other indented text, tables and code
// are unchanged.
func joined(text string) string {
	var lines []string
	code, open := false, false // inside a code block
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		fence := strings.HasPrefix(line, "```")
		code = code != fence
		prose := !code && !fence && strings.Trim(line, " ") != "" && !strings.ContainsAny(line[:1], "|#")
		item := anItem.MatchString(line)
		switch {
		case prose && open && !item && (line[0] != ' ' || strings.HasPrefix(line, "  ") && anItem.MatchString(lines[len(lines)-1])):
			lines[len(lines)-1] += " " + strings.TrimLeft(line, " ")
		default:
			lines = append(lines, line)
			open = prose && (line[0] != ' ' || item)
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// wrapped makes help fit the terminal.
func wrapped(help func(*cobra.Command, []string)) func(*cobra.Command, []string) {
	return func(c *cobra.Command, args []string) {
		w := c.OutOrStdout()
		columns := min(width(w), widest)
		if columns == 0 {
			help(c, args)
			return
		}
		var text strings.Builder
		c.SetOut(&text)
		help(c, args)
		c.SetOut(w)
		_ = fit(w, joined(text.String()), columns) // w keeps its error
	}
}
