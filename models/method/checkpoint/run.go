// Package checkpoint saves and resumes runs: an interrupted run continues with the same bits and at
// no further privacy cost.
//
// A method runs inside [Once], or inside [Plain] without privacy. It pays by [Run.Train], draws
// public random numbers from [Run.Stream], and takes its steps by [Run.Steps] with all variables
// that a step changes. A checkpoint holds these variables, the trainings with their noise, and the
// position of each public stream. It is written
//
//	before the first step   so that a paid training is not lost
//	every half a minute     so that a killed run loses little
//	on interruption         so that an interrupted run loses nothing
//
// The file is replaced as a whole. It has a checksum and the identity of the run: method,
// configuration, seed, and the journal, which belongs to the data, or without privacy the graph. A
// file of another run is refused before anything is spent. With the file and the release, the noise
// can be removed: the file is as private as the data.
package checkpoint

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
)

// identity identifies a run.
type identity struct {
	Method  string          `json:"method"`
	Config  json.RawMessage `json:"config"`
	Seed    string          `json:"seed"`              // empty without a journal
	Journal string          `json:"journal,omitempty"` // the session's ID, which depends on the data
	Graph   string          `json:"graph,omitempty"`   // checksum of the data, without a session
}

// key identifies a configuration: its type, which determines the mode, and its settings.
type key struct {
	Mode     string `json:"mode"`
	Settings any    `json:"settings"`
}

// Renamed is a configuration whose type has been renamed. KeptAs returns the old name, which
// identifies stored runs and seeds their random streams.
type Renamed interface{ KeptAs() string }

// keyOf returns the key of a configuration.
func keyOf(config any) key {
	if r, ok := config.(Renamed); ok {
		return key{r.KeptAs(), config}
	}
	return key{reflect.TypeOf(config).Name(), config}
}

// Watch reports the progress of a run, and lets it continue after an interruption. Nil does
// neither.
type Watch struct {
	Progress func(done, steps int) // called after each step
	// Drawing is called while a graph is generated and stored, with the current step and the share
	// that is done, 0 if unknown.
	Drawing func(step string, share float64)
	// Checkpoint is a file that stores the run between steps. An interrupted or killed run
	// continues from it with the same bits and without a second payment. A finished run removes it.
	// The file is as private as the data. A private run with a checkpoint needs a session with a
	// journal. Two runs must not use one file at the same time.
	Checkpoint string
}

// Run is a run that can be interrupted.
type Run struct {
	identity
	file      name
	progress  func(done, steps int)            // may be nil
	ctx       context.Context                  // between draws
	drawing   func(step string, share float64) // may be nil
	draws     bool                             // a graph
	found     *head                            // state to continue from; nil for a new run
	session   *gdp.Session
	trainings []*gdp.Training
	streams   streams

	every time.Duration // time between checkpoints; 0 for every step
	saved time.Time
	took  time.Duration // time of the last checkpoint
}

// Once is [gdp.Once] for a run with progress and a checkpoint. Configurations of different types
// identify different runs, even with equal settings. Once pays for nothing after ctx has ended.
// When the release is in the session's journal, the checkpoint is removed.
func Once[T any](ctx context.Context, s *gdp.Session, method string, config any, w *Watch, do func(r *Run) (T, error)) (T, error) {
	var none T
	if do == nil {
		return none, fmt.Errorf("checkpoint: %s: no run", method)
	}
	r, err := newRun(ctx, method, config, w)
	if err != nil {
		return none, err
	}
	r.Journal = s.ID()
	if s.Seeded() {
		r.Seed = fmt.Sprintf("%016x", s.PublicStream("checkpoint").Uint64())
	}
	value, err := gdp.Once(s, method, r.Config, func(sub *gdp.Session) (value T, err error) {
		if err = r.find(); err != nil {
			return value, err
		}
		if err = r.checkUnspent(s, sub); err != nil {
			return value, err
		}
		r.session, r.streams.open = sub, sub.PublicStream
		value, err = do(r)
		if r.draws && r.drawing != nil && err == nil {
			r.drawing("keeping the release", 0)
		}
		return value, err
	})
	if err != nil {
		return none, err
	}
	for _, t := range r.trainings { // the release is stored
		if err := t.Close(); err != nil {
			return none, err
		}
	}
	return value, r.remove()
}

// checkUnspent returns [gdp.ErrBudget] if the session has spent on anything except this run, which
// needs the whole budget. Payments of this run before an interruption do not count.
func (r *Run) checkUnspent(s, sub *gdp.Session) error {
	l, err := s.Ledger()
	if err != nil {
		return err
	}
	for _, e := range l.Entries {
		if !strings.HasPrefix(e.Label, sub.Name()+"/") {
			return fmt.Errorf("%s: %w: a run needs the whole budget, and %v of %v is spent: ask questions on one part of the session (Part), and run on another", r.Method, gdp.ErrBudget, l.Cost(), l.Budget)
		}
	}
	return nil
}

// Plain is [Once] for a mode without privacy. The seed determines the run.
func Plain[T any](ctx context.Context, net *graph.Network, method string, config any, seed uint64, w *Watch, do func(r *Run) (T, error)) (T, error) {
	return PlainCollection(ctx, &graph.Collection{Graphs: []*graph.Network{net}}, method, config, seed, w, do)
}

