// Package worker runs trials in separate processes with a memory limit.
//
// A [Pool] starts the processes and hands them trials; each of them calls [Serve].
package worker
