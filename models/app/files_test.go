package app

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/eval/trial"
)

// plainWords are flags that take a text without a list of its values, and name no file.
var plainWords = []string{"command", "keep", "pair", "program", "variants", "set", "where", "sbatch", "vary", "memory", "seeds", "format", "mechanism", "sampling", "accountant", "relation", "size", "on", "epsilons", "deltas", "every", "classes", "value", "weights", "budget", "columns", "id", "label", "use", "missing"}

// eachCommand calls f with every command that does something.
func eachCommand(f func(path string, c *cobra.Command)) {
	a := &app{methods: models.Methods()}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if c.Runnable() && !c.HasSubCommands() {
			f(strings.TrimPrefix(c.CommandPath(), "gdp "), c)
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(a.root())
}

// Every flag and argument for a file has a role. One with a text has a role, completes from a list,
// or is known to be a word.
func TestEveryFileHasARole(t *testing.T) {
	found := 0
	eachCommand(func(path string, c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !strings.HasPrefix(f.Value.Type(), "string") {
				return
			}
			_, list := c.GetFlagCompletionFunc(f.Name)
			if role := f.Annotations[fileRole]; role != nil {
				found++
			} else if !list && !slices.Contains(plainWords, f.Name) {
				t.Errorf("gdp %s --%s: a file, whose role is not declared, or a word", path, f.Name)
			}
		})
		takes := false
		for _, name := range []string{"FILE", "FOLDER", "FROM", "ORIGINAL"} {
			takes = takes || strings.Contains(strings.SplitN(c.Use, " --", 2)[0]+" ", name)
		}
		if takes != (c.Annotations[fileRole] != "") {
			t.Errorf("gdp %s: arguments %q, whose roles are %q", path, c.Use, c.Annotations[fileRole])
		}
	})
	if found < 10 {
		t.Errorf("only %d flags with files", found)
	}
}

const someResults = "../../notebooks/14_dpar/results"

// whole are command lines that succeed, by commands. {} is a new name in a folder of the test.
var whole = map[string]string{
	"account":   "account --journal {}.journal",
	"advise":    "advise --task synthesis --relation edge --epsilon 1 --graph ../../data/graph/graphio/testdata/networkx.graphml",
	"ask":       "ask edges --graph karate --relation node-unbounded --nodes 34 --epsilon 1 --journal {}",
	"run":       "run privdpr --mode strict --graph karate --relation node-unbounded --nodes 34 --epsilon 1 --delta 1e-5 --journal {} --out {}.txt",
	"audit":     "audit privdpr --epsilon 4 --delta 1e-5 --set Theta=1 --trials 40 --resume {}",
	"trial":     "trial privdpr --mode strict --protocol statistics --graph karate --epsilon 1",
	"stats":     "stats karate --only nodes",
	"compare":   "compare karate karate",
	"convert":   "convert karate {}.npz",
	"grade":     "grade {}",
	"predict":   "predict testdata/constant.json --graph karate",
	"data info": "data info karate",
	"results":   "results " + someResults + " --export {}.csv",
	"board":     "board " + someResults + " --out {} --figure {}.svg --protocol classification --graph cora-ml",
	"reproduce": "reproduce features --table 1 --size kept --results " + someResults,
	"sweep":     "sweep {}.yaml --folder {} --methods privdpr --modes strict --data ../../data/graph/graphio/testdata/numpy.npz --protocols statistics --epsilons 1 --dry-run",
}

// line is the command line of a command, as words.
func line(t *testing.T, path string) []string {
	words := strings.Fields(whole[path])
	for i, w := range words {
		words[i] = strings.ReplaceAll(w, "{}", filepath.Join(t.TempDir(), "new"))
		if strings.HasSuffix(w, "{}.journal") {
			calls(t, "", "ask", "edges", "--graph", "karate", "--epsilon", "1", "--journal", words[i])
		}
		if path == "grade" && w == "{}" {
			must.Do(t, os.Mkdir(words[i], 0o700))
			put(t, filepath.Join(words[i], "empty.ipynb"), `{"cells": []}`)
		}
		if strings.HasSuffix(w, "{}.yaml") {
			put(t, words[i], "seeds: 1\n")
		}
	}
	return words
}

// trap is a file that no command can use.
type trap struct {
	name  string
	make  func(path string) error
	waits bool // for another program, until it is interrupted
}

var (
	endless = trap{"endless device", func(path string) error { return os.Symlink("/dev/zero", path) }, false}
	noSpace = trap{"full device", func(path string) error { return os.Symlink("/dev/full", path) }, false}
	folder  = trap{"folder", func(path string) error { return os.Mkdir(path, 0o700) }, false}
	pipe    = trap{"pipe", func(path string) error { return syscall.Mkfifo(path, 0o600) }, false}
	waiting = trap{"pipe without another end", pipe.make, true}
	missing = trap{"missing", func(string) error { return nil }, false}
	regular = trap{"regular file", func(path string) error { return os.WriteFile(path, []byte("x"), 0o600) }, false}
	large   = trap{"large file", func(path string) error {
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		return errors.Join(f.Truncate(file.Most+1), f.Close())
	}, false}
)

