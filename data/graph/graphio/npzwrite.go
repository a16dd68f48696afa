package graphio

import (
	"archive/zip"
	"bytes"
	"io"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/npy"
)

func writeNPZ(out io.Writer, w *graph.Network, _ byte) error { return writeArchive(out, w, nil) }

// writeArchive writes everything a network has, and further arrays. An undirected edge is two
// entries, so that the matrix is symmetric for other readers. Positions are not compressed: this
// would save less than half, and take several times as long.
func writeArchive(out io.Writer, w *graph.Network, beside []npy.Array) error {
	z := zip.NewWriter(out)
	var failed error
	member := func(name string, write func(io.Writer) error) {
		if failed != nil {
			return
		}
		method := zip.Deflate
		if name == adjIndptr || name == adjIndices {
			method = zip.Store
		}
		out, err := z.CreateHeader(&zip.FileHeader{Name: name + ".npy", Method: method})
		if err == nil {
			err = write(out)
		}
		failed = err
	}
	put := func(name, kind string, data any, shape string) {
		member(name, func(out io.Writer) error { return npy.Write(out, kind, shape, data) })
	}
	sparse := func(rows, cols int, indptr []int64, indices []int32, names ...string) {
		put(names[0], "<i8", []int64{int64(rows), int64(cols)}, npy.Vector(2))
		put(names[1], "<i8", indptr, npy.Vector(len(indptr)))
		put(names[2], "<i4", indices, npy.Vector(len(indices)))
	}

	g := w.Graph
	offsets, targets := g.CSR()
	sparse(g.N(), g.N(), offsets, targets, adjShape, adjIndptr, adjIndices)
	member(adjData, func(out io.Writer) error {
		err := npy.Head(out, "<f4", npy.Vector(len(targets)))
		one := bytes.Repeat([]byte{0, 0, 0x80, 0x3f}, 1<<16)
		for left := 4 * len(targets); left > 0 && err == nil; left -= len(one) {
			_, err = out.Write(one[:min(left, len(one))])
		}
		return err
	})
	if g.Directed() {
		put(npzDirected, "|b1", true, "")
	}
	if w.Attrs != nil {
		indptr, indices, data := w.Attrs.CSR()
		sparse(w.Attrs.Rows(), w.Attrs.Cols(), indptr, indices, attrShape, attrIndptr, attrIndices)
		put(attrData, "<f4", data, npy.Vector(len(data)))
	}
	if w.Labels != nil {
		put(npzLabels, "<i4", w.Labels, npy.Vector(len(w.Labels)))
	}
	list := func(name string, values any) {
		member(name, func(out io.Writer) error { return npy.WriteList(out, values) })
	}
	if w.IDs != nil {
		list(npzIDs, w.IDs.Values(g.N()))
	}
	if w.Classes != nil {
		list(npzClasses, w.Classes)
	}
	if words := readOffWords(w); words != nil {
		list(readOffName, words)
	}
	for _, a := range beside {
		if failed == nil {
			failed = a.Put(z)
		}
	}
	if failed != nil {
		return failed
	}
	return z.Close()
}
