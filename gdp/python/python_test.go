// Package python_test checks the Python package graphdp, which drives the command gdp, and writes
// the part of it that lists the methods.
package python_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/app"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/statistics/ask"
)

var update = flag.Bool("update", false, "write graphdp/methods.py from the methods of this program")

// asProcess is the variable that makes this test program the command gdp.
const asProcess = "GDP_TEST_AS_PROCESS"

func TestMain(m *testing.M) {
	if os.Getenv(asProcess) != "" {
		app.Main(models.Methods()...)
	}
	os.Exit(m.Run())
}

// run runs Python, with this program as its gdp. GDP_PYTHON names a Python that has the libraries;
// one without them is left alone.
func run(t *testing.T, libraries string, args ...string) string {
	t.Helper()
	python := os.Getenv("GDP_PYTHON")
	if python == "" {
		python = "python3"
	}
	if out, err := exec.Command(python, "-c", "import "+libraries).CombinedOutput(); err != nil {
		t.Skipf("%s has no %s (%v): GDP_PYTHON names a Python that has it\n%s", python, libraries, err, out)
	}
	sources := must.Get(filepath.Glob("*/*.py"))(t)
	for _, path := range append(sources, "test_graphdp.py") { // a result that Go keeps is of these files
		must.Get(os.ReadFile(path))(t)
	}
	program := must.Get(os.Executable())(t)
	c := exec.Command(python, append([]string{"-B", "-W", "error"}, args...)...)
	c.Env = append(os.Environ(), "GDP_BINARY="+program, asProcess+"=1", "GOMLX_BACKEND=kernels", "PYTHONUTF8=1")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// The tests of the package, in Python's own framework. What a Python does not have, they leave out.
func TestPython(t *testing.T) {
	t.Parallel()
	t.Log(run(t, "numpy", "-m", "unittest", "-v", "test_graphdp"))
}

// The page about Python runs as described.
func TestPage(t *testing.T) {
	t.Parallel()
	text := must.Get(os.ReadFile("../../docs/python.md"))(t)
	var code []string
	for i, part := range strings.Split(string(text), "\n```") {
		if block, ok := strings.CutPrefix(part, "python\n"); ok && i%2 == 1 {
			code = append(code, block)
		}
	}
	if len(code) != 5 {
		t.Fatalf("%d blocks of Python", len(code))
	}
	if out := run(t, "networkx, numpy", "-c", strings.Join(code, "\n")); !strings.Contains(out, "['low' 'high']") {
		t.Errorf("the page prints %s", out)
	}
}

// graphdp/methods.py agrees with the methods of this program. The flag -update writes it.
func TestMethodsAreUpToDate(t *testing.T) {
	want := []byte(module(t))
	path := filepath.Join("graphdp", "methods.py")
	if *update {
		must.Do(t, os.WriteFile(path, want, 0o666))
	}
	if got := must.Get(os.ReadFile(path))(t); !bytes.Equal(got, want) {
		t.Errorf("%s is out of date: run go test ./gdp/python -run TestMethodsAreUpToDate -update", path)
	}
}

// listed is a method as `gdp methods --json` lists it.
type listed struct {
	Name, About, Paper, Releases string
	Modes                        []struct {
		Name, About, Role, Relation, Unproved, From, Caution string
		Also, Needs, Settings                                []string
		Proved, Plain                                        bool
		Range                                                map[string]string
	}
}

// module is the text of methods.py.
func module(t *testing.T) string {
	var out bytes.Buffer
	if status := app.Run(context.Background(), []string{"methods", "--json"}, strings.NewReader(""), &out, os.Stderr, models.Methods()...); status != 0 {
		t.Fatalf("gdp methods: status %d", status)
	}
	var methods []listed
	must.Do(t, json.Unmarshal(out.Bytes(), &methods))
	var names, statistics []string
	for _, m := range methods {
		names = append(names, m.Name)
	}
	for _, x := range ask.All() {
		statistics = append(statistics, x.Name)
	}
	b := new(strings.Builder)
	fmt.Fprintf(b, "\"\"\"The methods, as gdp methods --json lists them. Written by\n\n    go test ./gdp/python -run TestMethodsAreUpToDate -update\n\"\"\"\n\n")
	fmt.Fprintf(b, "from __future__ import annotations\n\nfrom typing import TYPE_CHECKING, Any, Literal, get_args\n\nif TYPE_CHECKING:\n    from .release import Result\n\n")
	fmt.Fprintf(b, "Method = Literal[%s]\nStatistic = Literal[%s]\nSTATISTICS = get_args(Statistic)\n\n", quoted(names), quoted(statistics))
	fmt.Fprintf(b, "# Of each method: what it releases, and a checksum of its modes and settings.\nMETHODS = {\n")
	for _, m := range methods {
		fmt.Fprintf(b, "    %q: (%q, %q),\n", m.Name, m.Releases, m.sum())
	}
	fmt.Fprintf(b, "}\n\n\nclass Methods:\n    \"\"\"A method of Python for each method, with its modes and settings.\"\"\"\n\n    run: Any  # of Session\n")
	for _, m := range methods {
		m.write(t, b)
	}
	return b.String()
}

func quoted(list []string) string {
	var texts []string
	for _, x := range list {
		texts = append(texts, strconv.Quote(x))
	}
	return strings.Join(texts, ", ")
}

// sum is what command.py calls the checksum of a method.
func (m listed) sum() string {
	lines := []string{m.Name, m.Releases}
	for _, mode := range m.Modes {
		lines = slices.Concat(lines, []string{mode.Name, mode.Role, mode.Relation}, mode.Also, mode.Needs, mode.Settings)
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(lines, "\n"))))[:8]
}

