package graphio

import (
	"errors"
	"fmt"

	"slices"
	"strings"

	"github.com/graphdp/graphdp/gdp/file"
	"github.com/graphdp/graphdp/gdp/graph"
)

// ReadNodes reads a list of nodes, an id in each line: the declared nodes of a graph, in their
// order. Ids are integers if all are, else strings. Empty lines are skipped.
func ReadNodes(path string) (*graph.IDs, error) {
	text, err := file.Read(path)
	if err != nil {
		return nil, fmt.Errorf("graphio: %w", err)
	}
	names := slices.DeleteFunc(strings.Split(strings.TrimPrefix(string(text), "\ufeff"), "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
	}
	if len(names) == 0 {
		return nil, wrap(path, errors.New("a list of nodes without ids"))
	}
	ids, err := graph.StringIDs(names)
	if ints, _ := integers(names); ints != nil {
		ids, err = graph.IntIDs(ints)
	}
	if err != nil {
		return nil, wrap(path, err)
	}
	return ids, nil
}
