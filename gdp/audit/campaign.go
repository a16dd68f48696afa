package audit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
)

// Runs are the outputs of many runs in two neighbouring worlds, in the order of
// the runs: Runs[w][i] is what run i in world w gave. An output is the whole
// release, or a score made of it.
type Runs [2][][]float64

// First returns the first n runs of each world: what a shorter campaign would have.
func (r Runs) First(n int) Runs {
	n = max(n, 0)
	return Runs{r[0][:min(n, len(r[0]))], r[1][:min(n, len(r[1]))]}
}

// Campaign runs a mechanism many times in two worlds, on all cores.
type Campaign struct {
	// Name says what is audited, settings included. A file of another campaign
	// is refused.
	Name string
	// Runs is how many runs there are to be in each world.
	Runs int
	// Workers is how many run at once; 0 is one for each core.
	Workers int
	// File, unless empty, keeps the outputs as they come. A campaign that was
	// interrupted continues where it stopped, and one with more Runs adds to it.
	File string
	// Progress, unless nil, is called after each run with how many are done.
	Progress func(done, total int)
}

// Collect runs the mechanism: run(ctx, world, i) is run i in that world, 0 or 1,
// and returns finite numbers, as many every time. Runs must not share
// randomness. The first error ends the campaign, and so does the context; what
// has been done stays in the file.
func (c Campaign) Collect(ctx context.Context, run func(ctx context.Context, world, i int) ([]float64, error)) (Runs, error) {
	if ctx == nil || run == nil {
		return Runs{}, invalid("a campaign without a context, or without what to run")
	}
	if c.Runs < 1 || c.Workers < 0 {
		return Runs{}, invalid("a campaign of %d runs by %d workers", c.Runs, c.Workers)
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

// usable refuses outputs that no distinguisher can work on.
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
