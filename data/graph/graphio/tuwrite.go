package graphio

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
)

// WriteCollection writes a TU data set into a folder, which it creates if necessary; file names
// begin with the name of the folder. It returns an error for what the format cannot hold:
// directions, ids, classes that are not integers, or a graph without nodes in a collection without
// labels.
func WriteCollection(dir string, c *graph.Collection) error {
	files, err := CollectionFiles(filepath.Base(dir), c)
	if err != nil {
		return wrap(dir, err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("graphio: %w", err)
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Content, 0o644); err != nil {
			return fmt.Errorf("graphio: %w", err)
		}
	}
	return nil
}

// File is one file of a data set.
type File struct {
	Name    string
	Content []byte
}

// CollectionFiles returns the files of a TU data set of that name, as [WriteCollection] writes
// them.
func CollectionFiles(name string, c *graph.Collection) ([]File, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	out := &tuWriter{files: map[string]*bytes.Buffer{tuEdges: {}, tuIndicator: {}}}
	if err := out.collection(c); err != nil {
		return nil, err
	}
	suffixes := slices.Sorted(maps.Keys(out.files))
	return lists.Map(suffixes, func(s string) File { return File{strings.ToUpper(name) + s, out.files[s].Bytes()} }), nil
}

// tuWriter holds the content of each file.
type tuWriter struct{ files map[string]*bytes.Buffer }

func (t *tuWriter) to(suffix string) io.Writer {
	if t.files[suffix] == nil {
		t.files[suffix] = new(bytes.Buffer)
	}
	return t.files[suffix]
}

func (t *tuWriter) collection(c *graph.Collection) error {
	if c.Labels != nil {
		if err := t.labels(tuGraphLabels, c.Labels, c.Classes); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(c.Graphs, func(w *graph.Network) bool { return w.ReadOff.Nodes }) {
		fmt.Fprintln(t.to(tuReadOff), readOffNodes)
	}
	first := 1 // number in the file of the graph's first node
	for i, w := range c.Graphs {
		g := w.Graph
		model := c.Graphs[0]
		switch {
		case w.IDs != nil:
			return fmt.Errorf("graph %d has ids, which a TU folder cannot hold", i)
		case g.Directed():
			return fmt.Errorf("graph %d is directed, which a TU folder cannot hold", i)
		case g.N() == 0 && c.Labels == nil:
			return fmt.Errorf("graph %d has no nodes, which a TU folder without labels of graphs cannot hold", i)
		case (w.Labels == nil) != (model.Labels == nil) || (w.Attrs == nil) != (model.Attrs == nil) || w.Attrs != nil && w.Attrs.Cols() != model.Attrs.Cols():
			return fmt.Errorf("graphs 0 and %d do not have the same attributes and labels", i)
		}
		for u := range int32(g.N()) {
			fmt.Fprintln(t.to(tuIndicator), i+1)
			for _, v := range g.Neighbors(u) {
				fmt.Fprintf(t.to(tuEdges), "%d, %d\n", first+int(u), first+int(v))
			}
		}
		if w.Labels != nil {
			if err := t.labels(tuNodeLabels, w.Labels, w.Classes); err != nil {
				return err
			}
		}
		if w.Attrs != nil {
			for u := range int32(g.N()) {
				line := make([]string, w.Attrs.Cols())
				for c := range line {
					line[c] = strconv.FormatFloat(float64(w.Attrs.At(u, int32(c))), 'g', -1, 32)
				}
				fmt.Fprintln(t.to(tuNodeAttrs), strings.Join(line, ", "))
			}
		}
		first += g.N()
	}
	return nil
}

func (t *tuWriter) labels(suffix string, labels []int32, classes []string) error {
	for i, l := range labels {
		name := strconv.Itoa(int(l))
		if classes != nil && l >= 0 {
			name = classes[l]
		}
		if _, err := strconv.Atoi(name); err != nil || l == graph.Unlabeled {
			return fmt.Errorf("label %d is %q: must be an integer in a TU folder", i, name)
		}
		fmt.Fprintln(t.to(suffix), name)
	}
	return nil
}
