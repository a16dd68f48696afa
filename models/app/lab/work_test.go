package lab

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// JupyterLab works on copies. They follow the checkout until the user changes them, and a copy that
// both have changed is set aside. No user's change is lost, and the checkout is never written.
func TestLayOut(t *testing.T) {
	b := newBench(t)
	env := newEnv(b.root)
	read := func(name string) string {
		text, _ := os.ReadFile(filepath.Join(env.Work, filepath.FromSlash(name)))
		return string(text)
	}
	layOut := func(want ...string) {
		t.Helper()
		said, err := env.layOut()
		if err != nil || !slices.Equal(said, want) {
			t.Errorf("said %q, want %q; %v", said, want, err)
		}
	}
	b.write("docs/papers/p.md", "a paper")
	b.write("docs/img/f.svg", "a figure")
	b.write("docs/docs.go", "package docs")
	b.write("notebooks/cells.md", "rules")
	b.write("notebooks/nbgen/main.go", "package main")
	b.write("notebooks/00_a/00_a.go", "package a")
	b.write("notebooks/00_a/00_a.ipynb", "a1")
	b.write("notebooks/00_a/results/one.jsonl", "trial")
	b.write("notebooks/00_a/results/locks/x", "")
	b.write("notebooks/01_b/01_b.ipynb", "")
	b.write("notebooks/02_c/02_c.ipynb", "c1")
	layOut()
	for name, want := range map[string]bool{
		"lab/notebooks/cells.md": true, "lab/docs/papers/p.md": true, "lab/docs/img/f.svg": true, "lab/notebooks/00_a/00_a.ipynb": true, "lab/notebooks/00_a/results/one.jsonl": true, "lab/notebooks/01_b/01_b.ipynb": true,
		"lab/notebooks/nbgen": false, "lab/docs/docs.go": false, "lab/notebooks/00_a/00_a.go": false,
	} {
		if b.exists(name) != want {
			t.Errorf("%s is there: %v", name, !want)
		}
	}

	b.write("lab/notebooks/00_a/00_a.ipynb", "a1, run")
	b.write("lab/mine/mine.ipynb", "mine")
	layOut() // only the user changed it
	if got := read("notebooks/00_a/00_a.ipynb"); got != "a1, run" {
		t.Errorf("a run is lost: %q", got)
	}
	b.write("notebooks/01_b/01_b.ipynb", "b2")
	layOut() // only the checkout changed it
	if got := read("notebooks/01_b/01_b.ipynb"); got != "b2" {
		t.Errorf("the copy is %q, want b2", got)
	}
	b.write("notebooks/00_a/00_a.ipynb", "a2")
	layOut("notebooks/00_a/00_a.ipynb is new in the checkout; yours is now notebooks/00_a/00_a-1.ipynb")
	layOut()
	if a, aside := read("notebooks/00_a/00_a.ipynb"), read("notebooks/00_a/00_a-1.ipynb"); a != "a2" || aside != "a1, run" {
		t.Errorf("changed by both: %q, and %q aside", a, aside)
	}
	b.write("lab/notebooks/00_a/00_a.ipynb", "a2, run")
	b.write("notebooks/00_a/00_a.ipynb", "a3")
	layOut("notebooks/00_a/00_a.ipynb is new in the checkout; yours is now notebooks/00_a/00_a-2.ipynb")

	for _, dir := range []string{"notebooks/01_b", "notebooks/02_c"} {
		must.Do(t, os.RemoveAll(filepath.Join(b.root, dir)))
	}
	b.write("lab/notebooks/02_c/02_c.ipynb", "c1, run")
	layOut()
	if b.exists("lab/notebooks/01_b/01_b.ipynb") || read("notebooks/02_c/02_c.ipynb") != "c1, run" {
		t.Error("gone from the checkout: the copy stays, or a run is lost")
	}

	// Without the record, nothing is lost either.
	b.write("lab/notebooks/00_a/00_a.ipynb", "a3, run")
	b.write("lab/"+copiesFile, "half of i")
	layOut("notebooks/00_a/00_a.ipynb is new in the checkout; yours is now notebooks/00_a/00_a-3.ipynb")
	if read("mine/mine.ipynb") != "mine" || read("notebooks/00_a/00_a-3.ipynb") != "a3, run" {
		t.Error("a user's notebook is lost")
	}
	if text, err := os.ReadFile(filepath.Join(b.root, "notebooks/00_a/00_a.ipynb")); err != nil || string(text) != "a3" {
		t.Errorf("the checkout's notebook is %q, %v", text, err)
	}
}

// A folder that cannot be written is an error before JupyterLab starts.
func TestLayOutFails(t *testing.T) {
	b := newBench(t)
	env, _ := b.must()
	b.write("notebooks/00_a/00_a.ipynb", "a")
	b.write("lab", "a file")
	err := env.Serve(t.Context(), ServeOptions{Port: freePort(t), Ready: func(Server) { t.Error("ready") }})
	if err == nil || !strings.Contains(err.Error(), "copying the notebooks") {
		t.Errorf("error %v", err)
	}
}

var relativeLink = regexp.MustCompile(`\]\(([^)#: ]+\.(?:md|ipynb|go))(#[^)]*)?\)`)

// The working folder is complete: links of notebooks and pages lead to copied files, notebooks name
// the kernel by its own name, and no source is there.
func TestWorkingFolderIsWhole(t *testing.T) {
	root := must.Get(Find("."))(t)
	env := newEnv(root)
	env.Work = t.TempDir()
	must.Get(env.layOut())(t)
	files := must.Get(env.originals())(t)
	links, notebooks := 0, 0
	for name := range files {
		text := must.Get(os.ReadFile(filepath.Join(env.Work, filepath.FromSlash(name))))(t)
		if ext := path.Ext(name); ext == ".go" || strings.HasPrefix(name, "notebooks/nb") || strings.HasPrefix(name, "notebooks/internal") {
			t.Errorf("%s is shown", name)
		}
		if path.Ext(name) == ".ipynb" {
			notebooks++
			var notebook struct {
				Metadata struct {
					Kernel struct {
						Name    string `json:"name"`
						Display string `json:"display_name"`
					} `json:"kernelspec"`
				} `json:"metadata"`
			}
			must.Do(t, json.Unmarshal(text, &notebook))
			if k := notebook.Metadata.Kernel; k.Name != "python3" && (k.Name != kernelName || k.Display != env.kernelSpec().DisplayName) {
				t.Errorf("%s names the kernel %+v", name, k)
			}
		}
		if ext := path.Ext(name); ext != ".ipynb" && (ext != ".md" || !strings.HasPrefix(name, "notebooks/")) {
			continue
		}
		for _, m := range relativeLink.FindAllStringSubmatch(string(text), -1) {
			links++
			if target := path.Join(path.Dir(name), m[1]); files[target] == "" {
				t.Errorf("%s links to %s, which JupyterLab does not show", name, target)
			}
		}
	}
	if links == 0 || notebooks == 0 {
		t.Errorf("%d links in %d notebooks", links, notebooks)
	}
}