// within puts a trap into a folder.
func (x trap) within(name string) trap {
	return trap{x.name + " " + name, func(path string) error { return errors.Join(os.Mkdir(path, 0o700), x.make(filepath.Join(path, name))) }, x.waits}
}

// traps are the inputs of the test by role. Files to read or write may be missing; files to write
// are not read, whatever their size.
var traps = map[role][]trap{
	reads:  {endless, noSpace, folder, waiting, large, missing},
	looks:  {endless, noSpace, pipe, large, missing},
	keeps:  {endless, noSpace, folder, pipe, large},
	writes: {noSpace, folder, waiting},
	stores: {endless, regular, endless.within(trial.File), noSpace.within(trial.File), folder.within(trial.File), pipe.within(trial.File), large.within(trial.File)},
	fills:  {noSpace, regular, folder.within("index.html"), noSpace.within("index.html"), waiting.within("index.html")},
}

// A flag or an argument may name an endless file, a file of another kind, one too large or one that
// never opens. The command then ends soon, with its name and without reading it all. A command that
// waits ends when interrupted.
func TestNoFileHoldsACommand(t *testing.T) {
	t.Parallel()
	eachCommand(func(path string, c *cobra.Command) {
		// Each trap has files of its own: two runs at a time would meet in one journal.
		try := func(what string, r role, at int) {
			for _, x := range traps[r] {
				t.Run(strings.ReplaceAll(path+" "+what+" "+x.name, "/", "_"), func(t *testing.T) {
					t.Parallel()
					words, at := line(t, path), at
					if what == "--features" { // which declares the nodes
						words = strings.Fields(strings.Replace(strings.Join(words, " "), " --relation node-unbounded --nodes 34", "", 1))
					}
					if at < 0 {
						words = append(words, what, "")
						at = len(words) - 1
					}
					words[at] = filepath.Join(t.TempDir(), "trap"+filepath.Ext(words[at]))
					words[at] += map[string]string{"results --export": ".csv", "board --figure": ".svg", "audit --out": ".html"}[path+" "+what]
					if err := x.make(words[at]); err != nil {
						t.Skip(err)
					}
					caught(t, x, words, words[at])
				})
			}
		}
		roles := strings.Fields(c.Annotations[fileRole])
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if list := f.Annotations[fileRole]; list != nil {
				roles = append(roles, list...)
			}
		})
		if path == "lab" { // which sets up Python before it looks at these
			return
		}
		if len(roles) > 0 && whole[path] == "" {
			t.Errorf("gdp %s takes files and is not tried", path)
			return
		}
		if len(roles) == 0 {
			return
		}
		t.Run(path, func(t *testing.T) {
			calls(t, "", line(t, path)...)
		})
		first := 1 + strings.Count(path, " ")
		for i, r := range strings.Fields(c.Annotations[fileRole]) {
			try(fmt.Sprint("argument ", i+1), role(r), first+i)
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			for _, r := range f.Annotations[fileRole] {
				try("--"+f.Name, role(r), -1)
			}
		})
	})
}

// caught runs a command line as a process and checks how it ends.
func caught(t *testing.T, x trap, words []string, name string) {
	program := must.Get(os.Executable())(t)
	for patience := 2 * time.Second; ; patience *= 2 {
		var said bytes.Buffer
		cmd := exec.Command(program, words...)
		cmd.Env = append(os.Environ(), asProcess+"=1", "GOMLX_BACKEND=kernels", "TMPDIR="+t.TempDir())
		cmd.Stdout, cmd.Stderr = &said, &said
		must.Do(t, cmd.Start())
		end := time.AfterFunc(patience+20*time.Second, func() { _ = cmd.Process.Kill() })
		var begun time.Time
		if x.waits {
			time.Sleep(patience) // until it waits
			begun = time.Now()
			_ = cmd.Process.Signal(syscall.SIGTERM)
		}
		err := cmd.Wait()
		late := !end.Stop()
		state, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
		usage, _ := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		switch {
		case x.waits && !late && state.Signaled() && state.Signal() == syscall.SIGTERM && patience < time.Minute:
			continue // it has not reached the pipe
		case late:
			t.Errorf("%q does not end: %s", words, &said)
		case err == nil || !state.Exited() || state.ExitStatus() != 1 && state.ExitStatus() != 2:
			t.Errorf("%q ends with %v: %s", words, err, &said)
		case !strings.Contains(said.String(), name):
			t.Errorf("%q does not name the file: %s", words, &said)
		case x.waits && !strings.Contains(said.String(), "interrupted"):
			t.Errorf("%q did not wait: %s", words, &said)
		case x.waits && time.Since(begun) > 10*time.Second:
			t.Errorf("%q ended %v after it was told to", words, time.Since(begun))
		}
		if usage != nil && usage.Maxrss > 1<<20 { // KiB
			t.Errorf("%q took %d KiB", words, usage.Maxrss)
		}
		return
	}
}
