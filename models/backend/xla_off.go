//go:build !(cgo && ((linux && (amd64 || arm64)) || (darwin && arm64)))

package backend

import "runtime"

// whyNoXLA says why this binary cannot load XLA plugins.
const whyNoXLA = "built without XLA: it needs cgo (a C compiler) and Linux or macOS on arm64; this is " +
	runtime.GOOS + "/" + runtime.GOARCH
