package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/models/app/internal/slurm"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// clusterFlags are the flags of trials that a cluster makes.
type clusterFlags struct {
	on      string
	tasks   int
	options []string
}

func (f *clusterFlags) flags(c *cobra.Command) {
	c.Flags().StringVar(&f.on, "on", "", "run on a cluster: slurm")
	c.Flags().IntVar(&f.tasks, "tasks", 2, "with --on slurm: number of tasks, each with --workers processes")
	c.Flags().StringArrayVar(&f.options, "sbatch", nil, "with --on slurm: an `option` of sbatch, such as --partition=long (repeatable)")
}

// check refuses flags that contradict each other.
func (f *clusterFlags) check(c *cobra.Command, all *makeFlags) error {
	if f.on == "" {
		for _, name := range []string{"tasks", "sbatch"} {
			if c.Flags().Changed(name) {
				return usageError{fmt.Errorf("--%s needs --on slurm", name)}
			}
		}
		return nil
	}
	if _, err := oneOf("on", f.on, []string{"slurm"}); err != nil {
		return err
	}
	switch {
	case all.retry:
		return usageError{errors.New("--retry excludes --on slurm, because every task would repeat the runs; run " + c.CommandPath() + " --retry on one machine")}
	case all.workers == 0:
		return usageError{errors.New("--workers 0: on a cluster, give the number of processes of a task")}
	}
	if err := f.array(nil, 1, "").Check(); err != nil {
		return usageError{err}
	}
	return nil
}

// array is the job. A task asks for a processor for each of its workers; options may ask for more.
func (f *clusterFlags) array(command []string, workers int, log string) slurm.Array {
	if command == nil {
		command = []string{"gdp"}
	}
	return slurm.Array{
		Name: "gdp sweep", Tasks: f.tasks, Command: command, Log: log,
		Options: append([]string{fmt.Sprintf("--cpus-per-task=%d", workers)}, f.options...),
	}
}

// cores is how many processors this process may use.
func cores() int {
	if n, err := strconv.Atoi(os.Getenv("SLURM_CPUS_PER_TASK")); err == nil && n > 0 { // a node may have more
		return n
	}
	return runtime.NumCPU()
}

// makeOnCluster has the trials of a grid made by a job, and watches it.
func (a *app) makeOnCluster(ctx context.Context, c *cobra.Command, args []string, f makeFlags, flag string, g trial.Grid, lines io.Writer) (_ trial.Failures, err error) {
	if g.Folder, err = filepath.Abs(g.Folder); err != nil {
		return nil, err
	}
	w := &clusterWatch{app: a, lines: lines, grid: g, folder: filepath.Join(g.Folder, "slurm")}
	w.grid.Workers = f.workers * f.cluster.tasks
	if p, err := w.grid.Status(); err != nil {
		return nil, err
	} else if p.Done+p.Failed == p.All {
		return w.end()
	}
	if err := slurm.Available(); err != nil {
		return nil, err
	}
	if err := w.find(ctx); err != nil {
		return nil, err
	}
	if w.job == "" {
		if err := w.submit(ctx, f, again(c, args, flag, g.Folder)); err != nil {
			return nil, err
		}
	}
	if err := w.watch(ctx); err != nil {
		return nil, err
	}
	return w.end()
}

// again is the command line of a task: this one, without what is about the cluster, and with a flag
// for the folder.
func again(c *cobra.Command, args []string, flag, folder string) []string {
	line := append([]string{c.Name()}, args...)
	c.Flags().Visit(func(x *pflag.Flag) {
		if slices.Contains([]string{"on", "tasks", "sbatch", flag, "json"}, x.Name) {
			return
		}
		list, ok := x.Value.(pflag.SliceValue)
		if !ok {
			line = append(line, "--"+x.Name+"="+x.Value.String())
			return
		}
		for _, v := range list.GetSlice() {
			line = append(line, "--"+x.Name+"="+v)
		}
	})
	return append(line, "--"+flag+"="+folder)
}

// clusterWatch is a sweep on a cluster, as it is seen from here.
type clusterWatch struct {
	*app
	lines  io.Writer // for results
	grid   trial.Grid
	folder string // for the program, the logs and the number of the job
	job    slurm.Job
	shown  map[trial.Trial]bool
}

// jobFile holds the number of the job that is at the grid.
func (w *clusterWatch) jobFile() string { return filepath.Join(w.folder, "job") }

