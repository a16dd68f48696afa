package cli

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/file"
	"github.com/graphdp/graphdp/gdp/graph"
)

// universe are the public ids under node-unbounded.
type universe struct {
	n      int
	ids    *graph.IDs // nil for 0 … n-1
	option gdp.Option
}

// parseUniverse reads a number of ids, or a file that lists them.
func parseUniverse(text string) (universe, error) {
	if n, err := strconv.Atoi(text); err == nil {
		if n < 1 || n > graph.MaxNodes {
			return universe{}, usageError{errors.New("want at least one id, and no more than a graph can have")}
		}
		return universe{n: n, option: gdp.Universe(n)}, nil
	}
	content, err := file.Read(text)
	if err != nil {
		return universe{}, err
	}
	names := slices.DeleteFunc(strings.Split(string(content), "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
	}
	if len(names) == 0 {
		return universe{}, errors.New("a file without ids")
	}
	ids, err := graph.StringIDs(names)
	return universe{len(names), ids, gdp.UniverseOf(ids)}, err
}
