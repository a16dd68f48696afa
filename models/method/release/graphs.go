package release

import (
	"archive/zip"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
)

// Graphs is a released collection of graphs.
type Graphs struct{ *graph.Collection }

// GraphsOf returns a release of graphs, with their classes if present.
func GraphsOf(graphs []*graph.Graph, labels []int32, classes []string) Graphs {
	c := &graph.Collection{Labels: labels, Classes: classes}
	for _, g := range graphs {
		c.Graphs = append(c.Graphs, &graph.Network{Graph: g})
	}
	return Graphs{c}
}

// Single returns the graph of a collection of one as a release; for other collections it returns
// false.
func (g Graphs) Single() []Release {
	if len(g.Graphs) != 1 {
		return nil
	}
	return []Release{Graph{Network: g.Graphs[0]}}
}

// Kind implements [Release].
func (Graphs) Kind() Kind { return KindGraphs }

type graphsSummary struct {
	Graphs int `json:"graphs"`
	Nodes  int `json:"nodes"`
	Edges  int `json:"edges"`
}

func (s graphsSummary) String() string {
	return fmt.Sprintf("%d graphs of %d nodes and %d edges together", s.Graphs, s.Nodes, s.Edges)
}

// Summary implements [Release].
func (g Graphs) Summary() fmt.Stringer {
	var s graphsSummary
	if g.Collection == nil {
		return s
	}
	s.Graphs = len(g.Graphs)
	for _, w := range g.Graphs {
		s.Nodes += w.Graph.N()
		s.Edges += w.Graph.M()
	}
	return s
}

// Folder reports whether a release of the kind is written to a folder of that name.
func (k Kind) Folder(path string) bool {
	return k == KindGraphs && !strings.EqualFold(filepath.Ext(path), ".zip")
}

// WriteFolder writes a TU data set into a folder; its files have the folder's name as prefix.
func (g Graphs) WriteFolder(path string) error {
	path, err := filepath.Abs(path) // "." has no name
	if err != nil {
		return fmt.Errorf("release: %w", err)
	}
	return graphio.WriteCollection(path, g.Collection)
}

// Write writes a .zip file of a TU data set.
func (g Graphs) Write(w io.Writer, path string) error {
	if KindGraphs.Folder(path) {
		return fmt.Errorf("release: %s is not a .zip file: a collection is written to one, or to a folder", path)
	}
	if w == nil {
		return fmt.Errorf("release: %s: no writer", path)
	}
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	files, err := graphio.CollectionFiles(name, g.Collection)
	if err != nil {
		return err
	}
	z := zip.NewWriter(w)
	for _, f := range files {
		part, err := z.Create(f.Name)
		if err != nil {
			return fmt.Errorf("release: %s: %w", path, err)
		}
		if _, err := part.Write(f.Content); err != nil {
			return fmt.Errorf("release: %s: %w", path, err)
		}
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("release: %s: %w", path, err)
	}
	return nil
}
