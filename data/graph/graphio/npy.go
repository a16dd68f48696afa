package graphio

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
)

// An npyArray is an array of a .npy file, ready to be read. The data must have the length that the
// header declares; memory is allocated as data arrive, not by the header's claim.
type npyArray struct {
	kind  byte // i, u, b, f, U or S
	width int  // bytes per element
	order binary.ByteOrder
	shape []int
	count int // product of shape
	sure  int // bytes certain to exist, for which memory is allocated at once
	body  io.Reader
	// byColumns reports Fortran order: the elements are stored column by column.
	byColumns bool
}

const npyMagic = "\x93NUMPY"

var (
	npyDescr   = regexp.MustCompile(`'descr':\s*'([<>|=]?)([a-zA-Z])(\d{0,9})'`)
	npyFortran = regexp.MustCompile(`'fortran_order':\s*(True|False)`)
	npyShape   = regexp.MustCompile(`'shape':\s*\(([\d,\s]*)\)`)
)

// openNPY reads the header of an array.
func openNPY(r io.Reader) (*npyArray, error) {
	var start [10]byte
	if _, err := io.ReadFull(r, start[:]); err != nil {
		return nil, truncated(err)
	}
	if string(start[:6]) != npyMagic {
		return nil, errors.New("not a NumPy array")
	}
	size := int(binary.LittleEndian.Uint16(start[8:]))
	if start[6] > 1 { // versions 2 and 3 have a 4-byte length
		var high [2]byte
		if _, err := io.ReadFull(r, high[:]); err != nil {
			return nil, truncated(err)
		}
		if high != [2]byte{} {
			return nil, errors.New("header of a NumPy array is longer than 64 KiB")
		}
	}
	head := make([]byte, size)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, truncated(err)
	}
	a := &npyArray{order: binary.LittleEndian, count: 1, body: r}

	descr := npyDescr.FindSubmatch(head)
	fortran := npyFortran.FindSubmatch(head)
	shape := npyShape.FindSubmatch(head)
	if descr == nil || fortran == nil || shape == nil {
		return nil, fmt.Errorf("unknown header of a NumPy array: %q", quote(head))
	}
	a.kind = descr[2][0]
	a.width, _ = strconv.Atoi(string(descr[3]))
	if string(descr[1]) == ">" {
		a.order = binary.BigEndian
	}
	switch {
	case a.kind == 'O':
		return nil, errObjects
	case (a.kind == 'U' || a.kind == 'S') && a.width <= 1<<14:
		if a.kind == 'U' {
			a.width *= 4
		}
	case a.kind == 'b' && a.width == 1, a.kind == 'f' && (a.width == 4 || a.width == 8),
		(a.kind == 'i' || a.kind == 'u') && (a.width == 1 || a.width == 2 || a.width == 4 || a.width == 8):
	default:
		return nil, fmt.Errorf("NumPy type %q is not supported", descr[0])
	}
	for _, dim := range strings.FieldsFunc(string(shape[1]), func(r rune) bool { return r == ',' || r == ' ' }) {
		n, err := strconv.Atoi(dim)
		if err != nil || n > math.MaxInt32 || len(a.shape) == 2 {
			return nil, fmt.Errorf("NumPy shape (%s) is not supported", shape[1])
		}
		a.shape = append(a.shape, n)
		a.count *= n
	}
	a.byColumns = len(a.shape) == 2 && string(fortran[1]) == "True"
	return a, nil
}

var errObjects = errors.New("array of Python objects (pickle) is refused, because it can run code: save numbers or strings")

// each calls f with the bytes of each element.
func (a *npyArray) each(f func(element []byte) error) error {
	return a.blocks(func(block []byte) error {
		for i := 0; i < len(block); i += a.width {
			if err := f(block[i : i+a.width]); err != nil {
				return err
			}
		}
		return nil
	})
}

