package app

import (
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/eval/trial"
)

// A sweep makes the trials of a file, keeps where they come from, and does nothing the second
// time.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "s.yaml")
	put(t, file, "methods: privdpr\nmodes: [strict, null, nonprivate]\nprotocols: statistics\ndata: karate\nepsilons: [1, 2]\nseeds: 1-2\nvary:\n  Theta: [3, 4]\n")
	status, stdout, stderr := call(t, "sweep", file, "--dry-run")
	if status != 0 || strings.Count(stdout, "\n") != 19 || !strings.Contains(stdout, "Theta=4") || !strings.Contains(stderr, "0 of 18 trials") {
		t.Fatalf("status %d, %s%s", status, stdout, stderr)
	}
	for i := range 2 {
		status, r, stderr := sweepOf(t, file, "--workers", "2")
		if status != 0 || r.Trials != 18 || r.Done != 18 || r.Failed != 0 || r.Results != filepath.Join(dir, "s") {
			t.Fatalf("status %d, %+v, %s", status, r, stderr)
		}
		if want := fmt.Sprintf("%d of 18 trials", 18*i); !strings.Contains(stderr, want) {
			t.Errorf("%s, want %s", stderr, want)
		}
	}
	results, err := trial.Read(filepath.Join(dir, "s"))
	if err != nil || len(results) != 18 {
		t.Fatalf("%d results, %v", len(results), err)
	}
	for _, r := range results {
		if m := r.Made; m.Config == "" || m.Data == "" || m.Processor == "" || m.Backend == "" || m.When.IsZero() || m.Memory < 1<<20 || m.Memory > 1<<35 || r.Seconds <= 0 {
			t.Errorf("%+v", r)
		}
	}
}

// The protocols of drawn graphs are made by a sweep, beside the original, and are rows of the
// board.
func TestSweepOfDrawnGraphs(t *testing.T) {
	dir, r := t.TempDir(), rand.New(rand.NewPCG(1, 2))
	net := must.Get(gen.SBM([]int{30, 30}, [][]float64{{.3, .02}, {.02, .3}}, r))(t)
	net.Attrs = must.Get(gen.Words(net.Labels, 2, gen.Vocabulary{Columns: 40, PerNode: 6, OwnShare: .5}, r))(t)
	net.Classes = []string{"a", "b"}
	file, folder, page := filepath.Join(dir, "g.npz"), filepath.Join(dir, "results"), filepath.Join(dir, "page")
	must.Do(t, graphio.Write(file, net))
	for _, methods := range [][]string{{"dpgs", "strict"}, {"originals", "nonprivate"}} {
		status, r, stderr := sweepOf(t, "--methods", methods[0], "--modes", methods[1], "--data", file, "--protocols", "drawn links,drawn nodes,drawn membership", "--epsilons", "1", "--folder", folder)
		if status != 0 || r.Trials != 3 || r.Done != 3 {
			t.Fatalf("status %d, %+v, %s", status, r, stderr)
		}
	}
	shown(t, "6 trials", "board", folder, "--out", page)
	text := contents(t, filepath.Join(page, "index.html"))
	_, coded, _ := strings.Cut(string(text), `id="data">`)
	coded, _, _ = strings.Cut(coded, "</script>")
	zipped := must.Get(gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(strings.TrimSpace(coded)))))(t)
	shown, err := io.ReadAll(zipped)
	for _, want := range []string{"drawn links", "drawn nodes", "drawn membership", "attack AUC", trial.FeaturesAlone} {
		if err != nil || !strings.Contains(string(shown), want) {
			t.Errorf("the board has no %q: %v", want, err)
		}
	}
}

