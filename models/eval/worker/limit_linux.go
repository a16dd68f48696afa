package worker

import (
	"fmt"
	"runtime/debug"
	"syscall"
)

// rlimitData is RLIMIT_DATA of Linux: the private writable memory of a process. It does not count
// reserved and unused memory, of which Go and XLA have much.
const rlimitData = 2

// Limit bounds the memory of this process: the garbage collector works harder above nine tenths of
// the limit, and the system refuses more.
func Limit(bytes int64) error {
	debug.SetMemoryLimit(bytes / 10 * 9)
	limit := syscall.Rlimit{Cur: uint64(bytes), Max: uint64(bytes)}
	if err := syscall.Setrlimit(rlimitData, &limit); err != nil {
		return fmt.Errorf("worker: bounding memory to %d bytes: %w", bytes, err)
	}
	return nil
}
