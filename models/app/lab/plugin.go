package lab

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"
)

//go:embed plugin.txt
var pluginLock string

//go:embed cuda.txt
var cudaLock string

// xlaPlugin is a plugin of XLA: its lock file and the library in the packages.
type xlaPlugin struct{ name, file, lock, library string }

var (
	cpuPlugin  = xlaPlugin{"cpu", "plugin.txt", pluginLock, "xla_plugins/xla_cpu_pjrt/xla_cpu_pjrt.so"}
	cudaPlugin = xlaPlugin{"cuda", "cuda.txt", cudaLock, "jax_plugins/xla_cuda13/xla_cuda_plugin.so"}
)

const (
	stampPlugin = "plugin"
	stampCUDA   = "cuda"
	pureGo      = "training runs in pure Go"
	withoutGPU  = "training runs on the CPU"
)

// plugin installs XLA's CPU plugin if there is one for this system. A failure is not an error:
// training then runs in pure Go.
func (s *setup) plugin(ctx context.Context, l *line) (string, error) {
	link, result, err := s.install(ctx, l, cpuPlugin, stampPlugin, pureGo)
	s.Plugin = link
	return result, err
}

// cuda installs XLA's plugin for NVIDIA GPUs.
func (s *setup) cuda(ctx context.Context, l *line) (string, error) {
	_, result, err := s.install(ctx, l, cudaPlugin, stampCUDA, withoutGPU)
	return result, err
}

// hasGPU reports whether nvidia-smi lists a GPU.
func hasGPU(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "nvidia-smi", "-L").Output()
	return err == nil && bytes.HasPrefix(out, []byte("GPU "))
}

// install installs a plugin and returns the link to it, "" where it is skipped.
func (s *setup) install(ctx context.Context, l *line, p xlaPlugin, stamp, without string) (link, result string, err error) {
	if system := runtime.GOOS + "/" + runtime.GOARCH; system != "linux/amd64" {
		return "", fmt.Sprintf("none for %s: %s", system, without), nil
	}
	if !s.golang.cgo {
		return "", "needs a C compiler (gcc or clang): " + without, nil
	}
	link = s.venv("lib", "pjrt", "pjrt_c_api_"+p.name+"_plugin.so")
	result, err = s.step(l, stamp, keyOf(p.lock, s.Root), []string{link}, func() error {
		if err := s.pip(ctx, l, p.file, p.lock, "--retries", "1"); err != nil {
			return err
		}
		if p.name == cudaPlugin.name { // the library looks for CUDA's in ../nvidia
			if err := s.linkPackage(s.venv("lib", "nvidia"), "nvidia"); err != nil {
				return err
			}
		}
		return s.linkPackage(link, p.library)
	})
	if errors.Is(err, context.Canceled) {
		return "", "", err
	}
	if err != nil {
		var problem *Problem
		errors.As(explain("", "", "", err), &problem)
		return "", fmt.Sprintf("skipped, %s: %s; the next start tries again (%s)", problem.Cause, without, s.log), nil
	}
	return link, result, nil
}

// linkPackage links to a file or folder of the installed packages.
func (s *setup) linkPackage(link, path string) error {
	found, err := filepath.Glob(s.venv("lib", "python*", "site-packages", filepath.FromSlash(path)))
	if err != nil {
		return err
	}
	if len(found) != 1 {
		return fmt.Errorf("lab: %d of %s below %s, want one", len(found), path, s.venv("lib"))
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
