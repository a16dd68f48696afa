package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/models/eval/program"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/eval/worker"
	"github.com/graphdp/graphdp/models/method/study"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// swept is the output of `gdp sweep`.
type swept struct {
	Trials  int      `json:"trials"`
	Done    int      `json:"done"`
	Failed  int      `json:"failed"`
	Left    float64  `json:"seconds_left"`
	Results string   `json:"results"` // folder of the results
	Errors  []string `json:"errors,omitempty"`
	Skipped []string `json:"skipped,omitempty"` // impossible trials, with the reason
}

// sweepFlags are the flags of `gdp sweep`.
type sweepFlags struct {
	axes    map[string]*[]string
	vary    []string
	reading []*pflag.Flag // how to read files
	folder  string
	again   bool
	making  makeFlags
}

// makeFlags are the flags of commands that make trials.
type makeFlags struct {
	memory  string
	workers int
	dry     bool
	retry   bool
	cluster clusterFlags
}

func (f *makeFlags) flags(c *cobra.Command) {
	c.Flags().IntVar(&f.workers, "workers", 1, "parallel worker processes; 0 means one per core")
	c.Flags().StringVar(&f.memory, "memory", "", "memory limit of a worker, such as 4GiB")
	c.Flags().BoolVar(&f.dry, "dry-run", false, "list the remaining runs without starting them")
	c.Flags().BoolVar(&f.retry, "retry", false, "repeat failed runs")
	f.cluster.flags(c)
}

// check refuses invalid flags of trials.
func (f *makeFlags) check(c *cobra.Command) error {
	if f.memory != "" {
		if _, err := worker.Bytes(f.memory); err != nil {
			return usagef("--memory: %w", err)
		}
	}
	if f.workers < 0 {
		return usagef("--workers %d: must be at least 1, or 0 for one per core", f.workers)
	}
	return f.cluster.check(c, f)
}

// grid returns an empty grid in the folder that a flag names.
func (f *makeFlags) grid(flag, folder string) (trial.Grid, error) {
	g := trial.Grid{Folder: folder, Workers: f.workers, Retry: f.retry}
	if info, err := os.Stat(folder); err == nil && !info.IsDir() {
		return g, usagef("--%s %s: is a file; give --%[1]s the name of a folder", flag, folder)
	}
	if f.workers == 0 {
		g.Workers = cores()
	}
	return g, nil
}

// axis is a list of a study with its flag.
type axis struct{ name, about string }

// sweepAxes are the lists of a study.
var sweepAxes = []axis{
	{"methods", "names of methods, or files of programs"},
	{"modes", "modes (default: the first published, strict, nonprivate and null mode of each method)"},
	{"data", "names of data sets, or files"},
	{"protocols", "protocols to measure (default: all that fit, except audit)"},
	{"epsilons", "budgets ε"},
	{"deltas", "budgets δ (default 1e-5)"},
	{"seeds", "seeds, or ranges such as 1-5 (default 1)"},
	{"variants", "`NAME=VALUE,...`: settings that change together (repeatable)"},
	{"every", "k: use only every k-th graph of a collection"},
	{"nodes", "declared nodes of the files in --data: a number N, a file of ids, or occurring"},
}

