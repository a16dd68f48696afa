package methodtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
)

// subject is the mode under test.
type subject struct {
	Options
	ctx    context.Context
	method method.Method
	mode   method.Mode
	small  any    // the configuration with the small settings
	dir    string // for files
	dirs   int    // that were made in it
}

// small returns the mode's configuration with the small settings.
func (o Options) small(mode method.Mode) (any, error) {
	config, err := method.SetKnown(mode.Config(), o.Small[""]...)
	if err == nil {
		config, err = method.Set(config, o.Small[mode.Name]...)
	}
	if err != nil {
		return nil, fmt.Errorf("methodtest: Small: %w", err)
	}
	if missing := mode.Missing(config); missing != nil {
		return nil, fmt.Errorf("methodtest: mode %s needs %s: give it in Small", mode.Name, strings.Join(missing, ", "))
	}
	return config, nil
}

// relations returns the relations of the mode, or only 0 if it protects nothing.
func (s *subject) relations() []gdp.Relation {
	if s.mode.Plain {
		return []gdp.Relation{0}
	}
	return s.mode.Relations()
}

// run is one run of a mode.
type run struct {
	net      *graph.Network
	relation gdp.Relation
	budget   gdp.Budget
	universe int // of ids, where that is public; 0: the number of nodes
	config   any
	seed     *uint64
	dir      string // of a journal and a checkpoint; empty for neither
	progress func(done, steps int)
	drawing  func(step string, share float64)
}

// usual returns a run under the small settings with a seed.
func (s *subject) usual() run {
	one := uint64(1)
	return run{net: s.Network, relation: s.mode.Relation, budget: s.Budget, config: s.small, seed: &one}
}

// on returns the run with files in a folder.
func (r run) on(dir string) run { r.dir = dir; return r }

// with returns the run with another configuration.
func (r run) with(config any) run { r.config = config; return r }

// of returns the run on another graph.
func (r run) of(net *graph.Network) run { r.net = net; return r }

// seeded returns the run with another seed, or without one.
func (r run) seeded(seed *uint64) run { r.seed = seed; return r }

// under returns the run under another relation.
func (r run) under(rel gdp.Relation) run { r.relation = rel; return r }

const journalName, checkpointName = "journal", "checkpoint"

// session opens a run's session; nil for a mode that reads the data in the clear.
func (s *subject) session(r run) (*gdp.Session, error) {
	if s.mode.Plain {
		return nil, nil
	}
	var options []gdp.Option
	if r.seed != nil {
		options = append(options, gdp.Seed(*r.seed))
	}
	if r.dir != "" {
		options = append(options, gdp.Journal(filepath.Join(r.dir, journalName)))
	}
	if r.relation == gdp.NodeUnbounded {
		options = append(options, gdp.Nodes(max(1, r.universe, r.net.Graph.N())))
	}
	return method.Protect(r.net, r.relation, r.budget, options...)
}

// do runs the mode once and returns the outcome and all entries of the session.
func (s *subject) do(ctx context.Context, r run) (o method.Outcome, entries []gdp.Entry, err error) {
	session, err := s.session(r)
	if err != nil {
		return o, nil, err
	}
	return s.runOn(ctx, session, r)
}

// runOn runs the mode on an open session.
func (s *subject) runOn(ctx context.Context, session *gdp.Session, r run) (o method.Outcome, entries []gdp.Entry, err error) {
	watch := &method.Watch{Progress: r.progress, Drawing: r.drawing}
	if r.dir != "" {
		watch.Checkpoint = filepath.Join(r.dir, checkpointName)
	}
	if s.mode.Plain {
		var seed uint64
		if r.seed != nil {
			seed = *r.seed
		}
		o, err = s.mode.RunPlain(ctx, r.net, r.config, seed, watch)
	} else {
		o, err = s.mode.Run(ctx, session, r.config, watch)
		l, failed := session.Ledger()
		if entries = l.Entries; failed != nil {
			return o, entries, errors.Join(err, failed)
		}
	}
	if err == nil && o.Release == nil {
		err = errors.New("a run without an error and without a release")
	}
	return o, entries, err
}

// folder makes a new folder.
func (s *subject) folder() (string, error) {
	s.dirs++
	dir := filepath.Join(s.dir, fmt.Sprint(s.dirs))
	return dir, os.Mkdir(dir, 0o700)
}
