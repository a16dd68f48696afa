package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// A block of code of a page, and the language that it names.
type block struct{ language, code string }

var fence = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

func blocksOf(t *testing.T, page string) (blocks []block) {
	t.Helper()
	text := must.Get(os.ReadFile(page))(t)
	for _, m := range fence.FindAllStringSubmatch(string(text), -1) {
		blocks = append(blocks, block{m[1], m[2]})
	}
	if len(blocks) != strings.Count(string(text), "\n```")/2 {
		t.Fatalf("%s has code blocks without a language", page)
	}
	return blocks
}

// Every code block of the README and of the FAQ runs as it is printed, but for the clone and the
// set-up of notebooks, which .ci/run does from a clean clone. Commands find the gdp that the
// README's own block has built, in a folder of the test in place of the checkout's.
func TestCodeOfTheReadmeRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("builds gdp")
	}
	root := must.Get(filepath.Abs(".."))(t)
	bin, work := t.TempDir(), t.TempDir()
	cache := must.Get(exec.Command("go", "env", "GOCACHE").Output())(t)
	env := append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "GDP_BINARY="+filepath.Join(bin, "gdp"),
		"PYTHONPATH="+filepath.Join(root, "gdp", "python"),
		"GOCACHE="+strings.TrimSpace(string(cache)), "XDG_CACHE_HOME="+t.TempDir()) // what gdp doctor measures is kept there
	run := func(t *testing.T, dir, name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.Env = dir, env
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
	for name, text := range map[string]string{"friends.txt": "0 1\n1 2\n", "people.txt": "0\n1\n2\n3\n4\n"} { // the reader's own
		must.Do(t, os.WriteFile(filepath.Join(work, name), []byte(text), 0o644))
	}
	ran := map[string]int{}
	for _, b := range append(blocksOf(t, "../README.md"), blocksOf(t, "faq.md")...) {
		first, _, _ := strings.Cut(b.code, "\n")
		t.Run(b.language+" "+first, func(t *testing.T) {
			switch {
			case strings.HasPrefix(b.code, "git clone "):
				t.Skip(".ci/run does this")
			case strings.Contains(b.code, "-o .venv/bin/gdp"):
				run(t, root, "bash", "-euo", "pipefail", "-c", strings.ReplaceAll(strings.ReplaceAll(b.code, "$PWD/.venv/bin", bin), ".venv/bin", bin))
			case strings.Contains(b.code, "go mod tidy"): // of what is on this machine
				code := strings.NewReplacer("$HOME/graphdp", root, "go mod tidy", "GOPROXY=off GOSUMDB=off go mod tidy -e").Replace(b.code)
				if out := run(t, work, "bash", "-euo", "pipefail", "-c", code); !strings.HasSuffix(out, "proved ε 1\n") {
					t.Errorf("the module prints\n%s", out)
				}
			case b.language == "sh":
				run(t, work, "bash", "-euo", "pipefail", "-c", b.code)
			case b.language == "python":
				python := os.Getenv("GDP_PYTHON")
				if python == "" {
					python = "python3"
				}
				if out, err := exec.Command(python, "-c", "import networkx, numpy").CombinedOutput(); err != nil {
					t.Skipf("%s lacks libraries, GDP_PYTHON names a Python that has them: %v\n%s", python, err, out)
				}
				run(t, work, python, "-B", "-c", b.code)
			case b.language == "go":
				declared, statements, found := strings.Cut(b.code, "\n%%\n")
				if !found {
					t.Fatal("the cell has no line %%")
				}
				cell := filepath.Join(t.TempDir(), "cell.go")
				must.Do(t, os.WriteFile(cell, []byte("package main\n"+declared+"\nfunc main() {\n"+statements+"}\n"), 0o644))
				program := filepath.Join(t.TempDir(), "cell")
				run(t, root, "go", "build", "-o", program, cell)
				if out := run(t, work, program); !strings.Contains(out, "proved") {
					t.Errorf("the cell shows no guarantee:\n%s", out)
				}
			default:
				t.Errorf("nothing runs code in %q", b.language)
			}
		})
		ran[b.language]++
	}
	for _, language := range []string{"sh", "python", "go"} {
		if ran[language] == 0 {
			t.Errorf("no code in %s is found", language)
		}
	}
}
