package main

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

var (
	keyOfPage = regexp.MustCompile(`(?m)^\| \[([^\]]+)\] \|.*\[its page\]\((papers/\w+\.md)\)`)
	folder    = regexp.MustCompile("Here: `(models/[a-z/]+)`")
	mapRow    = regexp.MustCompile("^\\| ([^|`]+) \\| (`[^|`]+`(?:, `[^|`]+`)*) \\|")
	equation  = regexp.MustCompile(`Eq\. \d+`)
)

// Every row of the maps in the papers' pages names functions that are there and carry the tag of
// the row's equation where they compute it; and every tag of an equation in the code of the
// paper's folder is in the map. The five papers of docs/equations.md have theirs there.
func TestEquationMaps(t *testing.T) {
	const root = "../.."
	notation := must.Get(os.ReadFile(filepath.Join(root, "docs", "notation.md")))(t)
	functions := must.Get(tagged(root, string(notation)))(t)
	pages := keyOfPage.FindAllStringSubmatch(string(notation), -1)
	files, err := filepath.Glob(filepath.Join(root, "docs/papers/*.md"))
	files = slices.DeleteFunc(files, func(f string) bool { return filepath.Base(f) == "log.md" })
	if err != nil || len(pages) != len(files) {
		t.Fatalf("notation.md gives the keys of %d papers, there are %d pages: %v", len(pages), len(files), err)
	}
	for _, m := range pages {
		key, page := m[1], m[2]
		if slices.ContainsFunc(papers, func(p paper) bool { return p.key == key }) {
			continue
		}
		text := must.Get(os.ReadFile(filepath.Join(root, "docs", page)))(t)
		where := folder.FindStringSubmatch(string(text))
		_, table, found := strings.Cut(string(text), "## Equations\n")
		if where == nil || !found {
			t.Errorf("%s does not say where its code is, or has no map of equations", page)
			continue
		}
		table, _, _ = strings.Cut(table, "\n## ")
		mapped := map[[2]string]bool{} // label and function
		for line := range strings.Lines(table) {
			cells := mapRow.FindStringSubmatch(line)
			if cells == nil {
				continue
			}
			for name := range strings.SplitSeq(cells[2], ", ") {
				name = strings.Trim(name, "`")
				mapped[[2]string{cells[1], name}] = true
				if !slices.ContainsFunc(functions, func(f function) bool {
					dir := path.Dir(f.file)
					return (dir == where[1] && f.name == name || path.Base(dir)+"."+f.name == name) && f.carries(key, cells[1])
				}) {
					t.Errorf("%s: no function %s carries the tag [%s] %s where it computes it", page, name, key, cells[1])
				}
			}
		}
		if len(mapped) == 0 {
			t.Errorf("%s: the map of equations has no rows", page)
		}
		for _, f := range functions {
			for _, c := range slices.Concat(f.code, f.lines) {
				if f.test || path.Dir(f.file) != where[1] || !strings.Contains(c, "["+key+"]") {
					continue
				}
				for _, label := range equation.FindAllString(c, -1) {
					if !mapped[[2]string{label, f.name}] {
						t.Errorf("%s: %s has the tag [%s] %s, which the map of %s does not have", f.file, f.name, key, label, page)
					}
				}
			}
		}
	}
}

// The papers' equations are numbered without a gap up to their last one, and no statement is twice.
func TestPapersHaveAllEquations(t *testing.T) {
	last := map[string]int{"PRIVDPR25": 13, "SE-PrivGEmb": 15, "DPGS": 10, "DPGGAN21": 7, "DPAR24": 12}
	for _, p := range papers {
		numbered, seen := 0, map[string]bool{}
		for _, s := range p.statements {
			if strings.HasPrefix(s.label, "Eq. ") {
				numbered++
			}
			if seen[s.label] || s.says == "" {
				t.Errorf("%s: %s is twice or says nothing", p.name, s.label)
			}
			seen[s.label] = true
		}
		if numbered != last[p.key] || !seen["Eq. 1"] {
			t.Errorf("%s has %d numbered equations, want %d", p.name, numbered, last[p.key])
		}
	}
	if len(papers) != len(last) {
		t.Errorf("%d papers, want %d", len(papers), len(last))
	}
}

