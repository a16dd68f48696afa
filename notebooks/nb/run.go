package nb

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/audits"
	"github.com/graphdp/graphdp/models/method"
)

// Protect opens a session with a budget of (ε, δ) on a graph. Without options the session keeps its
// journal in the folder .gdp beside the notebook, under the relation, budget and number of nodes: a
// cell that runs again returns the stored release at no cost. With options, such as gdp.Seed, the
// session has no journal unless [Journal] is one of them.
func Protect(net *graph.Network, rel gdp.Relation, epsilon gdp.Epsilon, delta gdp.Delta, options ...gdp.Option) *gdp.Session {
	if len(options) == 0 && net != nil && net.Graph != nil {
		name := fmt.Sprintf("%s-%v-%g-%g", notebook(), rel, float64(epsilon), float64(delta))
		if rel != gdp.NodeUnbounded { // else the number of nodes is private
			name += fmt.Sprintf("-%d", net.Graph.N())
		}
		options = append(options, Journal(name))
	}
	s, err := gdp.Protect(net, rel, gdp.Budget{Epsilon: epsilon, Delta: delta}, options...)
	if err != nil {
		fail(err, 1)
	}
	return s
}

// notebook returns the name of the notebook's file, as Jupyter gives it.
func notebook() string {
	name := filepath.Base(os.Getenv("JPY_SESSION_NAME"))
	if name = strings.TrimSuffix(name, filepath.Ext(name)); name == "" {
		return "notebook"
	}
	return name
}

// Part returns a part of the session's budget, for one question or run among several.
func Part(s *gdp.Session, name string, epsilon gdp.Epsilon, delta gdp.Delta) *gdp.Session {
	part, err := s.Part(name, gdp.Budget{Epsilon: epsilon, Delta: delta})
	if err != nil {
		fail(err, 1)
	}
	return part
}

// Run runs a mode on a session, spends its budget and shows the progress.
//
//	r := nb.Run(s, privdpr.Strict)
func Run[C any, R method.Result](s *gdp.Session, m method.PrivateMode[C, R]) R {
	bar := &progress{label: m.Mode.Method() + " " + m.Mode.Name}
	r, err := m.Run(context.Background(), s, method.Progress(bar.step))
	bar.done()
	if err != nil {
		fail(err, 1)
	}
	return r
}

// RunOn runs a mode without privacy on a graph.
func RunOn[C any, R method.Result](net *graph.Network, m method.PlainMode[C, R], seed uint64) R {
	bar := &progress{label: m.Mode.Method() + " " + m.Mode.Name}
	r, err := m.RunOn(context.Background(), net, seed, method.Progress(bar.step))
	bar.done()
	if err != nil {
		fail(err, 1)
	}
	return r
}

// Audited returns the guarantee of a run with the results of stored audits of the mode.
//
//	nb.Show(nb.Audited(r, privdpr.Method, "strict"))
func Audited(r method.Result, m method.Method, mode string) gdp.Guarantee {
	g, err := audits.Beside(r.Outcome().Guarantee, m, mode)
	if err != nil {
		fail(err, 1)
	}
	return g
}

// progress is a bar that begins with the first step.
type progress struct {
	label string
	bar   *Bar
	at    int
}

func (p *progress) step(done, steps int) {
	if p.bar == nil {
		p.bar = Progress(p.label, steps)
	}
	p.bar.Step(done - p.at)
	p.at = done
}

func (p *progress) done() {
	if p.bar != nil {
		p.bar.Done()
	}
}

// values are the values of Keep outside notebooks.
var values sync.Map

// Keep computes a value once, for all cells of the notebook until the kernel restarts. Package gob
// stores it: fields have to be exported. Outside notebooks it lives as long as the program.
//
//	sides := nb.Keep("sides", func() []int32 { return train().Predict() })
func Keep[T any](name string, compute func() T) T {
	folder := os.Getenv(protocol.GONB_TMP_DIR_ENV)
	if folder == "" {
		once, _ := values.LoadOrStore(name, sync.OnceValue(func() any { return compute() }))
		value, ok := once.(func() any)().(T)
		if !ok {
			fail(fmt.Errorf("nb: Keep %q: the name holds a value of another type", name), 1)
		}
		return value
	}
	var value T
	path := filepath.Join(folder, "keep-"+name)
	text, err := file.Read(path)
	if err == nil {
		if err := gob.NewDecoder(bytes.NewReader(text)).Decode(&value); err != nil {
			fail(fmt.Errorf("nb: Keep %q: %w", name, err), 1)
		}
		return value
	}
	value = compute()
	if err := file.Write(path, 0o600, func(w io.Writer) error { return gob.NewEncoder(w).Encode(value) }); err != nil {
		fail(fmt.Errorf("nb: Keep %q: %w", name, err), 1)
	}
	return value
}
