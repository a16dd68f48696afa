package ask

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// edgesOfNodes counts edges at node level.
var edgesOfNodes = mechanism{
	name: "race to the top over degree caps", relations: nodeLevel,
	why: "one node changes the count by its degree; a degree cap loses edges of hubs, so ε/10 finds a cap that suits the graph; " +
		"it races against the largest cap, which loses nothing and bounds the number of edges [DFYTM22]",
	ask: func(q question) ([]Value, []string, error) {
		rel, n := q.s.Relation(), q.of.Nodes
		return q.racedEdges("edges", func(cap int) gdp.Bounded[gdp.L1] { return query.EdgeCount[gdp.L1](rel, n, cap) })
	},
}

// pace holds the settings of a count by two races: the first estimates its size, which determines
// the cap of the second.
type pace struct {
	share gdp.Epsilon // of ε for the first race
	by    division    // of that share over the caps
	noise float64     // largest change by one node in the second race, as a fraction of the estimate at ε = 1
	whole bool        // the largest cap truncates nothing, and races in the second race too
}

var (
	edgePace     = pace{share: 0.1, noise: 0.005, whole: true}
	trianglePace = pace{share: 0.3, by: division{1, 4}, noise: 0.03}
	starPace     = pace{share: 0.3, by: division{lean: 4}, noise: 0.1}
)

// racedEdges counts edges by a race over degree caps. The smallest cap grows with ε; the largest
// truncates nothing and gives the upper end.
func (q question) racedEdges(label string, of func(cap int) gdp.Bounded[gdp.L1]) ([]Value, []string, error) {
	raced, err := q.raced(label, of, capsFrom(query.EdgeCap(q.of.Nodes, q.eps), q.of.Nodes-1), edgePace, q.miss/2)
	if err != nil {
		return nil, nil, err
	}
	return []Value{raced.between(q.miss/2).within(0, q.pairs())}, won(raced), nil
}

// raced returns a count by two races. The caps of the first are public. The second uses the largest
// cap under which one node changes the count by a small fraction of the first estimate, or the
// smallest cap.
func (q question) raced(label string, of func(cap int) gdp.Bounded[gdp.L1], caps []int, p pace, beta float64) (*Raced, error) {
	if err := q.affords(fmt.Sprintf("about %s, cap %d", label, caps[0]), p.share*q.eps, (1-p.share)*q.eps); err != nil {
		return nil, err
	}
	p.by.centre = min(p.by.centre, float64(len(caps)-1))
	about, err := race(q.s, "about "+label, caps, of, p.share*q.eps, beta, p.by)
	if err != nil {
		return nil, err
	}
	least, most := caps[0], caps[len(caps)-1]
	moved := p.noise * math.Sqrt(float64(q.eps)) * about.Rounds[about.Winner].Answer // the same at all levels
	cap := least + sort.Search(most-least, func(i int) bool { return !(float64(of(least+i+1).Bound()) <= moved) })
	second := []int{cap}
	if p.whole && cap < most {
		second = append(second, most)
	}
	return race(q.s, label, second, of, (1-p.share)*q.eps, beta, division{lean: 8})
}

// between returns the value of a race with its interval. The upper end is from the last round, if
// that truncates nothing; it fails with probability at most beta.
func (r *Raced) between(beta float64) Value {
	return Value{Value: r.Value, Low: r.Low, High: r.Rounds[len(r.Rounds)-1].above(beta)}.raced()
}

// raced clamps the value of a race to its interval, whose ends may have crossed.
func (v Value) raced() Value {
	v.High = max(v.High, v.Low)
	v.Value = min(max(v.Value, v.Low), v.High)
	return v
}

// won reports the winning round of a race.
func won(raced *Raced) []string {
	return []string{fmt.Sprintf("cap %s won among %d", Number(float64(raced.Rounds[raced.Winner].Cap)), len(raced.Rounds))}
}

// packable is the largest number of nodes for triangle packing at node level.
const packable = 1 << 17

// trianglesOfNodes counts triangles at node level.
var trianglesOfNodes = mechanism{
	name: "races over triangle packings", relations: nodeLevel,
	why: "one node changes the count by all its triangles; a cap on these loses some, so a first race finds a cap that suits the graph [DFYTM22]; ε/10 bounds the number of triangles through the number of edges",
	unfit: func(q question) string {
		if q.of.Nodes > packable {
			return fmt.Sprintf("%s nodes can have too many triangles to pack; the limit is %s nodes", Number(nodes(q)), Number(packable))
		}
		return ""
	},
	ask: func(q question) ([]Value, []string, error) {
		rel, n := q.s.Relation(), q.of.Nodes
		least := int(min(max(32, nodes(q)*float64(q.eps)/50), 256))
		caps := capsFrom(least, int(min(max(choose(n-1, 2), 1), 1<<20)))
		return q.racedTriangles("triangles", func(cap int) gdp.Bounded[gdp.L1] { return query.TrianglePacking[gdp.L1](rel, n, cap) }, caps, 1, trianglesAbove)
	},
}

