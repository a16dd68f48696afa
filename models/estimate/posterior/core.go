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
)

// Rule divides ε between the sequence of degrees, degrees by node, and pairs. Nodes whose noisy
// degrees are highest are the core: its pairs are asked by randomised response, and each other node
// how many neighbours it has in each group of the core, and how many outside of the core. These are
// three parts of all pairs, so that each question gets all of what is left.
type Rule struct {
	Vectors int     `range:"[0,512]"`           // at most, of what the pairs tell beyond degrees; with 0 no pair is asked
	Groups  int     `range:"[1,512]"`           // at most, of the core
	Edges   float64 `range:"0 or [2^-20,0.25]"` // share of ε for how many edges nodes have, in ascending order, which comes first
	Degrees float64 `range:"0 or [2^-20,0.5]"`  // share of ε for degrees by node, where a core is of use
	Mean    float64 `range:"[0,1e15]"`          // the least mean degree within the core for that, over the noise of a degree by its pairs
	Density float64 `range:"[0,1e15]"`          // what the mean degree within the core is compared with, over the noise of a degree by its pairs: see size
}

// Evidence is what was answered, and what it says. All of it is a release.
type Evidence struct {
	Degrees    []float64   // of all nodes, as expected
	Law        []float64   // how often each degree occurs, as a share of the sum of all
	Core       []int32     // whose pairs were asked
	Vectors    [][]float64 // what pairs tell beyond degrees: products of rows are what the adjacency matrix has beyond d·d'/Σd
	Multiplier float64     // of the noise of the first degrees

	First *degrees.Noisy // of all nodes as they were answered first, nil where they were not asked
	Edges float64        // how many there are, by their sequence, 0 where it was not asked
	Left  gdp.Epsilon    // of what was given, where no core is of use: see [AskCore]
}

// mostAnswers is the largest number of pairs that are expected to be turned into an edge. A
// pair takes 8 bytes of a graph and as many while it is made.
const mostAnswers = 1 << 26

// leastCore is the smallest core, and clearShare the share of all ends of edges that one has to
// tell: a smaller one counts for less.
const leastCore, clearShare = 32, 0.04

// spends are the parts of ε: for the sequence of degrees, degrees, and pairs.
type spends struct{ sequence, degrees, rest gdp.Epsilon }

func (c Rule) spends(eps gdp.Epsilon) (p spends) {
	p.sequence, p.degrees = eps*gdp.Epsilon(c.Edges), eps*gdp.Epsilon(c.Degrees)
	p.rest = eps - p.sequence - p.degrees
	return p
}

// never reports whether no graph of n nodes has pairs asked, since not even the smallest core, each
// of whose nodes is joined to all others, would be above the noise: all of ε is left for degrees.
func (c Rule) never(s *gdp.Session, p spends) bool {
	n := s.Public().Nodes
	return c.Vectors == 0 || c.Degrees == 0 || s.Public().Directed || n < leastCore || flipOf(float64(p.rest)) >= 0.5 ||
		c.Density*reach(flipOf(float64(p.rest)), leastCore) >= float64(n-1)
}

// size is that of the core, 0 for none, with ρ and what is left. If edges are random and degrees
// are given, a core with the share w of all ends of edges has w² of the edges within, and its nodes
// a mean degree ρ times the noise that its pairs give a degree. Of what the matrix says, the share
// 1 - (Density/ρ)² is left beside that noise: the core is that for which w² times this is largest.
// Degrees are in falling order.
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

// sequence is the release of all degrees in ascending order.
func sequence(s *gdp.Session, eps gdp.Epsilon) gdp.Release[[]int64] {
	return gdp.NewDiscreteLaplace("sequence", query.DegreeSequence[gdp.L1](s.Relation(), s.Public().Nodes), eps)
}

// Sparse returns what [AskCore] spends before it finds that no core is of use, and what it leaves
// then, of all of eps; nothing is left where it does not ask.
func (c Rule) Sparse(s *gdp.Session, eps gdp.Epsilon) (spent accounting.Event, left gdp.Epsilon) {
	p := c.spends(eps)
	if c.Edges == 0 || c.never(s, p) {
		return nil, 0
	}
	return accounting.DiscreteLaplace{Scale: 2 / float64(p.sequence), Sensitivity: 2}, eps - p.sequence
}

// affordable asks for the price of every path of the rule before the first of its releases is paid
// for.
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

// Ask applies the rule to eps of the budget of a run. Where no core is of use all of what is left
// is for degrees.
func Ask(run *checkpoint.Run, eps gdp.Epsilon, c Rule) (*Evidence, error) {
	e, err := AskCore(run, eps, c)
	if err != nil || e.Left == 0 {
		return e, err
	}
	return Alone(run.Session(), e.First, e.Left)
}

// AskCore is [Ask], but where no core is of use it leaves what pairs would cost, and has degrees
// only if it asked for them.
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
		slices.Reverse(falling) // as it is: sums of the largest have no bias
		count = floats.Sum(falling) / 2
		if _, above, share := c.size(falling, p.rest); above*min(1, share/clearShare) < c.Mean {
			return &Evidence{Edges: count, Left: eps - p.sequence}, nil
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

// Alone asks for degrees for all of eps, and takes them together with earlier ones, unless first is
// nil.
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

// together is the mean of two numbers, each weighted by one over its variance, and its standard
// deviation.
func together(x, xSD, y, ySD float64) (mean, sd float64) {
	a, b := xSD*xSD, ySD*ySD
	return (x*b + y*a) / (a + b), math.Sqrt(a * b / (a + b))
}

// digest distinguishes lists of nodes.
func digest(nodes []int32) string {
	h := sha256.New()
	_ = binary.Write(h, binary.LittleEndian, nodes) // a hash does not fail
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}
