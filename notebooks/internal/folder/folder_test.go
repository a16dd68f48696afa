package folder

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/notebooks/internal/ipynb"
)

const source = `package small

// %% [markdown]
// # Small

// %%
import "fmt"

// %%
func first() {
	fmt.Println(1)
}

// %%
func second() {
	fmt.Println(2)
}
`

func write(t *testing.T, path, text string) {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
	must.Do(t, os.WriteFile(path, []byte(text), 0o666))
}

func read(t *testing.T, path string) string {
	t.Helper()
	data := must.Get(os.ReadFile(path))(t)
	return string(data)
}

// newFolder returns a checkout with one notebook, 01_small, and other files.
func newFolder(t *testing.T) Folder {
	t.Helper()
	root := t.TempDir()
	write(t, filepath.Join(root, "go.mod"), "module x\n")
	s := Folder{Dir: filepath.Join(root, "notebooks")}
	write(t, filepath.Join(s.Dir, "01_small", "01_small.go"), source)
	write(t, filepath.Join(s.Dir, "01_small", "01_small_test.go"), "package small\n")
	for _, other := range []string{"nb/nb.go", "1_short/x.go", "02_Upper/x.go", "03_file"} {
		write(t, filepath.Join(s.Dir, other), "")
	}
	return s
}

// execute writes the notebook that a kernel would produce: each executed cell prints text and shows
// its time.
func execute(t *testing.T, s Folder, runs, text string) {
	t.Helper()
	nb := must.Get(ipynb.Decode([]byte(read(t, s.file("01_small", ".ipynb")))))(t)
	for i, c := range nb.Cells {
		if strings.Contains(c.Source, "%%\n") {
			nb.Cells[i].Count = 10 + i
			nb.Cells[i].Outputs = []ipynb.Output{
				{"output_type": "display_data", "metadata": map[string]any{"gdp": "live"}, "data": map[string]any{"text/plain": "1 s"}},
				{"output_type": "stream", "name": "stdout", "text": text},
			}
		}
	}
	write(t, filepath.Join(runs, "01_small.ipynb"), string(nb.Encode()))
}

func TestFind(t *testing.T) {
	s := newFolder(t)
	for _, dir := range []string{s.Dir, filepath.Dir(s.Dir), filepath.Join(s.Dir, "01_small")} {
		if got, err := Find(dir); err != nil || got != s {
			t.Errorf("Find(%s) = %v, %v, want %v", dir, got, err, s)
		}
	}
	if _, err := Find(t.TempDir()); err == nil || !strings.Contains(err.Error(), "not in a checkout") {
		t.Errorf("outside a checkout: %v", err)
	}
}

func TestSelect(t *testing.T) {
	s := newFolder(t)
	write(t, filepath.Join(s.Dir, "02_more", "02_more.go"), source)
	for _, test := range []struct{ names, want []string }{
		{nil, []string{"01_small", "02_more"}},
		{[]string{"02_more"}, []string{"02_more"}},
		{[]string{"02_more", "01_small"}, []string{"01_small", "02_more"}},
	} {
		if got, err := s.Select(test.names); err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("Select(%v) = %v, %v, want %v", test.names, got, err, test.want)
		}
	}
	if _, err := s.Select([]string{"small"}); err == nil || err.Error() != `folder: no notebook "small"; there are: 01_small, 02_more` {
		t.Errorf("%v", err)
	}
}

