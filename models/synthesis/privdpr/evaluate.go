package privdpr

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/null"
	"github.com/graphdp/graphdp/models/trial"
)

// The protocols of [Evaluate], the last word of which is what it measures.
const (
	Statistics = "statistics" // Tables 2 and 3, Figures 2 to 5
	Links      = "links"      // Tables 4 and 5
	Nodes      = "nodes"      // Table 6
)

// Null is the mode of the control: [null.Paper] for graphs, random rows for
// classifiers.
const Null = "null"

// delta is that of all experiments of the paper.
const delta = 1e-5

// Evaluate makes one trial of the paper's experiments: the mode and variant of t
// released from w with t.Epsilon and δ = 10⁻⁵, measured by the protocol. The
// number of edges, where the paper does not say it, is the true one, taken as
// public: the best that can be done for the method, and no release of it.
func Evaluate(ctx context.Context, t trial.Trial, w *graph.Network) (map[string]float64, error) {
	r := rand.New(rand.NewPCG(t.Seed, 0x6576616c)) // splits; the same for all modes
	switch t.Protocol {
	case Statistics:
		g, _, err := release(ctx, t, w.Graph, true)
		if err != nil {
			return nil, err
		}
		original, err := trial.StatisticsOf(ctx, w.Graph, r)
		if err != nil {
			return nil, err
		}
		released, err := trial.StatisticsOf(ctx, g, r)
		if err != nil {
			return nil, err
		}
		return trial.StatisticErrors(original, released), nil
	case Links:
		split, err := trial.SplitLinks(w.Graph, 0.2, r)
		if err != nil {
			return nil, err
		}
		_, rows, err := release(ctx, t, split.Train, false)
		if err != nil {
			return nil, err
		}
		auc := map[string]float64{}
		for name, f := range map[string]trial.Feature{"AUC": trial.Concatenated, "AUC hadamard": trial.Hadamard, "AUC dot": trial.DotProduct} {
			if auc[name], err = split.AUC(rows, f); err != nil {
				return nil, err
			}
		}
		return auc, nil
	case Nodes:
		split, err := trial.SplitNodes(w.Labels, 0.1, r)
		if err != nil {
			return nil, err
		}
		_, rows, err := release(ctx, t, w.Graph, false)
		if err != nil {
			return nil, err
		}
		classes := 0
		for _, c := range w.Labels {
			classes = max(classes, int(c)+1)
		}
		f1, err := trial.NodeF1(rows, w.Labels, classes, split)
		return map[string]float64{"Micro-F1": f1}, err
	}
	return nil, fmt.Errorf("privdpr: no protocol %q; there are %s, %s and %s", t.Protocol, Statistics, Links, Nodes)
}

// release makes what the trial measures: a graph, or the rows of an embedding.
func release(ctx context.Context, t trial.Trial, g *graph.Graph, wantGraph bool) (*graph.Graph, trial.Embedding, error) {
	if t.Mode == Null {
		return control(ctx, t, g, wantGraph)
	}
	c, err := Setting(t.Mode)
	if err == nil {
		c, err = c.Vary(t.Variant)
	}
	if err != nil {
		return nil, nil, err
	}
	if c.EdgeRule == SigmoidEdges {
		c.EdgeRule, c.Edges = PublicEdges, g.Undirected().M()
	}
	var r *Result
	if c.Guard == Unprotected {
		r, err = DPR(ctx, g, c, t.Seed, nil)
	} else {
		var s *gdp.Session
		if s, err = protect(t, g); err == nil {
			r, err = Run(ctx, s, c, nil)
		}
	}
	switch {
	case err != nil:
		return nil, nil, err
	case !wantGraph && r.Embedding == nil:
		return nil, nil, fmt.Errorf("privdpr: mode %s releases no embedding to classify with", t.Mode)
	}
	return r.Graph, r.Embedding, nil
}

// control is what [release] makes without a method.
func control(ctx context.Context, t trial.Trial, g *graph.Graph, wantGraph bool) (*graph.Graph, trial.Embedding, error) {
	if !wantGraph {
		rows, err := null.Untrained(g.N(), Published().Dim, rand.New(rand.NewPCG(t.Seed, 0x6e756c6c)))
		return nil, rows, err
	}
	s, err := protect(t, g)
	if err != nil {
		return nil, nil, err
	}
	r, err := null.Run(ctx, s, null.Paper())
	if err != nil {
		return nil, nil, err
	}
	return r.Graph, nil, nil
}

func protect(t trial.Trial, g *graph.Graph) (*gdp.Session, error) {
	return gdp.Protect(&graph.Network{Graph: g}, gdp.NodeLevel, gdp.Budget{Epsilon: gdp.Epsilon(t.Epsilon), Delta: delta}, gdp.Seed(t.Seed))
}

// AUCCeiling bounds the AUC with which a release that is ε-private for nodes can
// tell edges from other pairs, if it treats all ids alike and no private edge
// helps to score: four exchanges of a node turn any pair into any other, so that
// odds move by e^(4ε) at most; two, for pairs that share an end. An AUC above it
// is a leak. (δ adds to it, and is left out.)
func AUCCeiling(eps gdp.Epsilon, shareAnEnd bool) float64 {
	moves := 4.0
	if shareAnEnd {
		moves = 2
	}
	return 1 / (1 + math.Exp(-moves*float64(eps)))
}
