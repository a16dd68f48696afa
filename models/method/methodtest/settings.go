package methodtest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
)

// settings runs the mode on one journal with another value of each setting. None of these runs may
// use a stored release. A mode that reads the data in the clear has no journal; its checkpoint must
// not fit another setting, seed or network.
func settings(s *subject) error {
	all, err := method.Settings(s.small)
	if err != nil || len(all) == 0 {
		return err
	}
	dir, err := s.folder()
	if err != nil {
		return err
	}
	r := s.usual().on(dir)
	if s.mode.Plain {
		ctx, cancel := context.WithCancel(s.ctx)
		defer cancel()
		r.progress = func(int, int) { cancel() }
		if _, _, err := s.do(ctx, r); err == nil {
			return nil // no run to interrupt
		}
		r.progress = nil
	} else if _, _, err := s.do(s.ctx, r); err != nil {
		return err
	}
	var faults []error
	if s.mode.Plain {
		for what, other := range s.others(r) {
			if err := s.taken(other); err != nil {
				faults = append(faults, fmt.Errorf("another %s: %w", what, err))
			}
		}
	}
	for _, setting := range all {
		text := other(setting)
		config, err := method.Set(s.small, text)
		if err != nil {
			return err
		}
		if err := s.taken(r.with(config)); err != nil {
			faults = append(faults, fmt.Errorf("%s in place of %v: %w", text, setting, err))
		}
	}
	return errors.Join(faults...)
}

// others returns runs with the same settings and another seed, and runs on networks with one
// difference.
func (s *subject) others(r run) map[string]run {
	seed := *r.seed + 1
	graph, attrs, labels := *r.net, *r.net, *r.net
	twin := publicTwin(r.net, gdp.NodeLevel)
	graph.Graph, attrs.Attrs, labels.Labels = twin.Graph, twin.Attrs, slices.Clone(r.net.Labels)
	labels.Labels[0] = (labels.Labels[0] + 1) % int32(len(r.net.Classes))
	return map[string]run{"seed": r.seeded(&seed), "graph": r.of(&graph), "features": r.of(&attrs), "labels": r.of(&labels)}
}

// taken returns an error if a run uses what was stored for another one.
func (s *subject) taken(r run) error {
	if s.mode.Plain {
		if _, _, err := s.do(s.ctx, r); err == nil {
			return errors.New("the checkpoint of the other run is taken")
		}
		return nil
	}
	before, err := records(r.dir)
	if err != nil {
		return err
	}
	if _, _, err := s.do(s.ctx, r); err != nil {
		return nil // over the budget, or refused
	}
	after, err := records(r.dir)
	if err == nil && after.releases == before.releases {
		err = errors.New("the kept release of the other run is given")
	}
	return err
}

// other returns a setting with another value.
func other(s method.Setting) string {
	if names := s.Names(); names != nil {
		next := 0
		for i, name := range names {
			if name == fmt.Sprint(s.Value) {
				next = (i + 1) % len(names)
			}
		}
		return s.Name + "=" + names[next]
	}
	v := reflect.ValueOf(s.Value)
	switch v.Kind() {
	case reflect.Bool:
		return fmt.Sprintf("%s=%t", s.Name, !v.Bool())
	case reflect.Float64:
		if v.Float() == 0 {
			return s.Name + "=0.25"
		}
		return fmt.Sprintf("%s=%v", s.Name, v.Float()/2)
	case reflect.String:
		return s.Name + "=" + v.String() + "x"
	case reflect.Uint64:
		return fmt.Sprintf("%s=%d", s.Name, v.Uint()+1)
	}
	return fmt.Sprintf("%s=%d", s.Name, v.Int()+1)
}
