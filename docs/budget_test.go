package docs_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/graphdp/graphdp/data/must"
)

var update = flag.Bool("update", false, "write lines.txt as the tree is; a row that grows needs a reason")

// The budget of the whole tree, in lines of Go.
const (
	mostCode  = 129_000
	mostTests = 84_200
)

// mostLines is the length of the longest function outside tests. These are still longer.
const mostLines = 80

var tooLong = map[string]bool{
	"data/metric/triangles.go triangles":                  true,
	"models/embedding/seprivgemb/exhibits.go figures":     true,
	"models/synthesis/dpgs/exhibits.go exhibits":          true,
	"notebooks/solutions/53_triangles.go trianglesSolved": true,
}

// lines are numbers of lines of Go outside tests and in tests.
type lines struct{ code, tests int }

// folderOf returns the row of the budget that holds a file: a folder at the top level, or one below
// data, gdp or models.
func folderOf(file string) string {
	parts := strings.Split(path.Dir(file), "/")
	if len(parts) > 1 && slices.Contains([]string{"data", "gdp", "models"}, parts[0]) {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// goFiles calls look for each Go file, but for hidden folders and lab, which the notebooks make.
func goFiles(tree fs.FS, look func(file string, text []byte) error) error {
	return fs.WalkDir(tree, ".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != "." && (d.Name()[0] == '.' || file == "lab"):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(file, ".go"):
			return nil
		}
		text, err := fs.ReadFile(tree, file)
		if err != nil {
			return err
		}
		return look(file, text)
	})
}

// count counts the lines of each folder.
func count(tree fs.FS) (map[string]lines, error) {
	counts := map[string]lines{}
	err := goFiles(tree, func(file string, text []byte) error {
		n := counts[folderOf(file)]
		if strings.HasSuffix(file, "_test.go") {
			n.tests += bytes.Count(text, []byte("\n"))
		} else {
			n.code += bytes.Count(text, []byte("\n"))
		}
		counts[folderOf(file)] = n
		return nil
	})
	return counts, err
}

// allowance is a row of lines.txt: a folder's budget, and why it grew.
type allowance struct {
	lines
	reason string
}

func readBudget(text string) (map[string]allowance, error) {
	budget := map[string]allowance{}
	for line := range strings.Lines(text) {
		numbers, reason, _ := strings.Cut(strings.TrimSpace(line), "#")
		if numbers == "" {
			continue
		}
		var folder string
		var r allowance
		if _, err := fmt.Sscanf(numbers, "%s %d %d", &folder, &r.code, &r.tests); err != nil {
			return nil, fmt.Errorf("lines.txt has the line %q, want a folder and two numbers: %w", line, err)
		}
		r.reason = strings.TrimSpace(reason)
		budget[folder] = r
	}
	return budget, nil
}

