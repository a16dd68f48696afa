package ask

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// edgesOfNodes is the number of edges where nodes are hidden.
var edgesOfNodes = mechanism{
	name: "race to the top over degree caps", relations: nodeLevel,
	why: "one node changes the count by its degree; a degree cap loses edges of hubs, so ε/10 finds a cap that suits the graph; " +
		"it races against the largest cap, which loses nothing and bounds the number of edges [DFYTM22]",
	ask: func(q question) ([]Value, []string, error) {
		rel, n := q.s.Relation(), q.of.Nodes
		return q.racedEdges("edges", func(cap int) gdp.Bounded[gdp.L1] { return query.EdgeCount[gdp.L1](rel, n, cap) })
	},
}

const (
	aboutShare = 0.1   // of ε for about how many edges there are
	spent      = 0.005 // of these, for noise in their number at ε = 1, if the graph has many
)

// racedEdges is a number of edges by a race of two degree caps. The first has most of ε, and grows
// with it: it is public for few edges, and by about how many there are for many, so that hubs lose
// few of theirs. The other one is the largest, which loses nothing.
func (q question) racedEdges(label string, of func(cap int) gdp.Bounded[gdp.L1]) ([]Value, []string, error) {
	most, least := q.of.Nodes-1, query.EdgeCap(q.of.Nodes, q.eps)
	first := capsFrom(least, most)
	if err := q.affords(fmt.Sprintf("about %s, cap %d", label, first[0]), aboutShare*q.eps, (1-aboutShare)*q.eps); err != nil {
		return nil, nil, err
	}
	about, err := race(q.s, "about "+label, first, of, aboutShare*q.eps, q.miss/2, division{})
	if err != nil {
		return nil, nil, err
	}
	caps := []int{most}
	if cap := max(float64(least), spent*math.Sqrt(float64(q.eps))*about.Value); cap < float64(most) {
		caps = []int{int(cap), most}
	}
	raced, err := race(q.s, label, caps, of, (1-aboutShare)*q.eps, q.miss/2, division{lean: 8})
	if err != nil {
		return nil, nil, err
	}
	return []Value{raced.between(q.miss/2).within(0, q.pairs())}, won(raced), nil
}

// between is the value of a race with its lower end, and an upper one from the last round, if that
// leaves nothing out: the truth is above it with probability beta at most.
func (r *Raced) between(beta float64) Value {
	return Value{Value: r.Value, Low: r.Low, High: r.Rounds[len(r.Rounds)-1].above(beta)}.raced()
}

// raced puts the value of a race into its interval, whose ends may have crossed.
func (v Value) raced() Value {
	v.High = max(v.High, v.Low)
	v.Value = min(max(v.Value, v.Low), v.High)
	return v
}

// won says which round of a race won.
func won(raced *Raced) []string {
	return []string{fmt.Sprintf("cap %s won among %d", Number(float64(raced.Rounds[raced.Winner].Cap)), len(raced.Rounds))}
}

// packable is how many nodes a graph has at most whose triangles are packed at node level.
const packable = 1 << 17

// trianglesOfNodes is the number of triangles where nodes are hidden.
var trianglesOfNodes = mechanism{
	name: "race to the top over triangle packings", relations: nodeLevel,
	why: "one node changes the count by all its triangles; several caps on these are tried at once [DFYTM22]; ε/5 bounds the number of triangles through the number of edges",
	unfit: func(q question) string {
		if q.of.Nodes > packable {
			return fmt.Sprintf("%s nodes can have too many triangles to pack; the limit is %s nodes", Number(nodes(q)), Number(packable))
		}
		return ""
	},
	ask: func(q question) ([]Value, []string, error) {
		const share = 0.2
		rel, n := q.s.Relation(), q.of.Nodes
		if err := q.affords("triangles at most, edges", share*q.eps, (1-share)*q.eps); err != nil {
			return nil, nil, err
		}
		high, err := trianglesAbove(q.s, "triangles at most", share*q.eps, q.miss/2)
		if err != nil {
			return nil, nil, err
		}
		raced, err := Race(q.s, "triangles", capsFrom(256, int(min(max(choose(n-1, 2), 1), 1<<20))), func(cap int) gdp.Bounded[gdp.L1] { return query.TrianglePacking[gdp.L1](rel, n, cap) }, (1-share)*q.eps, q.miss/2)
		if err != nil {
			return nil, nil, err
		}
		return []Value{Value{Value: raced.Value, Low: raced.Low, High: high}.raced().within(0, choose(n, 3))}, won(raced), nil
	},
}

