package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data"
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
	out, _, err := dataCommand(t.Context(), true, "list")
	if err != nil {
		t.Fatal(err)
	}
	var list []map[string]any
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatal(err)
	}
	if len(list) != len(data.Entries()) {
		t.Errorf("%d entries, want %d", len(list), len(data.Entries()))
	}
	for _, e := range list {
		for _, field := range []string{"name", "nodes", "edges", "loops_dropped", "duplicates_dropped", "directed", "sha256"} {
			if _, ok := e[field]; !ok {
				t.Errorf("%v has no %s", e["name"], field)
			}
		}
		if here := e["name"] == "karate"; e["here"] != here || (e["missing"] == nil) != here {
			t.Errorf("%v: here %v, missing %v", e["name"], e["here"], e["missing"])
		}
		if e["name"] == "pubmed" && e["edges"] != nil {
			t.Errorf("pubmed has %v edges, which nobody has counted", e["edges"])
		}
	}
	out, _, err = dataCommand(t.Context(), false, "list")
	if err != nil || !strings.Contains(out, "privgraph-enron") || strings.Count(out, "\n") != len(list)+1 {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestDataInfo(t *testing.T) {
	dir := noData(t)
	out, _, err := dataCommand(t.Context(), true, "info", "karate")
	if err != nil {
		t.Fatal(err)
	}
	if d := document(t, out); d["nodes"] != 34. || d["edges"] != 78. || d["classes"] != 2. || d["here"] != true || d["directed"] != false {
		t.Errorf("karate: %v", d)
	}
	// A data set that is not here is described all the same.
	out, _, err = dataCommand(t.Context(), false, "info", "MINNESOTA")
	if err != nil || !strings.Contains(out, "2642") || !strings.Contains(out, "gdp data get pgb-road-minnesota") || !strings.Contains(out, dir) || !strings.Contains(out, "PGB") {
		t.Errorf("minnesota: %v\n%s", err, out)
	}
	path := filepath.Join(dir, "x.txt")
	if err := os.WriteFile(path, []byte("# directed\n1 2 1\n2 2 1\n1 2 1\n3 1 0.5\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, _, err = dataCommand(t.Context(), true, "info", path)
	if err != nil {
		t.Fatal(err)
	}
	d := document(t, out)
	sum, err := data.SHA256(path)
	if err != nil {
		t.Fatal(err)
	}
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
		out, _, err := dataCommand(t.Context(), true, "info", name)
		if err != nil {
			t.Fatal(err)
		}
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

func TestDownloadBar(t *testing.T) {
	var progress bytes.Buffer
	a := &app{err: &progress}
	draw := a.download()
	for _, file := range []string{"edges/x.txt", "edges/y.txt"} {
		for done := range int64(11) {
			draw(data.Progress{File: file, Done: done * 100, Total: 1000})
		}
	}
	if text := progress.String(); !strings.Contains(text, "edges/x.txt") || !strings.Contains(text, "edges/y.txt") || !strings.Contains(text, "100%") {
		t.Errorf("%q", text)
	}
}
