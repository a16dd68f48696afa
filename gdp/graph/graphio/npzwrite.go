package graphio

import (
	"archive/zip"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/graphdp/graphdp/gdp/graph"
)

// writeNPZ writes everything a network has. An undirected edge is written as
// two entries, so that the matrix is symmetric for other readers.
func writeNPZ(out io.Writer, w *graph.Network) error {
	z := zip.NewWriter(out)
	var failed error
	put := func(name, descr string, data any, shape string) {
		if failed != nil {
			return
		}
		member, err := z.CreateHeader(&zip.FileHeader{Name: name + ".npy", Method: zip.Deflate})
		if err == nil {
			err = writeNPY(member, descr, shape, data)
		}
		failed = err
	}
	vector := func(n int) string { return strconv.Itoa(n) + "," }
	sparse := func(rows, cols int, indptr []int64, indices []int32, data []float32, names ...string) {
		put(names[0], "<i8", []int64{int64(rows), int64(cols)}, vector(2))
		put(names[1], "<i8", indptr, vector(len(indptr)))
		put(names[2], "<i4", indices, vector(len(indices)))
		put(names[3], "<f4", data, vector(len(data)))
	}

	g := w.Graph
	offsets, targets := g.CSR()
	ones := make([]float32, len(targets))
	for i := range ones {
		ones[i] = 1
	}
	sparse(g.N(), g.N(), offsets, targets, ones, adjShape, adjIndptr, adjIndices, adjData)
	if g.Directed() {
		put(npzDirected, "|b1", true, "")
	}
	if w.Attrs != nil {
		indptr, indices, data := w.Attrs.CSR()
		sparse(w.Attrs.Rows(), w.Attrs.Cols(), indptr, indices, data, attrShape, attrIndptr, attrIndices, attrData)
	}
	if w.Labels != nil {
		put(npzLabels, "<i4", w.Labels, vector(len(w.Labels)))
	}
	if ints, ok := w.IDs.Integers(); ok {
		put(npzIDs, "<i8", ints, vector(len(ints)))
	} else if w.IDs != nil {
		names := make([]string, w.IDs.Len())
		for u := range names {
			names[u] = w.IDs.Name(int32(u))
		}
		points, width, err := codePoints(names)
		if err != nil {
			return err
		}
		put(npzIDs, fmt.Sprintf("<U%d", width), points, vector(len(names)))
	}
	if w.Classes != nil {
		points, width, err := codePoints(w.Classes)
		if err != nil {
			return err
		}
		put(npzClasses, fmt.Sprintf("<U%d", width), points, vector(len(w.Classes)))
	}
	if failed != nil {
		return failed
	}
	return z.Close()
}

// codePoints lays strings out as NumPy does: each as long as the longest, with zeros.
func codePoints(list []string) (points []uint32, width int, err error) {
	width = 1
	for _, s := range list {
		if !utf8.ValidString(s) || len(s) > 0 && s[len(s)-1] == 0 {
			return nil, 0, fmt.Errorf("the string %q cannot be held by an .npz: not UTF-8, or a zero at the end", quote(s))
		}
		width = max(width, utf8.RuneCountInString(s))
	}
	points = make([]uint32, len(list)*width)
	for i, s := range list {
		k := i * width
		for _, r := range s {
			points[k] = uint32(r)
			k++
		}
	}
	return points, width, nil
}
