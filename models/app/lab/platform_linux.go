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

// endOrphans ends the gopls processes of a folder of programs whose kernel is
// gone: GoNB takes its gopls along when it is asked to end, not when it crashes. The one that
// kernels share (gopls serve) ends by itself a minute after the last of them.
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

// FollowGoRun has this process end when the `go run` that started it is killed,
// which otherwise would leave it running.
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
