//go:build !linux

package program

import (
	"errors"
	"os/exec"
)

func group(*exec.Cmd) {}

func kill(c *exec.Cmd) {
	if c.Process != nil {
		_ = c.Process.Kill()
	}
}

// bound is for Linux.
func bound(_ int, memory int64) error {
	if memory == 0 {
		return nil
	}
	return errors.New("a limit of memory is for Linux: other systems do not keep it")
}
