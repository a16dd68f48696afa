package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/must"
)

// hasPlugin reports whether XLA's CPU plugin supports this platform.
const hasPlugin = runtime.GOOS == "linux" && runtime.GOARCH == "amd64"

// The calls of the fakes, by step.
var (
	callsProbe    = []string{"python_-I", "go_env_GOVERSION_CGO_ENABLED"}
	callsPackages = []string{"python_venv", "pip_requirements.txt"}
	callsTools    = []string{"go_build_github.com/janpfeifer/gonb", "go_install_golang.org/x/tools/cmd/goimports"}
	callsPlugin   = []string{"pip_plugin.txt"}
	callsBuild    = []string{"go_build_./notebooks/00_tour"}
	callsAll      = []string{"go_build_./notebooks/...", "go_build_./gdp/cmd/gdp"}
	callsFinish   = []string{"go_env_GOVERSION_CGO_ENABLED", "go_build_./notebooks/...", "go_build_./gdp/cmd/gdp", "go_install_-p=1_golang.org/x/tools/gopls"}
)

func calls(steps ...[]string) []string {
	if !hasPlugin {
		steps = slices.DeleteFunc(steps, func(s []string) bool { return slices.Equal(s, callsPlugin) })
	}
	return slices.Concat(steps...)
}

// sameCalls reports whether all calls wanted were made, and no others, Go's in their
// order and the others in theirs: pip and Go work side by side.
func sameCalls(got, want []string) bool {
	for _, ofGo := range []bool{true, false} {
		other := func(call string) bool { return strings.HasPrefix(call, "go_") != ofGo }
		if !slices.Equal(slices.DeleteFunc(slices.Clone(got), other), slices.DeleteFunc(slices.Clone(want), other)) {
			return false
		}
	}
	return true
}

// work leaves out the calls that only look.
func work(calls []string) []string {
	return slices.DeleteFunc(calls, func(call string) bool { return slices.Contains(callsProbe, call) })
}

// The first start prints the required disk space beforehand; later ones do not.
func TestFirstStartSaysItsSize(t *testing.T) {
	b := newBench(t)
	for _, first := range []bool{true, false} {
		var log bytes.Buffer
		must.Do(t, plentiful(Options{Root: b.root, Log: &log}).prepare(t.Context()))
		size, step := strings.Index(log.String(), "1.9 GB"), strings.Index(log.String(), "[1/")
		if step < 0 || (size >= 0 && size < step) != first {
			t.Errorf("first %v: %s", first, log.String())
		}
	}
}

// The first start does every step once, the second none.
func TestPrepareDoesEachStepOnce(t *testing.T) {
	b := newBench(t)
	env, got := b.must()
	if want := calls(callsProbe, callsPackages, callsBuild, callsTools, callsPlugin); !sameCalls(got, want) {
		t.Errorf("first start called\n%q, want\n%q", got, want)
	}
	if link := filepath.Join(b.root, ".venv/lib/pjrt/pjrt_c_api_cpu_plugin.so"); hasPlugin && env.Plugin != link {
		t.Errorf("plugin %q, want %q", env.Plugin, link)
	}
	if hasPlugin && !b.exists(".venv/lib/pjrt/pjrt_c_api_cpu_plugin.so") {
		t.Error("the plugin's link leads nowhere")
	}
	if _, ready := Ready(b.root); !ready {
		t.Error("prepared, and not ready")
	}
	again, got := b.must()
	if !slices.Equal(got, callsProbe) {
		t.Errorf("second start called %q", got)
	}
	if *again != *env {
		t.Errorf("second start returns %+v, the first %+v", again, env)
	}
}

// pip and Go work at the same time: while pip hangs, the Go tools and the packages of
// the notebooks are built. When one of the two fails, the other ends with it.
func TestPipAndGoSideBySide(t *testing.T) {
	b := newBench(t)
	t.Setenv("FAKE_HANG", "pip requirements.txt")
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- plentiful(Options{Root: b.root, Notebooks: []string{Tour}}).prepare(ctx) }()
	eventually(t, "Go is done", func() bool { return b.exists(".venv/stamps/tools") })
	if b.exists(".venv/stamps/packages") {
		t.Error("pip is done")
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}

	b = newBench(t)
	t.Setenv("FAKE_HANG", "pip requirements.txt")
	t.Setenv("FAKE_FAIL", "go build ./notebooks/00_tour=undefined: y")
	var p *Problem
	if _, _, err := b.prepare(); !errors.As(err, &p) || p.Step != "packages of the notebooks" || errors.Is(err, context.Canceled) {
		t.Errorf("Go failed: %v", err)
	}
}

