// Package xla registers the XLA backend. Programs, and tests that compare backends, import it for
// this side effect only:
//
//	import _ "github.com/graphdp/graphdp/models/learn/backend/xla"
//
// The commands import it. Programs without it, most notebook cells among them, train in pure Go and
// link in half the time, since XLA needs cgo. A cell that needs XLA calls [Link].
package xla

// Link does nothing: importing the package is enough. Notebook cells that train on XLA call it,
// because the kernel drops unused imports.
func Link() {}
