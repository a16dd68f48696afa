package trial

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/graphdp/graphdp/data/lists"
)

// Trial is one run of a mode with its measurement.
type Trial struct {
	Protocol string  `json:"protocol"` // what is measured, such as "statistics"
	Method   string  `json:"method"`
	Mode     string  `json:"mode"` // such as "published", "strict", "nonprivate", "null"
	Data     string  `json:"data"`
	Epsilon  float64 `json:"epsilon"`
	Seed     uint64  `json:"seed"`
	Variant  string  `json:"variant,omitempty"` // settings that differ from the mode's, such as "Batch=64,Clip=1"
	Delta    float64 `json:"delta,omitempty"`   // 0 stands for [Delta]
	Every    int     `json:"every,omitempty"`   // k: graphs 0, k, 2k … of a collection; 0: all
	Nodes    string  `json:"nodes,omitempty"`   // nodes of a file: a number, a file of ids, or [study.Occurring]
	Reading  string  `json:"reading,omitempty"` // of a file: flags of gdp run that read it, such as "--columns=from,to"
}

// Grid is a list of trials with the folder of their results.
type Grid struct {
	Trials []Trial
	// Run runs one trial. Its result must depend on the trial alone.
	Run      func(ctx context.Context, t Trial) (Measured, error)
	Folder   string
	Workers  int            // parallel trials in this process
	Progress func(Progress) // called after each trial, never concurrently; may be nil
	Retry    bool           // repeats failed trials once
	Earlier  []Result       // of other folders, to estimate times
}

// Do runs every trial without a result and returns the results of all. Processes with the same
// folder share the work: a process skips trials that another is running, and takes them over if
// that process dies. A failed trial is stored with its error, and the others continue; only Retry
// repeats it. A trial that killed three processes counts as failed. The error is [Failures], which
// names all failed trials, or the reason why the grid stopped.
func (g Grid) Do(ctx context.Context) ([]Result, error) {
	if g.Run == nil || g.Workers < 1 {
		return nil, fmt.Errorf("trial: a grid needs a function to run and at least one worker")
	}
	for i, t := range g.Trials {
		if err := t.check(); err != nil {
			return nil, fmt.Errorf("trial: trial %d: %w", i, err)
		}
	}
	store, err := openStore(g.Folder)
	if err != nil {
		return nil, err
	}
	d := &doing{Grid: g, store: store, errors: map[Trial]error{}, busy: map[Trial]bool{}, before: map[Trial]int{}, start: time.Now()}
	if err := store.read(); err != nil {
		return nil, err
	}
	for _, t := range g.Trials {
		if d.before[t], _ = store.failures(t); !g.Retry {
			d.before[t] = -1
		}
	}
	var wg sync.WaitGroup
	for range g.Workers {
		wg.Go(func() { d.work(ctx) })
	}
	wg.Wait()
	results, err := d.results()
	return results, errors.Join(err, ctx.Err(), d.stop, d.failures())
}

// doing is the state of [Grid.Do].
type doing struct {
	Grid
	store *store
	start time.Time

	mu      sync.Mutex
	first   int             // all trials before it are done
	busy    map[Trial]bool  // running in this process
	before  map[Trial]int   // earlier failures of a repeated trial
	errors  map[Trial]error // of this process
	stop    error
	made    int           // by this process
	working time.Duration // total time of them
}

// patience is the longest wait for trials that other processes run.
const patience = 200 * time.Millisecond

