package posterior

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

// Known holds public facts and released values, from which a graph is sampled. Pairs of nodes have
// kinds. Pairs of all kinds but the last two are listed; of the others, pairs within a class have
// the last kind but one, and pairs between classes the last kind.
type Known struct {
	Class     []int32      // class of each node
	Listed    [][][2]int32 // pairs of each listed kind
	Edges     []float64    // expected number of edges of each kind
	Triangles float64
	Law       []float64                // degree distribution
	Likely    func(u, k int32) float64 // log-likelihood of degree k at node u
	Answers   Responses                // expected number of triangles
}

// Settings of the distribution of sampled graphs, chosen on generated graphs.
const (
	answerBonus    = 1   // added to the log-likelihood ratio of an answer
	community      = 160 // mean number of nodes of a class per community
	mostBound      = 2   // of the log-odds that a community adds to an edge
	roomShare      = 0.9 // fraction of the triangles that fit at nodes of these degrees
	degreePenalty  = 2   // log-likelihood of one neighbour more or less than the sampled degree
	chainRuns      = 50  // proposals per edge in each part
	closure        = 40  // odds ratio of an edge from paths beside it
	leastPosterior = 0.05
)

// chain samples a graph by adding and removing one edge at a time [MRRTT53]. The stationary
// probability of a graph is proportional to
//
//	∏ of edges e^(θ(kind) + η within a community ± answer) · beside
//	· ∏ of nodes f(degree) · e^(γ·Σ min(triangles, room)).
//
// While degrees are not known f(d) is law(d)·d!·e^likely(d), by which graphs of the same degrees
// are equally likely [MR95]; then f holds to the degrees that were found. θ and γ move until the
// graph has the edges of each kind and the triangles that are wanted. A node has room for triangles
// by its degree, without which all would be among a few nodes. Communities are drawn together with
// the graph, with η as it is in it. What is likely of the pairs beside one is found once, before.
type chain struct {
	known Known
	r     *rand.Rand
	odds  float64            // log-likelihood ratio of an answer
	kinds map[uint64]uint8   // of listed pairs
	more  map[uint64]float32 // from besides
	law   []float64          // logarithms

	edges []placed
	at    map[uint64]int // index of each edge in edges
	near  [][]int32
	theta []float64
	kept  []float64 // number of edges of each kind

	triangles, room []float64 // of each node
	closed          float64   // number of triangles
	gamma           float64

	degrees []float64 // sampled degrees; nil before they are sampled
	penalty float64

	groups communities
	pool   proposals
	common []int32
	mark   []bool
}

// placed is an edge of the sampled graph.
type placed struct {
	u, v int32
	kind uint8
	yes  bool // the pair has an answer
}

// Draw samples a graph by a Markov chain, from a start that agrees in part.
func Draw(known Known, start *graph.Graph, r *rand.Rand) (*graph.Graph, error) {
	n := len(known.Class)
	switch {
	case start == nil || r == nil || known.Likely == nil || known.Answers.Graph == nil || len(known.Law) == 0 || n < 2:
		return nil, errors.New("evidence: a start graph, a source of randomness, answers, degrees and at least two nodes are needed")
	case start.N() != n || known.Answers.N() != n:
		return nil, fmt.Errorf("evidence: a graph of %d nodes, from one of %d and answers of %d", n, start.N(), known.Answers.N())
	case len(known.Edges) != len(known.Listed)+2 || len(known.Edges) > 256:
		return nil, fmt.Errorf("evidence: edges of %d kinds, want %d, and at most 256", len(known.Edges), len(known.Listed)+2)
	case !(known.Answers.Flip > 0 && known.Answers.Flip < 0.5):
		return nil, fmt.Errorf("evidence: flip probability %v: must be in (0, 0.5)", known.Answers.Flip)
	}
	for _, list := range known.Listed {
		for _, p := range list {
			if min(p[0], p[1]) < 0 || int(max(p[0], p[1])) >= n || p[0] == p[1] {
				return nil, fmt.Errorf("evidence: a pair of nodes %d and %d of %d", p[0], p[1], n)
			}
		}
	}
	c := newChain(known, start, r)
	c.makeRoom(start.Degrees())
	c.run(false)
	found := make([]int32, n)
	for u, near := range c.near {
		found[u] = int32(len(near))
		c.degrees = append(c.degrees, float64(found[u]))
	}
	c.makeRoom(found)
	c.penalty = degreePenalty
	c.run(false)
	c.penalty *= 3 // the rest is placed
	c.run(true)
	edges := make([]graph.Edge, len(c.edges))
	for i, e := range c.edges {
		edges[i] = graph.Edge{U: min(e.u, e.v), V: max(e.u, e.v)}
	}
	g, _, err := graph.FromEdges(n, edges, graph.Options{})
	return g, err
}

