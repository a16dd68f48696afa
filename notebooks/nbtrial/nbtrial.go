// Package nbtrial makes the trials behind a notebook's tables and figures.
//
//	results := nbtrial.Grid{Method: privdpr.Method, MadeUp: madeUp}.Do(trial.Axes{
//		Protocols: []string{trial.GraphStatistics}, Modes: []string{"published", "strict", "null"},
//		Data: []string{"privdpr-cora"}, Epsilons: []float64{1}, Seeds: []uint64{1, 2, 3},
//	})
package nbtrial

import (
	"context"
	"os"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/trial"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// Grid is how the trials of a notebook are made.
type Grid struct {
	Method method.Method
	Beside []method.Method // methods that axes name
	// MadeUp stands in for all data sets where the notebook runs small.
	MadeUp func() *graph.Network
	// MadeUpCollection does so where the data sets are collections.
	MadeUpCollection func() *graph.Collection
	// Small are settings of a small run, such as "Steps=20". A mode without such a setting
	// runs without it.
	Small []string
}

// madeUp is the name of the data set in the results of a small run.
const madeUp = "made up"

// Do returns the results of all trials of some axes; axes that name no method are of the
// grid's own. Results that are in the folder `results` beside the notebook are read; the
// other trials are evaluated and their results added to it, so that a grid that is killed is
// continued by the next call. Trials that would have to be made on data sets that are not on this machine are left
// out, and a live line says so. In a small run nothing is read or kept.
func (g Grid) Do(axes ...trial.Axes) []trial.Result {
	var trials []trial.Trial
	for _, a := range axes {
		if len(a.Methods) == 0 {
			a.Methods = []string{g.Method.Name}
		}
		if nb.Small() {
			a.Data = []string{madeUp}
		}
		trials = append(trials, a.Trials()...)
	}
	return g.Make(trials...)
}

// Make is [Grid.Do] for a list of trials.
func (g Grid) Make(trials ...trial.Trial) []trial.Result {
	folder := "results"
	if nb.Small() {
		folder = nb.Must(os.MkdirTemp("", g.Method.Name))
		defer os.RemoveAll(folder)
	}
	sets := map[string]*data.Dataset{}
	switch {
	case nb.Small() && g.MadeUpCollection != nil:
		sets[madeUp] = &data.Dataset{Collection: g.MadeUpCollection()}
	case nb.Small():
		sets[madeUp] = &data.Dataset{Network: *g.MadeUp()}
	default:
		trials, sets = possible(folder, trials)
	}
	if len(trials) == 0 {
		nb.Show(nb.Markdown("None of the data sets of this table is here, and none of its trials is kept."))
		return nil
	}
	if nb.Small() {
		for i := range trials {
			trials[i].Data = madeUp
			trials[i].Variant = nb.Must(g.small(trials[i]))
		}
	}
	bar := nb.Progress("trials", len(trials))
	defer bar.Done()
	done := 0
	return nb.Must(trial.Grid{
		Trials: trials, Folder: folder, Workers: 2, Retry: true, // the cell was run again for that
		Progress: func(p trial.Progress) { bar.Step(p.Done - done); done = p.Done },
		Run: func(ctx context.Context, t trial.Trial) (trial.Measured, error) {
			m, err := g.method(t)
			if err != nil {
				return trial.Measured{}, err
			}
			return trial.Evaluate(ctx, m, t, sets[t.Data].Graphs(), nil)
		},
	}.Do(context.Background()))
}

// method is that of a trial.
func (g Grid) method(t trial.Trial) (method.Method, error) {
	return method.Find(append([]method.Method{g.Method}, g.Beside...), t.Method)
}

// small is the variant of a trial in a small run.
func (g Grid) small(t trial.Trial) (string, error) {
	m, err := g.method(t)
	if err != nil {
		return "", err
	}
	mode, err := m.Mode(t.Mode)
	if err != nil {
		return "", err
	}
	var settings []string
	if t.Variant != "" {
		settings = append(settings, t.Variant)
	}
	for _, s := range g.Small {
		if _, err := method.Set(mode.Config(), s); err == nil {
			settings = append(settings, s)
		}
	}
	return strings.Join(settings, ","), nil
}

// possible returns the trials that are kept in a folder, or whose data set is on this
// machine, and the data sets of those that are not kept.
func possible(folder string, trials []trial.Trial) ([]trial.Trial, map[string]*data.Dataset) {
	kept, sets := map[trial.Trial]bool{}, map[string]*data.Dataset{}
	for _, r := range nb.Must(trial.Read(folder)) {
		kept[r.Trial] = true
	}
	var names []string
	for _, t := range trials {
		if !kept[t] && !slices.Contains(names, t.Data) {
			names = append(names, t.Data)
		}
	}
	for _, d := range nb.Load(names...) {
		for _, name := range append(d.Entry.Aliases, d.Entry.Name) {
			sets[name] = d
		}
	}
	return slices.DeleteFunc(trials, func(t trial.Trial) bool { return !kept[t] && sets[t.Data] == nil }), sets
}
