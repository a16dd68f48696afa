package solutions

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/app/lab"
)

// submit writes a student's copy of a notebook, with other sources of some cells, by their ids, and
// a stored output.
func submit(t *testing.T, path, lesson, output string, answers map[string]string) {
	t.Helper()
	text := must.Get(os.ReadFile(filepath.Join("..", lesson, lesson+".ipynb")))(t)
	var notebook map[string]any
	must.Do(t, json.Unmarshal(text, &notebook))
	for _, c := range notebook["cells"].([]any) {
		cell := c.(map[string]any)
		id := cell["id"].(string)
		if source, ok := answers[id]; ok {
			cell["source"] = source
			delete(answers, id)
		}
		if cell["cell_type"] == "code" {
			cell["outputs"] = []any{map[string]any{"output_type": "stream", "name": "stdout", "text": output}}
		}
	}
	if len(answers) > 0 {
		t.Fatalf("%s has no cells %v", lesson, answers)
	}
	must.Do(t, os.WriteFile(path, must.Get(json.Marshal(notebook))(t), 0o600))
}

// A submission gets points for the verdicts of the checkout's checks on its answers. Printed
// verdicts, other questions, or calls of the question's own code do not count. No submission stops
// another.
func TestGrade(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program for each answer")
	}
	dir := t.TempDir()
	write := func(name, text string) {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	write("a broken.ipynb", "{")
	write("another.ipynb", `{"cells": [{"cell_type": "code", "source": ["%%\n", "nb.Show(1)"], "outputs": []}]}`)
	submit(t, filepath.Join(dir, "good.ipynb"), "51_sensitivity", "", map[string]string{
		"exercise1": "%%\n// two ends\nclaim := float64(ends)\nnb.Show(exercise.Bound(EdgeInSum, claim))",
		"exercise2": "const ends = 2\n%%\nv := exercise.Bound(EdgeInLength, 2)\nnb.Show(v)",
		"exercise3": "// others are moved by 1 each.\nfunc others(n int) float64 { return float64(n - 1) }\n\n%%\nnb.Show(exercise.BoundFor(NodeInSum, func(n int) float64 { return 2*others(n) }))",
		"exercise4": "%%\nnb.Show(exercise.Mechanism(NumberOfEdges(), func(g *graph.Graph, noise *rand.Rand) float64 {\n\treturn float64(g.M()) + noise.ExpFloat64() - noise.ExpFloat64()\n}))",
	})
	submit(t, filepath.Join(dir, "bad.ipynb"), "51_sensitivity", "Exercise 51.1, right: typed in", map[string]string{
		"exercise1": "%%\nfmt.Println(\"Exercise 51.1, right: typed in\")\nnb.Show(exercise.Bound(EdgeInSum, 1))",
		"exercise2": "%%\nnb.Show(exercise.Verdict{Exercise: \"51.2\", State: exercise.Right})",
		"exercise3": "%%\nfor x := range 9 {\n\tnb.Show(exercise.BoundFor(NodeInSum, func(n int) float64 { return float64(x * n) }))\n}",
		"exercise4": "import \"os\"\n%%\nnb.Show(exercise.Mechanism(NumberOfEdges(), func(g *graph.Graph, noise *rand.Rand) float64 { os.Exit(0); return 0 }))",
		"exercise5": "%%\nnb.Show(exercise.Interval(\"51.5\", func(scale, level float64) float64 { return undefined }))",
	})
	submit(t, filepath.Join(dir, "worse.ipynb"), "54_gradients", "", map[string]string{
		"exercise1": "%%\nnb.Show(exercise.Inequality(Reach, func(x []float64) float64 { return Reach.Left(x) }))",
		"sums":      "// Mine is an easier question.\nvar Received = exercise.Query{Exercise: \"54.2\", Nodes: 2, Of: func(*graph.Graph) []float64 { return []float64{0} }}",
		"exercise2": "%%\nnb.Show(exercise.BoundFor(Received, func(n int) float64 { return 0 }))",
		"exercise3": "%%\nnb.Show(exercise.Refute(Sent, 2, 4, []graph.Edge{{U: 0, V: 2}, {U: 1, V: 2}}, []graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 1, V: 2}}))",
		"exercise4": "%%\nnb.Show(exercise.Inequality(Noise, func(x []float64) float64 {\n\tvar all [][]byte\n\tfor {\n\t\tall = append(all, []byte(strings.Repeat(\"x\", 1<<20)))\n\t}\n}))",
	})
	root := must.Get(lab.Find("."))(t)
	all := must.Get(lab.GradeFolder(t.Context(), root, dir, 5, nil))(t)
	got := map[string]lab.Submission{}
	for _, s := range all.Submissions {
		got[s.File] = s
	}
	for file, want := range map[string]string{"a broken.ipynb": "it is no notebook", "another.ipynb": "it asks none of the checks"} {
		if s := got[file]; !strings.Contains(s.Error, want) || s.Points != 0 {
			t.Errorf("%s: %+v", file, s)
		}
	}
	for file, want := range map[string][]string{
		"good.ipynb": {"right none of", "loose no neighbouring pair", "right none of", "right attacks find only ε ≥", "missing "},
		"bad.ipynb": {"wrong one edge changes the answer by 2", "missing no cell has exercise.Bound(EdgeInLength, …)", "failed the cell runs the check 9 times",
			`failed the answer imports "os"`, "failed the answer does not compile: undefined: undefined"},
		"worse.ipynb": {"failed the answer reads Reach, which is the question", "wrong one node changes the answer by 1.414", "right they are neighbouring graphs", "failed the answer takes more than 1024 MiB"},
	} {
		s := got[file]
		if len(s.Exercises) != len(want) || s.Error != "" {
			t.Fatalf("%s: %+v", file, s)
		}
		for i, g := range s.Exercises {
			if !strings.HasPrefix(g.State+" "+g.Says, want[i]) || g.Disputed != (g.Exercise == "51.1" && file == "bad.ipynb") {
				t.Errorf("%s: %+v, want %s", file, g, want[i])
			}
		}
	}
	table := must.Get(os.ReadFile(filepath.Join(dir, "grades.csv")))(t)
	if want := "good.ipynb,51_sensitivity,3.5,5,,,1,0.5,1,1,0,,,,\n"; !strings.Contains(string(table), want) {
		t.Errorf("%s\nwant a line %s", table, want)
	}
}
