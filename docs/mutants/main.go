// Command mutants breaks the code that privacy rests on, in one place at a time, and
// reports whether the test that is named for the place fails.
//
//	GOEXPERIMENT=simd go run ./docs/mutants [-run REGEXP] [-list] [-timeout 2m] [-v]
//
// README.md says how the lists are written. Exit status 1 means that a mutant survived,
// does not apply or does not compile, or that a test fails without a mutant.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

func main() {
	run := flag.String("run", "", "only mutants whose list, name, file or test matches the `regexp`")
	list := flag.Bool("list", false, "list the mutants and stop")
	limit := flag.Duration("timeout", 2*time.Minute, "the longest that a test may run")
	verbose := flag.Bool("v", false, "show what the tests say")
	flag.Parse()
	all, err := mutants(files)
	if err == nil {
		all, err = chosen(all, *run)
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
	temp, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
	r := runner{temp: temp, limit: *limit, verbose: *verbose, count: map[verdict]int{}}
	fine := r.pass(all) && r.kill(all)
	_ = os.RemoveAll(temp)
	if !fine {
		os.Exit(1)
	}
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
	count   map[verdict]int
}

// pass reports whether the tests pass without mutants.
func (r *runner) pass(all []mutant) bool {
	tests := map[string][]string{}
	for _, m := range all {
		if !slices.Contains(tests[m.pkg], m.test) {
			tests[m.pkg] = append(tests[m.pkg], m.test)
		}
	}
	fine := true
	for pkg, names := range tests {
		if v, out := r.test(pkg, strings.Join(names, "|")); v != survived {
			fmt.Printf("%s without a mutant:\n%s", pkg, out)
			fine = false
		}
	}
	return fine
}

// kill reports whether all mutants were killed.
func (r *runner) kill(all []mutant) bool {
	begun := time.Now()
	for _, m := range all {
		start := time.Now()
		v, out := r.try(m)
		r.count[v]++
		fmt.Printf("%-16s %5.1fs  %s: %s (%s)\n", v, time.Since(start).Seconds(), m.list, m.name, m.test)
		if r.verbose || v == stale || v == invalid {
			fmt.Println(out)
		}
	}
	fmt.Printf("%d mutants in %v:", len(all), time.Since(begun).Round(time.Second))
	for _, v := range []verdict{killed, timeout, survived, invalid, stale} {
		if r.count[v] > 0 {
			fmt.Printf(" %d %s.", r.count[v], v)
		}
	}
	fmt.Println()
	return r.count[killed]+r.count[timeout] == len(all)
}

// try runs the test of a mutant on an overlay of the source: the tree stays as it is.
func (r *runner) try(m mutant) (verdict, string) {
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
	copied, overlay := filepath.Join(r.temp, filepath.Base(m.file)), filepath.Join(r.temp, "overlay.json")
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{path: copied}})
	if err == nil {
		err = os.WriteFile(copied, []byte(broken), 0o600)
	}
	if err == nil {
		err = os.WriteFile(overlay, replace, 0o600)
	}
	if err != nil {
		return stale, err.Error()
	}
	return r.test(m.pkg, m.test, "-overlay", overlay)
}

// test runs tests of a package; a mutant survives tests that pass.
func (r *runner) test(pkg, names string, flags ...string) (verdict, string) {
	args := append([]string{"test", "-vet=off", "-timeout", r.limit.String(), "-run", "^(" + names + ")$"}, flags...)
	out, err := exec.Command("go", append(args, "./"+pkg)...).CombinedOutput()
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
