package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/best"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/accounting/pld"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/spf13/cobra"
)

// plan holds the flags of `gdp account`: steps of one mechanism on fresh samples.
type plan struct {
	Mechanism   string  `json:"mechanism"`
	Sensitivity int     `json:"sensitivity,omitempty"` // scale of discrete noise
	Categories  int     `json:"categories,omitempty"`  // categories of randomised response
	Sampling    string  `json:"sampling"`
	Rate        float64 `json:"q"`
	Steps       int     `json:"steps"`
}

// accounted is the output of `gdp account`.
type accounted struct {
	Epsilon    epsilon `json:"epsilon"`
	Sigma      float64 `json:"sigma"`
	Delta      float64 `json:"delta"`
	Accountant string  `json:"accountant"`
	Relation   string  `json:"relation"`
	plan
	Target *float64 `json:"target_epsilon,omitempty"` // the target that sigma was calibrated to
}

// epsilon encodes as a number, as "inf" where no finite ε holds, and as null where none is defined:
// JSON has neither.
type epsilon accounting.Epsilon

func (e epsilon) MarshalJSON() ([]byte, error) {
	switch {
	case math.IsInf(float64(e), 1):
		return []byte(`"inf"`), nil
	case math.IsNaN(float64(e)):
		return []byte("null"), nil
	}
	return json.Marshal(float64(e))
}

// mechanisms map names to the event of one step with noise of sigma times the sensitivity.
var mechanisms = map[string]func(p plan, sigma float64) accounting.Event{
	"gaussian": func(_ plan, sigma float64) accounting.Event { return accounting.Gaussian{NoiseMultiplier: sigma} },
	"laplace":  func(_ plan, sigma float64) accounting.Event { return accounting.Laplace{NoiseMultiplier: sigma} },
	"discrete-gaussian": func(p plan, sigma float64) accounting.Event {
		return accounting.DiscreteGaussian{Scale: sigma * float64(p.Sensitivity), Sensitivity: p.Sensitivity}
	},
	"discrete-laplace": func(p plan, sigma float64) accounting.Event {
		return accounting.DiscreteLaplace{Scale: sigma * float64(p.Sensitivity), Sensitivity: p.Sensitivity}
	},
	"exponential": func(_ plan, sigma float64) accounting.Event {
		return accounting.ExponentialMechanism{Epsilon: 1 / sigma}
	},
	"randomised-response": func(p plan, sigma float64) accounting.Event {
		// The true category has e^ε times the probability of any other.
		truth := 1 / (1 + float64(p.Categories-1)*math.Exp(-1/sigma))
		return accounting.RandomisedResponse{Categories: p.Categories, Truth: min(truth, math.Nextafter(1, 0))}
	},
}

// accountants map names to accountants.
var accountants = map[string]func(accounting.Relation) (accounting.Accountant, error){
	"best":  func(r accounting.Relation) (accounting.Accountant, error) { return best.New(r) },
	"gauss": func(r accounting.Relation) (accounting.Accountant, error) { return gauss.New(r) },
	"pld":   func(r accounting.Relation) (accounting.Accountant, error) { return pld.New(r) },
	"rdp":   func(r accounting.Relation) (accounting.Accountant, error) { return rdp.New(r) },
}

// accountFlags are the flags of `gdp account`.
type accountFlags struct {
	plan
	sigma, target, delta          float64
	accountant, relation, journal string
	given                         func(flag string) bool
}

