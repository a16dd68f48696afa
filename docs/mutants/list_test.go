package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

const root = "../.."

// Every entry of the lists applies to the source as it is, leaves a file that parses, and
// names a test that is there.
func TestTheListIsUpToDate(t *testing.T) {
	all := must.Get(mutants(files))(t)
	if len(all) < 100 {
		t.Errorf("only %d mutants", len(all))
	}
	names, tests := map[string]bool{}, map[string]map[string]bool{}
	for _, m := range all {
		if names[m.name] {
			t.Errorf("two mutants are called %s", m.name)
		}
		names[m.name] = true
		source, err := os.ReadFile(filepath.Join(root, m.file))
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
			continue
		}
		broken, err := m.apply(source)
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
			continue
		}
		if _, err := parser.ParseFile(token.NewFileSet(), m.file, broken, parser.SkipObjectResolution); err != nil {
			t.Errorf("%s: %v", m.name, err)
		}
		if tests[m.pkg] == nil {
			tests[m.pkg] = testsOf(t, m.pkg)
		}
		if !tests[m.pkg][m.test] {
			t.Errorf("%s: package %s has no %s", m.name, m.pkg, m.test)
		}
	}
}

var proof = regexp.MustCompile(`\bProof\{(?:Doc: )?"([^"]+)", (?:Test: )?"(\w+)"\}`)

// Every proof that the code names has a mutant that the test of the proof must kill.
func TestEveryProofHasAMutant(t *testing.T) {
	all := must.Get(mutants(files))(t)
	killed := map[[2]string]bool{} // package and test
	for _, m := range all {
		killed[[2]string{m.pkg, m.test}] = true
	}
	found := 0
	must.Do(t, filepath.WalkDir(root, func(name string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() && name != root && isModule(name) {
			return filepath.SkipDir // which tests its proofs itself
		}
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		at, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		for _, m := range proof.FindAllStringSubmatch(string(source), -1) {
			found++
			if pkg := path.Dir(filepath.ToSlash(at)); !killed[[2]string{pkg, m[2]}] {
				t.Errorf("%s: no mutant of %s is for %s, the test of docs/%s", at, pkg, m[2], m[1])
			}
		}
		return nil
	}))
	if found < 15 {
		t.Errorf("only %d proofs found", found)
	}
}

// isModule reports whether a folder is that of a module.
func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// testsOf are the tests of a package.
func testsOf(t *testing.T, pkg string) map[string]bool {
	t.Helper()
	paths := must.Get(filepath.Glob(filepath.Join(root, pkg, "*_test.go")))(t)
	tests := map[string]bool{}
	for _, path := range paths {
		file := must.Get(parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution))(t)
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") {
				tests[f.Name.Name] = true
			}
		}
	}
	return tests
}

func TestParse(t *testing.T) {
	m, err := parse("# a comment\nthe sum is doubled\nin a/b.go\nkill a TestSum\n-\tx +\n-\n-\ty\n+\t2*x + y\n-return\n")
	if err != nil || m.name != "the sum is doubled" || m.file != "a/b.go" || m.pkg != "a" || m.test != "TestSum" || len(m.edits) != 2 {
		t.Fatalf("%+v, %v", m, err)
	}
	if got, err := m.apply([]byte("{\n\tx +\n\n\ty\n}\nreturn 1")); err != nil || string(got) != "{\n\t2*x + y\n}\n 1" {
		t.Errorf("%q, %v", got, err)
	}
	for _, source := range []string{"", "return", "\tx +\n\n\ty return return"} {
		if got, err := m.apply([]byte(source)); err == nil {
			t.Errorf("%q is applied to %q", got, source)
		}
	}
	for _, bad := range []string{"name", "name\nin a.go\nkill a TestA", "name\nkill a TestA\n-x", "name\nin a.go\n-x", "name\nin a.go\nkill a Test(\n-x", "name\nin a.go\nkill a TestA\n+x"} {
		if m, err := parse(bad); err == nil {
			t.Errorf("%q is read as %+v", bad, m)
		}
	}
	if m, err := parse("# a comment\n"); err != nil || m.name != "" {
		t.Errorf("a comment is read as %+v, %v", m, err)
	}
}
