package app

import (
	"errors"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/models"
)

// No command succeeds if its output is lost; a paid release is stored.
func TestFullStandardOutput(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, args := range []string{
		"--help", "help stats", "run --help", "version", "--version", "methods", "data list", "stats karate --only nodes", "stats karate --only nodes --json",
		"completion bash", "account --sigma 1 --delta 1e-5", "run privdpr --mode strict --graph karate --epsilon 1 --out -",
	} {
		var stderr strings.Builder
		status := Run(t.Context(), strings.Fields(args), nil, full{}, &stderr, models.Methods()...)
		if status != 1 || !strings.Contains(stderr.String(), errFull.Error()) {
			t.Errorf("gdp %s: status %d, %s", args, status, stderr.String())
		}
		if !strings.Contains(args, "--out") {
			continue
		}
		_, where, _ := strings.Cut(strings.TrimSpace(stderr.String()), "it is stored in ")
		if net, _, err := graphio.Read(where, graphio.Options{}); err != nil || net.Graph.N() != 34 {
			t.Errorf("the release is in %q: %v", where, err)
		}
	}
}

var errFull = errors.New("no space left")

// full takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
