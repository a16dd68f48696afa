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

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// presetOf returns the name of the function that returns the configuration of a mode.
func presetOf(mode string) string {
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

// Each mode's configuration is what the function of its name returns, and Run takes those of
// private modes and no others. What a mode needs is for the user to say: an argument.
func TestPresetsAreNamedAsModes(t *testing.T) {
	for _, m := range Methods() {
		run := reflect.TypeOf(exported[m.Name+".Run"])
		for _, mode := range m.Modes {
			name := m.Name + "." + presetOf(mode.Name)
			f := reflect.ValueOf(exported[name])
			if !f.IsValid() {
				t.Errorf("%s is not in the list of misuse_list_test.go: it returns the configuration of the mode %s", name, mode.Name)
				continue
			}
			if f.Type().NumIn() != len(mode.Needs) || f.Type().NumOut() != 1 {
				t.Errorf("%s is a %v; the mode %s needs %v", name, f.Type(), mode.Name, mode.Needs)
				continue
			}
			var args []reflect.Value
			for i := range mode.Needs {
				args = append(args, reflect.Zero(f.Type().In(i)))
			}
			if got := f.Call(args)[0].Interface(); !reflect.DeepEqual(got, mode.Config()) {
				t.Errorf("%s returns %#v, the mode %s has %#v", name, got, mode.Name, mode.Config())
			}
			takes := run != nil && run.NumIn() == 4 && reflect.TypeOf(mode.Config()).AssignableTo(run.In(2))
			if takes == mode.Plain {
				t.Errorf("%s.Run takes the configuration of the mode %s: %v; the mode is plain: %v", m.Name, mode.Name, takes, mode.Plain)
			}
		}
	}
}

// Runs of two types of configurations are not kept under one name. Those on a session and those
// that read the data in the clear are kept apart by what they are on.
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
	all, err := method.Settings(mode.Config())
	if err != nil {
		t.Fatal(err)
	}
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
	gdp.EdgeLevel:      "gdp.Protect(net, gdp.EdgeLevel, budget)",
	gdp.NodeLevel:      "gdp.Protect(net, gdp.NodeLevel, budget)",
	gdp.NodeUnbounded:  "gdp.Protect(net, gdp.NodeUnbounded, budget, gdp.Nodes(net.Graph.N()))",
	gdp.GraphLevel:     "gdp.ProtectCollection(many, gdp.GraphLevel, budget)",
	gdp.GraphUnbounded: "gdp.ProtectCollection(many, gdp.GraphUnbounded, budget)",
}

const program = `package main

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/eval/audits"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/methodtest"
	"github.com/graphdp/graphdp/notebooks/nb"
%s)

func with[C any](preset C, settings ...string) C { return nb.Must(method.Set(preset, settings...)).(C) }

func main() {
	ctx, budget := context.Background(), gdp.Budget{Epsilon: 4, Delta: 1e-5}
	net := methodtest.Network()
	many := &graph.Collection{Graphs: []*graph.Network{net, net, net}}
	_ = many
%s}
`

// The first lines of the README, which open a session, run a mode and show what protects the
// release, compile and run for each private mode with the preset of its name.
func TestTheReadmesLinesForEachMode(t *testing.T) {
	var imports, body strings.Builder
	var modes []string
	for _, m := range Methods() {
		before := len(modes)
		for _, mode := range m.Modes {
			if mode.Plain {
				continue
			}
			title := m.Name + " " + mode.Name
			modes = append(modes, title)
			preset := presetOf(mode.Name) + "(" + strings.TrimSuffix(strings.Repeat("1, ", len(mode.Needs)), ", ") + ")"
			fmt.Fprintf(&body, "\t{\n\t\tfmt.Println(\"== %s\")\n", title)
			fmt.Fprintf(&body, "\t\ts := nb.Must(%s)\n", protected[mode.Relation])
			fmt.Fprintf(&body, "\t\tr := nb.Must(%s.Run(ctx, s, with(%[1]s.%s, %#v...), nil))\n", m.Name, preset, quick(t, m, mode))
			fmt.Fprintf(&body, "\t\tnb.Show(nb.Must(audits.Beside(r.Guarantee, %s.Method, %q)), nb.Must(s.Ledger()))\n\t}\n", m.Name, mode.Name)
		}
		if len(modes) > before {
			fmt.Fprintf(&imports, "\t%q\n", importOf(t, m.Name))
		}
	}
	dir := t.TempDir()
	file, binary := filepath.Join(dir, "main.go"), filepath.Join(dir, "lines")
	if err := os.WriteFile(file, fmt.Appendf(nil, program, imports.String(), body.String()), 0o600); err != nil {
		t.Fatal(err)
	}
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
	found, err := filepath.Glob(filepath.Join("*", name, "method.go"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: %v, %v", name, found, err)
	}
	return "github.com/graphdp/graphdp/models/" + filepath.ToSlash(filepath.Dir(found[0]))
}
