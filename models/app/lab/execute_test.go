package lab

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/graphdp/graphdp/data/must"
)

// The script's output becomes a result; a failing notebook does not stop the others.
func TestExecute(t *testing.T) {
	cells := `{"event": "cell", "n": 1, "of": 2, "name": "load"}` + "\n" + `{"event": "cell", "n": 2, "of": 2, "name": "train"}` + "\n"
	written := `"notebook": "/out/a.ipynb", "html": "/out/a.html"}` + "\n"
	for name, test := range map[string]struct {
		script, fail string
		ok           bool
		err          string // part of the result's error
	}{
		"ok":       {script: cells + `{"event": "write"}` + "\n" + `{"event": "done", ` + written, ok: true},
		"a cell":   {script: cells + `{"event": "done", "error": "\u001b[31mCell[2]: Line 1\u001b[0m\n\n \nundefined: x", ` + written, err: "cell train: Cell[2]: Line 1\nundefined: x"},
		"a death":  {script: cells + `{"event": "done", "error": "the kernel died", "died": true, ` + written, err: "cell train: the kernel died\nlast words"},
		"no start": {fail: "script a.ipynb=ModuleNotFoundError: nbclient", err: "could not be run: exit status 1\nModuleNotFoundError: nbclient"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			env, _ := b.must()
			b.write("notebooks/a/a.ipynb", "{}")
			b.write("notebooks/b/b.ipynb", "{}")
			t.Setenv("FAKE_SCRIPT", test.script)
			t.Setenv("FAKE_FAIL", test.fail)
			var log bytes.Buffer
			results, err := env.Execute(t.Context(), ExecuteOptions{Progress: &log})
			if err != nil || len(results) != 2 || results[0].Name != "a" || results[1].Name != "b" {
				t.Fatalf("results %+v, %v", results, err)
			}
			r := results[0]
			if r.OK != test.ok || !strings.Contains(r.Error, test.err) || (r.Error == "") != test.ok || r.Seconds <= 0 {
				t.Errorf("result %+v, want ok %v and error %q", r, test.ok, test.err)
			}
			if test.script != "" && (r.HTML != "/out/a.html" || r.Notebook != "/out/a.ipynb") {
				t.Errorf("files %q, %q", r.HTML, r.Notebook)
			}
			if test.script != "" && !strings.Contains(log.String(), "a  [2/2] train … ") {
				t.Errorf("progress:\n%s", log.String())
			}
			if !strings.Contains(log.String(), strings.ReplaceAll(test.err, "\n", "\n    ")) {
				t.Errorf("the error is not shown:\n%s", log.String())
			}
			if !b.exists(".executed") {
				t.Error("no folder for the results")
			}
		})
	}
}

func TestExecuteInterrupted(t *testing.T) {
	b := newBench(t)
	env, _ := b.must()
	b.write("notebooks/a/a.ipynb", "{}")
	b.write("notebooks/b/b.ipynb", "{}")
	t.Setenv("FAKE_HANG", "script a.ipynb")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	results, err := env.Execute(ctx, ExecuteOptions{Out: t.TempDir()})
	if !errors.Is(err, context.DeadlineExceeded) || len(results) != 1 || results[0].OK || results[0].Error != "interrupted" {
		t.Errorf("results %+v, %v", results, err)
	}
	if slices.Contains(b.called(), "script_b.ipynb") {
		t.Error("the next notebook ran all the same")
	}
}

