package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/spf13/cobra"
)

// renewed is what `gdp sweep --again` prints.
type renewed struct {
	Again  int      `json:"again"` // results that were replaced
	Same   int      `json:"same"`  // that came out the same, to the last bit
	Other  []string `json:"other,omitempty"`
	Gone   int      `json:"gone"` // of modes and settings that there are no more
	Failed []string `json:"failed,omitempty"`
}

// runAgain makes old results of a folder again, in a folder below it, and replaces them.
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
	g, err := f.making.grid("folder", filepath.Join(f.folder, "again"))
	if err != nil {
		return err
	}
	r := renewed{}
	methods := a.bench().Methods
	if g.Trials, r.Gone, err = trial.Old(methods, f.folder); err != nil {
		return err
	}
	begun, _, err := trial.Old(methods, g.Folder)
	if err != nil {
		return err
	}
	if len(begun) > 0 {
		return usagef("%s holds results of another version of this program; remove it first", g.Folder)
	}
	p, err := g.Status()
	if err != nil {
		return err
	}
	a.note("%d outdated results in %s: %v", len(g.Trials), f.folder, p)
	if f.making.dry {
		return a.drySweep(g, p, nil)
	}
	lines := a.out
	if a.json {
		lines = io.Discard
	}
	failures, stopped := a.make(ctx, c, nil, f.making, "folder", g, lines)
	if stopped != nil && ctx.Err() == nil {
		return stopped
	}
	list, err := replaced(g.Folder, f.folder)
	if err != nil {
		return err
	}
	for _, x := range failures {
		r.Failed = append(r.Failed, fmt.Sprintf("%v: %v", x.Trial, x.Err))
	}
	for _, x := range list {
		if r.Again++; x.Same() {
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
	if stopped != nil { // the rest is old still
		return errors.Join(stopped, err)
	}
	if err == nil && len(r.Failed) > 0 {
		return errReported
	}
	return err
}

// replaced puts the results of one folder in the place of those of another, and removes the first.
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

// otherwise says which values came out otherwise.
func otherwise(x trial.Renewal) string {
	line := x.After.Trial.String() + ":"
	for _, name := range slices.Sorted(maps.Keys(x.After.Values)) {
		if before, after := x.Before.Values[name], x.After.Values[name]; before != after {
			line += fmt.Sprintf(" %s %.6g, before %.6g;", name, after, before)
		}
	}
	return line[:len(line)-1]
}