// All notebooks together, and one in Python, need gdp; others need their imports.
func TestWhatIsBuilt(t *testing.T) {
	b := newBench(t)
	b.write("notebooks/a/a.go", "")
	b.write("notebooks/c/c.py", "")
	for _, test := range []struct{ names, want []string }{
		{nil, callsAll},
		{[]string{"a"}, []string{"go_build_./notebooks/a"}},
		{[]string{"a"}, nil},
		{[]string{"b", "a"}, []string{"go_build_./notebooks/a"}},
		{[]string{"a", "c"}, callsAll},
		{[]string{"c"}, callsAll},
	} {
		b.names = test.names
		_, got := b.must()
		got = slices.DeleteFunc(work(got), func(call string) bool { return !strings.HasPrefix(call, "go_build_./") })
		if !slices.Equal(got, test.want) {
			t.Errorf("%q: built %q, want %q", test.names, got, test.want)
		}
	}
}

// Cells are linked by Go alone where that was tried, on a package of this module, and works.
func TestLinker(t *testing.T) {
	b := newBench(t)
	_, imported, _ := strings.Cut(linkProgram, Module)
	if info, err := os.Stat("../../.." + strings.SplitN(imported, "\"", 2)[0]); err != nil || !info.IsDir() {
		t.Errorf("the program to be linked imports what is not there: %v", err)
	}
	for _, works := range []string{"", "yes", ""} { // what worked is not tried again
		t.Setenv("FAKE_LINKER", works)
		env, _ := b.must()
		text, err := os.ReadFile(env.venv("share", "jupyter", "kernels", kernelName, "kernel.json"))
		if want := works != "" || b.exists(".venv/stamps/linker"); err != nil || strings.Contains(string(text), "'-ldflags=-s -linkmode=internal'") != want {
			t.Errorf("linker works: %q, kernel.json %s, %v", works, text, err)
		}
	}
}

// Each patch fits the GoNB of our go.mod.
func TestKernelPatches(t *testing.T) {
	dir := must.Get(exec.Command("go", "list", "-m", "-f", "{{.Dir}}", kernelPackage).Output())(t)
	for _, p := range kernelPatches {
		text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "internal", "goexec", p.file))
		if err != nil || !strings.Contains(string(text), p.old) {
			t.Errorf("%s: no %q; %v", p.file, p.old, err)
		}
	}
}

// Finish builds the remaining parts: gopls once, and again if it is missing. A failure is a
// Problem.
func TestFinish(t *testing.T) {
	b := newBench(t)
	env, _ := b.must()
	finish := func(want ...string) {
		t.Helper()
		must.Do(t, os.Remove(b.calls))
		if err := Finish(t.Context(), Options{Root: b.root}); err != nil || !slices.Equal(b.called(), want) {
			t.Errorf("called %q, want %q; %v", b.called(), want, err)
		}
	}
	finish(callsFinish...)
	finish(callsFinish[:3]...)
	must.Do(t, os.Remove(env.venv("bin", "gopls")))
	t.Setenv("FAKE_FAIL", "gopls=no space left on device")
	var p *Problem
	if err := Finish(t.Context(), Options{Root: b.root}); !errors.As(err, &p) || p.Cause != "the disk is full" {
		t.Errorf("error %v", err)
	}
	t.Setenv("FAKE_FAIL", "")
	finish(callsFinish...)
}

// What a step depends on makes that step be done again, and no other.
func TestPrepareRedoesWhatChanged(t *testing.T) {
	remove := func(name string) func(*bench) {
		return func(b *bench) {
			must.Do(b.t, os.Remove(filepath.Join(b.root, filepath.FromSlash(name))))
		}
	}
	everything := calls(callsPackages, callsBuild, callsTools, callsPlugin)
	for name, test := range map[string]struct {
		change func(*bench)
		want   []string
	}{
		"the stamp of the packages is missing": {remove(".venv/stamps/packages"), everything},
		"Python is gone from .venv":            {remove(".venv/bin/python"), everything},
		"another Python":                       {func(b *bench) { b.t.Setenv("FAKE_PYTHON", "3.12.1") }, everything},
		"the stamp of the tools is missing":    {remove(".venv/stamps/tools"), callsTools},
		"a tool is missing":                    {remove(".venv/bin/goimports"), callsTools},
		"the tools' module":                    {func(b *bench) { b.write(toolsDir+"/go.mod", "module tools // new\n") }, callsTools},
		"our module":                           {func(b *bench) { b.write("go.sum", "x") }, calls(callsBuild, callsTools)},
		"another Go":                           {func(b *bench) { b.t.Setenv("FAKE_GO", "go1.27.0 1") }, calls(callsBuild, callsTools)},
		"the plugin is missing":                {func(b *bench) { os.RemoveAll(filepath.Join(b.root, ".venv/lib")) }, calls(callsPlugin)},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			b.must()
			test.change(b)
			_, got := b.must()
			if got = work(got); !sameCalls(got, test.want) {
				t.Errorf("called\n%q, want\n%q", got, test.want)
			}
			if _, got := b.must(); len(got) != len(callsProbe) {
				t.Errorf("the start after that called %q", got)
			}
		})
	}
}

