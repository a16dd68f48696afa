package docs_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

const module = "github.com/graphdp/graphdp"

// plain are the folders of data that hold no data sets by name.
var plain = []string{"data/graph", "data/metric", "data/figure", "data/file", "data/lists", "data/nearest", "data/must", "data/scalar", "data/table", "data/embed"}

// inModels are the folders of models, bottom first. A folder may import those before it, and none
// beside it.
var inModels = [][]string{
	{"models/method"},
	{"models/learn"},
	{"models/estimate"},
	{"models/statistics", "models/embedding", "models/classification", "models/synthesis"},
	{"models/eval"},
	{"models"}, // the list of methods
}

// mayImport is the import rule of architecture.md: for the packages below each root, below which
// roots their imports lie. The longest root counts.
var mayImport = rules()

func rules() map[string][]string {
	models := slices.Concat(inModels...)
	rules := map[string][]string{
		"accounting":      {"accounting", "data/scalar", "data/must"},
		"data/file":       {"data/file"}, // leaves that hold no graph: files, names, tables
		"data/lists":      {"data/lists"},
		"data/nearest":    {"data/nearest"},
		"data/must":       {"data/must"},
		"data/scalar":     {"data/scalar"},
		"data/table":      {"data/table", "data/lists"},
		"data/graph":      {"data/graph", "data/lists", "data/file", "data/nearest", "data/table"},
		"data/metric":     {"data/metric", "data/lists", "data/graph", "data/nearest", "data/scalar", "data/table"},
		"data/figure":     {"data/figure", "data/lists", "data/metric", "data/graph", "data/file", "data/table"},
		"data/embed":      {"data/embed", "data/lists", "data/graph", "data/file", "data/nearest"},
		"data":            {"data", "data/lists", "data/graph", "data/file", "data/nearest", "data/table"},
		"gdp":             slices.Concat(plain, []string{"gdp", "accounting", "docs"}),
		"notebooks":       slices.Concat(plain, models, []string{"notebooks", "data", "gdp", "accounting"}),
		"docs":            {}, // a leaf: the texts themselves
		"models/app":      slices.Concat(plain, models, []string{"models/app", "notebooks", "data", "gdp", "accounting", "docs"}),
		"gdp/cmd":         slices.Concat(models, []string{"models/app"}), // commands are roots
		"notebooks/nbgen": slices.Concat(plain, []string{"notebooks/nbgen", "notebooks"}),
		"docs/mutants":    {"docs/mutants"},
		"docs/tables":     slices.Concat(models, []string{"docs/tables", "data", "gdp"}),
	}
	below := slices.Concat(plain, []string{"gdp", "accounting"})
	for _, level := range inModels {
		for _, folder := range level {
			rules[folder] = slices.Concat(below, []string{folder})
		}
		below = slices.Concat(below, level)
	}
	rules["models/eval"] = append(rules["models/eval"], "data") // what is public of a data set
	return rules
}

// commands are the roots that commands alone import.
var commands = []string{"gdp/cmd", "models/app", "notebooks/nbgen", "docs/mutants", "docs/tables"}

// forbiddenOutside names packages that only those below the given roots may
// import.
var forbiddenOutside = map[string][]string{
	"github.com/gomlx/":     {"models", "notebooks"}, // training stays in models
	"math/rand":             {"gdp", "models", "data", "notebooks"},
	"github.com/janpfeifer": {"notebooks"},
}

// root is the longest key of mayImport that holds the package, or "".
func root(pkg string) string {
	best := ""
	for r := range mayImport {
		if (pkg == r || strings.HasPrefix(pkg, r+"/")) && len(r) > len(best) {
			best = r
		}
	}
	return best
}

// allowed reports whether package from may import package to, both without the
// module's path.
func allowed(from, to string) bool {
	if slices.Contains(commands, root(to)) && root(from) != root(to) && !slices.Contains(commands, root(from)) {
		return false
	}
	return slices.Contains(mayImport[root(from)], root(to))
}

