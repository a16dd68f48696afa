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

// Outcome is how a test ended.
type Outcome string

// The outcomes. A skipped test shows nothing, and neither does a test that did not run because its
// package does not build.
const (
	Passed  Outcome = "passed"
	Failed  Outcome = "failed"
	Skipped Outcome = "skipped"
	NotRun  Outcome = "not run"
)

// Result is how a test ended and, if it was skipped, its reason, mostly missing data.
type Result struct {
	Outcome Outcome `json:"outcome,omitempty"`
	Why     string  `json:"why,omitempty"`
}

// outcomes maps the actions of `go test -json`.
var outcomes = map[string]Outcome{"pass": Passed, "fail": Failed, "skip": Skipped}

// Run runs the tests that declare the claims, in the checkout at root, one package after the other.
// It returns the result of each claim's test, in the order of the claims. If a test of a package
// fails, the package's output goes to log, which may be nil. Run uses the go command of the PATH in
// the environment of this process.
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
	output, runErr := cmd.Output() // a failed test is an exit status, not an error of Run
	var status *exec.ExitError
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if runErr != nil && !errors.As(runErr, &status) {
		return nil, fmt.Errorf("claim: running the tests of %s: %w", pkg, runErr)
	}
	results, last := map[string]Result{}, map[string]string{} // last: the last output of each test
	var said strings.Builder
	for line := range bytes.Lines(output) {
		var e event
		if json.Unmarshal(line, &e) != nil {
			said.Write(line) // an old go command prints compiler output as plain text
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
