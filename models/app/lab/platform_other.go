//go:build !linux && !darwin

package lab

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// supported is false here, and Prepare only returns an error.
const supported = false

func tryLock(*os.File) (bool, error)              { return false, errors.ErrUnsupported }
func freeSpace(string) (uint64, error)            { return 0, errors.ErrUnsupported }
func alive(int) bool                              { return false }
func signalGroup(*exec.Cmd, syscall.Signal) error { return errors.ErrUnsupported }
func detach(*exec.Cmd, syscall.Signal)            {}
func endOrphans(string)                           {}

// FollowGoRun does nothing here.
func FollowGoRun() error { return nil }
