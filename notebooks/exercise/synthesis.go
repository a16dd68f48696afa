package exercise

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
)

// Synthetic is a graph with a generator of synthetic graphs.
type Synthetic struct {
	Exercise string
	Original *graph.Graph
	Groups   []int32 // of nodes, which pictures show in colours
	Draw     func(r *rand.Rand) (*graph.Graph, error)
	// Fresh is another graph with its generator. A statistic is lost there too, unless it memorised
	// the first graph. It may be nil.
	Fresh *Synthetic
}

// draws is the number of graphs that a check samples.
const draws = 20

// Lost checks a statistic that the generator does not preserve: its mean must be off by half or
// more.
func Lost(s Synthetic, statistic func(g *graph.Graph) float64) Verdict {
	return judged(s.Exercise, func() Verdict {
		truth := statistic(s.Original)
		if v, bad := unusable(truth); bad {
			return v
		}
		mean, v := s.mean(statistic)
		if v.State != Right {
			return v
		}
		says := fmt.Sprintf("the statistic is %s in the original and %s on average in %d generated graphs", number(truth), number(mean), draws)
		switch {
		case truth == 0:
			return Verdict{State: Failed, Says: "the statistic is 0 in the original, so nothing can be lost"}
		case math.Abs(mean-truth) < math.Abs(truth)/2:
			return Verdict{State: Wrong, Says: says + ": less than half is lost", Picture: v.Picture}
		}
		if s.Fresh != nil {
			if other := Lost(*s.Fresh, statistic); other.State != Right {
				other.Says = "on a graph that you have not seen: " + other.Says
				return other
			}
		}
		return Verdict{State: Right, Says: says, Picture: v.Picture}
	})
}

// Wanted is a statistic that the generator must preserve, up to a relative error of its mean.
type Wanted struct {
	Name   string
	Of     func(g *graph.Graph) float64
	Within float64
}

// Resembles checks that a generator preserves the wanted statistics.
func Resembles(s Synthetic, wanted []Wanted, draw func(r *rand.Rand) (*graph.Graph, error)) Verdict {
	return judged(s.Exercise, func() Verdict {
		s.Draw = draw
		says := ""
		var picture *figure.Figure
		if g, err := draw(Source(0, 55)); err == nil && g != nil && g.N() == s.Original.N() && 2*len(differ(g, s.Original)) < s.Original.M() {
			return wrong("your generator returns the private graph itself, except for %d edges", len(differ(g, s.Original)))
		}
		for i, w := range wanted {
			truth := w.Of(s.Original)
			mean, v := s.mean(w.Of)
			if v.State != Right {
				return v
			}
			picture = v.Picture
			if off := math.Abs(mean-truth) / truth; off > w.Within {
				return Verdict{State: Wrong, Picture: picture, Says: fmt.Sprintf(
					"the %s is %s in the original and %s on average in your graphs: an error of %.0f %%, but only %.0f %% is allowed", w.Name, number(truth), number(mean), 100*off, 100*w.Within)}
			}
			if i > 0 {
				says += ", "
			}
			says += fmt.Sprintf("%s %s (original: %s)", w.Name, number(mean), number(truth))
		}
		return Verdict{State: Right, Says: says, Picture: picture}
	})
}

// mean returns the mean of a statistic over sampled graphs, with a picture of one of them.
func (s Synthetic) mean(statistic func(g *graph.Graph) float64) (mean float64, v Verdict) {
	for i := range uint64(draws) {
		g, err := s.Draw(Source(i, 55))
		switch {
		case err != nil:
			return 0, failed(err)
		case g == nil:
			return 0, Verdict{State: Missing}
		case g.N() != s.Original.N():
			return 0, wrong("a generated graph has %d nodes, but the original has %d", g.N(), s.Original.N())
		}
		x := statistic(g)
		if v, bad := unusable(x); bad {
			return 0, v
		}
		mean += x / draws
		if i == 0 {
			v.Picture = figure.Panel("", 2,
				figure.Network(s.Original, figure.NetworkStyle{Title: "original", Groups: s.Groups}).Sized(3.6, 3.4),
				figure.Network(g, figure.NetworkStyle{Title: "generated", Groups: s.Groups, Like: s.Original}).Sized(3.6, 3.4))
		}
	}
	v.State = Right
	return mean, v
}
