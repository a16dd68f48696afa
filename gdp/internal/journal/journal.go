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
	// ErrDamaged means that the file was changed by something other than this package.
	ErrDamaged = errors.New("damaged journal")
	// ErrBusy means that another process held the journal for too long.
	ErrBusy = errors.New("journal in use")
)

// Journal is a list of records shared by goroutines and processes.
type Journal struct {
	path     string // "" in memory
	patience time.Duration
	before   func(step string) error // called before each change of the disk; tests use it to fail or to exit there
	sync     func(*os.File) error    // flushes to disk: (*os.File).Sync, or a test's function

	mu      sync.Mutex
	header  json.RawMessage
	records []json.RawMessage
	at      position    // the end of the records in the file
	file    os.FileInfo // the file that the records came from
	notes   []string

	holds sync.Mutex
	held  map[string]bool // names, for a journal in memory
}

// Open opens the journal at path, or creates it with the given header. An existing file keeps its
// header, which [Journal.Header] returns: the caller decides whether it fits.
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

// Header returns the header with which the journal was created.
func (j *Journal) Header() json.RawMessage { return slices.Clone(j.header) }

// Path returns the file's absolute path, or "" for a journal in memory.
func (j *Journal) Path() string { return j.path }

// Notes returns one sentence for each incomplete line that was set aside since the journal was
// opened.
func (j *Journal) Notes() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.notes)
}

// Do calls f with all records so far and appends the record that f returns, as JSON. It appends
// nothing if that is nil or f fails. Until Do returns, no other goroutine or process reads or
// appends to the journal, so decisions never race. f must not use the journal itself, nor modify
// the records.
//
// If Do returns nil, the record is on disk. If it returns an error, the record may be there: the
// next call to Do then sees it.
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

// decide returns the next record as chosen by f; nil means none.
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
