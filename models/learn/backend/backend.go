package backend

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"

	"github.com/gomlx/compute"
	_ "github.com/gomlx/compute/gobackend" // registers "go"
)

// Choice is a backend and the reason for choosing it.
type Choice struct {
	Name   string `json:"name"`             // "go", "xla:cpu", "xla:cuda,tf32=false", or what GOMLX_BACKEND says
	Plugin string `json:"plugin,omitempty"` // file of the XLA plugin
	Why    string `json:"why"`              // one line for the user
	// Kernels reports whether chains of layers are trained by this project's own kernels
	// (models/learn/train) instead of the backend.
	Kernels bool `json:"kernels,omitempty"`
	// Graphs reports whether networks with hand-written kernels, those of package train's Network,
	// run as GoMLX graphs instead. See [Graphs].
	Graphs bool `json:"graphs,omitempty"`
}

// kernels names pure Go with chains of layers trained by this project's own kernels.
const kernels = "kernels"

// String returns the name, with "+kernels" appended if the kernels run next to it.
func (c Choice) String() string {
	if c.Kernels && c.Name != kernels {
		return c.Name + "+" + kernels
	}
	return c.Name
}

// config returns the GoMLX configuration of the backend. It names a plugin by its path, since GoMLX
// reads PJRT_PLUGIN_LIBRARY_PATH only once, at start-up.
//
// Pure Go runs one operation at a time, each on all cores. Concurrent operations share one worker
// pool and deadlock once as many large products run as there are workers (github.com/gomlx/compute
// v0.1.5).
func (c Choice) config() string {
	if c.Name == "go" || c.Name == kernels {
		return "go:ops_sequential"
	}
	if c.Plugin == "" {
		return c.Name
	}
	_, options, _ := strings.Cut(c.Name, ",")
	if options != "" {
		options = "," + options
	}
	return "xla:" + c.Plugin + options
}

// whyNoXLA is the reason why this program cannot load XLA plugins, or "" if it can.
var whyNoXLA = "this program does not import models/learn/backend/xla; in a notebook, call xla.Link()"

// WithXLA records whether this program can load XLA plugins: why is "" if it can, else the reason.
// Package models/learn/backend/xla calls it at start-up.
func WithXLA(why string) { whyNoXLA = why }

// Choose returns the backend that would run, and why. It opens each XLA plugin it considers, so
// that one that is present but broken is never chosen.
func Choose() (Choice, error) {
	if name := os.Getenv(EnvBackend); name != "" {
		c := named(name)
		c.Why, c.Graphs = EnvBackend+" is set"+c.precision(), c.Name != kernels
		if _, err := open(c); err != nil {
			return Choice{}, fmt.Errorf("%w (selected by %s=%s; unset it to choose a backend automatically)", err, EnvBackend, name)
		}
		return c, nil
	}
	c := chosen()
	c.Kernels, c.Graphs = c.behindKernels(), onCUDA.MatchString(c.Name)
	return c, nil
}

// Kernels reports [Choice.Kernels] of the named backend, or of [Choose] if the name is empty.
func Kernels(name string) (bool, error) {
	if name != "" {
		return named(name).Kernels, nil
	}
	c, err := Choose()
	return c.Kernels, err
}

// Graphs reports whether networks with hand-written kernels run as GoMLX graphs instead: they do on
// the backend that GOMLX_BACKEND names, and on a GPU. On a CPU most kernels are faster
// (docs/benchmarks/training.md), and seeded runs on them do not depend on the plugins found.
func Graphs() (bool, error) {
	c, err := Choose()
	return c.Graphs, err
}

// chosen returns XLA if a plugin works and is not slower than pure Go, else pure Go.
func chosen() Choice {
	why := "no XLA plugin found"
	if whyNoXLA != "" {
		why = whyNoXLA
	}
	for _, c := range present() {
		if c.Plugin == "" {
			continue
		}
		if c.slower() {
			why = "gdp doctor measured " + c.Name + " to be slower on this machine"
			continue
		}
		if _, err := open(c); err != nil {
			why = firstLine(err)
			continue
		}
		c.Why = "an XLA plugin was found and works" + c.precision()
		return c
	}
	return Choice{Name: "go", Why: why}
}

// Present lists the backends that open on this machine, pure Go and the kernels last. The error
// joins those of the backends that were found but do not open.
func Present() ([]Choice, error) {
	var choices []Choice
	var failed []error
	for _, c := range present() {
		if _, err := open(c); err != nil {
			failed = append(failed, err)
			continue
		}
		choices = append(choices, c)
	}
	return choices, errors.Join(failed...)
}