// A step that fails when done again does not look done for the stamp it had.
func TestPrepareForgetsStampFirst(t *testing.T) {
	b := newBench(t)
	b.must()
	must.Do(t, os.Remove(filepath.Join(b.root, ".venv/bin/goimports")))
	t.Setenv("FAKE_FAIL", "go build=killed half-way")
	if _, _, err := b.prepare(); err == nil {
		t.Fatal("no error")
	}
	t.Setenv("FAKE_FAIL", "")
	b.write(".venv/bin/goimports", "half of it")
	if _, got := b.must(); !slices.Equal(work(got), callsTools) {
		t.Errorf("called %q", got)
	}
}

// A checkout that was moved or copied has the old place in its .venv.
func TestPrepareAnewAfterMove(t *testing.T) {
	b := newBench(t)
	b.must()
	moved := b.root + "-moved"
	must.Do(t, os.Rename(b.root, moved))
	b.root = moved
	if _, got := b.must(); !slices.Contains(got, "pip_requirements.txt") {
		t.Errorf("called only %q", got)
	}
}

// Killed outright while pip installs, the next start makes everything again; pip
// does not continue in the background.
func TestPrepareAfterKill(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere a killed process leaves its children running, and the next start waits for them")
	}
	b := newBench(t)
	t.Setenv("FAKE_HANG", "pip requirements.txt")
	t.Setenv("LAB_ROOT", b.root)
	self := must.Get(os.Executable())(t)
	link := filepath.Join(t.TempDir(), "prepare")
	must.Do(t, os.Symlink(self, link))
	child := exec.Command(link)
	must.Do(t, child.Start())
	eventually(t, "pip runs", func() bool { return slices.Contains(b.called(), "pip_requirements.txt") })
	if !b.exists(".venv/lib/python3.11/site-packages/half") || b.exists(".venv/stamps/packages") {
		t.Fatal("pip is not half-way")
	}
	must.Do(t, child.Process.Kill())
	_ = child.Wait()
	t.Setenv("FAKE_HANG", "")
	b.write(".venv/lib/left-over", "")
	began := time.Now()
	if _, got := b.must(); !sameCalls(work(got), calls(callsPackages, callsBuild, callsTools, callsPlugin)) {
		t.Errorf("called %q", got)
	}
	if b.exists(".venv/lib/left-over") {
		t.Error("the old .venv was built upon")
	}
	if d := time.Since(began); d > 20*time.Second {
		t.Errorf("the lock was held for %v", d)
	}
}

func eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if condition() {
			return
		}
	}
	t.Fatalf("still waiting: %s", what)
}

