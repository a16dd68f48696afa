package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// clusterFlags are the flags of trials on a Slurm cluster.
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

// check refuses contradictory flags.
func (f *clusterFlags) check(c *cobra.Command, all *makeFlags) error {
	if f.on == "" {
		for _, name := range []string{"tasks", "sbatch"} {
			if c.Flags().Changed(name) {
				return usagef("--%s needs --on slurm", name)
			}
		}
		return nil
	}
	if _, err := oneOf("on", f.on, []string{"slurm"}); err != nil {
		return err
	}
	switch {
	case all.retry:
		return usagef("--retry excludes --on slurm, because every task would repeat the runs; run %s --retry on one machine", c.CommandPath())
	case all.workers == 0:
		return usageError{errors.New("--workers 0: on a cluster, give the number of processes of a task")}
	case f.tasks < 1:
		return usagef("--tasks %d: must be at least 1", f.tasks)
	}
	for _, o := range f.options {
		if !strings.HasPrefix(o, "-") {
			return usagef("--sbatch %s: not an option of sbatch, which begins with -, as in --partition=long", o)
		}
	}
	return nil
}

// cores is the number of processors of this process.
func cores() int {
	if n, err := strconv.Atoi(os.Getenv("SLURM_CPUS_PER_TASK")); err == nil && n > 0 { // a node may have more
		return n
	}
	return runtime.NumCPU()
}

// clusterWatch follows a job of a cluster that runs the trials of a grid. The cluster decides which
// task runs where and when, and restarts lost ones.
type clusterWatch struct {
	*app
	lines  io.Writer // for results
	grid   trial.Grid
	folder string // folder of the program, the logs and the job number
	job    string // job number; empty without a job
	shown  map[trial.Trial]bool
}

// makeOnCluster submits a job for the trials of a grid and follows it.
func (a *app) makeOnCluster(ctx context.Context, c *cobra.Command, args []string, f makeFlags, flag string, g trial.Grid, lines io.Writer) (_ trial.Failures, err error) {
	if g.Folder, err = filepath.Abs(g.Folder); err != nil {
		return nil, err
	}
	w := &clusterWatch{app: a, lines: lines, grid: g, folder: filepath.Join(g.Folder, "slurm")}
	w.grid.Workers = f.workers * f.cluster.tasks
	if p, err := w.grid.Status(); err != nil || p.Done+p.Failed == p.All {
		return w.end(err)
	}
	for _, name := range []string{"sbatch", "squeue", "scancel"} {
		if _, err := exec.LookPath(name); err != nil {
			return nil, fmt.Errorf("slurm: no %s on this machine: run this where the cluster takes jobs", name)
		}
	}
	if err := w.find(ctx); err != nil {
		return nil, err
	}
	if w.job == "" {
		if err := w.submit(ctx, f, again(c, args, flag, g.Folder)); err != nil {
			return nil, err
		}
	}
	return w.end(w.watch(ctx))
}

// again returns the command line of a task: this one without the flags of the cluster, and with a
// flag for the folder.
func again(c *cobra.Command, args []string, flag, folder string) []string {
	line := append([]string{c.Name()}, args...)
	c.Flags().Visit(func(x *pflag.Flag) {
		if slices.Contains([]string{"on", "tasks", "sbatch", flag, "json"}, x.Name) {
			return
		}
		values := []string{x.Value.String()}
		if list, ok := x.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			line = append(line, "--"+x.Name+"="+v)
		}
	})
	return append(line, "--"+flag+"="+folder)
}

// jobFile holds the number of the running job.
func (w *clusterWatch) jobFile() string { return filepath.Join(w.folder, "job") }

// find finds the job of an earlier command, if it still runs.
func (w *clusterWatch) find(ctx context.Context) error {
	text, err := file.Read(w.jobFile())
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading the job of this folder: %w", err)
	}
	job := strings.TrimSpace(string(text))
	tasks, err := tasksOf(ctx, job)
	if err == nil && !tasks.over() {
		w.job = job
		w.note("Job %s is at it.", job)
	}
	return err
}

