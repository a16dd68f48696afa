package data

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"github.com/graphdp/graphdp/data/file"
)

// Progress says how far a download is.
type Progress struct {
	File  string // path in the data folder
	Done  int64  // bytes that are there, from an earlier attempt too
	Total int64  // -1 when the server does not say
}

// Ask asks for the bytes of an address from one of them on: web.Ask of data/web does by HTTP. It
// says where the body begins, there or at 0, and the size of the whole, -1 where it is not known.
// No body and no error says that nothing is there. What another attempt will not mend is an error
// with a method Final that says so.
type Ask func(ctx context.Context, url string, from int64) (body io.ReadCloser, first, size int64, err error)

// Get makes the files of a data set available: those that are in no folder yet
// are downloaded into the cache and checked. It returns the paths of all files.
// A download that was cut short continues where it stopped, in this call or the
// next; files appear under their names only when they are complete and right.
// Two processes that want the same file do not disturb each other: the second
// waits for the first. progress may be nil.
func Get(ctx context.Context, name string, ask Ask, progress func(Progress)) ([]string, error) {
	return get(ctx, name, ask, false, progress)
}

// Renew is like [Get] but does not trust what is there: a file that is damaged,
// unreadable or of unknown check sum is downloaded again and replaced where it
// lies.
func Renew(ctx context.Context, name string, ask Ask, progress func(Progress)) ([]string, error) {
	return get(ctx, name, ask, true, progress)
}

func get(ctx context.Context, name string, ask Ask, renew bool, progress func(Progress)) ([]string, error) {
	e, err := Lookup(name)
	if err != nil {
		return nil, err
	}
	folders, err := Folders()
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, f := range e.Files {
		path, err := f.find(folders)
		fetch := newFetcher(ask)
		missing := errors.Is(err, fs.ErrNotExist)
		if renew && !missing && (err != nil || len(f.sums()) == 0) {
			fetch.renew, missing = true, true
			folder := strings.TrimSuffix(path, filepath.FromSlash(f.Path))
			fetch.folder = func() (string, error) { return folder, nil }
		}
		if missing {
			if f.Source.URL == "" {
				return nil, e.notFound(f, folders)
			}
			path, err = fetch.get(ctx, f, progress)
			if err != nil {
				err = fmt.Errorf("data: %s: %w; or %s", e.Name, err, f.byHand(folders[0]))
			}
		}
		if err != nil {
			return nil, e.damaged(f, err)
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// A fetcher downloads files into a folder.
type fetcher struct {
	ask      Ask
	folder   func() (string, error)
	attempts int           // at one file
	pause    time.Duration // before the second attempt, twice as long before the next …
	idle     time.Duration // without a byte, after which an attempt has failed
	renew    bool          // replace what is there unless its check sum is known and right
}

func newFetcher(ask Ask) *fetcher {
	return &fetcher{ask: ask, folder: cacheFolder, attempts: 5, pause: time.Second, idle: 30 * time.Second}
}

// get downloads one file unless another process has done so meanwhile.
func (f *fetcher) get(ctx context.Context, file File, progress func(Progress)) (path string, err error) {
	folder, err := f.folder()
	if err != nil {
		return "", err
	}
	path = filepath.Join(folder, filepath.FromSlash(file.Path))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", err
	}
	lock := flock.New(path + ".lock")
	if _, err := lock.TryLockContext(ctx, 50*time.Millisecond); err != nil {
		return "", fmt.Errorf("waiting for another download of %s: %w", file.Path, err)
	}
	defer lock.Unlock()
	err = file.check(path)
	wrong := err != nil || len(file.sums()) == 0
	if !errors.Is(err, fs.ErrNotExist) && !(f.renew && wrong) {
		return path, err
	}

	d := &download{fetcher: f, file: file, part: path + ".part", progress: progress}
	if err := d.run(ctx); err != nil {
		return "", fmt.Errorf("%s: %w", file.Source.URL, err)
	}
	if err := os.Rename(d.part, path); err != nil {
		return "", err
	}
	return path, nil
}

// download is one file on its way.
type download struct {
	*fetcher
	file     File
	part     string // where the bytes are until all are there
	progress func(Progress)
}

// run makes attempts until the part is complete and right.
func (d *download) run(ctx context.Context) error {
	var err error
	for i := range d.attempts {
		if i > 0 {
			select {
			case <-time.After(d.pause << (i - 1)):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		var resumed bool
		if resumed, err = d.attempt(ctx); err == nil {
			err = d.check()
			if err == nil {
				return nil
			}
			// Right bytes can have been put after wrong ones of long ago: begin
			// again once. A whole file that is wrong stays wrong.
			if !resumed {
				return err
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if final := interface{ Final() bool }(nil); errors.As(err, &final) && final.Final() {
			return err
		}
	}
	return fmt.Errorf("%d attempts: %w", d.attempts, err)
}

// check compares the sum of the part, and deletes a wrong one.
func (d *download) check() error {
	sum, err := SHA256(d.part)
	if err != nil {
		return err
	}
	want := d.file.Source.SHA256
	if want == "" {
		want = d.file.SHA256
	}
	if want == "" || sum == want { // what nobody knows the sum of is checked when it is loaded
		return nil
	}
	if err := os.Remove(d.part); err != nil {
		return err
	}
	return fmt.Errorf("the download has the SHA-256 %s, want %s: the file at the address has changed", sum, want)
}

// attempt asks for the bytes that are not there yet; resumed says that there
// were some.
func (d *download) attempt(ctx context.Context) (resumed bool, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watch := time.AfterFunc(d.idle, func() { cancel(fmt.Errorf("no byte received for %v", d.idle)) })
	defer watch.Stop()
	defer func() {
		if err != nil && ctx.Err() != nil && context.Cause(ctx) != nil {
			err = context.Cause(ctx)
		}
	}()

	out, err := file.Regular(d.part, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return false, err
	}
	defer out.Close()
	have, err := out.Seek(0, io.SeekEnd)
	if err != nil {
		return false, err
	}
	body, first, total, err := d.ask(ctx, d.file.Source.URL, have)
	if err != nil {
		return false, err
	}
	if body == nil { // complete already, or longer than the file
		if d.check() == nil {
			return true, nil
		}
		return true, errors.New("the part from an earlier attempt is not of this file")
	}
	defer body.Close()
	if first != have && first != 0 {
		return false, errors.Join(fmt.Errorf("asked for bytes from %d, got those from %d", have, first), out.Truncate(0))
	}
	if have = first; have == 0 { // all of it, whatever was asked for
		if err := out.Truncate(0); err != nil {
			return false, err
		}
		if _, err := out.Seek(0, io.SeekStart); err != nil {
			return false, err
		}
	}

	resumed = have > 0
	buffer := make([]byte, 1<<16)
	for {
		n, err := body.Read(buffer)
		if n > 0 {
			watch.Reset(d.idle)
			if _, err := out.Write(buffer[:n]); err != nil {
				return resumed, err
			}
			have += int64(n)
			if d.progress != nil {
				d.progress(Progress{d.file.Path, have, total})
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return resumed, err
		}
	}
	if total >= 0 && have != total {
		return resumed, fmt.Errorf("received %d bytes of %d", have, total)
	}
	if err := out.Sync(); err != nil {
		return resumed, err
	}
	return resumed, out.Close()
}
