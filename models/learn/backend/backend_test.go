package backend

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/must"
)

// elsewhere moves the test to a folder without a checkout or a home folder with plugins.
func elsewhere(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("HOME", dir)
	t.Setenv(EnvBackend, "")
	t.Setenv(EnvPlugins, "")
	return dir
}

func TestGoOpensAndIsShared(t *testing.T) {
	a := must.Get(Open("go"))(t)
	b := must.Get(Open("go"))(t)
	if a != b {
		t.Error("opening a backend twice made two of them")
	}
}

// Many concurrent products finish; they would deadlock if each waited for workers held by the
// others.
func TestPureGoDoesNotStandStill(t *testing.T) {
	b := must.Get(Open("go"))(t)
	const n, products = 384, 64
	x := make([]float32, n*n)
	for i := range x {
		x[i] = float32(i%7) / n
	}
	done := make(chan error, 1)
	go func() {
		exec, err := graph.NewExec(b, func(x *graph.Node) *graph.Node {
			var sum *graph.Node
			for i := range products {
				y := graph.MatMul(graph.AddScalar(x, float64(i)), x)
				if sum == nil {
					sum = y
				} else {
					sum = graph.Add(sum, y)
				}
			}
			return graph.ReduceAllSum(sum)
		})
		for range 10 {
			if err == nil {
				_, err = exec.Call(tensors.FromFlatDataAndDimensions(x, n, n))
			}
		}
		done <- err
	}()
	select {
	case err := <-done:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(2 * time.Minute):
		t.Fatal("ten times 64 products take more than two minutes")
	}
}

func TestWithoutAPluginPureGoIsChosen(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", elsewhere(t))
	c := must.Get(Choose())(t)
	if c.Name != "go" || c.Plugin != "" || c.Why == "" || !c.Kernels {
		t.Errorf("chose %+v, want pure Go with a reason, and the kernels beside it", c)
	}
}

func TestABrokenPluginIsPassedOver(t *testing.T) {
	if whyNoXLA != "" {
		t.Skip(whyNoXLA)
	}
	dir := elsewhere(t)
	path := filepath.Join(dir, "pjrt_c_api_cpu_plugin.so")
	must.Do(t, os.WriteFile(path, []byte("not a library"), 0o644))
	t.Setenv(EnvPlugins, dir)
	c := must.Get(Choose())(t)
	if c.Name != "go" || !strings.Contains(c.Why, "pjrt_c_api_cpu_plugin.so") {
		t.Errorf("chose %+v, want pure Go because of the broken plugin", c)
	}
	if choices, err := Present(); err == nil || len(choices) != 2 {
		t.Errorf("Present() = %v, %v; want pure Go, without kernels and with them, and the plugin's error", choices, err)
	}
	t.Setenv(EnvBackend, "xla:cpu")
	if c, err := Choose(); err == nil {
		t.Errorf("%s=xla:cpu fell back to %+v without an error", EnvBackend, c)
	}
}

func TestAskedForAndNotThereIsAnError(t *testing.T) {
	elsewhere(t)
	for _, name := range []string{"xla", "xla:cpu", "xla:cuda", "tpu", "go:fast,now", "xla:nonsense"} {
		t.Setenv(EnvBackend, name)
		c, err := Choose()
		if err == nil {
			t.Errorf("%s=%s gave %+v", EnvBackend, name, c)
			continue
		}
		if !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s=%s: the error should be one line that names it: %q", EnvBackend, name, err)
		}
	}
}

func TestEnvironmentWins(t *testing.T) {
	t.Setenv(EnvBackend, "go")
	c := must.Get(Choose())(t)
	if c.Name != "go" || !strings.Contains(c.Why, EnvBackend) {
		t.Errorf("chose %+v, want go because %s says so", c, EnvBackend)
	}
}

// Folders are searched in order, and a checkout's plugin is found from any folder below it.
func TestPluginsAreFound(t *testing.T) {
	dir := elsewhere(t)
	write := func(path string) string {
		t.Helper()
		path = filepath.Join(dir, path)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.Do(t, os.WriteFile(path, nil, 0o644))
		return path
	}
	write("repo/go.mod")
	venv := write("repo/" + VenvPlugins + "/pjrt_c_api_cpu_plugin.so")
	write("repo/a/b/x.go")
	t.Chdir(filepath.Join(dir, "repo/a/b"))
	if got := Plugins(); len(got) != 1 || got[0] != (Plugin{"cpu", venv}) {
		t.Errorf("from below the checkout: %v, want %s", got, venv)
	}
	first := write("one/pjrt_c_api_cpu_plugin.so")
	write("two/pjrt_c_api_cpu_plugin.so")
	gpu := write("two/pjrt_c_api_cuda_plugin.so")
	write("two/pjrt_c_api_tpu_plugin.txt")
	t.Setenv(EnvPlugins, filepath.Join(dir, "one")+":"+filepath.Join(dir, "two"))
	if got := Plugins(); len(got) != 2 || got[0] != (Plugin{"cuda", gpu}) || got[1] != (Plugin{"cpu", first}) {
		t.Errorf("from %s: %v", EnvPlugins, got)
	}
	must.Do(t, os.Symlink(filepath.Join(dir, "gone"), filepath.Join(dir, "repo", VenvPlugins, "pjrt_c_api_cuda_plugin.so")))
	t.Setenv(EnvPlugins, "")
	if got := Plugins(); len(got) != 1 {
		t.Errorf("a link to nothing counts as a plugin: %v", got)
	}
}

