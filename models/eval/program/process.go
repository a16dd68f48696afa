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

	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/models/eval/sandbox"
	"github.com/graphdp/graphdp/models/eval/worker"
)

// Failure is a failed run of a program. The program's message may depend on the graph.
type Failure struct{ Why, Said string }

// Error returns the reason and the end of the program's message.
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

// start runs the program once, or passes the run to the worker w, and returns its messages.
func (p *Program) start(ctx context.Context, w *process, r request) (said string, err error) {
	limited, cancel := context.WithTimeout(ctx, p.limit)
	defer cancel()
	if w.in != nil {
		said, err = w.hand(limited, r)
	} else {
		said, err = p.once(limited, w, r)
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

// Isolation describes how runs are isolated from the system and from each other.
func (p *Program) Isolation() string {
	switch err := sandbox.Works(); {
	case p.Socket != "":
		return "no isolation: the function runs in the process that calls"
	case err != nil:
		return fmt.Sprintf("no sandbox: the program has the rights of the user (%v)", err)
	}
	return "sandbox: a run sees no other run, no network and no other process, and writes to its own folder only"
}

// command is the program's process in the folder dir, which is in own. What it starts ends with it.
func (p *Program) command(ctx context.Context, own, dir string, words []string) (*exec.Cmd, *worker.Said) {
	c := exec.CommandContext(ctx, words[0], words[1:]...)
	c.Dir, c.Env, c.WaitDelay = dir, append(os.Environ(), "TMPDIR="+dir), 2*time.Second
	group(c)
	if c.Err == nil && sandbox.Works() == nil {
		sandbox.Wrap(c, filepath.Dir(own), own)
	}
	said := new(worker.Said)
	c.Stderr = said
	return c, said
}

// once starts the program for a run.
func (p *Program) once(ctx context.Context, w *process, r request) (string, error) {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	fill := strings.NewReplacer("{graph}", r.Graph, "{out}", r.Out, "{epsilon}", number(r.Epsilon), "{delta}", number(r.Delta), "{seed}", strconv.FormatUint(r.Seed, 10))
	words := lists.Map(p.Command, fill.Replace)
	c, said := p.command(ctx, w.dir, filepath.Dir(r.Graph), words)
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

// process is a worker, a process or a connection to one that serves; or, without in, a folder for
// a process of one run.
type process struct {
	cmd  *exec.Cmd // nil for a connection
	in   io.WriteCloser
	out  *bufio.Reader
	said *worker.Said
	dir  string // its own, which holds those of its runs
	over bool   // it has ended
}

// hand hands a run to a worker. One that fails is ended.
func (w *process) hand(ctx context.Context, r request) (string, error) {
	w.said.Reset()
	stop := context.AfterFunc(ctx, w.kill)
	err := w.run(r)
	if w.over = !stop() || err != nil && !errors.As(err, new(Failure)); w.over {
		w.kill()
		if died := w.end(); died != nil && ctx.Err() == nil {
			err = fmt.Errorf("it ended with %w", died)
		} else if err == nil {
			err = ctx.Err()
		}
	}
	return w.said.String(), err
}

// take returns an idle worker, or a new one, or for a program without workers a folder.
func (p *Program) take() (w *process, err error) {
	p.idle.Lock()
	defer p.idle.Unlock()
	if n := len(p.idle.list); n > 0 {
		w = p.idle.list[n-1]
		p.idle.list = p.idle.list[:n-1]
		return w, nil
	}
	if p.idle.dirs == 0 {
		if p.idle.all, err = os.MkdirTemp("", "gdp-"); err != nil {
			return nil, err
		}
	}
	p.idle.dirs++
	w = new(process)
	if w.dir, err = os.MkdirTemp(p.idle.all, ""); err == nil {
		err = p.begin(w)
	}
	if err != nil {
		p.discard(w)
	}
	return w, err
}

// begin starts a worker, or connects to it.
func (p *Program) begin(w *process) error {
	if p.Socket != "" {
		c, err := net.Dial("unix", p.Socket)
		if err == nil {
			w.in, w.out, w.said = c, bufio.NewReader(c), new(worker.Said)
		}
		return err
	}
	if !p.Worker {
		return nil
	}
	w.cmd, w.said = p.command(context.Background(), w.dir, w.dir, p.Command)
	in, err := w.cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	w.in, w.out = in, bufio.NewReader(out)
	if err := w.cmd.Start(); err != nil {
		return err
	}
	return bound(w.cmd.Process.Pid, p.memory)
}

// give takes back what take returned: a worker waits for its next run.
func (p *Program) give(w *process) {
	p.idle.Lock()
	defer p.idle.Unlock()
	if w.in != nil && !w.over {
		p.idle.list = append(p.idle.list, w)
	} else {
		p.discard(w)
	}
}

// discard removes a folder, and with the last one the folder of all.
func (p *Program) discard(w *process) {
	dir := w.dir
	if p.idle.dirs--; p.idle.dirs == 0 {
		dir = p.idle.all
	}
	_ = os.RemoveAll(dir)
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
	return err
}

// Close ends the workers.
func (p *Program) Close() {
	p.idle.Lock()
	defer p.idle.Unlock()
	for _, w := range p.idle.list {
		_ = w.end()
		p.discard(w)
	}
	p.idle.list = nil
}