func (a *app) account() *cobra.Command {
	var p accountFlags
	c := &cobra.Command{
		Use:   "account",
		Short: "Compute ε from noise, noise from ε, or show a journal",
		Long: `account computes an upper bound on the ε of --steps releases of one mechanism, each on a fresh secret sample
with --sampling. With --epsilon instead of --sigma it returns the smallest noise that stays within the budget.
A plan that no accountant can bound is refused.

--sigma is the noise multiplier: the noise scale (the standard deviation of a Gaussian) divided by the
sensitivity. With Poisson sampling the sensitivity is that of adding or removing one record, with fixed-size
sampling that of replacing one. For mechanisms without a scale (exponential, randomised-response), 1/sigma is
the ε of one release. With --json, an epsilon of "inf" means that no finite ε holds.

With --journal FILE it shows the budget of a journal, each spend and what is left. It reads no data and
spends nothing.`,
		Example: `  gdp account --mechanism gaussian --sigma 1.1 --sampling poisson --q 0.01 --steps 10000 --delta 1e-5
  gdp account --mechanism gaussian --epsilon 1 --steps 100 --delta 1e-5
  gdp account --mechanism laplace --sigma 2 --steps 10 --delta 0 --json
  gdp account --journal friends.journal`,
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if p.given("journal") {
				if cmd.Flags().NFlag() > 1 && (cmd.Flags().NFlag() > 2 || !a.json) {
					return usageError{errors.New("--journal excludes all other flags except --json")}
				}
				return a.accountJournal(p.journal)
			}
			r, err := p.check()
			if err != nil {
				return usageError{err}
			}
			x, err := accountants[p.accountant](r)
			if err != nil {
				return err
			}
			result := accounted{Sigma: p.sigma, Delta: p.delta, Accountant: p.accountant, Relation: r.String(), plan: p.plan}
			if p.given("epsilon") {
				result.Target = &p.target
			}
			err = result.ask(x)
			if errors.Is(err, accounting.ErrInvalid) { // every invalid value came from a flag
				return usageError{err}
			}
			if err != nil {
				return err
			}
			return a.print(result, result.write)
		},
	}
	f := c.Flags()
	p.given = f.Changed
	f.StringVar(&p.Mechanism, "mechanism", "gaussian", strings.Join(list(mechanisms), ", "))
	f.Float64Var(&p.sigma, "sigma", 0, "noise multiplier, to compute epsilon")
	f.Float64Var(&p.target, "epsilon", 0, "target epsilon, to calibrate sigma")
	f.Float64Var(&p.delta, "delta", 0, "delta of the guarantee")
	f.StringVar(&p.Sampling, "sampling", "none", "none, poisson, or fixed (without replacement)")
	f.Float64Var(&p.Rate, "q", 1, "Poisson sampling rate, or fraction of records in a fixed-size sample")
	f.IntVar(&p.Steps, "steps", 1, "number of releases")
	f.IntVar(&p.Sensitivity, "sensitivity", 1, "sensitivity of an integer query, for discrete noise")
	f.IntVar(&p.Categories, "categories", 2, "categories of randomised response")
	f.StringVar(&p.accountant, "accountant", "best", strings.Join(list(accountants), ", "))
	f.StringVar(&p.relation, "relation", "", "add-remove, replace-one or zero-out (default add-remove; replace-one with --sampling fixed)")
	f.StringVar(&p.journal, "journal", "", "show the budget and spends of this journal")
	keeps.flag(c, "journal")
	complete(c, "mechanism", func() []string { return list(mechanisms) })
	complete(c, "accountant", func() []string { return list(accountants) })
	complete(c, "sampling", func() []string { return samplings })
	complete(c, "relation", recordRelations)
	return c
}

// list returns the sorted names of a map.
func list[V any](named map[string]V) []string { return slices.Sorted(maps.Keys(named)) }

var samplings = []string{"none", "poisson", "fixed"}

// check refuses contradictory and impossible flags, drops flags of other mechanisms, and returns
// the relation.
func (p *accountFlags) check() (r accounting.Relation, err error) {
	for flag, known := range map[string][]string{"mechanism": list(mechanisms), "sampling": samplings, "accountant": list(accountants)} {
		if _, err := oneOf(flag, map[string]string{"mechanism": p.Mechanism, "sampling": p.Sampling, "accountant": p.accountant}[flag], known); err != nil {
			return r, err
		}
	}
	switch {
	case p.given("sigma") == p.given("epsilon"):
		return r, errors.New("give either --sigma, to compute epsilon, or --epsilon, to calibrate sigma")
	case !p.given("delta"):
		return r, errors.New("--delta is missing: give 0 for pure differential privacy")
	case p.Sampling == "none" && p.given("q") && p.Rate != 1:
		return r, fmt.Errorf("--q %v needs --sampling poisson or fixed", p.Rate)
	case p.Sampling != "none" && !p.given("q"):
		return r, fmt.Errorf("--sampling %s needs --q", p.Sampling)
	case !(p.Rate > 0 && p.Rate <= 1):
		return r, fmt.Errorf("--q %v: must be in (0, 1]", p.Rate)
	case p.Steps < 1:
		return r, fmt.Errorf("--steps %d: must be at least 1", p.Steps)
	}
	discrete, response := strings.HasPrefix(p.Mechanism, "discrete-"), p.Mechanism == "randomised-response"
	switch {
	case !discrete && p.given("sensitivity"):
		return r, fmt.Errorf("--sensitivity is for discrete noise; the sigma of %s is already relative to it", p.Mechanism)
	case p.Sensitivity < 1:
		return r, fmt.Errorf("--sensitivity %d: must be at least 1", p.Sensitivity)
	case !response && p.given("categories"):
		return r, fmt.Errorf("--categories is for randomised-response, not for %s", p.Mechanism)
	case p.Categories < 2:
		return r, fmt.Errorf("--categories %d: must be at least 2", p.Categories)
	}
	if !discrete {
		p.Sensitivity = 0
	}
	if !response {
		p.Categories = 0
	}
	for flag, x := range map[string]float64{"epsilon": p.target, "sigma": p.sigma} {
		if p.given(flag) && !(x > 0 && x < math.Inf(1)) {
			return r, fmt.Errorf("--%s %v: must be a positive number", flag, x)
		}
	}
	if p.given("epsilon") && p.delta == 0 && strings.HasSuffix(p.Mechanism, "gaussian") {
		return r, fmt.Errorf("--delta 0: %s noise has no finite epsilon there; give a positive delta or another --mechanism", p.Mechanism)
	}
	switch {
	case p.relation == "" && p.Sampling == "fixed":
		return accounting.ReplaceOne, nil
	case p.relation == "":
		return accounting.AddRemove, nil
	}
	i, err := oneOf("relation", p.relation, recordRelations())
	return accounting.AddRemove + accounting.Relation(i), err
}