func (d *doing) work(ctx context.Context) {
	for ctx.Err() == nil {
		t, c, waiting, err := d.claim()
		switch {
		case err != nil:
			d.mu.Lock()
			d.stop = err
			d.mu.Unlock()
			return
		case c != nil:
			d.try(ctx, t, c)
			d.mu.Lock()
			delete(d.busy, t)
			d.mu.Unlock()
			c.free()
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

// open reports whether a trial has still to run.
func (d *doing) open(t Trial) bool {
	if _, ok := d.store.find(t); ok {
		return false
	}
	times, _ := d.store.failures(t)
	return times == 0 || times == d.before[t]
}

// claim takes the first open trial that no process is running. waiting reports that others are
// running some.
func (d *doing) claim() (t Trial, c *claim, waiting bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.stop != nil {
		return t, nil, false, nil
	}
	if err := d.store.read(); err != nil {
		return t, nil, false, err
	}
	for ; d.first < len(d.Trials) && !d.open(d.Trials[d.first]); d.first++ { // done trials stay done
	}
	for _, t := range d.Trials[d.first:] {
		if !d.open(t) {
			continue
		}
		if d.busy[t] {
			waiting = true
			continue
		}
		c, err := d.store.claim(t)
		if err != nil {
			return t, nil, false, err
		}
		if c == nil {
			waiting = true
			continue
		}
		// Another process may have finished it meanwhile.
		if err := d.store.read(); err != nil {
			c.free()
			return t, nil, false, err
		}
		if !d.open(t) {
			c.free()
			continue
		}
		d.busy[t] = true
		return t, c, false, nil
	}
	return t, nil, waiting, nil
}

// mostKilled is the number of processes that a trial may kill, for instance by its memory, before
// it counts as failed.
const mostKilled = 3

// try runs one trial and stores its result or error.
func (d *doing) try(ctx context.Context, t Trial, c *claim) {
	start := time.Now()
	r := Result{Trial: t}
	err := c.begin()
	if err != nil { // such as a full disk, which is not the trial's failure
		d.mu.Lock()
		d.stop = errors.Join(d.stop, err)
		d.mu.Unlock()
		return
	}
	if c.begun >= mostKilled {
		err = fmt.Errorf("trial: %d processes were killed in it, perhaps for its memory", c.begun)
	} else {
		r.Measured, err = d.Run(ctx, t)
	}
	if ctx.Err() != nil && err != nil {
		c.end()
		return
	}
	took := time.Since(start)
	r.Seconds = took.Seconds()
	r.Made.Version, r.Made.Processor, r.Made.When = Version(), processor(), start.UTC().Truncate(time.Second)
	if err != nil {
		r.Error, r.Measured = err.Error(), Measured{Claimed: math.NaN(), Proved: math.NaN(), Made: r.Made}
	}
	keep := d.store.add(r)
	c.end()
	d.mu.Lock()
	defer d.mu.Unlock()
	if keep != nil {
		d.stop = errors.Join(d.stop, keep)
		return
	}
	if err != nil {
		d.errors[t] = err
	}
	d.made++
	d.working += took
	if d.Progress != nil && ctx.Err() == nil {
		p, err := d.progress()
		if err != nil {
			d.stop = err
			return
		}
		p.Last = r
		d.Progress(p)
	}
}

// Progress is the state of a grid.
type Progress struct {
	Last              Result
	Done, Failed, All int
	Elapsed           time.Duration // of this process
	Left              time.Duration // estimated from past times
	Unknown           int           // remaining trials of a kind that never ran
}

// String formats the progress in one line.
func (p Progress) String() string {
	left := fmt.Sprintf("about %v left", p.Left.Round(time.Second))
	if to := p.All - p.Done - p.Failed; to > 0 && p.Unknown == to {
		left = "no trial of their kind was made yet that would tell how long they take"
	} else if p.Unknown > 0 {
		left += fmt.Sprintf(", which is a guess for the %d whose kind is new", p.Unknown)
	}
	s := fmt.Sprintf("%d of %d trials, %s", p.Done, p.All, left)
	if p.Failed > 0 {
		s += fmt.Sprintf(", %d failed", p.Failed)
	}
	return s
}

// Status returns the state of the grid without running a trial.
func (g Grid) Status() (Progress, error) {
	d := &doing{Grid: g, store: newStore(g.Folder), start: time.Now()}
	return d.progress()
}

// progress estimates the remaining time: each trial takes the time of [Times.Of], or the mean of
// all.
func (d *doing) progress() (Progress, error) {
	if err := d.store.read(); err != nil {
		return Progress{}, err
	}
	times := TimesOf(d.Earlier)
	p := Progress{All: len(d.Trials), Elapsed: time.Since(d.start)}
	var to []Trial
	for _, t := range d.Trials {
		r, ok := d.store.find(t)
		switch {
		case ok:
			times.note(r)
			p.Done++
		case d.open(t):
			to = append(to, t)
		default:
			p.Failed++
		}
	}
	all := times.means[Trial{}]
	if all.count == 0 && d.made > 0 {
		all = meanTime{d.working.Seconds(), float64(d.made)}
	}
	left := 0.0
	for _, t := range to {
		seconds, kind := times.Of(t)
		if kind != SameKind {
			p.Unknown++
		}
		if kind == Unlike {
			seconds = all.seconds / max(all.count, 1)
		}
		left += seconds
	}
	p.Left = time.Duration(left / float64(max(d.Workers, 1)) * float64(time.Second))
	return p, nil
}

// results returns the results of the grid's trials, in order.
func (d *doing) results() ([]Result, error) {
	if err := d.store.read(); err != nil {
		return nil, err
	}
	var results []Result
	for _, t := range d.Trials {
		if r, ok := d.store.find(t); ok {
			results = append(results, r)
		}
	}
	return results, nil
}

// Failures are the failed trials of a grid, including earlier ones.
type Failures []Failure

// Failure is a failed trial with its error.
type Failure struct {
	Trial Trial
	Err   error
}

func (f Failures) Error() string {
	lines := lists.Map(f, func(x Failure) string { return fmt.Sprintf("trial: %v: %v", x.Trial, x.Err) })
	return strings.Join(lines, "\n")
}

func (f Failures) Unwrap() (all []error) {
	return lists.Map(f, func(x Failure) error { return x.Err })
}

func (d *doing) failures() error {
	var all Failures
	for _, t := range d.Trials {
		_, done := d.store.find(t)
		times, last := d.store.failures(t)
		switch err := d.errors[t]; {
		case done || times == 0:
		case err != nil:
			all = append(all, Failure{t, err})
		default:
			all = append(all, Failure{t, errors.New(last.Error)})
		}
	}
	if all == nil {
		return nil
	}
	return all
}
