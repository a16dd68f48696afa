//go:build !(amd64 && goexperiment.simd)

package scalar

func narrow() {}
