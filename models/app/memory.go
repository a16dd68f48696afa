package app

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph/graphio"
)

// fits refuses a graph that needs more memory than there is, as far as the head of its file tells:
// before it is read, and before anything is spent.
func (a *app) fits(name string, r reading) error {
	if a.memory == nil {
		return nil
	}
	nodes, edges, ok := graphio.Size(name)
	have := a.memory()
	if !ok || have == 0 {
		return nil
	}
	need := 16*int64(nodes) + 8*int64(edges) // its rows, and what checks them
	if r.holds != nil {
		need += r.holds(nodes, edges)
	}
	if need <= have {
		return nil
	}
	instead := "it needs a machine with more"
	if r.instead != "" {
		instead += ", or " + r.instead
	}
	return fmt.Errorf("%s has %d nodes and at least %d edges: %.1f GB of memory available, at least %.1f GB needed; %s", name, nodes, edges, float64(have)/1e9, float64(need)/1e9, instead)
}

// available returns how many bytes of memory a program can have, by what Linux says of the machine
// and of the group of the process; 0 if nothing says so.
func available() (bytes int64) {
	if text, err := file.Read("/proc/meminfo"); err == nil {
		_, rest, _ := strings.Cut(string(text), "MemAvailable:")
		number, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
		if kb, err := strconv.ParseInt(number, 10, 64); err == nil {
			bytes = kb << 10
		}
	}
	if text, err := file.Read("/sys/fs/cgroup/memory.max"); err == nil {
		if most, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && bytes > 0 {
			bytes = min(bytes, most)
		}
	}
	return bytes
}
