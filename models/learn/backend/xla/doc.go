// Package xla registers the XLA backend. It is imported for that alone, by programs and by tests
// that compare backends:
//
//	import _ "github.com/graphdp/graphdp/models/learn/backend/xla"
//
// The commands import it. A program without it trains in pure Go, and links in half the time,
// since XLA is reached through cgo: so do the cells of notebooks, but those that call [Link].
package xla

// Link does nothing: to import the package is enough. A cell that is to train on XLA calls it,
// because the kernel drops imports that a cell does not name.
func Link() {}
