package models

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// valueOf returns the name of the exported value that is a mode.
func valueOf(mode string) string {
	words := strings.Split(mode, "-")
	for i, w := range words {
		switch w {
		case "dp", "gan", "ndp", "sgd", "vae":
			words[i] = strings.ToUpper(w)
		case "nonprivate":
			words[i] = "NonPrivate"
		default:
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, "")
}

// Runs of two types of configurations are not stored under one name. Runs on a session and runs in
// the clear are distinguished by their input.
func TestRunsAreKeptApart(t *testing.T) {
	for _, m := range Methods() {
		types := map[bool]map[string]reflect.Type{true: {}, false: {}}
		for _, mode := range m.Modes {
			of := reflect.TypeOf(mode.Config())
			name := of.Name()
			if r, ok := mode.Config().(checkpoint.Renamed); ok {
				name = r.KeptAs()
			}
			if other, there := types[mode.Plain][name]; there && other != of {
				t.Errorf("%s: runs of %v and of %v are kept as %s", m.Name, of, other, name)
			}
			types[mode.Plain][name] = of
		}
	}
}

// quick lists the settings under which a mode runs in a moment.
func quick(t *testing.T, m method.Method, mode method.Mode) (texts []string) {
	t.Helper()
	all := must.Get(method.Settings(mode.Config()))(t)
	for _, text := range small[m.Name][""] {
		name, _, _ := strings.Cut(text, "=")
		if slices.ContainsFunc(all, func(s method.Setting) bool { return s.Name == name }) {
			texts = append(texts, text)
		}
	}
	return append(texts, small[m.Name][mode.Name]...)
}

// protected are calls that open a session.
var protected = map[gdp.Relation]string{
	gdp.EdgeLevel:      "nb.Protect(net, gdp.EdgeLevel, 4, 1e-5, gdp.Seed(1))",
	gdp.NodeLevel:      "nb.Protect(net, gdp.NodeLevel, 4, 1e-5, gdp.Seed(1))",
	gdp.NodeUnbounded:  "nb.Protect(net, gdp.NodeUnbounded, 4, 1e-5, gdp.Nodes(net.Graph.N()))",
	gdp.GraphLevel:     "nb.Must(gdp.ProtectCollection(many, gdp.GraphLevel, budget))",
	gdp.GraphUnbounded: "nb.Must(gdp.ProtectCollection(many, gdp.GraphUnbounded, budget))",
}

const program = `package main

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/methodtest"
	"github.com/graphdp/graphdp/notebooks/nb"
%s)

func with[C any](settings C, changes ...string) C { return nb.Must(method.Set(settings, changes...)).(C) }

func main() {
	budget, net := gdp.Budget{Epsilon: 4, Delta: 1e-5}, methodtest.Network()
	many := &graph.Collection{Graphs: []*graph.Network{net, net, net}}
	_, _ = budget, many
%s}
`

// Each mode is an exported value of its name. The first lines of the README work for each private
// mode: they open a session, run the mode and show the guarantee.
func TestModesAreValues(t *testing.T) {
	var imports, body strings.Builder
	var modes []string
	for _, m := range Methods() {
		for _, mode := range m.Modes {
			value, title := m.Name+"."+valueOf(mode.Name), m.Name+" "+mode.Name
			if mode.Method() != m.Name {
				t.Errorf("%s: the mode says that it is of %s", title, mode.Method())
			}
			if mode.Plain {
				fmt.Fprintf(&body, "\t_ = %s.RunOn\n", value)
				continue
			}
			modes = append(modes, title)
			fmt.Fprintf(&body, "\t{\n\t\tfmt.Println(\"== %s\")\n\t\ts := %s\n", title, protected[mode.Relation])
			fmt.Fprintf(&body, "\t\tr := nb.Run(s, %s.With(with(%[1]s.Settings, %#v...)))\n\t\tnb.Show(r, s, nb.Audited(r, %[3]s.Method, %[4]q))\n\t}\n", value, quick(t, m, mode), m.Name, mode.Name)
		}
		fmt.Fprintf(&imports, "\t%q\n", importOf(t, m.Name))
	}
	dir := t.TempDir()
	file, binary := filepath.Join(dir, "main.go"), filepath.Join(dir, "lines")
	must.Do(t, os.WriteFile(file, fmt.Appendf(nil, program, imports.String(), body.String()), 0o600))
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-gcflags=-e", "-o", binary, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.CommandContext(t.Context(), binary).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	shown := strings.Split(string(out), "== ")[1:]
	if len(shown) != len(modes) {
		t.Fatalf("%d modes of %d were run:\n%s", len(shown), len(modes), out)
	}
	for i, text := range shown {
		title, rest, _ := strings.Cut(text, "\n")
		if title != modes[i] || !strings.Contains(rest, "claimed") || !strings.Contains(rest, "proved") {
			t.Errorf("%s shows no guarantee:\n%s", modes[i], text)
		}
	}
}

// importOf returns the path of a method's package.
func importOf(t *testing.T, name string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join("*", name))
	if err != nil || len(found) != 1 {
		t.Fatalf("the package of %s is not one folder: %v, %v", name, found, err)
	}
	return "github.com/graphdp/graphdp/models/" + filepath.ToSlash(found[0])
}
