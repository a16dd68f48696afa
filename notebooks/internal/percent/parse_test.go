package percent

import (
	"bytes"
	"go/format"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

func sample(t testing.TB) []byte {
	t.Helper()
	return must.Get(os.ReadFile("testdata/sample.go"))(t)
}

// The cells of the sample, as a reader of its source would divide it.
func TestParseSample(t *testing.T) {
	want := []Cell{
		{Markdown, "a-sample-x-2", "", "# A sample: $x^2$\n\n- a list\n  - within a list\n1. and numbers\n\n" +
			"| a table | of two columns |\n|---|---|\n\n```\n    indented\n```", 4},
		{Markdown, "after-a-sample-x-2", "", "Text without a heading.\n\nand after an empty line.", 24},
		{Declarations, "point", "", "%noautoget\nimport \"fmt\"\n\n// point is a type\n// with a method.\ntype point struct{ x, y int }\n\n" +
			"func (p point) String() string { return fmt.Sprint(p.x, p.y) }", 29},
		{Declarations, "helper-for", "", "import \"strings\"\n\nfunc helperFor(n int) string {\n\treturn strings.Repeat(\"ab\", n)\n}", 37},
		{Run, "print-all", "printAll", "%%\n// printAll shows all.\n//\n// In two paragraphs.\n" +
			"for i := range 2 {\n\tfmt.Println(point{i, i}) // as text\n}\n\n" +
			"fmt.Println(helperFor(2), `raw\n\tstays indented\n\t`)", 42},
		{Markdown, "print-all-2", "", "## Print all", 56},
		{Run, "train-gcn-twice", "trainGCNTwice", "%%\nfmt.Println(\"one line\")", 59},
		{Declarations, "answer", "", "func answer() int { return 42 }", 62},
		{Declarations, "limit", "", "const limit = 3", 65},
		{Markdown, "after-limit", "", "The end.", 68},
	}
	got := must.Get(Parse("sample.go", sample(t)))(t)
	if len(got) != len(want) {
		t.Fatalf("%d cells, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("cell %d is\n%+v, want\n%+v", i, got[i], want[i])
		}
	}
}

// gofmt must not rewrite Markdown: it would, were it a doc comment.
func TestGofmtLeavesMarkdownAlone(t *testing.T) {
	source := sample(t)
	formatted := must.Get(format.Source(source))(t)
	if !bytes.Equal(formatted, source) {
		t.Errorf("gofmt changes the sample to\n%s", formatted)
	}
}

// Line ends of Windows give the same cells.
func TestParseCRLF(t *testing.T) {
	want := must.Get(Parse("sample.go", sample(t)))(t)
	got := must.Get(Parse("sample.go", bytes.ReplaceAll(sample(t), []byte("\n"), []byte("\r\n"))))(t)
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("cell %q differs", want[i].ID)
		}
	}
}

func TestParseErrors(t *testing.T) {
	const (
		head    = "package x\n\n"
		imports = "// %%\nimport \"fmt\"\n\n" // lines 3 to 5
	)
	for _, test := range []struct{ name, source, want string }{
		{"no Go", "package x\n\nfunc {", "x.go:3:6: "},
		{"no cells", head, "x.go:1: no cells"},
		{"code first", head + "var a = 1\n\n// %%\nvar b = 1\n", "x.go:3: code before the first // %%"},
		{"comment first", head + "// lost\n\n// %%\nvar b = 1\n", "x.go:3: a comment before the first"},
		{"before package", "// %%\n\npackage x\n", "x.go:1: // %% before the package clause"},
		{"unknown type", head + "// %% [raw]\n", `x.go:3: unknown cell type "// %% [raw]"`},
		{"titled cell", head + "// %% title\n", `x.go:3: unknown cell type "// %% title"`},
		{"no empty line", head + "// %% [markdown]\n// text\n// %%\nvar a = 1\n", "x.go:5: // %% needs an empty line before it"},
		{"no empty line after code", head + imports + "// %%\nvar a = 1\n// %%\nvar b = 1\n", "x.go:8: // %% needs an empty line before it"},
		{"code in Markdown", head + imports + "// %% [markdown]\n// text\n\nvar a = 1\n", "x.go:9: code in a Markdown cell"},
		{"block comment in Markdown", head + "// %% [markdown]\n/* text */\n", "x.go:4: code in a Markdown cell"},
		{"empty Markdown", head + "// %% [markdown]\n\n" + imports, "x.go:3: empty cell"},
		{"empty code", head + imports + "// %%\n// only a comment\n", "x.go:6: a code cell without code"},
		{"no imports", head + "// %%\nvar a = 1\n", "x.go:3: the first code cell must hold the imports"},
		{"imports and code", head + "// %%\nimport \"fmt\"\n\nvar a = 1\n", "x.go:3: imports and other code share a cell"},
		{"method", head + imports + "// %%\ntype a int\n\n// %%\nfunc (a) run() {\n\tfmt.Println()\n}\n", "x.go:10: method run cannot be run"},
		{"init", head + imports + "// %%\nfunc init() {\n\tfmt.Println()\n}\n", "x.go:7: a notebook cannot declare func init"},
		{"main", head + imports + "// %%\nvar a = 1\n\nfunc main() {}\n", "x.go:9: a notebook cannot declare func main"},
		{"empty function", head + imports + "// %%\nfunc a() {\n}\n", "x.go:7: func a is empty"},
		{"comment after", head + imports + "// %%\nfunc a() {\n\tb()\n}\n\n// lost\n", "x.go:11: a comment after func a"},
		{"marker inside", head + imports + "// %%\nfunc a() {\n\tb()\n\n// %%\n\tb()\n}\n", "x.go:10: // %% inside a declaration"},
		{"command in a string", head + imports + "// %%\nfunc a() {\n\tb(`x\n%y`)\n}\n", `x.go:9: GoNB does not read a line that begins with "%"`},
		{"shell in a string", head + imports + "// %%\nvar a = `x\n!ls\n`\n", `x.go:8: GoNB does not read a line that begins with "!"`},
		{"package in a body", head + imports + "// %%\nfunc a() {\n\tpackages := 1\n\tb(packages)\n}\n", `x.go:8: GoNB does not read a line that begins with "package"`},
		{"command in a doc comment", head + imports + "// %%\n//gonb:%help\nfunc a() {\n\tb()\n}\n", `x.go:7: GoNB does not read a line that begins with "//gonb:"`},
		{"call of a cell", head + imports + "// %%\nfunc a() {\n\tb()\n}\n\n// %%\nfunc c() {\n\ta()\n}\n", "x.go:13: a is a cell that is run"},
	} {
		_, err := Parse("x.go", []byte(test.source))
		if err == nil || !strings.HasPrefix(err.Error(), "percent: "+test.want) {
			t.Errorf("%s: %v, want percent: %s", test.name, err, test.want)
		}
	}
}

