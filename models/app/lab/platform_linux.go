package lab

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/graphdp/graphdp/data/file"
)

// detach gives a command a separate process group, out of reach of the
// terminal's Ctrl-C. If this process is killed outright, the command gets the
// signal last.
func detach(cmd *exec.Cmd, last syscall.Signal) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: last}
}

// endOrphans ends gopls processes from the folder bin whose kernel has died: GoNB ends its gopls on
// a regular exit, but not when it crashes. The shared server (gopls serve) exits a minute after the
// last kernel.
func endOrphans(bin string) {
	processes, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return
	}
	program := func(process string) string {
		path, _ := os.Readlink(filepath.Join(process, "exe")) // "" if it is not ours
		return strings.TrimSuffix(path, " (deleted)")
	}
	gopls, gonb := filepath.Join(bin, "gopls"), filepath.Join(bin, "gonb")
	for _, process := range processes {
		if arguments, err := file.Read(filepath.Join(process, "cmdline")); err != nil || program(process) != gopls || strings.Contains(string(arguments), "\x00serve\x00") {
			continue
		}
		var pid, parent int
		stat, err := file.Read(filepath.Join(process, "stat"))
		if err != nil {
			continue
		}
		if _, err := fmt.Sscanf(string(stat), "%d (gopls) %1s %d", &pid, new(string), &parent); err != nil {
			continue
		}
		switch program(fmt.Sprintf("/proc/%d", parent)) {
		case gonb, gopls: // in use
		default:
			_ = syscall.Kill(pid, syscall.SIGTERM)
		}
	}
}

// FollowGoRun makes this process end when the `go run` that started it is killed. Otherwise it
// would continue.
func FollowGoRun() error {
	parent, err := file.Read(fmt.Sprintf("/proc/%d/comm", os.Getppid()))
	if err != nil || strings.TrimSpace(string(parent)) != "go" {
		return nil
	}
	_, _, errno := syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_PDEATHSIG, uintptr(syscall.SIGTERM), 0)
	if errno != 0 {
		return fmt.Errorf("lab: prctl: %w", errno)
	}
	return nil
}