func newChain(known Known, start *graph.Graph, r *rand.Rand) *chain {
	n, kinds := len(known.Class), len(known.Edges)
	flip := known.Answers.Flip
	c := &chain{
		known: known, r: r, odds: answerBonus + math.Log((1-flip)/flip), kinds: map[uint64]uint8{}, at: map[uint64]int{}, near: make([][]int32, n),
		theta: make([]float64, kinds), kept: make([]float64, kinds), triangles: make([]float64, n), room: make([]float64, n), mark: make([]bool, n),
	}
	for k, list := range known.Listed {
		for _, p := range list {
			c.kinds[keyOf(p[0], p[1])] = uint8(k)
		}
	}
	for k, p := range known.Law { // smoothed, never zero
		if k > 0 && k+1 < len(known.Law) {
			p = (known.Law[k-1] + 2*p + known.Law[k+1]) / 4
		}
		c.law = append(c.law, math.Log(p+1e-3/float64(n)))
	}
	c.groups = newCommunities(known.Class, r)
	c.pool = c.newProposals(start)
	mean := c.pool.all.sum() / float64(n)
	for k, size := range c.sizes() {
		c.theta[k] = math.Log(max(known.Edges[k], 0.5) / max(size, 1) / mean / mean)
	}
	c.more = c.besides()
	for u, v := range start.Edges() {
		c.join(placed{u, v, c.kindOf(u, v), known.Answers.HasEdge(u, v)})
	}
	return c
}

// run makes proposals, and adapts θ and γ with decreasing steps. In the last run communities do not
// change.
func (c *chain) run(last bool) {
	total := 0.0
	for _, x := range c.known.Edges {
		total += max(x, 0)
	}
	batch, batches := int(min(total, 1<<40)/4)+16, 4*chainRuns
	if last {
		batches /= 2
	}
	for i := range batches {
		for range batch {
			c.step()
		}
		if !last {
			c.groups.move(c.near, c.r)
		}
		c.adapt(0.2 * min(1, 2.05-2*float64(i)/float64(batches)))
	}
}

// adapt moves θ and γ towards the expected numbers of edges and triangles.
func (c *chain) adapt(rate float64) {
	for k, want := range c.known.Edges {
		c.theta[k] += rate * math.Log((max(want, 0)+1)/(c.kept[k]+1))
	}
	const most = 8
	c.gamma = min(max(-most, c.gamma+4*rate*math.Log((max(c.known.Triangles, 0)+1)/(c.closed+1))), most)
}

// makeRoom sets the largest number of triangles at each node, in proportion to its pairs of
// neighbours.
func (c *chain) makeRoom(degrees []int32) {
	sum := 0.0
	for _, d := range degrees {
		sum += max(0, float64(d-1))
	}
	each := roomShare * 3 * max(c.known.Triangles, 0) / max(sum, 1)
	for u, d := range degrees {
		d := float64(d)
		c.room[u] = max(0, min(each*(d-1), d*(d-1)/2))
	}
}

func keyOf(u, v int32) uint64 { return uint64(min(u, v))<<32 | uint64(max(u, v)) }

func (c *chain) kindOf(u, v int32) uint8 {
	if k, ok := c.kinds[keyOf(u, v)]; ok {
		return k
	}
	if c.known.Class[u] == c.known.Class[v] {
		return uint8(len(c.known.Listed))
	}
	return uint8(len(c.known.Listed) + 1)
}

// sizes returns the number of pairs of each kind.
func (c *chain) sizes() []float64 {
	class, far, n := c.known.Class, len(c.known.Listed), float64(len(c.known.Class))
	sizes, of := make([]float64, far+2), map[int32]float64{}
	for _, x := range class {
		sizes[far] += of[x] // pairs with earlier nodes
		of[x]++
	}
	sizes[far+1] = n*(n-1)/2 - sizes[far]
	for k, list := range c.known.Listed {
		sizes[k] = float64(len(list))
		for _, p := range list {
			if class[p[0]] == class[p[1]] {
				sizes[far]--
			} else {
				sizes[far+1]--
			}
		}
	}
	return sizes
}

