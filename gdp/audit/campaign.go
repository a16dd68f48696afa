package audit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
)

// Runs holds the outputs of runs in two neighbouring worlds: Runs[w][i] is the output of run i in
// world w. An output is the whole release, or a score computed from it.
type Runs [2][][]float64

// First returns the first n runs of each world.
func (r Runs) First(n int) Runs {
	n = max(n, 0)
	return Runs{r[0][:min(n, len(r[0]))], r[1][:min(n, len(r[1]))]}
}

// Campaign runs a mechanism many times in two worlds, on all cores.
type Campaign struct {
	// Name identifies the audited mechanism and its settings. Files of other campaigns are refused.
	Name string
	// Runs is the number of runs in each world.
	Runs int
	// Workers is the number of concurrent runs; 0 means one for each core.
	Workers int
	// File, unless empty, stores the outputs. An interrupted campaign continues where it stopped,
	// and a campaign with more Runs extends the file.
	File string
	// Progress, unless nil, is called after each run.
	Progress func(done, total int)
}

// Collect runs the mechanism: run(ctx, world, i) is run i in world 0 or 1. It returns finite
// numbers, the same count each time. Runs must not share randomness. The first error, or the end of
// ctx, ends the campaign; finished runs stay in the file.
func (c Campaign) Collect(ctx context.Context, run func(ctx context.Context, world, i int) ([]float64, error)) (Runs, error) {
	if ctx == nil || run == nil {
		return Runs{}, invalid("a campaign needs a context and a function to run")
	}
	if c.Runs < 1 || c.Workers < 0 {
		return Runs{}, invalid("a campaign of %d runs by %d workers: want at least one run, and 0 or more workers", c.Runs, c.Workers)
	}
	book, err := openRecords(c.File, c.Name)
	if err != nil {
		return Runs{}, err
	}
	done := Runs{make([][]float64, c.Runs), make([][]float64, c.Runs)}
	missing, count := 0, 0 // the next run to start: run i in world w is number 2i + w
	for _, r := range book.found {
		if r.Run < c.Runs {
			done[r.World][r.Run] = r.Output
			count++
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var lock sync.Mutex
	next := func() (world, i int, ok bool) {
		lock.Lock()
		defer lock.Unlock()
		for missing < 2*c.Runs && done[missing%2][missing/2] != nil {
			missing++
		}
		missing++
		return (missing - 1) % 2, (missing - 1) / 2, missing <= 2*c.Runs
	}
	keep := func(r record) error {
		lock.Lock()
		defer lock.Unlock()
		if err := book.add(r); err != nil {
			return err
		}
		done[r.World][r.Run] = r.Output
		count++
		if c.Progress != nil {
			c.Progress(count, 2*c.Runs)
		}
		return nil
	}
	workers := c.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for ctx.Err() == nil {
				world, i, ok := next()
				if !ok {
					return
				}
				output, err := run(ctx, world, i)
				if err == nil {
					err = book.check(output)
				}
				if err == nil {
					err = keep(record{world, i, output})
				}
				if err != nil {
					cancel(fmt.Errorf("audit: run %d in world %d: %w", i, world, err))
					return
				}
			}
		})
	}
	all.Wait()
	if count < 2*c.Runs {
		err = context.Cause(ctx)
	}
	if err = errors.Join(err, book.close()); err != nil {
		return Runs{}, err
	}
	return done, nil
}

// usable refuses outputs that distinguishers cannot use.
func usable(output []float64) error {
	if len(output) == 0 {
		return errors.New("no output")
	}
	for _, x := range output {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return errors.New("an output is not finite")
		}
	}
	return nil
}
