package methodtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
)

// seed compares runs with the same seed, and private runs.
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
	r = s.leastBudget().seeded(nil) // much noise
	if a, _, err = s.do(s.ctx, r); err != nil {
		return err
	}
	for range 40 { // a release may have only two values
		if b, _, err = s.do(s.ctx, r); err != nil {
			return err
		}
		if same(a, b, "") != nil {
			return nil
		}
	}
	return errors.New("41 private runs without a seed release the same bits")
}

// resume interrupts and kills runs, with and without a seed.
func resume(s *subject) error {
	if err := s.resumes(s.usual()); err != nil || s.mode.Plain {
		return err
	}
	secret := s.usual().seeded(nil)
	if err := s.resumes(secret); err != nil {
		return fmt.Errorf("without a seed: %w", err)
	}
	if err := s.killedAnywhere(s.usual(), 4); err != nil {
		return err
	}
	if err := s.killedAnywhere(secret, 10); err != nil {
		return fmt.Errorf("without a seed: %w", err)
	}
	return nil
}

// ended is the result of an uninterrupted run.
type ended struct {
	method.Outcome
	entries []gdp.Entry
	draws   int
}

// killed holds the files that a kill after a step leaves.
type killed struct {
	step, steps int
	dir         string
	draws       int // before the kill
}

// resumes compares an uninterrupted run with runs that resume after a kill, and with one that is
// interrupted at every such step.
func (s *subject) resumes(r run) error {
	dir, err := s.folder()
	if err != nil {
		return err
	}
	var kills []killed
	whole := r.on(dir)
	whole.progress = func(step, steps int) {
		if err == nil && slices.Contains(stepsOf(steps), step) {
			k := killed{step: step, steps: steps}
			if k.dir, err = s.copied(dir); err == nil {
				k.draws, err = s.draws(k.dir)
			}
			kills = append(kills, k)
		}
	}
	told := 0 // of draws of a graph
	whole.drawing = func(string, float64) { told++ }
	var want ended
	var failed error
	want.Outcome, want.entries, failed = s.do(s.ctx, whole)
	if err = errors.Join(failed, err); err == nil {
		want.draws, err = s.draws(dir)
	}
	if err != nil {
		return err
	}
	if err := s.goesOn(r.on(dir), want, want.draws); err != nil {
		return fmt.Errorf("the same run once more: %w", err)
	}
	if r.seed != nil && told > 0 { // else the graph differs
		if err := s.redraws(r, told, want); err != nil {
			return err
		}
	}
	if len(kills) == 0 {
		return nil
	}
	first, rest := kills[0], kills[1:]
	if r.seed != nil { // else the bits depend on the first run
		first, rest = killed{}, kills
	}
	stopped, err := s.copied(first.dir)
	if err != nil {
		return err
	}
	for _, k := range kills {
		if err := s.goesOn(r.on(k.dir), want, k.draws); err != nil {
			return fmt.Errorf("killed after step %d of %d: %w", k.step, k.steps, err)
		}
	}
	for i, k := range rest {
		dir, err := s.interrupt(r.on(stopped), k.step)
		if err == nil {
			err = s.goesOn(r.on(dir), want, first.draws)
		}
		if err != nil {
			return fmt.Errorf("interrupted %d times, and then after step %d of %d: %w", i, k.step, k.steps, err)
		}
	}
	if err := s.goesOn(r.on(stopped), want, first.draws); err != nil {
		return fmt.Errorf("interrupted %d times: %w", len(rest), err)
	}
	return nil
}

// redraws interrupts a run at the first, the middle and the last progress report of its graph
// generation. If this ends the run, it resumes from the paid answers.
func (s *subject) redraws(r run, told int, want ended) error {
	for _, at := range []int{1, (told + 1) / 2, told} {
		dir, err := s.folder()
		if err != nil {
			return err
		}
		ctx, cancel := context.WithCancel(s.ctx)
		stopped := r.on(dir)
		times := 0
		stopped.drawing = func(string, float64) {
			if times++; times == at {
				cancel()
			}
		}
		_, _, err = s.do(ctx, stopped)
		cancel()
		if err != nil && !errors.Is(err, context.Canceled) {
			return fmt.Errorf("interrupted while it draws a graph, the error is %v, want one that wraps context.Canceled", err)
		}
		if err := s.goesOn(r.on(dir), want, want.draws); err != nil {
			return fmt.Errorf("interrupted while it draws a graph: %w", err)
		}
	}
	return nil
}

// copied returns a new folder with the files of another one, if that exists.
func (s *subject) copied(from string) (string, error) {
	dir, err := s.folder()
	if err == nil && from != "" {
		err = os.CopyFS(dir, os.DirFS(from))
	}
	return dir, err
}

// draws returns the number of noisy answers in a folder's journal.
func (s *subject) draws(dir string) (int, error) {
	if s.mode.Plain {
		return 0, nil
	}
	kept, err := records(dir)
	return kept.spent + kept.drawn, err
}

// stepsOf returns the steps after which runs are interrupted: all but the last, or some of them.
func stepsOf(steps int) (list []int) {
	if steps > 6 {
		return []int{1, 2, steps / 2, steps - 1}
	}
	for step := 1; step < steps; step++ {
		list = append(list, step)
	}
	return list
}

// interrupt stops a run after a step, and returns a folder with the files of a kill.
func (s *subject) interrupt(r run, step int) (left string, err error) {
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	r.progress = func(done, _ int) {
		if done == step {
			left, err = s.copied(r.dir)
			cancel()
		}
	}
	if _, _, err := s.do(ctx, r); !errors.Is(err, context.Canceled) {
		return "", fmt.Errorf("the error is %v, want one that wraps context.Canceled", err)
	}
	return left, err
}

// goesOn completes a run with some draws. It must end with the wanted bits and spends, and leave no
// checkpoint. Without a seed, later draws differ.
func (s *subject) goesOn(r run, want ended, draws int) error {
	got, entries, err := s.do(s.ctx, r)
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(r.dir, checkpointName)); err == nil {
		return errors.New("the checkpoint is left behind")
	}
	if r.seed == nil && draws < want.draws {
		return paidOnce(entries, want.entries)
	}
	if !reflect.DeepEqual(entries, want.entries) {
		return fmt.Errorf("it has spent %v, and the run that was left alone %v", entries, want.entries)
	}
	return same(got, want.Outcome, "it and the run that was left alone")
}

// paidOnce compares the spends of two runs with different noise. Their number may depend on noisy
// answers. It returns an error if a label has several spends, and more than in the other run.
func paidOnce(entries, want []gdp.Entry) error {
	if slices.Equal(costs(entries), costs(want)) {
		return nil
	}
	more := map[string]int{}
	for _, e := range want {
		more[e.Label]--
	}
	seen := map[string]bool{}
	for _, e := range entries {
		if more[e.Label]++; more[e.Label] > 0 && seen[e.Label] {
			return fmt.Errorf("it has spent %v, and the run that was left alone %v", costs(entries), costs(want))
		}
		seen[e.Label] = true
	}
	return nil
}

// costs returns the label and the cost of each spend. With other noise, a later spend may be
// another query.
func costs(entries []gdp.Entry) (list []string) {
	for _, e := range entries {
		list = append(list, fmt.Sprint(e.Label, " ", e.Counted))
	}
	return list
}
