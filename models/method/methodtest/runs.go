package methodtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	_ "github.com/graphdp/graphdp/data/graph/parquet" // releases are written as it
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

func declared(s *subject) error {
	if err := s.method.Check(); err != nil {
		return err
	}
	if s.mode.Plain {
		return nil
	}
	_, err := s.method.Attacked(s.mode)
	return err
}

// defaults runs the mode under its defaults, or under the small settings if it requires some, and
// under all its relations.
func defaults(s *subject) error {
	config, err := method.Set(s.mode.Config(), s.Shorter...)
	if err != nil {
		return fmt.Errorf("methodtest: Shorter: %w", err)
	}
	r := s.usual().with(config)
	if s.mode.Needs != nil {
		_, entries, err := s.do(s.ctx, r)
		for _, need := range s.mode.Needs {
			if err == nil || !strings.Contains(err.Error(), need) {
				return fmt.Errorf("without a value for %s: %v; want an error that names it", need, err)
			}
		}
		if len(entries) > 0 {
			return fmt.Errorf("without a value for %s it spends %v", strings.Join(s.mode.Needs, ", "), entries)
		}
		r.config = s.small
	}
	for _, rel := range s.relations() {
		o, _, err := s.do(s.ctx, r.under(rel))
		if err == nil {
			err = sound(o, s.Network)
		}
		switch {
		case err != nil:
		case o.Release.Kind() != s.method.Releases:
			err = fmt.Errorf("the release is of kind %s, the method declares %s", o.Release.Kind(), s.method.Releases)
		case s.mode.Plain && o.Guarantee != nil:
			err = errors.New("a guarantee of a mode that reads the data in the clear")
		case !s.mode.Plain && (o.Guarantee == nil || o.Guarantee.Relation != rel):
			err = fmt.Errorf("the guarantee is %v, want one for the relation", o.Guarantee)
		}
		if err != nil && !s.mode.Plain {
			return fmt.Errorf("relation %v: %w", rel, err)
		} else if err != nil {
			return err
		}
		r.config = s.small // the other relations take less time
	}
	return nil
}

// ledger compares the guarantee that a run returns with that of all entries. It also compares the
// entries with the draws, and with the entries on a neighbouring graph.
func ledger(s *subject) error {
	if s.mode.Plain {
		return nil
	}
	dir, err := s.folder()
	if err != nil {
		return err
	}
	r := s.usual().on(dir)
	session, err := s.session(r)
	if err != nil {
		return err
	}
	o, entries, err := s.runOn(s.ctx, session, r)
	if err != nil {
		return err
	}
	whole, err := session.Guarantee()
	if err != nil {
		return err
	}
	if o.Guarantee != nil {
		whole.InTheClear = o.Guarantee.InTheClear // known to the method only
	}
	if o.Guarantee == nil || o.Guarantee.String() != whole.String() {
		return fmt.Errorf("the guarantee is %v; that of all that was spent is %v", o.Guarantee, whole)
	}
	if err := s.chargedAlike(); err != nil {
		return err
	}
	kept, err := records(dir)
	if err != nil {
		return err
	}
	if kept.reserved != kept.drawn || kept.spent+kept.reserved != len(entries) {
		return fmt.Errorf("the ledger has %d entries; %d were spent at once, and %d reserved, of which %d were drawn or begun",
			len(entries), kept.spent, kept.reserved, kept.drawn)
	}
	return nil
}

