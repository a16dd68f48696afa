package lab

import (
	"context"
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

// run executes a program of a step. Its output goes to the log, the last line also to the progress,
// and the end of the output into the error. The program ends with this process.
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

// plain takes the colours out of a program's output.
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
