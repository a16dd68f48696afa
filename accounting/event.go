package accounting

import (
	"fmt"
	"math"
	"reflect"
	"strings"
)

// Event describes the cost of one mechanism or of a composition. The set is closed: only this
// package defines events, so every accountant can refuse the events that it cannot bound.
//
// A noise multiplier is the scale of the noise divided by the sensitivity: the largest change of
// the query under the accountant's relation. The two subsampled events define it for samples.
type Event interface {
	// String returns the event and all digits of its parameters: different events have different
	// strings.
	String() string
	validate() error // called on values that are not nil
}

// Gaussian adds N(0, s²) to every coordinate of a vector; NoiseMultiplier is
// s over the ℓ2 sensitivity.
type Gaussian struct{ NoiseMultiplier float64 }

// Laplace adds Laplace noise of scale b to every coordinate of a vector;
// NoiseMultiplier is b over the ℓ1 sensitivity, so one release is
// 1/NoiseMultiplier-DP.
type Laplace struct{ NoiseMultiplier float64 }

// DiscreteGaussian adds to an integer of sensitivity Sensitivity an integer x with probability
// proportional to exp(-x²/(2·Scale²)).
type DiscreteGaussian struct {
	Scale       float64
	Sensitivity int
}

// DiscreteLaplace adds to an integer of sensitivity Sensitivity an integer x with probability
// proportional to exp(-|x|/Scale): the two-sided geometric mechanism.
type DiscreteLaplace struct {
	Scale       float64
	Sensitivity int
}

// ExponentialMechanism is any mechanism of bounded range: over the outputs, the log-ratio of the
// probabilities under two neighbours varies by at most Epsilon. An example is sampling with
// probability proportional to exp(Epsilon·u/(2Δ)), for scores u of sensitivity Δ.
type ExponentialMechanism struct{ Epsilon float64 }

// RandomisedResponse reports one of Categories values: the true one with probability Truth,
// otherwise one of the others, uniformly. Neighbours differ in the true value. Flipping a bit of an
// adjacency matrix with probability f is RandomisedResponse{Categories: 2, Truth: 1 - f}.
type RandomisedResponse struct {
	Categories int
	Truth      float64
}

// ApproxDP is a black box that is only known to be (Epsilon, Delta)-DP. A step, of any kind but
// Gaussian, with a possible loss above 600 counts as no privacy at all.
type ApproxDP struct{ Epsilon, Delta float64 }

// ZeroConcentrated is a black box with ρ-zCDP: its Rényi divergence of every order a is at most
// Rho·a.
type ZeroConcentrated struct{ Rho float64 }

// NonPrivate is a step without a guarantee; Reason says why. Every accountant returns ε = +Inf and
// δ = 1.
type NonPrivate struct{ Reason string }

// Compose runs events one after the other; each may be chosen depending on earlier outputs. An
// empty composition releases nothing and costs nothing.
type Compose []Event

// SelfCompose runs Event Count times.
type SelfCompose struct {
	Event Event `json:"-"` // JSON stores it apart from the parameters: see stored
	Count int
}

// PoissonSampled runs Event on a secret sample that contains each record independently with
// probability Rate. The noise multiplier of Event is relative to one record's contribution to the
// sample: the largest change of the query when that record is added to the sample or removed. Under
// ReplaceOne the contributions of the old and the new record may have opposite directions; the
// accountant takes that into account.
type PoissonSampled struct {
	Rate  float64
	Event Event `json:"-"`
}

// FixedSizeSampled runs Event on a secret sample of exactly Sample of Population records, drawn
// uniformly without replacement. The noise multiplier of Event is relative to replacing one record
// of the sample (twice the norm of a contribution, for clipped sums). The event is refused under
// AddRemove, where the sampling rate would depend on the data.
type FixedSizeSampled struct {
	Population, Sample int
	Event              Event `json:"-"`
}

