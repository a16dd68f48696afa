package privdpr

import (
	"math"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/method"
)

const delta5 accounting.Delta = 1e-5

var near = gdptest.NearRelative

// Values of the project's sheet on the paper, §5.1: M, T, the right-hand sides of Eqs. 12 and 13
// for s = 8, the depths for s = 2, 4, 5, 6, 8, and κ_T, computed with mpmath at 30 digits.
func TestDepthsAndNoiseOfThePapersGraphs(t *testing.T) {
	claim.Holds(t, "privdpr", "Eq. 12 and 13: M, T, the depth L and the noise of §4.3.2 for the paper's graphs, to the digits that they imply")
	c := Published.Settings
	if c.Pairs() != 512 {
		t.Errorf("B is %d, want 512", c.Pairs())
	}
	for _, x := range []struct {
		name         string
		n, steps     int
		m, raw12     float64
		l12          [5]int
		raw13        float64
		l13          [5]int
		kappa, sharp float64
		oneEpoch     float64
		sd1, sd32    float64
	}{
		{"cora", 2708, 845, 8517.21520495, 5.5780793, [5]int{19, 9, 8, 7, 6}, 8.8190152, [5]int{29, 14, 12, 11, 9}, 6.078717898, 3911.615463578, 8.0450391, 303.935895, 9.49799672},
		{"citeseer", 3327, 1035, 10463.9701668, 5.6770715, [5]int{20, 10, 8, 7, 6}, 9.0155432, [5]int{30, 15, 12, 11, 10}, 6.111992428, 4806.070377, 8.2415672, 305.599621, 9.54998817},
		{"p2p", 6301, 1965, 19817.2000881, 5.9841791, [5]int{20, 10, 9, 8, 6}, 9.6309503, [5]int{31, 15, 13, 12, 10}, 6.215998156, 9103.500199, 8.8569743, 310.799908, 9.71249712},
		{"chicago, as the paper counts", 12982, 4055, 40828.9450428, 6.3317922, [5]int{21, 10, 9, 8, 7}, 10.326954, [5]int{33, 16, 14, 13, 11}, 6.331472970, 18757.545097, 9.5529782, 316.573648, 9.89292652},
		{"chicago, as the file counts", 12979, 4055, 40819.5100428, 6.3316811, [5]int{21, 10, 9, 8, 7}, 10.326843, [5]int{33, 16, 14, 13, 11}, 6.331472970, 0, 9.5528671, 316.573648, 9.89292652},
		{"amazon", 410236, 128195, 1290192.775, 7.9924090, [5]int{26, 13, 11, 10, 8}, 13.648403, [5]int{43, 21, 18, 17, 14}, 6.855271962, 592789.575, 12.874426, 342.763598, 10.7113624},
	} {
		c := Published.Settings
		near(t, x.name+" M", PaperBound(x.n, c.Gamma), x.m, 1e-11)
		if x.sharp != 0 {
			near(t, x.name+" M_t", SharpBound(x.n, c.Gamma), x.sharp, 1e-9)
		}
		if c.Steps(x.n) != x.steps {
			t.Errorf("%s: T is %d, want %d", x.name, c.Steps(x.n), x.steps)
		}
		near(t, x.name+" Eq. 12", c.DepthForSensitivity(x.n), x.raw12, 5e-8/x.raw12+1e-9)
		near(t, x.name+" Eq. 13", c.DepthForSplitting(x.n), x.raw13, 5e-7/x.raw13)
		near(t, x.name+" κ_T", SplitFactor(x.steps, delta5), x.kappa, 1e-9)
		near(t, x.name+" noise at ε = 0.1", c.PublishedNoise(x.n, accounting.Budget{Epsilon: 0.1, Delta: delta5}), x.sd1, 2e-9)
		near(t, x.name+" noise at ε = 3.2", c.PublishedNoise(x.n, accounting.Budget{Epsilon: 3.2, Delta: delta5}), x.sd32, 5e-9)
		for i, s := range []float64{2, 4, 5, 6, 8} {
			c.Scale = s
			if got := int(math.Ceil(c.DepthForSensitivity(x.n))); got != x.l12[i] {
				t.Errorf("%s, s = %v: Eq. 12 gives %d layers, want %d", x.name, s, got, x.l12[i])
			}
			if got := c.Depth(x.n); got != x.l13[i] {
				t.Errorf("%s, s = %v: Eq. 13 gives %d layers, want %d", x.name, s, got, x.l13[i])
			}
		}
		c = Published.Settings
		c.Epochs = 1
		near(t, x.name+" Eq. 13 of one epoch", c.DepthForSplitting(x.n), x.oneEpoch, 5e-8)
	}
	near(t, "σ of cora at ε = 0.1", SplitMultiplier(845, accounting.Budget{Epsilon: 0.1, Delta: delta5}), 51365.1662, 2e-9)
	near(t, "σ of cora at ε = 3.2", SplitMultiplier(845, accounting.Budget{Epsilon: 3.2, Delta: delta5}), 1605.16145, 5e-9)
}

