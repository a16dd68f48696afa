package gin

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/ranges"
)

// Config holds the settings.
type Config struct {
	Layers int     `range:"[1,64]"`
	Hidden int     `range:"[1,4096]"`
	Epochs int     `range:"[1,2^20]"`
	Batch  int     `range:"[2,65536]"`
	Folds  int     `range:"[2,1024]"`
	Rate   float64 `range:"(0,1]"` // of Adam; it halves every 50 epochs
}

// Default returns the settings of [GIN19] for such graphs, without its 350 epochs and its dropout.
func Default() Config {
	return Config{Layers: 5, Hidden: 64, Epochs: 20, Batch: 32, Folds: 10, Rate: 0.01}
}

// CrossValidate returns the accuracy of each fold: a network is trained on the graphs of all other
// folds in one collection, and tested after the last epoch on the fold's graphs in another. Graph i
// of both has the same class. Folds are stratified. With equal collections it is plain
// cross-validation.
func CrossValidate(ctx context.Context, learn, test *graph.Collection, c Config, seed uint64) ([]float64, error) {
	if ctx == nil {
		return nil, errors.New("gin: no context")
	}
	if err := ranges.Check("gin", c); err != nil {
		return nil, err
	}
	if err := alike(learn, test, c); err != nil {
		return nil, err
	}
	x, err := newClassifier(learn, test, c)
	if err != nil {
		return nil, err
	}
	defer x.close()
	rng := rand.New(rand.NewPCG(seed, 19))
	var accuracies []float64
	of := folds(test.Labels, c.Folds, rng)
	for k := range c.Folds {
		var known, held []int
		for i, fold := range of {
			if fold == k {
				held = append(held, i)
			} else {
				known = append(known, i)
			}
		}
		accuracy, err := x.accuracy(ctx, known, held, rng)
		if err != nil {
			return nil, err
		}
		accuracies = append(accuracies, accuracy)
	}
	return accuracies, nil
}

// alike refuses collections with different classes, and classes too small for the folds.
func alike(learn, test *graph.Collection, c Config) error {
	for _, x := range []*graph.Collection{learn, test} {
		if x == nil || x.Labels == nil || len(x.Classes) < 2 {
			return errors.New("gin: graphs without classes, or of one class")
		}
		if err := method.CheckGraphs("gin", x); err != nil {
			return err
		}
	}
	if len(learn.Graphs) != len(test.Graphs) {
		return fmt.Errorf("gin: %d graphs to learn from, and %d to test on", len(learn.Graphs), len(test.Graphs))
	}
	count := make([]int, len(test.Classes))
	for i, y := range test.Labels {
		if y < 0 || learn.Labels[i] != y {
			return fmt.Errorf("gin: graph %d is of class %d to learn from, and of %d to test on", i, learn.Labels[i], y)
		}
		count[y]++
	}
	for y, n := range count {
		if n < c.Folds {
			return fmt.Errorf("gin: class %s has %d graphs, fewer than %d folds", test.Classes[y], n, c.Folds)
		}
	}
	return nil
}

// folds assigns the graphs of each class to folds in random order.
func folds(labels []int32, count int, rng *rand.Rand) []int {
	of, next := make([]int, len(labels)), map[int32]int{}
	for _, i := range rng.Perm(len(labels)) {
		of[i] = next[labels[i]] % count
		next[labels[i]]++
	}
	return of
}
