package nb

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/graphdp/graphdp/notebooks/internal/capture"
)

// show sends an output to the place where the cell runs: a test, a notebook, a terminal.
func show(o capture.Output) error {
	switch {
	case capture.Recording():
		capture.Add(o)
		return nil
	case gonbui.IsNotebook:
		send(o, "", false)
		return flush()
	case o[capture.SVG] != "":
		line, err := saveFigure(o)
		if err == nil {
			_, err = fmt.Println(line)
		}
		return err
	default:
		_, err := fmt.Println(o[capture.Text])
		return err
	}
}

// live shows an output that is not stored. A test ignores it. A terminal prints it on standard
// error, so that standard output is reproducible. In a notebook, outputs of the same id replace
// each other.
func live(o capture.Output, id string) error {
	switch {
	case capture.Recording():
		return nil
	case gonbui.IsNotebook:
		send(o, id, true)
		return flush()
	default:
		_, err := fmt.Fprintln(os.Stderr, o[capture.Text])
		return err
	}
}

// send hands an output to GoNB's kernel.
func send(o capture.Output, id string, live bool) {
	message := protocol.DisplayData{Data: make(map[protocol.MIMEType]any), DisplayID: id}
	for mime, content := range o {
		message.Data[protocol.MIMEType(mime)] = content
	}
	if live {
		message.Metadata = map[string]any{"gdp": "live"}
	}
	gonbui.SendData(&message)
}

// flush waits until the kernel has received all outputs. A program that exits earlier would lose
// its last outputs.
func flush() error {
	if err := gonbui.Error(); err != nil {
		return fmt.Errorf("nb: the notebook's kernel cannot be reached: %w", err)
	}
	done := make(chan struct{})
	go func() { gonbui.Sync(); close(done) }()
	select {
	case <-done:
		return nil
	case <-time.After(30 * time.Second): // Sync itself would wait for ever
		return errors.New("nb: the notebook's kernel has not answered for 30 s")
	}
}

var figures atomic.Int64 // figures shown by this process, for their file names

// saveFigure writes a figure into the folder that GDP_FIGURES names, if it names
// one, and returns the line that stands for the figure in a terminal.
func saveFigure(o capture.Output) (string, error) {
	title, svg := o[capture.Text], o[capture.SVG]
	line := fmt.Sprintf("[%s: SVG, %d bytes]", title, len(svg))
	folder := os.Getenv("GDP_FIGURES")
	if folder == "" {
		return line, nil
	}
	name := filepath.Join(folder, fmt.Sprintf("%02d-%s.svg", figures.Add(1), fileName(title)))
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", fmt.Errorf("nb: GDP_FIGURES: %w", err)
	}
	if err := os.WriteFile(name, []byte(svg), 0o666); err != nil {
		return "", fmt.Errorf("nb: GDP_FIGURES: %w", err)
	}
	return line + " " + name, nil
}

// fileName makes a short file name of a title.
func fileName(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	name := []rune(strings.Join(words, "-"))
	return string(name[:min(len(name), 60)])
}
