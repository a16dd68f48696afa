package app

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/models/app/lab"
	"github.com/graphdp/graphdp/models/learn/backend"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/spf13/cobra"
)

// diagnosis is the output of `gdp doctor --json`.
type diagnosis struct {
	Backend  backendReport `json:"backend"`
	Go       goReport      `json:"go"`
	Python   programReport `json:"python"`
	Compiler programReport `json:"c_compiler"`
	Lab      labReport     `json:"lab"`
	Plugin   pluginReport  `json:"plugin"`
	Data     dataReport    `json:"data"`
	Warnings []string      `json:"warnings"`
}

type backendReport struct {
	Chosen  *backend.Choice `json:"chosen"` // null if GOMLX_BACKEND names a missing backend
	Error   string          `json:"error,omitempty"`
	Present []measured      `json:"present"`
	Load    float64         `json:"load"` // load average before measuring; 0: unknown
}

// measured is a backend with its measured speed.
type measured struct {
	backend.Choice
	backend.Speed
	Error string `json:"error,omitempty"`
}

type goReport struct {
	Version   string `json:"version"`
	Toolchain string `json:"toolchain"` // of the go command on the PATH; "" without one
	SIMD      bool   `json:"simd"`
	Cores     int    `json:"cores"`
}

type programReport struct {
	Path    string `json:"path"` // "" where it was not found
	Version string `json:"version"`
}

type labReport struct {
	Venv  string `json:"venv"` // the prepared .venv, "" where `gdp lab` has not run
	Ready bool   `json:"ready"`
}

type pluginReport struct {
	Found    []backend.Plugin `json:"found"`
	Searched []string         `json:"searched"`
}

type dataReport struct {
	Folder string `json:"folder"` // GDP_DATA, or the user's cache folder
	From   string `json:"from"`
	Exists bool   `json:"exists"`
}

func (a *app) doctor() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Check the installation and measure each backend",
		Long: `doctor checks the Go toolchain, Python, the notebooks' environment, the XLA plugins and the data folder. It
times a 1024 × 1024 float32 product and one small training step on every backend.

The times are stored in the user's cache folder. An XLA backend that is slower than pure Go in both is not
used afterwards, unless GOMLX_BACKEND names it.`,
		Example: "  gdp doctor\n  gdp doctor --json\n  GOMLX_BACKEND=go gdp doctor",
		Args:    arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			d := a.diagnose(cmd.Context())
			if err := a.print(d, d.write); err != nil {
				return err
			}
			if d.Backend.Chosen == nil {
				return errReported
			}
			return nil
		},
	}
}

// diagnose runs all checks.
func (a *app) diagnose(ctx context.Context) diagnosis {
	d := diagnosis{Warnings: []string{}}
	d.Go = goReport{Version: runtime.Version(), SIMD: backend.SIMD, Cores: runtime.NumCPU()}
	d.Go.Toolchain = output(ctx, "go", "env", "GOVERSION")
	d.Python = findProgram(ctx, []string{"python3", "python"}, "--version")
	d.Compiler = findProgram(ctx, []string{os.Getenv("CC"), "cc", "gcc", "clang"}, "--version")
	if root, err := lab.Find("."); err == nil {
		d.Lab.Venv, d.Lab.Ready = lab.Ready(root)
	}
	d.Plugin = pluginReport{Found: backend.Plugins(), Searched: backend.PluginFolders()}
	if d.Plugin.Found == nil {
		d.Plugin.Found = []backend.Plugin{}
	}
	d.Data = dataFolder()

	choice, err := backend.Choose()
	if err != nil {
		d.Backend.Error = err.Error()
		d.warn("%v", err)
	} else {
		d.Backend.Chosen = &choice
	}
	present, err := backend.Present()
	if err != nil {
		d.warn("%v", err)
	}
	busy := false
	if text, err := file.Read("/proc/loadavg"); err == nil { // Linux only
		busy = d.busy(string(text))
	}
	for _, c := range present {
		a.meter.tell("measuring "+c.Name, 0)
		m := measured{Choice: c}
		if m.Speed, err = train.Measure(c.Name); err != nil {
			m.Error = err.Error()
			d.warn("%v", err)
		} else if !busy {
			if err := backend.Keep(c, m.Speed); err != nil {
				d.warn("%v", err)
			}
		}
		d.Backend.Present = append(d.Backend.Present, m)
	}
	if choice, err := backend.Choose(); err == nil { // recommended by the measurement
		d.Backend.Chosen = &choice
	}

	if !backend.SIMD && (runtime.GOARCH == "amd64") {
		d.warn("built without GOEXPERIMENT=simd; matrix products in pure Go are several times slower")
	}
	if d.Go.Toolchain == "" {
		d.warn("no go command on the PATH; notebooks need one")
	}
	if d.Python.Path == "" {
		d.warn("no Python on the PATH; `gdp lab` needs Python 3.10 or newer, the command line does not")
	}
	if len(d.Plugin.Found) == 0 {
		d.warn("no XLA plugin found; training runs on pure Go; `gdp lab` installs the CPU plugin where available")
	}
	if !d.Data.Exists {
		d.warn("the data folder %s does not exist; set GDP_DATA to the folder of the data sets", d.Data.Folder)
	}
	return d
}

