//go:build cgo && ((linux && (amd64 || arm64)) || (darwin && arm64))

package xla

import (
	"github.com/gomlx/go-xla/compute/xla"

	"github.com/graphdp/graphdp/models/learn/backend"
	_ "github.com/graphdp/graphdp/models/learn/backend/xla/search"
)

// The project installs plugins in one place, `gdp lab`, with checksums; a
// library that downloads an executable because it was imported would not do.
func init() {
	xla.EnableAutoInstall(false)
	backend.WithXLA("")
}
