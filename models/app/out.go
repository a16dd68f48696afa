package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/models/method/release"
)

// destination is where --out puts a release.
type destination struct {
	path string // empty: nowhere; "-": standard output
	kind release.Kind
	app  *app
}

// outputTo checks, before anything is spent, that a release of a kind can go to a path, which is
// not that of the graph.
func (a *app) outputTo(path string, kind release.Kind, graph string) (destination, error) {
	o := destination{path, kind, a}
	switch {
	case path == "":
		return o, nil
	case path == "/dev/stdout":
		o.path = "-"
	}
	if o.path == "-" && a.json {
		return o, usageError{errors.New("--out - and --json both write to standard output; give --out a file")}
	}
	if err := kind.Writable(o.name()); err != nil {
		return o, usageError{fmt.Errorf("--out %s: %w", path, err)}
	}
	if o.path == "-" {
		return o, nil
	}
	if in, err := os.Stat(graph); err == nil && (in.IsDir() || in.Mode().IsRegular()) {
		now, err := os.Stat(path)
		if err == nil && os.SameFile(in, now) {
			return o, usageError{fmt.Errorf("--out %s: would overwrite the file of --graph; give another name", path)}
		}
		if above, up := os.Stat(filepath.Dir(filepath.Clean(path))); err != nil && up == nil && os.SameFile(in, above) {
			return o, usageError{fmt.Errorf("--out %s: lies in the collection of --graph; give another folder", path)}
		}
	}
	if kind.Folder(o.name()) {
		if info, err := os.Stat(filepath.Dir(filepath.Clean(path))); err != nil || !info.IsDir() {
			return o, fmt.Errorf("--out %s: its folder does not exist", path)
		}
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return o, fmt.Errorf("--out %s: is a file; a collection needs a folder or a .zip file", path)
		}
		return o, ownFolder(path)
	}
	if err := file.Writable(path); err != nil {
		return o, fmt.Errorf("--out %s: %w", path, err)
	}
	return o, nil
}

// ownFolder refuses a folder that has other files than those of a collection of its name: with
// these beside it, a release could not be read again.
func ownFolder(path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	list, err := os.ReadDir(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("--out %s: %w", path, err)
	}
	for _, entry := range list {
		if !strings.HasPrefix(entry.Name(), strings.ToUpper(filepath.Base(path))+"_") {
			return fmt.Errorf("--out %s: the folder holds other files, such as %s; give an empty folder", path, entry.Name())
		}
	}
	return nil
}

// name is the file name that says the format.
func (o destination) name() string {
	if info, err := os.Stat(o.path); o.path == "-" || err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return "release" + o.kind.Extension() // a device or a pipe has no extension
	}
	return o.path
}

// write writes a release and returns where it is. What cannot be written there, which was
// paid for, is put into a temporary file.
func (o destination) write(r release.Release) (path string, err error) {
	write := func(w io.Writer) error { return r.Write(w, o.name()) }
	switch o.path {
	case "":
		return "", nil
	case "-":
		if err = write(o.app.out); err == nil {
			return "", nil
		}
	default:
		err = o.app.awaitWrite(o.path, func() error {
			if graphs, ok := r.(release.Graphs); ok && o.kind.Folder(o.name()) {
				return graphs.WriteFolder(o.path)
			}
			return file.Write(o.path, 0o666, write)
		})
		if err == nil {
			return o.path, nil
		}
	}
	for _, extension := range []string{o.kind.Extension(), ".npz"} { // which holds ids that no text does
		if o.kind.Writable("release"+extension) != nil {
			continue
		}
		temp, err2 := os.CreateTemp("", "release-*"+extension)
		if err2 == nil {
			o.path = temp.Name()
			if err2 = errors.Join(write(temp), temp.Close()); err2 == nil {
				return "", fmt.Errorf("writing the release: %w; it is stored in %s", err, o.path)
			}
			err2 = errors.Join(err2, os.Remove(temp.Name()))
		}
		err = errors.Join(err, err2)
	}
	return "", fmt.Errorf("writing the release: %w", err)
}