// find takes up the job of an earlier command, if it is still there.
func (w *clusterWatch) find(ctx context.Context) error {
	text, err := file.Read(w.jobFile())
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading the job of this folder: %w", err)
	}
	job := slurm.Job(strings.TrimSpace(string(text)))
	tasks, err := job.Tasks(ctx)
	if err != nil {
		return err
	}
	if !tasks.Over() {
		w.job = job
		w.note("Job %s is at it.", job)
	}
	return nil
}

// submit submits a job whose tasks run this program. It is copied: that of `go run` goes when the
// command ends.
func (w *clusterWatch) submit(ctx context.Context, f makeFlags, line []string) error {
	if err := os.MkdirAll(w.folder, 0o777); err != nil {
		return fmt.Errorf("creating a folder for the job: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding this program: %w", err)
	}
	program := filepath.Join(w.folder, "gdp")
	err = file.Write(program, 0o777, func(to io.Writer) error {
		from, err := file.Open(self)
		if err != nil {
			return err
		}
		defer from.Close()
		_, err = io.Copy(to, from)
		return err
	})
	if err != nil {
		return fmt.Errorf("copying this program for the job: %w", err)
	}
	w.job, err = f.cluster.array(append([]string{program}, line...), f.workers, filepath.Join(w.folder, "%A-%a.log")).Submit(ctx)
	if err != nil {
		return fmt.Errorf("submitting the job to Slurm: %w", err)
	}
	w.note("Job %s with %d tasks is submitted; their logs are %s.", w.job, f.cluster.tasks, w.folder)
	return file.Write(w.jobFile(), 0o666, func(to io.Writer) error {
		_, err := fmt.Fprintln(to, w.job)
		return err
	})
}

// watch shows results as they come, until all trials are done or the job has ended.
func (w *clusterWatch) watch(ctx context.Context) error {
	silent := false
	for {
		tasks, asked := w.job.Tasks(ctx) // before the results: a job that has ended adds none
		if err := w.show(); err != nil {
			return err
		}
		p, err := w.grid.Status()
		if err != nil {
			return err
		}
		if p.Done+p.Failed == p.All {
			_ = w.job.Cancel(ctx) // tasks that wait would find nothing to do
			return nil
		}
		switch {
		case ctx.Err() != nil:
		case asked != nil && !silent: // the tasks go on without the controller
			silent = true
			w.note("%v; asking again", asked)
		case asked == nil && tasks.Over():
			return fmt.Errorf("job %s ended with runs left; see %s, and give the same command again to continue", w.job, w.folder)
		case asked == nil:
			silent = false
			w.meter.show(progressOf(p, tasks))
		}
		select {
		case <-ctx.Done():
			w.note("Job %s goes on: the same command watches it again, and scancel %[1]s ends it.", w.job)
			return ctx.Err()
		case <-time.After(2 * time.Second):
		}
	}
}

// progressOf is one line.
func progressOf(p trial.Progress, t slurm.Tasks) string {
	line := fmt.Sprintf("%v; %d tasks at it", p, t.Running)
	if t.Waiting > 0 {
		line += fmt.Sprintf(", %d wait (%s)", t.Waiting, t.Why)
	}
	return line
}

// show prints the results that came since.
func (w *clusterWatch) show() error {
	all, err := trial.ReadAll(w.grid.Folder)
	if err != nil {
		return err
	}
	first := w.shown == nil
	if first {
		w.shown = map[trial.Trial]bool{}
	}
	for _, r := range all {
		if w.shown[r.Trial] {
			continue
		}
		w.shown[r.Trial] = true
		if !first {
			w.meter.end()
			fmt.Fprintln(w.lines, resultLine(r))
		}
	}
	return nil
}

// end returns the trials that failed.
func (w *clusterWatch) end() (failures trial.Failures, err error) {
	w.meter.end()
	all, err := trial.ReadAll(w.grid.Folder)
	if err != nil {
		return nil, err
	}
	of := map[trial.Trial]bool{}
	for _, t := range w.grid.Trials {
		of[t] = true
	}
	for _, r := range all {
		if r.Error != "" && of[r.Trial] {
			failures = append(failures, trial.Failure{Trial: r.Trial, Err: errors.New(r.Error)})
		}
	}
	return failures, nil
}
