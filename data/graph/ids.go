package graph

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/graphdp/graphdp/data/lists"
)

// IDs stores the original id of each node 0 … N-1: integers with gaps, or strings. With nil *IDs,
// ids are the node numbers.
type IDs struct {
	ints  []int64  // one of ints and names is used
	names []string // names != nil decides
	order []int32  // nodes sorted by id; nil if they are in order
}

// IntIDs gives node u the id ids[u]. A repeated or negative id is an error.
func IntIDs(ids []int64) (*IDs, error) {
	if u := slices.IndexFunc(ids, func(id int64) bool { return id < 0 }); u >= 0 {
		return nil, fmt.Errorf("graph: node %d has id %d, want an id of 0 or more", u, ids[u])
	}
	order, err := sortIDs(ids)
	return &IDs{ints: ids, order: order}, err
}

// StringIDs gives node u the id ids[u]. A repeated or empty id is an error.
func StringIDs(ids []string) (*IDs, error) {
	if u := slices.Index(ids, ""); u >= 0 {
		return nil, fmt.Errorf("graph: node %d has an empty id", u)
	}
	if ids == nil {
		ids = []string{}
	}
	order, err := sortIDs(ids)
	return &IDs{names: ids, order: order}, err
}

func sortIDs[T cmp.Ordered](ids []T) (order []int32, err error) {
	if !slices.IsSorted(ids) {
		order = Nodes(len(ids))
		slices.SortFunc(order, func(u, v int32) int { return cmp.Compare(ids[u], ids[v]) })
	}
	for i := 1; i < len(ids); i++ {
		u, v := nth(order, i-1), nth(order, i)
		if ids[u] == ids[v] {
			return nil, fmt.Errorf("graph: nodes %d and %d have the same id %v", min(u, v), max(u, v), ids[u])
		}
	}
	return order, nil
}

// nth returns the node with the i-th smallest id.
func nth(order []int32, i int) int32 {
	if order == nil {
		return int32(i)
	}
	return order[i]
}

// Len returns the number of ids.
func (ids *IDs) Len() int {
	if ids == nil {
		return 0
	}
	return max(len(ids.ints), len(ids.names))
}

// Integers returns the ids as integers; ok is false if they are strings or ids is nil. Do not
// modify the slice.
func (ids *IDs) Integers() (list []int64, ok bool) {
	if ids == nil || ids.names != nil {
		return nil, false
	}
	return ids.ints, true
}

// Values returns the ids of n nodes as []int64 or []string; 0 … n-1 for nil ids. Do not modify the
// slice.
func (ids *IDs) Values(n int) any {
	switch {
	case ids == nil:
		return lists.Upto[int64](max(0, n))
	case ids.names != nil:
		return ids.names
	}
	return ids.ints
}

// Name returns the id of node u, integers in decimal; u itself for nil ids.
func (ids *IDs) Name(u int32) string {
	switch {
	case ids == nil:
		return strconv.Itoa(int(u))
	case ids.names != nil:
		return ids.names[u]
	default:
		return strconv.FormatInt(ids.ints[u], 10)
	}
}

// Node returns the node with this id; ok is false without such a node, or for nil ids.
func (ids *IDs) Node(name string) (u int32, ok bool) {
	if ids == nil {
		return 0, false
	}
	if ids.names != nil {
		return find(ids.names, ids.order, name)
	}
	id, err := strconv.ParseInt(name, 10, 64)
	if err != nil || strconv.FormatInt(id, 10) != name { // 007 is not 7
		return 0, false
	}
	return find(ids.ints, ids.order, id)
}

func find[T cmp.Ordered](ids []T, order []int32, id T) (int32, bool) {
	var i int
	var ok bool
	if order == nil {
		i, ok = slices.BinarySearch(ids, id)
	} else {
		i, ok = slices.BinarySearchFunc(order, id, func(u int32, id T) int { return cmp.Compare(ids[u], id) })
	}
	if !ok {
		return 0, false
	}
	return nth(order, i), true
}

// Select returns the ids of the given nodes: node i of the result has the id of nodes[i]. For nil
// ids, these are the node numbers.
func (ids *IDs) Select(nodes []int32) (*IDs, error) {
	if ids != nil {
		for i, u := range nodes {
			if u < 0 || int(u) >= ids.Len() {
				return nil, fmt.Errorf("graph: ids: node %d at position %d is not in 0 … %d", u, i, ids.Len()-1)
			}
		}
	}
	if ids != nil && ids.names != nil {
		return StringIDs(pick(ids.names, nodes))
	}
	list := make([]int64, len(nodes))
	for i, u := range nodes {
		list[i] = int64(u)
		if ids != nil {
			list[i] = ids.ints[u]
		}
	}
	return IntIDs(list)
}

func pick[T any](list []T, nodes []int32) []T {
	if list == nil {
		return nil
	}
	picked := make([]T, len(nodes))
	for i, u := range nodes {
		picked[i] = list[u]
	}
	return picked
}

// Equal reports whether both give the same ids to the same nodes. Nil equals nil only.
func (ids *IDs) Equal(other *IDs) bool {
	if ids == nil || other == nil {
		return ids == other
	}
	return (ids.names == nil) == (other.names == nil) &&
		slices.Equal(ids.ints, other.ints) && slices.Equal(ids.names, other.names)
}
