package posterior

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// Rule splits ε between the degree sequence, degrees by node, and pairs. The core consists of the
// nodes with the highest noisy degrees. Randomised response releases the pairs of the core; each
// other node releases its numbers of neighbours in groups of the core and outside of the core.
// These three parts partition the pairs, so each gets all of the remaining ε.
type Rule struct {
	Vectors int     `range:"[0,512]"`           // largest number of vectors beyond degrees; 0: no pairs
	Groups  int     `range:"[1,512]"`           // largest number of groups
	Edges   float64 `range:"0 or [2^-20,0.25]"` // share of ε for the degree sequence, which comes first
	Degrees float64 `range:"0 or [2^-20,0.5]"`  // share of ε for degrees by node, if a core is useful
	Mean    float64 `range:"[0,1e15]"`          // least mean degree within the core, over the noise of a degree from its pairs
	Density float64 `range:"[0,1e15]"`          // reference for the mean degree within the core, over the noise of a degree from its pairs: see size
}

// Evidence holds the answers, and estimates from them. All fields are released.
type Evidence struct {
	Degrees    []float64   // expected degrees of all nodes
	Law        []float64   // degree distribution
	Core       []int32     // nodes with released pairs
	Vectors    [][]float64 // vectors beyond degrees: products of rows approximate the adjacency matrix minus d·d'/Σd
	Multiplier float64     // standard deviation of the noise of the first degrees

	First *degrees.Noisy // noisy degrees released first, of all nodes; nil if not released
	Edges float64        // number of edges from the degree sequence; 0 if not released
	Wide  bool           // whether the degree sequence varies more than a Poisson distribution
	Left  gdp.Epsilon    // remaining ε, if no core is useful: see [AskCore]
}

// mostAnswers is the largest expected number of positive answers. A pair takes 8 bytes in a graph,
// and 8 more while it is built.
const mostAnswers = 1 << 26

// leastCore is the size of the smallest core. clearShare is the share of edge ends that a core has
// to explain; a smaller one counts less.
const leastCore, clearShare = 32, 0.04

// spends are the parts of ε for the degree sequence, degrees, and pairs.
type spends struct{ sequence, degrees, rest gdp.Epsilon }

func (c Rule) spends(eps gdp.Epsilon) (p spends) {
	p.sequence, p.degrees = eps*gdp.Epsilon(c.Edges), eps*gdp.Epsilon(c.Degrees)
	p.rest = eps - p.sequence - p.degrees
	return p
}

// never reports whether no graph of n nodes can have a useful core, because even a complete
// smallest core is below the noise. Then all of ε pays for degrees.
func (c Rule) never(s *gdp.Session, p spends) bool {
	n := s.Public().Nodes
	return c.Vectors == 0 || c.Degrees == 0 || s.Public().Directed || n < leastCore || flipOf(float64(p.rest)) >= 0.5 ||
		c.Density*reach(flipOf(float64(p.rest)), leastCore) >= float64(n-1)
}

// size returns the size of the core (0 for none), its ρ, and the remaining share. For random edges
// with given degrees, a core with the share w of edge ends has w² of the edges within, and its mean
// degree is ρ times the noise of a degree from its pairs. The share 1 - (Density/ρ)² of the
// matrix's information remains. The core maximises w² times this. Degrees are in falling order.
func (c Rule) size(falling []float64, eps gdp.Epsilon) (size int, above, share float64) {
	all, within, best, flip := 0.0, 0.0, 0.0, flipOf(float64(eps))
	for _, d := range falling {
		all += d
	}
	for i, d := range falling {
		within += d
		m := float64(i + 1)
		inside := max(within, 0) * max(within, 0) / max(all, 1)
		rho := inside / m / reach(flip, i+1)
		noise := c.Density / rho
		if left := inside * (1 - noise*noise); i+1 >= leastCore && left > best && m*(m-1)/2*flip <= mostAnswers {
			size, above, best = i+1, rho, left
		}
	}
	return size, above, best / max(all, 1)
}

// wide reports whether values with Laplace noise of the given scale vary by more than their noise
// and a Poisson distribution, by three standard errors. The fourth moment of the noise is six times
// the square of its variance.
func wide(values []float64, scale float64) bool {
	mean, variance := stat.MeanVariance(values, nil)
	noise := 2 * scale * scale
	return variance-noise-mean > 3*noise*math.Sqrt(5/float64(len(values)))
}

// sequence is the release of the ascending list of degrees.
func sequence(s *gdp.Session, eps gdp.Epsilon) gdp.Release[[]int64] {
	return gdp.NewDiscreteLaplace("sequence", query.DegreeSequence[gdp.L1](s.Relation(), s.Public().Nodes), eps)
}

