package lab

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/term"

	"github.com/graphdp/graphdp/data/lists"
)

// progress shows how work proceeds: on a terminal one line that keeps its time,
// elsewhere a plain line now and then.
type progress struct {
	width int // of the terminal, 0 if w is none

	mu    sync.Mutex
	w     io.Writer
	shown []*line // under way, for the line of the terminal
}

func newProgress(w io.Writer) *progress {
	if w == nil {
		w = io.Discard
	}
	p := &progress{w: w}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.width = 80
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			p.width = width
		}
	}
	return p
}

// say prints a line.
func (p *progress) say(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.width > 0 {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	fmt.Fprintf(p.w, format+"\n", args...)
}

// line is a piece of work under way.
type line struct {
	p     *progress
	label string
	began time.Time
	stop  chan struct{}
	idle  sync.WaitGroup

	mu   sync.Mutex
	note string // the current action
}

// How often a line is shown again: on a terminal, and elsewhere first and then; and how wide
// it is there.
const (
	plainWidth = 120

	tick      = 200 * time.Millisecond
	firstWord = 3 * time.Second
	laterWord = 5 * time.Second
)

// start shows that work has begun. It must be ended.
func (p *progress) start(label string) *line {
	l := &line{p: p, label: label, began: time.Now(), stop: make(chan struct{})}
	p.mu.Lock()
	p.shown = append(p.shown, l)
	p.mu.Unlock()
	wait := firstWord
	if p.width > 0 {
		wait = tick
		l.show()
	}
	l.idle.Go(func() {
		for {
			select {
			case <-l.stop:
				return
			case <-time.After(wait):
			}
			l.show()
			if p.width == 0 {
				wait = laterWord
			}
		}
	})
	return l
}

// text returns the line as it stands, cut to a width.
func (l *line) text(width int) string {
	text := l.label + " … " + elapsed(l.began)
	l.mu.Lock()
	if l.note != "" {
		text += "  " + l.note
	}
	l.mu.Unlock()
	if utf8.RuneCountInString(text) > width {
		text = string([]rune(text)[:max(width, 0)])
	}
	return text
}

// show prints the line as it stands; on a terminal, beside the others under way.
func (l *line) show() {
	if l.p.width == 0 {
		l.p.say("%s", l.text(plainWidth))
		return
	}
	l.p.mu.Lock()
	defer l.p.mu.Unlock()
	const between = " | "
	room := (l.p.width-1+len(between))/len(l.p.shown) - len(between)
	texts := lists.Map(l.p.shown, func(shown *line) string { return shown.text(room) })
	fmt.Fprintf(l.p.w, "\r\x1b[K%s", strings.Join(texts, between))
}

// Write takes a tool's output: its last line is shown beside the time.
func (l *line) Write(text []byte) (int, error) {
	lines := strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' || r == '\r' })
	if len(lines) > 0 {
		l.mu.Lock()
		l.note = strings.TrimSpace(plain(lines[len(lines)-1]))
		l.mu.Unlock()
	}
	return len(text), nil
}

// end replaces the line by its result.
func (l *line) end(result string) {
	close(l.stop)
	l.idle.Wait()
	l.p.mu.Lock()
	l.p.shown = slices.DeleteFunc(l.p.shown, func(other *line) bool { return other == l })
	l.p.mu.Unlock()
	l.p.say("%s … %s", l.label, result)
}

// elapsed returns the time since then, for people.
func elapsed(since time.Time) string {
	d := time.Since(since)
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	}
	return fmt.Sprintf("%d min %02d s", int(d.Minutes()), int(d.Seconds())%60)
}
