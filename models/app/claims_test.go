package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// claimRows decodes what `gdp claims --json` prints.
func claimRows(t *testing.T, stdout string) []map[string]any {
	t.Helper()
	var list []map[string]any
	if err := json.Unmarshal([]byte(stdout), &list); err != nil {
		t.Fatalf("%v in %s", err, stdout)
	}
	return list
}

func TestClaimsAreListed(t *testing.T) {
	status, stdout, stderr := call(t, "claims", "--json")
	if status != 0 || stderr != "" {
		t.Fatalf("status %d, %s", status, stderr)
	}
	papers := map[any]bool{}
	for _, r := range claimRows(t, stdout) {
		papers[r["key"]] = true
		for _, field := range []string{"key", "claim", "verdict", "test", "file"} {
			if s, _ := r[field].(string); s == "" {
				t.Errorf("no %s in %v", field, r)
			}
		}
		if r["outcome"] != nil {
			t.Errorf("an outcome without --run: %v", r)
		}
	}
	for _, key := range []string{"privdpr", "dpgs", "seprivgemb", "dpggan", "dpar"} {
		if !papers[key] {
			t.Errorf("no claim of %s", key)
		}
	}
}

// A checkout of its own, where one claim's test fails.
func TestAClaimWhoseTestFailsIsAFailure(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":             "module github.com/graphdp/graphdp\n\ngo 1.26\n",
		"gdp/claim/claim.go": "package claim\n\nfunc Holds(t any, key, statement string) {}\n",
		"a/a_test.go": `package a

import (
	"testing"

	"github.com/graphdp/graphdp/gdp/claim"
)

func TestRight(t *testing.T) { claim.Holds(t, "one", "Thm 1") }
func TestWrong(t *testing.T) { claim.Holds(t, "two", "Thm 2"); t.Error("not so") }
func TestNoData(t *testing.T) { claim.Holds(t, "two", "Thm 3"); t.Skip("data: cora: not found") }
`,
	} {
		name = filepath.Join(root, filepath.FromSlash(name))
		must.Do(t, os.MkdirAll(filepath.Dir(name), 0o777))
		put(t, name, text)
	}
	t.Chdir(root)
	if status, stdout, _ := call(t, "claims", "--run"); status != 1 ||
		!strings.Contains(stdout, "Thm 1\n         TestRight, a/a_test.go:9: passed\n") ||
		!strings.Contains(stdout, "TestWrong, a/a_test.go:10: failed\n") ||
		!strings.HasSuffix(stdout, "a/a_test.go:11: skipped, and so not shown: data: cora: not found\n1 of 3 claims were not shown: their tests were skipped\n") {
		t.Errorf("status %d\n%s", status, stdout)
	}
	stdout, _ := calls(t, "", "claims", "one", "--run", "--json")
	if list := claimRows(t, stdout); len(list) != 1 || list[0]["key"] != "one" || list[0]["outcome"] != "passed" {
		t.Errorf("%s", stdout)
	}
	says(t, 2, "one, two", "claims", "three")
	t.Chdir(t.TempDir())
	says(t, 1, "a checkout of", "claims")
	put(t, "go.mod", "module example.com/mine\n")
	says(t, 1, "declares a claim", "claims")
}