// chargedAlike compares the spends of a mode with a proof on two neighbouring graphs. Spends that
// depend on noisy answers vary with the seed; other differences between the graphs leak private
// data.
func (s *subject) chargedAlike() error {
	if s.mode.Unproved != "" {
		return nil
	}
	worlds, err := s.worlds()
	if err != nil {
		return err
	}
	var first [2][]string
	for world := range worlds {
		for seed := range uint64(3) {
			_, entries, err := s.do(s.ctx, s.inWorld(worlds, world).seeded(&seed))
			if err != nil {
				return err
			}
			var list []string
			for _, e := range entries {
				list = append(list, fmt.Sprintf("%s %s of %s, %s", e.Label, e.Mechanism, e.Query, e.Counted))
			}
			if seed > 0 && !slices.Equal(list, first[world]) {
				return nil
			}
			first[world] = list
		}
	}
	if !slices.Equal(first[0], first[1]) {
		return fmt.Errorf("whatever the noise, it spends %v on one graph, and %v on its neighbour", first[0], first[1])
	}
	return nil
}

// worlds returns the neighbouring graphs of the method's attack.
func (s *subject) worlds() (worlds [2]*graph.Network, err error) {
	attack, err := s.method.Attacked(s.mode)
	if err != nil {
		return worlds, err
	}
	if attack, err = attack.Against(s.usual().config); err != nil {
		return worlds, err
	}
	return attack.Make(s.mode.Relation)
}

// inWorld returns the usual run on one of two neighbouring graphs, with a common universe of ids.
func (s *subject) inWorld(worlds [2]*graph.Network, world int) run {
	r := s.usual().of(worlds[world])
	for _, w := range worlds {
		if w != nil {
			r.universe = max(r.universe, w.Graph.N())
		}
	}
	return r
}

func proved(s *subject) error {
	if s.mode.Plain {
		return nil
	}
	o, entries, err := s.do(s.ctx, s.usual())
	if err != nil {
		return err
	}
	g, limit := o.Guarantee, s.Budget.Epsilon*(1+1e-9)
	onClaim := false
	for _, e := range entries {
		if _, claim := e.Basis.(gdp.Claim); claim {
			onClaim = true
		}
		if _, none := e.Proved.(accounting.NonPrivate); none && !onClaim {
			return fmt.Errorf("%s proves nothing and rests on no claim", e.Label)
		}
	}
	switch infinite := math.IsInf(float64(g.Proved), 1); {
	case g.By != nil:
		return fmt.Errorf("the bounds are asserted by %s: register the documents of their proofs (gdp.RegisterProofs)", strings.Join(g.By, ", "))
	case g.Claimed > limit:
		return fmt.Errorf("it claims %v, above the budget %v", g.Claimed, s.Budget)
	case s.mode.Unproved != "" && (!infinite || g.Reason == ""):
		return fmt.Errorf("the mode proves nothing, it says, and its run proves %v (%s)", g.Proved, g.Reason)
	case s.mode.Unproved == "" && infinite:
		return fmt.Errorf("the mode proves something, it says, and its run proves nothing: %s", g.Reason)
	case s.mode.Unproved == "" && !onClaim && g.Proved > limit:
		return fmt.Errorf("it proves %v, above the budget %v", g.Proved, s.Budget)
	}
	return nil
}

func refused(s *subject) error {
	ctx, cancel := context.WithCancel(s.ctx)
	cancel()
	_, entries, err := s.do(ctx, s.usual())
	if !errors.Is(err, context.Canceled) || len(entries) > 0 {
		return fmt.Errorf("after the context has ended it spends %d times and returns the error %v, want none and one that wraps context.Canceled", len(entries), err)
	}
	return nil
}

func written(s *subject) error {
	o, _, err := s.do(s.ctx, s.usual())
	if err != nil {
		return err
	}
	var faults []error
	for _, r := range released(o) {
		for _, extension := range r.Kind().Extensions() {
			var b bytes.Buffer
			err := r.Write(&b, "release"+extension)
			if extension != r.Kind().Extension() && errors.Is(err, release.ErrNoTable) {
				continue // a model whose predictions read data that this run lacks
			}
			if err != nil || b.Len() == 0 {
				faults = append(faults, fmt.Errorf("%s as %s: %d bytes, %w", r.Kind(), extension, b.Len(), err))
			}
		}
	}
	return errors.Join(faults...)
}
