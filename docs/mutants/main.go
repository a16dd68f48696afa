// Command mutants breaks the code that privacy rests on, in one place at a time, and
// reports whether the test that is named for the place fails.
//
//	GOEXPERIMENT=simd go run ./docs/mutants [-run REGEXP] [-list] [-again] [-at-once 2]
//		[-summary] [-timeout 2m] [-v]
//
// README.md says how the lists are written. What was killed is kept in a file that git ignores, and
// is not tried again until the entry, the file or the package of its test changes. Exit status 1
// means that a mutant survived, does not apply or does not compile, or that a test fails without a
// mutant.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

func main() {
	run := flag.String("run", "", "only mutants whose list, name, file or test matches the `regexp`")
	list := flag.Bool("list", false, "list the mutants and stop")
	limit := flag.Duration("timeout", 2*time.Minute, "the longest that a test may run")
	verbose := flag.Bool("v", false, "show what the tests say")
	again := flag.Bool("again", false, "try what was killed before, too")
	atOnce := flag.Int("at-once", 2, "mutants that are tried at the same time: 1 or 2")
	page := flag.Bool("summary", false, "write "+summaryFile+", and try no mutant")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	every, err := mutants(files)
	all := slices.Clone(every)
	if err == nil {
		all, err = chosen(all, *run)
	}
	if err == nil && (*atOnce < 1 || *atOnce > 2) {
		err = fmt.Errorf("-at-once %d: want 1 or 2", *atOnce)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	if *list {
		for _, m := range all {
			fmt.Printf("%s: %s (%s, %s %s)\n", m.list, m.name, m.file, m.pkg, m.test)
		}
		return
	}
	if err := replay(ctx, every, all, *page, *again, runner{limit: *limit, verbose: *verbose, atOnce: *atOnce, commit: commit()}); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// replay tries mutants, or writes the page of what was tried.
func replay(ctx context.Context, every, all []mutant, page, again bool, r runner) (err error) {
	if r.kept, err = openKept(keptFile); err != nil {
		return err
	}
	if page {
		return writeSummary(every, r.kept)
	}
	if r.temp, err = os.MkdirTemp("", "mutants-"); err != nil {
		return err
	}
	defer os.RemoveAll(r.temp)
	left := all
	if !again {
		if left, err = r.left(all); err != nil {
			return err
		}
		if n := len(all) - len(left); n > 0 {
			fmt.Printf("%d mutants were killed before, and nothing of them has changed; -again tries them too\n", n)
		}
	}
	r.test = r.goTest
	fine := r.pass(ctx, left) && r.kill(ctx, left)
	switch {
	case ctx.Err() != nil:
		return errors.New("interrupted: the same command goes on from here")
	case !fine:
		return errors.New("not all is well: see above")
	}
	return nil
}

// chosen returns the mutants that a pattern matches.
func chosen(all []mutant, pattern string) ([]mutant, error) {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(m mutant) bool {
		return !re.MatchString(fmt.Sprintf("%s: %s\n%s\n%s", m.list, m.name, m.file, m.test))
	}), nil
}

// verdict is what became of a mutant.
type verdict string

const (
	killed   verdict = "killed"
	timeout  verdict = "killed by the time limit"
	survived verdict = "SURVIVED"
	invalid  verdict = "DOES NOT COMPILE"
	stale    verdict = "DOES NOT APPLY"
)

type runner struct {
	temp    string
	limit   time.Duration
	verbose bool
	atOnce  int
	commit  string
	kept    *kept
	test    func(ctx context.Context, pkg, names string, flags ...string) (verdict, string)
}

// left returns the mutants that were not killed as they are now.
func (r *runner) left(all []mutant) (left []mutant, err error) {
	for _, m := range all {
		key, err := keyOf(m)
		if err != nil {
			return nil, err
		}
		if !r.kept.by[key].killed() {
			left = append(left, m)
		}
	}
	return left, nil
}

// pass reports whether the tests pass without mutants.
func (r *runner) pass(ctx context.Context, all []mutant) bool {
	tests := map[string][]string{}
	for _, m := range all {
		if !slices.Contains(tests[m.pkg], m.test) {
			tests[m.pkg] = append(tests[m.pkg], m.test)
		}
	}
	fine := true
	for pkg, names := range tests {
		if v, out := r.test(ctx, pkg, strings.Join(names, "|")); v != survived && ctx.Err() == nil {
			fmt.Printf("%s without a mutant:\n%s", pkg, out)
			fine = false
		}
	}
	return fine && ctx.Err() == nil
}

// kill reports whether all mutants were killed. Those of one test package follow each other, so
// that the build cache has what they share.
func (r *runner) kill(ctx context.Context, all []mutant) bool {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b mutant) int { return strings.Compare(a.pkg, b.pkg) })
	begun := time.Now()
	todo := make(chan mutant)
	var mu sync.Mutex // of what is printed and counted
	count := map[verdict]int{}
	var workers sync.WaitGroup
	for i := range r.atOnce {
		folder := filepath.Join(r.temp, fmt.Sprint(i))
		workers.Go(func() {
			for m := range todo {
				start := time.Now()
				key, err := keyOf(m) // of what is tried, whatever is changed meanwhile
				v, out := r.try(ctx, m, folder)
				if ctx.Err() != nil { // its test was ended, and says nothing
					continue
				}
				seconds := time.Since(start).Seconds()
				if err == nil {
					err = r.kept.add(result{key, m.list, m.name, v, seconds, start.UTC().Truncate(time.Second), r.commit})
				}
				mu.Lock()
				count[v]++
				fmt.Printf("%-16s %5.1fs  %s: %s (%s)\n", v, seconds, m.list, m.name, m.test)
				if r.verbose || v == stale || v == invalid {
					fmt.Println(out)
				}
				if err != nil {
					fmt.Println("the result is not kept:", err)
				}
				mu.Unlock()
			}
		})
	}
	for _, m := range all {
		select {
		case todo <- m:
		case <-ctx.Done():
		}
	}
	close(todo)
	workers.Wait()
	fmt.Printf("%d mutants in %v:", len(all), time.Since(begun).Round(time.Second))
	for _, v := range []verdict{killed, timeout, survived, invalid, stale} {
		if count[v] > 0 {
			fmt.Printf(" %d %s.", count[v], v)
		}
	}
	fmt.Println()
	return count[killed]+count[timeout] == len(all)
}

