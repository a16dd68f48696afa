//go:build cgo && ((linux && (amd64 || arm64)) || (darwin && arm64))

package backend

import "github.com/gomlx/go-xla/compute/xla"

// whyNoXLA is empty: this binary can load XLA plugins.
const whyNoXLA = ""

// The project installs plugins in one place, `gdp lab`, with checksums; a
// library that downloads an executable because it was imported would not do.
func init() { xla.EnableAutoInstall(false) }