// Sparse returns the first spend of [AskCore] and the ε that remains if no core is useful, out of
// eps; nil and 0 if the rule releases no sequence.
func (c Rule) Sparse(s *gdp.Session, eps gdp.Epsilon) (spent accounting.Event, left gdp.Epsilon) {
	p := c.spends(eps)
	if c.Edges == 0 || c.never(s, p) {
		return nil, 0
	}
	return accounting.DiscreteLaplace{Scale: 2 / float64(p.sequence), Sensitivity: 2}, eps - p.sequence
}

// affordable checks the cost of every path of the rule before the first release.
func (c Rule) affordable(s *gdp.Session, p spends) error {
	n, release := s.Public().Nodes, func(eps gdp.Epsilon) gdp.Spend { return degrees.NewLaplace(s, "release", eps) }
	second := degrees.NewLaplace(s, "degrees", p.degrees)
	paths := [][]gdp.Spend{{second, division(make([]int32, n), nil, p.rest)}, {second, release(p.rest)}}
	if c.Edges > 0 {
		paths = append(paths, []gdp.Spend{release(p.degrees + p.rest)})
		first := sequence(s, p.sequence)
		for i := range paths {
			paths[i] = append([]gdp.Spend{first}, paths[i]...)
		}
	}
	for _, path := range paths {
		if err := s.Affords(path...); err != nil {
			return err
		}
	}
	return nil
}

// Ask applies the rule to eps of a run's budget. If no core is useful, the rest pays for degrees.
func Ask(run *checkpoint.Run, eps gdp.Epsilon, c Rule) (*Evidence, error) {
	e, err := AskCore(run, eps, c)
	if err != nil || e.Left == 0 {
		return e, err
	}
	return Alone(run.Session(), e.First, e.Left)
}

// AskCore is [Ask], but leaves the ε of pairs unspent if no core is useful; degrees are then
// released only if the rule needed them.
func AskCore(run *checkpoint.Run, eps gdp.Epsilon, c Rule) (*Evidence, error) {
	s := run.Session()
	n := s.Public().Nodes
	p := c.spends(eps)
	if c.never(s, p) {
		return &Evidence{Left: eps}, nil
	}
	if err := c.affordable(s, p); err != nil {
		return nil, err
	}
	var count float64
	if c.Edges > 0 {
		noisy, err := sequence(s, p.sequence).Draw(s)
		if err != nil {
			return nil, err
		}
		falling := make([]float64, n)
		for i, d := range noisy {
			falling[i] = float64(d)
		}
		slices.Reverse(falling) // not made monotone: sums of the largest have no bias
		count = floats.Sum(falling) / 2
		if _, above, share := c.size(falling, p.rest); above*min(1, share/clearShare) < c.Mean {
			return &Evidence{Edges: count, Wide: wide(falling, 2/float64(p.sequence)), Left: eps - p.sequence}, nil
		}
	}
	first, err := degrees.Laplace(s, "degrees", p.degrees)
	if err != nil {
		return nil, err
	}
	e := &Evidence{Multiplier: first.Multiplier, First: first, Edges: count}
	e.Degrees, e.Law = degrees.DeconvolveLaplace(first.Degrees, 2*first.Multiplier, n-1)
	order := graph.Nodes(n)
	slices.SortFunc(order, func(u, v int32) int {
		return cmp.Or(cmp.Compare(first.Degrees[v], first.Degrees[u]), cmp.Compare(u, v))
	})
	falling := make([]float64, n)
	for i, u := range order {
		falling[i] = e.Degrees[u]
	}
	m, _, _ := c.size(falling, p.rest)
	if m == 0 {
		e.Left = p.rest
		return e, nil
	}
	e.Core = slices.Sorted(slices.Values(order[:m]))
	return e, e.pairs(run, c, first, p.rest)
}

// Alone releases degrees with all of eps, and combines them with earlier ones unless first is nil.
func Alone(s *gdp.Session, first *degrees.Noisy, eps gdp.Epsilon) (*Evidence, error) {
	d, err := degrees.Laplace(s, "release", eps)
	if err != nil {
		return nil, err
	}
	e := &Evidence{Multiplier: d.Multiplier}
	if first == nil {
		e.Degrees, e.Law = degrees.DeconvolveLaplace(d.Degrees, 2*d.Multiplier, len(d.Degrees)-1)
		return e, nil
	}
	var sd float64
	both := make([]float64, len(d.Degrees))
	for u := range both {
		both[u], sd = together(first.Degrees[u], first.SD, d.Degrees[u], d.SD)
	}
	e.Degrees, e.Law = degrees.Deconvolve(both, max(sd, 0.1), len(both)-1)
	return e, nil
}

// together combines two estimates by inverse variance, and returns the standard deviation.
func together(x, xSD, y, ySD float64) (mean, sd float64) {
	a, b := xSD*xSD, ySD*ySD
	return (x*b + y*a) / (a + b), math.Sqrt(a * b / (a + b))
}

// digest returns a checksum of a list of nodes.
func digest(nodes []int32) string {
	h := sha256.New()
	_ = binary.Write(h, binary.LittleEndian, nodes) // a hash does not fail
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}
