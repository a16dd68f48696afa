package lab

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/must"
)

// nextPort numbers the ports of concurrent tests. They are below the ports that the system assigns
// to connections.
var nextPort atomic.Int32

// freePort returns a free port that no other test gets.
func freePort(t *testing.T) int {
	t.Helper()
	for range 1000 {
		if port := 20000 + (os.Getpid()*10+int(nextPort.Add(1)))%12000; portFree(port) {
			return port
		}
	}
	t.Fatal("no port is free")
	return 0
}

// JupyterLab opens on the tour, where there is one.
func TestFirstPage(t *testing.T) {
	b := newBench(t)
	env := newEnv(b.root)
	for _, want := range []string{"/lab", "/lab/tree/notebooks/00_tour/00_tour.ipynb"} {
		if got := env.firstPage(); got != want || !slices.Contains(env.jupyterArgs(1, false), "--LabApp.default_url="+want) {
			t.Errorf("opens %s, want %s", got, want)
		}
		b.write("notebooks/00_tour/00_tour.ipynb", "{}")
	}
}

// Serve reports the address once JupyterLab answers to the token, and stops it
// when the context ends.
func TestServe(t *testing.T) {
	b := newBench(t)
	env, _ := b.must()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	port := freePort(t)
	var ready []Server
	err := env.Serve(ctx, ServeOptions{Port: port, Size: "small", Ready: func(s Server) {
		ready = append(ready, s)
		req := must.Get(http.NewRequest(http.MethodGet, fmt.Sprintf("http://localhost:%d/api/status", port), nil))(t)
		req.Header.Set("Authorization", "token "+s.Token)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatalf("ready, and does not answer: %v", err)
		}
		defer resp.Body.Close()
		if text, err := io.ReadAll(resp.Body); err != nil || !strings.Contains(string(text), `"size":"small"`) {
			t.Errorf("GDP_SIZE does not reach it: %s (%v)", text, err)
		}
		cancel()
	}})
	if err != nil {
		t.Errorf("stopped by its user: %v", err)
	}
	if len(ready) != 1 {
		t.Fatalf("ready %d times", len(ready))
	}
	s := ready[0]
	if want := fmt.Sprintf("http://localhost:%d/lab?token=%s", port, s.Token); s.URL != want || s.Port != port || len(s.Token) < 20 {
		t.Errorf("ready as %+v, want %s", s, want)
	}
	if alive(s.PID) {
		t.Error("it still runs")
	}
	for _, call := range b.called() {
		if strings.Contains(call, s.Token) {
			t.Error("every user of the machine can read the token among the arguments")
		}
		if strings.HasPrefix(call, "jupyterlab") && !strings.Contains(call, "root_dir="+b.root+"/lab") {
			t.Errorf("not on the copies of the notebooks: %s", call)
		}
	}
	if err := env.Serve(t.Context(), ServeOptions{Port: port, Ready: func(again Server) {
		if again.Token == s.Token {
			t.Error("the same token twice")
		}
		stopServer(t, again)
	}}); err == nil {
		t.Error("no error when another process killed it")
	}
}

func stopServer(t *testing.T, s Server) {
	t.Helper()
	p := must.Get(os.FindProcess(s.PID))(t)
	must.Do(t, p.Kill())
}

// A JupyterLab that cannot start is a Problem with its output.
func TestServeFails(t *testing.T) {
	b := newBench(t)
	env, _ := b.must()
	t.Setenv("FAKE_FAIL", "jupyterlab=ImportError: no module named tornado")
	err := env.Serve(t.Context(), ServeOptions{Port: freePort(t), Ready: func(Server) { t.Error("ready") }})
	var p *Problem
	if !errors.As(err, &p) || !strings.Contains(p.Output, "no module named tornado") {
		t.Fatalf("error %v", err)
	}
	if text, err := os.ReadFile(p.Log); err != nil || !strings.Contains(string(text), "tornado") {
		t.Errorf("the log %s: %s (%v)", p.Log, text, err)
	}
}

// Interrupted before JupyterLab answers, Serve ends it without an error.
func TestServeInterruptedEarly(t *testing.T) {
	b := newBench(t)
	env, _ := b.must()
	t.Setenv("FAKE_HANG", "jupyterlab")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	must.Do(t, env.Serve(ctx, ServeOptions{Port: freePort(t), Ready: func(Server) { t.Error("ready") }}))
}

// A requested port in use is an error. Without a request the next free one is used and reported.
func TestChoosePort(t *testing.T) {
	taken := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer taken.Close()
	port := taken.Addr().(*net.TCPAddr).Port
	var p *Problem
	if _, err := choosePort(port); !errors.As(err, &p) || !strings.Contains(p.Cause, fmt.Sprint(port)) || !strings.Contains(p.Fix, "--port") {
		t.Errorf("taken: %v", err)
	}
	free := freePort(t)
	if got, err := choosePort(free); err != nil || got != free {
		t.Errorf("free: %d, %v", got, err)
	}
	if l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", defaultPort)); err == nil {
		defer l.Close()
	}
	next, err := choosePort(0)
	if err != nil || next <= defaultPort {
		t.Errorf("%d taken: chose %d, %v", defaultPort, next, err)
	}

	b := newBench(t)
	env, _ := b.must()
	var log bytes.Buffer
	t.Setenv("FAKE_FAIL", "jupyterlab=enough seen")
	_ = env.Serve(t.Context(), ServeOptions{Log: &log, Ready: func(Server) {}})
	if want := fmt.Sprintf("port %d is taken: using %d", defaultPort, next); !strings.Contains(log.String(), want) {
		t.Errorf("said %q, want %q", log.String(), want)
	}
}

// Jupyter's own files stay in .venv, and the user's settings for other Pythons are ignored.
func TestEnviron(t *testing.T) {
	t.Setenv("PYTHONPATH", "/elsewhere")
	t.Setenv("JUPYTER_PATH", "/elsewhere")
	t.Setenv("GDP_DATA", "/data")
	e := newEnv(filepath.FromSlash("/checkout"))
	env := e.environ("GDP_SIZE=small")
	values := map[string]string{}
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		values[name] = value
		if strings.Contains(v, "/elsewhere") {
			t.Errorf("kept %s", v)
		}
	}
	for name, want := range map[string]string{
		"JUPYTER_CONFIG_DIR":  e.venv("jupyter", "config"),
		"JUPYTER_DATA_DIR":    e.venv("jupyter", "data"),
		"JUPYTER_RUNTIME_DIR": e.venv("jupyter", "runtime"),
		"GOEXPERIMENT":        "simd",
		"GDP_DATA":            "/data",
		"GDP_SIZE":            "small",
	} {
		if values[name] != want {
			t.Errorf("%s=%q, want %q", name, values[name], want)
		}
	}
}
