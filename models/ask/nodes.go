package ask

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// edgesOfNodes is the number of edges where nodes are hidden.
var edgesOfNodes = mechanism{
	name: "a race of caps", relations: nodeLevel,
	why: "a node moves the count by as many edges as it can have: with a cap on these too few are counted, but no cap is right for all graphs. Several are asked at once, and the one wins whose answer is surely the largest [DFYTM22]; " +
		"the last of them leaves nothing out, and says how many edges there are at most",
	ask: func(q question) ([]Value, []string, error) {
		rel, n := q.s.Relation(), q.of.Nodes
		raced, err := Race(q.s, "edges", RaceCaps(n-1), func(cap int) gdp.Bounded[gdp.L1] { return query.EdgeCount[gdp.L1](rel, n, cap) }, q.eps, q.miss/2)
		if err != nil {
			return nil, nil, err
		}
		v := Value{Value: raced.Value, Low: raced.Low, High: raced.Rounds[len(raced.Rounds)-1].above(q.miss / 2)}
		return []Value{v.raced().within(0, q.pairs())}, won(raced), nil
	},
}

// raced puts the value of a race into its interval, whose ends may have crossed.
func (v Value) raced() Value {
	v.High = max(v.High, v.Low)
	v.Value = min(max(v.Value, v.Low), v.High)
	return v
}

// won says which round of a race won.
func won(raced *Raced) []string {
	return []string{fmt.Sprintf("of %d caps %s won", len(raced.Rounds), Number(float64(raced.Rounds[raced.Winner].Cap)))}
}

// packable is how many nodes a graph has at most whose triangles are packed at node level.
const packable = 1 << 17

// trianglesOfNodes is the number of triangles where nodes are hidden.
var trianglesOfNodes = mechanism{
	name: "a race of packings", relations: nodeLevel,
	why: "a node moves the count by all triangles that it can be in: with a cap on these too few are counted, and several caps are asked at once [DFYTM22]. A fifth of ε says how many triangles there are at most, by what edges there are at most",
	unfit: func(q question) string {
		if q.of.Nodes > packable {
			return fmt.Sprintf("of %s nodes there can be more triangles than can be packed; up to %s are", Number(nodes(q)), Number(packable))
		}
		return ""
	},
	ask: func(q question) ([]Value, []string, error) {
		const share = 0.2
		rel, n := q.s.Relation(), q.of.Nodes
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

// wedgesOfNodes is the number of wedges where nodes are hidden.
var wedgesOfNodes = mechanism{
	name: "a race of caps", relations: nodeLevel,
	why: "edges beyond a cap are left out in a public order [DLL16], so that too few wedges are counted, and several caps are asked at once [DFYTM22]; how many there are at most is not asked: one node can have more than all others together",
	ask: func(q question) ([]Value, []string, error) {
		rel, n := q.s.Relation(), q.of.Nodes
		raced, err := Race(q.s, "wedges", RaceCaps(n-1), func(cap int) gdp.Bounded[gdp.L1] { return query.WedgeCount[gdp.L1](rel, n, cap) }, q.eps, q.miss)
		if err != nil {
			return nil, nil, err
		}
		v := Value{Value: raced.Value, Low: raced.Low, High: math.Inf(1)}
		return []Value{v.raced().within(0, nodes(q)*choose(n-1, 2))}, won(raced), nil
	},
}
