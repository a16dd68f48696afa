//go:build cgo && ((linux && (amd64 || arm64)) || (darwin && arm64))

package xla

import (
	"github.com/gomlx/go-xla/compute/xla"

	"github.com/graphdp/graphdp/models/learn/backend"
	_ "github.com/graphdp/graphdp/models/learn/backend/xla/search"
)

// `gdp lab` alone installs plugins, with checksums. GoMLX's automatic download of executables on
// import is disabled.
func init() {
	xla.EnableAutoInstall(false)
	backend.WithXLA("")
}