// A trial that fails, panics, or exceeds its memory is stored with the reason, and the others run;
// --retry repeats it.
func TestSweepOfFailures(t *testing.T) {
	folder := t.TempDir()
	for settings, want := range map[string]string{
		"Fail=true": "behaves: as it was told", "Panic=true": "panic: as it was told", "Memory=3000": "more memory than its process may have",
	} {
		name, value, _ := strings.Cut(settings, "=")
		other := map[string]string{"Fail": "false", "Panic": "false", "Memory": "1"}[name]
		args := []string{"--methods", "behaves", "--data", "karate", "--protocols", "statistics", "--vary", name + "=" + value + "," + other, "--folder", filepath.Join(folder, name), "--memory", "1GiB"}
		for i := range 3 {
			if i == 2 {
				args = append(args, "--retry")
			}
			status, r, stderr := sweepOf(t, args...)
			if status != 1 || r.Done != 1 || r.Failed != 1 || len(r.Errors) != 1 || !strings.Contains(r.Errors[0], want) {
				t.Fatalf("%s: status %d, %+v, %s", settings, status, r, stderr)
			}
			lines, err := os.ReadFile(filepath.Join(folder, name, "results.jsonl"))
			if want := 2 + max(0, i-1); err != nil || strings.Count(string(lines), "\n") != want {
				t.Errorf("%s: after %d sweeps the store is %s", settings, i+1, lines)
			}
		}
	}
}

// A sweep that is killed goes on where it was, and its workers end with it; two on one folder
// share the work.
func TestSweepsThatAreKilled(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	args := []string{"--methods", "behaves", "--data", "karate", "--protocols", "statistics", "--vary", "Wait=0.05", "--seeds", "1-20", "--folder", folder, "--workers", "2"}
	args = append([]string{"sweep"}, args...)
	first := command(args...)
	must.Do(t, first.Start())
	awaitResults(t, folder, 3)
	must.Do(t, first.Process.Signal(syscall.SIGKILL))
	_ = first.Wait() // killed
	before, err := trial.Read(folder)
	if err != nil || len(before) >= 20 {
		t.Fatalf("%d results before it was killed, %v", len(before), err)
	}
	second, third := command(args...), command(args...)
	for _, c := range []*exec.Cmd{second, third} {
		must.Do(t, c.Start())
	}
	for _, c := range []*exec.Cmd{second, third} {
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	}
	lines, err := os.ReadFile(filepath.Join(folder, "results.jsonl"))
	after, err2 := trial.Read(folder)
	if err != nil || err2 != nil || strings.Count(string(lines), "\n") != 20 || len(after) != 20 {
		t.Errorf("%d results in the end: %v %v", len(after), err, err2)
	}
	// An interrupt ends a sweep with one message.
	args[slices.Index(args, "1-20")] = "1-200"
	interrupted := command(args...)
	var said strings.Builder
	interrupted.Stderr = &said
	must.Do(t, interrupted.Start())
	awaitResults(t, folder, 21) // it makes them
	must.Do(t, interrupted.Process.Signal(os.Interrupt))
	if err := interrupted.Wait(); err == nil || interrupted.ProcessState.ExitCode() != 1 || !strings.Contains(said.String(), "to continue") {
		t.Errorf("%v: %s", err, said.String())
	}
	if all, err := trial.ReadAll(folder); err != nil || len(all) >= 200 {
		t.Errorf("%d results, %v", len(all), err)
	} else {
		for _, r := range all {
			if r.Error != "" {
				t.Errorf("an interrupt counts as a failure: %s", r.Error)
			}
		}
	}
}