// blocks calls f with the bytes of many elements at a time. It checks that nothing follows the
// last.
func (a *npyArray) blocks(f func(block []byte) error) error {
	if a.width == 0 && a.count > 0 {
		return errors.New("NumPy array has elements of zero bytes")
	}
	if a.byColumns {
		if err := a.transpose(); err != nil {
			return err
		}
	}
	buffer := make([]byte, max(1, 1<<15/max(1, a.width))*a.width)
	for left := a.count; left > 0; {
		block := buffer[:min(left, len(buffer)/a.width)*a.width]
		if _, err := io.ReadFull(a.body, block); err != nil {
			return fmt.Errorf("array of %d elements: %w", a.count, truncated(err))
		}
		if err := f(block); err != nil {
			return err
		}
		left -= len(block) / a.width
	}
	switch n, err := a.body.Read(make([]byte, 1)); {
	case n > 0:
		return fmt.Errorf("array of %d elements is followed by further bytes", a.count)
	case err != nil && err != io.EOF: // reports a wrong checksum
		return err
	}
	return nil
}

// transpose converts the elements to row order.
func (a *npyArray) transpose() error {
	var raw bytes.Buffer
	if a.count > 1<<40 {
		return fmt.Errorf("array of %d elements: too many", a.count)
	}
	if _, err := io.CopyN(&raw, a.body, int64(a.count*a.width)); err != nil {
		return fmt.Errorf("array of %d elements: %w", a.count, truncated(err))
	}
	from, to := raw.Bytes(), make([]byte, 0, raw.Len())
	for row := range a.shape[0] {
		for column := range a.shape[1] {
			at := (column*a.shape[0] + row) * a.width
			to = append(to, from[at:at+a.width]...)
		}
	}
	a.body, a.byColumns = io.MultiReader(bytes.NewReader(to), a.body), false
	return nil
}

// readInts reads integers of any width that fit into T.
func readInts[T int32 | int64](a *npyArray) ([]T, error) {
	if a.kind != 'i' && a.kind != 'u' && a.kind != 'b' {
		return nil, errors.New("must be an array of integers")
	}
	list := make([]T, 0, a.sure/max(1, a.width))
	if a.kind == 'i' && a.order == binary.LittleEndian && a.width == binary.Size(T(0)) { // as stored in memory
		err := a.blocks(func(block []byte) error {
			from := len(list)
			list = slices.Grow(list, len(block)/a.width)[:from+len(block)/a.width]
			_, err := binary.Decode(block, binary.LittleEndian, list[from:])
			return err
		})
		return list, err
	}
	err := a.each(func(e []byte) error {
		var x int64
		switch unsigned := a.kind != 'i'; a.width {
		case 1:
			x = int64(int8(e[0]))
			if unsigned {
				x = int64(e[0])
			}
		case 2:
			u := a.order.Uint16(e)
			x = int64(int16(u))
			if unsigned {
				x = int64(u)
			}
		case 4:
			u := a.order.Uint32(e)
			x = int64(int32(u))
			if unsigned {
				x = int64(u)
			}
		case 8:
			u := a.order.Uint64(e)
			x = int64(u)
			if unsigned && x < 0 {
				return fmt.Errorf("integer %d is too large", u)
			}
		}
		if int64(T(x)) != x {
			return fmt.Errorf("integer %d is too large", x)
		}
		list = append(list, T(x))
		return nil
	})
	return list, err
}

// readFloats reads finite numbers, including integers.
func readFloats(a *npyArray) ([]float32, error) {
	var list []float32
	err := a.floats(func(x float64) error {
		list = append(list, float32(x))
		return nil
	})
	return list, err
}

