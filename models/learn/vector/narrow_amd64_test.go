//go:build goexperiment.simd

package vector

// narrow switches wide registers off until back is called.
func narrow() (back func()) {
	old := wide
	wide = false
	return func() { wide = old }
}
