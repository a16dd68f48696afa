package solutions

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/notebooks/exercise"
	"github.com/graphdp/graphdp/notebooks/internal/percent"
)

var update = flag.Bool("update", false, "write the solution sheets")

// The sheets NN_name.md of this folder show today's questions, answers and verdicts:
// go test ./notebooks/solutions -run TestSheets -update
func TestSheets(t *testing.T) {
	sheets := map[string]string{} // by the number of the lesson
	for _, s := range All() {
		number, _, _ := strings.Cut(s.Exercise, ".")
		why, err := exercise.Hint(s.Exercise, 3)
		if err != nil || strings.Count(why+" ", ". ")+strings.Count(why, "? ") < 2 {
			t.Errorf("%s: want two sentences of why, not %q; %v", s.Exercise, why, err)
		}
		var b strings.Builder
		fmt.Fprintf(&b, "\n## Exercise %s\n\n%s\n\n```go\n%s\n```\n\n**Why:** %s\n\n| other answers | what the check says |\n| --- | --- |\n",
			s.Exercise, asked(t, number, s.Exercise), answer(t, number, s.Exercise), why)
		for _, o := range s.Others {
			said := strings.TrimPrefix(check(s, o).String(), "Exercise "+s.Exercise+", ")
			fmt.Fprintf(&b, "| %s | %s |\n", o.Answer, strings.ReplaceAll(said, "|", `\|`))
		}
		sheets[number] += b.String()
	}
	for number, text := range sheets {
		name := filepath.Base(filepath.Dir(lesson(t, number)))
		text = fmt.Sprintf("# Solutions of %s\n\nA program writes this page: `go test ./notebooks/solutions -run TestSheets -update`.\n", name) + text
		if *update {
			must.Do(t, os.WriteFile(name+".md", []byte(text), 0o644))
		}
		if kept, err := os.ReadFile(name + ".md"); err != nil || string(kept) != text {
			t.Errorf("%s.md is out of date: run the test with -update; %v", name, err)
		}
	}
}

// checked are the verdicts that were given, by exercise and answer.
var checked = map[string]exercise.Verdict{}

// check checks an answer once.
func check(s Solution, o Other) exercise.Verdict {
	key := s.Exercise + " " + o.Answer
	if _, ok := checked[key]; !ok {
		checked[key] = o.Check()
	}
	return checked[key]
}

// lesson returns the source of the lesson of a number.
func lesson(t *testing.T, number string) string {
	t.Helper()
	found, err := filepath.Glob("../" + number + "_*/" + number + "_*.go")
	found = slices.DeleteFunc(found, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
	if err != nil || len(found) != 1 {
		t.Fatalf("lesson %s: %q, %v", number, found, err)
	}
	return found[0]
}

// asked returns the text of an exercise's question in its lesson.
func asked(t *testing.T, number, exercise string) string {
	t.Helper()
	source := must.Get(os.ReadFile(lesson(t, number)))(t)
	cells := must.Get(percent.Parse(number, source))(t)
	for _, c := range cells {
		_, text, ok := strings.Cut(c.Source, "**"+exercise+"** ")
		if ok && c.Kind == percent.Markdown {
			return strings.TrimSpace(regexp.MustCompile(`\n\*\*\d\d\.\d\*\*|\n## `).Split(text, 2)[0])
		}
	}
	t.Fatalf("no question %s", exercise)
	return ""
}

// answer returns the argument of the check in the right solution of an exercise, followed by the
// code of this folder that it uses.
func answer(t *testing.T, number, exercise string) string {
	t.Helper()
	files, err := filepath.Glob(number + "_*.go")
	if err != nil || len(files) != 1 {
		t.Fatalf("solutions of lesson %s: %q, %v", number, files, err)
	}
	set := token.NewFileSet()
	file := must.Get(parser.ParseFile(set, files[0], nil, 0))(t)
	declared, right := map[string]ast.Node{}, ast.Node(nil)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			declared[n.Name.Name] = n
			for _, s := range n.Body.List {
				if s, ok := s.(*ast.AssignStmt); ok && len(s.Lhs) == 1 {
					declared[fmt.Sprint(s.Lhs[0])] = s
				}
			}
		case *ast.CompositeLit:
			fields := map[string]ast.Expr{}
			for _, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					fields[fmt.Sprint(kv.Key)] = kv.Value
				}
			}
			if of, ok := fields["Exercise"].(*ast.BasicLit); ok && of.Value == `"`+exercise+`"` {
				right = fields["Right"]
			}
		}
		return true
	})
	call, ok := right.(*ast.CallExpr)
	if !ok {
		t.Fatalf("no right answer of %s", exercise)
	}
	var parts []string
	var queue []ast.Node
	for _, arg := range call.Args {
		if _, question := arg.(*ast.SelectorExpr); !question || len(call.Args) == 1 {
			queue = append(queue, arg)
		}
	}
	for i := 0; i < len(queue); i++ {
		var b bytes.Buffer
		must.Do(t, format.Node(&b, set, queue[i]))
		parts = append(parts, b.String())
		ast.Inspect(queue[i], func(n ast.Node) bool {
			if name, ok := n.(*ast.Ident); ok && declared[name.Name] != nil && !slices.Contains(queue, declared[name.Name]) {
				queue = append(queue, declared[name.Name])
			}
			return true
		})
	}
	return strings.Join(parts, "\n\n")
}