// When interrupted, Prepare ends at once with a message, and leaves no stamp.
func TestPrepareInterrupted(t *testing.T) {
	b := newBench(t)
	t.Setenv("FAKE_HANG", "pip requirements.txt")
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- plentiful(Options{Root: b.root}).prepare(ctx) }()
	eventually(t, "pip runs", func() bool { return slices.Contains(b.called(), "pip_requirements.txt") })
	second := must.Get(os.Open(filepath.Join(b.root, ".venv.lock")))(t)
	defer second.Close()
	if ok, _ := tryLock(second); ok {
		t.Error("a second gdp lab could set up at the same time")
	}
	cancel()
	select {
	case err := <-ended:
		var p *Problem
		if !errors.As(err, &p) || !errors.Is(err, context.Canceled) || p.Cause != "interrupted" {
			t.Errorf("error %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("it continues")
	}
	if b.exists(".venv/stamps/packages") {
		t.Error("the step looks done")
	}
}

// Of two concurrent calls, the second waits with a message, and finds the work done.
func TestPrepareWaitsForAnother(t *testing.T) {
	b := newBench(t)
	b.must()
	f := must.Get(os.Open(filepath.Join(b.root, ".venv.lock")))(t)
	if ok, err := tryLock(f); !ok || err != nil {
		t.Fatalf("the lock is not free after Prepare: %v", err)
	}
	var log syncBuffer
	ended := make(chan error, 1)
	go func() { ended <- plentiful(Options{Root: b.root, Log: &log}).prepare(t.Context()) }()
	eventually(t, "the second says that it waits", func() bool { return strings.Contains(log.String(), "another gdp lab") })
	select {
	case err := <-ended:
		t.Fatalf("it did not wait: %v", err)
	case <-time.After(300 * time.Millisecond):
	}
	f.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}

	held := must.Get(os.Open(filepath.Join(b.root, ".venv.lock")))(t)
	defer held.Close()
	if ok, err := tryLock(held); !ok || err != nil {
		t.Fatal("the lock is not free", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := plentiful(Options{Root: b.root}).prepare(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted while waiting: %v", err)
	}
}

// syncBuffer is a buffer that one goroutine writes and another reads.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// Each known failure has its cause, advice and the commands that still work.
func TestPrepareProblems(t *testing.T) {
	for name, test := range map[string]struct {
		fail, python, golang string
		path                 string // missing programs on the PATH
		cause, fix           string
		logged               bool // there is a log to look at
	}{
		"no Python":      {path: "python3", cause: "no python3 on the PATH", fix: "install Python 3.10"},
		"old Python":     {python: "3.9.18", cause: "no Python 3.10 or newer on the PATH", fix: "--python"},
		"stub of Python": {fail: "python -I=xcode-select: install the tools", cause: "no python3 on the PATH", fix: "install Python"},
		"no venv module": {fail: "python venv=The virtual environment was not created successfully because ensurepip is not available.",
			cause: "cannot make virtual environments", fix: "python3-venv", logged: true},
		"no network, pip": {fail: "pip requirements.txt=WARNING: Retrying after connection broken by 'NewConnectionError'\nERROR: No matching distribution found for anyio==4.16.0",
			cause: "no network", fix: "HTTPS_PROXY", logged: true},
		"no such wheel": {fail: "pip requirements.txt=ERROR: No matching distribution found for pyzmq==27.3.0",
			cause: "has no build of a pinned package", fix: "--python", logged: true},
		"wrong hash": {fail: "pip requirements.txt=ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.",
			cause: "not the file that was pinned", fix: "do not use it", logged: true},
		"TLS in between": {fail: "pip requirements.txt=SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED]'))",
			cause: "certificate is not trusted", fix: "PIP_CERT", logged: true},
		"disk full, pip": {fail: "pip requirements.txt=ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
			cause: "disk is full", fix: "make room", logged: true},
		"disk full, Go": {fail: "go build=mkdir /x: no space left on device",
			cause: "disk is full", fix: "make room", logged: true},
		"no network, Go": {fail: "go install=go: golang.org/x/tools@v0.40.1: Get \"https://proxy.example\": dial tcp: lookup proxy.example: no such host",
			cause: "no network", fix: "GOPROXY", logged: true},
		"no Go":     {path: "go", cause: "no go command", fix: "go.dev/dl"},
		"local Go":  {fail: "go env=go: go.mod requires go >= 1.26.5 (running go 1.25.3; GOTOOLCHAIN=local)", cause: "too old", fix: "GOTOOLCHAIN"},
		"odd Go":    {golang: "hello", cause: "answers \"hello", fix: "Go"},
		"our error": {fail: "go build ./notebooks/00_tour=notebooks/x.go:3:1: undefined: y", cause: "go build: exit status 1", fix: "do not compile", logged: true},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			t.Setenv("FAKE_FAIL", test.fail)
			t.Setenv("FAKE_PYTHON", test.python)
			t.Setenv("FAKE_GO", test.golang)
			if test.path != "" {
				must.Do(t, os.Remove(filepath.Join(os.Getenv("PATH"), test.path)))
			}
			_, _, err := b.prepare()
			var p *Problem
			if !errors.As(err, &p) {
				t.Fatalf("error %v is not a Problem", err)
			}
			if !strings.Contains(p.Cause, test.cause) || !strings.Contains(p.Fix, test.fix) {
				t.Errorf("cause %q, want %q; fix %q, want %q", p.Cause, test.cause, p.Fix, test.fix)
			}
			if _, text, ok := strings.Cut(test.fail, "="); ok && test.logged {
				if p.Output != text {
					t.Errorf("output %q, want the tool's %q", p.Output, text)
				}
				log, err := os.ReadFile(p.Log)
				if err != nil || !strings.Contains(string(log), text) {
					t.Errorf("the log %q holds %q (%v), want what the tool said", p.Log, log, err)
				}
			}
			if told := err.Error(); !strings.Contains(told, p.Cause) || !strings.Contains(told, p.Fix) || !strings.Contains(told, StillWorks) {
				t.Errorf("the message lacks a part:\n%s", told)
			}

			// What is repaired continues.
			t.Setenv("FAKE_FAIL", "")
			if test.path == "" && test.python == "" && test.golang == "" {
				b.must()
			}
		})
	}
}

