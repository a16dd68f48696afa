package trial

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Trial is one cell of a grid.
type Trial struct {
	Protocol string  `json:"protocol"` // what is measured, such as "statistics"
	Method   string  `json:"method"`
	Mode     string  `json:"mode"` // such as "published", "strict", "nonprivate", "null"
	Data     string  `json:"data"`
	Epsilon  float64 `json:"epsilon"`
	Seed     uint64  `json:"seed"`
	Variant  string  `json:"variant,omitempty"` // settings that differ from the mode's, such as "Batch=64,Clip=1"
	Delta    float64 `json:"delta,omitempty"`   // 0 stands for [Delta]
	Every    int     `json:"every,omitempty"`   // k: of a collection the graphs 0, k, 2k …; 0: all
}

// Axes are the values that a grid takes all combinations of. An empty axis of
// text counts as one empty value.
type Axes struct {
	Protocols, Methods, Modes, Data, Variants []string
	Epsilons                                  []float64
	Seeds                                     []uint64
	Delta                                     float64
	Every                                     int
}

// Trials lists the combinations, seeds slowest: half a grid then holds half the
// repeats of every cell, not all repeats of half the cells.
func (a Axes) Trials() []Trial {
	or := func(values []string) []string {
		if len(values) == 0 {
			return []string{""}
		}
		return values
	}
	var all []Trial
	for _, seed := range a.Seeds {
		for _, protocol := range or(a.Protocols) {
			for _, data := range or(a.Data) {
				for _, method := range or(a.Methods) {
					for _, mode := range or(a.Modes) {
						for _, variant := range or(a.Variants) {
							for _, eps := range a.Epsilons {
								all = append(all, Trial{Protocol: protocol, Method: method, Mode: mode, Data: data, Epsilon: eps, Seed: seed, Variant: variant, Delta: a.Delta, Every: a.Every})
							}
						}
					}
				}
			}
		}
	}
	return all
}

// Grid is a list of trials and the folder that their results are kept in.
type Grid struct {
	Trials []Trial
	// Run makes one trial. What it draws must follow from the trial alone.
	Run      func(ctx context.Context, t Trial) (Measured, error)
	Folder   string
	Workers  int            // trials at the same time in this process
	Progress func(Progress) // called after each trial, one call at a time; may be nil
}

// Do makes every trial that has no result yet and returns the results of all.
// Processes that share the folder share the work: a trial that another one is
// at is left to it, and taken over if that process dies. A failed trial leaves
// no result, so that the next Do tries it again; the error names all that failed.
func (g Grid) Do(ctx context.Context) ([]Result, error) {
	if g.Run == nil || g.Workers < 1 {
		return nil, fmt.Errorf("trial: a grid needs a function to run and at least one worker")
	}
	for i, t := range g.Trials {
		if err := t.check(); err != nil {
			return nil, fmt.Errorf("trial: trial %d: %w", i, err)
		}
	}
	shelf, err := openShelf(g.Folder)
	if err != nil {
		return nil, err
	}
	d := &doing{Grid: g, shelf: shelf, failed: map[Trial]error{}, busy: map[Trial]bool{}, start: time.Now()}
	var wg sync.WaitGroup
	for range g.Workers {
		wg.Go(func() { d.work(ctx) })
	}
	wg.Wait()
	results, err := d.results()
	return results, errors.Join(err, ctx.Err(), d.stop, d.failures())
}

// doing is a grid at work.
type doing struct {
	Grid
	shelf *shelf
	start time.Time

	mu      sync.Mutex
	busy    map[Trial]bool // at work in this process
	failed  map[Trial]error
	stop    error
	made    int           // by this process
	working time.Duration // on them
}

// patience is how long to wait for trials that other processes are at.
const patience = 200 * time.Millisecond

func (d *doing) work(ctx context.Context) {
	for ctx.Err() == nil {
		t, release, waiting, err := d.claim()
		switch {
		case err != nil:
			d.mu.Lock()
			d.stop = err
			d.mu.Unlock()
			return
		case release != nil:
			d.try(ctx, t)
			release()
		case waiting:
			select {
			case <-ctx.Done():
			case <-time.After(patience):
			}
		default:
			return
		}
	}
}

