package nbtrial

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/models/eval/exhibit"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// Show shows a table or a figure of a method's paper, such as "Table 2", from stored trials. These
// are in the folder `results` beside the notebook and beside the other notebooks. It runs no
// trials, which is the task of `gdp reproduce`. A small run runs the few trials of the exhibit's
// small size, or shows that there are none.
func Show(m method.Method, name string) {
	d, err := drawn(m, name, []method.Method{m})
	if errors.Is(err, exhibit.ErrNoSmall) {
		nb.Show(nb.Markdown(err.Error()))
		return
	}
	nb.Check(err)
	if d.IsFigure() {
		nb.Show(nb.Must(d.Figure()))
		return
	}
	nb.Show(d)
}

func drawn(m method.Method, name string, methods []method.Method) (*exhibit.Drawn, error) {
	e, err := exhibit.Find(m, name)
	if err != nil {
		return nil, err
	}
	if nb.Small() {
		if e, err = exhibit.Small(methods, e); err != nil {
			return nil, err
		}
	}
	p, err := exhibit.Plan(methods, m, e)
	if err != nil {
		return nil, err
	}
	var results []trial.Result
	if nb.Small() {
		results, err = small(name, methods, p)
	} else {
		results, err = kept()
	}
	if err != nil {
		return nil, err
	}
	return p.Draw(results, data.NotHeld()), nil
}

// kept returns the results of the notebook, then those of the other notebooks. Of two results of
// one trial, the first counts.
func kept() (all []trial.Result, err error) {
	folders, err := filepath.Glob(filepath.Join("..", "*", "results"))
	if err != nil {
		return nil, err
	}
	own, _ := os.Stat("results") // there may be none
	folders = slices.DeleteFunc(folders, func(folder string) bool {
		info, err := os.Stat(folder)
		return err == nil && os.SameFile(info, own)
	})
	for _, folder := range append([]string{"results"}, folders...) {
		results, err := store(folder)
		if err != nil {
			return nil, err
		}
		all = append(all, results...)
	}
	return all, nil
}

// stores holds the results read by this process, by folder.
var stores = map[string]struct {
	os.FileInfo
	results []trial.Result
}{}

// store returns the results in a folder. It reads them again if the file was replaced or has
// changed.
func store(folder string) ([]trial.Result, error) {
	info, err := os.Stat(filepath.Join(folder, trial.File))
	if err != nil {
		return trial.ReadAll(folder)
	}
	if s, ok := stores[folder]; ok && os.SameFile(s.FileInfo, info) && s.Size() == info.Size() && s.ModTime().Equal(info.ModTime()) {
		return s.results, nil
	}
	s := stores[folder]
	if s.results, err = trial.ReadAll(folder); err == nil {
		s.FileInfo = info
		stores[folder] = s
	}
	return s.results, err
}

// made holds the results of small runs in this process, which exhibits share.
var made []trial.Result

// small runs the trials of an exhibit that no earlier one has run.
func small(name string, methods []method.Method, p *exhibit.Planned) ([]trial.Result, error) {
	folder, err := os.MkdirTemp("", p.Method.Name)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	bench := &trial.Bench{Methods: methods, Open: func(from trial.Source) (*graph.Collection, bool, error) {
		d, err := data.Open(from.Data, graphio.Options{})
		if err != nil {
			return nil, false, err
		}
		return d.Graphs(), false, nil
	}}
	missing := p.Missing(made)
	bar := nb.Progress(name, len(missing))
	defer bar.Done()
	results, err := trial.Grid{Trials: missing, Folder: folder, Workers: 2, Run: bench.Run, Progress: func(trial.Progress) { bar.Step(1) }}.Do(context.Background())
	made = append(made, results...)
	return made, err
}
