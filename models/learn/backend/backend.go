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

// Choice is a backend together with the reason for it.
type Choice struct {
	Name   string `json:"name"`             // "go", "xla:cpu", "xla:cuda,tf32=false", or what GOMLX_BACKEND says
	Plugin string `json:"plugin,omitempty"` // the file of an XLA plugin
	Why    string `json:"why"`              // one line for people
	// Kernels says that nets that are chains of layers are trained by this project's own kernels
	// (models/learn/train) and not there.
	Kernels bool `json:"kernels,omitempty"`
	// Graphs says that networks with kernels of their own, those of package train's Network, run as
	// GoMLX graphs there. See [Graphs].
	Graphs bool `json:"graphs,omitempty"`
}

// kernels is the name of the backend that is pure Go, but for nets that the kernels train.
const kernels = "kernels"

// String is the name, with the kernels where they are beside it.
func (c Choice) String() string {
	if c.Kernels && c.Name != kernels {
		return c.Name + "+" + kernels
	}
	return c.Name
}

// config returns the string from which GoMLX makes the backend. A plugin is named
// by its path: GoMLX reads PJRT_PLUGIN_LIBRARY_PATH only once, at start-up.
//
// Pure Go runs one operation at a time, each on all cores: operations that run side by
// side take the workers that each waits for, and with as many large products as there
// are workers everything stands still (github.com/gomlx/compute v0.1.5).
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

// whyNoXLA says why this program cannot load XLA plugins; empty where it can.
var whyNoXLA = "this program does not import models/learn/backend/xla, of which a notebook's cell calls xla.Link()"

// WithXLA says that this program can load XLA plugins, or why it cannot although it imports
// models/learn/backend/xla, which calls this as the program starts.
func WithXLA(why string) { whyNoXLA = why }

// Choose says which backend would run, and why. It opens the XLA plugins that
// it considers, since a plugin that is there and does not work cannot be chosen.
func Choose() (Choice, error) {
	if name := os.Getenv(EnvBackend); name != "" {
		c := named(name)
		c.Why, c.Graphs = EnvBackend+" is set"+c.precision(), c.Name != kernels
		if _, err := open(c); err != nil {
			return Choice{}, fmt.Errorf("%w (%s=%s asks for it; unset it to let the choice be made)", err, EnvBackend, name)
		}
		return c, nil
	}
	c := chosen()
	c.Kernels, c.Graphs = c.behindKernels(), onCUDA.MatchString(c.Name)
	return c, nil
}

// Kernels reports whether [Choice.Kernels] holds of a named backend, or of what [Choose] chooses
// if the name is empty.
func Kernels(name string) (bool, error) {
	if name != "" {
		return named(name).Kernels, nil
	}
	c, err := Choose()
	return c.Kernels, err
}

// Graphs reports whether networks that have kernels of their own run as GoMLX graphs instead: on
// the backend that GOMLX_BACKEND names, or on a GPU. On a CPU most kernels take less time
// (docs/benchmarks/training.md), and a seeded run on them does not depend on the plugins found.
func Graphs() (bool, error) {
	c, err := Choose()
	return c.Graphs, err
}

// chosen is XLA if one of its plugins works and is not slower, else pure Go.
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

// Present lists the backends that open on this machine, pure Go and the kernels last, and the
// errors of those that were found and do not.
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

// present lists what might open: the plugins found, then pure Go, without kernels and with them.
func present() []Choice {
	var choices []Choice
	if whyNoXLA == "" {
		for _, p := range Plugins() {
			choices = append(choices, Choice{Name: precise("xla:" + p.Name), Plugin: p.Path, Why: "plugin found"})
		}
	}
	return append(choices, Choice{Name: "go", Why: "always there"}, Choice{Name: kernels, Why: "always there", Kernels: true})
}

// Open opens the named backend, or what [Choose] chooses if the name is empty.
// A process has one backend of each kind: opening it again returns the same,
// and it is never finalised.
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

// named completes a name as GOMLX_BACKEND may hold it: "xla" stands for the
// fastest plugin found, "xla:cpu" for the CPU's.
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

// float32s is the option of XLA by which a GPU multiplies in float32. Its default is TF32, with
// which private training is refused.
const float32s = "tf32=false"

var (
	onCUDA  = regexp.MustCompile(`^xla:[^,]*cuda[^,]*(,|$)`)
	hasTF32 = regexp.MustCompile(`,(no)?tf32(=|,|$)`)
)

// precise adds that option to the name of a backend on CUDA, unless the name has the option.
func precise(name string) string {
	if onCUDA.MatchString(name) && !hasTF32.MatchString(name) {
		return name + "," + float32s
	}
	return name
}

// precision says of a backend on CUDA what private training needs of it.
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

// open makes the backend of c once, and checks that it can multiply.
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

// firstLine keeps what an error says and drops its stack trace.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// Unrolled names the backend of recurrent networks that are unrolled over a sequence: pure Go,
// unless GOMLX_BACKEND is set. XLA takes minutes to compile such a graph, for each size of data.
func Unrolled() string {
	if name := os.Getenv(EnvBackend); name != "" {
		return name
	}
	return "go"
}
