package lab

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/must"
)

// notebookOf writes a notebook with these code cells, named c0, c1, ..., and a
// formula.
func notebookOf(t *testing.T, env *Env, name string, sources ...string) {
	t.Helper()
	cells := []map[string]any{{
		"cell_type": "markdown", "id": "formula", "source": "Of $\\varepsilon$ and\n\n$$\\frac{\\Delta}{b}$$", "metadata": map[string]any{},
	}}
	for i, source := range sources {
		cells = append(cells, map[string]any{
			"cell_type": "code", "id": "c" + string(rune('0'+i)), "source": source,
			"metadata": map[string]any{}, "outputs": []any{}, "execution_count": nil,
		})
	}
	text := must.Get(json.Marshal(map[string]any{"cells": cells, "metadata": map[string]any{"kernelspec": map[string]any{"name": kernelName, "display_name": "Go (graphdp)"}}, "nbformat": 4, "nbformat_minor": 5}))(t)
	must.Do(t, writeFile(env.notebook(name), text))
}

// fetches are the parts of a page that a browser loads from elsewhere.
var fetches = regexp.MustCompile(`(src|href|import)[=( ]+"?https?:[^"]*`)

// The script in a real kernel: the output of cells is stored, a failing cell ends its notebook with
// the error as text, and a slow cell is interrupted.
func TestScript(t *testing.T) {
	t.Parallel()
	env := prepared(t)
	env.Notebooks = t.TempDir()
	const hello = "%noautoget\nimport (\"fmt\"; \"os\"; \"time\")\nvar _ = time.Second\n%%\nfmt.Println(\"size\", os.Getenv(\"GDP_SIZE\"))"
	notebookOf(t, env, "a", hello, "%%\nfmt.Println(6 * 7)")
	notebookOf(t, env, "b", hello, "func f() int { return \"x\" }", "%%\nfmt.Println(\"never\")")
	notebookOf(t, env, "c", hello, "%%\nfmt.Println(\"half\")\ntime.Sleep(time.Hour)")
	out := t.TempDir()
	results, err := env.Execute(t.Context(), ExecuteOptions{Size: "small", Out: out, CellTimeout: 10 * time.Second})
	if err != nil || len(results) != 3 {
		t.Fatalf("results %+v, %v", results, err)
	}
	for i, want := range []struct {
		ok   bool
		err  string
		page []string
		not  string
	}{
		{ok: true, page: []string{"size small", "42"}},
		{err: "cell c1: ", page: []string{"size small", "cannot use"}, not: "never\n"},
		{err: "cell c1: A cell timed out", page: []string{"size small", "half"}},
	} {
		r := results[i]
		if r.OK != want.ok || !strings.HasPrefix(r.Error, want.err) || strings.ContainsAny(r.Error, "\x1b<") {
			t.Errorf("%s: %+v", r.Name, r)
		}
		text, err := os.ReadFile(r.Notebook)
		if err != nil || filepath.Dir(r.Notebook) != out {
			t.Fatal(r.Notebook, err)
		}
		page, err := os.ReadFile(r.HTML)
		if err != nil || filepath.Dir(r.HTML) != out {
			t.Fatal(r.HTML, err)
		}
		for _, words := range want.page {
			if !strings.Contains(string(text), words) || !strings.Contains(string(page), words) {
				t.Errorf("%s: %q is missing from the notebook or the page", r.Name, words)
			}
		}
		if fetched := fetches.FindAllString(string(page), -1); len(fetched) > 0 {
			t.Errorf("%s: the page fetches %q", r.Name, fetched)
		}
		if strings.Count(string(page), "<math ") != 2 || !strings.Contains(string(page), "<mfrac>") || strings.Contains(string(page), "$") {
			t.Errorf("%s: formulas are not drawn", r.Name)
		}
		if want.not != "" && strings.Contains(string(text), `"`+want.not) {
			t.Errorf("%s: ran on after the error", r.Name)
		}
		if strings.Contains(string(text), "iopub") {
			t.Errorf("%s: times are kept, so no two runs are the same", r.Name)
		}
	}
	if !strings.Contains(results[1].Error, `cannot use "x"`) {
		t.Errorf("the compiler's message is missing: %s", results[1].Error)
	}
}

// A notebook in Python runs in the kernel that comes with JupyterLab, and finds graphdp and the
// program.
func TestScriptOfPython(t *testing.T) {
	t.Parallel()
	env := prepared(t)
	env.Notebooks = t.TempDir()
	notebookOf(t, env, "a", "import graphdp, os\nprint(os.environ['GDP_BINARY'])")
	text := must.Get(os.ReadFile(env.notebook("a")))(t)
	must.Do(t, writeFile(env.notebook("a"), []byte(strings.Replace(string(text), kernelName, "python3", 1))))
	results, err := env.Execute(t.Context(), ExecuteOptions{Out: t.TempDir()})
	if err != nil || len(results) != 1 || !results[0].OK {
		t.Fatalf("results %+v, %v", results, err)
	}
	program := env.venv("bin", "gdp")
	if text, err := os.ReadFile(results[0].Notebook); err != nil || !strings.Contains(string(text), program) || !strings.Contains(string(text), `"pygments_lexer": "ipython3"`) {
		t.Errorf("%s, %v", text, err)
	}
}

// After an interrupt, the kernel and its child processes have ended, and the outputs so far are
// stored.
func TestScriptInterrupted(t *testing.T) {
	t.Parallel()
	env := prepared(t)
	env.Notebooks = t.TempDir()
	mark := filepath.Join(t.TempDir(), "begun")
	notebookOf(t, env, "a", "%noautoget\nimport (\"fmt\"; \"os\"; \"time\")\n%%\nfmt.Println(\"half\")\nos.WriteFile(\""+mark+"\", []byte(fmt.Sprint(os.Getpid())), 0o644)\ntime.Sleep(time.Hour)")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			if text, err := os.ReadFile(mark); err == nil && len(text) > 0 {
				time.Sleep(200 * time.Millisecond) // wait until printed output reaches the notebook
				cancel()
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	results, err := env.Execute(ctx, ExecuteOptions{Out: t.TempDir()})
	if err == nil || len(results) != 1 || results[0].Error != "cell c0: interrupted" {
		t.Fatalf("results %+v, %v", results, err)
	}
	text, err := os.ReadFile(results[0].Notebook)
	if err != nil || !strings.Contains(string(text), `"half\n"`) {
		t.Errorf("the output until then is lost: %s (%v)", text, err)
	}
	pid := must.Get(os.ReadFile(mark))(t)
	eventually(t, "the cell's process ends", func() bool {
		return exec.Command("kill", "-0", string(pid)).Run() != nil
	})
}