// [PRIVDPR25] Example 4.5, by Eqs. 9, 11 and 12, with B = 128 and s = 5.
func TestExample45(t *testing.T) {
	claim.Holds(t, "privdpr", "Example 4.5: M ≈ 10,464 and 7 layers for Citeseer with B = 128, s = 5")
	claim.Fails(t, "privdpr", "Thm 4.2: Eq. 12 gives the maximum number of layers (it is the minimum)")
	c := Published.Settings
	c.Batch, c.Walks, c.WalkLength, c.Scale = 4, 2, 16, 5
	near(t, "Eq. 12", c.DepthForSensitivity(3327), 6.765621449, 1e-9)
	for layers, want := range map[int]float64{6: 17.144169, 7: 3.4288337} {
		got := float64(c.Pairs()) * PaperBound(3327, c.Gamma) * math.Pow(c.Scale, -float64(layers+1))
		near(t, "B M s^-(L+1)", got, want, 5e-8)
		if (got <= c.Preset) != (layers == 7) {
			t.Errorf("%d layers: bound %v against a preset sensitivity of %v", layers, got, c.Preset)
		}
	}
}

// M_t against a search over all degrees, and the sheet's values.
func TestSharpBoundIsTheMaximumOverDegrees(t *testing.T) {
	claim.Loose(t, "privdpr", "Lemma 4.4: |∂ℓ/∂V| ≤ M Πw; the least factor M_t is less than half of M")
	for n, want := range map[int]float64{2: 2.428014879, 4: 4.724894344, 10: 13.14135741, 20: 27.52035565, 100: 143.0676509} {
		const gamma = 0.85
		worst := 0.0
		for out := 1; out < n; out++ {
			for in := 1; in < n; in++ {
				i, o, c := float64(in), float64(out), 2*gamma*(1-gamma)/float64(n)
				worst = max(worst, max(2*i*gamma*gamma/o+c, 2*gamma-c)*math.Sqrt(1/(o*o)+1/(gamma*gamma*i*i)))
			}
		}
		near(t, "M_t", SharpBound(n, gamma), worst, 1e-14)
		near(t, "M_t", SharpBound(n, gamma), want, 1e-9)
	}
	near(t, "M/M_t of cora", PaperBound(2708, 0.85)/SharpBound(2708, 0.85), 2.1774, 5e-5)
}

// Contradictory settings are refused.
func TestConfigRefuses(t *testing.T) {
	for _, x := range []struct {
		mode method.Mode
		text string
	}{
		{Published.Mode, "Scale=1"}, {Published.Mode, "EdgeRule=PublicEdges"}, {Published.Mode, "Edges=3"}, {NonPrivate.Mode, "Layers=-1"}, {ClippedSum.Mode, "Layers=-1"},
	} {
		if c, err := method.Set(x.mode.Config(), x.text); err != nil || x.mode.Check(c) == nil {
			t.Errorf("%s %s is accepted, %v", x.mode.Name, x.text, err)
		}
	}
}

// The figure's title has the depth of Eq. 13.
func TestDepthFigure(t *testing.T) {
	depth, err := DepthFigure(Published.Settings, 2708, accounting.Budget{Epsilon: 3.2, Delta: delta5}, 10).SVG()
	if err != nil || !strings.Contains(string(depth), "L = 9 by Eq. 13") {
		t.Errorf("the figure does not say its depth: %v", err)
	}
}
