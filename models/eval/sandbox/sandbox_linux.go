package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// name is the name under which the sandbox starts this program again to prepare it: see init.
const name = "gdp-sandbox"

// Wrap makes a command start in a sandbox. Of the folder all, which holds folders of runs, the
// command sees only own, and writes only there. Wrap overwrites c.SysProcAttr.
func Wrap(c *exec.Cmd, all, own string) {
	c.Args = append([]string{name, all, own, c.Path}, c.Args...)
	c.Path = "/proc/self/exe"
	if c.SysProcAttr == nil {
		c.SysProcAttr = new(syscall.SysProcAttr)
	}
	a := c.SysProcAttr
	a.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWNET | syscall.CLONE_NEWIPC
	a.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
	a.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	a.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SETPCAP}
}

// Works returns nil, or the reason why this system allows no sandbox.
var Works = sync.OnceValue(func() error {
	all, err := os.MkdirTemp("", "gdp-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(all)
	own := filepath.Join(all, "own")
	if err := os.Mkdir(own, 0o700); err != nil {
		return err
	}
	c := exec.Command("/proc/self/exe")
	c.Dir = own
	Wrap(c, all, own)
	c.Args = c.Args[:3]
	if out, err := c.CombinedOutput(); err != nil {
		if len(out) > 0 {
			err = errors.New(string(bytes.TrimSpace(out)))
		}
		return err
	}
	return nil
})

// init makes this program the process that prepares a sandbox, and then becomes the command.
func init() {
	if len(os.Args) < 3 || os.Args[0] != name {
		return
	}
	runtime.LockOSThread() // rights belong to a thread
	err := enter(os.Args[1], os.Args[2])
	if err == nil && len(os.Args) > 4 {
		err = fmt.Errorf("%s: %w", os.Args[3], syscall.Exec(os.Args[3], os.Args[4:], os.Environ()))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(126)
	}
	os.Exit(0)
}

// enter restricts the file system to the visible and writable paths, and drops all rights.
func enter(all, own string) error {
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	fd, err := unix.Open(own, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	const plain = unix.MS_NOSUID | unix.MS_NODEV
	writable := []string{own}
	for _, step := range []struct {
		what string
		do   func() error
	}{
		{"a file system of its own", func() error { return unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "") }},
		{"shared memory", func() error {
			if !strings.HasPrefix(all, "/dev/shm/") && unix.Mount("tmpfs", "/dev/shm", "tmpfs", plain, "") == nil {
				writable = append(writable, "/dev/shm")
			}
			return nil
		}},
		{"hiding other runs", func() error { return unix.Mount("tmpfs", all, "tmpfs", plain, "mode=0755") }},
		{"its folder", func() error { return os.Mkdir(own, 0o700) }},
		{"its folder", func() error { return unix.Mount(fmt.Sprintf("/proc/self/fd/%d", fd), own, "", unix.MS_BIND, "") }},
		{"hiding processes", func() error { return unix.Mount("proc", "/proc", "proc", plain|unix.MS_NOEXEC, "") }},
		{"no writing elsewhere", func() error {
			return unix.MountSetattr(unix.AT_FDCWD, "/", unix.AT_RECURSIVE, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY})
		}},
		{"writing", func() error {
			for _, path := range writable {
				if err := unix.MountSetattr(unix.AT_FDCWD, path, 0, &unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY}); err != nil {
					return err
				}
			}
			return nil
		}},
		{"its folder", func() error { return os.Chdir(here) }},
		{"rights", drop},
	} {
		if err := step.do(); err != nil {
			return fmt.Errorf("sandbox: %s: %w", step.what, err)
		}
	}
	return nil
}

// drop gives up all rights of this thread, irrevocably.
func drop() error {
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return err
	}
	for c := uintptr(0); unix.Prctl(unix.PR_CAPBSET_READ, c, 0, 0, 0) == nil; c++ {
		if err := unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0); err != nil {
			return err
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	var none [2]unix.CapUserData
	return unix.Capset(&unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}, &none[0])
}
