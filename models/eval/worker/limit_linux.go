package worker

import (
	"fmt"
	"runtime/debug"
	"syscall"
)

// rlimitData is RLIMIT_DATA of Linux: the memory of its own that a process may write to. It
// does not count what is reserved and never used, of which Go and XLA have much.
const rlimitData = 2

// Limit bounds the memory of this process: the garbage collector works harder beyond nine tenths
// of it, and the system refuses more.
func Limit(bytes int64) error {
	debug.SetMemoryLimit(bytes / 10 * 9)
	limit := syscall.Rlimit{Cur: uint64(bytes), Max: uint64(bytes)}
	if err := syscall.Setrlimit(rlimitData, &limit); err != nil {
		return fmt.Errorf("worker: bounding memory to %d bytes: %w", bytes, err)
	}
	return nil
}
