package data

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/graphdp/graphdp/data/file"
)

// Progress is the state of a download.
type Progress struct {
	File  string // path in the data folder
	Done  int64  // bytes received
	Total int64  // -1 if unknown
}

// Ask opens an address and returns the size, -1 if unknown; web.Ask of data/web does so over HTTP.
// A permanent error has a method Final.
type Ask func(ctx context.Context, url string) (body io.ReadCloser, size int64, err error)

// Get downloads the missing files of a data set into the cache and verifies them. It returns the
// paths of all files. A file gets its name only when it is complete and verified. progress may be
// nil.
func Get(ctx context.Context, name string, ask Ask, progress func(Progress)) ([]string, error) {
	return get(ctx, name, ask, false, progress)
}

// Renew is [Get], but also replaces files that are damaged, unreadable or of unknown checksum.
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
		fetch := &fetcher{ask: ask, folder: cacheFolder, attempts: 5, pause: time.Second, idle: 30 * time.Second}
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
	attempts int           // per file
	pause    time.Duration // before the second attempt; doubles with each further one
	idle     time.Duration // longest time without a byte
	renew    bool          // replace existing files unless their known checksum is right
}

// get downloads one file unless it exists.
func (f *fetcher) get(ctx context.Context, want File, progress func(Progress)) (path string, err error) {
	folder, err := f.folder()
	if err != nil {
		return "", err
	}
	path = filepath.Join(folder, filepath.FromSlash(want.Path))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", err
	}
	err = want.check(path)
	wrong := err != nil || len(want.sums()) == 0
	if !errors.Is(err, fs.ErrNotExist) && !(f.renew && wrong) {
		return path, err
	}

	if err := file.Writable(path); err != nil {
		return "", err
	}
	if err := f.download(ctx, want, path, progress); err != nil {
		return "", fmt.Errorf("%s: %w", want.Source.URL, err)
	}
	return path, nil
}

// download repeats attempts until the file is complete and verified.
func (f *fetcher) download(ctx context.Context, want File, path string, progress func(Progress)) error {
	var err error
	for i := range f.attempts {
		if i > 0 {
			select {
			case <-time.After(f.pause << (i - 1)):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if err = f.attempt(ctx, want, path, progress); err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if final := interface{ Final() bool }(nil); errors.As(err, &final) && final.Final() {
			return err
		}
	}
	return fmt.Errorf("%d attempts: %w", f.attempts, err)
}

// changedError: the file at the address is not the registered one.
type changedError struct{ error }

// Final marks the error as permanent.
func (changedError) Final() bool { return true }

// attempt downloads a file and verifies its checksum. A file without a known checksum is verified
// when it is loaded.
func (f *fetcher) attempt(ctx context.Context, to File, path string, progress func(Progress)) (err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watch := time.AfterFunc(f.idle, func() { cancel(fmt.Errorf("no byte received for %v", f.idle)) })
	defer watch.Stop()
	defer func() {
		if err != nil && context.Cause(ctx) != nil {
			err = context.Cause(ctx)
		}
	}()
	body, total, err := f.ask(ctx, to.Source.URL)
	if err != nil {
		return err
	}
	defer body.Close()
	have, sum := int64(0), sha256.New()
	return file.Write(path, 0o644, func(out io.Writer) error {
		_, err := io.Copy(io.MultiWriter(out, sum, each(func(n int) {
			watch.Reset(f.idle)
			if have += int64(n); progress != nil {
				progress(Progress{to.Path, have, total})
			}
		})), body)
		if err != nil {
			return err
		}
		if total >= 0 && have != total {
			return fmt.Errorf("received %d bytes of %d", have, total)
		}
		got, want := hex.EncodeToString(sum.Sum(nil)), cmp.Or(to.Source.SHA256, to.SHA256)
		if want != "" && got != want {
			return changedError{fmt.Errorf("the download has the SHA-256 %s, want %s: the file at the address has changed", got, want)}
		}
		return nil
	})
}

// each calls a function with the size of each write.
type each func(n int)

func (e each) Write(b []byte) (int, error) {
	e(len(b))
	return len(b), nil
}
