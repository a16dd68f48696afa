package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/graphdp/graphdp/data/file"
)

// A Problem is a failure with advice: what failed, what still works and what to do.
type Problem struct {
	Step   string // the step that failed
	Cause  string // what went wrong
	Fix    string // what to do
	Output string // the last lines of the tool that failed, "" if none did
	Log    string // the file with its whole output, or ""
	Err    error  // the underlying error, or nil
}

// StillWorks lists commands that need neither Python nor a network.
const StillWorks = "go test ./..., and every other gdp command (gdp doctor shows what is there)"

// Error returns the whole report, on several lines.
func (p *Problem) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "lab: %s: %s", p.Step, p.Cause)
	if p.Output != "" {
		b.WriteString("\n    | " + strings.ReplaceAll(p.Output, "\n", "\n    | "))
	}
	fmt.Fprintf(&b, "\n  what to do:        %s", p.Fix)
	fmt.Fprintf(&b, "\n  what works anyway: %s", StillWorks)
	if p.Log != "" {
		fmt.Fprintf(&b, "\n  the full log:      %s", p.Log)
	}
	return b.String()
}

// Unwrap returns the error beneath.
func (p *Problem) Unwrap() error { return p.Err }

// toolError is a failed program with the end of its output.
type toolError struct {
	name string // the program, for people
	tail string // its last lines
	all  string // more of them, to learn the cause from
	err  error
}

func (e *toolError) Error() string { return fmt.Sprintf("%s: %v", e.name, e.err) }
func (e *toolError) Unwrap() error { return e.err }

// causes are the known failures by the tools' messages, the most specific first. For example, pip
// without a network also prints that there is no matching distribution.
var causes = []struct {
	pattern    *regexp.Regexp
	cause, fix string
}{
	{regexp.MustCompile(`(?i)no space left on device|disk quota exceeded|errno 28\b`),
		"the disk is full",
		"make room (2.5 GB are enough; the caches of pip and Go count too), then run the same command again"},
	{regexp.MustCompile(`DO NOT MATCH THE HASHES|checksum mismatch|SECURITY ERROR`),
		"a download is not the file that was pinned",
		"do not use it: look at the mirror or proxy in between (PIP_INDEX_URL, GOPROXY), then run the same command again"},
	{regexp.MustCompile(`requires go ?>=|requires go1|invalid go version|toolchain not available`),
		"the Go toolchain is too old",
		"install the Go of go.mod or a newer one (https://go.dev/dl), or allow Go to fetch it with GOTOOLCHAIN=auto"},
	{regexp.MustCompile(`CERTIFICATE_VERIFY_FAILED|x509: `),
		"the network's certificate is not trusted",
		"if a proxy opens TLS here, name its certificate (PIP_CERT and SSL_CERT_FILE), then run the same command again"},
	{regexp.MustCompile(`NewConnectionError|ConnectTimeoutError|ReadTimeoutError|ProxyError|NameResolutionError|Failed to establish a new connection|Temporary failure in name resolution|Name or service not known|Connection (reset|refused)|dial tcp|dial udp|proxyconnect|no such host|i/o timeout|TLS handshake timeout|module lookup disabled by GOPROXY=off`),
		"no network: a download failed",
		"connect (HTTPS_PROXY, PIP_INDEX_URL and GOPROXY are heeded), then run the same command again; what was downloaded is kept"},
	{regexp.MustCompile(`No module named '?(venv|ensurepip|pip)\b|ensurepip is not available|returned non-zero exit status.*ensurepip|ensurepip.*returned non-zero exit status`),
		"this Python cannot make virtual environments",
		"install its venv module (Debian and Ubuntu: apt install python3-venv), or name another Python with --python"},
	{regexp.MustCompile(`No matching distribution found|is not a supported wheel`),
		"the package index has no build of a pinned package for this Python",
		"name another Python, 3.10 or newer, with --python; behind a mirror, see that it is complete (PIP_INDEX_URL)"},
	{regexp.MustCompile(`(?i)permission denied|read-only file system|operation not permitted`),
		"a file cannot be written",
		"see that the checkout and the caches of pip and Go belong to you, then run the same command again"},
	{regexp.MustCompile(`signal: killed|Out of memory|MemoryError|cannot allocate memory`),
		"the tool was killed, most often for want of memory",
		"close other programs, then run the same command again"},
}

// explain returns the Problem for an error in a step. unknown is the advice for failures without a
// known cause.
func explain(step, unknown, log string, err error) error {
	var known *Problem
	if errors.As(err, &known) {
		return err
	}
	p := &Problem{Step: step, Cause: err.Error(), Fix: unknown, Err: err}
	text := err.Error()
	var tool *toolError
	if errors.As(err, &tool) {
		text += "\n" + tool.all
		p.Output, p.Log = tool.tail, log
	}
	for _, c := range causes {
		if c.pattern.MatchString(text) {
			p.Cause, p.Fix = c.cause, c.fix
			if tool == nil {
				p.Cause += ": " + err.Error()
			}
			break
		}
	}
	return p
}

// run executes a program of a step, and ends it with this process. The output goes to the log, its
// last line also to the progress line, and its end into the error.
func (s *setup) run(ctx context.Context, l *line, dir string, env []string, name string, args ...string) error {
	log, err := s.openLog()
	if err != nil {
		return err
	}
	defer log.Close()
	fmt.Fprintf(log, "\n%s $ %s %s\n", time.Now().Format(time.DateTime), name, strings.Join(args, " "))

	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, env
	cmd.ExtraFiles = []*os.File{s.lock} // the lock lives on in a program that cannot be ended
	detach(cmd, syscall.SIGKILL)
	cmd.Cancel = func() error { return signalGroup(cmd, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	tail := &tailBuffer{max: 64 << 10}
	cmd.Stdout = io.MultiWriter(tail, l, lossy{log})
	cmd.Stderr = cmd.Stdout
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return &toolError{
			name: filepath.Base(name) + " " + args[0],
			tail: lastLines(tail.String(), 6),
			all:  tail.String(),
			err:  err,
		}
	}
	return nil
}

// openLog opens the log of the set-up for more.
func (s *setup) openLog() (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(s.log), 0o755); err != nil {
		return nil, err
	}
	return file.Regular(s.log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
}

// lossy is a writer that ignores write errors: on a full disk the
// tool's own complaint must come through, not the log's.
type lossy struct{ io.Writer }

func (w lossy) Write(p []byte) (int, error) {
	_, _ = w.Writer.Write(p)
	return len(p), nil
}

// tailBuffer keeps the last max bytes written to it.
type tailBuffer struct {
	max  int
	kept []byte
}

func (t *tailBuffer) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p...)
	if extra := len(t.kept) - t.max; extra > 0 {
		t.kept = append(t.kept[:0], t.kept[extra:]...)
	}
	return len(p), nil
}

func (t *tailBuffer) String() string { return string(t.kept) }

var escapes = regexp.MustCompile(`\x1b\[[0-9;?]*[ -/]*[@-~]`)

// plain removes colour codes from a program's output.
func plain(text string) string { return escapes.ReplaceAllString(text, "") }

// lastLines returns the end of a text: at most n lines that are not blank, each cut
// to a readable length.
func lastLines(text string, n int) string {
	const width = 160
	var kept []string
	for l := range strings.Lines(plain(text)) {
		l = strings.TrimRight(l, " \t\r\n")
		if l == "" {
			continue
		}
		if runes := []rune(l); len(runes) > width {
			l = string(runes[:width-1]) + "…"
		}
		kept = append(kept, l)
	}
	return strings.Join(kept[max(0, len(kept)-n):], "\n")
}