func (a *app) sweep() *cobra.Command {
	f := sweepFlags{axes: map[string]*[]string{}}
	c := &cobra.Command{
		Use:   "sweep [FILE]",
		Short: "Run a study: methods × modes × data × budgets × seeds × settings",
		Long: `sweep runs all combinations of a study. A YAML file describes the study; flags override the file. The whole
study is checked before the first run. The number of runs is shown, with an estimate of their time.

  methods:  [dpar, features]
  modes:    [strict, nonprivate, null]
  data:     cora-ml
  epsilons: [0.5, 1, 2]
  seeds:    1-5
  vary:
    Clip: [0.5, 1, 2]

Results are lines of results.jsonl in a folder. The same command continues an interrupted sweep. Several
machines that share the folder share the work. A failed run is stored with its error, and --retry repeats it.
The protocol "audit" attacks each mode; "audit 4000" uses 4000 runs.

Each worker is a process with its share of the cores. With --memory, a run that needs more memory fails and
leaves the others alone.

With --on slurm, tasks of a Slurm job make the runs. The folder must be visible on all cluster nodes. The command
shows progress; after an interruption the tasks continue, and the same command watches them again. A task that
is lost with its cluster node is queued again.

With --again no study is read. Results of --folder from other settings, an earlier edition of a mode or an
unknown origin are repeated and replaced, and differences are listed.`,
		Example: "  gdp sweep study.yaml --workers 4\n  gdp sweep --methods privdpr --data karate --epsilons 0.5,1,2 --seeds 1-3 --folder karate\n  gdp sweep study.yaml --on slurm --tasks 20 --sbatch=--partition=long --sbatch=--time=120",
		Args:    arguments(0, 1),
		RunE: func(c *cobra.Command, args []string) error {
			if f.again {
				return a.runAgain(c.Context(), c, args, f)
			}
			return a.runSweep(c.Context(), c, args, f)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
		},
	}
	flags := c.Flags()
	for _, axis := range sweepAxes {
		if axis.name == "variants" { // values contain commas
			f.axes[axis.name] = flags.StringArray(axis.name, nil, axis.about)
			continue
		}
		f.axes[axis.name] = flags.StringSlice(axis.name, nil, axis.about)
	}
	var r reading
	reader := new(cobra.Command)
	r.flags(reader)
	reader.Flags().VisitAll(func(x *pflag.Flag) {
		if flags.Lookup(x.Name) == nil {
			flags.AddFlag(x)
			f.reading = append(f.reading, x)
		}
	})
	flags.StringArrayVar(&f.vary, "vary", nil, "`NAME=VALUE,...`: a setting and the values to try (repeatable)")
	flags.StringVar(&f.folder, "folder", "", "folder for the results (default: FILE without its extension)")
	flags.BoolVar(&f.again, "again", false, "repeat outdated results of --folder and replace them")
	f.making.flags(c)
	files(c, reads)
	stores.flag(c, "folder")
	reads.flag(c, "data")
	reads.flag(c, "nodes")
	var methods, modes []string
	for _, m := range a.methods {
		methods, modes = append(methods, m.Name), append(modes, m.ModeNames()...)
	}
	slices.Sort(modes)
	completeList(c, "methods", methods)
	completeList(c, "modes", slices.Compact(modes))
	completeList(c, "data", dataNames())
	completeList(c, "protocols", protocolNames())
	return c
}

// study returns the study of the file and the flags.
func (f sweepFlags) study(a *app, c *cobra.Command, args []string) (s study.Study, err error) {
	if len(args) > 0 {
		if s, err = await(a, "reading "+args[0], func() (study.Study, error) { return study.Read(args[0]) }); err != nil {
			return s, usageError{err}
		}
	}
	for _, axis := range sweepAxes {
		if !c.Flags().Changed(axis.name) {
			continue
		}
		if len(*f.axes[axis.name]) == 0 {
			return s, usagef("--%s: the list is empty", axis.name)
		}
		if err := s.Set(axis.name, *f.axes[axis.name]...); err != nil {
			return s, usagef("--%w", err)
		}
	}
	for _, x := range f.reading {
		if x.Changed {
			if err := s.Set(x.Name, valuesOf(x)...); err != nil {
				return s, usagef("--%w", err)
			}
		}
	}
	var said study.Study // from --vary
	for _, v := range f.vary {
		name, values, ok := strings.Cut(v, "=")
		if !ok || values == "" {
			return s, usagef("--vary %s: must have the form NAME=VALUE,VALUE…", v)
		}
		if err := said.SetVary(name, strings.Split(values, ",")...); err != nil {
			return s, usagef("--%w", err)
		}
	}
	for _, axis := range said.Vary {
		s.Vary = slices.DeleteFunc(s.Vary, func(x study.Axis) bool { return strings.EqualFold(x.Setting, axis.Setting) })
		s.Vary = append(s.Vary, axis)
	}
	return s, nil
}

