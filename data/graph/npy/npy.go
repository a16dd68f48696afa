// Package npy writes NumPy arrays.
package npy

import (
	"archive/zip"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

const magic = "\x93NUMPY"

// Write writes an array in version 1.0 of the format, with a header padded to a multiple of 64
// bytes. kind is NumPy's name of the type, such as "<f4". data is a slice of fixed-size numbers, or
// one such number. shape is a Python tuple without its parentheses.
func Write(out io.Writer, kind, shape string, data any) error {
	if err := Head(out, kind, shape); err != nil {
		return err
	}
	switch data := data.(type) {
	case []int32:
		return blocks(out, data)
	case []int64:
		return blocks(out, data)
	case []float32:
		return blocks(out, data)
	}
	return binary.Write(out, binary.LittleEndian, data)
}

// blocks writes numbers in blocks, without copying all of them.
func blocks[T int32 | int64 | float32](out io.Writer, data []T) error {
	for block := range slices.Chunk(data, 1<<16) {
		if err := binary.Write(out, binary.LittleEndian, block); err != nil {
			return err
		}
	}
	return nil
}

// Head writes the header that [Write] writes before the elements.
func Head(out io.Writer, kind, shape string) error {
	head := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", kind, shape)
	const align = 64
	size := (len(magic) + 4 + len(head) + 1 + align - 1) / align * align
	head += strings.Repeat(" ", size-len(magic)-4-len(head)-1) + "\n"
	start := append([]byte(magic), 1, 0)
	start = binary.LittleEndian.AppendUint16(start, uint16(len(head)))
	_, err := out.Write(append(start, head...))
	return err
}

// Array is an array of an archive. Data is as in [Write], or []string.
type Array struct {
	Name, Kind, Shape string
	Data              any
}

// List returns a vector of []int32, []int64, []float32, []float64 or []string.
func List(name string, list any) Array {
	kind, n := "", 0
	switch list := list.(type) {
	case []int32:
		kind, n = "<i4", len(list)
	case []int64:
		kind, n = "<i8", len(list)
	case []float32:
		kind, n = "<f4", len(list)
	case []float64:
		kind, n = "<f8", len(list)
	}
	return Array{name, kind, Vector(n), list}
}

// Archive writes an archive of arrays, .npz.
func Archive(w io.Writer, arrays ...Array) error {
	z := zip.NewWriter(w)
	for _, a := range arrays {
		if err := a.Put(z); err != nil {
			return err
		}
	}
	return z.Close()
}

// Put writes the array into an archive.
func (a Array) Put(z *zip.Writer) error {
	out, err := z.Create(a.Name + ".npy")
	if err != nil {
		return fmt.Errorf("npy: %w", err)
	}
	if list, ok := a.Data.([]string); ok {
		err = WriteStrings(out, list)
	} else {
		err = Write(out, a.Kind, a.Shape, a.Data)
	}
	if err != nil {
		return fmt.Errorf("npy: %s: %w", a.Name, err)
	}
	return nil
}

// Vector returns the shape of n numbers.
func Vector(n int) string { return strconv.Itoa(n) + "," }

// WriteList writes a vector of []int64 or []string.
func WriteList(out io.Writer, list any) error {
	switch list := list.(type) {
	case []int64:
		return Write(out, "<i8", Vector(len(list)), list)
	case []string:
		return WriteStrings(out, list)
	}
	return fmt.Errorf("npy: %T: want []int64 or []string", list)
}

// WriteStrings writes a vector of strings in NumPy's layout: each padded with zeros to the length
// of the longest.
func WriteStrings(out io.Writer, list []string) error {
	width := 1
	for _, s := range list {
		if !utf8.ValidString(s) || len(s) > 0 && s[len(s)-1] == 0 {
			return fmt.Errorf("an .npz cannot hold the string %.40q: it is not UTF-8 or ends in a zero byte", s)
		}
		width = max(width, utf8.RuneCountInString(s))
	}
	points := make([]uint32, len(list)*width)
	for i, s := range list {
		k := i * width
		for _, r := range s {
			points[k] = uint32(r)
			k++
		}
	}
	return Write(out, fmt.Sprintf("<U%d", width), Vector(len(list)), points)
}
