package lab

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

// executeScript runs one notebook and reports its progress, one JSON document per line.
//
//go:embed execute.py
var executeScript string

// Sizes are the sizes that notebooks run at: they read GDP_SIZE.
var Sizes = []string{"small", "full"}

// CellTimeout is how long a cell may run unless ExecuteOptions say otherwise.
const CellTimeout = 10 * time.Minute

// ExecuteOptions say which notebooks run, and how.
type ExecuteOptions struct {
	Names       []string      // folders below notebooks/ or files NAME.ipynb; none means all
	Size        string        // GDP_SIZE of the notebooks, "small" or "full"
	Out         string        // the folder for the results; "" is .executed in the checkout
	CellTimeout time.Duration // how long a cell may run; 0 is CellTimeout
	Progress    io.Writer     // where progress is shown; nil shows none
}

// NotebookResult is the outcome of one notebook.
type NotebookResult struct {
	Name     string  `json:"name"`
	Seconds  float64 `json:"seconds"`
	OK       bool    `json:"ok"`
	HTML     string  `json:"html,omitempty"`     // the page, also of a notebook that failed half-way
	Notebook string  `json:"notebook,omitempty"` // the notebook with its outputs
	Error    string  `json:"error,omitempty"`    // why it is not ok
}

// OutFolder returns the folder that Execute writes into.
func (e *Env) OutFolder(opt ExecuteOptions) (string, error) {
	if opt.Out == "" {
		return filepath.Join(e.Root, ".executed"), nil
	}
	return filepath.Abs(opt.Out)
}

// notebook returns the file of a notebook, which may be named itself.
func (e *Env) notebook(name string) string {
	if isFile(name) {
		return name
	}
	return filepath.Join(e.Notebooks, name, name+".ipynb")
}

// isFile reports whether a name is that of a notebook's file.
func isFile(name string) bool { return strings.HasSuffix(name, ".ipynb") }

// choose checks names against the notebooks of a checkout, the files notebooks/NAME/NAME.ipynb.
// Without names it returns all of them.
func (e *Env) choose(names []string) ([]string, error) {
	entries, err := os.ReadDir(e.Notebooks)
	if err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	var known []string
	for _, entry := range entries {
		if _, err := os.Stat(e.notebook(entry.Name())); err == nil {
			known = append(known, entry.Name())
		}
	}
	if len(names) == 0 {
		if len(known) == 0 {
			return nil, fmt.Errorf("lab: no notebooks in %s", e.Notebooks)
		}
		return known, nil
	}
	var chosen []string
	for _, name := range names {
		if isFile(name) {
			if name, err = filepath.Abs(name); err == nil {
				_, err = os.Stat(name)
			}
			if err != nil {
				return nil, fmt.Errorf("lab: %w", err)
			}
		} else if !slices.Contains(known, name) {
			return nil, fmt.Errorf("lab: no notebook %q; there are: %s", name, strings.Join(known, ", "))
		}
		chosen = append(chosen, name)
	}
	return chosen, nil
}

// Execute runs notebooks one after the other, each in a separate kernel. It writes NAME.ipynb with
// the outputs, and NAME.html, into the folder. If a notebook fails, its result has the reason, and
// the next one runs. An error means that notebooks could not be run or that ctx ended; the results
// so far are returned with it.
func (e *Env) Execute(ctx context.Context, opt ExecuteOptions) ([]NotebookResult, error) {
	names, err := e.choose(opt.Names)
	if err != nil {
		return nil, err
	}
	if opt.CellTimeout == 0 {
		opt.CellTimeout = CellTimeout
	}
	if opt.Out, err = e.OutFolder(opt); err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	if err := os.MkdirAll(opt.Out, 0o755); err != nil {
		return nil, explain("making the folder for the results", "name another one with --out", "", err)
	}
	defer endOrphans(e.venv("bin"))
	progress := newProgress(opt.Progress)
	var results []NotebookResult
	for _, name := range names {
		began := time.Now()
		r := e.executeOne(ctx, name, opt, progress)
		r.Seconds = time.Since(began).Seconds()
		results = append(results, r)
		if r.OK {
			progress.say("%s  ok in %s", name, elapsed(began))
		} else {
			progress.say("%s  failed after %s:\n%s", name, elapsed(began), "    "+strings.ReplaceAll(r.Error, "\n", "\n    "))
		}
		if ctx.Err() != nil {
			return results, fmt.Errorf("lab: interrupted in %s; what it had put out until then is in %s: %w", name, opt.Out, ctx.Err())
		}
	}
	return results, nil
}

var blanks = regexp.MustCompile(`\n([ \t]*\n)+`)

// event is a line of the script.
type event struct {
	Event    string `json:"event"` // "cell": one begins; "write": the last is over; "done": all is written
	N        int    `json:"n"`     // of the code cell, from 1
	Of       int    `json:"of"`    // code cells in all
	Name     string `json:"name"`  // of the cell
	HTML     string `json:"html"`
	Notebook string `json:"notebook"`
	Error    string `json:"error"` // "" if all cells ran
	Died     bool   `json:"died"`  // the kernel did, and only its last output says why
}

// executeOne runs one notebook and shows its cells as they run.
func (e *Env) executeOne(ctx context.Context, name string, opt ExecuteOptions, progress *progress) NotebookResult {
	result := NotebookResult{Name: name}
	fail := func(format string, args ...any) NotebookResult {
		result.Error = fmt.Sprintf(format, args...)
		return result
	}
	cmd := exec.Command(e.python(), "-c", executeScript,
		e.notebook(name), opt.Out, kernelName, fmt.Sprint(opt.CellTimeout.Seconds()))
	cmd.Dir = e.Root
	cmd.Env = e.environ("GDP_SIZE=" + opt.Size)
	complaints := &tailBuffer{max: 64 << 10}
	cmd.Stderr = complaints
	detach(cmd, syscall.SIGTERM)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return fail("%v", err)
	}
	if err := cmd.Start(); err != nil {
		return fail("%v", err)
	}

	events := make(chan event)
	ended := make(chan error, 1)
	go func() {
		defer close(events)
		lines := bufio.NewReader(stdout)
		for {
			text, err := lines.ReadBytes('\n')
			var ev event
			if json.Unmarshal(text, &ev) == nil {
				events <- ev
			}
			if err != nil {
				return
			}
		}
	}()
	defer context.AfterFunc(ctx, func() { stop(cmd, ended) })()

	l := progress.start(name + "  starting the kernel")
	var done *event
	var cell string // the latest
	for ev := range events {
		if ev.Event == "done" {
			done = &ev
			continue
		}
		l.end(elapsed(l.began))
		label := "  writing"
		if ev.Event == "cell" {
			cell = ev.Name
			label = fmt.Sprintf("  [%d/%d] %s", ev.N, ev.Of, ev.Name)
		}
		l = progress.start(name + label)
	}
	err = cmd.Wait()
	ended <- err
	if done == nil {
		l.end("failed")
		if ctx.Err() != nil {
			return fail("interrupted")
		}
		return fail("it could not be run: %v\n%s", err, lastLines(complaints.String(), 12))
	}
	l.end(elapsed(l.began))
	result.HTML, result.Notebook = done.HTML, done.Notebook
	switch {
	case done.Died:
		return fail("cell %s: %s\n%s", cell, done.Error, lastLines(complaints.String(), 12))
	case done.Error != "":
		return fail("cell %s: %s", cell, strings.TrimSpace(blanks.ReplaceAllString(plain(done.Error), "\n")))
	}
	result.OK = true
	return result
}
