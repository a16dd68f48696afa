package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/must"
	"github.com/spf13/cobra"
)

// dataCommand runs `gdp data …` and gives standard output and standard error.
func dataCommand(ctx context.Context, json bool, args ...string) (stdout, stderr string, err error) {
	var out, progress bytes.Buffer
	a := &app{out: &out, err: &progress, json: json}
	root := &cobra.Command{SilenceErrors: true, SilenceUsage: true}
	root.AddCommand(a.data())
	root.SetArgs(append([]string{"data"}, args...))
	root.SetOut(&out)
	root.SetErr(&progress)
	err = root.ExecuteContext(ctx)
	return out.String(), progress.String(), err
}

// noData makes sure that nothing but the program itself is found.
func noData(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv(data.Folder, dir)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	return dir
}

func TestDataList(t *testing.T) {
	noData(t)
	out, _ := must.Two(dataCommand(t.Context(), true, "list"))(t)
	var list []map[string]any
	must.Do(t, json.Unmarshal([]byte(out), &list))
	if len(list) != len(data.Entries()) {
		t.Errorf("%d entries, want %d", len(list), len(data.Entries()))
	}
	for _, e := range list {
		for _, field := range []string{"name", "nodes", "edges", "loops_dropped", "duplicates_dropped", "directed", "sha256"} {
			if _, ok := e[field]; !ok {
				t.Errorf("%v has no %s", e["name"], field)
			}
		}
		name := e["name"].(string)
		if here := name == "karate" || name == "us-states" || strings.HasPrefix(name, "made-"); e["here"] != here || (e["missing"] == nil) != here {
			t.Errorf("%v: here %v, missing %v", e["name"], e["here"], e["missing"])
		}
		if e["name"] == "pubmed" && e["edges"] != nil {
			t.Errorf("pubmed has %v edges, which nobody has counted", e["edges"])
		}
	}
	out, _, err := dataCommand(t.Context(), false, "list")
	if err != nil || !strings.Contains(out, "privgraph-enron") || strings.Count(out, "\n") != len(list)+1 {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestDataInfo(t *testing.T) {
	dir := noData(t)
	out, _ := must.Two(dataCommand(t.Context(), true, "info", "karate"))(t)
	if d := document(t, out); d["nodes"] != 34. || d["edges"] != 78. || d["classes"] != 2. || d["here"] != true || d["directed"] != false {
		t.Errorf("karate: %v", d)
	}
	// A data set that is not here is described all the same.
	out, _, err := dataCommand(t.Context(), false, "info", "MINNESOTA")
	if err != nil || !strings.Contains(out, "2642") || !strings.Contains(out, "gdp data get pgb-road-minnesota") || !strings.Contains(out, dir) || !strings.Contains(out, "PGB") {
		t.Errorf("minnesota: %v\n%s", err, out)
	}
	if status, _, stderr := call(t, "stats", "MINNESOTA"); status != 1 || !strings.HasPrefix(stderr, "gdp: pgb-road-minnesota: not found") {
		t.Errorf("minnesota is not here: status %d, %s", status, stderr)
	}
	path := filepath.Join(dir, "x.txt")
	put(t, path, "# directed\n1 2 1\n2 2 1\n1 2 1\n3 1 0.5\n")
	out, _ = must.Two(dataCommand(t.Context(), true, "info", path))(t)
	d := document(t, out)
	sum := must.Get(data.SHA256(path))(t)
	for field, want := range map[string]any{
		"nodes": 3., "edges": 2., "loops_dropped": 1., "duplicates_dropped": 1., "weights_dropped": 1., "directed": true, "sha256": sum,
	} {
		if d[field] != want {
			t.Errorf("%s is %v, want %v", field, d[field], want)
		}
	}
	for _, name := range []string{"nothing", filepath.Join(dir, "no.txt")} {
		if _, _, err := dataCommand(t.Context(), false, "info", name); err == nil || !strings.Contains(err.Error(), "no file "+name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDataInfoOfACollection(t *testing.T) {
	shared := os.Getenv(data.Folder)
	if shared == "" {
		t.Skip("GDP_DATA does not name the data folder")
	}
	for _, name := range []string{"imdb-multi", filepath.Join(shared, "collections", "imdb-multi")} {
		out, _ := must.Two(dataCommand(t.Context(), true, "info", name))(t)
		if d := document(t, out); d["graphs"] != 1500. || d["nodes"] != 19502. || d["edges"] != 98903. || len(d["files"].([]any)) != 3 {
			t.Errorf("%s: %v", name, d)
		}
	}
}

func TestDataGet(t *testing.T) {
	dir := noData(t)
	out, _, err := dataCommand(t.Context(), true, "get", "karate")
	if err != nil || document(t, out)["here"] != true {
		t.Errorf("karate: %v, %s", err, out)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel() // so that nothing is asked for
	if _, _, err := dataCommand(cancelled, false, "get", "facebook"); err == nil || !strings.Contains(err.Error(), filepath.Join(dir, "edges", "pgb-facebook.txt")) {
		t.Errorf("facebook: %v", err)
	}
	if _, _, err := dataCommand(t.Context(), false, "get", "nothing"); err == nil {
		t.Error("got a data set that does not exist")
	}
}

// A damaged file does not hide the other data sets: the output names it and the remedy.
func TestADamagedFile(t *testing.T) {
	dir := noData(t)
	path := filepath.Join(dir, "edges", "pgb-facebook.txt")
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
	put(t, path, "0 1\n")
	out, notes := must.Two(dataCommand(t.Context(), true, "list"))(t)
	var list []description
	if err := json.Unmarshal([]byte(out), &list); err != nil || len(list) != len(data.Entries()) {
		t.Errorf("%d entries, %v", len(list), err)
	}
	for _, d := range list {
		if wrong := d.Name == "pgb-facebook"; wrong != strings.Contains(d.Damaged, path) || wrong && d.Here {
			t.Errorf("%s: here %v, damaged %q", d.Name, d.Here, d.Damaged)
		}
	}
	const remedy = "gdp data get pgb-facebook --force"
	if strings.Count(notes, "\n") != 1 || !strings.Contains(notes, remedy) {
		t.Errorf("%q", notes)
	}
	if out, _, err := dataCommand(t.Context(), false, "list"); err != nil || strings.Count(out, "damaged") != 1 || !strings.Contains(out, "privgraph-enron") {
		t.Errorf("%v\n%s", err, out)
	}
	if out, _, err := dataCommand(t.Context(), false, "info", "facebook"); err != nil || !strings.Contains(out, remedy) {
		t.Errorf("%v\n%s", err, out)
	}
	if _, _, err := dataCommand(t.Context(), false, "get", "facebook"); err == nil || !strings.Contains(err.Error(), remedy) {
		t.Errorf("without --force: %v", err)
	}
	says(t, 1, remedy, "stats", "facebook")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel() // so that nothing is asked for
	if _, _, err := dataCommand(cancelled, false, "get", "facebook", "--force"); !errors.Is(err, context.Canceled) {
		t.Errorf("with --force: %v", err)
	}
}

// Data sets are downloaded by name, by paper or all. A failed one does not stop the rest.
func TestDataGetMany(t *testing.T) {
	noData(t)
	for args, want := range map[string]int{"karate": 1, "--all": len(data.Entries()), "--paper dpgs": -1} {
		names := strings.Fields(args)
		if want < 0 {
			of := must.Get(data.OfPaper("DPGS"))(t)
			want = len(of)
		}
		paper, all := "", names[0] == "--all"
		if names[0] == "--paper" {
			paper = names[1]
		}
		if paper != "" || all {
			names = nil
		}
		if list, err := toGet(names, paper, all); err != nil || len(list) != want {
			t.Errorf("%s: %d data sets, want %d, %v", args, len(list), want, err)
		}
	}
	out, _ := must.Two(dataCommand(t.Context(), true, "get", "karate", "Karate"))(t)
	var list []description
	if err := json.Unmarshal([]byte(out), &list); err != nil || len(list) != 2 || !list[1].Here {
		t.Errorf("%v, %s", err, out)
	}
	// No address is known of privgraph's copy: the rest is had.
	var hidden string
	for _, e := range data.Entries() {
		if len(e.Files) > 0 && e.Files[0].Source.URL == "" {
			hidden = e.Name
		}
	}
	out, notes, err := dataCommand(t.Context(), true, "get", hidden, "karate")
	if !errors.Is(err, errReported) || !strings.Contains(notes, "1 of 2") || !strings.Contains(notes, hidden) {
		t.Errorf("%v, %s", err, notes)
	}
	if err := json.Unmarshal([]byte(out), &list); err != nil || list[0].Here || !list[1].Here {
		t.Errorf("%v, %s", err, out)
	}
}
