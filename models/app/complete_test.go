package app

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models"
)

// Every word with a list of values is completed from it, and only by prefix. Where a graph is
// expected, the shell completes files.
func TestCompletion(t *testing.T) {
	var methods []string
	for _, m := range models.Methods() {
		methods = append(methods, m.Name)
	}
	for _, c := range []struct {
		args, begun, want string // the words, or the first of them
	}{
		{"", "da", "data"},
		{"run", "", strings.Join(slices.Sorted(slices.Values(methods)), " ")},
		{"audit", "privd", "privdpr"},
		{"trial", "privd", "privdpr"},
		{"trial privdpr --protocol", "li", "link prediction links"},
		{"trial privdpr --mode", "clip", "clipped-sum"},
		{"trial privdpr --graph", "kar", "karate"},
		{"methods", "se", "seprivgemb"},
		{"run privdpr --mode", "clip", "clipped-sum"},
		{"run seprivgemb --mode strict --relation", "", "edge"},
		{"run privdpr --mode strict --set", "", "Theta= TriangleShare= TriangleCap="},
		{"run seprivgemb --mode published --set", "Noise=", "Noise=NonZero Noise=All"},
		{"run privdpr --graph", "kar", "karate"},
		{"stats", "kar", "karate"},
		{"stats karate", "kar", ""},
		{"compare karate", "kar", "karate"},
		{"convert", "kar", "karate"},
		{"stats karate --only", "tri", "triangles"},
		{"stats karate --only", "nodes,tri", "nodes,triangles"},
		{"compare a b --without", "ks", "ks_degree"},
		{"stats --format", "gr", "graphml"},
		{"data get", "kar", "karate"},
		{"data get --paper", "DPG", "DPGGAN DPGS"},
		{"data info", "kar", "karate"},
		{"account --mechanism", "gau", "gaussian"},
		{"account --relation", "z", "zero-out"},
		{"account --sampling", "p", "poisson"},
		{"account --accountant", "r", "rdp"},
		{"claims", "privd", "privdpr"},
		{"sweep --methods", "privdpr,mlp,pro", "privdpr,mlp,progap"},
		{"sweep --protocols", "stat", "statistics"},
		{"sweep --modes", "dp", "dp-sgd"},
		{"sweep --data", "karate,kar", "karate,karate"},
		{"results study --group", "mode,eps", "mode,epsilon"},
		{"results study --format", "c", "csv"},
		{"help", "me", "methods methods"},
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

// The script for bash completes at the first Tab, without the package bash-completion, and only the
// text after "=".
func TestBashCompletion(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	status, script, stderr := call(t, "completion", "bash")
	if status != 0 {
		t.Fatal(stderr)
	}
	program := must.Get(os.Executable())(t)
	script += `
gdp() { ` + asProcess + `=1 "` + program + `" "$@"; }
tab() {
    COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=9 COMPREPLY=()
    $(complete -p gdp | sed "s/.*-F \\([^ ]*\\) .*/\\1/") gdp "" ""
    echo "${COMPREPLY[*]}"
}
tab "gdp run privd"
tab "gdp run privdpr --mode clipped-s"
tab "gdp run seprivgemb --mode published --set Noise=A"
tab "gdp run privdpr --mode=clipped-s"
tab "gdp data get kar"
`
	out, err := exec.CommandContext(t.Context(), bash, "--norc", "-c", script).Output() // bash minds on standard error that no Tab was pressed
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var got []string
	for line := range strings.Lines(string(out)) {
		got = append(got, strings.TrimSpace(line))
	}
	want := []string{"privdpr", "clipped-sum", "All", "clipped-sum", "karate"}
	if !slices.Equal(got, want) {
		t.Errorf("completed to %q, want %q", got, want)
	}
	for _, shell := range shells[1:] {
		if status, script, stderr := call(t, "completion", shell); status != 0 || !strings.Contains(script, "gdp") {
			t.Errorf("%s: status %d, %s", shell, status, stderr)
		}
	}
}