// MixtureOfGaussians adds N(0, s²) to a query that one change moves by a random amount: by at most
// Sensitivities[i] with probability Probabilities[i], independently of the data. An example is a
// node that affects Bern(q) + w·Binom(R, q) clipped terms of a sum. NoiseMultiplier is s in the
// unit of the sensitivities.
//
// If the change replaces terms, each neighbour has terms that the other lacks. Then Sensitivities
// bound the new terms, and OtherSensitivities, with OtherProbabilities, the removed ones. An empty
// list means one sensitivity of 0.
type MixtureOfGaussians struct {
	NoiseMultiplier    float64
	Sensitivities      []float64
	Probabilities      []float64
	OtherSensitivities []float64 `json:",omitempty"`
	OtherProbabilities []float64 `json:",omitempty"`
}

// Group is the cost of Event for Size records that change together.
type Group struct {
	Size  int
	Event Event `json:"-"`
}

func (e Gaussian) String() string {
	return fmt.Sprintf("Gaussian(noise multiplier %g)", e.NoiseMultiplier)
}

func (e Laplace) String() string {
	return fmt.Sprintf("Laplace(noise multiplier %g)", e.NoiseMultiplier)
}

func (e DiscreteGaussian) String() string {
	return fmt.Sprintf("DiscreteGaussian(scale %g, sensitivity %d)", e.Scale, e.Sensitivity)
}

func (e DiscreteLaplace) String() string {
	return fmt.Sprintf("DiscreteLaplace(scale %g, sensitivity %d)", e.Scale, e.Sensitivity)
}

func (e ExponentialMechanism) String() string {
	return fmt.Sprintf("ExponentialMechanism(ε %g)", e.Epsilon)
}

func (e RandomisedResponse) String() string {
	return fmt.Sprintf("RandomisedResponse(%d categories, truth %g)", e.Categories, e.Truth)
}

func (e ApproxDP) String() string {
	return fmt.Sprintf("ApproxDP(ε %g, δ %g)", e.Epsilon, e.Delta)
}

func (e ZeroConcentrated) String() string { return fmt.Sprintf("ZeroConcentrated(ρ %g)", e.Rho) }

func (e NonPrivate) String() string { return fmt.Sprintf("NonPrivate(%q)", e.Reason) }

func (e Compose) String() string {
	parts := make([]string, len(e))
	for i, x := range e {
		parts[i] = name(x)
	}
	return "Compose(" + strings.Join(parts, ", ") + ")"
}

func (e SelfCompose) String() string {
	return fmt.Sprintf("SelfCompose(%s, %d times)", name(e.Event), e.Count)
}

func (e PoissonSampled) String() string {
	return fmt.Sprintf("PoissonSampled(rate %g, %s)", e.Rate, name(e.Event))
}

func (e FixedSizeSampled) String() string {
	return fmt.Sprintf("FixedSizeSampled(%d of %d, %s)", e.Sample, e.Population, name(e.Event))
}

func (e MixtureOfGaussians) String() string {
	others := ""
	if e.OtherSensitivities != nil {
		others = fmt.Sprintf(", others %v, probabilities %v", e.OtherSensitivities, e.OtherProbabilities)
	}
	return fmt.Sprintf("MixtureOfGaussians(noise multiplier %g, sensitivities %v, probabilities %v%s)",
		e.NoiseMultiplier, e.Sensitivities, e.Probabilities, others)
}

func (e Group) String() string { return fmt.Sprintf("Group(%d records, %s)", e.Size, name(e.Event)) }

func name(e Event) string {
	switch {
	case e == nil:
		return "nil"
	case pointer(e):
		return fmt.Sprintf("%T", e)
	}
	return e.String()
}

// pointer reports whether an event is a pointer, which Go also accepts as an Event.
func pointer(e Event) bool { return reflect.TypeOf(e).Kind() == reflect.Pointer }

// Validate returns an error if the event is nil or contains a nil event, a pointer, or an invalid
// parameter.
func Validate(e Event) error {
	switch {
	case e == nil:
		return fmt.Errorf("%w: nil event", ErrInvalid)
	case pointer(e):
		return fmt.Errorf("%w: %T: an event is a value, not a pointer", ErrInvalid, e)
	}
	return e.validate()
}

func (e Gaussian) validate() error { return positive(e, "noise multiplier", e.NoiseMultiplier) }

