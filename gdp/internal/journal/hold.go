package journal

import (
	"errors"
	"fmt"
	"os"

	"github.com/gofrs/flock"
)

// ErrHeld means that the name is held already.
var ErrHeld = errors.New("held elsewhere")

// Hold gives a name of this journal to the caller alone, until release is called
// or the process ends. While it is held, every other call of Hold with that name
// fails with [ErrHeld], in this process and in others that have opened the file.
// The name becomes part of a file's name beside the journal, which release
// removes. Hold may be called within [Journal.Do].
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
		// The file may have been removed between its opening and the lock.
		mine, err := lock.Stat()
		there, gone := os.Stat(path)
		if err == nil && gone == nil && os.SameFile(mine, there) {
			return func() {
				_ = os.Remove(path) // a file that stays does no harm
				_ = lock.Close()    // nothing was written
			}, nil
		}
		if err := errors.Join(err, lock.Close()); err != nil {
			return nil, fmt.Errorf("journal: %s: %w", path, err)
		}
	}
}
