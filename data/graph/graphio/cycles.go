package graphio

import "slices"

// neighbours are the third fields of lines, as long as they may be ids: an adjacency list
// of a graph whose nodes have two neighbours each looks like edges with weights.
type neighbours struct {
	ids  []int32
	last int32 // the first field of the line before
	no   bool  // they are none
}

func (t *neighbours) add(first int32, weight float64) {
	switch id := int32(weight); {
	case t.no:
	case first < 0 || float64(id) != weight || id < 0 || len(t.ids) > 0 && first == t.last:
		*t = neighbours{no: true}
	default:
		t.ids, t.last = append(t.ids, id), first
	}
}

// eachANode reports whether a list of edges with weights has one line for each id and no
// weight that is not an id. It looks before the ids are numbered.
func eachANode(parsers []*edgeParser, blocks []parsedBlock) bool {
	var third, first, all []int32
	for _, p := range parsers {
		if p.third.no {
			return false
		}
		third = append(third, p.third.ids...)
	}
	for _, b := range blocks {
		for _, e := range b.edges {
			first, all = append(first, e.U), append(all, e.U, e.V)
		}
	}
	if len(third) == 0 || len(third) != len(first) {
		return false
	}
	slices.Sort(first)
	slices.Sort(all)
	ids := slices.Compact(all)
	for _, id := range third {
		if _, found := slices.BinarySearch(ids, id); !found {
			return false
		}
	}
	return slices.Equal(first, ids)
}
