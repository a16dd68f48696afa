package trial

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
)

// Delta is the default δ of trials.
const Delta gdp.Delta = 1e-5

// ErrKind: the protocol cannot measure a release of this kind.
var ErrKind = errors.New("not what the protocol measures")

// Measured is the outcome of a trial.
type Measured struct {
	Values          map[string]float64
	Claimed, Proved float64 // ε of the run; +Inf without privacy
	Reason          string  // why nothing is proved
	Audited         *gdp.Audited
	Made            Provenance
}

// Evaluate runs one trial: the mode with the paper's settings for the protocol and those of
// Variant, on the part of the data that the protocol leaves for it. Then it measures the release. A
// graph is a collection of one. The trial determines all random choices. The mode runs under its
// own relation with t.Epsilon; a null control needs no ε. Scores read private data and are not
// releases. An audit needs no data, since its attack has two graphs.
func Evaluate(ctx context.Context, m method.Method, t Trial, c *graph.Collection, w *method.Watch) (Measured, error) {
	var none Measured
	p, err := ProtocolOf(t.Protocol)
	switch {
	case err != nil:
		return none, err
	case ctx == nil:
		return none, errors.New("trial: no context")
	case p.IsAudit():
		return t.audit(ctx, m, p.runs)
	}
	if err := t.fits(p, c); err != nil {
		return none, err
	}
	mode, config, err := t.mode(m)
	if err != nil {
		return none, err
	}
	c = Every(c, t.Every)
	if why := p.unfitMode(mode); why != "" {
		return none, fmt.Errorf("trial: %s", why)
	}
	made, err := madeOf(mode, config, c)
	if err != nil {
		return none, err
	}
	on, measure, err := p.begin(ctx, c, t)
	if err != nil {
		return none, err
	}
	if mode.Plain {
		return t.measured(p, mode, made, measure)(mode.RunPlainCollection(ctx, on, config, t.Seed, w))
	}
	s, err := t.session(p, mode, on)
	if err != nil {
		return none, err
	}
	return t.measured(p, mode, made, measure)(mode.Run(ctx, s, config, w))
}

// fits returns an error if a protocol does not apply to some data.
func (t Trial) fits(p Protocol, c *graph.Collection) error {
	switch {
	case c == nil || len(c.Graphs) == 0 || slices.ContainsFunc(c.Graphs, func(w *graph.Network) bool { return w == nil || w.Graph == nil }):
		return errors.New("trial: no graph")
	case !p.collections && len(c.Graphs) > 1:
		return fmt.Errorf("trial: protocol %q needs a single graph; found a collection of %d", p.Name, len(c.Graphs))
	case t.Every < 0 || t.Every > 0 && !p.collections:
		return fmt.Errorf("trial: Every is %d: must be 0, or for a collection k ≥ 1 to take every k-th graph", t.Every)
	}
	return nil
}

// nodes returns the options that declare the nodes of the data. Under node-unbounded, the declared
// nodes are the universe.
func (t Trial) nodes(rel gdp.Relation, on *graph.Network) []gdp.Option {
	if on == nil || on.ReadOff.Nodes { // Protect refuses it
		return method.DeclaredNodes(rel, t.Nodes, 0, nil)
	}
	return method.DeclaredNodes(rel, t.Nodes, on.Graph.N(), on.IDs)
}

// Check returns an error if a trial of the method is impossible for all data.
func (t Trial) Check(m method.Method) error {
	if err := t.check(); err != nil {
		return err
	}
	p, err := ProtocolOf(t.Protocol)
	if err != nil {
		return err
	}
	mode, config, err := t.mode(m)
	if err != nil {
		return err
	}
	if err := mode.Check(config); err != nil {
		return err
	}
	if mode.Plain {
		if p.IsAudit() {
			return fmt.Errorf("trial: mode %s of %s has no privacy: there is nothing to audit", t.Mode, m.Name)
		}
		return nil
	}
	if p.IsAudit() {
		if _, err := m.Attacked(mode); err != nil {
			return err
		}
	}
	if t.Epsilon <= 0 && (t.Epsilon < 0 || mode.Role != method.Null || p.IsAudit()) {
		return fmt.Errorf("trial: a budget of ε = %g; want one above 0", t.Epsilon)
	}
	return t.budget().Validate()
}

// mode returns the trial's mode and its configuration.
func (t Trial) mode(m method.Method) (method.Mode, any, error) {
	mode, err := m.Mode(t.Mode)
	if err != nil {
		return mode, nil, err
	}
	config, err := t.config(m, mode)
	return mode, config, err
}

// measured returns the function that measures the result of a run.
func (t Trial) measured(p Protocol, mode method.Mode, made Provenance, measure measure) func(method.Outcome, error) (Measured, error) {
	return func(outcome method.Outcome, err error) (Measured, error) {
		if err != nil {
			return Measured{}, err
		}
		found := Measured{Claimed: math.Inf(1), Proved: math.Inf(1), Made: made}
		found.Reason = mode.Why()
		if g := outcome.Guarantee; g != nil {
			found.Claimed, found.Proved = float64(g.Claimed), float64(g.Proved)
			found.Reason = g.Reason
		}
		released, ok := p.find(outcome)
		if !ok {
			return Measured{}, fmt.Errorf("trial: %w: %s/%s releases no %s, which %q is about", ErrKind, t.Method, t.Mode, p.Of, p.Name)
		}
		found.Values, err = measure(released)
		return found, err
	}
}

// source returns the protocol's source of random numbers, equal for all modes.
func (t Trial) source() *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(t.Protocol))
	return rand.New(rand.NewPCG(t.Seed, h.Sum64()))
}

// config returns the mode's configuration with the changes of protocol and variant. The trial's
// seed determines the split, if the mode has one. An audit has the settings of its attack.
func (t Trial) config(m method.Method, mode method.Mode) (any, error) {
	config := mode.Config()
	var err error
	if p, unknown := ProtocolOf(t.Protocol); unknown == nil && p.IsAudit() && !mode.Plain {
		var attack method.Attack
		if attack, err = m.Attacked(mode); err == nil {
			config, err = attack.Config(mode)
		}
	} else {
		if m.For != nil {
			config = m.For(t.Protocol, config)
		}
		config, err = method.SetKnown(config, fmt.Sprintf("Split.Seed=%d", t.Seed))
	}
	if err != nil || t.Variant == "" {
		return config, err
	}
	return method.Set(config, strings.Split(t.Variant, ",")...)
}

// budget returns the trial's budget.
func (t Trial) budget() gdp.Budget {
	b := gdp.Budget{Epsilon: gdp.Epsilon(t.Epsilon), Delta: gdp.Delta(t.Delta)}
	if b.Delta == 0 {
		b.Delta = Delta
	}
	return b
}

// session opens a session on the data.
func (t Trial) session(p Protocol, mode method.Mode, on *graph.Collection) (*gdp.Session, error) {
	b := t.budget()
	if mode.Role == method.Null && b.Epsilon == 0 {
		b.Epsilon = 1 // it spends nothing, or is refused
	}
	options := []gdp.Option{gdp.Seed(t.Seed)}
	if p.collections {
		return gdp.ProtectCollection(on, mode.Relation, b, append(options, t.nodes(mode.Relation, nil)...)...)
	}
	net := on.Graphs[0]
	return gdp.Protect(net, mode.Relation, b, append(options, t.nodes(mode.Relation, net)...)...)
}
