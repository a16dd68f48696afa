// Package release defines the kinds of releases: graphs, collections, embeddings, classifiers,
// statistics and scores. The kind determines how a release is written, evaluated and attacked, for
// every method.
package release

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/graph/npy"
	"github.com/graphdp/graphdp/models/method/split"
)

// Kind is the kind of a release.
type Kind string

// The kinds.
const (
	KindGraph      Kind = "graph"
	KindGraphs     Kind = "graphs"
	KindEmbedding  Kind = "embedding"
	KindClassifier Kind = "classifier"
	KindStatistics Kind = "statistics"
)

// Extension is the default file extension of the kind.
func (k Kind) Extension() string {
	switch k {
	case KindGraph, KindEmbedding:
		return ".txt"
	case KindGraphs:
		return ".zip"
	}
	return ".json"
}

// Extensions lists the file extensions that a kind can be written to.
func (k Kind) Extensions() []string {
	switch k {
	case KindGraph:
		return graphio.Extensions()
	case KindEmbedding:
		return embed.Extensions()
	case KindGraphs:
		return []string{".zip"}
	case KindClassifier:
		return []string{".json", ".csv", ".npz", ".parquet"}
	}
	return []string{".json"}
}

// Release is a released value: a [Graph], [Graphs], an [Embedding], a [Classifier] or [Statistics].
type Release interface {
	Kind() Kind
	// Summary describes the release: as text in one line, and as JSON.
	Summary() fmt.Stringer
	// Write writes the release in the format of the file name; see [Kind.Writable].
	Write(w io.Writer, path string) error
}

// Graph is a released graph.
type Graph struct {
	*graph.Network
	// Pairs returns scores of pairs when they are needed; nil if the graph alone is released. See
	// [Graph.Scores].
	Pairs func() (*Pairs, error) `json:"-"`
	Rows  *embed.Matrix          `json:"-"` // blocks that the graph is generated from; may be nil
}

// Scores returns a score for pairs of nodes; a larger score means a likelier edge. It is the score
// of Pairs; without Pairs, edges of the graph come first, then pairs by their common neighbours.
func (g Graph) Scores() (func(u, v int32) float64, error) {
	if g.Network == nil || g.Graph == nil {
		return nil, errors.New("release: no graph to score pairs by")
	}
	if g.Pairs != nil {
		p, err := g.Pairs()
		if err != nil {
			return nil, err
		}
		return p.Scores(g.Graph.N())
	}
	drawn := g.Graph.Undirected()
	return func(u, v int32) float64 {
		common := 0.0
		for _, w := range drawn.Neighbors(u) {
			if drawn.HasEdge(v, w) {
				common++
			}
		}
		if drawn.HasEdge(u, v) {
			common += float64(drawn.N())
		}
		return common
	}, nil
}

// Embedding is a vector for each node.
type Embedding struct {
	*embed.Matrix
	Other *embed.Matrix // second vector of each node, such as its context vector; may be nil
	Pairs *Pairs        // nil if pairs are scored by the product of their vectors
	IDs   *graph.IDs    // nil if numbers identify the nodes
}

// Model scores the classes of nodes.
type Model interface {
	// Scores returns a score for each class. It reads only the node's own features and data that
	// the relation makes public.
	Scores(net *graph.Network, u int32) ([]float32, error)
}

// Classifier is a trained model.
type Classifier struct {
	Model
	Classes int
	Names   []string    // names of the classes, which are public; nil for numbers
	Split   split.Nodes // training and test nodes
	// Public is the data that may be read to classify nodes: at edge level, everything except
	// edges. It is nil if features are private; then the release has a model and no table.
	Public *graph.Network
	IDs    *graph.IDs // nil if numbers identify the nodes
}

// Statistics are released numbers, by name.
type Statistics map[string][]float64

// Kind implements [Release].
func (Graph) Kind() Kind { return KindGraph }

// Kind implements [Release].
func (Embedding) Kind() Kind { return KindEmbedding }

// Kind implements [Release].
func (Classifier) Kind() Kind { return KindClassifier }

// Kind implements [Release].
func (Statistics) Kind() Kind { return KindStatistics }

type graphSummary struct {
	Nodes int `json:"nodes"`
	Edges int `json:"edges"`
}

func (s graphSummary) String() string {
	return fmt.Sprintf("a graph of %d nodes and %d edges", s.Nodes, s.Edges)
}

// Summary implements [Release].
func (g Graph) Summary() fmt.Stringer {
	if g.Network == nil {
		return graphSummary{}
	}
	return graphSummary{g.Graph.N(), g.Graph.M()}
}

type embeddingSummary struct {
	Nodes int `json:"nodes"`
	Dim   int `json:"dim"`
}

func (s embeddingSummary) String() string {
	return fmt.Sprintf("%d rows of %d numbers", s.Nodes, s.Dim)
}

