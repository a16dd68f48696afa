package claim

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// checkout writes files, given as name and text in turn, into a new module.
func checkout(t *testing.T, files ...string) string {
	t.Helper()
	root := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		name := filepath.Join(root, filepath.FromSlash(files[i]))
		must.Do(t, os.MkdirAll(filepath.Dir(name), 0o777))
		must.Do(t, os.WriteFile(name, []byte(files[i+1]), 0o666))
	}
	return root
}

const head = "package a\n\nimport (\n\t\"testing\"\n\n\t\"" + importPath + "\"\n)\n\n"

func TestScanReadsDeclarations(t *testing.T) {
	root := checkout(t,
		"b/one_test.go", head+`func TestTwo(t *testing.T) {
	claim.Fails(t, "zeta", "Thm 1: " + ("it " +
		`+"`holds`"+`))
	t.Run("inner", func(t *testing.T) { claim.Loose(t, "alpha", "Lemma 2") })
}

func TestThree(t *testing.T) { claim.Holds(t, "alpha", "Lemma 3") }
`,
		"renamed_test.go", strings.Replace(head, "\t\"github", "\tc \"github", 1)+`func TestOne(t *testing.T) { c.Holds(t, "alpha", "Lemma 1"); claim.Fails(t, x, y) }
`,
		// None of these is looked at.
		"b/one.go", "package a", "b/testdata/x_test.go", head+"nonsense", ".hidden/x_test.go", head+"nonsense",
		"_x/x_test.go", head+"nonsense", "vendor/x_test.go", head+"nonsense", "other/go.mod", "module other", "other/x_test.go", head+"nonsense",
		"plain_test.go", "package a; nonsense, but no importer",
	)
	got := must.Get(Scan(root))(t)
	want := []Claim{
		{"alpha", "Lemma 2", VerdictLoose, "TestTwo", "b", "b/one_test.go", 12},
		{"alpha", "Lemma 3", VerdictHolds, "TestThree", "b", "b/one_test.go", 15},
		{"alpha", "Lemma 1", VerdictHolds, "TestOne", ".", "renamed_test.go", 9},
		{"zeta", "Thm 1: it holds", VerdictFails, "TestTwo", "b", "b/one_test.go", 10},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
	if keys := Keys(got); !slices.Equal(keys, []string{"alpha", "zeta"}) {
		t.Errorf("keys %v", keys)
	}
	if p := got[0].Position(); p != "b/one_test.go:12" {
		t.Errorf("position %s", p)
	}
}

func TestScanRefusesWhatItCannotRead(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{`func TestX(t *testing.T) { claim.Holds(t, key, "text") }`, "a_test.go:9: key and statement must be string literals"},
		{`func TestX(t *testing.T) { claim.Holds(t, "k", "text" + variable) }`, "string literals"},
		{`func TestX(t *testing.T) { claim.Holds(t, "k", 3) }`, "string literals"},
		{`func TestX(t *testing.T) { claim.Holds(t, 'k', "text") }`, "string literals"},
		{`func TestX(t *testing.T) { claim.Holds(t, "k", "a" - "b") }`, "string literals"},
		{`func TestX(t *testing.T) { claim.Holds(t, "k") }`, "not 2 arguments"},
		{`func TestX(t *testing.T) { claim.Holds(t, "DPAR", "text") }`, "not a method's folder"},
		{`func TestX(t *testing.T) { claim.Holds(t, "k", "") }`, "one line"},
		{`func TestX(t *testing.T) { claim.Holds(t, "k", "two\nlines") }`, "one line"},
		{`func helper(t *testing.T) { claim.Holds(t, "k", "text") }`, "body of a Test function"},
		{`func Testament(t *testing.T) { claim.Holds(t, "k", "text") }`, "body of a Test function"},
		{`func (x T) TestX(t *testing.T) { claim.Holds(t, "k", "text") }`, "body of a Test function"},
		{`var f = func(t *testing.T) { claim.Holds(t, "k", "text") }`, "body of a Test function"},
		{"func TestX(t *testing.T) { claim.Holds(t, \"k\", \"text\")\n claim.Fails(t, \"k\", \"text\") }", "a_test.go:10: \"text\" of k fails, but holds at a_test.go:9"},
		{"func TestX(t *testing.T) { claim.Holds(t, \"k\", \"text\"); claim.Holds(t, \"k\", \"text\") }", "twice"},
		{`func TestX(`, "a_test.go:"},
	} {
		claims, err := Scan(checkout(t, "a_test.go", head+c.source+"\n"))
		if err == nil || !strings.Contains(err.Error(), c.want) || claims != nil {
			t.Errorf("%s:\ngot %v, %v\nwant an error with %q", c.source, claims, err, c.want)
		}
	}
	if _, err := Scan(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a root that is not there: %v", err)
	}
}

// Every declaration of this checkout can be read.
func TestScanOfThisCheckout(t *testing.T) {
	claims := must.Get(Scan("../.."))(t)
	if len(claims) < 15 {
		t.Errorf("only %d claims found: the scan is blind", len(claims))
	}
}

type recorder struct {
	testing.TB
	log []string
}

func (r *recorder) Helper() {}

func (r *recorder) Logf(format string, args ...any) { r.log = append(r.log, format) }

func TestDeclarationsOnlyLog(t *testing.T) {
	r := new(recorder)
	for _, declare := range []func(TB, string, string){Holds, Fails, Loose} {
		declare(r, "key", "text")
	}
	if len(r.log) != 3 {
		t.Errorf("logged %q", r.log)
	}
}

func TestRunTellsOutcomesApart(t *testing.T) {
	root := checkout(t,
		"go.mod", "module example.com/x\n\ngo 1.26\n",
		"a/a_test.go", `package a

import "testing"

func TestGood(t *testing.T)     {}
func TestGoodToo(t *testing.T)  { t.Fatal("must not run: only whole names count") }
func TestBad(t *testing.T)      { t.Error("so it is") }
func TestTestGood(t *testing.T) { t.Fatal("must not run: only whole names count") }
func TestSkipped(t *testing.T)  { t.Log("first"); t.Skip("nothing here") }
`,
		"b/b_test.go", "package b\n\nimport \"testing\"\n\nfunc TestBroken(t *testing.T) { nonsense }\n",
	)
	var claims []Claim
	for _, name := range []string{"a.TestGood", "b.TestBroken", "a.TestBad", "a.TestSkipped", "a.TestGood", "a.TestAbsent"} {
		pkg, test, _ := strings.Cut(name, ".")
		claims = append(claims, Claim{Package: pkg, Test: test})
	}
	var log strings.Builder
	got := must.Get(Run(context.Background(), root, claims, &log))(t)
	if want := []Result{{Outcome: Passed}, {Outcome: NotRun}, {Outcome: Failed}, {Skipped, "nothing here"}, {Outcome: Passed}, {Outcome: NotRun}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v\n%s", got, want, &log)
	}
	for _, want := range []string{"so it is", "undefined: nonsense"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("log lacks %q:\n%s", want, &log)
		}
	}
	if strings.Contains(log.String(), "must not run") {
		t.Errorf("tests that no claim names were run:\n%s", &log)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, root, claims, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
