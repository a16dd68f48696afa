// Package worker runs trials in separate processes with a memory limit.
//
// A [Pool] starts the processes and hands them trials; each of them calls [Serve].
package worker

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/models/eval/trial"
)

// Pool runs trials in separate processes, one at a time in each. A trial that crashes or runs out
// of memory ends its own process and no other trial. The pool records peak memory.
type Pool struct {
	// Command starts a process that calls [Serve] on its standard input and output. The process
	// ends with its input, so that it does not outlive its parent.
	Command func() *exec.Cmd

	mu   sync.Mutex
	idle []*worker
}

// worker is a process.
type worker struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	err *Said
}

// Run runs a trial in an idle or new process, which is killed when ctx is done.
func (p *Pool) Run(ctx context.Context, t trial.Trial) (trial.Measured, error) {
	if p == nil || p.Command == nil || ctx == nil {
		return trial.Measured{}, errors.New("worker: no command that starts a process, or no context")
	}
	w, err := p.take()
	if err != nil {
		return trial.Measured{}, err
	}
	stop := context.AfterFunc(ctx, func() { _ = w.cmd.Process.Kill() })
	r, err := w.make(t)
	if !stop() || err != nil {
		err = errors.Join(ctx.Err(), w.end(err))
		return trial.Measured{}, err
	}
	p.mu.Lock()
	p.idle = append(p.idle, w)
	p.mu.Unlock()
	if r.Error != "" {
		return r.Measured, errors.New(r.Error)
	}
	return r.Measured, nil
}

// take returns an idle process or starts one.
func (p *Pool) take() (*worker, error) {
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		w := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return w, nil
	}
	p.mu.Unlock()
	w := &worker{cmd: p.Command(), err: new(Said)}
	w.cmd.Stderr = w.err
	in, err := w.cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	w.in, w.out = in, bufio.NewReader(out)
	if err := w.cmd.Start(); err != nil {
		return nil, fmt.Errorf("worker: starting one: %w", err)
	}
	return w, nil
}

// make sends a trial to the process and waits for the result.
func (w *worker) make(t trial.Trial) (r trial.Result, err error) {
	text, err := json.Marshal(t)
	if err != nil {
		return r, err
	}
	if _, err := w.in.Write(append(text, '\n')); err != nil {
		return r, err
	}
	line, err := w.out.ReadBytes('\n')
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(line, &r)
}

// end waits for or kills a process, and returns how it ended.
func (w *worker) end(err error) error {
	_ = w.in.Close()
	patience := time.AfterFunc(5*time.Second, func() { _ = w.cmd.Process.Kill() })
	defer patience.Stop()
	died := w.cmd.Wait()
	if err == nil {
		return nil
	}
	if died == nil {
		return fmt.Errorf("worker: its answer: %w", err)
	}
	said := w.err.String()
	if strings.Contains(said, "out of memory") || strings.Contains(said, "cannot allocate memory") || strings.Contains(said, "bad_alloc") {
		return fmt.Errorf("worker: the trial needed more memory than its process may have (%v)", died)
	}
	if line, _, _ := strings.Cut(said, "\n"); line != "" {
		return fmt.Errorf("worker: the process of the trial ended with %w: %s", died, line)
	}
	return fmt.Errorf("worker: the process of the trial ended with %w", died)
}

// Close ends the processes.
func (p *Pool) Close() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, w := range p.idle {
		_ = w.end(nil)
	}
	p.idle = nil
}

// Serve reads trials, one per line, runs them and writes their results until the input ends. Then
// it calls exit, even during a trial, since its result is not needed.
func Serve(ctx context.Context, run func(context.Context, trial.Trial) (trial.Measured, error), in io.Reader, out io.Writer, exit func()) error {
	if run == nil || ctx == nil || in == nil || out == nil || exit == nil {
		return errors.New("worker: Serve needs a context, something to run, input, output and a way to end")
	}
	lines := make(chan []byte)
	go func() {
		defer close(lines)
		defer exit()
		r := bufio.NewReader(in)
		for {
			line, err := r.ReadBytes('\n')
			if err != nil {
				return
			}
			lines <- line
		}
	}()
	for {
		var t trial.Trial
		select {
		case <-ctx.Done():
			return ctx.Err()
		case line, more := <-lines:
			if !more {
				return nil
			}
			if err := json.Unmarshal(line, &t); err != nil {
				return fmt.Errorf("worker: was given %q: %w", line, err)
			}
		}
		forgetPeak()
		found, err := run(ctx, t)
		found.Made.Memory = peak()
		r := trial.Result{Trial: t, Measured: found}
		if err != nil {
			r.Error = err.Error()
		}
		text, err := json.Marshal(r)
		if err != nil {
			return fmt.Errorf("worker: %w", err)
		}
		if _, err := out.Write(append(text, '\n')); err != nil {
			return fmt.Errorf("worker: %w", err)
		}
	}
}

// Said keeps the end of a process's output, or the output after the first line of a Go crash.
type Said struct {
	mu   sync.Mutex
	text []byte
}

const saidBytes = 1 << 10

// Write implements [io.Writer].
func (s *Said) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for rest := b; len(rest) > 0; {
		part := rest[:min(len(rest), saidBytes)]
		rest = rest[len(part):]
		if s.text = append(s.text, part...); !s.crash() {
			s.text = s.text[max(0, len(s.text)-saidBytes):]
		}
		s.text = s.text[:min(len(s.text), 2*saidBytes)]
	}
	return len(b), nil
}

// crash drops the text before the first line of a crash, and reports whether it found one.
func (s *Said) crash() bool {
	for _, first := range []string{"panic: ", "fatal error: "} {
		if i := bytes.Index(s.text, []byte(first)); i >= 0 {
			s.text = s.text[i:]
			return true
		}
	}
	return false
}

// Reset clears the output.
func (s *Said) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text = nil
}

// String returns the output.
func (s *Said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.ToValidUTF8(strings.TrimSpace(string(s.text)), "?")
}

// forgetPeak resets the system's measurement of this process's peak memory.
func forgetPeak() { _ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) } // Linux only

// peak returns this process's peak memory in bytes since [forgetPeak], or 0 if unknown.
func peak() int64 {
	status, err := file.Read("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	number, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	kb, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return 0
	}
	return kb << 10
}

// units are the units of [Bytes].
var units = []struct {
	name  string
	bytes float64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"T", 1 << 40}}

// leastMemory is the memory that a process needs to start.
const leastMemory = 256 << 20

// Bytes parses an amount of memory, such as 4GiB or 500MB.
func Bytes(text string) (int64, error) {
	for _, u := range units {
		number, ok := strings.CutSuffix(text, u.name)
		if !ok {
			continue
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(x > 0 && x*u.bytes < 1<<62) {
			break
		}
		if x*u.bytes < leastMemory {
			return 0, fmt.Errorf("worker: %s of memory is too little for a process; want 256MiB at least", text)
		}
		return int64(x * u.bytes), nil
	}
	return 0, fmt.Errorf("worker: %q is not an amount of memory; want one such as 4GiB or 500MB", text)
}
