package seprivgemb

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the method and its controls.
var Method = method.Method{
	Name: "seprivgemb", About: "node embeddings by skip-gram with structure preference", Paper: "SE-PrivGEmb", Releases: release.KindEmbedding,
	Exhibits: exhibits(), Called: []string{"SE-PrivGEmb", "SE-GEmb"}, Small: []string{"Steps=20"}, For: experiment,
	Modes: []method.Mode{
		mode(method.Published, "published", "Algorithm 2 as printed: noise only on rows touched by the batch", Published()).AttackedBy(&escaped).ProvingNothing(singular).
			WithCaution("its StrucEqu score comes from the noise: without gradients it is higher"),
		mode(method.Control, "zero-gradient", "control for the noise: published with its gradient set to zero", ZeroGradient()).AttackedBy(&escaped).ProvingNothing(singular),
		mode(method.AsCoded, "author", "authors' code: Adam, per-matrix clipping, Poisson accounting", Author()).AttackedBy(&escaped).ProvingNothing(singular),
		mode(method.Strict, "strict", "noisy degrees; communities by randomised response (dense graphs) or noisy gradients (sparse)", Strict()).InEdition(5).AttackedBy(&onDegrees),
		mode(method.Other, "projection", "noisy random projection of the adjacency matrix", Projection()).AttackedBy(&againstR),
		mode(method.Other, "poisson-skip-gram", "skip-gram on Poisson samples of edges, noise on every row", PoissonSkipGram()).AttackedBy(&onPair),
		mode(method.Other, "biased-skip-gram", "full-batch skip-gram with one matrix and biases, noise on every row", BiasedSkipGram()).AttackedBy(&onScore),
		mode(method.Other, "matched-skip-gram", "skip-gram on edges of public random matchings", MatchedSkipGram()).AttackedBy(&onPair),
		mode(method.Other, "promised-skip-gram", "skip-gram under a promised maximum degree", PromisedSkipGram(0)).Needing("MaxDegree").AttackedBy(&onPair).ProvingNothing("the maximum degree is the user's promise and is not enforced").
			ShowingNothing("the claim fails only if the promise is broken, and no pair of audited graphs breaks it"),
		mode(method.Control, "control", "noisy degrees with random directions; knows no community", Control()).AttackedBy(&onDegrees),
		method.PlainOld[Unprotected](method.NonPrivate, "nonprivate", "Algorithm 2 without noise", NonPrivate(), RunPlain),
		method.PlainOld[Unprotected](method.Tuned, "nonprivate-tuned", "nonprivate tuned on Chameleon: 10,000 steps, larger rate, uniform edge weights", NonPrivateTuned(), RunPlain),
		method.PlainOld[Unprotected](method.NonPrivate, "strict-nonprivate", "strict with exact answers for all node pairs", StrictNonPrivate(), RunPlain).InEdition(3),
		method.PlainOld[Unprotected](method.Tuned, "spectrum", "truncated eigendecomposition of the adjacency matrix; inner products count common neighbours", Spectrum(), RunPlain),
		mode(method.Null, "null", "random embeddings, independent of the graph; knows only the node set", Null()),
	},
}

// singular is why nothing is proved of Algorithm 2.
const singular = "noise is added only to touched rows, so outputs on neighbouring graphs are mutually singular (G2); proximities, negative samples and |E| are used without noise (G8 to G10)"

func mode(role method.Role, name, about string, c Config) method.Mode {
	all := c.relations()
	return method.PrivateOld(role, name, about, all[0], c, Run).Under(all[1:]...)
}

// experiment returns a configuration as in the paper's experiments: at least 2000 updates for link
// prediction.
func experiment(protocol string, config any) any {
	if protocol != "link prediction" {
		return config
	}
	const updates = 2000
	switch c := config.(type) {
	case SkipGram:
		c.Steps = max(c.Steps, updates)
		return c
	case Trained:
		c.Steps = max(c.Steps, updates)
		return c
	}
	return config
}

// details are what else is reported of a run.
type details struct {
	Steps      int       `json:"steps,omitempty"`
	Multiplier float64   `json:"noise_multiplier,omitempty"`
	Core       int       `json:"core,omitempty"` // nodes whose pairs were asked
	Vectors    int       `json:"vectors,omitempty"`
	Degrees    []float64 `json:"degrees,omitempty"`
	signs      uint64    // the seed of R
}

// String implements [fmt.Stringer].
func (d details) String() string {
	s := ""
	if d.Steps > 0 {
		s = fmt.Sprintf("%d steps, ", d.Steps)
	}
	if d.Core > 0 {
		s += fmt.Sprintf("degrees and %d vectors of noisy answers of the pairs of %d nodes, ", d.Vectors, d.Core)
	} else if d.Vectors > 0 {
		s += fmt.Sprintf("degrees and %d vectors heard in their sums, ", d.Vectors)
	} else if len(d.Degrees) > 0 {
		s += "degrees alone, "
	}
	return s + fmt.Sprintf("noise multiplier %.4g", d.Multiplier)
}

// unlikely is the least factor by which rows make a pair less likely than its degrees do.
const unlikely = 0.05

// pair is √(d·d') times the cosine of what rows have beside random entries, the first of which
// says degrees and the others count by their strength. It is not taken to be below [unlikely]:
// where it is, degrees tell more.
func (r *Result) pair(u, v int32) float64 {
	size := math.Sqrt(max(0, r.Degrees[u]*r.Degrees[v]))
	known := r.In.Dim() - r.Random
	if known < 2 {
		return size
	}
	x, y := r.In.Row(u)[:known], r.In.Row(v)[:known]
	cross := func(x, y []float32) float64 {
		return float64(x[0])*float64(y[0]) + r.Strength*r.Strength*embed.Dot(x[1:], y[1:])
	}
	if xx, yy := cross(x, x), cross(y, y); xx > 0 && yy > 0 {
		size *= max(unlikely, cross(x, y)/math.Sqrt(xx*yy))
	}
	return size
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	e := release.Embedding{Matrix: r.In, Other: r.Out}
	if r.Random > 0 {
		e.Pair = r.pair
	}
	if r.Shift > 0 {
		e.Pair = r.biasedPair
	}
	o := method.Outcome{Release: e, Guarantee: r.Guarantee}
	if r.Multiplier > 0 || r.Steps > 0 {
		o.Details = details{Steps: r.Steps, Multiplier: r.Multiplier, Core: r.Core, Vectors: r.Vectors, Degrees: r.Degrees, signs: r.Signs}
	}
	return o
}
