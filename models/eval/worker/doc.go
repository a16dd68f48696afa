// Package worker makes trials in separate processes, each with a bound on its memory.
//
// A [Pool] starts the processes and hands them trials; each of them calls [Serve].
package worker
