package dpgs

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/bits"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/similar"
	"github.com/graphdp/graphdp/models/method/ranges"
)

// Pairs defines the kinds of pairs of nodes.
type Pairs struct {
	Near   int  `range:"[1,4096]"` // number of most similar nodes per node, a power of two
	Common int  `range:"[2,∞)"`    // features of more nodes than this are ignored
	Labels bool // pairs within a class and across classes are different kinds
}

// Similar draws a graph from noisy degrees, edge counts by kind of pair, a triangle count and, if ε
// is large enough, randomised response on all pairs. Shares sum to 1; they are of the budget in
// zero-concentrated DP and apply without randomised response.
type Similar struct {
	Pairs
	Low           int     `range:"[1,65536]"` // counts nodes of degree at most 0, 1, … Low-1
	DegreeShare   float64 `range:"(0,1]"`     // for all degrees
	LowShare      float64 `range:"(0,1]"`     // for the counts of low degrees
	KindShare     float64 `range:"(0,1]"`     // for the edge counts by kind
	TriangleShare float64 `range:"(0,1]"`     // for the triangle count
	Counts        float64 `range:"(0,1e3]"`   // ε for all of these with randomised response; the rest is for pairs
	Least         float64 `range:"(0,1e3]"`   // least ε for pairs
	Turned        float64 `range:"[0,1e9]"`   // most flipped responses per node, on average
}

// Known is [Similar] without noise.
type Known struct{ Pairs }

// Holds returns the bytes of about that many drawn edges, of neighbour lists, and of half-edges
// overall and by class.
func (c Similar) Holds(_, edges int) int64 { return 32 * int64(edges) }

// Check refuses settings out of range, and a Near that is not a power of two.
func (c Pairs) Check() error {
	if err := ranges.Check("dpgs", c); err != nil {
		return err
	}
	if bits.OnesCount(uint(c.Near)) != 1 {
		return fmt.Errorf("dpgs: Near is %d, want a power of two", c.Near)
	}
	return nil
}

// Check refuses settings out of range, and shares that do not sum to 1.
func (c Similar) Check() error {
	return cmp.Or(ranges.Check("dpgs", c), checkSum(c.DegreeShare, c.LowShare, c.KindShare, c.TriangleShare))
}

// kinds returns the kinds of pairs from public features and labels.
func (c Pairs) kinds(nodes int, x *graph.Attributes, labels []int32) *likeness {
	l := &likeness{most: c.Near, near: make([][]int32, nodes), class: make([]int32, nodes)}
	if x != nil {
		l.near = nearest(x, c.Near, c.Common)
	}
	if c.Labels {
		copy(l.class, labels) // without labels, all nodes have the same class
	}
	return l
}

// parts splits ε between counts and pairs, 0 for none. It depends only on public facts.
func (c Similar) parts(p gdp.Public, eps gdp.Epsilon) (numbers, pairs gdp.Epsilon) {
	const mostAnswers = 1 << 26 // false edges
	numbers = gdp.Epsilon(c.Counts)
	rest := eps - numbers
	n := float64(p.Nodes)
	turned := n * flipOf(rest)
	if p.Directed || float64(rest) < c.Least || turned > c.Turned || turned*n/2 > mostAnswers {
		return eps, 0
	}
	return numbers, rest
}

// flipOf returns the probability that a response is flipped.
func flipOf(eps gdp.Epsilon) float64 { return 1 / (1 + math.Exp(float64(eps))) }

// multipliers are the noise multipliers of the four releases.
type multipliers struct{ degree, low, kind, triangle float64 }

// at returns the noise at which all four releases together cost as much as one Gaussian release
// with the multiplier.
func (c Similar) at(multiplier float64) multipliers {
	of := func(share float64) float64 { return multiplier / math.Sqrt(share) }
	return multipliers{of(c.DegreeShare), of(c.LowShare), of(c.KindShare), of(c.TriangleShare)}
}

// calibrate returns the least noise that a session's budget allows.
func (c Similar) calibrate(s *gdp.Session) (multipliers, error) {
	m, err := multiplier(s, func(m float64) accounting.Event {
		all := c.at(m)
		return accounting.Compose{accounting.Gaussian{NoiseMultiplier: all.degree}, accounting.Gaussian{NoiseMultiplier: all.low},
			accounting.Gaussian{NoiseMultiplier: all.kind}, accounting.Gaussian{NoiseMultiplier: all.triangle}}
	})
	return c.at(m), err
}

