package docs_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

var uses = regexp.MustCompile(`<(\w+)(?: [^<>]*)? (?:src|href)="([^"]*)"`)

// strays returns the external resources that a page of a site loads, and its broken links.
func strays(site, page, text string) (bad []string) {
	for _, m := range uses.FindAllStringSubmatch(text, -1) {
		path, _, _ := strings.Cut(m[2], "#")
		path, _, _ = strings.Cut(path, "?")
		switch {
		case strings.HasPrefix(path, "data:") || strings.HasPrefix(path, "mailto:") || path == "":
		case strings.Contains(path, "//"):
			if m[1] != "a" {
				bad = append(bad, m[0])
			}
		default:
			if _, err := os.Stat(filepath.Join(site, filepath.Dir(page), path)); err != nil {
				bad = append(bad, m[0])
			}
		}
	}
	return bad
}

// The site builds without a warning where its tools are installed. Its pages load nothing from
// elsewhere, and their links lead to files that are there.
func TestTheSite(t *testing.T) {
	tools, err := filepath.Glob("../.artifacts/sphinx/requirements.txt")
	if err != nil || len(tools) == 0 || testing.Short() {
		t.Skip("docs/site/build.sh installs the tools, and a build takes minutes")
	}
	site := t.TempDir()
	if out, err := exec.Command("site/build.sh", site).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	pages := 0
	err = filepath.WalkDir(site, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".html" {
			return err
		}
		pages++
		text, err := os.ReadFile(path)
		page, _ := filepath.Rel(site, path)
		for _, s := range strays(site, page, string(text)) {
			t.Errorf("%s has %s", page, s)
		}
		return err
	})
	if err != nil || pages < 100 {
		t.Fatalf("%d pages, %v", pages, err)
	}
}

func TestStraysAreSeen(t *testing.T) {
	site := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(site, "b.html"), nil, 0o644))
	for text, want := range map[string]int{
		`<a href="b.html#c">, <a class="x" href="https://example.org">, <img src="data:x">`: 0,
		`<script async src="https://example.org/x.js"></script>`:                            1,
		`<link rel="stylesheet" href="//example.org/x.css">`:                                1,
		`<a href="c.html">`: 1,
	} {
		if got := strays(site, "a.html", text); len(got) != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}
