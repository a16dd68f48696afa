package lab

import (
	"os/exec"
	"syscall"
)

// detach gives a command a separate process group, out of reach of the
// terminal's Ctrl-C. The system cannot end it when this process is killed.
func detach(cmd *exec.Cmd, _ syscall.Signal) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// endOrphans does nothing here.
func endOrphans(string) {}

// FollowGoRun does nothing here: the system has no such signal.
func FollowGoRun() error { return nil }