func TestNames(t *testing.T) {
	dir := elsewhere(t)
	path := filepath.Join(dir, "pjrt_c_api_cpu_plugin.so")
	must.Do(t, os.WriteFile(path, nil, 0o644))
	t.Setenv(EnvPlugins, dir)
	for name, want := range map[string]string{
		"go":                         "go:ops_sequential",
		"kernels":                    "go:ops_sequential",
		"xla":                        "xla:" + path,
		"xla:cpu":                    "xla:" + path,
		"xla:cpu,tf32=no":            "xla:" + path + ",tf32=no",
		"xla:" + path:                "xla:" + path,
		"xla:cuda":                   "xla:cuda,tf32=false",
		"xla:cuda,tf32=no":           "xla:cuda,tf32=no",
		"xla:cuda,notf32":            "xla:cuda,notf32",
		"xla:cuda,tf32":              "xla:cuda,tf32",
		"xla:cuda,preallocate=false": "xla:cuda,preallocate=false,tf32=false",
	} {
		if got := named(name).config(); got != want {
			t.Errorf("%s opens %q, want %q", name, got, want)
		}
	}
}

// A CUDA backend is configured for float32 however it is chosen, and reports it: private training
// refuses TF32, the default there.
func TestCUDAIsAskedForFloat32(t *testing.T) {
	if whyNoXLA != "" {
		t.Skip(whyNoXLA)
	}
	dir := elsewhere(t)
	path := filepath.Join(dir, "pjrt_c_api_cuda_plugin.so")
	must.Do(t, os.WriteFile(path, nil, 0o644))
	t.Setenv(EnvPlugins, dir)
	const option = "xla:cuda,tf32=false"
	for from, c := range map[string]Choice{"a plugin that is found": present()[0], "xla": named("xla"), "xla:cuda": named("xla:cuda")} {
		if want := "xla:" + path + ",tf32=false"; c.Name != option || c.config() != want || !strings.Contains(c.precision(), "private training needs") {
			t.Errorf("%s: %q, which opens %q, want %q and %q: %s", from, c.Name, c.config(), option, want, c.precision())
		}
	}
	if c := named("xla:" + path); c.config() != "xla:"+path+",tf32=false" {
		t.Errorf("a plugin by its path opens %q", c.config())
	}
	if c := named("xla:cuda,tf32=true"); c.Name != "xla:cuda,tf32=true" || !strings.Contains(c.precision(), "refused") {
		t.Errorf("TF32 that is asked for is %q: %s", c.Name, c.precision())
	}
	if c := named("xla:cpu"); c.Name != "xla:cpu" || c.precision() != "" {
		t.Errorf("the CPU is %q: %s", c.Name, c.precision())
	}
}

// Measurements are stored. A backend is skipped if it was slower than pure Go in both, on this
// machine and with this binary.
func TestWhatIsMeasuredDecides(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", elsewhere(t))
	xla, plain := Choice{Name: "xla:cpu", Plugin: "/p.so"}, Choice{Name: "go"}
	if xla.slower() || xla.behindKernels() {
		t.Error("slower, and nothing was measured")
	}
	for _, c := range []struct {
		xla, plain Speed
		slower     bool
	}{
		{Speed{Product: 2, Step: 2}, Speed{Product: 1, Step: 1}, true},
		{Speed{Product: 2, Step: 1}, Speed{Product: 1, Step: 2}, false},
		{Speed{Product: 1, Step: 2}, Speed{Product: 2, Step: 1}, false},
		{Speed{Product: 1, Step: 1}, Speed{Product: 1, Step: 1}, false},
	} {
		must.Do(t, errors.Join(Keep(xla, c.xla), Keep(plain, c.plain)))
		if xla.slower() != c.slower || plain.slower() {
			t.Errorf("%+v: slower %v", c, xla.slower())
		}
	}
	if whyNoXLA == "" {
		path := filepath.Join(t.TempDir(), "pjrt_c_api_cpu_plugin.so")
		t.Setenv(EnvPlugins, filepath.Dir(path))
		must.Do(t, os.WriteFile(path, []byte("not a library"), 0o644))
		found := Choice{Name: "xla:cpu", Plugin: path}
		must.Do(t, Keep(found, Speed{Product: 2, Step: 2}))
		if got, err := Choose(); err != nil || got.Name != "go" || !strings.Contains(got.Why, "measured xla:cpu to be slower") {
			t.Errorf("chose %+v, %v", got, err)
		}
	}
	t.Setenv(EnvPlugins, "")
	for _, c := range []struct {
		kernels, plain Speed
		used           bool
	}{
		{Speed{Product: 2, Step: 1}, Speed{Product: 1, Step: 2}, true},
		{Speed{Product: 1, Step: 2}, Speed{Product: 2, Step: 2}, false},
		{Speed{Product: 1, Step: 3}, Speed{Product: 2, Step: 2}, false},
	} {
		if used, err := Kernels("kernels"); err != nil || !used {
			t.Errorf("kernels are not used where they are asked for: %v", err)
		}
		must.Do(t, errors.Join(Keep(named("kernels"), c.kernels), Keep(plain, c.plain)))
		chosen, err := Choose()
		if err != nil || chosen.Name != "go" || chosen.Kernels != c.used || (chosen.String() == "go+kernels") != c.used {
			t.Errorf("%+v: chose %+v, %v", c, chosen, err)
		}
		if used, err := Kernels(""); err != nil || used != c.used {
			t.Errorf("%+v: kernels %v, %v", c, used, err)
		}
		if used, err := Kernels("go"); err != nil || used {
			t.Errorf("%+v: kernels where pure Go is asked for", c)
		}
	}
	if (Choice{Name: "xla:cpu", Plugin: "/other.so"}).slower() {
		t.Error("another plugin is slower, which was not measured")
	}
}
