package release

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/models/method/split"
)

// modelOf returns the type name of a model in a file, such as "gap.Model".
func modelOf(m Model) string {
	if m == nil {
		return ""
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", m), "*")
}

// Load reads a release from a file that Write wrote: a graph in any format, an embedding as .npz or
// text, a classifier or statistics as .json, graphs as .zip or a folder. Scores of pairs are read
// from .npz. See [LoadClassifier] for known.
func Load(kind Kind, path string, known ...Model) (Release, error) {
	switch kind {
	case KindGraph:
		return loadGraph(path)
	case KindGraphs:
		c, _, err := graphio.ReadCollection(path, graphio.Options{})
		return Graphs{c}, err
	case KindEmbedding:
		return loadEmbedding(path)
	}
	text, err := file.Read(path)
	if err != nil {
		return nil, fmt.Errorf("release: %w", err)
	}
	if kind == KindClassifier {
		return LoadClassifier(bytes.NewReader(text), known...)
	}
	var s Statistics
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("release: %s: not a file of statistics: %w", path, err)
	}
	return s, nil
}

func isNPZ(path string) bool { return strings.EqualFold(filepath.Ext(file.WithoutGzip(path)), ".npz") }

func loadGraph(path string) (g Graph, err error) {
	if g.Network, _, err = graphio.Read(path, graphio.Options{}); err != nil || !isNPZ(path) {
		return g, err
	}
	arrays, err := graphio.ReadArrays(path)
	if err != nil {
		return g, err
	}
	p, err := pairsOf(arrays)
	if p != nil {
		g.Pairs = func() (*Pairs, error) { return p, nil }
	}
	return g, err
}

func loadEmbedding(path string) (e Embedding, err error) {
	if !isNPZ(path) {
		in, err := file.Open(path)
		if err != nil {
			return e, fmt.Errorf("release: %w", err)
		}
		defer in.Close()
		names, m, err := embed.Read(in)
		if err != nil {
			return e, fmt.Errorf("%s: %w", path, err)
		}
		e.Matrix = m
		e.IDs, err = graph.StringIDs(names)
		return e, err
	}
	arrays, err := graphio.ReadArrays(path)
	if err != nil {
		return e, err
	}
	matrix := func(name string) (m *embed.Matrix) {
		if rows := arrays.Floats(name); err == nil && len(rows) > 0 {
			m, err = embed.FromValues(slices.Concat(rows...), len(rows[0]))
		}
		return m
	}
	e.Matrix, e.Other, e.IDs = matrix("rows"), matrix("context"), arrays.IDs("ids")
	if err == nil {
		e.Pairs, err = pairsOf(arrays)
	}
	switch {
	case err != nil:
		return e, fmt.Errorf("%s: %w", path, err)
	case e.N() == 0 || e.Other != nil && e.Other.N() != e.N() || e.IDs != nil && e.IDs.Len() != e.N():
		return e, fmt.Errorf("release: %s: not an embedding: found no array named rows, or others of another length", path)
	}
	return e, nil
}

// LoadClassifier reads a classifier that [Classifier.Write] wrote as .json with a model or with
// scores for all nodes. The type of the model must be that of one of known, which are pointers.
func LoadClassifier(r io.Reader, known ...Model) (c Classifier, err error) {
	var t struct {
		classified
		Of    string          `json:"model_of"`
		Model json.RawMessage `json:"model"`
	}
	if r == nil {
		return c, errors.New("release: no reader")
	}
	if err := json.NewDecoder(r).Decode(&t); err != nil {
		return c, fmt.Errorf("release: not a saved classifier: %w", err)
	}
	if t.Classes < 1 || t.Names != nil && len(t.Names) != t.Classes {
		return c, fmt.Errorf("release: not a saved classifier: %d classes with %d names", t.Classes, len(t.Names))
	}
	c = Classifier{Classes: t.Classes, Names: t.Names, Split: split.Nodes{Train: t.Train, Test: t.Test}}
	if t.Of == "" {
		if len(t.Scores) == 0 || len(t.Scores)%t.Classes != 0 {
			return c, fmt.Errorf("release: not a saved classifier: found neither a model nor scores of %d classes", t.Classes)
		}
		c.Model = &Scores{t.Classes, t.Scores}
		return c, nil
	}
	for _, m := range known {
		kind := reflect.TypeOf(m)
		if modelOf(m) != t.Of || kind.Kind() != reflect.Pointer {
			continue
		}
		loaded := reflect.New(kind.Elem())
		if err := json.Unmarshal(t.Model, loaded.Interface()); err != nil {
			return c, fmt.Errorf("release: the model %s: %w", t.Of, err)
		}
		c.Model = loaded.Interface().(Model)
		return c, nil
	}
	return c, fmt.Errorf("release: the model %s is none that this program knows", t.Of)
}

// Predict returns the likeliest class of each node, and the scores of all classes, node by node. It
// reads the same data as the model; ε does not cover that data if it is private. A model that does
// not fit the network, such as one from a modified file, is an error.
func (c Classifier) Predict(net *graph.Network) (classes []int32, scores []float32, err error) {
	if c.Model == nil || net == nil || net.Graph == nil {
		return nil, nil, errors.New("release: to predict takes a model and a network")
	}
	if all, ok := c.Model.(*Scores); ok && all != nil && len(all.Values) != all.Classes*net.Graph.N() {
		return nil, nil, fmt.Errorf("release: the scores are those of a graph of %d nodes, and this one has %d", len(all.Values)/max(1, all.Classes), net.Graph.N())
	}
	defer func() {
		if broken := recover(); broken != nil {
			classes, scores, err = nil, nil, fmt.Errorf("release: the model %s does not fit: %v", modelOf(c.Model), broken)
		}
	}()
	for u := range int32(net.Graph.N()) {
		row, err := c.Scores(net, u)
		if err != nil {
			return nil, nil, err
		}
		if len(row) != c.Classes {
			return nil, nil, fmt.Errorf("release: %d scores of node %d, of %d classes", len(row), u, c.Classes)
		}
		classes, scores = append(classes, Likeliest(row)), append(scores, row...)
	}
	return classes, scores, nil
}