// PlainCollection is [Plain] for a collection of networks.
func PlainCollection[T any](ctx context.Context, c *graph.Collection, method string, config any, seed uint64, w *Watch, do func(r *Run) (T, error)) (T, error) {
	var none T
	if do == nil {
		return none, fmt.Errorf("checkpoint: %s: no run", method)
	}
	if err := c.Check(); err != nil {
		return none, fmt.Errorf("checkpoint: %s: no network, or not a whole one: %w", method, err)
	}
	r, err := newRun(ctx, method, config, w)
	if err != nil {
		return none, err
	}
	r.Seed, r.streams.open = fmt.Sprint(seed), seeded(method, seed)
	if r.file != "" {
		if r.Graph, err = Checksum(c); err != nil {
			return none, err
		}
	}
	if err := r.find(); err != nil {
		return none, err
	}
	value, err := do(r)
	if err != nil {
		return none, err
	}
	return value, r.remove()
}

func newRun(ctx context.Context, method string, config any, w *Watch) (*Run, error) {
	switch {
	case ctx == nil:
		return nil, fmt.Errorf("%s: no context", method)
	case config == nil:
		return nil, fmt.Errorf("%s: no configuration", method)
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("%s: stopped before it began: %w", method, err)
	}
	text, err := json.Marshal(keyOf(config))
	if err != nil {
		return nil, fmt.Errorf("%s: the configuration: %w", method, err)
	}
	r := &Run{identity: identity{Method: method, Config: text}, every: 30 * time.Second, ctx: ctx}
	if w != nil {
		r.progress, r.file = w.Progress, name(w.Checkpoint)
		r.drawing = w.Drawing
	}
	return r, nil
}

// Session returns the scope that the run may release in; nil without privacy.
func (r *Run) Session() *gdp.Session { return r.session }

// Drawing returns the watch for generating graphs from released values. Generation ends when the
// run is interrupted; the same run repeats it from the session's journal. A run that was trained on
// private data is not interrupted here, because after its last step no checkpoint can continue it.
func (r *Run) Drawing() *gen.Watch {
	r.draws = true
	if len(r.trainings) > 0 {
		return gen.NewWatch(context.Background(), r.drawing)
	}
	return gen.NewWatch(r.ctx, r.drawing)
}

// Stream returns a public random stream. Each label may be opened once.
func (r *Run) Stream(label string) *rand.Rand { return r.streams.new(label) }

// Reserve pays for spends that are fixed before any is drawn, unless a continued run has paid.
func (r *Run) Reserve(spends ...gdp.Spend) error {
	if r.found != nil {
		return nil
	}
	return r.session.Reserve(spends...)
}

// Train pays for a plan, or continues its training from the checkpoint.
func (r *Run) Train(p gdp.Plan) (*gdp.Training, error) {
	var t *gdp.Training
	var err error
	if r.found == nil {
		t, err = r.session.Train(p)
	} else if n := len(r.trainings); n == len(r.found.Trainings) {
		err = r.errorf("no training %s in it", p.Label)
	} else if t, err = r.session.Resume(p, r.found.Trainings[n]); err != nil {
		err = r.errorf("%w", err)
	}
	if err != nil {
		return nil, err
	}
	r.trainings = append(r.trainings, t)
	return t, nil
}

// Checksum returns a checksum of a collection; a network is a collection of one.
func Checksum(c *graph.Collection) (string, error) {
	h := sha256.New()
	var parts []any
	for _, net := range c.Graphs {
		offsets, targets := net.Graph.CSR()
		parts = append(parts, net.Graph.Directed(), int64(net.Graph.N()), offsets, targets)
		if x := net.Attrs; x != nil {
			offsets, columns, values := x.CSR()
			parts = append(parts, []byte("attributes"), int64(x.Cols()), offsets, columns, values)
		}
		if net.Labels != nil {
			parts = append(parts, []byte("labels"), net.Labels, int64(len(net.Classes)))
		}
		if net.Seen != nil {
			parts = append(parts, []byte("order"), net.Seen)
		}
	}
	if c.Labels != nil {
		parts = append(parts, []byte("graphs"), c.Labels)
	}
	for _, v := range parts {
		if err := binary.Write(h, binary.LittleEndian, v); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Steps runs the remaining steps. values are all variables that a step changes, except the run's
// streams and trainings; see [values]. Steps restores them from the checkpoint of a continued run.
// A started step is always finished.
func (r *Run) Steps(ctx context.Context, steps int, values []any, step func(i int) error) error {
	done := 0
	if r.found != nil {
		if done = r.found.Done; done > steps {
			return r.errorf("it stands at step %d of %d", done, steps)
		}
		if err := r.restore(values); err != nil {
			return err
		}
	} else if err := r.save(0, values); err != nil {
		return err
	}
	for ; done < steps; done++ {
		if why := ctx.Err(); why != nil {
			if err := r.save(done, values); err != nil {
				return err
			}
			return fmt.Errorf("%s: stopped after step %d of %d: %w", r.Method, done, steps, why)
		}
		if r.due() {
			if err := r.save(done, values); err != nil {
				return err
			}
		}
		if err := step(done); err != nil {
			return err
		}
		if r.progress != nil {
			r.progress(done+1, steps)
		}
	}
	return nil
}

// due reports whether a checkpoint is due. Writing takes a small share of the time, for runs of any
// size.
func (r *Run) due() bool {
	return r.every == 0 || time.Since(r.saved) >= max(r.every, 20*r.took)
}

func (r *Run) errorf(format string, args ...any) error {
	return fmt.Errorf("%s: the checkpoint %s: %w", r.Method, string(r.file), fmt.Errorf(format, args...))
}