// claim takes the first trial that has no result, has not failed and that nobody
// is at. waiting says that others are still at some.
func (d *doing) claim() (t Trial, release func(), waiting bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.stop != nil {
		return t, nil, false, nil
	}
	if err := d.shelf.read(); err != nil {
		return t, nil, false, err
	}
	for _, t := range d.Trials {
		if _, ok := d.shelf.find(t); ok || d.failed[t] != nil {
			continue
		}
		if d.busy[t] {
			waiting = true
			continue
		}
		release, err := d.shelf.claim(t)
		if err != nil {
			return t, nil, false, err
		}
		if release == nil {
			waiting = true
			continue
		}
		// Another process may have finished it since the results were read.
		if err := d.shelf.read(); err != nil {
			release()
			return t, nil, false, err
		}
		if _, ok := d.shelf.find(t); ok {
			release()
			continue
		}
		d.busy[t] = true
		return t, func() {
			d.mu.Lock()
			delete(d.busy, t)
			d.mu.Unlock()
			release()
		}, false, nil
	}
	return t, nil, waiting, nil
}

// try makes one trial and keeps its result.
func (d *doing) try(ctx context.Context, t Trial) {
	start := time.Now()
	found, err := d.Run(ctx, t)
	took := time.Since(start)
	if err == nil {
		err = d.shelf.add(Result{Trial: t, Measured: found, Seconds: took.Seconds()})
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.made++
	d.working += took
	if err != nil && ctx.Err() == nil {
		d.failed[t] = err
	}
	if d.Progress != nil && ctx.Err() == nil {
		p, err := d.progress(t)
		if err != nil {
			d.stop = err
			return
		}
		d.Progress(p)
	}
}

// Progress says how far a grid is.
type Progress struct {
	Last              Trial
	Done, Failed, All int
	Elapsed           time.Duration // of this process
	Left              time.Duration // an estimate, from the time that trials took so far
}

// String returns one line for a terminal.
func (p Progress) String() string {
	s := fmt.Sprintf("%d of %d trials, about %v left", p.Done, p.All, p.Left.Round(time.Second))
	if p.Failed > 0 {
		s += fmt.Sprintf(", %d failed", p.Failed)
	}
	return s
}

// kind returns what trials have in common that take about as long.
func (t Trial) kind() Trial {
	t.Epsilon, t.Seed = 0, 0
	return t
}

// progress estimates the time left: each trial to come takes as long as those of
// its kind did, or else as the mean of all.
func (d *doing) progress(last Trial) (Progress, error) {
	if err := d.shelf.read(); err != nil {
		return Progress{}, err
	}
	type mean struct{ seconds, count float64 }
	means, all := map[Trial]mean{}, mean{}
	p := Progress{Last: last, Failed: len(d.failed), All: len(d.Trials), Elapsed: time.Since(d.start)}
	for _, t := range d.Trials {
		if r, ok := d.shelf.find(t); ok {
			m := means[t.kind()]
			means[t.kind()] = mean{m.seconds + r.Seconds, m.count + 1}
			all = mean{all.seconds + r.Seconds, all.count + 1}
			p.Done++
		}
	}
	if all.count == 0 {
		all = mean{d.working.Seconds(), float64(d.made)}
	}
	left := 0.0
	for _, t := range d.Trials {
		if _, ok := d.shelf.find(t); !ok && d.failed[t] == nil {
			m, ok := means[t.kind()]
			if !ok {
				m = all
			}
			left += m.seconds / m.count
		}
	}
	p.Left = time.Duration(left / float64(d.Workers) * float64(time.Second))
	return p, nil
}

// results returns those of the grid's trials, in its order.
func (d *doing) results() ([]Result, error) {
	if err := d.shelf.read(); err != nil {
		return nil, err
	}
	var results []Result
	for _, t := range d.Trials {
		if r, ok := d.shelf.find(t); ok {
			results = append(results, r)
		}
	}
	return results, nil
}

func (d *doing) failures() error {
	var all []error
	for _, t := range d.Trials {
		if err := d.failed[t]; err != nil {
			all = append(all, fmt.Errorf("trial: %v: %w", t, err))
		}
	}
	return errors.Join(all...)
}