// A statement without a function, a test or a cell is an error, as is one that is computed though
// it is said to be derived alone, and a tag that no statement has.
func TestStatementsHaveTheirPlaces(t *testing.T) {
	parse := func(file, source string) []function {
		return must.Get(functionsIn(file, "package a\n"+source))(t)
	}
	code := parse("models/a/a.go", "func F() int {\n\treturn 1 // [KEY] Eq. 1\n}\n")
	test := parse("models/a/a_test.go", "// [KEY] Eqs. 1 and 2\nfunc TestF(t *testing.T) {}\n")
	cell := parse("notebooks/10_a/10_a.go", "func cell() { show(\"Eq. 1: x\", \"Eqs. 2 to 7\") }\n")
	p := paper{key: "KEY", folder: "models/a", notebook: "10_a"}
	for _, x := range []struct {
		label     string
		derived   bool
		functions []function
		want      string
	}{
		{"Eq. 1", false, slices.Concat(code, test, cell), ""},
		{"Eq. 1", true, slices.Concat(test, cell), ""},
		{"Eq. 1", true, slices.Concat(code, test, cell), "derived alone"},
		{"Eq. 1", false, slices.Concat(test, cell), "no function"},
		{"Eq. 1", false, slices.Concat(code, cell), "no test"},
		{"Eq. 1", false, slices.Concat(code, test), "no cell"},
		{"Eq. 2", true, slices.Concat(code, test, cell), "no cell"},
	} {
		_, _, _, err := p.places(statement{x.label, "says", x.derived}, x.functions, nil)
		if (err == nil) != (x.want == "") || err != nil && !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s of %d functions: %v, want %q", x.label, len(x.functions), err, x.want)
		}
	}
	p.statements = []statement{{"Eq. 2", "says", true}}
	if got := p.unlisted(code); len(got) != 1 || !strings.Contains(got[0], "Eq. 1") {
		t.Errorf("unlisted tags: %q", got)
	}
}

func TestMentions(t *testing.T) {
	for label, texts := range map[string]map[string]bool{
		"Eq. 3":       {"Eq. 3": true, "Eqs. 1, 3 and 4": true, "(Eq. 3)": true, "Eq. 33": false, "Eqs. 3 to 5": false, "Eqs. 1 to 3": false, "Eq. 3.": true},
		"Theorem 2":   {"Thm 2: x": true, "Thms 1 and 2": true, "Thm 2.1": false, "theorem 2": false},
		"Theorem 2.1": {"Theorem 2.1": true, "Thm 2": false},
		"§4.3.2":      {"by §4.3.2, x": true, "§4.3": false},
	} {
		for text, want := range texts {
			if mentions(text, label) != want {
				t.Errorf("%q in %q: %v, want %v", label, text, !want, want)
			}
		}
	}
}

func TestCarries(t *testing.T) {
	list, err := functionsIn("a.go", `package a

// F is [KEY] Alg. 1, and computes [KEY] Eq. 1.
func (x *T) F() int {
	// [KEY] Eq. 2
	return 1 // [KEY] Eqs. 3 and 4, [KW17] Eq. 5
}
`)
	if err != nil || len(list) != 1 || list[0].name != "T.F" {
		t.Fatal(list, err)
	}
	for label, want := range map[string]bool{"Algorithm 1": true, "Eq. 1": false, "Eq. 2": false, "Eq. 3": true, "Eq. 4": true, "Eq. 5": false, "Eq. 33": false, "Algorithm 2": false} {
		if got := list[0].carries("KEY", label); got != want {
			t.Errorf("%s: %v, want %v", label, got, want)
		}
	}
	if list[0].carries("KW17", "Eq. 3") {
		t.Error("a tag of another paper counts")
	}
}