// submit submits a job whose tasks run this program, with one processor per worker. It copies the
// program, because `go run` deletes its binary at the end. A task that is lost with its node is
// queued again and appends to its log.
func (w *clusterWatch) submit(ctx context.Context, f makeFlags, line []string) error {
	if err := os.MkdirAll(w.folder, 0o777); err != nil {
		return fmt.Errorf("creating a folder for the job: %w", err)
	}
	program := filepath.Join(w.folder, "gdp")
	self, err := os.Executable()
	if err == nil {
		err = file.Write(program, 0o777, func(to io.Writer) error {
			from, err := file.Open(self)
			if err != nil {
				return err
			}
			defer from.Close()
			_, err = io.Copy(to, from)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("copying this program for the job: %w", err)
	}
	script := "#!/bin/sh\nexec"
	for _, word := range append([]string{program}, line...) {
		script += " '" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	out, err := slurm(ctx, script+"\n", "sbatch", append([]string{
		"--parsable", "--job-name=gdp sweep", fmt.Sprintf("--array=0-%d", f.cluster.tasks-1), "--requeue", "--open-mode=append",
		"--output=" + filepath.Join(w.folder, "%A-%a.log"), fmt.Sprintf("--cpus-per-task=%d", f.workers),
	}, f.cluster.options...)...)
	if err != nil {
		return fmt.Errorf("submitting the job to Slurm: %w", err)
	}
	if w.job, _, _ = strings.Cut(strings.TrimSpace(out), ";"); w.job == "" { // the name of the cluster may follow
		return errors.New("slurm: sbatch named no job")
	}
	w.note("Job %s with %d tasks is submitted; their logs are %s.", w.job, f.cluster.tasks, w.folder)
	return file.Write(w.jobFile(), 0o666, func(to io.Writer) error {
		_, err := fmt.Fprintln(to, w.job)
		return err
	})
}

// watch shows results as they arrive, until all trials are done or the job has ended.
func (w *clusterWatch) watch(ctx context.Context) error {
	silent := false
	for {
		tasks, asked := tasksOf(ctx, w.job) // before the results, because a job that has ended adds none
		if err := w.show(); err != nil {
			return err
		}
		p, err := w.grid.Status()
		if err != nil {
			return err
		}
		if p.Done+p.Failed == p.All {
			_, _ = slurm(ctx, "", "scancel", w.job) // waiting tasks would find nothing to do
			return nil
		}
		switch {
		case ctx.Err() != nil:
		case asked != nil && !silent: // the tasks continue without the controller
			silent = true
			w.note("%v; asking again", asked)
		case asked == nil && tasks.over():
			return fmt.Errorf("job %s ended with runs left; see %s, and give the same command again to continue", w.job, w.folder)
		case asked == nil:
			silent = false
			w.meter.show(fmt.Sprintf("%v; %v", p, tasks))
		}
		select {
		case <-ctx.Done():
			w.note("Job %s goes on: the same command watches it again, and scancel %[1]s ends it.", w.job)
			return ctx.Err()
		case <-time.After(2 * time.Second):
		}
	}
}

// show prints new results.
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
		if !first && !w.shown[r.Trial] {
			w.meter.end()
			fmt.Fprintln(w.lines, resultLine(r))
		}
		w.shown[r.Trial] = true
	}
	return nil
}

// end returns the failed trials, unless there was an error.
func (w *clusterWatch) end(err error) (failures trial.Failures, _ error) {
	w.meter.end()
	if err != nil {
		return nil, err
	}
	all, err := trial.ReadAll(w.grid.Folder)
	for _, r := range all {
		if r.Error != "" && slices.Contains(w.grid.Trials, r.Trial) {
			failures = append(failures, trial.Failure{Trial: r.Trial, Err: errors.New(r.Error)})
		}
	}
	return failures, err
}

// tasks counts the unfinished tasks of a job by state.
type tasks struct {
	waiting, running int
	why              string // why the first waiting task waits
}

func (t tasks) over() bool { return t.waiting+t.running == 0 }

func (t tasks) String() string {
	line := fmt.Sprintf("%d tasks at it", t.running)
	if t.waiting > 0 {
		line += fmt.Sprintf(", %d wait (%s)", t.waiting, t.why)
	}
	return line
}

// tasksOf asks the cluster for the tasks of a job.
func tasksOf(ctx context.Context, job string) (t tasks, err error) {
	out, err := slurm(ctx, "", "squeue", "--noheader", "--array", "--jobs="+job, "--format=%T %r")
	if err != nil && strings.Contains(err.Error(), "Invalid job id") { // the cluster has forgotten an old job
		return t, nil
	}
	for line := range strings.Lines(out) {
		state, why, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch state {
		case "RUNNING", "COMPLETING", "CONFIGURING", "STAGE_OUT", "SIGNALING", "STOPPED", "SUSPENDED", "RESIZING":
			t.running++
		case "PENDING", "REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED", "SPECIAL_EXIT", "RESV_DEL_HOLD", "PREEMPTED":
			if t.waiting++; t.why == "" {
				t.why = why
			}
		}
	}
	return t, err
}

// slurm runs a command of Slurm and returns its output.
func slurm(ctx context.Context, stdin, name string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, name, args...)
	c.Stdin = strings.NewReader(stdin)
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	err := c.Run()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return "", fmt.Errorf("slurm: %s: %s (%w)", name, strings.Join(strings.Fields(said.String()), " "), err)
	}
	return out.String(), nil
}
