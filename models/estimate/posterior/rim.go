package posterior

import (
	"math"
	"slices"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// pairs releases the pairs of the core, and each other node's numbers of neighbours in groups of
// the core.
func (e *Evidence) pairs(run *checkpoint.Run, c Rule, first *degrees.Noisy, eps gdp.Epsilon) error {
	n, place := len(e.Degrees), make([]int32, len(e.Degrees)) // index in the core, -1 for none
	for u := range place {
		place[u] = -1
	}
	for i, u := range e.Core {
		place[u] = int32(i)
	}
	sessions, err := division(place, e.Core, eps).Draw(run.Session())
	if err != nil {
		return err
	}
	g, err := gdp.RandomisedResponseAmong(sessions[0], "release", e.Core, eps)
	if err != nil {
		return err
	}
	a, of := Responses{g, flipOf(float64(eps))}, make([]float64, len(e.Core))
	if len(e.Core) == n { // degrees from all pairs
		for u, x := range a.Degrees() {
			of[u], _ = together(first.Degrees[u], first.SD, x, reach(a.Flip, n))
		}
		_, sd := together(0, first.SD, 0, reach(a.Flip, n))
		e.Degrees, e.Law = degrees.Deconvolve(of, max(sd, 0.1), n-1)
	}
	all := max(floats.Sum(e.Degrees), 1)
	for i, u := range e.Core {
		of[i] = e.Degrees[u] / math.Sqrt(all)
	}
	found, spread := a.communities(of, c.Vectors, run.Stream("first vector"))
	for range found {
		e.Vectors = append(e.Vectors, make([]float64, n))
	}
	for k, v := range found {
		for i, u := range e.Core {
			e.Vectors[k][u] = v[i]
		}
	}
	if len(e.Core) == n {
		return nil
	}
	r := rim{place: place, groups: make([]int32, n), known: of, vectors: found, spread: spread}
	for u := range r.groups {
		r.groups[u] = -1
	}
	own := make([]int32, len(e.Core))
	if len(found) > 0 {
		if own, err = clusters(found, min(c.Groups, len(e.Core)), run.Stream("groups")); err != nil {
			return err
		}
	}
	for i, u := range e.Core {
		r.groups[u] = own[i]
	}
	counts, err := gdp.DiscreteLaplace(sessions[1], "release", query.GroupNeighbours[gdp.L1](gdp.EdgeLevel, r.groups), eps)
	if err != nil {
		return err
	}
	rest, err := degrees.Laplace(sessions[2], "release", eps)
	if err != nil {
		return err
	}
	return r.fit(e, first, rest, counts, eps)
}

// division splits the pairs into those of the core, those between core and rim, and the rest.
func division(place, core []int32, eps gdp.Epsilon) gdp.Division {
	parts := gdp.Parts{Name: "the core " + digest(core), Parts: []string{"core", "rim", "rest"}, Of: func(u, v int32) int {
		switch {
		case place[u] >= 0 && place[v] >= 0:
			return 0
		case place[u] >= 0 || place[v] >= 0:
			return 1
		}
		return 2
	}}
	return gdp.NewDivision("pairs", parts, gdp.Budget{Epsilon: eps})
}

// rim are the nodes outside of the core, with estimates for the core.
type rim struct {
	place, groups []int32
	known         []float64 // d/√Σd of the core's nodes
	vectors       [][]float64
	spread        []float64 // of the vectors' entries over p
}

// fit estimates degrees and vectors of the nodes outside of the core from their noisy numbers of
// neighbours in its groups and outside the core. The expectation is y_k = p·P_k + x·S_k, where p =
// d/√Σd, P_k is the sum of p in the group and S_k that of its rows. The prior of x is normal with
// covariance p²·C, where C is the covariance of the core's rows.
func (r rim) fit(e *Evidence, first, rest *degrees.Noisy, counts []int64, eps gdp.Epsilon) error {
	groups, dim := len(counts)/(len(e.Degrees)-len(e.Core)), len(r.vectors)
	noise := 2 / (float64(eps) * float64(eps)) // bound for a count
	var list []int32
	for u, i := range r.place {
		if i < 0 {
			list = append(list, int32(u))
		}
	}
	merged, sd := make([]float64, len(list)), math.Sqrt(noise*float64(groups)+rest.SD*rest.SD)
	both := 0.0
	for i, u := range list {
		sum := rest.Degrees[u]
		for _, x := range counts[i*groups:][:groups] {
			sum += float64(x)
		}
		merged[i], both = together(first.Degrees[u], first.SD, sum, sd)
	}
	means, law := degrees.Deconvolve(merged, max(both, 0.1), len(e.Degrees)-1)
	for i, d := range means {
		e.Degrees[list[i]] = d
	}
	e.Law = r.lawOf(e, law)
	if dim == 0 {
		return nil
	}
	p, s := make([]float64, groups), mat.NewDense(groups, dim, nil)
	for u, i := range r.place {
		if i < 0 {
			continue
		}
		k := int(r.groups[u])
		p[k] += r.known[i]
		for j, v := range r.vectors {
			s.Set(k, j, s.At(k, j)+v[i])
		}
	}
	var sc, scs mat.Dense // S·C and S·C·Sᵀ
	sc.Apply(func(_, j int, x float64) float64 { return x * r.spread[j] }, s)
	scs.Mul(&sc, s.T())
	root := math.Sqrt(max(floats.Sum(e.Degrees), 1))
	system, y, x := mat.NewSymDense(groups, nil), mat.NewVecDense(groups, nil), mat.NewVecDense(groups, nil)
	var cholesky mat.Cholesky
	for i, u := range list {
		own := e.Degrees[u] / root
		if own <= 0 {
			continue
		}
		for a := range groups {
			y.SetVec(a, float64(counts[i*groups+a])-own*p[a])
			for b := a; b < groups; b++ {
				system.SetSym(a, b, own*own*(scs.At(a, b)+scs.At(b, a))/2)
			}
			system.SetSym(a, a, system.At(a, a)+noise+own*p[a])
		}
		if !cholesky.Factorize(system) || cholesky.SolveVecTo(x, y) != nil {
			continue // no information on its row
		}
		for j := range dim {
			for a := range groups {
				e.Vectors[j][u] += own * own * sc.At(a, j) * x.AtVec(a)
			}
		}
	}
	return nil
}

// lawOf combines expected degrees of the core and the distribution for other nodes.
func (r rim) lawOf(e *Evidence, others []float64) []float64 {
	law, left := slices.Clone(others), float64(len(e.Degrees)-len(e.Core))
	for d := range law {
		law[d] *= left
	}
	for _, u := range e.Core {
		d := int(math.Round(e.Degrees[u]))
		law = append(law, make([]float64, max(0, d+1-len(law)))...)
		law[d]++
	}
	return law
}
