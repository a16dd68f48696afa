package yourmethod

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/app"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method/methodtest"
)

// One edge moves two degrees by one each: no graph of five nodes exceeds ℓ1 ≤ 2, and one
// attains it.
func TestOneEdgeMovesTwoDegrees(t *testing.T) {
	claim.Holds(t, "yourmethod", "an edge moves the list of degrees by 2")
	worst, err := smallworld.World{Relation: gdp.EdgeLevel, Nodes: 5}.Worst(degrees)
	if err != nil || worst.L1.Change != 2 {
		t.Errorf("%v, %v", worst.L1, err)
	}
}

// The method satisfies the contract.
func TestConformance(t *testing.T) { methodtest.Run(t, Method, methodtest.Options{}) }

// command runs the command line with this method, and reads the JSON that it prints.
func command(t *testing.T, into any, args ...string) {
	t.Helper()
	var out, log bytes.Buffer
	status := app.Run(t.Context(), append(args, "--json"), strings.NewReader(""), &out, &log, append(models.Methods(), Method)...)
	if status != 0 {
		t.Fatalf("%v: status %d, %s", args, status, &log)
	}
	if err := json.Unmarshal(out.Bytes(), into); err != nil {
		t.Fatalf("%v: %v in %s", args, err, &out)
	}
}

// The command line lists the method with those of graphdp.
func TestListed(t *testing.T) {
	var list []struct {
		Name  string
		Modes []struct{ Name, Relation string }
	}
	command(t, &list, "methods")
	last := list[len(list)-1]
	if len(list) != len(models.Methods())+1 || last.Name != "yourmethod" || last.Modes[0].Relation != "edge" {
		t.Errorf("%+v", list)
	}
}

// A run spends its budget, proves it, and writes a graph.
func TestRun(t *testing.T) {
	path, out := filepath.Join(t.TempDir(), "ring.txt"), filepath.Join(t.TempDir(), "out.txt")
	if err := os.WriteFile(path, []byte("0 1\n1 2\n2 3\n3 4\n4 5\n5 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var ran struct {
		Claimed, Proved float64
		Ledger          []struct{ Label string }
		Output          struct{ Nodes int }
	}
	command(t, &ran, "run", "yourmethod", "--mode", "strict", "--graph", path, "--nodes", "6", "--epsilon", "2", "--set", "Least=1", "--out", out)
	if ran.Claimed > 2+1e-9 || ran.Proved > 2+1e-9 || ran.Proved < 1.9 || len(ran.Ledger) != 1 || ran.Output.Nodes != 6 {
		t.Errorf("%+v", ran)
	}
	if text, err := os.ReadFile(out); err != nil || len(text) == 0 {
		t.Errorf("%q, %v", text, err)
	}
}

// The command line reproduces its table.
func TestReproduce(t *testing.T) {
	var r struct {
		Exhibits []struct {
			Trials, Kept int
			Exhibit      struct{ Numbers []struct{ Source string } }
		}
	}
	command(t, &r, "reproduce", "yourmethod", "--table", "1", "--results", kept(t))
	if x := r.Exhibits[0]; x.Trials != 6 || x.Kept != 1 || len(x.Exhibit.Numbers) != 3 || x.Exhibit.Numbers[2].Source != "paper" {
		t.Errorf("%+v", r)
	}
}

// kept returns a folder with one trial.
func kept(t *testing.T) string {
	folder := t.TempDir()
	line := fmt.Sprintf(`{"format":2,"protocol":"statistics","method":"yourmethod","mode":"strict","data":"karate","epsilon":1,"seed":1,"values":{"KS":0.5},"claimed":1,"proved":1,"seconds":1,"made":{"config":%q}}`,
		trial.ConfigKey(Method, trial.Trial{Method: "yourmethod", Mode: "strict"}))
	if err := os.WriteFile(filepath.Join(folder, "results.jsonl"), []byte(line+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

// An audit by the command line finds less than ε = 1.
func TestAudit(t *testing.T) {
	var found struct {
		Proved, Audited, Most float64
		Broken                []string
	}
	command(t, &found, "audit", "yourmethod", "--epsilon", "1", "--trials", "1000", "--confidence", "0.999999")
	if found.Audited > 1 || found.Most < 2 || found.Broken != nil {
		t.Errorf("%+v", found)
	}
}

// The command line lists the claims of this module's tests.
func TestClaims(t *testing.T) {
	var list []claim.Claim
	command(t, &list, "claims")
	if len(list) != 1 || list[0].Key != "yourmethod" || list[0].File != "method_test.go" {
		t.Errorf("%+v", list)
	}
}