// nearest returns for every node the most nodes with the most similar features, by cosine of rows
// weighted by inverse document frequency. Features of more than common nodes are ignored, which
// bounds the time by common steps per entry of x. It reads only x.
func nearest(x *graph.Attributes, most, common int) [][]int32 {
	lists := make([][]int32, x.Rows())
	for u, near := range similar.Nearest(rare(x, common), x.Cols(), most) {
		for _, v := range near {
			lists[u] = append(lists[u], v.Row)
		}
	}
	return lists
}

// rare returns the rows of x, each feature weighted by its inverse document frequency, at norm 1.
// It leaves out features of a single node or of more than common nodes.
func rare(x *graph.Attributes, common int) [][]similar.Entry[float32] {
	n := x.Rows()
	users := make([]int, x.Cols())
	for u := range int32(n) {
		columns, values := x.Row(u)
		for i, c := range columns {
			if values[i] != 0 {
				users[c]++
			}
		}
	}
	largest := 0.0
	for u := range int32(n) {
		_, values := x.Row(u)
		for _, v := range values {
			largest = max(largest, math.Abs(float64(v)))
		}
	}
	rows := make([][]similar.Entry[float32], n)
	for u := range int32(n) {
		columns, values := x.Row(u)
		squares := 0.0
		for i, c := range columns {
			w := float32(math.Log(float64(n)/float64(users[c])) * (float64(values[i]) / largest))
			if w != 0 && users[c] > 1 && users[c] <= common {
				rows[u] = append(rows[u], similar.Entry[float32]{Column: c, Value: w})
				squares += float64(w) * float64(w)
			}
		}
		for i := range rows[u] {
			rows[u][i].Value = float32(float64(rows[u][i].Value) / math.Sqrt(squares))
		}
	}
	return rows
}

// likeness determines the kind of each pair of nodes from public data: the rank of their feature
// similarity, in powers of two, or far; and for each whether both have the same class.
type likeness struct {
	most  int       // a power of two
	near  [][]int32 // the most similar nodes of each node, the nearest first
	class []int32
}

// pair is two nodes; one is among the nearest nodes of the other.
type pair struct{ u, v int32 }

// kinds returns the number of kinds. The last two are far pairs.
func (l *likeness) kinds() int { return 2 * (bits.Len(uint(l.most)) + 1) }

// kind returns the kind of a pair by the lower of the two ranks that the nodes have for each other:
// 0, 1, below 4, below 8, …
func (l *likeness) kind(u, v int32) int {
	a, b := l.near[u], l.near[v]
	rank := l.most
	for i := range max(len(a), len(b)) {
		if i < len(a) && a[i] == v || i < len(b) && b[i] == u {
			rank = i
			break
		}
	}
	if l.class[u] == l.class[v] {
		return 2 * bits.Len(uint(rank))
	}
	return 2*bits.Len(uint(rank)) + 1
}

// list returns the near pairs of each kind.
func (l *likeness) list() [][]pair {
	lists := make([][]pair, l.kinds())
	for u := range int32(len(l.near)) {
		for _, v := range l.near[u] {
			listed := false // by v, which came before
			if v < u {
				for _, w := range l.near[v] {
					listed = listed || w == u
				}
			}
			if k := l.kind(u, v); !listed {
				lists[k] = append(lists[k], pair{u, v})
			}
		}
	}
	return lists
}

// count counts the edges of each kind.
func (l *likeness) count(g *graph.Graph) []float64 {
	counts := make([]float64, l.kinds())
	for u, v := range g.Edges() {
		counts[l.kind(u, v)]++
	}
	return counts
}

// kindQuery counts the edges of each kind. Kinds depend only on public data at edge level.
func kindQuery[N gdp.Norm](l *likeness) gdp.Bounded[N] {
	name := fmt.Sprintf("edges of %d kinds of pairs %s", l.kinds(), l.digest())
	basis := gdp.Proof{Doc: "proofs/dpgs.md#kinds", Test: "TestAnEdgeIsOfOneKind"}
	return gdp.Query(name, gdp.EdgeLevel, N(1), basis, func(d *gdp.Data) ([]float64, error) {
		return l.count(d.Network.Graph.Undirected()), nil
	}).OnNodes(len(l.near))
}

// digest identifies the kinds.
func (l *likeness) digest() string {
	h := sha256.New()
	for u, near := range l.near { // a hash does not fail
		_ = binary.Write(h, binary.LittleEndian, []int32{int32(len(near)), l.class[u]})
		_ = binary.Write(h, binary.LittleEndian, near)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