// overspent returns the rows that exceed the budget.
func overspent(counts map[string]lines, budget map[string]allowance, most lines) (found []string) {
	var total lines
	for _, folder := range slices.Sorted(maps.Keys(counts)) {
		n := counts[folder]
		total.code, total.tests = total.code+n.code, total.tests+n.tests
		switch b, ok := budget[folder]; {
		case !ok:
			found = append(found, folder+" has no row")
		case n.code > b.code || n.tests > b.tests:
			found = append(found, fmt.Sprintf("%s has %d lines of code and %d of tests, and a budget of %d and %d", folder, n.code, n.tests, b.code, b.tests))
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(budget)) {
		if _, ok := counts[folder]; !ok {
			found = append(found, folder+" has a row and no Go files")
		}
	}
	if total.code > most.code || total.tests > most.tests {
		found = append(found, fmt.Sprintf("the tree has %d lines of code and %d of tests, and a budget of %d and %d", total.code, total.tests, most.code, most.tests))
	}
	return found
}

// written is lines.txt for these counts, rounded up to hundreds, with the reasons of the old rows.
func written(counts map[string]lines, old map[string]allowance) string {
	page := "# Budget of lines of Go: folder, code, tests; # why it grew. `go test ./docs -run Budget -update` writes it.\n"
	for _, folder := range slices.Sorted(maps.Keys(counts)) {
		page += fmt.Sprintf("%-24s %6d %6d", folder, (counts[folder].code+99)/100*100, (counts[folder].tests+99)/100*100)
		if reason := old[folder].reason; reason != "" {
			page += " # " + reason
		}
		page += "\n"
	}
	return page
}

// No folder has more lines of Go than its budget in lines.txt, nor has the tree.
func TestTheTreeStaysWithinItsBudget(t *testing.T) {
	counts := must.Get(count(os.DirFS("..")))(t)
	text := must.Get(os.ReadFile("lines.txt"))(t)
	budget := must.Get(readBudget(string(text)))(t)
	if *update {
		page := written(counts, budget)
		must.Do(t, os.WriteFile("lines.txt", []byte(page), 0o644))
		budget = must.Get(readBudget(page))(t)
	}
	for _, what := range overspent(counts, budget, lines{mostCode, mostTests}) {
		t.Errorf("%s: remove lines, or raise the row in docs/lines.txt and give the reason after #", what)
	}
}

func TestTheBudgetItself(t *testing.T) {
	tree := fstest.MapFS{}
	for file, text := range map[string]string{
		"accounting/rdp/a.go": "1\n2\n", "accounting/a_test.go": "1\n", "gdp/a.go": "1\n", "gdp/query/a.go": "1\n2\n3\n", "gdp/query/deep/a_test.go": "1\n",
		"lab/a.go": "1\n", ".venv/a.go": "1\n", "docs/a.md": "1\n",
	} {
		tree[file] = &fstest.MapFile{Data: []byte(text)}
	}
	counts := must.Get(count(tree))(t)
	if want := map[string]lines{"accounting": {2, 1}, "gdp": {1, 0}, "gdp/query": {3, 1}}; !maps.Equal(counts, want) {
		t.Fatalf("%v, want %v", counts, want)
	}
	const enough = "accounting 2 1 # a reason\ngdp 1 0\ngdp/query 3 1\n"
	for _, c := range []struct {
		budget string
		most   lines
		found  int
	}{
		{enough, lines{6, 2}, 0},
		{enough, lines{5, 2}, 1},
		{enough, lines{6, 1}, 1},
		{"accounting 1 1\ngdp 1 0\ngdp/query 3 0\n", lines{6, 2}, 2},
		{"accounting 2 1\ngdp/query 3 1\n", lines{6, 2}, 1},
		{enough + "gone 1 1\n", lines{6, 2}, 1},
	} {
		budget := must.Get(readBudget(c.budget))(t)
		if found := overspent(counts, budget, c.most); len(found) != c.found {
			t.Errorf("%q, %v: %q", c.budget, c.most, found)
		}
		again, err := readBudget(written(counts, budget))
		if err != nil || len(overspent(counts, again, lines{6, 2})) > 0 || again["accounting"].reason != budget["accounting"].reason {
			t.Errorf("%q is written as %v, %v", c.budget, again, err)
		}
	}
	if _, err := readBudget("gdp 1\n"); err == nil {
		t.Error("a row with one number is read")
	}
}

// longFunctions returns the functions of a file with more than most lines.
func longFunctions(file string, text []byte, most int) (names []string, err error) {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, d := range parsed.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && set.Position(f.End()).Line-set.Position(f.Pos()).Line >= most {
			names = append(names, file+" "+f.Name.Name)
		}
	}
	return names, nil
}

// Functions outside tests have at most 80 lines.
func TestFunctionsAreShort(t *testing.T) {
	found := map[string]bool{}
	must.Do(t, goFiles(os.DirFS(".."), func(file string, text []byte) error {
		if strings.HasSuffix(file, "_test.go") {
			return nil
		}
		long, err := longFunctions(file, text, mostLines)
		for _, name := range long {
			if found[name] = true; !tooLong[name] {
				t.Errorf("%s has more than %d lines: split it", name, mostLines)
			}
		}
		return err
	}))
	for name := range tooLong {
		if !found[name] {
			t.Errorf("%s is not too long: remove it from tooLong", name)
		}
	}
	source := []byte("package a\n\nfunc F() {\n}\n\nfunc G() {\n\n}\n")
	if long, err := longFunctions("a.go", source, 2); err != nil || !slices.Equal(long, []string{"a.go G"}) {
		t.Errorf("%q, %v", long, err)
	}
}