// present lists the candidates: the plugins found, then pure Go without and with kernels.
func present() []Choice {
	var choices []Choice
	if whyNoXLA == "" {
		for _, p := range Plugins() {
			choices = append(choices, Choice{Name: precise("xla:" + p.Name), Plugin: p.Path, Why: "plugin found"})
		}
	}
	return append(choices, Choice{Name: "go", Why: "always there"}, Choice{Name: kernels, Why: "always there", Kernels: true})
}

// Open opens the named backend, or that of [Choose] if the name is empty. A process has one backend
// of each kind, which is never finalised; opening it again returns the same one.
func Open(name string) (compute.Backend, error) {
	if name != "" {
		return open(named(name))
	}
	c, err := Choose()
	if err != nil {
		return nil, err
	}
	return open(c)
}

// named resolves a value of GOMLX_BACKEND: "xla" is the fastest plugin found, "xla:cpu" the CPU
// plugin.
func named(name string) Choice {
	c := Choice{Name: name, Kernels: name == kernels}
	kind, rest, _ := strings.Cut(name, ":")
	if kind != "xla" {
		return c
	}
	plugin, _, _ := strings.Cut(rest, ",")
	for _, p := range Plugins() {
		if plugin == "" || plugin == p.Name {
			c.Plugin = p.Path
			if plugin == "" {
				c.Name = "xla:" + p.Name + rest
			}
			break
		}
	}
	c.Name = precise(c.Name)
	return c
}

// float32s is the XLA option that makes a GPU multiply in float32. The default is TF32, with which
// private training is refused.
const float32s = "tf32=false"

var (
	onCUDA  = regexp.MustCompile(`^xla:[^,]*cuda[^,]*(,|$)`)
	hasTF32 = regexp.MustCompile(`,(no)?tf32(=|,|$)`)
)

// precise appends [float32s] to the name of a CUDA backend, unless the name sets TF32 itself.
func precise(name string) string {
	if onCUDA.MatchString(name) && !hasTF32.MatchString(name) {
		return name + "," + float32s
	}
	return name
}

// precision explains, for a CUDA backend, the precision that private training needs.
func (c Choice) precision() string {
	switch {
	case !onCUDA.MatchString(c.Name):
		return ""
	case strings.Contains(c.Name, ","+float32s):
		return "; " + float32s + " makes products float32, as private training needs"
	}
	return "; private training is refused if products are TF32: set " + EnvBackend + "=xla:cuda," + float32s
}

var (
	mu     sync.Mutex
	opened = map[string]compute.Backend{}
	broken = map[string]error{}
)

// open creates the backend of c once, and checks that it multiplies correctly.
func open(c Choice) (b compute.Backend, err error) {
	mu.Lock()
	defer mu.Unlock()
	config := c.config()
	if b, ok := opened[config]; ok {
		return b, nil
	}
	if err, ok := broken[config]; ok {
		return nil, err
	}
	defer func() {
		if err != nil {
			broken[config] = err
			return
		}
		opened[config] = b
	}()
	kind, _, _ := strings.Cut(c.Name, ":")
	if kind == "xla" {
		if whyNoXLA != "" {
			return nil, fmt.Errorf("backend: cannot open %q: %s", c.Name, whyNoXLA)
		}
		if c.Plugin == "" && !strings.Contains(c.Name, "/") {
			return nil, fmt.Errorf("backend: cannot open %q: no such XLA plugin in %s; `gdp lab` installs the CPU's", c.Name, strings.Join(PluginFolders(), ", "))
		}
	}
	b, err = construct(config)
	if err != nil {
		return nil, fmt.Errorf("backend: cannot open %q: %s", c.Name, firstLine(err))
	}
	if err := works(b); err != nil {
		b.Finalize()
		return nil, fmt.Errorf("backend: %q opens but does not work: %w", c.Name, err)
	}
	return b, nil
}

// construct turns GoMLX's panic on an unknown name into an error.
func construct(config string) (b compute.Backend, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	return compute.NewWithConfig(config)
}

// firstLine returns the first line of an error, without the stack trace.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// Unrolled names the backend for recurrent networks unrolled over a sequence: pure Go, unless
// GOMLX_BACKEND is set. XLA takes minutes to compile such a graph, again for each size of data.
func Unrolled() string {
	if name := os.Getenv(EnvBackend); name != "" {
		return name
	}
	return "go"
}
