package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

var (
	// ErrDamaged says that the file is not as this package left it.
	ErrDamaged = errors.New("damaged journal")
	// ErrBusy says that another process held the journal for too long.
	ErrBusy = errors.New("journal in use")
)

// Journal is a list of records that several goroutines and processes share.
type Journal struct {
	path     string // "" in memory
	patience time.Duration
	before   func(step string) error // before each change of the disk; a test's way to fail or to die there
	sync     func(*os.File) error    // makes what was written reach the disk: (*os.File).Sync, and seen by tests

	mu      sync.Mutex
	header  json.RawMessage
	records []json.RawMessage
	at      position    // the end of records in the file
	file    os.FileInfo // the file that they came from
	notes   []string

	holds sync.Mutex
	held  map[string]bool // names, of a journal in memory
}

// Open opens the journal in the file at path, and creates it with the given
// header when there is none. A file that is there keeps its own header, which
// [Journal.Header] returns: whether it will do is for the caller to judge.
//
// An empty path keeps the records in memory.
func Open(path string, header any) (*Journal, error) {
	j := &Journal{patience: 30 * time.Second, sync: (*os.File).Sync}
	if err := j.open(path, header); err != nil {
		return nil, err
	}
	return j, nil
}

func (j *Journal) open(path string, header any) error {
	first, err := json.Marshal(header)
	if err != nil {
		return fmt.Errorf("journal: header: %w", err)
	}
	if path == "" {
		j.header = first
		return nil
	}
	if j.path, err = filepath.Abs(path); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if _, err := os.Lstat(j.path); errors.Is(err, os.ErrNotExist) {
		if err := j.create(first); err != nil {
			return fmt.Errorf("journal: create %s: %w", j.path, err)
		}
	}
	return j.Do(func([]json.RawMessage) (any, error) { return nil, nil })
}

// Header returns the header that the journal was created with.
func (j *Journal) Header() json.RawMessage { return slices.Clone(j.header) }

// Path returns the file's absolute path, empty for a journal in memory.
func (j *Journal) Path() string { return j.path }

// Notes says what was set aside since the journal was opened, a sentence each.
func (j *Journal) Notes() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.notes)
}

// Do calls f with all records so far and appends the record that f returns, as
// JSON; it appends nothing when that is nil or f fails. Until Do returns, no
// other goroutine or process that uses the journal reads or appends, so that two
// decisions never miss each other. f must not use the journal itself, nor modify
// the records.
//
// When Do returns nil the record is on the disk. When it returns an error the
// record may be there: the next call to Do sees it if it is.
func (j *Journal) Do(f func(records []json.RawMessage) (any, error)) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.path == "" {
		record, err := j.decide(f)
		if err == nil && record != nil {
			j.records = append(j.records, record)
		}
		return err
	}
	file, release, err := j.lock()
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	defer release()
	if err := j.catchUp(file); err != nil {
		return fmt.Errorf("journal: %s: %w", j.path, err)
	}
	record, err := j.decide(f)
	if err != nil || record == nil {
		return err
	}
	if err := j.append(file, record); err != nil {
		return fmt.Errorf("journal: %s: record %d: %w", j.path, len(j.records)+1, err)
	}
	return nil
}

// decide asks f for the next record; nil means none.
func (j *Journal) decide(f func([]json.RawMessage) (any, error)) (json.RawMessage, error) {
	record, err := f(slices.Clip(j.records))
	if err != nil || record == nil {
		return nil, err
	}
	line, err := json.Marshal(record)
	if err != nil {
		return nil, fmt.Errorf("journal: record %d: %w", len(j.records)+1, err)
	}
	return line, nil
}
