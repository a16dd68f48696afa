// Package backend selects the training backend: XLA on a GPU or CPU if its plugin works, otherwise
// pure Go.
//
//	b, err := backend.Open("")       // see Choose
//	b, err := backend.Open("go")     // pure Go, always available
//	b, err := backend.Open("xla:cpu")
//
// [Choose] decides, in this order:
//
//  1. GOMLX_BACKEND, if set. If that backend does not open, the result is an
//     error, never a silent fallback.
//  2. XLA, if a plugin is found and multiplies two small matrices correctly:
//     first CUDA, then the CPU. A plugin that `gdp doctor` measured to be slower
//     than pure Go on this machine, in both the product and the training step
//     ([Keep]), is skipped.
//  3. Pure Go.
//
// Chains of layers can be trained by the kernels of models/learn/vector, without any of these. The
// kernels are used if GOMLX_BACKEND is "kernels", which is pure Go for everything else. If it is
// not set, they are used with pure Go, unless `gdp doctor` measured them to be slower, and with XLA
// if it measured them to be faster. The kernels and the backends differ in the last bits.
//
// Plugins are files named pjrt_c_api_NAME_plugin.so. The search covers the folders of
// PJRT_PLUGIN_LIBRARY_PATH, then the [VenvPlugins] folder of the checkout that contains the working
// directory (`gdp lab` installs the CPU plugin there), then the folders of GoMLX's installer. This
// package downloads nothing. XLA needs cgo and models/learn/backend/xla, which the commands and
// some notebook cells import. Programs without that import, or built without a C compiler, have
// pure Go only, and report so.
//
// Pure Go uses the processor's vector units only in a binary built with GOEXPERIMENT=simd; [SIMD]
// reports whether this one was.
package backend
