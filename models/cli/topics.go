package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/graphdp/graphdp/docs"
)

// topics are the pages that are no help of a command.
var topics = []struct{ name, about string }{
	{"choosing", "Which function do I want: the best modes of kept trials, by task, relation, data and ε"},
	{"glossary", "What the values of tables are: KS, TC, REDE, StrucEqu and all others"},
}

// topic writes the page of a topic, or the list of them, if the name is one.
func topic(w io.Writer, name string) (done bool, err error) {
	if name == "topics" {
		for _, t := range topics {
			fmt.Fprintf(w, "gdp help %s  %s\n", t.name, t.about)
		}
		return true, nil
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