// trianglesOfParts counts triangles in graphs that are too large for triangle packing.
var trianglesOfParts = mechanism{
	name: "races over triangle packings within parts", relations: nodeLevel,
	why: "too many triangles to pack: the nodes are split by a public shuffle, and triangles within parts, scaled up, estimate all of them; the unscaled count gives the lower end; ε/10 bounds the number of triangles",
	unfit: func(q question) string {
		if q.of.Nodes <= packable {
			return "all triangles can be packed"
		}
		return ""
	},
	ask: func(q question) ([]Value, []string, error) {
		return q.trianglesWithin((q.of.Nodes + packable - 1) / packable)
	},
}

// trianglesWithin races over the triangles within parts.
func (q question) trianglesWithin(parts int) ([]Value, []string, error) {
	rel, n := q.s.Relation(), q.of.Nodes
	part, within := make([]int32, n), 0.0
	for i, u := range rand.New(rand.NewPCG(0x7061727473, uint64(n))).Perm(n) {
		part[u] = int32(i % parts)
	}
	for i := range parts {
		within += choose((n+parts-1-i)/parts, 3)
	}
	times := choose(n, 3) / max(within, 1)
	values, facts, err := q.racedTriangles("triangles within parts", func(cap int) gdp.Bounded[gdp.L1] {
		return query.TrianglePackingWithin[gdp.L1](rel, part, parts, cap)
	}, capsFrom(64, 1<<16), times, func(s *gdp.Session, label string, eps gdp.Epsilon, beta float64) (float64, error) {
		m, err := edgesAbove(s, label+", edges", eps, beta)
		return cliqueTriangles(math.Floor(m)), err
	})
	return values, append(facts, fmt.Sprintf("on average one triangle in %s lies within a part", Number(math.Round(times)))), err
}

// racedTriangles counts triangles by a race over caps per node, if one in times triangles is in a
// packing. A part of ε pays for an upper bound on the number of all triangles.
func (q question) racedTriangles(label string, of func(cap int) gdp.Bounded[gdp.L1], caps []int, times float64,
	above func(s *gdp.Session, label string, eps gdp.Epsilon, beta float64) (float64, error)) ([]Value, []string, error) {
	const share = 0.1
	if err := q.affords("triangles at most, edges", share*q.eps, (1-share)*q.eps); err != nil {
		return nil, nil, err
	}
	high, err := above(q.s, "triangles at most", share*q.eps, q.miss/2)
	if err != nil {
		return nil, nil, err
	}
	miss := q.miss / 2
	q.eps *= 1 - share
	raced, err := q.raced(label, of, caps, trianglePace, miss)
	if err != nil {
		return nil, nil, err
	}
	v := Value{Value: raced.Value * times, Low: raced.Low, High: high}
	return []Value{v.raced().within(0, choose(q.of.Nodes, 3))}, won(raced), nil
}

// starsOfNodes counts stars at node level.
func starsOfNodes(k int) mechanism {
	what, label := fmt.Sprintf("%d-stars", k), fmt.Sprintf("%d-stars", k)
	if k == 2 {
		what, label = "wedges", "wedges"
	}
	return mechanism{
		name: "races over degree caps", relations: nodeLevel,
		why: fmt.Sprintf("edges beyond a degree cap are dropped in a public order [DLL16], which loses some %s, so a first race finds a cap that suits the graph [DFYTM22]; there is no upper bound, since one node can have more than all others together", what),
		ask: func(q question) ([]Value, []string, error) {
			rel, n := q.s.Relation(), q.of.Nodes
			of := func(cap int) gdp.Bounded[gdp.L1] {
				if k == 2 {
					return query.WedgeCount[gdp.L1](rel, n, cap)
				}
				return query.Stars[gdp.L1](rel, n, k, cap)
			}
			caps := slices.DeleteFunc(RaceCaps(n-1), func(cap int) bool { return !(of(cap).Bound() > 0) }) // under large caps, one node can change more than is countable
			pace := starPace
			pace.by.centre = max(0, math.Log(float64(query.EdgeCap(n, q.eps))/float64(2*caps[0]))/math.Log(4)) // half the cap that suits edges
			raced, err := q.raced(label, of, caps, pace, min(q.miss, 0.49))
			if err != nil {
				return nil, nil, err
			}
			v := Value{Value: raced.Value, Low: raced.Low, High: math.Inf(1)}
			return []Value{v.raced().within(0, nodes(q)*choose(n-1, k))}, won(raced), nil
		},
	}
}