// Only folders with a notebook of their name count, and an unknown name is
// answered with the known ones.
func TestSelect(t *testing.T) {
	b := newBench(t)
	if _, err := newEnv(b.root).choose(nil); err == nil {
		t.Error("no error without notebooks")
	}
	b.write("notebooks/00_tour/00_tour.ipynb", "{}")
	b.write("notebooks/01_audit/01_audit.ipynb", "{}")
	b.write("notebooks/nb/doc.go", "")
	b.write("notebooks/nb/other.ipynb", "{}")
	want := []string{"00_tour", "01_audit"}
	if got, err := newEnv(b.root).choose(nil); err != nil || !slices.Equal(got, want) {
		t.Errorf("all: %q, %v", got, err)
	}
	if got, err := newEnv(b.root).choose(want[1:]); err != nil || !slices.Equal(got, want[1:]) {
		t.Errorf("one: %q, %v", got, err)
	}
	if _, err := newEnv(b.root).choose([]string{"00_tour", "nb"}); err == nil || !strings.Contains(err.Error(), `"nb"; there are: 00_tour, 01_audit`) {
		t.Errorf("unknown: %v", err)
	}
	b.write("ada.ipynb", "{}")
	ada := filepath.Join(b.root, "ada.ipynb")
	if got, err := newEnv(b.root).choose([]string{ada}); err != nil || !slices.Equal(got, []string{ada}) || newEnv(b.root).notebook(ada) != ada {
		t.Errorf("a file: %q, %v", got, err)
	}
	if _, err := newEnv(b.root).choose([]string{"bob.ipynb"}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := newEnv(t.TempDir()).choose(nil); err == nil {
		t.Error("no error without a folder of notebooks")
	}
}

func TestFind(t *testing.T) {
	b := newBench(t)
	b.write("notebooks/00_tour/x.go", "")
	b.write("inner/go.mod", "module example.com/other\n")
	for _, dir := range []string{"", "notebooks/00_tour", "inner"} {
		if got, err := Find(filepath.Join(b.root, dir)); err != nil || got != b.root {
			t.Errorf("from %q: %q, %v", dir, got, err)
		}
	}
	b.write("quoted/go.mod", "// a fork\nmodule \""+Module+"\" // renamed\n")
	if got, err := Find(filepath.Join(b.root, "quoted")); err != nil || got != filepath.Join(b.root, "quoted") {
		t.Errorf("quoted module: %q, %v", got, err)
	}
	var p *Problem
	if _, err := Find(t.TempDir()); !errors.As(err, &p) || !strings.Contains(p.Fix, "git clone") {
		t.Errorf("outside: %v", err)
	}
	b.write("near/go.mod", "module "+Module+"/v2\n")
	if got, _ := Find(filepath.Join(b.root, "near")); got != b.root {
		t.Errorf("a module of a longer name was taken: %q", got)
	}
}

// The last line of a tool stands beside the time: on a terminal in one line, elsewhere in
// plain lines, no two of them more than five seconds apart.
func TestProgress(t *testing.T) {
	var log bytes.Buffer
	l := newProgress(&log).start("[1/2] work")
	l.end("ready")
	if got := log.String(); got != "[1/2] work … ready\n" {
		t.Errorf("piped: %q", got)
	}
	synctest.Test(t, func(t *testing.T) {
		log.Reset()
		l := newProgress(&log).start("[1/2] work")
		must.Get(l.Write([]byte("Collecting a\n")))(t)
		time.Sleep(19 * time.Second)
		synctest.Wait()
		l.end("ready")
		if _, err := fmt.Fprintln(l, strings.Repeat("long ", 100)); err != nil || utf8.RuneCountInString(l.text(plainWidth)) != plainWidth {
			t.Errorf("a long line of a tool is shown as %q, %v", l.text(plainWidth), err)
		}
		want := "[1/2] work … 3.0 s  Collecting a\n[1/2] work … 8.0 s  Collecting a\n[1/2] work … 13 s  Collecting a\n[1/2] work … 18 s  Collecting a\n[1/2] work … ready\n"
		if got := log.String(); got != want {
			t.Errorf("piped: %q, want %q", got, want)
		}
	})
	log.Reset()
	l = (&progress{w: &log, width: 40}).start("[1/2] work")
	must.Get(l.Write([]byte("Collecting a\n\x1b[31mDownloading a rather long name of a file.whl\x1b[0m\n")))(t)
	l.show()
	l.end("ready")
	if got := log.String(); !strings.Contains(got, "\r\x1b[K[1/2] work … 0.0 s  Downloading a r") || strings.Contains(got, "rather long") || !strings.HasSuffix(got, "\r\x1b[K[1/2] work … ready\n") {
		t.Errorf("on a terminal: %q", got)
	}
	log.Reset()
	p := &progress{w: &log, width: 50}
	first, second := p.start("[1/2] pip"), p.start("[2/2] Go")
	second.show()
	first.end("ready")
	second.end("ready")
	if got := log.String(); !strings.Contains(got, "\r\x1b[K[1/2] pip … 0.0 s | [2/2] Go … 0.0 s") || !strings.HasSuffix(got, "\r\x1b[K[1/2] pip … ready\n\r\x1b[K[2/2] Go … ready\n") {
		t.Errorf("two at once on a terminal: %q", got)
	}
	for d, want := range map[time.Duration]string{4100 * time.Millisecond: "4.1 s", 21 * time.Second: "21 s", 125 * time.Second: "2 min 05 s"} {
		if got := elapsed(time.Now().Add(-d)); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

func TestLastLines(t *testing.T) {
	if got := lastLines("a\n\n\x1b[1mb\x1b[0m \r\n c\n\n", 2); got != "b\n c" {
		t.Errorf("%q", got)
	}
	if got := lastLines(strings.Repeat("é", 1000), 1); len([]rune(got)) != 160 || !strings.HasSuffix(got, "é…") {
		t.Errorf("a long line is not cut: %q", got)
	}
	tail := &tailBuffer{max: 4}
	for _, s := range []string{"abc", "defgh", "i"} {
		if n, err := tail.Write([]byte(s)); n != len(s) || err != nil {
			t.Fatal(n, err)
		}
	}
	if tail.String() != "fghi" {
		t.Errorf("%q", tail.String())
	}
}

// A stamp that was cut off, or is of another key, does not count.
func TestStamp(t *testing.T) {
	s := stamp{filepath.Join(t.TempDir(), "stamps", "x")}
	out := filepath.Join(t.TempDir(), "out")
	if s.holds("k") {
		t.Error("there is none")
	}
	must.Do(t, s.set("key"))
	if !s.holds("key") || s.holds("ke") || s.holds("key", out) {
		t.Error("key or output not looked at")
	}
	must.Do(t, os.WriteFile(out, nil, 0o644))
	if !s.holds("key", out) {
		t.Error("output not seen")
	}
	for range 2 {
		if err := s.clear(); err != nil || s.holds("key") {
			t.Error("not cleared", err)
		}
	}
	if keyOf("a", "bc") == keyOf("ab", "c") || keyOf("a") == keyOf("a", "") {
		t.Error("keys run into one another")
	}
}

// A command that does not end is killed with its child processes, and its report is returned.
func TestBounded(t *testing.T) {
	began := time.Now()
	report, _, err := bounded(t.Context(), exec.Command("sh", "-c", "echo so far >&3; sleep 60 & sleep 60"), 300*time.Millisecond)
	if string(report) != "so far\n" || err == nil || err.Error() != "no end after 300ms" || time.Since(began) > 10*time.Second {
		t.Errorf("report %q, error %v, after %v", report, err, time.Since(began))
	}
	_, complaint, err := bounded(t.Context(), exec.Command("sh", "-c", "echo panic: no >&2; exit 3"), time.Minute)
	if err == nil || firstLine(complaint, err) != "no" {
		t.Errorf("%q, %v", complaint, err)
	}
}
