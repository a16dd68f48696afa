package data

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/file"
)

// Folder is the environment variable that names the data folder.
const Folder = "GDP_DATA"

// Folders lists where data sets are looked for: first the folder that GDP_DATA
// names, if any, then the cache.
func Folders() ([]string, error) {
	var list []string
	if dir := os.Getenv(Folder); dir != "" {
		list = append(list, dir)
	}
	cache, err := cacheFolder()
	if err != nil {
		if len(list) > 0 { // no cache, but no need of one
			return list, nil
		}
		return nil, err
	}
	return append(list, cache), nil
}

// cacheFolder returns where downloads are put.
func cacheFolder() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("data: no cache folder: %w; name a data folder in %s", err, Folder)
	}
	return filepath.Join(dir, "graphdp"), nil
}

// find looks for a file of a data set and checks its sum.
func (f File) find(folders []string) (path string, err error) {
	for _, dir := range folders {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		err := f.check(path)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return path, err
		}
	}
	return "", fs.ErrNotExist
}

// damagedError is an error of a file that is there but not right.
type damagedError struct{ error }

func (e damagedError) Unwrap() error { return e.error }

// check compares the sum of the file at path with those it may have.
func (f File) check(path string) error {
	sum, err := SHA256(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("data: %w", err)
	}
	if err != nil {
		return damagedError{fmt.Errorf("data: %w", err)}
	}
	if allowed := f.sums(); len(allowed) > 0 && !slices.Contains(allowed, sum) {
		return damagedError{fmt.Errorf("data: %s is another file or damaged: its SHA-256 is %s, want %s", path, sum, strings.Join(allowed, " or "))}
	}
	return nil
}

// SHA256 returns the SHA-256 of a file in hexadecimal.
func SHA256(path string) (string, error) {
	f, err := file.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// byHand says how to place a file of a data set that cannot be found or fetched.
func (f File) byHand(folder string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "place it by hand at %s", filepath.Join(folder, filepath.FromSlash(f.Path)))
	if sums := f.sums(); len(sums) > 0 {
		fmt.Fprintf(&b, " (SHA-256 %s)", strings.Join(sums, " or "))
	}
	return b.String()
}
