package journal

import (
	"errors"
	"fmt"
	"os"

	"github.com/gofrs/flock"
)

// ErrHeld means that the name is already held.
var ErrHeld = errors.New("held elsewhere")

// Hold reserves a name of this journal for the caller until release is called or the process ends.
// Meanwhile every other Hold of that name fails with [ErrHeld], in this process and in others that
// have opened the file. The lock is a file beside the journal whose name contains the given name;
// release removes it. Hold may be called within [Journal.Do].
func (j *Journal) Hold(name string) (release func(), err error) {
	if j.path == "" {
		j.holds.Lock()
		defer j.holds.Unlock()
		if j.held[name] {
			return nil, fmt.Errorf("journal: %s: %w", name, ErrHeld)
		}
		if j.held == nil {
			j.held = map[string]bool{}
		}
		j.held[name] = true
		return func() {
			j.holds.Lock()
			defer j.holds.Unlock()
			delete(j.held, name)
		}, nil
	}
	path := j.path + "." + name
	for {
		lock := flock.New(path, flock.SetPermissions(0o600))
		ok, err := lock.TryLock()
		if err == nil && !ok {
			err = ErrHeld
		}
		if err != nil {
			return nil, fmt.Errorf("journal: %s: %w", path, err)
		}
		// The file may have been removed between opening and locking.
		mine, err := lock.Stat()
		there, gone := os.Stat(path)
		if err == nil && gone == nil && os.SameFile(mine, there) {
			return func() {
				_ = os.Remove(path) // a file left behind is harmless
				_ = lock.Close()    // nothing was written
			}, nil
		}
		if err := errors.Join(err, lock.Close()); err != nil {
			return nil, fmt.Errorf("journal: %s: %w", path, err)
		}
	}
}