// busy warns if the load average slows down the measurements.
func (d *diagnosis) busy(loadavg string) bool {
	if _, err := fmt.Sscan(loadavg, &d.Backend.Load); err != nil || d.Backend.Load <= float64(d.Go.Cores)/2 {
		return false
	}
	d.warn("the machine is busy (load %.3g on %d cores): the measured speeds are too low and are not stored", d.Backend.Load, d.Go.Cores)
	return true
}

func (d *diagnosis) warn(format string, args ...any) {
	d.Warnings = append(d.Warnings, fmt.Sprintf(format, args...))
}

// write prints the diagnosis as text.
func (d *diagnosis) write(r rows) {
	onOff := map[bool]string{true: "on", false: "off"}
	r.row("go", "%s, SIMD %s, %d cores; toolchain %s", d.Go.Version, onOff[d.Go.SIMD], d.Go.Cores, cmp.Or(d.Go.Toolchain, "none"))
	r.row("python", "%s", cmp.Or(strings.TrimSpace(d.Python.Version+" "+d.Python.Path), "none"))
	r.row("C compiler", "%s", cmp.Or(d.Compiler.Path, "none"))
	if d.Lab.Ready {
		r.row("notebooks", "ready in %s", d.Lab.Venv)
	} else {
		r.row("notebooks", "not set up: run gdp lab")
	}
	for _, p := range d.Plugin.Found {
		r.row("plugin", "%s: %s", p.Name, p.Path)
	}
	r.row("data", "%s (%s)", d.Data.Folder, d.Data.From)
	if c := d.Backend.Chosen; c != nil {
		r.row("backend", "%s: %s", c.Name, c.Why)
		if c.Kernels && c.Name != "kernels" {
			r.row("  layers", "kernels: their step takes less time")
		}
		if c.Graphs {
			r.row("  networks", "GoMLX graphs on %s", c.Name)
		} else {
			r.row("  networks", "kernels, where they have one; GOMLX_BACKEND=%s trains their GoMLX graphs", cmp.Or(strings.TrimSuffix(c.Name, "kernels"), "go"))
		}
	} else {
		r.row("backend", "none: %s", d.Backend.Error)
	}
	for _, m := range d.Backend.Present {
		if m.Error != "" {
			r.row("  "+m.Name, "%s", m.Error)
			continue
		}
		r.row("  "+m.Name, "1024³ product %.1f GFLOP/s, a training step %v", m.GFLOPS, m.Step.Round(10*time.Microsecond))
	}
	for _, warning := range d.Warnings {
		fmt.Fprintf(r, "warning: %s\n", warning)
	}
}

// findProgram finds the first existing program of a list, and its version.
func findProgram(ctx context.Context, names []string, arg string) programReport {
	for _, name := range names {
		if name == "" {
			continue
		}
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		return programReport{Path: path, Version: output(ctx, path, arg)}
	}
	return programReport{}
}

// output returns the first line that a program prints, or "".
func output(ctx context.Context, name string, args ...string) string {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, name, args...).Output()
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return line
}

// dataFolder returns the folder of data sets: GDP_DATA, else the user's cache.
func dataFolder() dataReport {
	r := dataReport{Folder: os.Getenv("GDP_DATA"), From: "GDP_DATA"}
	if r.Folder == "" {
		r.From = "the user's cache folder; GDP_DATA is not set"
		cache, err := os.UserCacheDir()
		if err != nil {
			r.From = err.Error()
			return r
		}
		r.Folder = filepath.Join(cache, "graphdp")
	}
	info, err := os.Stat(r.Folder)
	r.Exists = err == nil && info.IsDir()
	return r
}