// What cannot be is skipped, and listed with the reason, in a dry run as well.
func TestSweepSkips(t *testing.T) {
	plain := graphFile(t, "g.txt", "# nodes 2\n0 1\n")
	for args, want := range map[string][]string{
		"--methods dpar,privdpr,vote --modes strict --epsilons 1":                                               {"dpar on karate: karate has nodes without features", "vote on karate: karate has nodes without features"},
		"--methods seprivgemb,vote --modes strict --epsilons 1 --protocols classification,StrucEqu":             {"classification of vote on karate: karate has nodes without features"},
		"--methods seprivgemb --modes null --epsilons 1 --data " + plain + ",karate":                            nil,
		"--methods seprivgemb --modes null --epsilons 1 --protocols nodes,StrucEqu --data " + plain + ",karate": {"nodes of seprivgemb on " + plain + ": " + plain + " has nodes without labels"},
		"--methods dpgs --epsilons 1 --protocols statistics":                                                    {"statistics of dpgs/published on karate: karate has nodes without features", "statistics of dpgs/nonprivate-published on karate: karate has nodes without features"},
		"--methods dpggan --modes strict,graph-level --epsilons 1 --protocols collections --vary Graphs=9":      {"collections of dpggan/graph-level on karate: new graphs of mode graph-level stand for none of the originals, and \"collections\" compares graph by graph"},
	} {
		words := append([]string{"sweep", "--folder", filepath.Join(t.TempDir(), "f"), "--dry-run", "--json"}, strings.Fields(args)...)
		if !strings.Contains(args, "--data") {
			words = append(words, "--data", "karate")
		}
		status, stdout, stderr := call(t, words...)
		var got swept
		if err := json.Unmarshal([]byte(stdout), &got); status != 0 || err != nil || got.Trials == 0 || !slices.Equal(got.Skipped, want) {
			t.Errorf("gdp sweep %s: status %d, %+v, %v, %s, want %q", args, status, got, err, stderr, want)
		}
		if strings.Count(stderr, "Skipped: ") != len(want) {
			t.Errorf("%s", stderr)
		}
	}
}

// Flags and fields say how the files of a study are read, for its workers too; a mode without
// privacy has no ε.
func TestStudyOfATable(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	put(t, at("e.csv"), "1,2\n2,3\n3,4\n")
	put(t, at("nodes"), "1\n2\n3\n4\n")
	put(t, at("study.yaml"), "methods: dgg\nmodes: [nonprivate, null]\nprotocols: statistics\ndata: ["+at("e.csv")+", karate]\nepsilons: 1\nheader: no\nnodes: "+at("nodes"))
	stdout, _ := calls(t, "sweep", at("study.yaml"), "--dry-run")
	if !strings.Contains(stdout, "nonprivate  karate") || !strings.Contains(stdout, "  –  1") {
		t.Error(stdout)
	}
	calls(t, "sweep", at("study.yaml"))
	all, err := trial.ReadAll(at("study"))
	if err != nil || len(all) != 4 {
		t.Fatalf("%v, %v", all, err)
	}
	for _, r := range all {
		if r.Error != "" || r.Reading != map[bool]string{true: "--header=no"}[r.Data != "karate"] {
			t.Errorf("%+v", r)
		}
	}
	says(t, 2, "none of the data is a file", "sweep", "--methods", "dgg", "--modes", "null", "--data", "karate", "--epsilons", "1", "--header", "yes", "--folder", at("f"))
	says(t, 2, "--header maybe: there are", "sweep", "--methods", "dgg", "--modes", "null", "--data", at("e.csv"), "--epsilons", "1", "--header", "maybe", "--folder", at("f"))
}

// If a file does not declare its classes, a study's error names the command that converts it; the
// converted file is accepted.
func TestClassesOfAStudy(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "g.graphml"), filepath.Join(dir, "FILE.npz")
	text := `<graphml><key id="c" for="node" attr.name="class" attr.type="string"/><graph><node id="0"><data key="c">y</data></node><node id="1"><data key="c">x</data></node></graph></graphml>`
	put(t, in, text)
	plan := func(path string) (int, string) {
		status, stdout, stderr := call(t, "sweep", "--methods", "privdpr", "--modes", "null", "--protocols", "statistics", "--epsilons", "1", "--folder", filepath.Join(dir, "results"), "--dry-run", "--data", path)
		return status, stdout + stderr
	}
	if status, said := plan(in); status != 2 || !strings.Contains(said, "gdp convert "+in+" FILE.npz --classes A,B,…") {
		t.Errorf("status %d, %s", status, said)
	}
	calls(t, "", "convert", in, out, "--classes", "x,y")
	if status, said := plan(out); status != 0 {
		t.Errorf("status %d, %s", status, said)
	}
}
