package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Every word that has a list of values is completed from it, and only by what it begins
// with; files are left to the shell where a graph is wanted.
func TestCompletion(t *testing.T) {
	for _, c := range []struct {
		args, begun, want string // the words, or the first of them
	}{
		{"", "da", "data"},
		{"run", "", "features privdpr seprivgemb"},
		{"audit", "priv", "privdpr"},
		{"methods", "se", "seprivgemb"},
		{"run privdpr --mode", "clip", "clipped-sum clipped-blocks"},
		{"run seprivgemb --mode strict --relation", "", "edge"},
		{"run privdpr --mode strict --set", "", "Theta="},
		{"run seprivgemb --set", "Noise=", "Noise=NonZero Noise=All"},
		{"run privdpr --graph", "kar", "karate"},
		{"stats", "kar", "karate"},
		{"stats karate", "kar", ""},
		{"compare karate", "kar", "karate"},
		{"stats karate --only", "tri", "triangles"},
		{"stats karate --only", "nodes,tri", "nodes,triangles"},
		{"compare a b --without", "ks", "ks_degree"},
		{"stats --format", "gr", "graphml graph"},
		{"data get", "kar", "karate"},
		{"data get --paper", "DPG", "DPGGAN DPGS"},
		{"data info", "kar", "karate"},
		{"account --mechanism", "gau", "gaussian"},
		{"account --relation", "z", "zero-out"},
		{"account --sampling", "p", "poisson"},
		{"account --accountant", "r", "rdp"},
		{"claims", "privd", "privdpr"},
		{"help", "me", "methods"},
		{"help data", "", "get info list"},
	} {
		args := append([]string{cobra.ShellCompRequestCmd}, strings.Fields(c.args)...)
		status, stdout, stderr := call(t, append(args, c.begun)...)
		var names []string
		for line := range strings.Lines(stdout) {
			if name, _, _ := strings.Cut(strings.TrimSpace(line), "\t"); !strings.HasPrefix(name, ":") {
				names = append(names, name)
			}
		}
		if got := strings.Join(names, " "); status != 0 || got != c.want {
			t.Errorf("gdp %s %s: status %d, %q, want %q\n%s", c.args, c.begun, status, got, c.want, stderr)
		}
	}
}
