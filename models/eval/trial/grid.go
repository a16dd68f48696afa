package trial

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"
)

// Trial names one run of a mode and how it is measured.
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
	Nodes    string  `json:"nodes,omitempty"`   // of a file: which nodes there are, a number, a file of ids, or [study.Occurring]
	Reading  string  `json:"reading,omitempty"` // of a file: flags of gdp run that read it, such as "--columns=from,to"
}

// Grid is a list of trials and the folder in which their results are kept.
type Grid struct {
	Trials []Trial
	// Run makes one trial. What it draws must follow from the trial alone.
	Run      func(ctx context.Context, t Trial) (Measured, error)
	Folder   string
	Workers  int            // trials at the same time in this process
	Progress func(Progress) // called after each trial, one call at a time; may be nil
	Retry    bool           // tries again, once, what failed before
	Earlier  []Result       // of other folders: they tell how long trials take
}

// Do makes every trial that has no result yet and returns the results of all. Processes that
// share the folder share the work: each leaves alone what another is making, and takes it over if
// that process dies. A failed trial is kept with its error while the others are made; only Retry
// makes it again. A trial in which three processes were killed counts as failed. The error is
// [Failures], which names all that failed, or says why the grid stopped.
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
	first   int             // all trials before it are closed
	busy    map[Trial]bool  // at work in this process
	before  map[Trial]int   // how often it had failed, where it is tried again
	errors  map[Trial]error // of this process
	stop    error
	made    int           // by this process
	working time.Duration // on them
}

// patience is how long to wait for trials that other processes are making.
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

// open reports whether a trial is still to be made.
func (d *doing) open(t Trial) bool {
	if _, ok := d.store.find(t); ok {
		return false
	}
	times, _ := d.store.failures(t)
	return times == 0 || times == d.before[t]
}

// claim takes the first trial that is still to be made and that nobody is making. waiting says
// that others are still making some.
func (d *doing) claim() (t Trial, c *claim, waiting bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.stop != nil {
		return t, nil, false, nil
	}
	if err := d.store.read(); err != nil {
		return t, nil, false, err
	}
	for ; d.first < len(d.Trials) && !d.open(d.Trials[d.first]); d.first++ { // closed ones stay so
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
		// Another process may have finished it since the results were read.
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

// mostKilled is how many processes may be killed in one trial before it counts as failed: it may
// be what they are killed for, as where it needs too much memory.
const mostKilled = 3

// try makes one trial and keeps its result, or its error.
func (d *doing) try(ctx context.Context, t Trial, c *claim) {
	start := time.Now()
	r := Result{Trial: t}
	err := c.begin()
	if err != nil { // such as a full disk, which is not the trial's fault
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

// Progress says how far a grid is.
type Progress struct {
	Last              Result
	Done, Failed, All int
	Elapsed           time.Duration // of this process
	Left              time.Duration // an estimate, from the time that trials took so far
	Unknown           int           // trials to come of a kind that was never made
}

// String returns one line for a terminal.
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

// Status says how far the grid is, without making a trial.
func (g Grid) Status() (Progress, error) {
	d := &doing{Grid: g, store: newStore(g.Folder), start: time.Now()}
	return d.progress()
}

// progress estimates the time left: each trial to come takes as long as [Times.Of] says, or else as
// the mean of all.
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

// results returns those of the grid's trials, in its order.
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

// Failures are the trials of a grid that failed, now or before.
type Failures []Failure

// Failure is a trial that failed, and why.
type Failure struct {
	Trial Trial
	Err   error
}

func (f Failures) Error() string {
	var lines []string
	for _, x := range f {
		lines = append(lines, fmt.Sprintf("trial: %v: %v", x.Trial, x.Err))
	}
	return strings.Join(lines, "\n")
}

func (f Failures) Unwrap() (all []error) {
	for _, x := range f {
		all = append(all, x.Err)
	}
	return all
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
