package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Every mode embeds the karate club's members, costs no more than it says, and writes
// a line for each.
func TestRunSEPrivGEmb(t *testing.T) {
	for mode, want := range map[string]struct {
		flags string
		least float64 // of the proved ε; above 1: nothing is proved
	}{
		"published": {"--relation node --set Batch=16 --set Steps=3", 2}, "author": {"--relation node --set Batch=16 --set Steps=3", 2},
		"strict": {"", 0.999}, "control": {"", 0.999}, "s-edge": {"--set Steps=5", 0.99}, "s-edge-1": {"", 0.999},
		"s-node-1": {"--relation node --set Steps=5", 0.99}, "s-node-2": {"--relation node-unbounded --universe 34 --set Steps=5 --set MaxDegree=17", 2}, "null": {"", 0}, nonPrivate: {"--set Steps=5", 2},
	} {
		file := filepath.Join(t.TempDir(), "rows.txt")
		status, stdout, stderr := call(t, strings.Fields("run seprivgemb --json --graph karate --epsilon 1 --delta 1e-5 --seed 3 --set Dim=16 --mode "+mode+" "+want.flags+" --out "+file)...)
		if status != 0 {
			t.Fatalf("%s: status %d, %s", mode, status, stderr)
		}
		d := document(t, stdout)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out, _ := d["output"].(map[string]any)
		lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
		if out["nodes"] != 34.0 || out["dim"] != 16.0 || len(lines) != 34 || len(bytes.Fields(lines[33])) != 17 {
			t.Errorf("%s: %v, %d lines, the last %s", mode, out, len(lines), lines[len(lines)-1])
		}
		eps, ok := d["proved"].(float64)
		if want.least > 1 {
			if reason, _ := d["proved_reason"].(string); d["proved"] != "inf" || reason == "" {
				t.Errorf("%s: proved %v because %q", mode, d["proved"], reason)
			}
		} else if !ok || eps < want.least || eps > 1+1e-9 {
			t.Errorf("%s: proved %v", mode, d["proved"])
		}
	}
	if status, _, stderr := call(t, strings.Fields("run seprivgemb --graph karate --epsilon 1 --delta 1e-5 --mode s-node-2 --relation node-unbounded --universe 34")...); status != 1 || !strings.Contains(stderr, "MaxDegree is 0") {
		t.Errorf("no promise: status %d, %s", status, stderr)
	}
	// Enumerations are set by name, and an error lists the names.
	enumerated := "run seprivgemb --json --graph karate --epsilon 1 --delta 1e-5 --mode published --relation node --set Batch=16 --set Steps=3 --set "
	status, stdout, stderr := call(t, strings.Fields(enumerated+"Noise=all")...)
	if d := document(t, stdout); status != 0 || d["config"].(map[string]any)["Noise"] != 2.0 {
		t.Errorf("status %d, %s %s", status, stdout, stderr)
	}
	if status, _, stderr := call(t, strings.Fields(enumerated+"Noise=some")...); status != 2 || !strings.Contains(stderr, "want one of NonZero, All, Silent") {
		t.Errorf("noise of no name: status %d, %s", status, stderr)
	}
	if status, _, stderr := call(t, strings.Fields(enumerated+"Dim=many")...); status != 2 || !strings.Contains(stderr, "want a whole number") {
		t.Errorf("no number: status %d, %s", status, stderr)
	}
	// Rows have the names that the file has.
	file, rows := filepath.Join(t.TempDir(), "friends.txt"), filepath.Join(t.TempDir(), "rows.txt")
	if err := os.WriteFile(file, []byte("ann bob\nbob 70\n70 ann\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := call(t, strings.Fields("run seprivgemb --epsilon 1 --delta 1e-5 --mode strict --graph "+file+" --out "+rows)...); status != 0 {
		t.Fatalf("status %d, %s", status, stderr)
	}
	text, err := os.ReadFile(rows)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		names = append(names, strings.Fields(line)[0])
	}
	if slices.Sort(names); !slices.Equal(names, []string{"70", "ann", "bob"}) {
		t.Errorf("rows of %v", names)
	}
	if status, _, stderr := call(t, strings.Fields("run seprivgemb --graph karate --epsilon 1 --delta 1e-5 --mode strict --set cosin=3")...); status != 2 || !strings.Contains(stderr, "Cosine=0.") {
		t.Errorf("a misspelt setting: status %d, %s", status, stderr)
	}
}