// recordRelations lists the relations of the accountants, in order.
func recordRelations() (names []string) {
	for r := accounting.AddRemove; r.Validate() == nil; r++ {
		names = append(names, r.String())
	}
	return names
}

// event is the whole plan with the noise multiplier sigma.
func (p *plan) event(sigma float64) accounting.Event {
	if !(sigma > 0) || math.IsInf(sigma, 1) { // valid also in events with 1/sigma
		return accounting.Gaussian{NoiseMultiplier: sigma} // named by the validation
	}
	e := mechanisms[p.Mechanism](*p, sigma)
	switch p.Sampling {
	case "poisson":
		e = accounting.PoissonSampled{Rate: p.Rate, Event: e}
	case "fixed":
		sample, population := share(p.Rate)
		e = accounting.FixedSizeSampled{Population: population, Sample: sample, Event: e}
	}
	return accounting.SelfCompose{Event: e, Count: p.Steps}
}

// share writes a sampling rate as sample/population: with the smallest power of ten that is exact,
// else rounded up. The cost depends only on the ratio.
func share(rate float64) (sample, population int) {
	for population = 1; ; population *= 10 {
		x := rate * float64(population)
		if n := math.Round(x); n/float64(population) == rate {
			return int(n), population
		}
		if population == 1e15 {
			return int(math.Ceil(x)), population
		}
	}
}

// ask fills in the noise for an optional target, and ε.
func (r *accounted) ask(x accounting.Accountant) (err error) {
	if r.Target != nil {
		b := accounting.Budget{Epsilon: accounting.Epsilon(*r.Target), Delta: accounting.Delta(r.Delta)}
		if r.Sigma, err = accounting.CalibrateNoise(x, b, r.event); err != nil {
			return err
		}
	}
	var eps accounting.Epsilon
	if b, ok := x.(*best.Accountant); ok {
		eps, r.Accountant, err = b.EpsilonBy(r.event(r.Sigma), accounting.Delta(r.Delta))
	} else {
		eps, err = x.Epsilon(r.event(r.Sigma), accounting.Delta(r.Delta))
	}
	r.Epsilon = epsilon(eps)
	return err
}

// write prints the result as text.
func (r *accounted) write(t rows) {
	cost := fmt.Sprintf("%.6g", float64(r.Epsilon))
	if math.IsInf(float64(r.Epsilon), 1) {
		cost = "none is finite"
	}
	if r.Target != nil {
		cost += fmt.Sprintf(" (asked for %g)", *r.Target)
	}
	mechanism, sampling := r.Mechanism, r.Sampling
	switch {
	case r.Sensitivity > 0:
		mechanism += fmt.Sprintf(" of sensitivity %d", r.Sensitivity)
	case r.Categories > 0:
		mechanism += fmt.Sprintf(" with %d categories", r.Categories)
	}
	if sampling != "none" {
		sampling += fmt.Sprintf(", q = %g", r.Rate)
	}
	t.row("epsilon", "%s", cost)
	t.row("delta", "%g", r.Delta)
	t.row("sigma", "%.8g", r.Sigma)
	t.row("mechanism", "%s", mechanism)
	t.row("sampling", "%s", sampling)
	t.row("steps", "%d", r.Steps)
	t.row("relation", "%s", r.Relation)
	t.row("accountant", "%s", r.Accountant)
}
