// Package methodtest checks that modes satisfy the contract of package method: cost, guarantee,
// repeatability, interruption and refusals.
//
//	func TestConformance(t *testing.T) {
//		small := map[string][]string{"": {"Epochs=1"}}
//		methodtest.Run(t, Method, methodtest.Options{Small: small})
//	}
//
// The checks of each mode are:
//
//	declaration  the method is declared as [method.Method.Check] wants, and an attack on it is
//	             known
//	defaults     the mode runs under its defaults, or names the settings that it needs, and
//	             releases the kind that the method declares
//	ledger       the guarantee covers all spends; every reserved query is drawn; neighbouring
//	             graphs cost the same
//	proved       the proved ε is at most the budget; nothing is asserted; a mode without a proof
//	             reports +∞ and the reason
//	settings     a run with another value of any setting does not get the stored release, nor
//	             the checkpoint of a plain run on another network or for another seed
//	seed         runs with one seed release the same bits; runs without a seed do not
//	resume       a run that is interrupted or killed, after a step or between two records of its
//	             journal, ends with the same bits and no further cost
//	answers      with the answers and noisy sums of a neighbouring graph, or samples without the
//	             difference, it releases the same bits; a change of a record changes one
//	             contribution to a step
//	refused      nothing is spent after the context has ended
//	hostile      graphs without nodes, edges, labels or attributes, and the like, give an error
//	             that names the method, or finite numbers, never a panic; a refusal for public
//	             facts costs nothing
//	tiny         at ε = 0.01, or its smallest doubling at which the mode runs, the method's
//	             attack finds no larger ε
//	control      a control releases the same on neighbouring graphs, except for paid answers
//	written      every release can be written in every format of its kind
//
// The checks find faults; passing them proves no ε. The check "tiny" fails for a correct mode with
// probability at most 10⁻⁷. The others never fail for a correct mode, except by two coincidences.
// 41 private runs may have equal releases. Spends that depend on noisy answers may agree for three
// seeds on each of two graphs, and differ between the graphs.
package methodtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
)

// Options describe a method to the checks.
type Options struct {
	// Small maps names of modes to settings, such as "Epochs=1", for fast runs. Those under ""
	// apply to all modes that have such a setting. A mode's required settings belong here.
	Small map[string][]string
	// Shorter are settings for the run under defaults, such as fewer steps of a method that trains
	// for long.
	Shorter []string
	// Network is the graph that most runs are on; nil for [Network].
	Network *graph.Network
	Budget  gdp.Budget // of each run; zero for ε = 1 and δ = 10⁻⁵
	Trials  int        // runs of the audit of each mode; 0 for 120
	// Only are the names of the checks to run; nil for all except those in Without.
	Only, Without []string
}

// Failure is a failed check of a mode.
type Failure struct {
	Mode, Check string
	Err         error
}

// String describes the failure in one line, or in one line per fault.
func (f Failure) String() string { return fmt.Sprintf("%s: %s: %v", f.Mode, f.Check, f.Err) }

// Run checks every mode of the method, in a subtest for each check.
func Run(t *testing.T, m method.Method, o Options) {
	t.Helper()
	o = o.filled()
	for _, mode := range m.Modes {
		t.Run(mode.Name, func(t *testing.T) {
			for _, c := range o.checks() {
				t.Run(c.name, func(t *testing.T) {
					if err := o.try(t.Context(), c, m, mode); err != nil {
						t.Error(err)
					}
				})
			}
		})
	}
}

// Check checks every mode of the method and returns the failures.
func Check(ctx context.Context, m method.Method, o Options) (list []Failure) {
	o = o.filled()
	for _, mode := range m.Modes {
		for _, c := range o.checks() {
			if err := o.try(ctx, c, m, mode); err != nil {
				list = append(list, Failure{mode.Name, c.name, err})
			}
		}
	}
	return list
}

// check is a requirement on every mode.
type check struct {
	name string
	run  func(s *subject) error
}

var checks = []check{
	{"declaration", declared},
	{"defaults", defaults},
	{"ledger", ledger},
	{"proved", proved},
	{"settings", settings},
	{"seed", seed},
	{"resume", resume},
	{"answers", interference},
	{"refused", refused},
	{"hostile", hostile},
	{"tiny", tiny},
	{"control", control},
	{"written", written},
}

// checks returns the checks to run.
func (o Options) checks() []check {
	return slices.DeleteFunc(slices.Clone(checks), func(c check) bool {
		return o.Only != nil && !slices.Contains(o.Only, c.name) || slices.Contains(o.Without, c.name)
	})
}

func (o Options) filled() Options {
	if o.Network == nil {
		o.Network = Network()
	}
	if o.Budget == (gdp.Budget{}) {
		o.Budget = gdp.Budget{Epsilon: 1, Delta: 1e-5}
	}
	if o.Trials == 0 {
		o.Trials = 120
	}
	return o
}

// try runs a check on a mode.
func (o Options) try(ctx context.Context, c check, m method.Method, mode method.Mode) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panics: %v\n%s", p, debug.Stack())
		}
	}()
	dir, err := os.MkdirTemp("", "methodtest")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	s := &subject{Options: o, ctx: ctx, method: m, mode: mode, dir: dir}
	if s.small, err = o.small(mode); err != nil {
		return err
	}
	return c.run(s)
}