// bench returns the bench that runs trials.
func (a *app) bench() *trial.Bench {
	return &trial.Bench{Methods: append(slices.Clone(a.methods), trial.Originals), Open: func(from trial.Source) (*graph.Collection, bool, error) {
		var r reading
		c := new(cobra.Command)
		r.flags(c)
		words := strings.Split(" "+from.Reading, " --")
		for i, word := range words {
			words[i] = "--" + word
		}
		if err := c.ParseFlags(words[1:]); err != nil {
			return nil, false, wrongFlag(c, err)
		}
		r.Nodes = from.Nodes
		if _, err := data.Lookup(from.Data); err == nil { // it declares its nodes
			r = reading{}
		}
		d, err := opened(a, from.Data, r, func(in data.Input) (*data.Dataset, error) { return in.Open(graphio.Undirected) })
		if err != nil {
			return nil, false, err
		}
		return d.Graphs(), d.Entry.Name == "", nil
	}}
}

// grid returns the grid of the study in its folder.
func (a *app) grid(c *cobra.Command, args []string, f sweepFlags) (g trial.Grid, skipped []string, err error) {
	s, err := f.study(a, c, args)
	if err != nil {
		return g, nil, err
	}
	if len(args) == 0 && len(s.Methods) == 0 {
		return g, nil, usageError{errors.New("no study: give a YAML file, or --methods, --data, --epsilons and --folder")}
	}
	folder := f.folder
	if folder == "" && len(args) > 0 {
		folder = strings.TrimSuffix(args[0], filepath.Ext(args[0]))
	}
	if folder == "" {
		return g, nil, usageError{errors.New("no folder for the results: give --folder, or name it in the study file")}
	}
	if g, err = f.making.grid("folder", folder); err != nil {
		return g, nil, err
	}
	for i, name := range s.Methods {
		m, err := a.methodNamed(name)
		if err == nil {
			s.Methods[i] = m.Name
		} else if program.Is(name) {
			return g, nil, usageError{err}
		}
	}
	b := a.bench()
	b.Skip = func(what, why string) { skipped = append(skipped, what+": "+why) }
	g.Trials, err = b.Plan(s)
	if err != nil && !errors.Is(err, data.ErrNotFound) {
		err = usageError{err}
	}
	return g, skipped, err
}

// runSweep runs the trials of a study.
func (a *app) runSweep(ctx context.Context, c *cobra.Command, args []string, f sweepFlags) error {
	if err := f.making.check(c); err != nil {
		return err
	}
	a.meter.tell("checking the study", 0)
	g, skipped, err := a.grid(c, args, f)
	if err != nil {
		return err
	}
	p, err := g.Status()
	if err != nil {
		return err
	}
	for _, x := range skipped {
		a.note("Skipped: %s.", x)
	}
	a.note("%v; results in %s", p, g.Folder)
	if f.making.dry {
		return a.drySweep(g, p, skipped)
	}
	begun := time.Now()
	failures, err := a.make(ctx, c, args, f.making, "folder", g, a.lines())
	if err != nil {
		return err
	}
	return a.sweptOf(g, failures, skipped, begun)
}

// make runs the trials of a grid, in processes on this machine or in a cluster job, and writes a
// line for each result. The folder of the grid is given by a flag of the command.
func (a *app) make(ctx context.Context, c *cobra.Command, args []string, f makeFlags, flag string, g trial.Grid, lines io.Writer) (trial.Failures, error) {
	if f.cluster.on != "" {
		return a.makeOnCluster(ctx, c, args, f, flag, g, lines)
	}
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program: %w", err)
	}
	pool := &worker.Pool{Command: func() *exec.Cmd {
		args := []string{"sweep-worker"}
		if f.memory != "" {
			args = append(args, "--memory", f.memory)
		}
		for path := range a.programs {
			args = append(args, "--program", path)
		}
		cmd := exec.Command(program, args...)
		cmd.Env = os.Environ()
		if os.Getenv("GOMAXPROCS") == "" {
			cmd.Env = append(cmd.Env, "GOMAXPROCS="+strconv.Itoa(max(1, cores()/g.Workers)))
		}
		return cmd
	}}
	defer pool.Close()
	g.Run = pool.Run
	g.Progress = func(p trial.Progress) {
		a.meter.end()
		fmt.Fprintln(lines, resultLine(p.Last))
		a.meter.show(p.String())
	}
	if p, err := g.Status(); err == nil {
		a.meter.show(p.String())
	}
	_, err = g.Do(ctx)
	a.meter.end()
	var failures trial.Failures
	if err != nil && (ctx.Err() != nil || !errors.As(err, &failures)) {
		if ctx.Err() != nil {
			a.note("Interrupted. Give the same command again to continue.")
		}
		return nil, err
	}
	return failures, nil
}

