//go:build !linux

package sandbox

import (
	"errors"
	"os/exec"
)

// Wrap does nothing: see [Works].
func Wrap(*exec.Cmd, string, string) {}

// Works returns why this system allows no sandbox.
func Works() error { return errors.New("it needs Linux") }
