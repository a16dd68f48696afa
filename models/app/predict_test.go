package app

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
)

// A stored classifier is loaded by another command. It predicts the same for the nodes of its
// graph, and for other nodes by their features.
func TestPredict(t *testing.T) {
	dir := t.TempDir()
	blocks, written := filepath.Join(dir, "blocks.npz"), filepath.Join(dir, "c.json")
	must.Do(t, graphio.Write(blocks, classificationtest.Blocks(40, 0.2, 0.02, 0.9, 1)))
	for _, args := range []string{"features --epsilon 50 --delta 1e-5", "vote --epsilon 50 --delta 1e-5", "gcn --mode nonprivate --set Epochs=5"} {
		status, _, stderr := call(t, append([]string{"run", "--graph", blocks, "--force", "--out", written}, strings.Fields(args)...)...)
		if status != 0 {
			t.Fatalf("gdp run %s: %s", args, stderr)
		}
		stdout, _ := calls(t, "", "predict", written, "--graph", blocks, "--json")
		d := document(t, stdout)
		if got := fmt.Sprint(d["class_names"], d["shape"]); got != "[a b] [80 2]" {
			t.Errorf("%s: %s", args, got)
		}
		right := 0
		for u, k := range d["predicted"].([]any) {
			if int(k.(float64)) == u/40 {
				right++
			}
		}
		if right < 70 {
			t.Errorf("%s: %d of 80 nodes are told", args, right)
		}
		if _, stdout, _ := call(t, "predict", written, "--graph", blocks); !slices.Contains([]string{"0   a", "0   b"}, strings.SplitN(stdout, "\n", 2)[0]) {
			t.Errorf("%s: %.20q", args, stdout)
		}
	}
	for args, want := range map[string]string{
		written:                                      "--graph is missing: give a file",
		written + " --graph karate":                  "a graph of 80 nodes, and this one has 34",
		blocks + " --graph karate":                   "not a saved classifier",
		written + " --graph cora-mll":                "no data set is called",
		filepath.Join(dir, "no") + " --graph karate": "no such file",
	} {
		status, stdout, stderr := call(t, append([]string{"predict"}, strings.Fields(args)...)...)
		if status == 0 || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("gdp predict %s: status %d, %s%s", args, status, stdout, stderr)
		}
	}
}
