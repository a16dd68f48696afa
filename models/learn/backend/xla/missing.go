//go:build !(cgo && ((linux && (amd64 || arm64)) || (darwin && arm64)))

package xla

import (
	"runtime"

	"github.com/graphdp/graphdp/models/learn/backend"
)

func init() {
	backend.WithXLA("built without XLA: it needs cgo (a C compiler) and Linux or macOS on arm64; this is " +
		runtime.GOOS + "/" + runtime.GOARCH)
}
