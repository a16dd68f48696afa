package lab

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/file"
)

const (
	stampTools      = "tools"
	stampBuild      = "build"
	stampCompletion = "completion"
	stampLinker     = "linker"

	kernelPackage = "github.com/janpfeifer/gonb"
	toolsDir      = "models/app/lab/tools"
)

// toolchain is the output of `go env`.
type toolchain struct {
	version string // "go1.26.5"
	cgo     bool   // a C compiler is there and may be used
}

// findTools finds the required tools, checks the disk space, and removes an incomplete .venv.
func (s *setup) findTools(ctx context.Context, _ *line) (string, error) {
	if err := s.findPython(ctx); err != nil {
		return "", err
	}
	if err := s.findGo(ctx); err != nil {
		return "", err
	}
	if !s.packagesHold(s.python) {
		if err := s.checkDisk(); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%v, %s", s.python, s.golang.version), s.beginAnew()
}

// findGo asks the go command for its version and whether it can call C.
func (s *setup) findGo(ctx context.Context) error {
	const step = "looking for Go"
	path, err := exec.LookPath("go")
	if err != nil {
		return &Problem{Step: step, Cause: "no go command on the PATH",
			Fix: "install Go (https://go.dev/dl) and add its bin folder to the PATH", Err: err}
	}
	cmd := exec.CommandContext(ctx, path, "env", "GOVERSION", "CGO_ENABLED")
	cmd.Dir, cmd.Env = s.Root, s.environ()
	var complaint strings.Builder
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return explain(step, "see what Go says above", "", &toolError{
			name: "go env", tail: lastLines(complaint.String(), 6), all: complaint.String(), err: err})
	}
	answers := strings.Fields(string(out))
	if len(answers) != 2 {
		return &Problem{Step: step, Cause: fmt.Sprintf("%s answers %q to `go env GOVERSION CGO_ENABLED`", path, out),
			Fix: "see that the go on the PATH is Go's"}
	}
	s.golang = toolchain{version: answers[0], cgo: answers[1] == "1"}
	return nil // the go command itself refuses a module of a newer Go
}

// kernelPatches change GoNB where it has no setting. As published, it first starts gopls after 12
// s, and gives up a completion after 8 s. It opens all Go files of the checkout in gopls, which
// then does not answer. It starts one gopls for each kernel.
var kernelPatches = []struct{ file, old, new string }{
	{"goplsclient/exec.go", "time.After(ConnectTimeout)", "time.After(50 * time.Millisecond)"},
	{"goplsclient/exec.go", `goplsPath, "-listen"`, `goplsPath, "-remote=auto", "-listen"`},
	{"goplsclient/conn.go", "CommunicationTimeout = 8000", "CommunicationTimeout = 20000"},
	{"goplsclient/conn.go", "ProcessID: 0,", `ProcessID: 0, InitializationOptions: map[string]any{"expandWorkspaceToModule": false},`},
	{"tracking.go", "func isGoRelated(fileOrDirPath string) bool {", "func isGoRelated(fileOrDirPath string) bool {\n\treturn false\n"},
}

// copyKernel copies GoNB's source into .venv and patches it, with a module file that builds it.
func (s *setup) copyKernel(ctx context.Context, l *line) error {
	if err := s.run(ctx, l, s.Root, s.environ("GOWORK=off"), "go", "mod", "download", kernelPackage); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", kernelPackage)
	cmd.Dir, cmd.Env = s.Root, s.environ("GOWORK=off")
	from, err := cmd.Output()
	if err != nil {
		return err
	}
	to := s.venv("gonb")
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	if err := os.CopyFS(to, file.Dir(strings.TrimSpace(string(from)))); err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(to, "docs")); err != nil { // 64 MB
		return err
	}
	for _, p := range kernelPatches {
		path := filepath.Join(to, "internal", "goexec", p.file)
		text, err := file.Read(path)
		if err != nil {
			return err
		}
		if !strings.Contains(string(text), p.old) {
			return fmt.Errorf("lab: %s of %s does not hold %q, which is to be patched", p.file, kernelPackage, p.old)
		}
		if err := writeFile(path, []byte(strings.ReplaceAll(string(text), p.old, p.new))); err != nil {
			return err
		}
	}
	for name, more := range map[string]string{"go.mod": "\nreplace " + kernelPackage + " => " + strconv.Quote(to) + "\n", "go.sum": ""} {
		text, err := file.Read(filepath.Join(s.Root, name))
		if err != nil {
			return err
		}
		if err := writeFile(s.venv("gonb"+filepath.Ext(name)), append(text, more...)); err != nil {
			return err
		}
	}
	return nil
}

// tools builds the kernel at the version of our go.mod, and the programs that it calls to run a
// cell at the versions of the tools' module.
func (s *setup) tools(ctx context.Context, l *line) (string, error) {
	key, err := s.toolsKey()
	if err != nil {
		return "", err
	}
	outputs := []string{s.venv("bin", "gonb"), s.venv("bin", "goimports")}
	return s.step(l, stampTools, key, outputs, func() error {
		if err := s.copyKernel(ctx, l); err != nil {
			return err
		}
		if err := s.goBuild(ctx, l, "-modfile="+s.venv("gonb.mod"), "-o", s.venv("bin", "gonb"), kernelPackage); err != nil {
			return err
		}
		return s.installTool(ctx, l, "golang.org/x/tools/cmd/goimports")
	})
}

