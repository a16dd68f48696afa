package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/spf13/cobra"
)

// renewed is the output of `gdp sweep --again`.
type renewed struct {
	Again  int      `json:"again"` // replaced results
	Same   int      `json:"same"`  // replaced results with the same bits
	Other  []string `json:"other,omitempty"`
	Gone   int      `json:"gone"` // results of modes and settings that no longer exist
	Failed []string `json:"failed,omitempty"`
}

// runAgain repeats outdated results of a folder in a subfolder, and replaces them.
func (a *app) runAgain(ctx context.Context, c *cobra.Command, args []string, f sweepFlags) error {
	if err := f.making.check(c); err != nil {
		return err
	}
	switch {
	case f.folder == "":
		return usageError{errors.New("--again needs --folder, whose results it repeats")}
	case f.making.cluster.on != "":
		return usageError{errors.New("--again excludes --on " + f.making.cluster.on)}
	case len(args) > 0 || len(f.vary) > 0 || slices.ContainsFunc(sweepAxes, func(x axis) bool { return c.Flags().Changed(x.name) }):
		return usageError{errors.New("--again repeats the results of the folder; leave out the study")}
	}
	g, gone, err := f.old(a)
	if err != nil {
		return err
	}
	p, err := g.Status()
	if err != nil {
		return err
	}
	a.note("%d outdated results in %s: %v", len(g.Trials), f.folder, p)
	if f.making.dry {
		return a.drySweep(g, p, nil)
	}
	failures, stopped := a.make(ctx, c, nil, f.making, "folder", g, a.lines())
	if stopped != nil && ctx.Err() == nil {
		return stopped
	}
	list, err := replaced(g.Folder, f.folder)
	if err != nil {
		return err
	}
	r := renewed{Again: len(list), Gone: gone, Failed: failed(failures)}
	for _, x := range list {
		if x.Same() {
			r.Same++
		} else {
			r.Other = append(r.Other, otherwise(x))
		}
	}
	err = a.print(r, func(w rows) {
		for _, line := range slices.Concat(r.Other, r.Failed) {
			fmt.Fprintln(w, line)
		}
		fmt.Fprintf(w, "%d results of %s repeated: %d identical to the last bit, %d different; %d failed and were kept, %d belong to no mode of this version\n",
			r.Again, f.folder, r.Same, len(r.Other), len(r.Failed), r.Gone)
	})
	if stopped == nil && err == nil && len(r.Failed) > 0 {
		return errReported
	}
	return errors.Join(stopped, err) // interrupted: the remaining results are still outdated
}

// old lists the trials to repeat, and counts the trials of modes that no longer exist.
func (f sweepFlags) old(a *app) (g trial.Grid, gone int, err error) {
	if g, err = f.making.grid("folder", filepath.Join(f.folder, "again")); err != nil {
		return g, 0, err
	}
	methods := a.bench().Methods
	if g.Trials, gone, err = trial.Old(methods, f.folder); err != nil {
		return g, gone, err
	}
	begun, _, err := trial.Old(methods, g.Folder)
	if err == nil && len(begun) > 0 {
		err = usagef("%s holds results of another version of this program; remove it first", g.Folder)
	}
	return g, gone, err
}

// replaced replaces results of the folder to by those of from, and removes from.
func replaced(from, to string) ([]trial.Renewal, error) {
	fresh, err := trial.Read(from)
	if err != nil {
		return nil, err
	}
	list, err := trial.Renew(to, fresh)
	if err != nil {
		return nil, err
	}
	return list, os.RemoveAll(from)
}

// otherwise lists the values that have changed.
func otherwise(x trial.Renewal) string {
	line := x.After.Trial.String() + ":"
	for _, name := range slices.Sorted(maps.Keys(x.After.Values)) {
		if before, after := x.Before.Values[name], x.After.Values[name]; before != after {
			line += fmt.Sprintf(" %s %.6g, before %.6g;", name, after, before)
		}
	}
	return line[:len(line)-1]
}