// Summary implements [Release].
func (e Embedding) Summary() fmt.Stringer { return embeddingSummary{e.N(), e.Dim()} }

type classifierSummary struct {
	Classes int `json:"classes"`
	Train   int `json:"train_nodes"`
	Test    int `json:"test_nodes"`
}

func (s classifierSummary) String() string {
	return fmt.Sprintf("a classifier of %d classes, trained on %d nodes", s.Classes, s.Train)
}

// Summary implements [Release].
func (c Classifier) Summary() fmt.Stringer {
	return classifierSummary{c.Classes, len(c.Split.Train), len(c.Split.Test)}
}

type statisticsSummary map[string]int

func (s statisticsSummary) String() string { return fmt.Sprintf("%d statistics", len(s)) }

// Summary implements [Release].
func (s Statistics) Summary() fmt.Stringer {
	sizes := statisticsSummary{}
	for name, values := range s {
		sizes[name] = len(values)
	}
	return sizes
}

// Writable returns an error if a release of the kind cannot be written to a file of that name,
// because no format has its extension.
func (k Kind) Writable(path string) (err error) {
	switch k {
	case KindGraph:
		var f graphio.Format
		if f, err = graphio.FormatOf(path); f == graphio.TU {
			return fmt.Errorf("release: %s is a folder: a graph is written to a file", path)
		}
	case KindGraphs: // a .zip file, or a folder of any name
	case KindEmbedding:
		_, err = embed.FormatOf(path)
	default:
		if !slices.Contains(k.Extensions(), strings.ToLower(filepath.Ext(file.WithoutGzip(path)))) {
			return fmt.Errorf("release: %s: a release of kind %s is written as %s, each also with .gz", path, k, strings.Join(k.Extensions(), ", "))
		}
	}
	return err
}

// Nodes returns the size in bytes of n node ids in a file of that name, or the reason why its
// format cannot hold them. It needs no release.
func (k Kind) Nodes(path string, n int, ids *graph.IDs) (bytes int64, err error) {
	var w counter
	switch k {
	case KindGraph:
		var g *graph.Graph
		if g, _, err = graph.FromEdges(n, nil, graph.Options{}); err == nil {
			err = Graph{Network: &graph.Network{Graph: g, IDs: ids}}.Write(&w, path)
		}
	case KindEmbedding:
		var m *embed.Matrix
		if m, err = embed.New(n, 1); err == nil {
			err = Embedding{Matrix: m, IDs: ids}.Write(&w, path)
		}
	case KindClassifier:
		err = Classifier{Model: &Scores{Classes: 1, Values: make([]float32, n)}, Classes: 1, IDs: ids}.Write(&w, path)
	}
	return int64(w), err
}

// counter counts the bytes that are written to it.
type counter int64

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}

// Write implements [Release].
func (g Graph) Write(w io.Writer, path string) error {
	var beside []npy.Array
	if f, err := graphio.FormatOf(path); err == nil && f == graphio.NPZ && g.Pairs != nil {
		p, err := g.Pairs()
		if err != nil {
			return err
		}
		beside = p.arrays()
	}
	if g.Rows != nil {
		beside = append(beside, g.Rows.Array("rows"))
	}
	return graphio.WriteAs(w, path, g.Network, beside...)
}

// Write implements [Release].
func (e Embedding) Write(w io.Writer, path string) error {
	beside := e.Pairs.arrays()
	if e.Other != nil {
		beside = append(beside, e.Other.Array("context"))
	}
	return e.Matrix.WriteAs(w, path, e.IDs, beside...)
}

// Write implements [Release].
func (s Statistics) Write(w io.Writer, path string) error {
	if err := KindStatistics.Writable(path); err != nil {
		return err
	}
	return file.Compress(w, path, func(w io.Writer) error { return json.NewEncoder(w).Encode(s) })
}

// Scores returns the score of a pair of nodes, the larger the likelier an edge.
func (e Embedding) Scores() (func(u, v int32) float64, error) {
	if e.Pairs != nil {
		return e.Pairs.Scores(e.N())
	}
	return e.Dot, nil
}

// Both adds the products of one node's vector and the other's second vector, in both directions:
// the score that skip-gram fits. There must be second vectors.
func (e Embedding) Both(u, v int32) float64 {
	return embed.Dot(e.Row(u), e.Other.Row(v)) + embed.Dot(e.Row(v), e.Other.Row(u))
}

// Named returns the release with node ids, if it has none. Nil ids change nothing.
func Named(r Release, ids *graph.IDs) Release {
	switch x := r.(type) {
	case Graph:
		if x.IDs == nil {
			net := *x.Network
			net.IDs = ids
			return Graph{&net, x.Pairs, x.Rows}
		}
	case Embedding:
		if x.IDs == nil {
			x.IDs = ids
		}
		return x
	case Classifier:
		if x.IDs == nil {
			x.IDs = ids
		}
		return x
	}
	return r
}
