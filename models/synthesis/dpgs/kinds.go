package dpgs

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/bits"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// likeness determines the kind of each pair of nodes from public data: the rank of their feature
// similarity, in powers of two, or far; and for each whether both have the same class.
type likeness struct {
	most  int       // a power of two
	near  [][]int32 // the most similar nodes of each node, the nearest first
	class []int32
}

// pair is two nodes, one of which is among the nearest of the other.
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