// floats calls f with each number read by readFloats.
func (a *npyArray) floats(f func(x float64) error) error {
	if a.kind == 'i' || a.kind == 'u' || a.kind == 'b' {
		ints, err := readInts[int64](a)
		for i := 0; i < len(ints) && err == nil; i++ {
			err = f(float64(ints[i]))
		}
		return err
	}
	if a.kind != 'f' {
		return errors.New("must be an array of numbers")
	}
	place := -1
	return a.each(func(e []byte) error {
		place++
		var x float64
		if a.width == 4 {
			x = float64(math.Float32frombits(a.order.Uint32(e)))
		} else {
			x = math.Float64frombits(a.order.Uint64(e))
		}
		if math.IsNaN(x) || math.Abs(x) > math.MaxFloat32 {
			return fmt.Errorf("element %d is %v: must be a finite number", place, x)
		}
		return f(x)
	})
}

// readStrings reads strings of bytes or of code points.
func readStrings(a *npyArray) ([]string, error) {
	if a.kind != 'U' && a.kind != 'S' {
		return nil, errors.New("must be an array of strings")
	}
	var list []string
	var text []byte
	err := a.each(func(e []byte) error {
		text = append(text[:0], e...)
		if a.kind == 'U' {
			text = text[:0]
			for ; len(e) > 0; e = e[4:] {
				r := rune(a.order.Uint32(e))
				if !utf8.ValidRune(r) {
					return fmt.Errorf("string %d has the code point %#x, which does not exist", len(list), uint32(r))
				}
				text = utf8.AppendRune(text, r)
			}
		}
		if !utf8.Valid(text) {
			return fmt.Errorf("string %d is not UTF-8", len(list))
		}
		list = append(list, string(bytes.TrimRight(text, "\x00")))
		return nil
	})
	return list, err
}

// Arrays holds the arrays of a NumPy archive, by name, and the first error in reading one.
type Arrays struct {
	a   *archive
	Err error
}

// ReadArrays opens an .npz archive, optionally compressed by gzip.
func ReadArrays(path string) (*Arrays, error) {
	f, err := file.Open(path)
	if err != nil {
		return nil, fmt.Errorf("graphio: %w", err)
	}
	defer f.Close()
	in, err := unzipped(bufio.NewReader(f))
	if err != nil {
		return nil, wrap(path, err)
	}
	raw, err := file.ReadAll(in)
	if err != nil {
		return nil, wrap(path, err)
	}
	a, err := openArchive(bytes.NewReader(raw), int64(len(raw)), path)
	return &Arrays{a: a}, err
}

// Has reports whether an array of that name exists.
func (x *Arrays) Has(name string) bool { return x.a.has(name) }

// Floats returns finite numbers in rows; a vector or a single number is one row.
func (x *Arrays) Floats(name string) (rows [][]float64) { return arrayOf(x, name, (*npyArray).floats) }

// Ints returns integers in rows.
func (x *Arrays) Ints(name string) (rows [][]int32) {
	return arrayOf(x, name, func(a *npyArray, f func(int32) error) error {
		list, err := readInts[int32](a)
		for i := 0; i < len(list) && err == nil; i++ {
			err = f(list[i])
		}
		return err
	})
}

// IDs returns node ids, or nil if there are none.
func (x *Arrays) IDs(name string) *graph.IDs {
	ids, err := x.a.ids(name)
	if err != nil && x.Err == nil {
		x.Err = err
	}
	return ids
}

// arrayOf returns the rows of an array, or nil if the array is missing or after an earlier error.
func arrayOf[T any](x *Arrays, name string, each func(*npyArray, func(T) error) error) (rows [][]T) {
	if x.Err != nil || !x.a.has(name) {
		return nil
	}
	width := 0
	list, err := load(x.a, name, func(a *npyArray) (list []T, err error) {
		if width = a.count; len(a.shape) == 2 {
			width = a.shape[1]
		}
		err = each(a, func(v T) error {
			list = append(list, v)
			return nil
		})
		return list, err
	})
	if x.Err = err; err != nil {
		return nil
	}
	for i := 0; width > 0 && i < len(list); i += width {
		rows = append(rows, list[i:i+width:i+width])
	}
	return rows
}