func TestTheImportRuleItself(t *testing.T) {
	for _, c := range []struct {
		from, to string
		ok       bool
	}{
		{"data/metric", "data/graph", true},
		{"data/graph", "data/metric", false},
		{"gdp", "accounting/rdp", true},
		{"accounting", "gdp", false},
		{"accounting", "data/scalar", true},
		{"accounting", "data/table", false},
		{"data", "data/graph/graphio", true},
		{"data", "data/metric", false},
		{"models/classification/gcn", "data", false},
		{"models/classification/gcn", "models/learn/train", true},
		{"models/classification/gcn", "models/synthesis/der", false},
		{"models/classification/gcn", "models/classification/dpgcn", true},
		{"models/learn/train", "models/method", true},
		{"models/method", "models/learn/train", false},
		{"models/estimate/posterior", "models/eval/trial", false},
		{"models/eval/trial", "models/classification/gcn", true},
		{"models/eval/board", "models", false},
		{"models", "models/synthesis/der", true},
		{"models/classification/gcn", "data/figure", true},
		{"gdp", "models/classification/gcn", false},
		{"notebooks/00_tour", "models/classification/gcn", true},
		{"models/classification/gcn", "notebooks/nb", false},
		{"data", "data/nearest", true},
		{"data", "data/file", true},
		{"data/table", "data/graph", false},
		{"data/graph/graphio", "data/file", true},
		{"data/file", "data/graph", false},
		{"gdp/cmd/gdp", "models/learn/backend", true},
		{"models/classification/gcn", "models/app/lab", false},
		{"gdp/cmd/gdp", "models/app", true},
		{"notebooks/nb", "notebooks/nbgen", false},
		{"docs/tables", "models", true},
		{"docs/tables", "data", true},
		{"docs/mutants", "data", false},
		{"gdp", "docs", true},
		{"docs", "gdp", false},
		{"gdp", "docs/tables", false},
		{"somewhere", "gdp", false},
	} {
		if got := allowed(c.from, c.to); got != c.ok {
			t.Errorf("%s may import %s: %v, want %v", c.from, c.to, got, c.ok)
		}
	}
}

// listed is one package as `go list -deps -json` prints it.
type listed struct {
	ImportPath string
	Name       string
	Doc        string
	Imports    []string
	GoFiles    []string
	Module     *struct{ Path string }
}

func (p listed) short() string {
	return strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
}

func packages(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Name,Doc,Imports,GoFiles,Module", "./...")
	cmd.Dir = ".."
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var ours []listed
	d := json.NewDecoder(bytes.NewReader(out))
	for {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return ours
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Module != nil && p.Module.Path == module {
			ours = append(ours, p)
		}
	}
}

func TestImportsGoOneWay(t *testing.T) {
	ours := packages(t)
	if len(ours) < 5 {
		t.Fatalf("only %d packages listed", len(ours))
	}
	for _, p := range ours {
		from := p.short()
		if root(from) == "" {
			t.Errorf("%s is below none of the roots in architecture.md", p.ImportPath)
			continue
		}
		for _, imported := range p.Imports {
			to, ok := strings.CutPrefix(imported, module+"/")
			if ok && !allowed(from, to) {
				t.Errorf("%s imports %s, against the rule of architecture.md", from, to)
			}
		}
		for prefix, roots := range forbiddenOutside {
			inside := slices.ContainsFunc(roots, func(r string) bool { return from == r || strings.HasPrefix(from, r+"/") })
			for _, imported := range p.Imports {
				if !inside && strings.HasPrefix(imported, prefix) {
					t.Errorf("%s imports %s", from, imported)
				}
			}
		}
	}
}

func TestEveryPackageTeaches(t *testing.T) {
	for _, p := range packages(t) {
		if len(p.GoFiles) > 0 && len(p.Doc) < 20 {
			t.Errorf("%s has no package comment to learn from", p.ImportPath)
		}
	}
}

// methods are the folders of methods, which the table of modes lists.
var methods = regexp.MustCompile(`^models/(synthesis|embedding|classification)/|^notebooks/[0-9]`)

// architecture.md describes every package.
func TestEveryPackageHasItsRoom(t *testing.T) {
	text := must.Get(os.ReadFile("architecture.md"))(t)
	for _, p := range packages(t) {
		if name := p.short(); !methods.MatchString(name) && !strings.Contains(string(text), "`"+name+"`") {
			t.Errorf("architecture.md does not say what %s is for", name)
		}
	}
}

