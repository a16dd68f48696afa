package walks

import (
	"context"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/estimate/null"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// SkipGram holds the settings of walks and of the skip-gram that learns from them.
type SkipGram struct {
	Dim       int     `range:"[1,65536]"` // of a row
	Walks     int     `range:"[1,4096]"`  // from each node
	Length    int     `range:"[2,65536]"` // of a walk, in nodes
	Window    int     `range:"[1,1024]"`  // the largest; a centre draws its own, 1 … Window
	Negatives int     `range:"[1,1024]"`  // k, of a centre, for all contexts in its window
	Rate      float64 `range:"(0,10]"`    // of the first step; it falls to 0 with the walks
}

// Uniform are the settings of DeepWalk.
type Uniform struct{ SkipGram }

// SecondOrder are the settings of node2vec.
type SecondOrder struct {
	SkipGram
	P float64 `range:"[1e-6,1e6]"` // of a walk that goes back
	Q float64 `range:"[1e-6,1e6]"` // of one that goes to where the last node has no edge
}

// Factorised are the settings of NetMF.
type Factorised struct {
	Dim       int     `range:"[1,65536]"`
	Window    int     `range:"[1,1024]"` // T
	Negatives float64 `range:"(0,1024]"` // b
}

// Eigenvectors are the settings of plain eigenvectors.
type Eigenvectors struct {
	Dim int `range:"[1,65536]"`
}

// Untrained is the null control.
type Untrained struct{ null.Untrained }

// Config is the configuration of a mode without privacy: a [Uniform], a [SecondOrder], a
// [Factorised] or a [Eigenvectors].
type Config interface {
	check(n int) error
	embed(ctx context.Context, run *checkpoint.Run, g *graph.Graph) (*Result, error)
}

// usual are the settings that papers after node2vec compare by, with the rate of word2vec.
var usual = SkipGram{Dim: 128, Walks: 10, Length: 80, Window: 10, Negatives: 5, Rate: 0.025}

// Deepwalk returns the setting of DeepWalk.
func Deepwalk() Uniform { return Uniform{usual} }

// Node2vec returns a setting of node2vec, which keeps walks near where they begin.
func Node2vec() SecondOrder { return SecondOrder{usual, 1, 0.5} }

// Netmf returns the setting of NetMF, with the window of the others.
func Netmf() Factorised { return Factorised{Dim: usual.Dim, Window: usual.Window, Negatives: 1} }

// Spectral returns the setting of plain eigenvectors.
func Spectral() Eigenvectors { return Eigenvectors{Dim: usual.Dim} }

// Null returns rows of the same width that never saw a graph.
func Null() Untrained { return Untrained{null.Untrained{Dim: usual.Dim}} }
