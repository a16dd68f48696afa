package app

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/spf13/cobra"
)

// predicted is the output of `gdp predict`.
type predicted struct {
	File      string    `json:"file"`
	Graph     string    `json:"graph"`
	Classes   int       `json:"classes"`
	Names     []string  `json:"class_names,omitempty"`
	IDs       any       `json:"ids,omitempty"` // ids of the nodes; none for 0, 1, …
	Shape     [2]int    `json:"shape"`
	Predicted []int32   `json:"predicted"` // the likeliest class of each node
	Scores    []float32 `json:"scores"`    // scores, row by row
	Note      string    `json:"note"`
}

func (a *app) predict() *cobra.Command {
	var name string
	var r reading
	c := &cobra.Command{
		Use:   "predict FILE --graph FILE|NAME",
		Short: "Predict node classes with a released classifier",
		Long: `predict reads a classifier that gdp run --out FILE.json wrote, and predicts the class of each node of a graph.
The graph needs the features that the classifier was trained on. If the classifier depends on node numbers,
the graph also needs the same nodes. "-" is standard input.

It reads these nodes without noise: no ε covers them.`,
		Example: "  gdp predict classifier.json --graph cora-ml\n  gdp predict classifier.json --graph others.npz --json",
		Args:    arguments(1, 1),
		RunE:    func(_ *cobra.Command, args []string) error { return a.predictNodes(args[0], name, r) },
	}
	graphFlag(c, &name, "graph file or data set name", reads)
	files(c, reads)
	r.flags(c)
	return c
}

func (a *app) predictNodes(model, name string, r reading) error {
	if name == "" {
		return usageError{errors.New("--graph is missing: give a file or a data set name")}
	}
	text, err := await(a, "reading "+model, func() ([]byte, error) { return file.Read(model) })
	if err != nil {
		return err
	}
	var known []release.Model
	for _, m := range a.methods {
		known = append(known, m.Models...)
	}
	classifier, err := release.LoadClassifier(bytes.NewReader(text), known...)
	if err != nil {
		return fmt.Errorf("%s: %w", model, err)
	}
	d, err := a.read(name, r)
	if err != nil {
		return err
	}
	if err := single(d, name, "predict"); err != nil {
		return err
	}
	p := &predicted{
		File: model, Graph: name, Classes: classifier.Classes, Names: classifier.Names, Shape: [2]int{d.Graph.N(), classifier.Classes},
		Note: "predictions read these nodes without noise: no ε covers them",
	}
	if d.IDs != nil {
		p.IDs = d.IDs.Values(d.Graph.N())
	}
	if p.Predicted, p.Scores, err = classifier.Predict(&d.Network); err != nil {
		return fmt.Errorf("%s: %w", model, err)
	}
	return a.print(p, func(w rows) {
		for u, k := range p.Predicted {
			class := fmt.Sprint(k)
			if p.Names != nil {
				class = p.Names[k]
			}
			w.row(d.IDs.Name(int32(u)), "%s", class)
		}
	})
}
