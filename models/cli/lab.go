package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/graphdp/graphdp/models/cli/internal/lab"
	"github.com/spf13/cobra"
)

// executed is what `gdp lab --execute --json` prints.
type executed struct {
	Notebooks []lab.NotebookResult `json:"notebooks"`
	Folder    string               `json:"folder"` // of the executed notebooks and their pages
}

func (a *app) lab() *cobra.Command {
	var (
		prepare   = lab.Options{Log: a.err}
		serve     = lab.ServeOptions{Log: a.err}
		batch     = lab.ExecuteOptions{Progress: a.err}
		execute   bool
		noBrowser bool
		size      string
	)
	cmd := &cobra.Command{
		Use:   "lab [--execute [NAME...]]",
		Short: "Open JupyterLab on the notebooks, or run them without it",
		Long: `lab prepares the folder .venv of the checkout (JupyterLab, the GoNB kernel and,
where the platform has it, XLA for the CPU), then opens JupyterLab on the tour
of the notebooks and prints its address. The first start downloads and compiles
for a minute or two, and takes 1.9 GB; later ones are ready in a second.
Interrupted, it continues with the step it was in. Nothing is written outside the
checkout and the caches of pip and Go.

JupyterLab shows the folder lab of the checkout, which git ignores: copies of the
notebooks, and what you add. A copy that you did not change follows the checkout;
one that both changed stays beside the new one, as NAME-1.ipynb.

With --execute it runs the named notebooks, or all of them, without JupyterLab,
and writes each with its outputs and as a page of HTML.`,
		Example: `  gdp lab
  gdp lab --port 8890 --no-browser
  gdp lab --execute 00_tour
  gdp lab --execute --size small --json`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) > 0 && !execute:
				return fmt.Errorf("%q: notebooks are named after --execute", args[0])
			case !slices.Contains(lab.Sizes, size):
				return fmt.Errorf("--size %q: want %s", size, strings.Join(lab.Sizes, " or "))
			case serve.Port < 0 || serve.Port > 65535:
				return fmt.Errorf("--port %d: want 1 to 65535, or 0 for any that is free", serve.Port)
			case batch.CellTimeout <= 0:
				return fmt.Errorf("--cell-timeout %v: want a time above 0, such as 10m", batch.CellTimeout)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := lab.FollowGoRun(); err != nil {
				return err
			}
			root, err := lab.Find(".")
			if err != nil {
				return err
			}
			if execute {
				if batch.Names, err = lab.Select(root, args); err != nil {
					return usageError{err}
				}
			}
			prepare.Root = root
			env, err := lab.Prepare(cmd.Context(), prepare)
			if err != nil {
				return err
			}
			if execute {
				batch.Size = size
				return a.executeNotebooks(cmd.Context(), env, batch)
			}
			serve.Size, serve.Browser = size, !noBrowser
			ctx, stop := context.WithCancel(cmd.Context())
			var finishing sync.WaitGroup
			defer finishing.Wait()
			defer stop()
			serve.Ready = func(s lab.Server) {
				a.printServer(s)
				finishing.Go(func() {
					if err := lab.Finish(ctx, prepare); err != nil && ctx.Err() == nil {
						a.note("%v", err)
					}
				})
			}
			return env.Serve(ctx, serve)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&execute, "execute", false, "run the notebooks named, or all, without JupyterLab")
	flags.StringVar(&size, "size", "full", "size of the notebooks' examples: "+strings.Join(lab.Sizes, " or "))
	flags.StringVar(&batch.Out, "out", "", "`folder` for executed notebooks (default .executed in the checkout)")
	flags.DurationVar(&batch.CellTimeout, "cell-timeout", lab.CellTimeout, "how long a cell may run with --execute")
	flags.IntVar(&serve.Port, "port", 0, "port of JupyterLab (default 8888, or the next that is free)")
	flags.BoolVar(&noBrowser, "no-browser", false, "only print JupyterLab's address")
	flags.StringVar(&prepare.Python, "python", "", "the Python `program` to use (default the first on the PATH from 3.10 on)")
	fills.flag(cmd, "out")
	starts.flag(cmd, "python")
	return cmd
}

// printServer says where JupyterLab is.
func (a *app) printServer(s lab.Server) {
	err := a.print(s, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "\nJupyterLab runs at\n\n    %s\n\nCtrl-C stops it.\n", s.URL)
		return err
	})
	if err != nil {
		fmt.Fprintf(a.err, "gdp: %v\n", err)
	}
}

// executeNotebooks runs notebooks and prints what became of them.
func (a *app) executeNotebooks(ctx context.Context, env *lab.Env, opt lab.ExecuteOptions) error {
	folder, err := env.OutFolder(opt)
	if err != nil {
		return err
	}
	results, runErr := env.Execute(ctx, opt)
	if len(results) == 0 && runErr != nil {
		return runErr
	}
	err = a.print(executed{results, folder}, func(w io.Writer) error {
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
			return errReported
		}
	}
	return nil
}