// try runs the test of a mutant on an overlay of the source: the tree stays as it is.
func (r *runner) try(ctx context.Context, m mutant, folder string) (verdict, string) {
	source, err := os.ReadFile(m.file)
	if err != nil {
		return stale, err.Error()
	}
	broken, err := m.apply(string(source))
	if err != nil {
		return stale, err.Error()
	}
	path, err := filepath.Abs(m.file)
	if err != nil {
		return stale, err.Error()
	}
	copied, overlay := filepath.Join(folder, filepath.Base(m.file)), filepath.Join(folder, "overlay.json")
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{path: copied}})
	if err == nil {
		err = os.MkdirAll(folder, 0o700)
	}
	if err == nil {
		err = os.WriteFile(copied, []byte(broken), 0o600)
	}
	if err == nil {
		err = os.WriteFile(overlay, replace, 0o600)
	}
	if err != nil {
		return stale, err.Error()
	}
	return r.test(ctx, m.pkg, m.test, "-overlay", overlay)
}

// goTest runs tests of a package; a mutant survives tests that pass.
func (r *runner) goTest(ctx context.Context, pkg, names string, flags ...string) (verdict, string) {
	args := append([]string{"test", "-vet=off", "-timeout", r.limit.String(), "-run", "^(" + names + ")$"}, flags...)
	cmd := exec.CommandContext(ctx, "go", append(args, "./"+pkg)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // with the test, which go starts
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	out, err := cmd.CombinedOutput()
	switch text := string(out); {
	case err == nil && !strings.Contains(text, "no tests to run"):
		return survived, text
	case strings.Contains(text, "panic: test timed out"):
		return timeout, text
	case strings.Contains(text, "--- FAIL:") || strings.Contains(text, "panic:") || strings.Contains(text, "fatal error:") || strings.Contains(text, "signal:"):
		return killed, text
	default: // the test did not run
		return invalid, text
	}
}
