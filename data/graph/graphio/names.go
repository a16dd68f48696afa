package graphio

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
)

// idsOf makes ids of names: integers if all are, and none if node u is known as u.
func idsOf(names []string) (*graph.IDs, error) {
	ints, same := integers(names)
	switch {
	case ints == nil:
		return graph.StringIDs(names)
	case same:
		return nil, nil
	}
	return graph.IntIDs(ints)
}

// integers reads names as integers of 0 or more, in the spelling of strconv; nil
// when one is something else. same reports whether they are 0, 1, 2 …
func integers(names []string) (ints []int64, same bool) {
	ints, same = make([]int64, len(names)), true
	for u, name := range names {
		x, err := strconv.ParseInt(name, 10, 64)
		if err != nil || x < 0 || strconv.FormatInt(x, 10) != name {
			return nil, false
		}
		ints[u] = x
		same = same && x == int64(u)
	}
	return ints, same
}

// oneForm refuses names that are one number in two forms, such as 7, 007 and 7.0: nobody knows
// whether they are one node.
func oneForm(names []string) error {
	forms := map[float64]string{}
	for _, name := range names {
		if !strings.ContainsRune("0123456789+-.", rune(name[0])) {
			continue
		}
		x, err := strconv.ParseFloat(name, 64)
		if err != nil || math.Abs(x) > 1<<53 { // up to which integers are exact
			continue
		}
		if other, there := forms[x]; there {
			return fmt.Errorf("ids %q and %q are one number in two forms: write one of them; if they are two nodes, declare ids as text by a line \"# string ids\" above the edges", other, name)
		}
		forms[x] = name
	}
	return nil
}

// checkNames refuses strings as ids that would be read back as integers.
func checkNames(ids *graph.IDs) error {
	if _, ok := ids.Integers(); ok || ids.Len() == 0 {
		return nil
	}
	names := make([]string, ids.Len())
	for u := range names {
		names[u] = ids.Name(int32(u))
	}
	if ints, _ := integers(names); ints != nil {
		return errors.New("ids are strings that look like integers, which GraphML does not tell apart: write an edge list or .npz")
	}
	return nil
}

// class returns the class of a node in a document, "" when it has none.
func class(w *graph.Network, u int) (name string, ok bool) {
	if w.Labels == nil || w.Labels[u] == graph.Unlabeled {
		return "", false
	}
	if w.Classes != nil {
		return w.Classes[w.Labels[u]], true
	}
	return strconv.Itoa(int(w.Labels[u])), true
}
