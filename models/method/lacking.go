package method

import (
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
)

// CheckGraphs refuses a collection that is not whole, one without graphs, and graphs without nodes.
func CheckGraphs(name string, c *graph.Collection) error {
	if err := c.Check(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if c == nil || len(c.Graphs) == 0 {
		return fmt.Errorf("%s: no graphs", name)
	}
	for i, n := range c.Sizes() {
		if n == 0 {
			return fmt.Errorf("%s: graph %d has no nodes", name, i)
		}
	}
	return nil
}

// Lacking is the error of data that a classifier of nodes cannot learn from, or nil.
func Lacking(features, labels bool) error {
	switch {
	case !features && !labels:
		return errors.New("nodes without features and without labels")
	case !features:
		return errors.New("nodes without features")
	case !labels:
		return errors.New("nodes without labels")
	}
	return nil
}