// trianglesOfParts is the number of triangles of graphs of more nodes than triangles are packed of.
var trianglesOfParts = mechanism{
	name: "race to the top over triangle packings within parts", relations: nodeLevel,
	why: "too many triangles to pack: the nodes are split by a public shuffle, and triangles within parts, scaled up, estimate all of them; the unscaled count gives the lower end; ε/5 bounds the number of triangles",
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

// trianglesWithin races those within so many parts.
func (q question) trianglesWithin(parts int) ([]Value, []string, error) {
	const share = 0.2
	rel, n := q.s.Relation(), q.of.Nodes
	if err := q.affords("edges at most", share*q.eps, (1-share)*q.eps); err != nil {
		return nil, nil, err
	}
	m, err := edgesAbove(q.s, "edges at most", share*q.eps, q.miss/2)
	if err != nil {
		return nil, nil, err
	}
	part, within := make([]int32, n), 0.0
	for i, u := range rand.New(rand.NewPCG(0x7061727473, uint64(n))).Perm(n) {
		part[u] = int32(i % parts)
	}
	for i := range parts {
		within += choose((n+parts-1-i)/parts, 3)
	}
	raced, err := Race(q.s, "triangles within parts", capsFrom(64, 1<<16), func(cap int) gdp.Bounded[gdp.L1] {
		return query.TrianglePackingWithin[gdp.L1](rel, part, parts, cap)
	}, (1-share)*q.eps, q.miss/2)
	if err != nil {
		return nil, nil, err
	}
	v := Value{Value: raced.Value * choose(n, 3) / max(within, 1), Low: raced.Low, High: cliqueTriangles(math.Floor(m))}
	return []Value{v.raced().within(0, choose(n, 3))}, append(won(raced), fmt.Sprintf("on average one triangle in %s lies within a part", Number(math.Round(choose(n, 3)/max(within, 1))))), nil
}

// starsOfNodes is the number of stars where nodes are hidden.
func starsOfNodes(k int) mechanism {
	what, label := fmt.Sprintf("%d-stars", k), fmt.Sprintf("%d-stars", k)
	if k == 2 {
		what, label = "wedges", "wedges"
	}
	return mechanism{
		name: "race to the top over degree caps", relations: nodeLevel,
		why: fmt.Sprintf("edges beyond a degree cap are dropped in a public order [DLL16], which loses some %s; several caps are tried at once [DFYTM22]; there is no upper bound, since one node can have more than all others together", what),
		ask: func(q question) ([]Value, []string, error) {
			rel, n := q.s.Relation(), q.of.Nodes
			of := func(cap int) gdp.Bounded[gdp.L1] {
				if k == 2 {
					return query.WedgeCount[gdp.L1](rel, n, cap)
				}
				return query.Stars[gdp.L1](rel, n, k, cap)
			}
			caps := slices.DeleteFunc(RaceCaps(n-1), func(cap int) bool { return !(of(cap).Bound() > 0) }) // under large caps a node moves more than can be counted
			raced, err := Race(q.s, label, caps, of, q.eps, min(q.miss, 0.49))
			if err != nil {
				return nil, nil, err
			}
			v := Value{Value: raced.Value, Low: raced.Low, High: math.Inf(1)}
			return []Value{v.raced().within(0, nodes(q)*choose(n-1, k))}, won(raced), nil
		},
	}
}
