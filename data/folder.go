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

// Folders lists the folders searched for data sets: that of GDP_DATA, if set, then the cache.
func Folders() ([]string, error) {
	var list []string
	if dir := os.Getenv(Folder); dir != "" {
		list = append(list, dir)
	}
	cache, err := cacheFolder()
	if err != nil {
		if len(list) > 0 { // no cache, but it is not needed
			return list, nil
		}
		return nil, err
	}
	return append(list, cache), nil
}

// cacheFolder returns the folder of downloads.
func cacheFolder() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("data: no cache folder: %w; name a data folder in %s", err, Folder)
	}
	return filepath.Join(dir, "graphdp"), nil
}

// find returns the path of a file of a data set, after checking its checksum.
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

// damagedError is the error of an existing but invalid file.
type damagedError struct{ error }

func (e damagedError) Unwrap() error { return e.error }

// check compares the checksum of the file at path with the valid ones.
func (f File) check(path string) error {
	sum, err := SHA256(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("data: %w", err)
	}
	if err != nil {
		return damagedError{fmt.Errorf("data: %w", err)}
	}
	if allowed := f.sums(); len(allowed) > 0 && !slices.Contains(allowed, sum) {
		return damagedError{fmt.Errorf("data: %s is damaged or another file: its SHA-256 is %s, want %s", path, sum, strings.Join(allowed, " or "))}
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

// byHand explains how to place a file that cannot be found or fetched.
func (f File) byHand(folder string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "place it by hand at %s", filepath.Join(folder, filepath.FromSlash(f.Path)))
	if sums := f.sums(); len(sums) > 0 {
		fmt.Fprintf(&b, " (SHA-256 %s)", strings.Join(sums, " or "))
	}
	return b.String()
}