func TestPythonChosen(t *testing.T) {
	b := newBench(t)
	self := must.Get(os.Executable())(t)
	own := filepath.Join(t.TempDir(), "mypython")
	must.Do(t, os.Symlink(self, own))
	must.Do(t, os.Remove(filepath.Join(os.Getenv("PATH"), "python3")))
	must.Do(t, plentiful(Options{Root: b.root, Python: own, Notebooks: b.names}).prepare(t.Context()))
	if _, got := b.must(); !slices.Equal(got, callsProbe) {
		t.Errorf("prepared, the Python on the PATH is not needed; called %q", got)
	}
	t.Setenv("FAKE_PYTHON", "3.9.1")
	for _, python := range []string{own, filepath.Join(t.TempDir(), "none")} {
		var p *Problem
		if err := plentiful(Options{Root: b.root, Python: python}).prepare(t.Context()); !errors.As(err, &p) || !strings.Contains(p.Fix, "--python") {
			t.Errorf("--python %s: %v", python, err)
		}
	}
}

// The disk is looked at before the first set-up, and only then.
func TestDiskFull(t *testing.T) {
	b := newBench(t)
	s := newSetup(Options{Root: b.root})
	s.free = func(string) (uint64, error) { return needFree - 1, nil }
	err := s.prepare(t.Context())
	var p *Problem
	if !errors.As(err, &p) || !strings.Contains(p.Cause, "2.5 GB are free") || b.exists(".venv") {
		t.Errorf("on a full disk: %v", err)
	}
	b.must()
	s = newSetup(Options{Root: b.root})
	s.free = func(string) (uint64, error) { return 0, nil }
	if err := s.prepare(t.Context()); err != nil {
		t.Errorf("prepared already: %v", err)
	}
	if free, err := freeSpace(b.root); err != nil || free == 0 {
		t.Errorf("%d bytes free here (%v)", free, err)
	}
}

// Without the plugin everything else is prepared, and the line has the reason.
func TestPluginIsNeverFatal(t *testing.T) {
	if !hasPlugin {
		b := newBench(t)
		if env, _ := b.must(); env.Plugin != "" {
			t.Errorf("plugin %q on a platform that has none", env.Plugin)
		}
		return
	}
	for name, test := range map[string]struct{ fail, golang, says string }{
		"no C compiler": {golang: "go1.26.5 0", says: "needs a C compiler"},
		"no network":    {fail: "pip plugin.txt=Failed to establish a new connection", says: "skipped, no network"},
		"wrong hash":    {fail: "pip plugin.txt=DO NOT MATCH THE HASHES", says: "not the file that was pinned"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			t.Setenv("FAKE_FAIL", test.fail)
			t.Setenv("FAKE_GO", test.golang)
			var log bytes.Buffer
			s := plentiful(Options{Root: b.root, Log: &log})
			must.Do(t, s.prepare(t.Context()))
			if s.Plugin != "" || !strings.Contains(log.String(), test.says) || !strings.Contains(log.String(), pureGo) {
				t.Errorf("plugin %q, log\n%s", s.Plugin, log.String())
			}
			t.Setenv("FAKE_FAIL", "")
			t.Setenv("FAKE_GO", "")
			if env, _ := b.must(); env.Plugin == "" {
				t.Error("the next start does not try again")
			}
		})
	}
}