// setting is a setting of a method, with its value in each mode.
type setting struct {
	name, kind            string
	ranges, values, modes []string
}

// settings are those of all modes, in the order in which they come.
func (m listed) settings(t *testing.T) (all []*setting) {
	of := must.Get(method.Find(models.Methods(), m.Name))(t)
	for i, mode := range m.Modes {
		typed := must.Get(method.Settings(of.Modes[i].Config()))(t)
		for j, text := range mode.Settings {
			name, value, _ := strings.Cut(text, "=")
			i := slices.IndexFunc(all, func(s *setting) bool { return s.name == name })
			if i < 0 {
				i, all = len(all), append(all, &setting{name: name, kind: kind(typed[j])})
			}
			all[i].ranges = append(all[i].ranges, mode.Range[name])
			all[i].values, all[i].modes = append(all[i].values, value), append(all[i].modes, mode.Name)
		}
	}
	return all
}

// kind is the type of a setting in Python. Some numbers have names.
func kind(s method.Setting) string {
	number := map[reflect.Kind]string{reflect.Bool: "bool", reflect.String: "str", reflect.Float64: "float", reflect.Int: "int", reflect.Int64: "int", reflect.Uint64: "int"}[reflect.ValueOf(s.Value).Kind()]
	names, rest := s.Names(), false
	for _, part := range strings.Split(strings.ReplaceAll(s.Range.String(), ", ", " or "), " or ") {
		if name, _, named := strings.Cut(part, " ("); named {
			names = append(names, name)
		} else if text, err := strconv.Unquote(part); err == nil {
			names = append(names, text)
		} else if !slices.Contains(names, part) {
			rest = true
		}
	}
	switch {
	case len(names) == 0:
		return number
	case rest:
		return number + " | Literal[" + quoted(names) + "]"
	}
	return "Literal[" + quoted(names) + "]"
}

// each lists texts of a setting in its modes, or the one that all modes have.
func (s *setting) each(texts []string) string {
	if len(slices.Compact(slices.Sorted(slices.Values(texts)))) == 1 {
		return texts[0]
	}
	var list, of []string
	for i, x := range texts {
		if k := slices.Index(list, x); k >= 0 {
			of[k] += ", " + s.modes[i]
		} else {
			list, of = append(list, x), append(of, s.modes[i])
		}
	}
	for k := range list {
		list[k] += " in " + of[k]
	}
	return strings.Join(list, "; ")
}

// write writes the method of Python that runs a method.
func (m listed) write(t *testing.T, b *strings.Builder) {
	var modes []string
	for _, mode := range m.Modes {
		modes = append(modes, mode.Name)
	}
	settings := m.settings(t)
	var parameters, passed []string
	for _, s := range settings {
		name := strings.ReplaceAll(s.name, ".", "_")
		parameters = append(parameters, fmt.Sprintf("%s: %s | None = None", name, s.kind))
		passed = append(passed, fmt.Sprintf("%s=%[1]s", name))
	}
	evaluate, pass := "", ""
	if m.Releases == "classifier" {
		evaluate, pass = "evaluate: bool | None = None, ", "evaluate=evaluate, "
	}
	fmt.Fprintf(b, "\n    def %s(\n        self, mode: Literal[%s] | None = None, *, epsilon: float | None = None, delta: float | None = None,\n", m.Name, quoted(modes))
	fmt.Fprintf(b, "        draw: int = 1, %s%s,\n    ) -> Result:\n", evaluate, strings.Join(parameters, ", "))
	text := &strings.Builder{}
	fmt.Fprintf(text, "%s.\n\nReleases: %s", capital(m.About), m.Releases)
	if m.Paper != "" {
		fmt.Fprintf(text, "; paper: docs/papers/%s.md", m.Paper)
	}
	fmt.Fprintf(text, "\n\nModes, the strict one by default:\n")
	for _, mode := range m.Modes {
		said := "proved under " + strings.Join(append([]string{mode.Relation}, mode.Also...), ", ")
		switch {
		case mode.Plain:
			said = "no privacy"
		case !mode.Proved:
			said = "not proved: " + mode.Unproved
		}
		if mode.From != "" {
			said = "made from " + mode.From + "; " + said
		}
		if mode.Caution != "" {
			said += "; caution: " + mode.Caution
		}
		fmt.Fprintf(text, "    %s: %s (%s)\n", mode.Name, mode.About, said)
	}
	if len(settings) > 0 {
		fmt.Fprintf(text, "\nSettings, with valid values:\n")
	}
	for _, s := range settings {
		fmt.Fprintf(text, "    %s: %s, default %s\n", strings.ReplaceAll(s.name, ".", "_"), s.each(s.ranges), s.each(s.values))
	}
	fmt.Fprintf(b, "        \"\"\"%s\"\"\"\n", strings.ReplaceAll(strings.ReplaceAll(escaped(strings.TrimSpace(text.String())), "\n", "\n        "), "        \n", "\n"))
	fmt.Fprintf(b, "        return self.run(\"%s\", mode, epsilon=epsilon, delta=delta, draw=draw, %s%s)\n", m.Name, pass, strings.Join(passed, ", "))
}

// escaped writes a text for a string in triple quotes.
func escaped(text string) string {
	return strings.NewReplacer(`\`, `\\`, `"""`, `\"\"\"`).Replace(text)
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
