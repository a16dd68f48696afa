package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// fields holds the integer fields of a struct in Thrift's compact protocol, and fields that are
// structs of integers.
type fields map[int16]member

// member is a field: an integer, or the integers of a struct.
type member struct {
	value int64
	in    map[int16]int64
}

// field returns integer i of a struct field, or 0 if it is missing.
func (f member) field(i int16) int64 { return f.in[i] }

// field returns integer field i, or 0 if it is missing.
func (f fields) field(i int16) int64 { return f[i].value }

var errShort = errors.New("it is cut short")

const (
	deepest = 32     // nested structs
	longest = 10_000 // elements of a list, such as columns or row groups
)

// scan walks a struct and checks its sizes against the available bytes, so that a trusting reader
// can read it. It returns the struct's fields and its length. For lists of structs, fields are
// sums, or -1 if one is negative.
func scan(b []byte) (fields, int, error) {
	s := &scanner{rest: b}
	list := fields{}
	err := s.structure(0, func(path []int16, x int64) {
		switch f := list[path[0]]; {
		case len(path) == 1:
			list[path[0]] = member{value: x, in: f.in}
		case len(path) == 2:
			if f.in == nil {
				f.in = map[int16]int64{}
			}
			switch old, again := f.in[path[1]]; { // repeated: in a list of structs
			case !again:
				f.in[path[1]] = x
			case old < 0 || x < 0:
				f.in[path[1]] = -1
			default:
				f.in[path[1]] = old + x
			}
			list[path[0]] = f
		}
	}, nil)
	return list, len(b) - len(s.rest), err
}

type scanner struct{ rest []byte }

// structure walks the fields of a struct, and calls tell with each integer and its path.
func (s *scanner) structure(depth int, tell func(path []int16, x int64), path []int16) error {
	if depth > deepest {
		return fmt.Errorf("it is nested more than %d times", deepest)
	}
	for id := int16(0); ; {
		head, err := s.take(1)
		if err != nil {
			return err
		}
		if head[0] == 0 {
			return nil
		}
		before := id
		if delta := head[0] >> 4; delta != 0 {
			id += int16(delta)
		} else {
			x, err := s.zigzag()
			if err != nil {
				return err
			}
			id = int16(x)
		}
		if id <= before {
			return fmt.Errorf("field %d follows field %d", id, before)
		}
		if err := s.value(head[0]&15, depth, tell, append(path[:len(path):len(path)], id), false); err != nil {
			return err
		}
	}
}

// value walks a value of a type. A boolean takes a byte in a list; as a field, it is the type.
func (s *scanner) value(kind byte, depth int, tell func([]int16, int64), path []int16, listed bool) error {
	var err error
	switch kind {
	case 1, 2: // true, false
		if listed {
			_, err = s.take(1)
		}
	case 3: // byte
		_, err = s.take(1)
	case 4, 5, 6: // integers
		var x int64
		if x, err = s.zigzag(); err == nil {
			tell(path, x)
		}
	case 7: // double
		_, err = s.take(8)
	case 8: // binary
		var n uint64
		if n, err = s.varint(); err == nil {
			_, err = s.take(n)
		}
	case 9, 10: // list, set
		var head []byte
		if head, err = s.take(1); err != nil {
			return err
		}
		n := uint64(head[0] >> 4)
		if n == 15 {
			if n, err = s.varint(); err != nil {
				return err
			}
		}
		if n > longest || n > uint64(len(s.rest)) {
			return fmt.Errorf("a list of %d, want at most %d, and %d bytes are left", n, longest, len(s.rest))
		}
		for range n {
			if err := s.value(head[0]&15, depth+1, tell, path, true); err != nil {
				return err
			}
		}
	case 12:
		err = s.structure(depth+1, tell, path)
	default:
		err = fmt.Errorf("there is no type %d", kind) // Parquet has no maps
	}
	return err
}

func (s *scanner) take(n uint64) ([]byte, error) {
	if n > uint64(len(s.rest)) {
		return nil, errShort
	}
	b := s.rest[:n]
	s.rest = s.rest[n:]
	return b, nil
}

func (s *scanner) varint() (uint64, error) {
	x, n := binary.Uvarint(s.rest)
	if n <= 0 {
		return 0, errShort
	}
	s.rest = s.rest[n:]
	return x, nil
}

func (s *scanner) zigzag() (int64, error) {
	x, err := s.varint()
	return int64(x>>1) ^ -int64(x&1), err
}
