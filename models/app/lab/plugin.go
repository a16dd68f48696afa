package lab

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

//go:embed plugin.txt
var pluginLock string

const (
	stampPlugin = "plugin"
	pureGo      = "training runs in pure Go"
)

// plugin installs XLA's CPU plugin where there is one. It is never a reason to
// stop: without it training runs in pure Go.
func (s *setup) plugin(ctx context.Context, l *line) (string, error) {
	if system := runtime.GOOS + "/" + runtime.GOARCH; system != "linux/amd64" {
		return fmt.Sprintf("none for %s: %s", system, pureGo), nil
	}
	if !s.golang.cgo {
		return "needs a C compiler (gcc or clang): " + pureGo, nil
	}
	link := s.venv("lib", "pjrt", "pjrt_c_api_cpu_plugin.so")
	result, err := s.step(l, stampPlugin, keyOf(pluginLock, s.Root), []string{link}, func() error {
		if err := s.pip(ctx, l, "plugin.txt", pluginLock, "--retries", "1"); err != nil {
			return err
		}
		return s.linkPlugin(link)
	})
	if errors.Is(err, context.Canceled) {
		return "", err
	}
	if err != nil {
		var p *Problem
		errors.As(explain("", "", "", err), &p)
		return fmt.Sprintf("skipped, %s: %s; the next start tries again (%s)", p.Cause, pureGo, s.log), nil
	}
	s.Plugin = link
	return result, nil
}

// linkPlugin gives the installed library the name and folder that GoMLX looks for.
func (s *setup) linkPlugin(link string) error {
	found, err := filepath.Glob(s.venv("lib", "python*", "site-packages", "xla_plugins", "xla_cpu_pjrt", "xla_cpu_pjrt.so"))
	if err != nil {
		return err
	}
	if len(found) != 1 {
		return fmt.Errorf("lab: %d XLA libraries below %s, want one", len(found), s.venv("lib"))
	}
	target, err := filepath.Rel(filepath.Dir(link), found[0])
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
		return err
	}
	if err := os.Remove(link); err != nil && !os.IsNotExist(err) {
		return err
	}
	return os.Symlink(target, link)
}
