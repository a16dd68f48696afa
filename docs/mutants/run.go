package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// verdict is the outcome of a mutant.
type verdict string

const (
	killed   verdict = "killed"
	timeout  verdict = "killed by the time limit"
	survived verdict = "SURVIVED"
	invalid  verdict = "DOES NOT COMPILE"
	stale    verdict = "DOES NOT APPLY"
)

// atOnce is the number of mutants that are tried at the same time.
const atOnce = 2

// runner tries mutants. Its test runs the named tests of a package.
type runner struct {
	temp    string
	verbose bool
	results *results
	test    func(ctx context.Context, pkg, names string, flags ...string) (verdict, string)
}

// replay tries the mutants that were not killed before, and reports whether all were killed.
func (r *runner) replay(ctx context.Context, all []mutant) (bool, error) {
	var left []mutant
	for _, m := range all {
		switch tried, err := r.results.of(m); {
		case err != nil:
			return false, err
		case !tried.killed():
			left = append(left, m)
		}
	}
	fmt.Printf("%d mutants to try; %d were killed before and have not changed\n", len(left), len(all)-len(left))
	return r.pass(ctx, left) && r.kill(ctx, left), nil
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
			fmt.Printf("%s fails without a mutant:\n%s", pkg, out)
			fine = false
		}
	}
	return fine && ctx.Err() == nil
}

// kill tries mutants and reports whether all were killed. Those of one test package follow each
// other, so that they share the build cache.
func (r *runner) kill(ctx context.Context, all []mutant) bool {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b mutant) int { return strings.Compare(a.pkg, b.pkg) })
	todo := make(chan mutant)
	var mu sync.Mutex // for count, results and the output
	count := map[verdict]int{}
	var workers sync.WaitGroup
	for i := range atOnce {
		folder := filepath.Join(r.temp, fmt.Sprint(i))
		workers.Go(func() {
			for m := range todo {
				start := time.Now()
				key, err := keyOf(m) // before the test: a file may change meanwhile
				v, out := r.try(ctx, m, folder)
				if ctx.Err() != nil { // the test was ended: no verdict
					continue
				}
				took := time.Since(start).Seconds()
				mu.Lock()
				if err == nil {
					err = r.results.add(result{key, m.name, v, took})
				}
				count[v]++
				fmt.Printf("%-16s %5.1fs  %s: %s (%s)\n", v, took, m.list, m.name, m.test)
				if r.verbose || v == stale || v == invalid {
					fmt.Println(out)
				}
				if err != nil {
					fmt.Println("the result was not stored:", err)
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
	for v, n := range count {
		fmt.Printf("%d %s\n", n, v)
	}
	return count[killed]+count[timeout] == len(all)
}

// try runs the test of a mutant on an overlay of the source. The working tree does not change.
func (r *runner) try(ctx context.Context, m mutant, folder string) (verdict, string) {
	copied, overlay := filepath.Join(folder, filepath.Base(m.file)), filepath.Join(folder, "overlay.json")
	source, err := os.ReadFile(m.file)
	if err == nil {
		source, err = m.apply(source)
	}
	if err == nil {
		err = os.MkdirAll(folder, 0o700)
	}
	if err == nil {
		err = os.WriteFile(copied, source, 0o600)
	}
	if err == nil {
		replace := fmt.Appendf(nil, `{"Replace": {%q: %q}}`, m.file, copied)
		err = os.WriteFile(overlay, replace, 0o600)
	}
	if err != nil {
		return stale, err.Error()
	}
	return r.test(ctx, m.pkg, m.test, "-overlay", overlay)
}

// goTest runs tests of a package. A mutant survives tests that pass.
func (r *runner) goTest(ctx context.Context, pkg, names string, flags ...string) (verdict, string) {
	args := append([]string{"test", "-vet=off", "-timeout", "2m", "-run", "^(" + names + ")$"}, flags...)
	cmd := exec.CommandContext(ctx, "go", append(args, "./"+pkg)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // go and the test that it starts
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	out, err := cmd.CombinedOutput()
	text := string(out)
	switch has := func(s string) bool { return strings.Contains(text, s) }; {
	case err == nil && !has("no tests to run"):
		return survived, text
	case has("panic: test timed out"):
		return timeout, text
	case has("--- FAIL:"), has("panic:"), has("fatal error:"), has("signal:"):
		return killed, text
	default: // the test did not run
		return invalid, text
	}
}
