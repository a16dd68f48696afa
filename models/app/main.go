// Package app implements the command gdp for a list of methods. A module that adds a method
// builds its own command with it:
//
//	func main() { app.Main(append(models.Methods(), mine.Method)...) }
//
// Every command has --help with an example. Results are for people by default;
// with --json, standard output holds exactly one JSON document and everything
// else goes to standard error. The exit status is 0 on success, 1 when
// something failed, and 2 when the command was called wrongly.
package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	_ "github.com/graphdp/graphdp/data/graph/parquet" // registers the format of graphs and releases
	"github.com/graphdp/graphdp/models/eval/program"
	"github.com/graphdp/graphdp/models/learn/backend"
	_ "github.com/graphdp/graphdp/models/learn/backend/xla" // registers the XLA backend, if the platform has one
	"github.com/graphdp/graphdp/models/method"
	"github.com/spf13/cobra"
)

// Main runs the command line of the process with the given methods, then exits.
func Main(methods ...method.Method) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt exits at once
	status := Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, methods...)
	stop()
	os.Exit(status)
}

// app holds the shared state of all commands: input, output and options.
type app struct {
	methods  []method.Method
	in       io.Reader
	out, err io.Writer
	meter    meter
	json     bool
	printed  bool                        // the JSON document is written
	started  bool                        // arguments are valid and the command runs
	stop     <-chan struct{}             // closed when the command is interrupted
	memory   func() int64                // memory available for a graph and its run, in bytes; 0 or nil if unknown
	programs map[string]*program.Program // methods of files, by file
}

// A sink keeps the first error of writes to w, so that commands need not check each.
type sink struct {
	w   io.Writer
	err error
}

func (s *sink) Write(p []byte) (n int, err error) {
	if n, err = s.w.Write(p); err != nil && s.err == nil {
		s.err = err
	}
	return n, err
}

// errReported ends a command whose output already reports the failure.
var errReported = errors.New("failed")

// usageError is a wrong call that cobra does not detect: exit status 2.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// Run runs one command line, without the program's name, and returns the exit status.
func Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, methods ...method.Method) int {
	out := &sink{w: stdout}
	a := &app{methods: methods, in: stdin, out: out, err: stderr, stop: ctx.Done(), meter: meter{w: terminal(stderr)}, memory: available, programs: map[string]*program.Program{}}
	defer a.endPrograms()
	root := a.root()
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(stderr)
	command, err := root, a.check()
	if err == nil {
		command, err = root.ExecuteContextC(ctx)
	}
	a.meter.end()
	if err == nil {
		err = out.err
	}
	if err == nil {
		return 0
	}
	if said := new(interrupted); ctx.Err() != nil && !errors.Is(err, errReported) && !errors.As(err, said) {
		err = errors.New("interrupted")
	}
	var usage usageError
	wrong := !a.started && out.err == nil || errors.As(err, &usage) && ctx.Err() == nil
	if !errors.Is(err, errReported) {
		a.note("gdp: %s", message(command, err))
		if wrong {
			a.note("See '%s --help'.", command.CommandPath())
		}
	}
	if (a.json || slices.Contains(args, "--json")) && !a.printed {
		a.json = true
		_ = a.print(map[string]string{"error": message(command, err)}, nil)
	}
	if wrong {
		return 2
	}
	return 1
}

var (
	aPackage = regexp.MustCompile(`^(gdp|data|graphio): `)
	anOption = regexp.MustCompile(`the option ([a-z0-9]+)(=?)`)
)

// message returns an error text without package prefix, with flags in place of the names of
// options.
func message(command *cobra.Command, err error) string {
	return anOption.ReplaceAllStringFunc(aPackage.ReplaceAllString(err.Error(), ""), func(text string) string {
		part := anOption.FindStringSubmatch(text)
		if command.Flags().Lookup(part[1]) == nil {
			return text
		}
		return "--" + part[1] + strings.Replace(part[2], "=", " ", 1)
	})
}

// check refuses invalid declarations of methods.
func (a *app) check() error {
	seen := map[string]bool{}
	for _, m := range a.methods {
		if err := m.Check(); err != nil {
			return err
		}
		if seen[m.Name] {
			return fmt.Errorf("method %s is registered twice", m.Name)
		}
		seen[m.Name] = true
	}
	return nil
}

// root returns the whole command line.
func (a *app) root() *cobra.Command {
	root := group(&cobra.Command{
		Use:   "gdp",
		Short: "Graphs under differential privacy",
		Long: `gdp runs published methods for differentially private graph release and learning. For each run it reports
the claimed, the proved and the audited ε.

Start with "gdp advise", which recommends a method, and "gdp help topics", which lists pages to read.`,
		Example:       "  gdp lab\n  gdp methods\n  gdp doctor --json",
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRun: func(*cobra.Command, []string) {
			a.started = true
		},
	})
	root.PersistentFlags().BoolVar(&a.json, "json", false, "print one JSON document to standard output and all else to standard error")
	root.SetFlagErrorFunc(wrongFlag)
	root.Version = buildVersion().String()
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetHelpCommand(help())
	root.SetHelpFunc(wrapped(root.HelpFunc()))
	root.AddCommand(a.lab(), a.grade(), a.doctor(), a.data(), a.stats(), a.compare(), a.convert(), a.account(), a.claims(), a.listMethods(), a.advise(), a.ask(), a.run(), a.predict(), a.audit(), a.submission(), a.trial(), a.sweep(), a.sweepWorker(), a.results(), a.reproduce(), a.board(), a.version(), a.completion())
	return root
}

// note writes lines to standard error, wrapped on a terminal.
func (a *app) note(format string, args ...any) {
	a.meter.end()
	columns := 0
	if !a.json {
		columns = width(a.err)
	}
	for line := range strings.SplitSeq(fmt.Sprintf(format, args...), "\n") {
		fmt.Fprintln(a.err, strings.Join(wrap(line, columns), "\n"))
	}
}

// print writes a result: v as JSON with --json, else text.
func (a *app) print(v any, text func(rows)) error {
	a.meter.end()
	if !a.json {
		return people(a.out, text)
	}
	a.printed = true
	enc := json.NewEncoder(a.out)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// textOf returns a function that prints a value by its own method.
func textOf(write func(io.Writer) error) func(rows) {
	return func(r rows) { _ = write(r) } // a buffer does not fail
}

// versionInfo is the output of `gdp version --json`.
type versionInfo struct {
	Module   string `json:"module"`
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
	SIMD     bool   `json:"simd"`
}

func (a *app) version() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version of this build",
		Example: "  gdp version\n  gdp version --json",
		Args:    arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			v := buildVersion()
			return a.print(v, func(r rows) { fmt.Fprintln(r, v) })
		},
	}
}

func (v versionInfo) String() string {
	return fmt.Sprintf("%s %s (%s, %s)", v.Module, v.Version, v.Go, v.Platform)
}

// buildVersion returns the version that the Go tool wrote into the binary.
func buildVersion() versionInfo {
	v := versionInfo{Version: "(unknown)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, SIMD: backend.SIMD}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	v.Module, v.Version = info.Main.Path, info.Main.Version
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}
