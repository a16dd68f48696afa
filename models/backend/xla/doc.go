// Package xla lets a program train on XLA. It is imported for that alone, by programs and by tests
// that compare backends:
//
//	import _ "github.com/graphdp/graphdp/models/backend/xla"
//
// The commands and the notebooks import it. A program without it trains in pure Go, and links in
// half the time, since XLA is reached through cgo.
package xla
