package program

import (
	"fmt"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// group makes a process the first of a group, which ends with it, and it ends with this process.
func group(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	c.Cancel = func() error { kill(c); return nil }
}

// kill ends a process and those that it started.
func kill(c *exec.Cmd) {
	if c.Process != nil {
		_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
	}
}

// mostFile is the largest file that a program may write.
const mostFile = 4 << 30

// bound bounds the memory of a process, unless it is 0, and the files that it writes.
func bound(pid int, memory int64) error {
	limits := map[int]int64{unix.RLIMIT_FSIZE: mostFile}
	if memory > 0 {
		limits[unix.RLIMIT_DATA] = memory
	}
	for what, most := range limits {
		limit := unix.Rlimit{Cur: uint64(most), Max: uint64(most)}
		if err := unix.Prlimit(pid, what, &limit, nil); err != nil && err != unix.ESRCH { // it has ended
			return fmt.Errorf("bounding it: %w", err)
		}
	}
	return nil
}
