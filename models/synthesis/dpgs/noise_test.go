package dpgs

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// The noise for shares of ρ has the values of the project's sheet, STRICT-E: hops, standard
// deviations σ_a and σ_w, and ε of refinement, at δ = 10⁻⁵.
func TestSharesOfTheBudget(t *testing.T) {
	for _, c := range []struct {
		rho, hop, refine, count float64
		hops                    int
		sigmaA, epsilon, sigmaW float64
	}{
		{.03055659, .4, .1, .5, 1, 9.0452, .22111, 5.7207},
		{.03055659, .4, .1, .5, 2, 12.7918, .22111, 5.7207},
		{.00043299, .4, .1, .5, 1, 75.985, .02632, 48.057},
		{.29485566, .4, .1, .5, 1, 2.9118, .68685, 1.8416},
		{.03055659, 0, .2, .8, 0, 0, .31270, 4.52259},
		{.29485566, 0, .2, .8, 0, 0, .97136, 1.45591},
	} {
		e := Summary.Settings
		e.Hops, e.HopShare, e.Refinements, e.RefineShare, e.CountShare = c.hops, c.hop, 1, c.refine, c.count
		must.Do(t, e.Check())
		n := e.at(1 / math.Sqrt(2*c.rho))
		for what, pair := range map[string][2]float64{
			"σ_a": {math.Sqrt2 * n.hop, c.sigmaA}, "ε_e": {float64(n.refine), c.epsilon}, "σ_w": {n.count, c.sigmaW},
		} {
			if math.Abs(pair[0]-pair[1]) > 5e-5*pair[1] {
				t.Errorf("%+v: %s is %v", c, what, pair[0])
			}
		}
	}
	for eps, sigma := range map[gdp.Epsilon]float64{.1: 30.74957, .5: 7.03183, .875: 4.21353, 1: 3.73063, 3.5: 1.21458} {
		n, err := Summary.Settings.calibrate(protect(t, blocks(t, 2, 20, .2, .1, 1), eps))
		if err != nil || math.Abs(n.count/sigma-1) > 5e-6 {
			t.Errorf("ε = %v: σ_w = %v, want %v (%v)", eps, n.count, sigma, err)
		}
	}
}

// Every part is paid for in one block, whose whole budget is proved. The noise is slightly below
// that of zero-concentrated DP.
func TestEveryPartIsPaidFor(t *testing.T) {
	net := blocks(t, 3, 40, 0.2, 0.02, 1)
	for _, eps := range []gdp.Epsilon{0.5, 3.5} {
		c := Summary.Settings
		c.Clusters, c.Dim, c.Hops, c.HopShare, c.Refinements, c.RefineShare, c.CountShare = 3, 8, 2, 0.4, 2, 0.1, 0.5
		s := protect(t, net, eps)
		r := must.Get(Summary.With(c).Run(t.Context(), s))(t)
		if g := r.Guarantee; g.Proved > eps || g.Proved < 0.9999*eps || g.Claimed != g.Proved {
			t.Errorf("ε = %v: claimed %v, proved %v", eps, g.Claimed, g.Proved)
		}
		mean := must.Get(gauss.Mean(gdp.Budget{Epsilon: eps, Delta: 1e-5}))(t)
		// One Gaussian release of the same ρ, which shares cannot beat by much.
		if r.Noise < 0.9/mean/math.Sqrt(0.5) || r.Noise > 1.1/mean/math.Sqrt(0.5) {
			t.Errorf("ε = %v: counts have noise %v, one release of the budget has %v", eps, r.Noise, 1/mean)
		}
		l := must.Get(s.Ledger())(t)
		var labels []string
		for _, e := range l.Entries {
			_, label, _ := strings.Cut(e.Label, "/")
			labels = append(labels, fmt.Sprint(label, " ", e.Block))
		}
		slices.Sort(labels)
		if want := []string{"counts 1", "hop 1 1", "hop 2 1", "refinement 1 1", "refinement 2 1"}; !slices.Equal(labels, want) {
			t.Errorf("%v, want %v", labels, want)
		}
	}
}

// Leak probe: only what was paid for is read. A run that stops before its release is stored resumes
// on a graph without edges with the same release.
func TestNothingElseReadsEdges(t *testing.T) {
	net := blocks(t, 3, 40, 0.2, 0.02, 1)
	empty := gdptest.Graph(t, net.Graph.N(), nil)
	c := Summary.Settings
	c.Clusters, c.Dim, c.Hops, c.HopShare, c.Refinements, c.RefineShare, c.CountShare = 3, 8, 1, 0.4, 1, 0.1, 0.5
	first := must.Get(Summary.With(c).Run(t.Context(), protect(t, net, 3)))(t)
	path, stop := filepath.Join(t.TempDir(), "journal"), errors.New("stop")
	_, err := checkpoint.Once(t.Context(), protect(t, net, 3, gdp.Journal(path)), "dpgs", c, nil, func(run *checkpoint.Run) (*Result, error) {
		n, err := c.calibrate(run.Session())
		if err != nil {
			return nil, err
		}
		if _, err := c.summarise(run, net.Attrs, n); err != nil {
			return nil, err
		}
		return nil, stop
	})
	if !errors.Is(err, stop) {
		t.Fatal(err)
	}
	probe := *net
	s := protect(t, &probe, 3, gdp.Journal(path))
	probe.Graph = empty
	again := must.Get(Summary.With(c).Run(t.Context(), s))(t)
	if !again.Graph.Equal(first.Graph) || !slices.Equal(again.Summary.Clusters, first.Summary.Clusters) || again.Graph.M() == 0 {
		t.Errorf("%d edges, and %d where the edges were gone", first.Graph.M(), again.Graph.M())
	}
	if fresh, err := Summary.With(c).Run(t.Context(), protect(t, &probe, 3)); err != nil || fresh.Graph.Equal(first.Graph) {
		t.Errorf("a run that asks again has the same graph, %v", err)
	}
}
