package graphio

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/graphdp/graphdp/data/graph"
)

// idsOf returns ids for names: integers if all are, or nil if node u is named u.
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

// integers parses names as integers ≥ 0, in the format of strconv; nil if any is something else.
// same reports whether they are 0, 1, 2 …
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

// oneForm returns an error if a number occurs in two forms, such as 7, 007 and 7.0: they may or may
// not be the same node.
func oneForm(names []string) error {
	forms := map[float64]string{}
	for _, name := range names {
		if !strings.ContainsRune("0123456789+-.", rune(name[0])) {
			continue
		}
		x, err := strconv.ParseFloat(name, 64)
		if err != nil || math.Abs(x) > 1<<53 { // largest exact integer
			continue
		}
		if other, there := forms[x]; there {
			return fmt.Errorf("ids %q and %q are one number in two forms: write one of them; if they are two nodes, declare ids as text by a line \"# string ids\" above the edges", other, name)
		}
		forms[x] = name
	}
	return nil
}

// checkNames returns an error for string ids that would be read back as integers.
func checkNames(ids *graph.IDs) error {
	if _, ok := ids.Integers(); ok || ids.Len() == 0 {
		return nil
	}
	names := make([]string, ids.Len())
	for u := range names {
		names[u] = ids.Name(int32(u))
	}
	if ints, _ := integers(names); ints != nil {
		return errors.New("ids are strings that look like integers, which GraphML cannot distinguish: write an edge list or .npz")
	}
	return nil
}

// class returns the class of a node as text; ok is false if it has none.
func class(w *graph.Network, u int) (name string, ok bool) {
	if w.Labels == nil || w.Labels[u] == graph.Unlabeled {
		return "", false
	}
	if w.Classes != nil {
		return w.Classes[w.Labels[u]], true
	}
	return strconv.Itoa(int(w.Labels[u])), true
}

// smallIDs is the largest number of integers 0, 1, … in an [idSet]: 8 MiB of bits.
const smallIDs = 1 << 26

// idSet is a set of small integers with their ranks.
type idSet struct {
	words  []uint64
	before []int32 // number of members in earlier words, once indexed
	count  int     // number of members, once indexed
}

func (s *idSet) add(id int32) {
	at := int(id >> 6)
	if at >= len(s.words) {
		s.grow(at + 1)
	}
	s.words[at] |= 1 << (id & 63)
}

func (s *idSet) grow(size int) { s.words = append(s.words, make([]uint64, size-len(s.words))...) }

// union adds the members of t.
func (s *idSet) union(t *idSet) {
	s.grow(max(len(s.words), len(t.words)))
	for i, word := range t.words {
		s.words[i] |= word
	}
}

// index prepares the set for [idSet.rank].
func (s *idSet) index() {
	s.before, s.count = make([]int32, len(s.words)), 0
	for i, word := range s.words {
		s.before[i] = int32(s.count)
		s.count += bits.OnesCount64(word)
	}
}

// rank returns the number of members below the member id.
func (s *idSet) rank(id int32) int32 {
	return s.before[id>>6] + int32(bits.OnesCount64(s.words[id>>6]&(1<<(id&63)-1)))
}

// dense reports whether the members are 0 … count-1.
func (s *idSet) dense() bool {
	list := s.members()
	return len(list) == 0 || list[len(list)-1] == int64(len(list)-1)
}

// members lists the set in ascending order.
func (s *idSet) members() []int64 {
	list := make([]int64, 0, s.count)
	for i, word := range s.words {
		for ; word != 0; word &= word - 1 {
			list = append(list, int64(i<<6+bits.TrailingZeros64(word)))
		}
	}
	return list
}

// ReadNodes reads a list of node ids, one per line, optionally quoted and compressed by gzip: the
// declared nodes of a graph, in order. Ids are integers if all are, else strings. Empty lines are
// skipped. Of the options only Latin1 is used.
func ReadNodes(path string, o Options) (*graph.IDs, error) {
	text, err := readText(path, o)
	if err != nil {
		return nil, err
	}
	var names []string
	err = eachLine(bytes.NewReader(text), path, func(_ int, id []byte) error {
		if len(id) == 0 {
			return nil
		}
		if id[0] == '"' && id[len(id)-1] == '"' {
			var f fields
			if err := f.split(id, ','); err != nil || len(f.list) != 1 || len(f.list[0]) == 0 {
				return errors.New("must be one id, in quotation marks or without")
			}
			id = f.list[0]
		}
		names = append(names, string(id))
		return checkID(id)
	})
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, wrap(path, errors.New("the list of nodes is empty"))
	}
	ids, err := declaredIDs(names)
	if err != nil {
		return nil, wrap(path, err)
	}
	return ids, nil
}

// checkID returns an error for an id that no file can hold.
func checkID(text []byte) error {
	if !utf8.Valid(text) {
		return errors.New(notUTF8)
	}
	if bytes.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return errors.New("control character in an id")
	}
	return nil
}
