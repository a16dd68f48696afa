//go:build unix

package nb

import (
	"encoding/gob"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/must"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// kernel imitates GoNB: it makes the two pipes, receives the program's messages and acknowledges
// each request to synchronise.
type kernel struct {
	out, back string // the pipes' names
	messages  chan []message
}

// message is a message of the program. If synced is true, the program waited for the kernel to
// receive it.
type message struct {
	protocol.DisplayData
	synced bool
}

func newKernel(t *testing.T) *kernel {
	t.Helper()
	dir := t.TempDir()
	k := &kernel{filepath.Join(dir, "out"), filepath.Join(dir, "back"), make(chan []message, 1)}
	for _, name := range []string{k.out, k.back} {
		must.Do(t, syscall.Mkfifo(name, 0o600))
	}
	return k
}

// serve reads until the program ends.
func (k *kernel) serve() error {
	out, err := os.Open(k.out) // waits for the program to open it
	if err != nil {
		return err
	}
	defer out.Close()
	back, err := os.OpenFile(k.back, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer back.Close()
	decoder, encoder := gob.NewDecoder(out), gob.NewEncoder(back)
	var messages []message
	for {
		var m message
		if err := decoder.Decode(&m.DisplayData); errors.Is(err, io.EOF) {
			k.messages <- messages
			return nil
		} else if err != nil {
			return err
		}
		if request, ok := m.Data[protocol.MIMECommValue].(protocol.CommValue); ok {
			if n := len(messages); n > 0 {
				messages[n-1].synced = true
			}
			ack := &protocol.CommValue{Address: protocol.GonbuiSyncAckAddress, Value: request.Value}
			if err := encoder.Encode(ack); err != nil {
				return err
			}
			continue
		}
		messages = append(messages, m)
	}
}

// In a notebook outputs go to the kernel in order and in every form. Transient ones are marked as
// live, and a failed Check ends the cell with one line.
func TestNotebook(t *testing.T) {
	k := newKernel(t)
	served := make(chan error, 1)
	go func() { served <- k.serve() }()
	cmd, stdout, stderr := self(t, protocol.GONB_PIPE_ENV+"="+k.out, protocol.GONB_PIPE_BACK_ENV+"="+k.back)
	if err := cmd.Run(); err == nil || cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("the program ends with %v, want exit status 1", err)
	}
	if stdout.String() != "" {
		t.Errorf("printed %q", stdout)
	}
	if want := "error: no such; graph\n"; stderr.String() != want {
		t.Errorf("standard error %q, want %q", stderr, want)
	}
	select {
	case err := <-served:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the program did not reach the kernel")
	}

	type data = map[protocol.MIMEType]any
	got := <-k.messages
	want := []data{
		{"text/plain": "plain 1"},
		{"text/plain": "*text*", "text/markdown": "*text*"},
		{"text/plain": "a  b", "text/html": "<table></table>"},
		{"text/plain": "A <b> figure / Rényi", "image/svg+xml": "<svg/>"},
		{"text/plain": "figure", "image/svg+xml": "<svg/>"},
		{"text/plain": "took 3 s <fast>", "text/html": `<div style="color: gray">took 3 s &lt;fast&gt;</div>`},
		{"text/plain": "a < b 0/4, - s", "text/html": `<div style="color: gray">a &lt; b <progress value="0" max="4"></progress> 0/4, - s</div>`},
		{"text/plain": "a < b 3/4", "text/html": `<div style="color: gray">a &lt; b <progress value="3" max="4"></progress> 3/4</div>`},
		{"text/plain": "end"},
	}
	if len(got) < len(want) {
		t.Fatalf("%d outputs, want %d: %v", len(got), len(want), got)
	}
	// On a slow machine the bar may be drawn more often than at its ends.
	got = slices.Delete(got, 7, len(got)-2)
	seconds := regexp.MustCompile(`[0-9]+\.[0-9] s`)
	for i, m := range got {
		for mime, content := range m.Data {
			m.Data[mime] = seconds.ReplaceAllString(content.(string), "- s")
		}
		if !reflect.DeepEqual(m.Data, want[i]) {
			t.Errorf("output %d is %q, want %q", i, m.Data, want[i])
		}
		if firstOfBar := i == 6; m.synced == firstOfBar {
			t.Errorf("output %d: waiting for the kernel is %t", i, m.synced)
		}
		live := i >= 5 && i < 8
		if (m.Metadata["gdp"] == "live") != live {
			t.Errorf("output %d has the metadata %v", i, m.Metadata)
		}
		if bar := i == 6 || i == 7; (m.DisplayID != "") != bar {
			t.Errorf("output %d has the display ID %q", i, m.DisplayID)
		}
	}
	if got[6].DisplayID != got[7].DisplayID {
		t.Error("the bar does not replace itself")
	}
}

// A kernel that is gone is an error of Show, not a wait without end.
func TestNotebookWithoutKernel(t *testing.T) {
	cmd, _, stderr := self(t, protocol.GONB_PIPE_ENV+"="+filepath.Join(t.TempDir(), "none"))
	err := cmd.Run()
	if cmd.ProcessState.ExitCode() != 1 || !strings.HasPrefix(stderr.String(), "error: nb: the notebook's kernel cannot be reached: ") {
		t.Errorf("the program ends with %v:\n%s", err, stderr)
	}
}