// XLA's plugin for GPUs, with CUDA's libraries, is installed where nvidia-smi lists a GPU.
func TestCUDAPlugin(t *testing.T) {
	if !hasPlugin {
		t.Skip("no plugin for this platform")
	}
	for listed, want := range map[string]bool{"GPU 0: NVIDIA H200": true, "No devices found.": false} {
		b := newBench(t)
		bin := t.TempDir()
		must.Do(t, os.WriteFile(filepath.Join(bin, "nvidia-smi"), []byte("#!/bin/sh\necho '"+listed+"'\n"), 0o755))
		t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
		b.must()
		for _, name := range []string{"pjrt/pjrt_c_api_cuda_plugin.so", "nvidia/cu13/lib/libcublas.so"} {
			if got := b.exists(".venv/lib/" + name); got != want {
				t.Errorf("%s: %s exists: %v", listed, name, got)
			}
		}
	}
}

// The packages are not taken away under a JupyterLab that runs from them.
func TestPackagesKeptWhileServing(t *testing.T) {
	b := newBench(t)
	b.must()
	listener := must.Get(net.Listen("tcp", "localhost:0"))(t)
	b.write(".venv/jupyter/runtime/jpserver-1.json", fmt.Sprintf(`{"pid": %d, "port": %d, "url": "http://localhost/"}`,
		os.Getpid(), listener.Addr().(*net.TCPAddr).Port))
	b.write(".venv/jupyter/runtime/jpserver-2.json", "half a fi")
	t.Setenv("FAKE_PYTHON", "3.12.0")
	if _, _, err := b.prepare(); err == nil || !strings.Contains(err.Error(), "stop that JupyterLab") || !b.exists(".venv/bin/gonb") {
		t.Errorf("error %v", err)
	}
	listener.Close() // as when it was killed: the file is still there
	b.must()
}

// The kernel's description is what Jupyter needs to run GoNB in this checkout.
func TestKernelSpec(t *testing.T) {
	b := newBench(t)
	t.Setenv("PJRT_PLUGIN_LIBRARY_PATH", "/opt/cuda:"+b.root+"/.venv/lib/pjrt::")
	t.Setenv("GOFLAGS", "-mod=mod")
	b.must()
	text := must.Get(os.ReadFile(filepath.Join(b.root, ".venv/share/jupyter/kernels/gonb/kernel.json")))(t)
	var got, want map[string]any
	must.Do(t, json.Unmarshal(text, &got))
	venv := b.root + "/.venv"
	golden := `{
		"argv": ["` + venv + `/bin/gonb", "--kernel", "{connection_file}", "-go_work=` + b.root + `"],
		"display_name": "Go (graphdp)", "language": "go", "interrupt_mode": "message",
		"env": {"GOEXPERIMENT": "simd", "GOFLAGS": "-mod=mod -ldflags=-s", "GOMLX_NO_AUTO_INSTALL": "1",
			"PJRT_PLUGIN_LIBRARY_PATH": "/opt/cuda:` + venv + `/lib/pjrt", "PATH": "` + venv + `/bin:${PATH}"}
	}`
	must.Do(t, json.Unmarshal([]byte(golden), &want))
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("kernel.json is\n%v, want\n%v", got, want)
	}
	t.Setenv("PJRT_PLUGIN_LIBRARY_PATH", "")
	spec := newEnv("/home/$me").kernelSpec()
	if got := spec.Env["PATH"]; got != "/home/$$me/.venv/bin:${PATH}" {
		t.Errorf("PATH %q: Jupyter expands $ once", got)
	}
	if got := spec.Env["PJRT_PLUGIN_LIBRARY_PATH"]; got != "/home/$$me/.venv/lib/pjrt" {
		t.Errorf("PJRT_PLUGIN_LIBRARY_PATH %q", got)
	}
}

// Every package of the lock has a version and a hash, and all requested packages are locked.
func TestLock(t *testing.T) {
	for name, lock := range map[string]string{"requirements.txt": requirements, "plugin.txt": pluginLock, "cuda.txt": cudaLock} {
		joined := strings.ReplaceAll(lock, "\\\n", " ")
		for l := range strings.Lines(joined) {
			l = strings.TrimSpace(l)
			if l == "" || strings.HasPrefix(l, "#") {
				continue
			}
			if !strings.Contains(l, "==") || !strings.Contains(l, "--hash=sha256:") {
				t.Errorf("%s: %q is not pinned", name, l)
			}
		}
	}
	wanted := must.Get(os.ReadFile("requirements.in"))(t)
	for l := range strings.Lines(string(wanted)) {
		name := strings.FieldsFunc(l, func(r rune) bool { return strings.ContainsRune("<>=! \n", r) })
		if len(name) > 0 && name[0] != "#" && !strings.Contains(requirements, "\n"+name[0]+"==") {
			t.Errorf("%s is asked for and not locked", name[0])
		}
	}
}