// An edit of one cell leaves the others unchanged, with their IDs, by which outputs are preserved.
func TestEditChangesOneCell(t *testing.T) {
	before := must.Get(Parse("sample.go", sample(t)))(t)
	for _, test := range []struct{ old, new, id string }{
		{"range 2", "range 3", "print-all"},
		{"## Print all", "## Another heading", "print-all-2"},
		{"The end.", "The very end.", "after-limit"},
		{"Repeat(\"ab\", n)", "Repeat(\"a\", n)", "helper-for"},
	} {
		after := must.Get(Parse("sample.go", bytes.Replace(sample(t), []byte(test.old), []byte(test.new), 1)))(t)
		for i := range before {
			if same := before[i] == after[i]; same == (before[i].ID == test.id) {
				t.Errorf("%q for %q: cell %s unchanged is %t", test.new, test.old, before[i].ID, same)
			}
		}
	}
}

func TestIDs(t *testing.T) {
	const imports = "package x\n\n// %%\nimport \"fmt\"\nimport \"math/rand/v2\"\nimport \"github.com/graphdp/graphdp/data/graph\"\n\n"
	long := strings.Repeat("long ", 20)
	cells := must.Get(Parse("x.go", []byte(imports+
		"// %% [markdown]\n// # "+long+"\n\n"+
		"// %% [markdown]\n// # "+long+"\n\n"+
		"// %% [markdown]\n// no heading\n\n"+
		"// %% [markdown]\n// # ∞\n\n"+
		"// %% [markdown]\n// text\n// ### Rényi's *order* α = 2\n\n"+
		"// %% [markdown]\n// #hashtag\n\n"+
		"// %%\nimport \"os\"\n\n"+
		"// %%\nvar a = fmt.Sprint(rand.Int(), os.Args, graph.Edge{})\n")))(t)
	words := strings.Repeat("long-", 20)
	want := []string{ // 64 bytes at most
		words[:64],
		words[:62] + "-2",
		"after-" + words[:58],
		"after-after-" + words[:52],
		"r-nyi-s-order-2",
		"after-r-nyi-s-order-2",
		"a",
	}
	if len(cells) != len(want) {
		t.Fatalf("%d cells, want %d", len(cells), len(want))
	}
	const last = "%noautoget\nimport (\n\t\"fmt\"\n\t\"math/rand/v2\"\n\t\"os\"\n\n\t\"github.com/graphdp/graphdp/data/graph\"\n)\n\nvar a"
	if got := cells[len(cells)-1].Source; !strings.HasPrefix(got, last) {
		t.Errorf("the code cell is %q", got)
	}
	for i, c := range cells {
		if c.ID != want[i] {
			t.Errorf("cell %d has ID %q, want %q", i, c.ID, want[i])
		}
	}
}

// validID is the form that the notebook format demands (version 4.5).
var validID = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// Whatever the source, Parse returns an error or cells that a notebook can hold.
func FuzzParse(f *testing.F) {
	f.Add(sample(f))
	f.Add([]byte("package x\n\n// %%\nimport \"fmt\"\n\n// %%\nfunc a() {\n\tfmt.Println(`\n\t`)\n}"))
	f.Add([]byte("package x // %%\n// %%\nimport(); func a(){/*\n\t*/b()}//"))
	f.Fuzz(func(t *testing.T, source []byte) {
		cells, err := Parse("x.go", source)
		if err != nil {
			return
		}
		ids := make(map[string]bool)
		for _, c := range cells {
			if ids[c.ID] || !validID.MatchString(c.ID) {
				t.Errorf("ID %q", c.ID)
			}
			ids[c.ID] = true
			if strings.TrimSpace(c.Source) == "" || strings.HasSuffix(c.Source, "\n") {
				t.Errorf("cell %q has the text %q", c.ID, c.Source)
			}
			if (c.Kind == Run) != strings.Contains("\n"+c.Source, "\n%%\n") && c.Kind != Markdown {
				t.Errorf("cell %q of kind %d has the text %q", c.ID, c.Kind, c.Source)
			}
		}
	})
}
