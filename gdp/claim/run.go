package claim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Outcome says how a test ended.
type Outcome string

// The outcomes. A skipped test has shown nothing, and neither has one that did
// not run because its package does not build.
const (
	Passed  Outcome = "passed"
	Failed  Outcome = "failed"
	Skipped Outcome = "skipped"
	NotRun  Outcome = "not run"
)

// Result is how a test ended and, where it was skipped, what it said of that: mostly which data
// are missing.
type Result struct {
	Outcome Outcome `json:"outcome,omitempty"`
	Why     string  `json:"why,omitempty"`
}

// outcomes translates what `go test -json` calls them.
var outcomes = map[string]Outcome{"pass": Passed, "fail": Failed, "skip": Skipped}

// Run runs exactly the tests that declare the claims, in the checkout at root,
// one package after the other, and returns the result of each claim's test in
// the claims' order. What the tests of a package say goes to log, which may be
// nil, when one of them fails. The go command of the PATH does the work in the
// environment of this process.
func Run(ctx context.Context, root string, claims []Claim, log io.Writer) ([]Result, error) {
	if log == nil {
		log = io.Discard
	}
	tests := map[string][]string{} // by package
	var packages []string
	for _, c := range claims {
		if tests[c.Package] == nil {
			packages = append(packages, c.Package)
		}
		tests[c.Package] = append(tests[c.Package], c.Test)
	}
	type name struct{ pkg, test string }
	ended := map[name]Result{}
	for _, p := range packages {
		names := tests[p]
		slices.Sort(names)
		names = slices.Compact(names)
		fmt.Fprintf(log, "%s: %d tests …\n", p, len(names))
		results, err := runPackage(ctx, root, p, names, log)
		if err != nil {
			return nil, err
		}
		for test, result := range results {
			ended[name{p, test}] = result
		}
	}
	out := make([]Result, len(claims))
	for i, c := range claims {
		out[i] = Result{Outcome: NotRun}
		if r, ok := ended[name{c.Package, c.Test}]; ok {
			out[i] = r
		}
	}
	return out, nil
}

// event is one line of `go test -json`.
type event struct{ Action, Test, Output string }

// runPackage runs the named tests of one package.
func runPackage(ctx context.Context, root, pkg string, names []string, log io.Writer) (map[string]Result, error) {
	cmd := exec.CommandContext(ctx, "go", "test", "-json", "-count=1", "-run", "^("+strings.Join(names, "|")+")$", "./"+pkg)
	cmd.Dir = filepath.FromSlash(root)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	output, runErr := cmd.Output() // a failed test is an exit status, not an error of ours
	var status *exec.ExitError
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if runErr != nil && !errors.As(runErr, &status) {
		return nil, fmt.Errorf("claim: running the tests of %s: %w", pkg, runErr)
	}
	results, last := map[string]Result{}, map[string]string{} // last: what a test said last
	var said strings.Builder
	for line := range bytes.Lines(output) {
		var e event
		if json.Unmarshal(line, &e) != nil {
			said.Write(line) // an old go command prints what a compiler says as it is
			continue
		}
		said.WriteString(e.Output)
		if where, what, ok := strings.Cut(strings.TrimSpace(e.Output), ": "); ok && strings.Contains(where, "_test.go:") {
			last[e.Test] = what
		}
		if o, ok := outcomes[e.Action]; ok && e.Test != "" {
			results[e.Test] = Result{Outcome: o}
			if o == Skipped {
				results[e.Test] = Result{o, last[e.Test]}
			}
		}
	}
	if runErr != nil {
		fmt.Fprintf(log, "%s%s", said.String(), complaint.String())
	}
	return results, nil
}
