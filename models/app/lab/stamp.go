package lab

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/graphdp/graphdp/data/file"
)

// A stamp is the file that says that a step is done, and from what: its content
// is the key of all that went in. It exists only while every part of the step's
// result does.
type stamp struct {
	path string
}

// holds reports whether the step was done with this key and the files that came
// out of it are still there.
func (s stamp) holds(key string, outputs ...string) bool {
	got, err := file.Read(s.path)
	if err != nil || string(got) != key {
		return false
	}
	for _, file := range outputs {
		if _, err := os.Stat(file); err != nil {
			return false
		}
	}
	return true
}

// clear takes the stamp away: first thing when a step begins.
func (s stamp) clear() error {
	if err := os.Remove(s.path); err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("lab: %w", err)
	}
	return nil
}

// set writes the stamp, whole or not at all: last thing when a step ends.
func (s stamp) set(key string) error {
	return writeFile(s.path, []byte(key))
}

// writeFile writes a file that is never seen half written, and makes its folder.
func writeFile(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	err := file.Write(path, 0o644, func(w io.Writer) error { _, err := w.Write(content); return err })
	if err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	return nil
}

// keyOf condenses what a step depends on. Each part is hashed with its length,
// so that two lists of parts never run into one another.
func keyOf(parts ...string) string {
	h := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return hex.EncodeToString(h.Sum(nil))
}
