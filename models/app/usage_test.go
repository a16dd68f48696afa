package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/models"
)

// What a run cannot mean, whatever the data, is a wrong call and begins no journal.
func TestWrongSettingsAndBudgets(t *testing.T) {
	for args, want := range map[string]string{
		"run privdpr --mode clipped-sum --epsilon 1 --delta 1e-3 --set Clip=-1":  "Clip",
		"run privdpr --mode published --epsilon 1 --delta 1e-3 --set Epochs=0":   "Epochs=0: must be",
		"run privdpr --mode strict --epsilon 1 --set Theta=-7":                   "Theta=-7: must be",
		"run privdpr --mode nonprivate --set Gamma=NaN":                          "Gamma=NaN: must be",
		"run seprivgemb --mode strict --epsilon 1 --delta 1e-3 --set Dim=0":      "Dim=0: must be in [2, 65536]",
		"run seprivgemb --mode null --epsilon 1 --set Dim=0":                     "Dim=0: must be",
		"run dpar --mode strict --epsilon 1 --delta 1e-3 --set Split.Share=2":    "Share=2: must be",
		"run vote --mode strict --epsilon 1 --delta 1e-3 --set Folds=1":          "Folds=1: must be",
		"run features --mode nonprivate --set Rate=0":                            "Rate=0: must be",
		"run privdpr --mode strict --epsilon 1e308":                              "ε = 2.0000000000000002e+307 is out of range",
		"run privdpr --mode strict --epsilon 1e-300":                             "ε = 2e-301 is out of range",
		"run seprivgemb --mode projection --epsilon 1":                           "give a --delta above 0",
		"run privdpr --mode published --epsilon 1":                               "give a --delta above 0",
		"run seprivgemb --mode published --epsilon 1":                            "give a --delta above 0",
		"run dpggan --mode published --epsilon 1":                                "give a --delta above 0",
		"run dpar --mode strict --epsilon 1 --delta 1e-5 --out x.CSV.gz":         "data that are not public: write the model, as .json",
		"run dpggan --mode author --epsilon 1":                                   "give a --delta above 0",
		"run privdpr --mode strict --epsilon 1 --seed 18446744073709551616":      "must be a smaller number",
		"audit seprivgemb --mode projection --epsilon 1 --trials 40":             "give a --delta above 0",
		"audit privdpr --mode strict --epsilon 1e308 --trials 40":                "out of range",
		"run privdpr --mode strict --epsilon 1 --set Theta=99999999999999999999": "must be a smaller number",
		"audit privdpr --mode strict --epsilon 1 --trials 40 --set Theta=-7":     "Theta=-7: must be",
		"audit privdpr --mode strict --epsilon 1 --trials 40 --confidence 0":     "--confidence 0",
		"audit privdpr --mode strict --epsilon 1 --trials 99999999999999999999":  "must be a smaller number",
		"account --sigma 1 --delta 1e-5 --steps 99999999999999999999999":         "must be a smaller number",
		"help run nonsense":   `gdp run has no command "nonsense"`,
		"help data nonsense":  `gdp data has no command "nonsense"`,
		"data info nonsense":  `no data set is called "nonsense"`,
		"stats nonsense":      `no data set is called "nonsense"`,
		"compare karate kara": `did you mean "karate"?`,
	} {
		words := strings.Fields(args)
		journal := filepath.Join(t.TempDir(), "journal")
		if words[0] == "run" {
			words = append(words, "--graph", "karate", "--journal", journal)
		}
		status, stdout, stderr := call(t, words...)
		if status != 2 || stdout != "" || !strings.Contains(stderr, want) || !strings.Contains(stderr, "--help") {
			t.Errorf("gdp %s: status %d, %s%s", args, status, stdout, stderr)
		}
		if text, err := os.ReadFile(journal); err == nil && strings.Contains(string(text), "spend") {
			t.Errorf("gdp %s: the journal holds a spend", args)
		}
	}
	if status, stdout, stderr := call(t, "stats", "karate", "--only", "triangles, nodes"); status != 0 || !strings.Contains(stdout, "triangles  45") {
		t.Errorf("a blank between names: status %d, %s", status, stderr)
	}
	if status, _, stderr := call(t, "run", "privdpr", "--mode", "strict", "--graph", "karate", "--epsilon", "1", "--set", "Theta = 3"); status != 0 {
		t.Errorf("blanks around a setting: status %d, %s", status, stderr)
	}
	if _, stdout, _ := call(t, "__complete", "help", ""); strings.Contains(stdout, "__complete") || !strings.Contains(stdout, "stats") {
		t.Errorf("help is completed by %s", stdout)
	}
	if status, _, stderr := call(t, "data", "get", "karate"); status != 0 || !strings.Contains(stderr, "nothing to download") {
		t.Errorf("what needs no file: status %d, %s", status, stderr)
	}
	graphML := graphFile(t, "g.graphml", `<graphml><key id="x" for="node" attr.name="x"/><graph><node id="a"><data key="x">3</data></node><node id="b"/><edge source="a" target="b"/></graph></graphml>`)
	gml := graphFile(t, "g.gml", "graph [ ]")
	if status, _, stderr := call(t, "stats", gml); status != 1 || !strings.Contains(stderr, "g.gml: format .gml is not supported; convert to .graphml, ") {
		t.Errorf("a format that is not supported: status %d, %s", status, stderr)
	}
	if status, _, stderr := call(t, "stats", graphML, "--header", "no"); status != 1 || !strings.Contains(stderr, "this is read as GraphML") {
		t.Errorf("a header of a GraphML: status %d, %s", status, stderr)
	}
	if status, stdout, stderr := call(t, "data", "info", graphML); status != 0 || !strings.Contains(stdout, "attributes dropped  1") {
		t.Errorf("a GraphML: status %d, %s%s", status, stdout, stderr)
	}
	missing := filepath.Join(t.TempDir(), "missing")
	status, _, stderr := call(t, "run", "privdpr", "--mode", "strict", "--graph", "karate", "--epsilon", "1", "--journal", filepath.Join(missing, "j"))
	if status != 1 || !strings.Contains(stderr, "no folder "+missing) || strings.Contains(stderr, ".new-") {
		t.Errorf("a journal in no folder: status %d, %s", status, stderr)
	}
}

