package app

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// keptResults are a folder of two results and a failure, one of them of an earlier version.
func keptResults(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	lines := `{"protocol":"statistics","method":"privdpr","mode":"strict","data":"karate","epsilon":1,"seed":1,"values":{"KS":0.5},"claimed":1,"proved":1,"seconds":2}
{"format":2,"protocol":"statistics","method":"privdpr","mode":"strict","data":"karate","epsilon":1,"seed":2,"values":{"KS":0.25},"claimed":1,"proved":"+Inf","seconds":4,"made":{"version":"old","config":"another"}}
{"format":2,"protocol":"statistics","method":"privdpr","mode":"null","data":"karate","epsilon":1,"seed":2,"values":{},"claimed":"NaN","proved":"NaN","seconds":4,"error":"boom, loudly"}
`
	put(t, filepath.Join(folder, "results.jsonl"), lines)
	return folder
}

// The originals, which are no method, are known as a mode.
func TestResultsOfOriginals(t *testing.T) {
	folder := t.TempDir()
	line := `{"protocol":"drawn nodes","method":"originals","mode":"nonprivate","data":"cora","epsilon":0,"seed":1,"values":{"accuracy":0.5}}` + "\n"
	put(t, filepath.Join(folder, "results.jsonl"), line)
	status, stdout, stderr := call(t, "results", folder, "--format", "csv")
	if status != 0 || !strings.HasSuffix(stdout, ",other edition\n") {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
}

// Results are selected and written in four formats, with a note on those older than the code.
func TestResults(t *testing.T) {
	folder := keptResults(t)
	status, stdout, stderr := call(t, "results", folder, "--where", `method = "privdpr" AND seed = 2`)
	if status != 0 || strings.Count(stdout, "\n") != 2 || !strings.Contains(stdout, "0.25") || !strings.Contains(stdout, "+Inf") || !strings.Contains(stdout, "other edition") {
		t.Errorf("status %d, %s", status, stdout)
	}
	if !strings.Contains(stderr, "other edition: 2") {
		t.Errorf("%s", stderr)
	}
	status, stdout, _ = call(t, "results", folder, "--group", "mode", "--json")
	var list []map[string]any
	if err := json.Unmarshal([]byte(stdout), &list); err != nil || status != 0 || len(list) != 1 || list[0]["mean"] != 0.375 || list[0]["n"] != 2.0 || list[0]["seeds"] != 2.0 || list[0]["variant"] != "" || !strings.HasPrefix(stdout, "[\n  {\n    \"mode\"") {
		t.Errorf("status %d, %s, %v", status, stdout, err)
	}
	status, stdout, _ = call(t, "results", folder, "--format", "csv", "--failed")
	rows, err := csv.NewReader(strings.NewReader(stdout)).ReadAll()
	if status != 0 || err != nil || len(rows) != 2 || rows[1][len(rows[1])-1] != "boom, loudly" {
		t.Errorf("status %d, %s, %v", status, stdout, err)
	}
	status, stdout, _ = call(t, "results", folder, "--group", "mode", "--over", "protocol,method,data,variant,delta", "--format", "csv")
	if status != 0 || stdout != "mode,value,mean,sd,n,seeds\nstrict,KS,0.375,0.1767766952966369,2,2\n" {
		t.Errorf("status %d, %s", status, stdout)
	}
	status, stdout, _ = call(t, "results", folder, "--where", "seed = 2", "--format", "jsonl")
	if want := `{"protocol":"statistics","method":"privdpr","mode":"strict","data":"karate","epsilon":1,"delta":0.00001,"seed":2,"variant":"","value":"KS","x":0.25,"claimed":1,"proved":"+Inf","audited":null,"seconds":4,"age":"other edition"}` + "\n"; status != 0 || stdout != want {
		t.Errorf("status %d, %s, want %s", status, stdout, want)
	}
	for name, begins := range map[string]string{"r.csv": "protocol,", "r.jsonl": `{"protocol":`, "r.json": "[\n", "r.parquet": "PAR1"} {
		path := filepath.Join(t.TempDir(), name)
		status, stdout, stderr := call(t, "results", folder, "--export", path)
		text, err := os.ReadFile(path)
		if status != 0 || stdout != "" || err != nil || !strings.HasPrefix(string(text), begins) {
			t.Errorf("%s: status %d, %s%s, %.40q, %v", name, status, stdout, stderr, text, err)
		}
	}
}
