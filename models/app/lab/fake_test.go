package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/must"
)

// The tests run no Python and no Go: this test binary plays both, under the
// names of links to it. What the fakes do is set by environment variables:
//
//	LAB_FAKES    the file in which each call is noted; set, the binary is a fake
//	FAKE_PYTHON  Python's version, "3.11.7" if empty
//	FAKE_GO      what `go env GOVERSION CGO_ENABLED` answers, "go1.26.5 1" if empty
//	FAKE_FAIL    CALL=TEXT: a call that contains CALL prints TEXT and fails
//	FAKE_HANG    CALL: a call that contains CALL never ends
//	FAKE_SCRIPT  the lines that the notebook script prints
//	FAKE_LINKER  not empty: Go's linker makes programs with C by itself
func TestMain(m *testing.M) {
	if os.Getenv("LAB_FAKES") == "" {
		os.Exit(m.Run())
	}
	switch filepath.Base(os.Args[0]) {
	case "prepare": // a gdp lab to be killed
		fmt.Println(plentiful(Options{Root: os.Getenv("LAB_ROOT")}).prepare(context.Background()))
	case "go":
		fakeGo(os.Args[1:])
	default:
		fakePython(os.Args[1:])
	}
	os.Exit(0)
}

// note writes a call down, and fails or hangs where the test asks for it.
func note(name string, args []string) {
	call := strings.Join(append([]string{name}, args...), " ")
	f, err := os.OpenFile(os.Getenv("LAB_FAKES"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	check(err)
	_, err = fmt.Fprintln(f, call)
	check(err)
	check(f.Close())
	if which, text, ok := strings.Cut(os.Getenv("FAKE_FAIL"), "="); ok && strings.Contains(call, which) {
		fmt.Fprintln(os.Stderr, text)
		os.Exit(1)
	}
	if which := os.Getenv("FAKE_HANG"); which != "" && strings.Contains(call, which) {
		time.Sleep(time.Minute) // the test is over long before
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "fake:", err)
		os.Exit(3)
	}
}

func or(value, otherwise string) string {
	if value == "" {
		return otherwise
	}
	return value
}

// fakeGo plays the go command.
func fakeGo(args []string) {
	switch args[0] {
	case "env":
		note("go", args)
		fmt.Println(strings.ReplaceAll(or(os.Getenv("FAKE_GO"), "go1.26.5 1"), " ", "\n"))
	case "build":
		if filepath.Base(args[len(args)-1]) == "main.go" { // tries the linker
			if os.Getenv("FAKE_LINKER") == "" {
				os.Exit(1)
			}
			return
		}
		note("go", []string{"build", args[len(args)-1]})
		if i := slices.Index(args, "-o"); i > 0 {
			touch(args[i+1])
		}
	case "list": // where GoNB's source is
		dir := os.Getenv("LAB_FAKES") + ".gonb"
		check(os.RemoveAll(dir))
		for _, p := range kernelPatches {
			path := filepath.Join(dir, "internal", "goexec", p.file)
			old, _ := os.ReadFile(path)
			touch(path)
			check(os.WriteFile(path, append(old, p.old...), 0o644))
		}
		fmt.Println(dir)
	case "install":
		note("go", args)
		touch(filepath.Join(os.Getenv("GOBIN"), filepath.Base(args[len(args)-1])))
	}
}

func touch(file string) {
	check(os.MkdirAll(filepath.Dir(file), 0o755))
	check(os.WriteFile(file, nil, 0o755))
}

// fakePython plays Python with its modules venv, pip and jupyterlab, and the
// script that runs notebooks.
func fakePython(args []string) {
	switch {
	case args[0] == "-I":
		note("python", args[:1])
		fmt.Printf("{\"Version\": [%s], \"Home\": \"/usr\"}\n", strings.ReplaceAll(or(os.Getenv("FAKE_PYTHON"), "3.11.7"), ".", ","))
	case slices.Contains(args, "venv"):
		note("python", []string{"venv"})
		self, err := os.Executable()
		check(err)
		check(os.MkdirAll(filepath.Join(args[2], "bin"), 0o755))
		check(os.Symlink(self, filepath.Join(args[2], "bin", "python")))
	case slices.Contains(args, "pip"):
		lock := args[len(args)-1]
		venv := filepath.Dir(lock)
		site := filepath.Join(venv, "lib", "python3.11", "site-packages")
		held, err := os.NewFile(3, "lock").Stat() // it outlives a gdp lab that is killed
		check(err)
		file, err := os.Stat(venv + ".lock")
		check(err)
		if !os.SameFile(held, file) {
			check(errors.New("pip runs without the lock"))
		}
		touch(filepath.Join(site, "half"))
		note("pip", []string{filepath.Base(lock)})
		if filepath.Base(lock) == "plugin.txt" {
			touch(filepath.Join(site, "xla_plugins", "xla_cpu_pjrt", "xla_cpu_pjrt.so"))
		}
		if filepath.Base(lock) == "cuda.txt" {
			touch(filepath.Join(site, "jax_plugins", "xla_cuda13", "xla_cuda_plugin.so"))
			touch(filepath.Join(site, "nvidia", "cu13", "lib", "libcublas.so"))
		}
	case slices.Contains(args, "jupyterlab"):
		note("jupyterlab", args[2:])
		fakeJupyter(args)
	case args[0] == "-c":
		note("script", []string{filepath.Base(args[2])})
		fmt.Println("not an event")
		fmt.Print(os.Getenv("FAKE_SCRIPT"))
		fmt.Fprintln(os.Stderr, "last words")
	}
}

// fakeJupyter answers on its port until it is asked to end.
func fakeJupyter(args []string) {
	var port int
	for _, arg := range args {
		if value, ok := strings.CutPrefix(arg, "--ServerApp.port="); ok {
			var err error
			port, err = strconv.Atoi(value)
			check(err)
		}
	}
	http.HandleFunc("/api/status", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "token "+os.Getenv("JUPYTER_TOKEN") {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		check(json.NewEncoder(w).Encode(map[string]string{"size": os.Getenv("GDP_SIZE")}))
	})
	check(http.ListenAndServe(fmt.Sprintf("localhost:%d", port), nil))
}

// bench is a checkout with fakes on the PATH.
type bench struct {
	t     *testing.T
	root  string
	calls string   // the file in which the fakes note their calls
	names []string // of the notebooks to be run
}

func newBench(t *testing.T) *bench {
	t.Helper()
	self := must.Get(os.Executable())(t)
	dir := t.TempDir()
	b := &bench{t: t, root: filepath.Join(dir, "checkout"), calls: filepath.Join(dir, "calls"), names: []string{Tour}}
	bin := filepath.Join(dir, "bin")
	for _, d := range []string{bin, filepath.Join(b.root, "notebooks"), filepath.Join(b.root, filepath.FromSlash(toolsDir))} {
		must.Do(t, os.MkdirAll(d, 0o755))
	}
	for _, name := range []string{"python3", "go"} {
		must.Do(t, os.Symlink(self, filepath.Join(bin, name)))
	}
	b.write("go.mod", "module "+Module+"\n\ngo 1.26.5\n")
	b.write("go.sum", "")
	b.write(toolsDir+"/go.mod", "module tools\n")
	b.write(toolsDir+"/go.sum", "")
	t.Setenv("PATH", bin)
	t.Setenv("LAB_FAKES", b.calls)
	t.Setenv("GORACE", "atexit_sleep_ms=0") // under -race each fake would end a second late
	for _, name := range []string{"FAKE_PYTHON", "FAKE_GO", "FAKE_FAIL", "FAKE_HANG", "FAKE_SCRIPT", "FAKE_LINKER", "PJRT_PLUGIN_LIBRARY_PATH"} {
		t.Setenv(name, "")
	}
	return b
}

func (b *bench) write(name, content string) {
	b.t.Helper()
	path := filepath.Join(b.root, filepath.FromSlash(name))
	must.Do(b.t, os.MkdirAll(filepath.Dir(path), 0o755))
	must.Do(b.t, os.WriteFile(path, []byte(content), 0o644))
}

// prepare runs Prepare and returns the calls of the fakes.
func (b *bench) prepare() (*Env, []string, error) {
	b.t.Helper()
	if err := os.Remove(b.calls); err != nil && !os.IsNotExist(err) {
		b.t.Fatal(err)
	}
	s := plentiful(Options{Root: b.root, Notebooks: b.names})
	err := s.prepare(b.t.Context())
	return s.Env, b.called(), err
}

// plentiful returns a set-up on a disk that is never full.
func plentiful(opt Options) *setup {
	s := newSetup(opt)
	s.free = func(string) (uint64, error) { return 1e12, nil }
	return s
}

// must calls prepare, which has to succeed.
func (b *bench) must() (*Env, []string) {
	b.t.Helper()
	return must.Two(b.prepare())(b.t)
}

// called lists the calls noted since they were last forgotten.
func (b *bench) called() []string {
	b.t.Helper()
	text, err := os.ReadFile(b.calls)
	if err != nil && !os.IsNotExist(err) {
		b.t.Fatal(err)
	}
	return strings.Fields(strings.NewReplacer(" ", "_", "\n", " ").Replace(string(text)))
}

func (b *bench) exists(name string) bool {
	_, err := os.Stat(filepath.Join(b.root, filepath.FromSlash(name)))
	return err == nil
}
