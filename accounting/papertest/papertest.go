// Package papertest compares privacy costs that papers state or imply with those of the
// accountants.
package papertest

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/accounting/pld"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/graphdp/graphdp/data/must"
)

// Delta is δ in most papers' experiments.
const Delta = 1e-5

// Near checks that a number equals the wanted one within a relative tolerance.
func Near(t *testing.T, what string, got, want, relative float64) {
	t.Helper()
	if !(math.Abs(got-want) <= relative*math.Abs(want)) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// Between checks a nearly exact number against a reference from a coarser accountant: an upper
// bound, rounded to three or more digits, that exceeds the number by at most the given share.
func Between(t *testing.T, what string, got, reference, slack float64) {
	t.Helper()
	if !(got <= reference*(1+1.2e-3) && got >= reference*(1-slack)) {
		t.Errorf("%s: %v, want at most %v and at least %v", what, got, reference, reference*(1-slack))
	}
}

// Accountants holds the two accountants with which papers' values are compared.
type Accountants struct {
	*testing.T
	Tight, Renyi accounting.Accountant
}

// Open returns the accountants of a relation.
func Open(t *testing.T, r accounting.Relation) Accountants {
	t.Helper()
	p := must.Get(pld.New(r))(t)
	d := must.Get(rdp.New(r))(t)
	return Accountants{t, p, d}
}

// Epsilon returns an accountant's ε of an event at δ = d.
func (x Accountants) Epsilon(a accounting.Accountant, e accounting.Event, d float64) float64 {
	x.Helper()
	eps, err := a.Epsilon(e, accounting.Delta(d))
	if err != nil {
		x.Fatal(err)
	}
	return float64(eps)
}

// SampledGaussian returns Gaussian noise on Poisson samples for the given number of steps.
func SampledGaussian(q, sigma float64, steps int) accounting.Event {
	return accounting.SelfCompose{Event: accounting.PoissonSampled{Rate: q, Event: accounting.Gaussian{NoiseMultiplier: sigma}}, Count: steps}
}

// Mean returns the mean of the Gaussian release that a budget allows.
func Mean(t *testing.T, eps, d float64) float64 {
	t.Helper()
	mu := must.Get(gauss.Mean(accounting.Budget{Epsilon: accounting.Epsilon(eps), Delta: accounting.Delta(d)}))(t)
	return mu
}
