package app

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/graphdp/graphdp/docs"
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

// topic writes the page of a topic, or the list of them, if the name is one.
func topic(w io.Writer, name string) (done bool, err error) {
	if name == "topics" {
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		for _, x := range topics {
			fmt.Fprintf(t, "gdp help %s\t%s\n", x.name, x.about)
		}
		return true, t.Flush()
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
