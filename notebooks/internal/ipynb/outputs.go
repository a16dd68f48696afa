package ipynb

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"strings"
)

// Keep takes the outputs of the cells of old whose ID and source are the same.
func (nb *Notebook) Keep(old *Notebook) {
	before := make(map[string]Cell, len(old.Cells))
	for _, c := range old.Cells {
		before[c.ID] = c
	}
	for i := range nb.Cells {
		c := &nb.Cells[i]
		if b := before[c.ID]; c.Code && b.Code && b.Source == c.Source {
			c.Count, c.Outputs = b.Count, b.Outputs
		}
	}
	nb.OutputsOf = old.OutputsOf
}

// Take takes the outputs of run, which is nb executed from its first cell to its last. It refuses a
// run of other sources, and one that Check would refuse.
func (nb *Notebook) Take(run *Notebook) error {
	if len(run.Cells) != len(nb.Cells) {
		return fmt.Errorf("ipynb: the run has %d cells, the source %d", len(run.Cells), len(nb.Cells))
	}
	taken := &Notebook{Cells: make([]Cell, len(nb.Cells)), Python: nb.Python}
	count := 0
	for i, c := range nb.Cells {
		r := run.Cells[i]
		if r.ID != c.ID || r.Code != c.Code || r.Source != c.Source {
			return fmt.Errorf("ipynb: cell %d of the run, %q, is not the source's cell %q", i+1, r.ID, c.ID)
		}
		if c.Code {
			count++
			c.Count, c.Outputs = count, merge(r.Outputs)
		}
		taken.Cells[i] = c
	}
	taken.OutputsOf = taken.Sum()
	if err := taken.Check(); err != nil {
		return err
	}
	*nb = *taken
	return nil
}

// Check returns an error unless the outputs are those of a complete run of these sources without
// failures. Every Go cell that is run shows stored output. No cell shows an error or prints to
// standard error. Cells that only declare show nothing.
func (nb *Notebook) Check() error {
	if nb.OutputsOf == "" {
		return errors.New("ipynb: no outputs: the notebook has not been run")
	}
	if nb.OutputsOf != nb.Sum() {
		return errors.New("ipynb: the outputs are those of other sources")
	}
	for _, c := range nb.Cells {
		for _, o := range c.Outputs {
			if err := o.check(); err != nil {
				return fmt.Errorf("ipynb: cell %q: %w", c.ID, err)
			}
		}
		switch {
		case nb.Python: // a cell of Python may do both
		case c.runs() && len(c.Outputs) == 0:
			return fmt.Errorf("ipynb: cell %q shows nothing that is kept", c.ID)
		case !c.runs() && len(c.Outputs) > 0:
			return fmt.Errorf("ipynb: cell %q only declares, yet it shows something", c.ID)
		}
	}
	return nil
}

// merge drops live outputs, and joins consecutive pieces of one stream, which are cut at random
// times.
func merge(outputs []Output) []Output {
	var kept []Output
	for _, o := range outputs {
		if o.live() {
			continue
		}
		if n := len(kept); n > 0 && o.stream() != "" && o.stream() == kept[n-1].stream() {
			o = maps.Clone(o)
			o["text"] = kept[n-1].text() + o.text()
			kept[n-1] = o
			continue
		}
		kept = append(kept, o)
	}
	return kept
}

// live reports whether the output is one of nb.Live or nb.Progress.
func (o Output) live() bool {
	metadata, _ := o["metadata"].(map[string]any)
	return metadata["gdp"] == "live"
}

// stream returns the name of the stream that the output was printed to, if it
// was printed.
func (o Output) stream() string {
	name, _ := o["name"].(string)
	return name
}

func (o Output) text() string {
	text, _ := o["text"].(string)
	return text
}

// check returns an error for an output that must not be stored.
func (o Output) check() error {
	switch kind := o["output_type"]; kind {
	case "display_data", "execute_result":
		if o.live() {
			return errors.New("a live output was kept")
		}
	case "stream":
		if o.stream() != "stdout" {
			return fmt.Errorf("printed to %s: %q", o.stream(), o.text())
		}
	case "error":
		return fmt.Errorf("failed: %v: %s", o["ename"], escapes.ReplaceAllString(fmt.Sprint(o["evalue"]), ""))
	default:
		return fmt.Errorf("unknown output type %v", kind)
	}
	return nil
}

// escapes matches the colour codes of terminals.
var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// isText reports whether Jupyter stores content of this MIME type as lines.
func isText(mime string) bool {
	return strings.HasPrefix(mime, "text/") || mime == "image/svg+xml" || mime == "application/javascript"
}

// join makes one string of each text that the file holds as lines.
func (o Output) join() error {
	join := func(m map[string]any, key string) error {
		list, ok := m[key].([]any)
		if !ok {
			return nil
		}
		var b strings.Builder
		for _, item := range list {
			line, ok := item.(string)
			if !ok {
				return fmt.Errorf("output %s holds %T, want lines of text", key, item)
			}
			b.WriteString(line)
		}
		m[key] = b.String()
		return nil
	}
	data, _ := o["data"].(map[string]any)
	for mime := range data {
		if isText(mime) {
			if err := join(data, mime); err != nil {
				return err
			}
		}
	}
	return join(o, "text")
}

// split is the inverse of join, as a value for appendJSON. count replaces the
// execution count of an output that has one.
func (o Output) split(count any) map[string]any {
	result := maps.Clone(map[string]any(o))
	if text, ok := result["text"].(string); ok {
		result["text"] = splitLines(text)
	}
	if data, ok := result["data"].(map[string]any); ok {
		data = maps.Clone(data)
		for mime, content := range data {
			if text, ok := content.(string); ok && isText(mime) {
				data[mime] = splitLines(text)
			}
		}
		result["data"] = data
	}
	if _, ok := result["execution_count"]; ok {
		result["execution_count"] = count
	}
	return result
}
