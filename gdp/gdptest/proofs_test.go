package gdptest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
)

// CheckProofs finds each fault in a module's proofs, and nothing in a correct module.
func TestCheckProofs(t *testing.T) {
	must.Do(t, gdp.RegisterProofs(fstest.MapFS{"gdptest.md": {Data: []byte("# Bounds\n\n## One\n\n`TestOne`\n\n## Two\n\n`TestTwo`\n")}}))
	const tests = "package p\nimport \"testing\"\nfunc TestOne(t *testing.T) {}\n"
	good := `var _ = gdp.Proof{Doc: "gdptest.md#one", Test: "TestOne"}`
	for what, c := range map[string]struct {
		files map[string]string
		says  string // empty: no fault
	}{
		"keys":        {map[string]string{"a.go": good}, ""},
		"other order": {map[string]string{"a.go": `var _ = gdp.Proof{Test: "TestOne", Doc: "gdptest.md#one"}`}, ""},
		"no keys":     {map[string]string{"a.go": `var _ = gdp.Proof{"gdptest.md#one", "TestOne"}`}, ""},
		"in a folder": {map[string]string{"in/a.go": good, "in/a_test.go": "func TestOne() {}"}, ""},
		"a test of a package that does not name it": {map[string]string{"in/a.go": good}, "has no test TestOne"},
		"a test of one package of two":              {map[string]string{"a.go": good, "z/a.go": good}, "z/a.go:2:9: the package has no test TestOne"},
		"a test of the other of two":                {map[string]string{"a.go": good, "0/a.go": good}, "0/a.go:2:9: the package has no test TestOne"},
		"no proof":                                  {map[string]string{"a.go": "var _ = 1"}, "names a proof"},
		"no such section":                           {map[string]string{"a.go": `var _ = gdp.Proof{"gdptest.md#three", "TestOne"}`}, "no registered document has the section gdptest.md#three"},
		"another section":                           {map[string]string{"a.go": `var _ = gdp.Proof{"gdptest.md#two", "TestOne"}`}, "does not name TestOne"},
		"no such test":                              {map[string]string{"a.go": `var _ = gdp.Proof{"gdptest.md#two", "TestTwo"}`}, "has no test TestTwo"},
		"a method":                                  {map[string]string{"a.go": `var _ = gdp.Proof{"gdptest.md#two", "TestTwo"}`, "b_test.go": "func (x) TestTwo() {}"}, "has no test TestTwo"},
		"a test in the code":                        {map[string]string{"a.go": `var _ = gdp.Proof{"gdptest.md#two", "TestTwo"}` + "\nfunc TestTwo() {}"}, "has no test TestTwo"},
		"one of two":                                {map[string]string{"a.go": good, "b.go": `var _ = gdp.Proof{"gdptest.md", "TestThree"}`}, "TestThree"},
		"an expression":                             {map[string]string{"a.go": good, "b.go": `var _ = gdp.Proof{Doc: doc, Test: "TestOne"}`}, "b.go:2:24: a proof named by an expression"},
		"in a test":                                 {map[string]string{"a.go": good, "b_test.go": `var _ = gdp.Proof{"no.md", "TestNo"}`}, ""},
		"of another module":                         {map[string]string{"a.go": good, "in/go.mod": "", "in/b.go": `var _ = gdp.Proof{"no.md", "TestNo"}`}, ""},
		"in a hidden folder":                        {map[string]string{"a.go": good, ".in/b.go": `var _ = gdp.Proof{"no.md", "TestNo"}`}, ""},
		"another type":                              {map[string]string{"a.go": good, "b.go": `var _ = gdp.Claim{"no.md", "TestNo"}`}, ""},
		"the zero value":                            {map[string]string{"a.go": good, "b.go": `var _ = gdp.Proof{}`}, ""},
		"what does not parse":                       {map[string]string{"a.go": good, "b.go": "func"}, "b.go"},
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "one_test.go"), tests)
		for name, text := range c.files {
			if strings.HasSuffix(name, ".go") {
				text = "package p\n" + text
			}
			write(t, filepath.Join(dir, name), text)
		}
		if err := checkProofs(dir); (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", what, err, c.says)
		}
	}
	if err := checkProofs(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a folder that is not there")
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
}