// completion builds the program that the kernel asks for completions, on one processor: on the
// others a user runs the first cells meanwhile. Then it stores the types of all that notebooks
// import, so that a first completion need not work them out.
func (s *setup) completion(ctx context.Context, l *line) (string, error) {
	key, err := s.toolsKey()
	if err != nil {
		return "", err
	}
	return s.step(l, stampCompletion, key, []string{s.venv("bin", "gopls")}, func() error {
		if err := s.installTool(ctx, l, "-p=1", "golang.org/x/tools/gopls"); err != nil {
			return err
		}
		sources, err := filepath.Glob(filepath.Join(s.Notebooks, "*", "[0-9]*[a-z].go"))
		sources = slices.DeleteFunc(sources, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
		if err != nil || len(sources) == 0 {
			return err
		}
		env := s.environ("GOWORK=off", "GOMAXPROCS=1", "GOMEMLIMIT=1GiB")
		return s.run(ctx, l, s.Root, env, s.venv("bin", "gopls"), append([]string{"check"}, sources...)...)
	})
}

// installTool builds a program of the tools' module.
func (s *setup) installTool(ctx context.Context, l *line, args ...string) error {
	dir := filepath.Join(s.Root, filepath.FromSlash(toolsDir))
	return s.run(ctx, l, dir, s.environ("GOWORK=off", "GOBIN="+s.venv("bin")), "go", append([]string{"install"}, args...)...)
}

// toolsKey returns the key of the inputs of the Go tools.
func (s *setup) toolsKey() (string, error) {
	key, err := s.goKey("go.mod", "go.sum", toolsDir+"/go.mod", toolsDir+"/go.sum")
	return keyOf(key, fmt.Sprint(kernelPatches)), err
}

// build compiles the imports of the notebooks to run at once, so that a first cell compiles only
// its own lines. If one of these notebooks is in Python, build also compiles gdp, which that
// notebook calls.
func (s *setup) build(ctx context.Context, l *line) (string, error) {
	var packages []string
	for _, name := range s.names {
		if isFile(name) {
			packages = append(packages, "./notebooks/exercise") // which a student's notebook imports
			continue
		}
		_, err := os.Stat(filepath.Join(s.Notebooks, name, name+".py"))
		if err == nil {
			packages = nil
			break
		}
		packages = append(packages, "./notebooks/"+name)
	}
	if len(packages) == 0 {
		return s.buildAll(ctx, l)
	}
	key, err := s.goKey("go.mod", "go.sum")
	if err != nil {
		return "", err
	}
	return s.step(l, stampBuild, keyOf(append([]string{key}, packages...)...), nil, func() error {
		return s.goBuild(ctx, l, packages...)
	})
}

// buildAll compiles gdp and the packages that notebooks import. Go skips those that are up to date.
func (s *setup) buildAll(ctx context.Context, l *line, flags ...string) (string, error) {
	for _, args := range [][]string{{"./notebooks/..."}, {"-o", s.venv("bin", "gdp"), "./gdp/cmd/gdp"}} {
		if err := s.goBuild(ctx, l, append(slices.Clone(flags), args...)...); err != nil {
			return "", err
		}
	}
	return elapsed(l.began), nil
}

// linkProgram is a program that imports the C code that cells use.
const linkProgram = "package main\n\nimport _ \"" + Module + "/models/learn/backend/xla\"\n\nfunc main() {}\n"

// findLinker tests whether Go's internal linker can link cells. If the C compiler's output allows
// it, linking takes three quarters of the time.
func (s *setup) findLinker(ctx context.Context, l *line) error {
	if !s.golang.cgo {
		return nil // it does so anyway
	}
	key, err := s.goKey("go.mod", "go.sum")
	if err != nil {
		return err
	}
	stamp, program := s.stamp(stampLinker), s.venv("link", "main.go")
	if s.ownLinker = stamp.holds(key); s.ownLinker {
		return nil
	}
	if err := writeFile(program, []byte(linkProgram)); err != nil {
		return err
	}
	if err := s.goBuild(ctx, l, "-ldflags=-s -linkmode=internal", "-o", s.venv("link", "main"), program); err != nil {
		return ctx.Err()
	}
	s.ownLinker = true
	return stamp.set(key)
}

// goBuild runs `go build` in the checkout, which names each package as it compiles it.
func (s *setup) goBuild(ctx context.Context, l *line, args ...string) error {
	return s.run(ctx, l, s.Root, s.environ("GOWORK=off"), "go", append([]string{"build", "-v"}, args...)...)
}

// goKey returns the key of the inputs of a Go build: toolchain, location and module files.
func (s *setup) goKey(files ...string) (string, error) {
	parts := []string{s.golang.version, fmt.Sprint(s.golang.cgo), s.Root}
	for _, name := range files {
		text, err := file.Read(filepath.Join(s.Root, filepath.FromSlash(name)))
		if err != nil {
			return "", fmt.Errorf("lab: %w", err)
		}
		parts = append(parts, string(text))
	}
	return keyOf(parts...), nil
}
