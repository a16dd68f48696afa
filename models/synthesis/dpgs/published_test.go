package dpgs

import (
	"math"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/method"
)

// quick returns the published mode with settings for fast training.
func quick() method.PrivateMode[Paper, *Result] {
	m := Published
	m.Settings.Clusters, m.Settings.Dim, m.Settings.Width, m.Settings.Steps, m.Settings.Refined = 4, 8, 6, 12, 0.2
	return m
}

// The four noises are ledger entries that cost what the paper claims. Nothing is proved for
// clustering, and for refinement and weights an ε well below the claim.
func TestPublishedIsPaidForAsPrinted(t *testing.T) {
	claim.Fails(t, "dpgs", "Thm 1: all steps together are (ε₁₁ + ε₁₂ + ε₁₃ + ε₂, δ)-edge-DP (nothing is proved of the clustering; G1 to G3)")
	net := blocks(t, 4, 30, 0.2, 0.02, 1)
	for _, eps := range []gdp.Epsilon{0.1, 1, 3.5} {
		s := protect(t, net, eps)
		r := must.Get(quick().Run(t.Context(), s))(t)
		if g := r.Guarantee; g.Claimed > eps || g.Claimed < 0.95*eps || !math.IsInf(float64(g.Proved), 1) || !strings.Contains(g.Reason, "G3") {
			t.Errorf("ε = %v: claimed %v, proved %v: %s", eps, g.Claimed, g.Proved, g.Reason)
		}
		l := must.Get(s.Ledger())(t)
		proved, costs := accounting.Compose{}, map[string]float64{}
		for _, e := range l.Entries {
			_, label, _ := strings.Cut(e.Label, "/")
			costs[label] = e.Counted.(accounting.ApproxDP).Epsilon / float64(eps)
			if label == "refinement" || label == "weights" || label == "features" {
				proved = append(proved, e.Proved)
			}
		}
		for label, share := range map[string]float64{"aggregation 1": 1. / 16, "aggregation 2": 1. / 16, "gradients": 1. / 8, "refinement": 1. / 4, "weights": 1. / 4, "features": 1. / 4} {
			if math.Abs(costs[label]/share-1) > 1e-6 {
				t.Errorf("ε = %v: %s costs a share of %v, want %v", eps, label, costs[label], share)
			}
		}
		if got, err := s.Accountant().Epsilon(proved, 1e-5); err != nil || got > 0.42*eps || len(costs) != 6 {
			t.Errorf("ε = %v: refinement, weights and features prove %v, %v", eps, got, err)
		}
	}
	// With δ = 10⁻⁵ for each Gaussian, .3848 of .5 by zero-concentrated DP, .3283 by loss
	// distributions.
	s := must.Get(gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: 1, Delta: 3e-5}, gdp.Seed(1)))(t)
	must.Get(quick().Run(t.Context(), s))(t)
	l := must.Get(s.Ledger())(t)
	proved := accounting.Compose{}
	for _, e := range l.Entries {
		if _, label, _ := strings.Cut(e.Label, "/"); label == "refinement" || label == "weights" {
			proved = append(proved, e.Proved)
		}
	}
	if got, err := s.Accountant().Epsilon(proved, 1e-5); err != nil || len(proved) != 2 || got > .3848 || got < .32 {
		t.Errorf("refinement and weights prove %v of .5 (%v)", got, err)
	}
}

// The noise is as stated in the text: the classical σ for the claimed sensitivities.
func TestPublishedNoise(t *testing.T) {
	for eps, want := range map[gdp.Epsilon]float64{.025: 193.792, .125: 38.7584, .25: 19.3792, .875: 5.53692, 1: 4.844805} {
		if got := gauss.Classical(gdp.Budget{Epsilon: eps, Delta: 1e-5}); math.Abs(got/want-1) > 3e-6 {
			t.Errorf("ε = %v: σ = %v, want %v (T1)", eps, got, want)
		}
	}
	c := Published.Settings
	n, err := c.sigmas(gdp.Budget{Epsilon: 1, Delta: 3e-5})
	if err != nil || math.Abs(n.weights-19.3792) > 1e-4 || math.Abs(n.features-19.3792) > 1e-4 || math.Abs(float64(n.refinement.Epsilon)-.25) > 1e-6 {
		t.Errorf("%+v, %v", n, err)
	}
	// Steps of one clipped gradient: Rényi divergence 2α/σ² per step.
	sigma, best := 2*n.gradient, math.Inf(1)
	for a := 1.01; a < 5000; a *= 1.001 {
		g := must.Get(Theorem2(1, 1, 1, 1, sigma, a))(t)
		best = min(best, float64(c.Steps)*g+math.Log(1/float64(n.training.Delta))/(a-1))
	}
	if math.Abs(best/float64(n.training.Epsilon)-1) > 1e-5 {
		t.Errorf("%d steps cost %v, want %v", c.Steps, best, n.training.Epsilon)
	}
}

// [DPGS] Alg. 3: without noise the network finds the classes of a graph whose words determine them.
func TestPublishedWithoutNoise(t *testing.T) {
	net := blocks(t, 3, 40, 0.3, 0.01, 1)
	c := NonPrivatePublished.Settings
	c.Clusters, c.Dim, c.Width, c.Steps, c.Refined = 3, 16, 16, 200, 0.1
	r := must.Get(NonPrivatePublished.With(c).RunOn(t.Context(), net, 1))(t)
	within := 0
	for u, v := range net.Graph.Edges() {
		if r.Summary.Clusters[u] == r.Summary.Clusters[v] {
			within++
		}
	}
	if share := float64(within) / float64(net.Graph.M()); share < 0.8 || len(r.Summary.Cells) == 0 || r.Graph.M() == 0 {
		t.Errorf("a share of %v of the edges within clusters, %d cells, %d edges", share, len(r.Summary.Cells), r.Graph.M())
	}
}

// Isolated nodes, a single cluster, and clusters without nodes do not stop a run.
func TestPublishedOfNoEdges(t *testing.T) {
	net := blocks(t, 2, 10, 0.3, 0.1, 1)
	empty := &graph.Network{Graph: gdptest.Graph(t, 20, nil), Attrs: net.Attrs}
	must.Get(quick().Run(t.Context(), protect(t, empty, 1)))(t)
}
