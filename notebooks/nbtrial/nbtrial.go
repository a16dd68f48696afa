// Package nbtrial makes the trials behind a notebook's tables and figures.
//
//	results := nbtrial.Grid{Method: privdpr.Method, MadeUp: madeUp}.Do(trial.Axes{
//		Protocols: []string{trial.GraphStatistics}, Modes: []string{"published", "strict", "null"},
//		Data: []string{"privdpr-cora"}, Epsilons: []float64{1}, Seeds: []uint64{1, 2, 3},
//	})
package nbtrial

import (
	"context"
	"errors"
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
	// Small are settings of a small run, such as "Steps=20". A mode without such a setting
	// runs without it.
	Small []string
}

// madeUp is the name of the data set in the results of a small run.
const madeUp = "made up"

// Do returns the results of all trials of some axes; axes that name no method are of the
// grid's own. Results that are in the folder `results` beside the notebook are read; the other trials are evaluated
// and their results added to it, so that a grid that is killed is continued by the next
// call. Trials on data sets that are not on this machine are left out, and a live line says
// so. In a small run nothing is read or kept.
func (g Grid) Do(axes ...trial.Axes) []trial.Result {
	folder, networks := "results", map[string]*graph.Network{}
	if nb.Small() {
		folder = nb.Must(os.MkdirTemp("", g.Method.Name))
		defer os.RemoveAll(folder)
	}
	var trials []trial.Trial
	for _, a := range axes {
		if len(a.Methods) == 0 {
			a.Methods = []string{g.Method.Name}
		}
		if nb.Small() {
			a.Data = []string{madeUp}
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
	if nb.Small() {
		for i := range trials {
			trials[i].Variant = nb.Must(g.small(trials[i]))
		}
	}
	bar := nb.Progress("trials", len(trials))
	defer bar.Done()
	done := 0
	return nb.Must(trial.Grid{
		Trials: trials, Folder: folder, Workers: 2,
		Progress: func(p trial.Progress) { bar.Step(p.Done - done); done = p.Done },
		Run: func(ctx context.Context, t trial.Trial) (trial.Measured, error) {
			m, err := g.method(t)
			if err != nil {
				return trial.Measured{}, err
			}
			return trial.Evaluate(ctx, m, t, networks[t.Data], nil)
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