func (e Laplace) validate() error { return positive(e, "noise multiplier", e.NoiseMultiplier) }

func (e DiscreteGaussian) validate() error { return lattice(e, e.Scale, e.Sensitivity) }

func (e DiscreteLaplace) validate() error { return lattice(e, e.Scale, e.Sensitivity) }

func (e ExponentialMechanism) validate() error { return finite(e, "ε", e.Epsilon) }

func (e RandomisedResponse) validate() error {
	if e.Categories < 2 {
		return invalid(e, "fewer than 2 categories")
	}
	if !(e.Truth > 0 && e.Truth < 1) {
		return invalid(e, "truth must lie strictly between 0 and 1")
	}
	return nil
}

func (e ApproxDP) validate() error {
	if err := finite(e, "ε", e.Epsilon); err != nil {
		return err
	}
	if Delta(e.Delta).Validate() != nil {
		return invalid(e, "δ must lie in [0, 1)")
	}
	return nil
}

func (e ZeroConcentrated) validate() error { return finite(e, "ρ", e.Rho) }

func (e NonPrivate) validate() error { return nil }

func (e Compose) validate() error {
	for _, x := range e {
		if err := inner(e, x); err != nil {
			return err
		}
	}
	return nil
}

func (e SelfCompose) validate() error {
	if e.Count < 0 {
		return invalid(e, "negative count")
	}
	return inner(e, e.Event)
}

func (e PoissonSampled) validate() error {
	if !(e.Rate >= 0 && e.Rate <= 1) {
		return invalid(e, "rate must lie in [0, 1]")
	}
	return inner(e, e.Event)
}

func (e FixedSizeSampled) validate() error {
	if e.Population < 1 || e.Sample < 0 || e.Sample > e.Population {
		return invalid(e, "want 0 ≤ sample ≤ population and a population of at least 1")
	}
	return inner(e, e.Event)
}

func (e MixtureOfGaussians) validate() error {
	if err := positive(e, "noise multiplier", e.NoiseMultiplier); err != nil {
		return err
	}
	if len(e.Sensitivities) == 0 {
		return invalid(e, "want at least one sensitivity")
	}
	if err := law(e, e.Sensitivities, e.Probabilities); err != nil || e.OtherSensitivities == nil && e.OtherProbabilities == nil {
		return err
	}
	return law(e, e.OtherSensitivities, e.OtherProbabilities)
}

// law refuses lists that are no probability distribution on numbers ≥ 0.
func law(e Event, sensitivities, probabilities []float64) error {
	if len(sensitivities) != len(probabilities) {
		return invalid(e, "want as many probabilities as sensitivities")
	}
	var sum float64
	for i, p := range probabilities {
		if !(p >= 0 && p <= 1) {
			return invalid(e, "a probability is outside [0, 1]")
		}
		if c := sensitivities[i]; !(c >= 0) || math.IsInf(c, 1) {
			return invalid(e, "a sensitivity is negative or not finite")
		}
		sum += p
	}
	if math.Abs(sum-1) > 1e-12 {
		return invalid(e, fmt.Sprintf("probabilities sum to %.17g, not to 1", sum))
	}
	return nil
}

func (e Group) validate() error {
	if e.Size < 1 {
		return invalid(e, "a group has at least one record")
	}
	return inner(e, e.Event)
}

func invalid(e Event, why string) error { return fmt.Errorf("%w: %s: %s", ErrInvalid, e, why) }

func positive(e Event, what string, x float64) error {
	if !(x > 0) || math.IsInf(x, 1) {
		return invalid(e, what+" must be positive and finite")
	}
	return nil
}

func finite(e Event, what string, x float64) error {
	if !(x >= 0) || math.IsInf(x, 1) {
		return invalid(e, what+" must be finite and not negative")
	}
	return nil
}

func lattice(e Event, scale float64, sensitivity int) error {
	if sensitivity < 0 {
		return invalid(e, "negative sensitivity")
	}
	return positive(e, "scale", scale)
}

func inner(outer, e Event) error {
	if e == nil {
		return invalid(outer, "contains a nil event")
	}
	return Validate(e)
}
