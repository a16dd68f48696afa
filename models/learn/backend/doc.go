// Package backend selects the training backend: XLA on a GPU or CPU where its plugin works,
// otherwise pure Go.
//
//	b, err := backend.Open("")       // the choice explained below
//	b, err := backend.Open("go")     // pure Go, always there
//	b, err := backend.Open("xla:cpu")
//
// [Choose] decides, in this order:
//
//  1. GOMLX_BACKEND, if it is set; a backend named there that does not open is
//     an error, never a silent fallback.
//  2. XLA, if one of its plugins is found and multiplies two small matrices
//     correctly: first CUDA, then the CPU. One that `gdp doctor` measured to be slower than pure
//     Go on this machine, in its product and in its step ([Keep]), is passed over.
//  3. Pure Go.
//
// Nets that are chains of layers can be trained without any of these, by the kernels of
// models/learn/vector: where the backend is named "kernels", which is pure Go for all else; or, if
// none is named, beside pure Go, unless `gdp doctor` measured their step to take more time, and
// beside XLA, if it measured less. Which of them ran decides over last bits.
//
// Plugins are files named pjrt_c_api_NAME_plugin.so. They are looked for in the
// folders of PJRT_PLUGIN_LIBRARY_PATH, then in the [VenvPlugins] folder of the
// checkout that holds the working directory (`gdp lab` installs the CPU plugin
// there), then in the folders that GoMLX's own installer uses. Nothing is ever
// downloaded from here. XLA is reached by programs that import models/learn/backend/xla, as the
// commands and some cells of notebooks do, through cgo: others, and those built without a C
// compiler, have pure Go alone, and say so.
//
// Pure Go uses the processor's vector units only in a binary built with
// GOEXPERIMENT=simd; [SIMD] reports whether this one was.
package backend
