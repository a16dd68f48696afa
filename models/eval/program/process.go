package program

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/graphdp/graphdp/models/eval/worker"
)

// Failure is how a run of a program failed. What the program said may depend on the graph.
type Failure struct{ Why, Said string }

// Error says why, and the end of what the program said.
func (f Failure) Error() string {
	if f.Said == "" {
		return f.Why
	}
	return f.Why + "; it said: " + f.Said
}

// request is one run, in JSON on a line of a worker's standard input.
type request struct {
	Graph   string  `json:"graph"`
	Out     string  `json:"out"`
	Epsilon float64 `json:"epsilon"`
	Delta   float64 `json:"delta"`
	Seed    uint64  `json:"seed"`
}

// start runs the program once, or hands the run to a worker, and returns what it said.
func (p *Program) start(ctx context.Context, r request) (said string, err error) {
	limited, cancel := context.WithTimeout(ctx, p.limit)
	defer cancel()
	if p.Worker || p.Socket != "" {
		said, err = p.hand(limited, r)
	} else {
		said, err = p.once(limited, r)
	}
	switch {
	case ctx.Err() != nil:
		return said, context.Cause(ctx)
	case limited.Err() != nil && err != nil:
		return said, Failure{fmt.Sprintf("it ran for more than %v", p.limit), said}
	case err != nil && !errors.As(err, new(Failure)):
		return said, Failure{err.Error(), said}
	}
	return said, err
}

// command is the program's process. What it starts ends with it.
func (p *Program) command(ctx context.Context, dir string, words []string) (*exec.Cmd, *worker.Said) {
	c := exec.CommandContext(ctx, words[0], words[1:]...)
	c.Dir, c.Env, c.WaitDelay = dir, append(os.Environ(), "TMPDIR="+dir), 2*time.Second
	group(c)
	said := new(worker.Said)
	c.Stderr = said
	return c, said
}

// once starts the program for a run.
func (p *Program) once(ctx context.Context, r request) (string, error) {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	fill := strings.NewReplacer("{graph}", r.Graph, "{out}", r.Out, "{epsilon}", number(r.Epsilon), "{delta}", number(r.Delta), "{seed}", strconv.FormatUint(r.Seed, 10))
	words := make([]string, len(p.Command))
	for i, word := range p.Command {
		words[i] = fill.Replace(word)
	}
	c, said := p.command(ctx, filepath.Dir(r.Graph), words)
	c.Stdout = said
	err := c.Start()
	if err == nil {
		err = errors.Join(bound(c.Process.Pid, p.memory), c.Wait())
		kill(c)
	}
	switch {
	case errors.Is(err, exec.ErrWaitDelay):
		err = errors.New("it left a process running that holds its output")
	case err != nil && ctx.Err() == nil:
		err = fmt.Errorf("it ended with %w", err)
	}
	return said.String(), err
}

// process is a worker: a process, or a connection to one that serves.
type process struct {
	cmd  *exec.Cmd // nil for a connection
	in   io.WriteCloser
	out  *bufio.Reader
	said *worker.Said
	dir  string
}

// hand hands a run to an idle worker, or a new one. A worker that fails is ended.
func (p *Program) hand(ctx context.Context, r request) (string, error) {
	w, err := p.take()
	if err != nil {
		return "", err
	}
	w.said.Reset()
	stop := context.AfterFunc(ctx, w.kill)
	err = w.run(r)
	if !stop() || err != nil && !errors.As(err, new(Failure)) {
		w.kill()
		if died := w.end(); died != nil && ctx.Err() == nil {
			err = fmt.Errorf("it ended with %w", died)
		} else if err == nil {
			err = ctx.Err()
		}
		return w.said.String(), err
	}
	p.idle.Lock()
	p.idle.list = append(p.idle.list, w)
	p.idle.Unlock()
	return w.said.String(), err
}

// take returns an idle worker, or a new one.
func (p *Program) take() (*process, error) {
	p.idle.Lock()
	defer p.idle.Unlock()
	if n := len(p.idle.list); n > 0 {
		w := p.idle.list[n-1]
		p.idle.list = p.idle.list[:n-1]
		return w, nil
	}
	if p.Socket != "" {
		c, err := net.Dial("unix", p.Socket)
		if err != nil {
			return nil, err
		}
		return &process{in: c, out: bufio.NewReader(c), said: new(worker.Said)}, nil
	}
	dir, err := os.MkdirTemp("", "gdp-")
	if err != nil {
		return nil, err
	}
	w := &process{dir: dir}
	w.cmd, w.said = p.command(context.Background(), dir, p.Command)
	if w.in, err = w.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	w.out = bufio.NewReader(out)
	if err := w.cmd.Start(); err != nil {
		return nil, err
	}
	return w, bound(w.cmd.Process.Pid, p.memory)
}

// mostStray is how many bytes a worker may print before an answer.
const mostStray = 1 << 20

// run writes a run to the worker and awaits its answer: a line with a JSON object, which has an
// error if the run failed. Other lines count as messages.
func (w *process) run(r request) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if _, err := w.in.Write(append(text, '\n')); err != nil {
		return err
	}
	for read := 0; read < mostStray; {
		line, err := w.out.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
		var answer struct{ Error string }
		if bytes.HasPrefix(line, []byte("{")) && json.Unmarshal(line, &answer) == nil {
			if answer.Error != "" {
				return Failure{Why: answer.Error}
			}
			return nil
		}
		read += len(line)
		_, _ = w.said.Write(line)
	}
	return Failure{Why: `it printed 1 MiB, and no answer such as {} or {"error": "why"}`}
}

func (w *process) kill() {
	if w.cmd != nil {
		kill(w.cmd)
	}
	_ = w.in.Close()
}

// end ends the input of a worker, and a little later the worker.
func (w *process) end() error {
	_ = w.in.Close()
	if w.cmd == nil {
		return nil
	}
	patience := time.AfterFunc(2*time.Second, w.kill)
	defer patience.Stop()
	err := w.cmd.Wait()
	kill(w.cmd)
	_ = os.RemoveAll(w.dir)
	return err
}

// Close ends the workers.
func (p *Program) Close() {
	p.idle.Lock()
	defer p.idle.Unlock()
	for _, w := range p.idle.list {
		_ = w.end()
	}
	p.idle.list = nil
}
