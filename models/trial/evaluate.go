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

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Delta is the δ of trials that name none.
const Delta gdp.Delta = 1e-5

// ErrKind marks a release that a protocol cannot measure, such as the links of a mode that
// releases no embedding.
var ErrKind = errors.New("not what the protocol measures")

// Measured is what a trial found.
type Measured struct {
	Values          map[string]float64
	Claimed, Proved float64 // ε of the run; +Inf without privacy
}

// Evaluate makes one trial: it runs the mode, as the paper does for the protocol and with
// the settings that Variant names, on what the protocol leaves of the network, and
// measures the release. Everything drawn follows from the trial. The mode runs under its
// relation with t.Epsilon; a control needs no ε. Scores read what is private: they are not
// releases.
func Evaluate(ctx context.Context, m method.Method, t Trial, net *graph.Network, w *method.Watch) (Measured, error) {
	var none Measured
	p, err := ProtocolOf(t.Protocol)
	if err != nil {
		return none, err
	}
	mode, err := m.Mode(t.Mode)
	if err != nil {
		return none, err
	}
	config, err := t.config(m, mode)
	if err != nil {
		return none, err
	}
	if net == nil || net.Graph == nil {
		return none, fmt.Errorf("trial: no graph")
	}
	on, measure, err := p.begin(ctx, net, t.source())
	if err != nil {
		return none, err
	}
	found := Measured{Claimed: math.Inf(1), Proved: math.Inf(1)}
	var outcome method.Outcome
	if mode.Plain {
		outcome, err = mode.RunPlain(ctx, on, config, t.Seed, w)
	} else {
		var s *gdp.Session
		if s, err = t.session(mode, on); err == nil {
			outcome, err = mode.Run(ctx, s, config, w)
		}
	}
	if err != nil {
		return none, err
	}
	if g := outcome.Guarantee; g != nil {
		found.Claimed, found.Proved = float64(g.Claimed), float64(g.Proved)
	}
	all := append([]release.Release{outcome.Release}, outcome.Also...)
	i := slices.IndexFunc(all, func(r release.Release) bool { return r.Kind() == p.Of })
	if i < 0 {
		return none, fmt.Errorf("trial: %w: %s/%s releases no %s, which %q is about", ErrKind, m.Name, mode.Name, p.Of, p.Name)
	}
	found.Values, err = measure(all[i])
	return found, err
}

// source returns what a protocol draws from: the same for all modes.
func (t Trial) source() *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(t.Protocol))
	return rand.New(rand.NewPCG(t.Seed, h.Sum64()))
}

// config returns the mode's configuration, with what the protocol and the variant change. A
// configuration that divides the nodes does so by the trial's seed.
func (t Trial) config(m method.Method, mode method.Mode) (any, error) {
	config := mode.Config()
	if m.For != nil {
		config = m.For(t.Protocol, config)
	}
	if divided, err := method.Set(config, fmt.Sprintf("Split.Seed=%d", t.Seed)); err == nil {
		config = divided
	}
	if t.Variant == "" {
		return config, nil
	}
	return method.Set(config, strings.Split(t.Variant, ",")...)
}

// session protects the network as the trial says.
func (t Trial) session(mode method.Mode, net *graph.Network) (*gdp.Session, error) {
	b := gdp.Budget{Epsilon: gdp.Epsilon(t.Epsilon), Delta: gdp.Delta(t.Delta)}
	if b.Delta == 0 {
		b.Delta = Delta
	}
	if mode.Control && b.Epsilon == 0 {
		b.Epsilon = 1 // of which it spends nothing, or is refused
	}
	options := []gdp.Option{gdp.Seed(t.Seed)}
	if mode.Relation == gdp.NodeUnbounded {
		options = append(options, gdp.Universe(net.Graph.N()))
	}
	return gdp.Protect(net, mode.Relation, b, options...)
}
