package methodtest

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// released lists all releases of an outcome.
func released(o method.Outcome) []release.Release {
	return append([]release.Release{o.Release}, o.Also...)
}

// bits returns a text that is equal for two outcomes if their releases and their metadata are
// equal, bit by bit.
func bits(o method.Outcome) (string, error) {
	var parts []any
	for _, r := range released(o) {
		switch x := r.(type) {
		case release.Graph:
			parts = append(parts, bitsOf(x.Network)...)
		case release.Graphs:
			for _, w := range x.Graphs {
				parts = append(parts, bitsOf(w)...)
			}
			parts = append(parts, x.Labels)
		case release.Embedding:
			parts = append(parts, "embedding", x.Matrix, x.Other)
		case release.Classifier:
			parts = append(parts, "classifier", x.Model, x.Split)
		default:
			parts = append(parts, x.Kind(), x)
		}
	}
	text, err := json.Marshal(append(parts, o.Details))
	if err != nil {
		return "", fmt.Errorf("what is released cannot be written as JSON: %w", err)
	}
	return string(text), nil
}

// bitsOf returns the contents of a network.
func bitsOf(w *graph.Network) []any {
	offsets, targets := w.Graph.CSR()
	parts := []any{"graph", w.Graph.Directed(), offsets, targets, w.Labels}
	if w.Attrs != nil {
		offsets, columns, values := w.Attrs.CSR()
		parts = append(parts, offsets, columns, values)
	}
	return parts
}

// same returns an error if two outcomes differ.
func same(a, b method.Outcome, what string) error {
	x, err := bits(a)
	if err != nil {
		return err
	}
	y, err := bits(b)
	if err != nil {
		return err
	}
	if x != y {
		return fmt.Errorf("%s: the bits differ: %s", what, firstDifference(x, y))
	}
	return nil
}

// firstDifference returns the parts of two texts where they first differ.
func firstDifference(x, y string) string {
	at := 0
	for at < min(len(x), len(y)) && x[at] == y[at] {
		at++
	}
	part := func(s string) string { return s[max(0, at-20):min(len(s), at+20)] }
	return fmt.Sprintf("…%s… and …%s…", part(x), part(y))
}

// sound returns an error if an outcome contains numbers that are not finite.
func sound(o method.Outcome, net *graph.Network) error {
	for _, r := range released(o) {
		if err := finite(r, net); err != nil {
			return fmt.Errorf("%s: %w", r.Kind(), err)
		}
	}
	if _, err := json.Marshal(o.Details); err != nil {
		return fmt.Errorf("the details of the run: %w", err)
	}
	return nil
}

func finite(r release.Release, net *graph.Network) error {
	var values []float64
	add := func(list []float32) {
		for _, v := range list {
			values = append(values, float64(v))
		}
	}
	switch x := r.(type) {
	case release.Graph:
		if err := x.Check(); err != nil {
			return err
		}
		if x.Attrs != nil {
			_, _, list := x.Attrs.CSR()
			add(list)
		}
	case release.Graphs:
		if err := x.Check(); err != nil {
			return err
		}
	case release.Embedding:
		add(x.Values())
		if x.Other != nil {
			add(x.Other.Values())
		}
		score, err := x.Scores()
		if err != nil {
			return err
		}
		for u := range int32(min(3, x.N())) {
			values = append(values, score(u, 0))
		}
	case release.Classifier:
		if net.Attrs == nil {
			break
		}
		for u := range int32(min(3, net.Graph.N())) {
			scores, err := x.Scores(net, u)
			if err != nil {
				return err
			}
			add(scores)
		}
	case release.Statistics:
		for _, list := range x {
			values = append(values, list...)
		}
	}
	if slices.ContainsFunc(values, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }) {
		return fmt.Errorf("a number is not finite")
	}
	return nil
}
