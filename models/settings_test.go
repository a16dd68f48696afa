package models

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/methodtest"
)

// valuesOf returns values of a setting's kind, some of them probably out of its range.
func valuesOf(s method.Setting) (values []any) {
	switch v := reflect.ValueOf(s.Value); v.Kind() {
	case reflect.Float64:
		for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, 0, 1, 2, 1e6, 1e18} {
			values = append(values, x)
		}
	case reflect.Int, reflect.Int64:
		for _, x := range []int{math.MinInt, -1, 0, 1, 1 << 10, 1 << 16, 1 << 24, 1<<30 + 1, 1 << 40} {
			values = append(values, x)
		}
	case reflect.String:
		values = []any{"none", ""}
	}
	return values
}

// extreme reports whether no number may be the value.
func extreme(value any) bool { return value == math.MinInt || value != value }

// runOf returns a function that begins a run of a mode, and the session of private runs. The
// context has ended, so only the check of settings takes place.
func runOf(t *testing.T, mode method.Mode) (run func(config any) error, s *gdp.Session) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	net := methodtest.Network()
	if mode.Plain {
		return func(config any) error { _, err := mode.RunPlain(ctx, net, config, 1, nil); return err }, nil
	}
	var options []gdp.Option
	if mode.Relation == gdp.NodeUnbounded {
		options = append(options, gdp.Nodes(net.Graph.N()))
	}
	s = must.Get(method.Protect(net, mode.Relation, gdp.Budget{Epsilon: 1, Delta: 1e-5}, options...))(t)
	return func(config any) error { _, err := mode.Run(ctx, s, config, nil); return err }, s
}

// Every number has a range. The configuration's check enforces it before there is a graph, so the
// command line reports a usage error. A run enforces it before it spends.
func TestNumbersThatNoRunCanMean(t *testing.T) {
	for _, m := range Methods() {
		for _, mode := range m.Modes {
			needed := small[m.Name][mode.Name]
			if mode.Needs == nil {
				needed = nil
			}
			usual, err := method.Set(mode.Config(), needed...)
			if err == nil {
				err = mode.Check(usual)
			}
			if err != nil {
				t.Fatalf("%s %s: %v", m.Name, mode.Name, err)
			}
			all := must.Get(method.Settings(usual))(t)
			run, session := runOf(t, mode)
			zero := reflect.Zero(reflect.TypeOf(usual)).Interface()
			if mode.Check(zero) != nil && errors.Is(run(zero), context.Canceled) {
				t.Errorf("%s %s: a run of no settings", m.Name, mode.Name)
			}
			for _, s := range all {
				own := strings.HasPrefix(s.Name, "Budget.") // of package accounting, which a session checks
				for _, value := range valuesOf(s) {
					config := must.Get(method.Set(usual, fmt.Sprintf("%s=%v", s.Name, value)))(t)
					if s.Range.Has(value) {
						if !own && extreme(value) {
							t.Errorf("%s %s: the range of %s is %v: give its field a tag", m.Name, mode.Name, s.Name, s.Range)
						}
						continue
					}
					if slices.Contains(mode.Needs, s.Name) && reflect.ValueOf(value).IsZero() {
						continue // it is missing
					}
					last := s.Name[strings.LastIndexByte(s.Name, '.')+1:]
					for _, err := range []error{mode.Check(config), run(config)} {
						if err == nil || !strings.Contains(err.Error(), last+"=") || !strings.Contains(strings.NewReplacer("in [", "[", "in (", "(").Replace(err.Error()), s.Range.String()) {
							t.Errorf("%s %s: %s=%v, which is not %v: %v", m.Name, mode.Name, s.Name, value, s.Range, err)
						}
					}
				}
			}
			if session == nil {
				continue
			}
			if l, err := session.Ledger(); err != nil || len(l.Entries) > 0 {
				t.Errorf("%s %s: what is refused has spent %v, %v", m.Name, mode.Name, l.Entries, err)
			}
		}
	}
}