// between lists the common neighbours of two nodes.
func (c *chain) between(u, v int32) []int32 {
	few, many := c.near[u], c.near[v]
	if len(few) > len(many) {
		few, many = many, few
	}
	c.common = c.common[:0]
	if len(few) == 0 {
		return c.common
	}
	for _, w := range few {
		c.mark[w] = true
	}
	for _, w := range many {
		if c.mark[w] {
			c.common = append(c.common, w)
		}
	}
	for _, w := range few {
		c.mark[w] = false
	}
	return c.common
}

// join adds an edge.
func (c *chain) join(e placed) {
	c.count(e, 1)
	c.at[keyOf(e.u, e.v)] = len(c.edges)
	c.edges = append(c.edges, e)
	c.near[e.u], c.near[e.v] = append(c.near[e.u], e.v), append(c.near[e.v], e.u)
}

// part removes the i-th edge.
func (c *chain) part(i int) {
	e, last := c.edges[i], len(c.edges)-1
	c.near[e.u], c.near[e.v] = drop(c.near[e.u], e.v), drop(c.near[e.v], e.u)
	c.count(e, -1)
	c.edges[i] = c.edges[last]
	c.at[keyOf(c.edges[i].u, c.edges[i].v)] = i
	delete(c.at, keyOf(e.u, e.v))
	c.edges = c.edges[:last]
}

func drop(list []int32, v int32) []int32 {
	i, last := slices.Index(list, v), len(list)-1
	list[i] = list[last]
	return list[:last]
}

// count updates the counts for an edge by 1 or -1.
func (c *chain) count(e placed, by float64) {
	common := c.between(e.u, e.v)
	for _, w := range common {
		c.triangles[w] += by
	}
	more := by * float64(len(common))
	c.triangles[e.u] += more
	c.triangles[e.v] += more
	c.closed += more
	c.kept[e.kind] += by
	c.groups.count(e.u, e.v, by)
}

// further returns the log-likelihood ratio of k+1 and k neighbours at node u.
func (c *chain) further(u int32, k int) float64 {
	if c.degrees != nil {
		if float64(k) < c.degrees[u] {
			return c.penalty
		}
		return -c.penalty
	}
	const beyond = -2 // a degree of no node
	x := math.Log(float64(k+1)) + beyond
	if k+1 < len(c.law) {
		x += c.law[k+1] - c.law[k] - beyond
	}
	return x + c.known.Likely(u, int32(k+1)) - c.known.Likely(u, int32(k))
}

// gain returns the log-likelihood ratio of the graph with and without the edge. there is 1 if the
// edge is present, else 0.
func (c *chain) gain(e placed, there int, common []int32) float64 {
	x := c.theta[e.kind] + c.further(e.u, len(c.near[e.u])-there) + c.further(e.v, len(c.near[e.v])-there)
	if e.yes {
		x += c.odds + float64(c.more[keyOf(e.u, e.v)])
	} else {
		x -= c.odds
	}
	if c.groups.same(e.u, e.v) {
		x += c.groups.bound
	}
	if len(common) == 0 {
		return x
	}
	closed, fresh, now := 0.0, float64(len(common)), float64(there)
	for _, w := range [2]int32{e.u, e.v} {
		closed += min(fresh, max(0, c.room[w]-c.triangles[w]+now*fresh))
	}
	for _, w := range common {
		closed += min(1, max(0, c.room[w]-c.triangles[w]+now))
	}
	return x + c.gamma*closed
}

// step proposes to add or remove an edge.
func (c *chain) step() {
	if c.r.IntN(2) == 0 {
		if len(c.edges) == 0 {
			return
		}
		i := c.r.IntN(len(c.edges))
		e := c.edges[i]
		common := c.between(e.u, e.v)
		x := c.gain(e, 1, common) - math.Log(float64(len(c.edges))*c.proposed(e, len(c.edges)-1, common))
		if x <= 0 || c.r.Float64() < math.Exp(-x) {
			c.part(i)
		}
		return
	}
	u, v := c.propose()
	if _, joined := c.at[keyOf(u, v)]; joined || u == v {
		return
	}
	e := placed{u, v, c.kindOf(u, v), c.known.Answers.HasEdge(u, v)}
	common := c.between(u, v)
	x := c.gain(e, 0, common) - math.Log(float64(len(c.edges)+1)*c.proposed(e, len(c.edges), common))
	if x >= 0 || c.r.Float64() < math.Exp(x) {
		c.join(e)
	}
}
