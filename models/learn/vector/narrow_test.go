//go:build !(goexperiment.simd && amd64)

package vector

// narrow is for tests: there are no wide registers.
func narrow() (back func()) { return func() {} }
