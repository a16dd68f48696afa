package release

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/columnar"
	"github.com/graphdp/graphdp/data/graph/npy"
)

// ErrNoTable: the classifier cannot be written as a table of nodes.
var ErrNoTable = errors.New("a table of the classes of nodes would read data that are not public: write the model, as .json")

// classified is a classifier's output for the nodes of a graph, stored as JSON beside the model.
type classified struct {
	Classes   int       `json:"classes"`
	Names     []string  `json:"class_names,omitempty"`
	IDs       any       `json:"ids,omitempty"` // ids of the rows; none for 0, 1, …
	Shape     []int     `json:"shape,omitempty"`
	Predicted []int64   `json:"predicted,omitempty"` // the likeliest class of each node
	Scores    []float32 `json:"scores,omitempty"`    // scores, row by row
	Train     []int32   `json:"train,omitempty"`     // training nodes
	Test      []int32   `json:"test,omitempty"`      // test nodes
	Of        string    `json:"model_of,omitempty"`  // type of the model
	Model     Model     `json:"model,omitempty"`     // nil if the scores are the model
}

// table scores all nodes from public data. Without public data it has only scores that were
// released.
func (c Classifier) table() (t classified, err error) {
	t = classified{Classes: c.Classes, Names: c.Names, Train: c.Split.Train, Test: c.Split.Test, Of: modelOf(c.Model), Model: c.Model}
	all, released := c.Model.(*Scores)
	n := 0
	switch {
	case released && all != nil && all.Classes > 0:
		n, t.Of, t.Model = len(all.Values)/all.Classes, "", nil
	case c.Public != nil && c.Public.Graph != nil:
		n = c.Public.Graph.N()
	}
	if n == 0 {
		return t, nil
	}
	if c.Public != nil && t.Names == nil {
		t.Names = c.Public.Classes
	}
	if c.IDs != nil {
		if c.IDs.Len() != n {
			return t, fmt.Errorf("release: %d ids for scores of %d nodes", c.IDs.Len(), n)
		}
		t.IDs = c.IDs.Values(n)
	}
	t.Shape = []int{n, c.Classes}
	for u := range int32(n) {
		scores, err := c.Scores(c.Public, u)
		if err != nil {
			return t, err
		}
		if len(scores) != c.Classes {
			return t, fmt.Errorf("release: %d scores of node %d, of %d classes", len(scores), u, c.Classes)
		}
		t.Predicted = append(t.Predicted, int64(Likeliest(scores)))
		t.Scores = append(t.Scores, scores...)
	}
	return t, nil
}

// Likeliest returns the first class with the largest score; 0 if there are no scores.
func Likeliest[F float32 | float64](scores []F) (best int32) {
	for c, s := range scores {
		if s > scores[best] {
			best = int32(c)
		}
	}
	return best
}

// Write implements [Release].
func (c Classifier) Write(w io.Writer, path string) error {
	if err := KindClassifier.Writable(path); err != nil {
		return err
	}
	t, err := c.table()
	if err != nil {
		return err
	}
	return file.Compress(w, path, func(w io.Writer) error {
		extension := strings.ToLower(filepath.Ext(file.WithoutGzip(path)))
		switch {
		case extension == ".json":
			return json.NewEncoder(w).Encode(t)
		case t.Predicted == nil:
			return fmt.Errorf("release: %w", ErrNoTable)
		case extension == ".npz":
			return t.npz(w)
		case extension == ".parquet":
			return columnar.Parquet.Write(w, nil, t.columns(c.IDs)...)
		}
		return t.csv(w, c.IDs)
	})
}

// columns returns the nodes, the names of their classes, and their scores.
func (t classified) columns(ids *graph.IDs) []columnar.Column {
	list := []columnar.Column{{Name: "node", Values: ids.Values(t.Shape[0])}, {Name: "predicted", Values: t.Predicted}}
	if t.Names != nil {
		names := make([]string, t.Shape[0])
		for u, k := range t.Predicted {
			names[u] = t.Names[k]
		}
		list[1].Values = names
	}
	for k := range t.Classes {
		scores := make([]float32, t.Shape[0])
		for u := range scores {
			scores[u] = t.Scores[u*t.Classes+k]
		}
		list = append(list, columnar.Column{Name: "s" + strconv.Itoa(k), Values: scores})
	}
	return list
}

// csv writes the table with commas.
func (t classified) csv(w io.Writer, ids *graph.IDs) error {
	out, columns := csv.NewWriter(w), t.columns(ids)
	row := make([]string, len(columns))
	for i, c := range columns {
		row[i] = c.Name
	}
	_ = out.Write(row) // errors are returned by Flush
	for u := range t.Shape[0] {
		for i, c := range columns {
			switch list := c.Values.(type) {
			case []string:
				row[i] = list[u]
			case []int64:
				row[i] = strconv.FormatInt(list[u], 10)
			case []float32:
				row[i] = strconv.FormatFloat(float64(list[u]), 'g', -1, 32)
			}
		}
		_ = out.Write(row)
	}
	out.Flush()
	return out.Error()
}

// npz writes arrays: predicted, scores with a row for each node, and ids, class_names and the split
// if present.
func (t classified) npz(w io.Writer) error {
	arrays := []npy.Array{npy.List("predicted", t.Predicted), {Name: "scores", Kind: "<f4", Shape: fmt.Sprintf("%d, %d", t.Shape[0], t.Shape[1]), Data: t.Scores}}
	if t.IDs != nil {
		arrays = append(arrays, npy.List("ids", t.IDs))
	}
	if t.Names != nil {
		arrays = append(arrays, npy.List("class_names", t.Names))
	}
	if t.Train != nil || t.Test != nil {
		arrays = append(arrays, npy.List("train", t.Train), npy.List("test", t.Test))
	}
	return npy.Archive(w, arrays...)
}

// Scores are scores for all nodes of one graph: a [Model] that reads nothing.
type Scores struct {
	Classes int       `json:"classes"`
	Values  []float32 `json:"scores"` // one row per node
}

// Scores implements [Model].
func (s *Scores) Scores(_ *graph.Network, u int32) ([]float32, error) {
	if s == nil || s.Classes < 1 || u < 0 || int(u) >= len(s.Values)/s.Classes {
		return nil, fmt.Errorf("release: node %d has no scores here", u)
	}
	return s.Values[int(u)*s.Classes:][:s.Classes], nil
}

// NumClasses returns the number of classes.
func (s *Scores) NumClasses() int {
	if s == nil {
		return 0
	}
	return s.Classes
}
