package methodtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
)

// seed compares runs of one seed, and private runs without one.
func seed(s *subject) error {
	r := s.usual()
	a, entries, err := s.do(s.ctx, r)
	if err != nil {
		return err
	}
	b, _, err := s.do(s.ctx, r)
	if err != nil {
		return err
	}
	if err := same(a, b, "two runs of one seed"); err != nil || s.mode.Plain || len(entries) == 0 {
		return err
	}
	r = s.frugal().seeded(nil) // much noise
	if a, _, err = s.do(s.ctx, r); err != nil {
		return err
	}
	for range 40 { // a release may be one of two
		if b, _, err = s.do(s.ctx, r); err != nil {
			return err
		}
		if same(a, b, "") != nil {
			return nil
		}
	}
	return errors.New("41 private runs without a seed release the same bits")
}

// resume interrupts runs, and kills them: what the disk holds after a step is what a kill
// leaves.
func resume(s *subject) error {
	dir, err := s.folder()
	if err != nil {
		return err
	}
	whole := s.usual().on(dir)
	steps := 0
	whole.progress = func(_, n int) { steps = n }
	want, entries, err := s.do(s.ctx, whole)
	if err != nil {
		return err
	}
	whole.progress = nil
	if err := s.goesOn(whole, want, entries); err != nil {
		return fmt.Errorf("the same run once more: %w", err)
	}
	for _, step := range stepsOf(steps) {
		stopped, killed, err := s.interrupted(s.usual(), step)
		if err != nil {
			return err
		}
		if err := s.goesOn(stopped, want, entries); err != nil {
			return fmt.Errorf("interrupted after step %d of %d: %w", step, steps, err)
		}
		if err := s.goesOn(killed, want, entries); err != nil {
			return fmt.Errorf("killed after step %d of %d: %w", step, steps, err)
		}
	}
	if steps < 2 || s.mode.Plain {
		return nil
	}
	secret, _, err := s.interrupted(s.usual().seeded(nil), 1)
	if err != nil {
		return err
	}
	_, spent, err := s.do(s.ctx, secret)
	if err != nil {
		return fmt.Errorf("interrupted without a seed: %w", err)
	}
	if !reflect.DeepEqual(costs(spent), costs(entries)) {
		return fmt.Errorf("interrupted without a seed: %d spends in place of %d, or of other costs", len(spent), len(entries))
	}
	return nil
}

// costs lists what each spend is for, and what it costs: of other noise, a later spend may be
// another query.
func costs(entries []gdp.Entry) (list []string) {
	for _, e := range entries {
		list = append(list, fmt.Sprint(e.Label, " ", e.Counted))
	}
	return list
}

// stepsOf returns the steps after which runs of so many are interrupted: all but the last,
// or some of them.
func stepsOf(steps int) (list []int) {
	if steps > 6 {
		return []int{1, 2, steps / 2, steps - 1}
	}
	for step := 1; step < steps; step++ {
		list = append(list, step)
	}
	return list
}

// interrupted returns two runs that can be completed: one that was interrupted after a
// step, and one that was killed there.
func (s *subject) interrupted(r run, step int) (stopped, killed run, err error) {
	if stopped.dir, err = s.folder(); err != nil {
		return stopped, killed, err
	}
	if killed.dir, err = s.folder(); err != nil {
		return stopped, killed, err
	}
	stopped, killed = r.on(stopped.dir), r.on(killed.dir)
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	first := stopped
	var copied error
	first.progress = func(done, _ int) {
		if done == step {
			copied = os.CopyFS(killed.dir, os.DirFS(stopped.dir))
			cancel()
		}
	}
	_, _, err = s.do(ctx, first)
	if !errors.Is(err, context.Canceled) {
		return stopped, killed, fmt.Errorf("interrupted after step %d: the error is %v, want one that wraps context.Canceled", step, err)
	}
	return stopped, killed, copied
}

// goesOn completes a run, which ends with the bits and the spends that are wanted, and
// leaves no checkpoint.
func (s *subject) goesOn(r run, want method.Outcome, spent []gdp.Entry) error {
	got, entries, err := s.do(s.ctx, r)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(entries, spent) {
		return fmt.Errorf("it has spent %v, and the run that was left alone %v", entries, spent)
	}
	if _, err := os.Stat(filepath.Join(r.dir, checkpointName)); err == nil {
		return errors.New("the checkpoint is left behind")
	}
	return same(got, want, "it and the run that was left alone")
}
