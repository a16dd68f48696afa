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
	switch err := c.ExecuteContext(ctx); {
	case err == nil:
		return 0
	case errors.Is(err, ErrFailed):
		return 1
	case started:
		fmt.Fprintf(stderr, "lab: %s\n", strings.TrimPrefix(err.Error(), "lab: "))
		return 1
	default:
		fmt.Fprintf(stderr, "lab: %s\nRun 'lab --help' for what it takes.\n", strings.TrimPrefix(err.Error(), "lab: "))
		return 2
	}
}

// executed is what an execution prints as JSON.
type executed struct {
	Notebooks []NotebookResult `json:"notebooks"`
	Folder    string               `json:"folder"` // of the executed notebooks and their pages
}

// Command returns the command, which prints to the console.
func Command(to Console) *cobra.Command {
	var (
		prepare   = Options{Log: to.Err}
		serve     = ServeOptions{Log: to.Err}
		batch     = ExecuteOptions{Progress: to.Err}
		execute   bool
		noBrowser bool
		size      string
	)
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
and as an HTML page.`,
		Example: `  gdp lab
  gdp lab --port 8890 --no-browser
  gdp lab --execute 00_tour
  gdp lab --execute --size small --json`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) > 0 && !execute:
				return fmt.Errorf("%q: notebook names need --execute", args[0])
			case !slices.Contains(Sizes, size):
				return fmt.Errorf("--size %q: must be %s", size, strings.Join(Sizes, " or "))
			case serve.Port < 0 || serve.Port > 65535:
				return fmt.Errorf("--port %d: must be 1 to 65535, or 0 for any free port", serve.Port)
			case batch.CellTimeout <= 0:
				return fmt.Errorf("--cell-timeout %v: must be a positive duration, such as 10m", batch.CellTimeout)
			}
			if root, err := Find("."); err == nil && execute {
				_, err = Select(root, args)
				return err
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := FollowGoRun(); err != nil {
				return err
			}
			root, err := Find(".")
			if err != nil {
				return err
			}
			if execute {
				if batch.Names, err = Select(root, args); err != nil {
					return err
				}
			} else {
				batch.Names = []string{Tour}
			}
			prepare.Root, prepare.Notebooks = root, batch.Names
			env, err := Prepare(cmd.Context(), prepare)
			if err != nil {
				return err
			}
			if execute {
				batch.Size = size
				return to.execute(cmd.Context(), env, batch)
			}
			serve.Size, serve.Browser = size, !noBrowser
			ctx, stop := context.WithCancel(cmd.Context())
			var finishing sync.WaitGroup
			defer finishing.Wait()
			defer stop()
			serve.Ready = func(s Server) {
				to.server(s)
				finishing.Go(func() {
					if err := Finish(ctx, prepare); err != nil && ctx.Err() == nil {
						fmt.Fprintln(to.Err, err)
					}
				})
			}
			return env.Serve(ctx, serve)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&execute, "execute", false, "execute the named notebooks, or all, without JupyterLab")
	flags.StringVar(&size, "size", "full", "size of the examples: "+strings.Join(Sizes, " or "))
	flags.StringVar(&batch.Out, "out", "", "`folder` for executed notebooks (default .executed in the checkout)")
	flags.DurationVar(&batch.CellTimeout, "cell-timeout", CellTimeout, "time limit of a cell with --execute")
	flags.IntVar(&serve.Port, "port", 0, "port of JupyterLab (default: 8888 or the next free port)")
	flags.BoolVar(&noBrowser, "no-browser", false, "print the address of JupyterLab without opening a browser")
	flags.StringVar(&prepare.Python, "python", "", "Python `program` (default: the first on the PATH from version 3.10)")
	return cmd
}

// server says where JupyterLab is.
func (to Console) server(s Server) {
	err := to.Print(s, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "\nJupyterLab runs at\n\n    %s\n\nCtrl-C stops it.\n", s.URL)
		return err
	})
	if err != nil {
		fmt.Fprintf(to.Err, "lab: %v\n", err)
	}
}

// execute runs notebooks and prints what became of them.
func (to Console) execute(ctx context.Context, env *Env, opt ExecuteOptions) error {
	folder, err := env.OutFolder(opt)
	if err != nil {
		return err
	}
	results, runErr := env.Execute(ctx, opt)
	if len(results) == 0 && runErr != nil {
		return runErr
	}
	err = to.Print(executed{results, folder}, func(w io.Writer) error {
		for _, r := range results {
			state := "ok"
			if !r.OK {
				state = "FAILED"
			}
			if _, err := fmt.Fprintf(w, "%-7s %s (%.1f s) %s\n", state, r.Name, r.Seconds, r.HTML); err != nil {
				return err
			}
		}
		_, err := fmt.Fprintf(w, "results are in %s\n", folder)
		return err
	})
	if err != nil {
		return err
	}
	if runErr != nil {
		return runErr
	}
	for _, r := range results {
		if !r.OK {
			return ErrFailed
		}
	}
	return nil
}
