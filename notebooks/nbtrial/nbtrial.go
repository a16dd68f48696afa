// Package nbtrial makes the trials behind a notebook's tables and figures.
package nbtrial

import (
	"context"
	"errors"
	"os"
	"slices"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/trial"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// Grid is how the trials of a notebook are made.
type Grid struct {
	Method string
	// Evaluate makes one trial.
	Evaluate func(ctx context.Context, t trial.Trial, on *graph.Network) (map[string]float64, error)
	// MadeUp stands in for all data sets where the notebook runs small.
	MadeUp func() *graph.Network
}

// Do returns the results of all trials of some axes, whose methods it sets. Those
// that the folder `results` beside the notebook holds are read, the others made and
// added to it, so that a grid that is killed goes on where it was. Trials on data
// sets that are not on this machine are left out, which is said while the cell runs.
// In a small run nothing is read or kept.
func (g Grid) Do(axes ...trial.Axes) []trial.Result {
	folder, networks := "results", map[string]*graph.Network{}
	if nb.Small() {
		folder = nb.Must(os.MkdirTemp("", g.Method))
		defer os.RemoveAll(folder)
	}
	var trials []trial.Trial
	for _, a := range axes {
		a.Methods = []string{g.Method}
		if nb.Small() {
			a.Data = []string{"made up"}
		}
		for _, name := range a.Data {
			if _, ok := networks[name]; !ok {
				networks[name] = g.network(name)
			}
		}
		a.Data = slices.DeleteFunc(slices.Clone(a.Data), func(name string) bool { return networks[name] == nil })
		if len(a.Data) > 0 { // an empty axis would be one data set without a name
			trials = append(trials, a.Trials()...)
		}
	}
	if len(trials) == 0 {
		nb.Show(nb.Markdown("None of the data sets of this table is here."))
		return nil
	}
	bar := nb.Progress("trials", len(trials))
	defer bar.Done()
	done := 0
	return nb.Must(trial.Grid{
		Trials: trials, Folder: folder, Workers: 2,
		Progress: func(p trial.Progress) { bar.Step(p.Done - done); done = p.Done },
		Run: func(ctx context.Context, t trial.Trial) (map[string]float64, error) {
			return g.Evaluate(ctx, t, networks[t.Data])
		},
	}.Do(context.Background()))
}

// network is a data set, or nil where it is not on this machine.
func (g Grid) network(name string) *graph.Network {
	if nb.Small() {
		return g.MadeUp()
	}
	d, err := data.Load(name)
	if errors.Is(err, data.ErrNotFound) {
		nb.Live("%v", err)
		return nil
	}
	nb.Check(err)
	return &d.Network
}
