package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/cobra"
)

// Console is where the command prints.
type Console struct {
	Err   io.Writer                                       // progress and notes
	Print func(v any, text func(w io.Writer) error) error // a result, v as JSON or what text writes
}

// ErrFailed ends a command whose own output already says which notebooks failed.
var ErrFailed = errors.New("failed")

// Main runs the command with the arguments of the process, and ends the process.
func Main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the process at once
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// run runs one command line, without the program's name, and returns its exit status, as those of
// gdp: 1 when something failed, and 2 when the command was called wrongly.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	started := false
	c := Command(Console{Err: stderr, Print: func(_ any, text func(io.Writer) error) error { return text(stdout) }})
	c.SilenceErrors, c.SilenceUsage = true, true
	c.PersistentPreRun = func(*cobra.Command, []string) { started = true }
	c.SetArgs(args)
	c.SetOut(stdout)
	c.SetErr(stderr)
	err := c.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	if errors.Is(err, ErrFailed) {
		return 1
	}
	prefix := "lab: "
	if strings.HasPrefix(err.Error(), prefix) {
		prefix = ""
	}
	fmt.Fprintf(stderr, "%s%v\n", prefix, err)
	if started {
		return 1
	}
	fmt.Fprintln(stderr, "Run 'lab --help' for what it takes.")
	return 2
}

// executed is the JSON output of an execution.
type executed struct {
	Notebooks []NotebookResult `json:"notebooks"`
	Folder    string           `json:"folder"` // of the executed notebooks and their pages
}

// call is one call of the command.
type call struct {
	Console
	prepare            Options
	serve              ServeOptions
	batch              ExecuteOptions
	execute, noBrowser bool
	size               string
}

// Command returns the command, which prints to the console.
func Command(to Console) *cobra.Command {
	c := call{Console: to, prepare: Options{Log: to.Err}, serve: ServeOptions{Log: to.Err}, batch: ExecuteOptions{Progress: to.Err}}
	cmd := &cobra.Command{
		Use:   "lab [--execute [NAME...]]",
		Short: "Open the notebooks in JupyterLab, or execute them",
		Long: `lab installs JupyterLab, the GoNB kernel and, where available, XLA for the CPU into the folder .venv of the
checkout. It then opens JupyterLab on the tour and prints its address. The first start downloads 1.9 GB and
takes a minute or two. Later starts take about a second. Packages for the other notebooks compile in the
background. After an interruption the same command continues. Nothing is written outside the checkout and
the caches of pip and Go.

JupyterLab shows the folder lab of the checkout, which git ignores. It holds copies of the notebooks and your
own files. Unchanged copies follow the checkout. If you and the checkout both changed a notebook, yours is
kept as NAME-1.ipynb.

With --execute it executes the named notebooks, or all, without JupyterLab. It writes each with its outputs,
and as an HTML page. A name that ends with .ipynb is a file, such as a student's notebook.`,
		Example: `  gdp lab
  gdp lab --port 8890 --no-browser
  gdp lab --execute 00_tour
  gdp lab --execute submitted/ada.ipynb --out executed
  gdp lab --execute --size small --json`,
		Args: func(_ *cobra.Command, args []string) error { return c.check(args) },
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), args) },
	}
	flags := cmd.Flags()
	flags.BoolVar(&c.execute, "execute", false, "execute the named notebooks, or all, without JupyterLab")
	flags.StringVar(&c.size, "size", "full", "size of the examples: "+strings.Join(Sizes, " or "))
	flags.StringVar(&c.batch.Out, "out", "", "`folder` for executed notebooks (default .executed in the checkout)")
	flags.DurationVar(&c.batch.CellTimeout, "cell-timeout", CellTimeout, "time limit of a cell with --execute")
	flags.IntVar(&c.serve.Port, "port", 0, "port of JupyterLab (default: 8888 or the next free port)")
	flags.BoolVar(&c.noBrowser, "no-browser", false, "print the address of JupyterLab without opening a browser")
	flags.StringVar(&c.prepare.Python, "python", "", "Python `program` (default: the first on the PATH from version 3.10)")
	return cmd
}

// check returns an error for incompatible flags and for unknown notebooks.
func (c *call) check(names []string) error {
	switch {
	case len(names) > 0 && !c.execute:
		return fmt.Errorf("%q: notebook names need --execute", names[0])
	case !slices.Contains(Sizes, c.size):
		return fmt.Errorf("--size %q: must be %s", c.size, strings.Join(Sizes, " or "))
	case c.serve.Port < 0 || c.serve.Port > 65535:
		return fmt.Errorf("--port %d: must be 1 to 65535, or 0 for any free port", c.serve.Port)
	case c.batch.CellTimeout <= 0:
		return fmt.Errorf("--cell-timeout %v: must be a positive duration, such as 10m", c.batch.CellTimeout)
	}
	if root, err := Find("."); err == nil && c.execute {
		_, err = newEnv(root).choose(names)
		return err
	}
	return nil
}

// run sets up and opens JupyterLab, or executes notebooks.
func (c *call) run(ctx context.Context, names []string) error {
	if err := FollowGoRun(); err != nil {
		return err
	}
	root, err := Find(".")
	if err != nil {
		return err
	}
	c.batch.Names = []string{Tour}
	if c.execute {
		if c.batch.Names, err = newEnv(root).choose(names); err != nil {
			return err
		}
	}
	c.prepare.Root, c.prepare.Notebooks = root, c.batch.Names
	env, err := Prepare(ctx, c.prepare)
	if err != nil {
		return err
	}
	if c.execute {
		c.batch.Size = c.size
		return c.executeAll(ctx, env)
	}
	c.serve.Size, c.serve.Browser = c.size, !c.noBrowser
	ctx, stop := context.WithCancel(ctx)
	var finishing sync.WaitGroup
	defer finishing.Wait()
	defer stop()
	c.serve.Ready = func(s Server) {
		if err := c.Print(s, func(w io.Writer) error {
			_, err := fmt.Fprintf(w, "\nJupyterLab runs at\n\n    %s\n\nCtrl-C stops it.\n", s.URL)
			return err
		}); err != nil {
			fmt.Fprintf(c.Err, "lab: %v\n", err)
		}
		finishing.Go(func() {
			if err := Finish(ctx, c.prepare); err != nil && ctx.Err() == nil {
				fmt.Fprintln(c.Err, err)
			}
		})
	}
	return env.Serve(ctx, c.serve)
}

// executeAll runs notebooks and prints their results.
func (c *call) executeAll(ctx context.Context, env *Env) error {
	folder, err := env.OutFolder(c.batch)
	if err != nil {
		return err
	}
	results, runErr := env.Execute(ctx, c.batch)
	if len(results) == 0 && runErr != nil {
		return runErr
	}
	failed := false
	err = c.Print(executed{results, folder}, func(w io.Writer) error {
		for _, r := range results {
			state := "ok"
			if !r.OK {
				state = "FAILED"
			}
			fmt.Fprintf(w, "%-7s %s (%.1f s) %s\n", state, r.Name, r.Seconds, r.HTML)
		}
		_, err := fmt.Fprintf(w, "results are in %s\n", folder)
		return err
	})
	for _, r := range results {
		failed = failed || !r.OK
	}
	switch {
	case err != nil:
		return err
	case runErr == nil && failed:
		return ErrFailed
	}
	return runErr
}
