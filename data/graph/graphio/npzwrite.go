package graphio

import (
	"archive/zip"
	"io"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/npy"
)

// writeNPZ writes everything a network has. An undirected edge is written as
// two entries, so that the matrix is symmetric for other readers.
func writeNPZ(out io.Writer, w *graph.Network) error {
	z := zip.NewWriter(out)
	var failed error
	member := func(name string, write func(io.Writer) error) {
		if failed != nil {
			return
		}
		out, err := z.CreateHeader(&zip.FileHeader{Name: name + ".npy", Method: zip.Deflate})
		if err == nil {
			err = write(out)
		}
		failed = err
	}
	put := func(name, kind string, data any, shape string) {
		member(name, func(out io.Writer) error { return npy.Write(out, kind, shape, data) })
	}
	sparse := func(rows, cols int, indptr []int64, indices []int32, data []float32, names ...string) {
		put(names[0], "<i8", []int64{int64(rows), int64(cols)}, npy.Vector(2))
		put(names[1], "<i8", indptr, npy.Vector(len(indptr)))
		put(names[2], "<i4", indices, npy.Vector(len(indices)))
		put(names[3], "<f4", data, npy.Vector(len(data)))
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
	if failed != nil {
		return failed
	}
	return z.Close()
}