// A notebook's way from its source to a file with outputs, and back after edits.
func TestGenerateTakeCheck(t *testing.T) {
	s, runs := newFolder(t), t.TempDir()
	const name = "01_small"
	check := func(when, want string) {
		t.Helper()
		err := s.Check(name)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: Check gives %v, want %q", when, err, want)
		}
	}
	generate := func(when string, want bool) {
		t.Helper()
		if changed, err := s.Generate(name); err != nil || changed != want {
			t.Errorf("%s: Generate = %t, %v, want %t", when, changed, err, want)
		}
	}
	edit := func(old, new string) {
		t.Helper()
		path := s.file(name, ".go")
		write(t, path, strings.Replace(read(t, path), old, new, 1))
	}

	check("at first", "no 01_small.ipynb")
	if _, err := s.Take(name, runs); err == nil || !strings.Contains(err.Error(), "no run of 01_small") {
		t.Errorf("without a run: %v", err)
	}
	generate("at first", true)
	generate("again", false)
	check("generated", "no outputs: the notebook has not been run")

	execute(t, s, runs, "1\n")
	if changed, err := s.Take(name, runs); err != nil || !changed {
		t.Errorf("Take = %t, %v", changed, err)
	}
	if changed, err := s.Take(name, runs); err != nil || changed {
		t.Errorf("the same run again: Take = %t, %v", changed, err)
	}
	taken := read(t, s.file(name, ".ipynb"))
	check("taken", "")
	generate("taken", false)

	edit("# Small", "# Quite small")
	check("text edited", "is not what its source generates")
	generate("text edited", true)
	check("text generated", "")

	edit("Println(2)", "Println(3)")
	generate("code edited", true)
	check("code generated", "the outputs are those of other sources")
	if _, err := s.Take(name, runs); err == nil || !strings.Contains(err.Error(), "cell 1 of the run") {
		t.Errorf("an old run: %v", err)
	}
	execute(t, s, runs, "1\n")
	must.Get(s.Take(name, runs))(t)
	check("taken anew", "")

	edit("# Quite small", "# Small")
	edit("Println(3)", "Println(2)")
	generate("all undone", true)
	execute(t, s, runs, "1\n")
	must.Get(s.Take(name, runs))(t)
	if got := read(t, s.file(name, ".ipynb")); got != taken {
		t.Errorf("the same source and run give\n%s\nand once gave\n%s", got, taken)
	}

	edit("func second", "func third")
	check("cell renamed", "is not what its source generates")
	edit("// %% [markdown]", "// %% [md]")
	check("broken", "01_small.go:3: unknown cell type")
	write(t, s.file(name, ".ipynb"), "{")
	edit("// %% [md]", "// %% [markdown]")
	check("file broken", "01_small.ipynb: ipynb: unexpected EOF")
}

func TestCheckFiles(t *testing.T) {
	s := newFolder(t)
	write(t, s.file("01_small", "_helpers.go"), "package small\n")
	must.Do(t, os.Remove(s.file("01_small", "_test.go")))
	err := s.Check("01_small")
	for _, want := range []string{"cannot see what 01_small_helpers.go declares", "no test runs its cells", "no 01_small.ipynb"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// A notebook in Python has its kernel, and cells that need not show anything.
func TestPython(t *testing.T) {
	s, runs := Folder{Dir: filepath.Join(t.TempDir(), "notebooks")}, t.TempDir()
	const name = "01_small"
	write(t, s.file(name, ".py"), "# %% [markdown]\n# # Small\n\n# %%\n# One\nx = 1\n\n# %%\n# Two\nprint(x)\n")
	write(t, s.file(name, "_test.go"), "package small\n")
	if changed, err := s.Generate(name); err != nil || !changed {
		t.Fatalf("Generate = %t, %v", changed, err)
	}
	text := read(t, s.file(name, ".ipynb"))
	if !strings.Contains(text, `"name": "python3"`) || strings.Contains(text, "gonb") {
		t.Errorf("the kernel of %s", text)
	}
	nb := must.Get(ipynb.Decode([]byte(text)))(t)
	nb.Cells[2].Outputs = []ipynb.Output{{"output_type": "stream", "name": "stdout", "text": "1\n"}}
	write(t, filepath.Join(runs, name+".ipynb"), string(nb.Encode()))
	must.Get(s.Take(name, runs))(t)
	must.Do(t, s.Check(name))
}
