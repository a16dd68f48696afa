package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/gdp/graph/graphio"
)

// Every mode makes a graph on the karate club's members, costs no more than it
// says, and writes what it counts.
func TestRunPrivDPR(t *testing.T) {
	for mode, proved := range map[string][2]float64{
		"published": {0, 1e-3}, "author": {0, 0.1}, "strict": {0.999, 1}, "variant-a": {0.9, 1}, "variant-b": {0.9, 1}, "null": {0.999, 1}, nonPrivate: {},
	} {
		file := filepath.Join(t.TempDir(), "graph.txt")
		status, stdout, stderr := call(t, strings.Fields("run privdpr --json --graph karate --epsilon 1 --delta 1e-5 --seed 3 --mode "+mode+" --out "+file)...)
		if status != 0 {
			t.Fatalf("%s: status %d, %s", mode, status, stderr)
		}
		d := document(t, stdout)
		out, _ := d["output"].(map[string]any)
		w, _, err := graphio.Read(file, graphio.Options{})
		if err != nil {
			t.Fatalf("%s: %v", mode, err)
		}
		if out["nodes"] != 34.0 || out["edges"] != float64(w.Graph.M()) {
			t.Errorf("%s: %v, the file has %d edges", mode, out, w.Graph.M())
		}
		if mode == nonPrivate {
			continue
		}
		if eps, ok := d["proved"].(float64); !ok || eps < proved[0] || eps > proved[1]*(1+1e-9) {
			t.Errorf("%s: proved %v, want %v", mode, d["proved"], proved)
		}
	}
	if status, _, stderr := call(t, strings.Fields("run privdpr --graph karate --epsilon 1 --set thta=3 --mode strict")...); status != 2 || !strings.Contains(stderr, "Theta=-1") {
		t.Errorf("a misspelt setting: status %d, %s", status, stderr)
	}
}