// fullDevice makes a device of the test's own that takes nothing: as root, a fault must not
// harm the machine's.
func fullDevice(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "full")
	if err := syscall.Mknod(path, syscall.S_IFCHR|0o600, 1<<8|7); err != nil { // Linux's number of /dev/full
		t.Skip(err)
	}
	if f, err := os.OpenFile(path, os.O_WRONLY, 0); err != nil {
		t.Skip("the file system has no devices")
	} else if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// No command says that it succeeded when its output went nowhere; a release, which was paid
// for, is kept.
func TestFullStandardOutput(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, args := range []string{
		"--help", "help stats", "run --help", "version", "--version", "methods", "data list", "stats karate --only nodes", "stats karate --only nodes --json",
		"completion bash", "account --sigma 1 --delta 1e-5", "run privdpr --mode strict --graph karate --epsilon 1 --out -",
	} {
		var stderr strings.Builder
		status := Run(t.Context(), strings.Fields(args), nil, full{}, &stderr, models.Methods()...)
		if status != 1 || !strings.Contains(stderr.String(), errFull.Error()) {
			t.Errorf("gdp %s: status %d, %s", args, status, stderr.String())
		}
		if !strings.Contains(args, "--out") {
			continue
		}
		_, where, _ := strings.Cut(strings.TrimSpace(stderr.String()), "it is stored in ")
		if net, _, err := graphio.Read(where, graphio.Options{}); err != nil || net.Graph.N() != 34 {
			t.Errorf("the release is in %q: %v", where, err)
		}
	}
}

var errFull = errors.New("no space left")

// full takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
