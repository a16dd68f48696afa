package lab

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/graphdp/graphdp/data/file"
)

//go:embed requirements.txt
var requirements string

const (
	stampPackages = "packages"
	oldestPython  = 10            // 3.10
	needed        = 1_900_000_000 // of the disk, for all that is made
	needFree      = 2_500_000_000 // before it begins
)

// interpreter is a Python: how to call it, and its identity.
type interpreter struct {
	path    string
	Version [3]int
	Home    string // where it is installed
}

func (p interpreter) String() string {
	return fmt.Sprintf("Python %d.%d.%d", p.Version[0], p.Version[1], p.Version[2])
}

func (p interpreter) newEnough() bool {
	return p.Version[0] == 3 && p.Version[1] >= oldestPython
}

// askPython runs a Python and returns its version and location.
func askPython(ctx context.Context, path string, env []string) (interpreter, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "-I", "-c",
		`import json, sys; print(json.dumps({"Version": sys.version_info[:3], "Home": sys.base_prefix}))`)
	cmd.Env = env
	out, err := cmd.Output()
	if err != nil {
		return interpreter{}, err
	}
	p := interpreter{path: path}
	if err := json.Unmarshal(out, &p); err != nil {
		return interpreter{}, fmt.Errorf("%s does not answer as Python does: %w", path, err)
	}
	return p, nil
}

// packagesKey returns the key of the inputs of the Python packages.
func (s *setup) packagesKey(p interpreter) string {
	return keyOf(requirements, p.String(), p.Home, s.Root)
}

// packagesHold reports whether .venv is whole and made with this Python.
func (s *setup) packagesHold(p interpreter) bool {
	return s.stamp(stampPackages).holds(s.packagesKey(p), s.Env.python())
}

// findPython selects the requested Python, else that of .venv if it is intact, else the first
// recent enough one on the PATH.
func (s *setup) findPython(ctx context.Context) error {
	env := s.environ()
	const step = "looking for Python"
	if s.choice != "" {
		p, err := askPython(ctx, s.choice, env)
		if err != nil {
			return &Problem{Step: step, Cause: fmt.Sprintf("%s does not run: %v", s.choice, err),
				Fix: "name a Python 3.10 or newer with --python, or leave the option away", Err: err}
		}
		if !p.newEnough() {
			return &Problem{Step: step, Cause: fmt.Sprintf("%s is %v; 3.%d or newer is needed", s.choice, p, oldestPython),
				Fix: "name a newer Python with --python"}
		}
		s.python = p
		return nil
	}
	if p, err := askPython(ctx, s.Env.python(), env); err == nil && s.packagesHold(p) {
		s.python = p
		return nil
	}
	var tooOld []string
	names := []string{"python3"}
	for minor := 14; minor >= oldestPython; minor-- {
		names = append(names, fmt.Sprintf("python3.%d", minor))
	}
	for _, name := range append(names, "python") {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		p, err := askPython(ctx, path, env)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil: // a stub that only says how to install Python
		case p.newEnough():
			s.python = p
			return nil
		default:
			if found := fmt.Sprintf("%s is %v", path, p); !slices.Contains(tooOld, found) {
				tooOld = append(tooOld, found)
			}
		}
	}
	cause := "no python3 on the PATH"
	if len(tooOld) > 0 {
		cause = fmt.Sprintf("no Python 3.%d or newer on the PATH (%s)", oldestPython, strings.Join(tooOld, ", "))
	}
	return &Problem{Step: step, Cause: cause,
		Fix: fmt.Sprintf("install Python 3.%d or newer (python.org, or your system's package manager), or name one with --python", oldestPython)}
}

// checkDisk returns an error if there is too little disk space.
func (s *setup) checkDisk() error {
	free, err := s.free(s.Root)
	if err != nil {
		return fmt.Errorf("lab: free space of %s: %w", s.Root, err)
	}
	if free < needFree {
		return &Problem{Step: "looking at the disk",
			Cause: fmt.Sprintf("%.1f GB are free in %s; the first set-up needs %.1f GB", float64(free)/1e9, s.Root, needFree/1e9),
			Fix:   "make room, then run the same command again"}
	}
	return nil
}

// beginAnew removes .venv unless its packages are complete.
func (s *setup) beginAnew() error {
	if s.packagesHold(s.python) {
		return nil
	}
	if err := s.refuseWhileRunning(); err != nil {
		return err
	}
	if err := os.RemoveAll(s.venv()); err != nil {
		return err
	}
	return os.MkdirAll(s.venv("bin"), 0o755)
}

// packages makes Python's part of .venv, with the pinned packages.
func (s *setup) packages(ctx context.Context, l *line) (string, error) {
	return s.step(l, stampPackages, s.packagesKey(s.python), []string{s.Env.python()}, func() error {
		if err := s.run(ctx, l, s.Root, s.environ(), s.python.path, "-m", "venv", s.venv()); err != nil {
			return err
		}
		return s.pip(ctx, l, "requirements.txt", requirements)
	})
}

// pip installs exactly the packages of a lock file into .venv, and checks their hashes.
func (s *setup) pip(ctx context.Context, l *line, name, lock string, options ...string) error {
	file := s.venv(name)
	if err := writeFile(file, []byte(lock)); err != nil {
		return err
	}
	args := append([]string{"-m", "pip", "install", "--no-color", "--progress-bar", "off"}, options...)
	args = append(args, "--no-deps", "--require-hashes", "--requirement", file)
	return s.run(ctx, l, s.Root, s.environ(), s.Env.python(), args...)
}

// refuseWhileRunning returns an error while a JupyterLab runs from .venv, so that .venv is not
// replaced under it.
func (s *setup) refuseWhileRunning() error {
	files, err := filepath.Glob(filepath.Join(s.jupyter, "runtime", "jpserver-*.json"))
	if err != nil {
		return err
	}
	for _, name := range files {
		var server struct {
			PID  int    `json:"pid"`
			Port int    `json:"port"`
			URL  string `json:"url"`
		}
		text, err := file.Read(name)
		if err != nil || json.Unmarshal(text, &server) != nil || !alive(server.PID) {
			continue // a run that ended without cleaning up
		}
		conn, err := net.DialTimeout("tcp", net.JoinHostPort("localhost", strconv.Itoa(server.Port)), time.Second)
		if err != nil {
			continue
		}
		conn.Close()
		return &Problem{Step: "Python and Go",
			Cause: fmt.Sprintf("they have to be made again, and a JupyterLab is running from them (%s, process %d)", server.URL, server.PID),
			Fix:   "stop that JupyterLab, then run the same command again"}
	}
	return nil
}