// lines is where lines for results go: nowhere with --json.
func (a *app) lines() io.Writer {
	if a.json {
		return io.Discard
	}
	return a.out
}

// failed lists failed trials.
func failed(failures trial.Failures) (lines []string) {
	return lists.Map(failures, func(x trial.Failure) string { return fmt.Sprintf("%v: %v", x.Trial, x.Err) })
}

// sweptOf prints the outcome of a sweep.
func (a *app) sweptOf(g trial.Grid, failures trial.Failures, skipped []string, begun time.Time) error {
	p, err := g.Status()
	if err != nil {
		return err
	}
	r := swept{Trials: p.All, Done: p.Done, Failed: len(failures), Results: g.Folder, Skipped: skipped, Errors: failed(failures)}
	err = a.print(r, func(w rows) {
		for _, line := range r.Errors {
			fmt.Fprintln(w, "failed:", line)
		}
		fmt.Fprintf(w, "%d of %d runs done, %d failed, in %v; results in %s\n", r.Done, r.Trials, r.Failed, time.Since(begun).Round(time.Second), r.Results)
	})
	if err == nil && r.Failed > 0 {
		return errReported
	}
	return err
}

// drySweep lists the remaining trials.
func (a *app) drySweep(g trial.Grid, p trial.Progress, skipped []string) error {
	kept := map[trial.Trial]bool{}
	all, err := trial.ReadAll(g.Folder)
	if err != nil {
		return err
	}
	for _, r := range all {
		kept[r.Trial] = r.Error == "" || !g.Retry
	}
	return a.print(swept{Trials: p.All, Done: p.Done, Failed: p.Failed, Left: p.Left.Seconds(), Results: g.Folder, Skipped: skipped}, func(t rows) {
		fmt.Fprintln(t, "protocol\tmethod\tmode\tdata\tε\tseed\tsettings")
		for _, x := range g.Trials {
			if !kept[x] {
				eps := "–" // mode without privacy
				if x.Epsilon > 0 {
					eps = fmt.Sprint(x.Epsilon)
				}
				fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%d\t%s\n", x.Protocol, x.Method, x.Mode, x.Data, eps, x.Seed, x.Variant)
			}
		}
	})
}

// resultLine describes a result in one line.
func resultLine(r trial.Result) string {
	if r.Error != "" {
		return fmt.Sprintf("%v: failed: %s", r.Trial, r.Error)
	}
	values := lists.Map(slices.Sorted(maps.Keys(r.Values)), func(name string) string { return fmt.Sprintf("%s %.4g", name, r.Values[name]) })
	privacy := fmt.Sprintf("claimed ε %.4g, proved %.4g", r.Claimed, r.Proved)
	if math.IsInf(r.Claimed, 1) && r.Epsilon == 0 {
		privacy = "not private"
	}
	return fmt.Sprintf("%v: %s; %s (%.1f s)", r.Trial, strings.Join(values, ", "), privacy, r.Seconds)
}

// sweepWorker is the command that `gdp sweep` starts.
func (a *app) sweepWorker() *cobra.Command {
	var memory string
	var programs []string
	c := &cobra.Command{
		Use:     "sweep-worker",
		Short:   "Run the trials that standard input names (started by gdp sweep)",
		Example: "  gdp sweep-worker --memory 4GiB",
		Hidden:  true,
		Args:    arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			if memory != "" {
				bytes, err := worker.Bytes(memory)
				if err != nil {
					return usagef("--memory: %w", err)
				}
				if err := worker.Limit(bytes); err != nil {
					return err
				}
			}
			for _, path := range programs {
				if _, err := a.methodNamed(path); err != nil {
					return err
				}
			}
			signal.Ignore(os.Interrupt, syscall.SIGTERM) // the parent ends its input to stop it
			return worker.Serve(context.Background(), a.bench().Run, a.in, a.out, func() { os.Exit(0) })
		},
	}
	c.Flags().StringVar(&memory, "memory", "", "memory limit, such as 4GiB")
	c.Flags().StringArrayVar(&programs, "program", nil, "`FILE` of a program that trials name (repeatable)")
	return c
}
