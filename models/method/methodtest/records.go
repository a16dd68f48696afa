package methodtest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
)

// counts are the numbers of records of each kind in a journal.
type counts struct{ spent, reserved, drawn, releases int }

// records counts the records of the journal in a folder. It does not count spends in a part of the
// pairs, which were paid for with the division.
func records(dir string) (c counts, err error) {
	text, err := os.ReadFile(filepath.Join(dir, journalName))
	if err != nil {
		return c, err
	}
	for line := range bytes.Lines(text) {
		var l struct {
			Record struct {
				Within  string            `json:"within"`
				Spend   json.RawMessage   `json:"spend"`
				Reserve []json.RawMessage `json:"reserve"`
				Draw    *int              `json:"draw"`
				Release json.RawMessage   `json:"release"`
			} `json:"record"`
		}
		if err := json.Unmarshal(line, &l); err != nil {
			return c, err
		}
		if l.Record.Within != "" {
			l.Record.Spend, l.Record.Reserve, l.Record.Draw = nil, nil, nil
		}
		c.reserved += len(l.Record.Reserve)
		for n, there := range map[*int]bool{&c.spent: l.Record.Spend != nil, &c.drawn: l.Record.Draw != nil, &c.releases: l.Record.Release != nil} {
			if there {
				*n++
			}
		}
	}
	return c, nil
}
