// Package nbtrial makes the trials behind a notebook's tables and figures.
//
//	o := nbtrial.Options{Methods: []method.Method{privdpr.Method}, MadeUp: madeUp}
//	results := nbtrial.Do(o, study.Study{
//		Protocols: []string{trial.GraphStatistics},
//		Modes: []string{"published", "strict", "null"},
//		Data: []string{"privdpr-cora"}, Epsilons: []float64{1}, Seeds: []uint64{1, 2, 3},
//	})
package nbtrial

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/study"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// Options determine how a notebook runs trials.
type Options struct {
	// Methods are the methods that studies may name. The first is the default.
	Methods []method.Method
	// MadeUp replaces all data sets in a small run.
	MadeUp *graph.Collection
	// Small are settings of a small run, such as "Steps=20". A mode ignores settings that it
	// does not have.
	Small []string
}

// madeUp is the name of the data set in the results of a small run.
const madeUp = "made up"

// Do returns the results of the studies' trials. It reads them from the folder `results` beside the
// notebook and from those of the other notebooks. It runs the missing trials and stores their
// results; a killed cell resumes. If the data set of a missing trial is not on this machine, the
// trial is left out, and a live line names it. A small run neither reads nor stores results.
func Do(o Options, studies ...study.Study) []trial.Result {
	studies = slices.Clone(studies)
	for i, s := range studies {
		if len(s.Methods) == 0 && len(o.Methods) > 0 {
			studies[i].Methods = []string{o.Methods[0].Name}
		}
		if nb.Small() {
			studies[i].Data = []string{madeUp}
		}
	}
	trials := nb.Must(trial.List(o.Methods, studies...))
	asked, results := trials, map[trial.Trial]trial.Result{}
	folder, bench := "results", &trial.Bench{Methods: o.Methods}
	if nb.Small() {
		folder = nb.Must(os.MkdirTemp("", "trials"))
		defer os.RemoveAll(folder)
		for i, t := range trials {
			trials[i].Variant = nb.Must(o.small(t))
		}
		bench.Open = func(trial.Source) (*graph.Collection, bool, error) { return o.MadeUp, false, nil }
	} else {
		sets := map[string]*graph.Collection{}
		results = others(folder)
		trials = slices.DeleteFunc(slices.Clone(asked), func(t trial.Trial) bool { _, ok := results[t]; return ok })
		trials, sets = possible(folder, trials)
		bench.Open = func(from trial.Source) (*graph.Collection, bool, error) { return sets[from.Data], false, nil }
	}
	bar := nb.Progress("trials", len(trials))
	defer bar.Done()
	if len(trials) > 0 {
		for _, r := range makeAll(trial.Grid{
			Trials: trials, Folder: folder, Workers: 2, Retry: true, // the cell was run again for that
			Run: bench.Run,
		}, bar.Step) {
			results[r.Trial] = r
		}
	}
	var list []trial.Result
	for _, t := range asked {
		if r, ok := results[t]; ok {
			list = append(list, r)
		}
	}
	if len(list) == 0 {
		nb.Show(nb.Markdown("None of the data sets of this table is here, and none of its trials is kept."))
	}
	return list
}

// others returns results that are stored only in other notebooks' folders.
func others(own string) map[trial.Trial]trial.Result {
	found := map[trial.Trial]trial.Result{}
	for _, r := range nb.Must(kept()) {
		if _, ok := found[r.Trial]; !ok && r.Error == "" {
			found[r.Trial] = r
		}
	}
	for _, r := range nb.Must(store(own)) {
		if r.Error == "" {
			delete(found, r.Trial)
		}
	}
	return found
}

// makeAll runs the trials of a grid, and reports the number of finished ones, counting stored ones
// first.
func makeAll(g trial.Grid, step func(n int)) []trial.Result {
	done := 0
	g.Progress = func(p trial.Progress) { step(p.Done - done); done = p.Done }
	g.Progress(nb.Must(g.Status()))
	return nb.Must(g.Do(context.Background()))
}

// small returns the variant of a trial in a small run.
func (o Options) small(t trial.Trial) (string, error) {
	m, err := method.Find(o.Methods, t.Method)
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
	for _, s := range o.Small {
		if _, err := method.Set(mode.Config(), s); err == nil {
			settings = append(settings, s)
		}
	}
	return strings.Join(settings, ","), nil
}

// possible returns the trials that are stored in a folder or whose data set is on this machine. It
// also returns the data sets of those that are not stored.
func possible(folder string, trials []trial.Trial) ([]trial.Trial, map[string]*graph.Collection) {
	kept, sets := map[trial.Trial]bool{}, map[string]*graph.Collection{}
	for _, r := range nb.Must(store(folder)) {
		kept[r.Trial] = kept[r.Trial] || r.Error == ""
	}
	var names []string
	for _, t := range trials {
		if kept[t] {
			continue
		}
		if nb.Kept() {
			nb.Check(fmt.Errorf("nbtrial: %v: %w", t, ErrNotKept))
		}
		if !slices.Contains(names, t.Data) {
			names = append(names, t.Data)
		}
	}
	for _, d := range nb.Load(names...) {
		for _, name := range append(d.Entry.Aliases, d.Entry.Name) {
			sets[name] = d.Graphs()
		}
	}
	return slices.DeleteFunc(trials, func(t trial.Trial) bool { return !kept[t] && sets[t.Data] == nil }), sets
}

// ErrNotKept marks a trial whose result is missing while [nb.Kept] allows no new trials.
var ErrNotKept = errors.New("no result of the trial is kept")