// The files at the top level are fixed, except for ignored ones that the project makes: the
// README's first command makes the folder lab, and its second is this test.
func TestTopLevel(t *testing.T) {
	ignored := must.Get(os.ReadFile("../.gitignore"))(t)
	made := strings.Fields(string(ignored))
	allowed := map[string]bool{"go.mod": true, "go.sum": true, "README.md": true, "LICENSE": true, "CITATION.cff": true,
		"notebooks": true, "gdp": true, "models": true, "accounting": true, "data": true, "docs": true}
	entries := must.Get(os.ReadDir(".."))(t)
	for _, e := range entries {
		if !allowed[e.Name()] && !strings.HasPrefix(e.Name(), ".") && !slices.Contains(made, "/"+e.Name()+"/") {
			t.Errorf("%s stands at the top level", e.Name())
		}
	}
}

var (
	link    = regexp.MustCompile(`\]\(([^)#:\s]*)(#[^)\s]*)?\)`)
	heading = regexp.MustCompile("(?m)^#+ +(.*)$")
	named   = regexp.MustCompile(`<a id="([^"]+)">`)
	dropped = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// anchors returns the anchors that GitHub gives to the headings of a page, and those that it sets.
func anchors(page string) map[string]bool {
	all := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(page, ""), -1) {
		all["#"+strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(linked.ReplaceAllString(m[1], "$1")), ""), " ", "-")] = true
	}
	for _, m := range named.FindAllStringSubmatch(page, -1) {
		all["#"+m[1]] = true
	}
	return all
}

// Links between the documents lead to files and headings that are there.
func TestLinks(t *testing.T) {
	found := 0
	for _, file := range documents(t) {
		text := must.Get(os.ReadFile(file))(t)
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			found++
			target := file
			if m[1] != "" {
				target = filepath.Join(filepath.Dir(file), m[1])
				if _, err := os.Stat(target); err != nil {
					t.Errorf("%s links to %s, which is not there", file, m[1])
					continue
				}
			}
			if m[2] == "" || !strings.HasSuffix(target, ".md") {
				continue
			}
			page := must.Get(os.ReadFile(target))(t)
			if !anchors(string(page))[m[2]] {
				t.Errorf("%s links to %s%s: no such heading", file, m[1], m[2])
			}
		}
	}
	if found == 0 {
		t.Error("no links found")
	}
}

// Continuous integration runs the very commands that the README gives.
func TestTheReadmesCommandsAreRun(t *testing.T) {
	ci := must.Get(os.ReadFile("../.ci/run"))(t)
	readme := must.Get(os.ReadFile("../README.md"))(t)
	for _, command := range []string{"GOEXPERIMENT=simd go run -v ./gdp/cmd/lab", "GOEXPERIMENT=simd go test -timeout 1h ./..."} {
		for name, text := range map[string]string{"README.md": string(readme), ".ci/run": string(ci)} {
			if !strings.Contains(text, command) {
				t.Errorf("%s does not have %q", name, command)
			}
		}
	}
}

func documents(t *testing.T) []string {
	t.Helper()
	files := []string{"../README.md"}
	must.Do(t, filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".md") {
			files = append(files, path)
		}
		return err
	}))
	return files
}

var (
	namedTest = regexp.MustCompile(`\bTest[A-Z0-9]\w*`)
	namedFile = regexp.MustCompile("`([a-z0-9_]+\\.go)`")
	namedDir  = regexp.MustCompile(`\b(?:accounting|gdp|models|data|notebooks|docs)(?:/[a-z0-9_]+)+`)
)

// Tests, files and folders that the documents and .ci/run name are there, the extension of a file
// in a folder left out or not.
func TestNamesOfCode(t *testing.T) {
	tests, files := map[string]bool{}, map[string]bool{}
	eachGoFile(t, func(path string, file *ast.File) {
		files[filepath.Base(path)] = true
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && strings.HasSuffix(path, "_test.go") {
				tests[f.Name.Name] = true
			}
		}
	})
	named := 0
	for _, path := range append(documents(t), "../.ci/run") {
		text := must.Get(os.ReadFile(path))(t)
		for names, is := range map[*regexp.Regexp]func(string) bool{
			namedTest: func(name string) bool { return tests[name] },
			namedFile: func(name string) bool { return files[name] },
			namedDir:  func(name string) bool { all, _ := filepath.Glob(filepath.Join("..", name) + "*"); return len(all) > 0 },
		} {
			for _, m := range names.FindAllStringSubmatch(string(text), -1) {
				if named++; !is(m[len(m)-1]) {
					t.Errorf("%s names %s, which is not there", path, m[0])
				}
			}
		}
	}
	if named < 100 {
		t.Errorf("only %d names found", named)
	}
}
