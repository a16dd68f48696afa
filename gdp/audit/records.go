package audit

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/graphdp/graphdp/data/file"
)

// record is one run of a campaign, stored as one line.
type record struct {
	World  int       `json:"world"`
	Run    int       `json:"run"`
	Output []float64 `json:"output"`
}

// header is the first line of a campaign's file.
type header struct {
	Campaign string `json:"campaign"`
}

// records is the file of a campaign, or its memory without a file.
type records struct {
	file  *os.File
	found []record // stored before
	width atomic.Int64
}

// openRecords opens the file of the campaign, or creates it. A killed process may leave an
// incomplete last line: it is cut off, and that run is repeated.
func openRecords(name, campaign string) (_ *records, err error) {
	b := new(records)
	if name == "" {
		return b, nil
	}
	if b.file, err = file.Records(name, os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("audit: %s: %w", name, errors.Join(err, b.file.Close()))
		}
	}()
	in := bufio.NewReader(b.file)
	var whole int64 // length of the complete lines
	seen := map[[2]int]bool{}
	for line := 1; ; line++ {
		text, err := in.ReadBytes('\n')
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		whole += int64(len(text))
		if line == 1 {
			var h header
			if err := json.Unmarshal(text, &h); err != nil {
				return nil, fmt.Errorf("not the file of a campaign: %w", err)
			}
			if h.Campaign != campaign {
				return nil, fmt.Errorf("this is the file of the campaign %q, not of %q", h.Campaign, campaign)
			}
			continue
		}
		var r record
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		at := [2]int{r.World, r.Run}
		if r.World < 0 || r.World > 1 || r.Run < 0 || seen[at] {
			return nil, fmt.Errorf("line %d: run %d in world %d is out of range or repeated", line, r.Run, r.World)
		}
		if err := b.check(r.Output); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		seen[at] = true
		b.found = append(b.found, r)
	}
	if err := b.file.Truncate(whole); err != nil {
		return nil, err
	}
	if _, err := b.file.Seek(whole, io.SeekStart); err != nil {
		return nil, err
	}
	if whole == 0 {
		err = b.write(header{campaign})
	}
	return b, err
}

// check refuses an output whose length differs from the others.
func (b *records) check(output []float64) error {
	if err := usable(output); err != nil {
		return err
	}
	b.width.CompareAndSwap(0, int64(len(output)))
	if want := b.width.Load(); int64(len(output)) != want {
		return fmt.Errorf("%d numbers, where other runs gave %d", len(output), want)
	}
	return nil
}

// add stores one run.
func (b *records) add(r record) error {
	if b.file == nil {
		return nil
	}
	return b.write(r)
}

// write appends one line by a single system call.
func (b *records) write(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = b.file.Write(append(line, '\n'))
	return err
}

func (b *records) close() error {
	if b.file == nil {
		return nil
	}
	if err := errors.Join(b.file.Sync(), b.file.Close()); err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	return nil
}
