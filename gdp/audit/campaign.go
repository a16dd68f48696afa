package audit

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/graphdp/graphdp/data/file"
)

// Runs holds the outputs of runs on two neighbouring inputs: Runs[w][i] is the output of run i on
// input w. An output is the whole release, or a score computed from it.
type Runs [2][][]float64

// First returns the first n runs on each input.
func (r Runs) First(n int) Runs {
	n = max(n, 0)
	return Runs{r[0][:min(n, len(r[0]))], r[1][:min(n, len(r[1]))]}
}

// Campaign runs a mechanism many times on two neighbouring inputs, on all cores.
type Campaign struct {
	// Name identifies the audited mechanism and its settings. Files of other campaigns are refused.
	Name string
	// Runs is the number of runs on each input.
	Runs int
	// Workers is the number of concurrent runs; 0 means one for each core.
	Workers int
	// File, unless empty, stores the outputs. An interrupted campaign continues where it stopped,
	// and a campaign with more Runs extends the file.
	File string
	// Progress, unless nil, is called after each run.
	Progress func(done, total int)
}

// Collect runs the mechanism: run(ctx, world, i) is run i on input 0 or 1. It returns finite
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
	missing, count := 0, 0 // the next run to start: run i on input w is number 2i + w
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

// record is one run of a campaign, stored as one line.
type record struct {
	World  int       `json:"world"`
	Run    int       `json:"run"`
	Output []float64 `json:"output"`
}

// header is the first line of a campaign's file.
type header struct {
	Campaign string `json:"campaign"`
}

// records is the file of a campaign, or its memory without a file.
type records struct {
	file  *os.File
	found []record // stored before
	width atomic.Int64
}

// openRecords opens the file of the campaign, or creates it. A killed process may leave an
// incomplete last line: it is cut off, and that run is repeated.
func openRecords(name, campaign string) (_ *records, err error) {
	b := new(records)
	if name == "" {
		return b, nil
	}
	if b.file, err = file.Records(name, os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("audit: %s: %w", name, errors.Join(err, b.file.Close()))
		}
	}()
	in := bufio.NewReader(b.file)
	var whole int64 // length of the complete lines
	seen := map[[2]int]bool{}
	for line := 1; ; line++ {
		text, err := in.ReadBytes('\n')
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		whole += int64(len(text))
		if line == 1 {
			var h header
			if err := json.Unmarshal(text, &h); err != nil {
				return nil, fmt.Errorf("not the file of a campaign: %w", err)
			}
			if h.Campaign != campaign {
				return nil, fmt.Errorf("this is the file of the campaign %q, not of %q", h.Campaign, campaign)
			}
			continue
		}
		var r record
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		at := [2]int{r.World, r.Run}
		if r.World < 0 || r.World > 1 || r.Run < 0 || seen[at] {
			return nil, fmt.Errorf("line %d: run %d in world %d is out of range or repeated", line, r.Run, r.World)
		}
		if err := b.check(r.Output); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		seen[at] = true
		b.found = append(b.found, r)
	}
	if err := b.file.Truncate(whole); err != nil {
		return nil, err
	}
	if _, err := b.file.Seek(whole, io.SeekStart); err != nil {
		return nil, err
	}
	if whole == 0 {
		err = b.write(header{campaign})
	}
	return b, err
}

// check refuses an output whose length differs from the others.
func (b *records) check(output []float64) error {
	if err := usable(output); err != nil {
		return err
	}
	b.width.CompareAndSwap(0, int64(len(output)))
	if want := b.width.Load(); int64(len(output)) != want {
		return fmt.Errorf("%d numbers, where other runs gave %d", len(output), want)
	}
	return nil
}

// add stores one run.
func (b *records) add(r record) error {
	if b.file == nil {
		return nil
	}
	return b.write(r)
}

// write appends one line by a single system call.
func (b *records) write(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = b.file.Write(append(line, '\n'))
	return err
}

func (b *records) close() error {
	if b.file == nil {
		return nil
	}
	if err := errors.Join(b.file.Sync(), b.file.Close()); err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	return nil
}
