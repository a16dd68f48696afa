package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/spf13/cobra"
)

// interrupted is the error of a command that was interrupted while it waited.
type interrupted struct{ doing string }

func (e interrupted) Error() string { return "interrupted while " + e.doing }

// await runs a function that may block, such as reading a pipe without a writer. After an interrupt
// the function has a second to return; then the process ends without it.
func await[T any](a *app, doing string, do func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := do()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-a.stop:
	}
	select {
	case r := <-done:
		return r.value, r.err
	case <-time.After(time.Second):
		var none T
		return none, interrupted{doing}
	}
}

// awaitWrite is [await] for a function that writes a file.
func (a *app) awaitWrite(path string, write func() error) error {
	a.meter.tell("writing "+path, 0)
	_, err := await(a, "writing "+path, func() (struct{}, error) { return struct{}{}, write() })
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// awaitFile writes a whole file.
func (a *app) awaitFile(path string, write func(io.Writer) error) error {
	return a.awaitWrite(path, func() error { return file.Write(path, 0o666, write) })
}

// destination is the place for a release.
type destination struct {
	path string // empty: nowhere; "-": standard output
	word string // name for errors, such as --out
	kind release.Kind
	app  *app
}

// outputTo checks, before anything is spent, that a release of a kind can be written to a path. The
// path must not be that of the graph, and an existing file is replaced with force only. Errors use
// the words for the path and the graph.
func (a *app) outputTo(path, word string, kind release.Kind, from, fromWord string, force bool) (destination, error) {
	o := destination{path, word, kind, a}
	switch {
	case path == "":
		return o, nil
	case path == "/dev/stdout":
		o.path = "-"
	}
	if o.path == "-" && a.json {
		return o, usagef("%s - and --json both write to standard output; give %[1]s a file", word)
	}
	if err := kind.Writable(o.name()); err != nil {
		return o, usagef("%s %s: %w", word, path, err)
	}
	if o.path == "-" {
		return o, nil
	}
	if in, err := os.Stat(from); err == nil && (in.IsDir() || in.Mode().IsRegular()) {
		now, err := os.Stat(path)
		if err == nil && os.SameFile(in, now) {
			return o, usagef("%s %s: would overwrite the file of %s; give another name", word, path, fromWord)
		}
		if above, up := os.Stat(filepath.Dir(filepath.Clean(path))); err != nil && up == nil && os.SameFile(in, above) {
			return o, usagef("%s %s: lies in the collection of %s; give another folder", word, path, fromWord)
		}
	}
	there := false
	if info, err := os.Stat(path); err == nil {
		there = info.Mode().IsRegular()
	}
	check := file.Writable
	if kind.Folder(o.name()) {
		check = func(path string) (err error) {
			there, err = ownFolder(path)
			return err
		}
	}
	if err := check(path); err != nil {
		return o, fmt.Errorf("%s %s: %w", word, path, err)
	}
	if there && !force {
		return o, usagef("%s %s: is there already; give another name, or --force to replace it", word, path)
	}
	return o, nil
}

// forceFlag adds --force, which [app.outputTo] needs to replace a file.
func forceFlag(c *cobra.Command, force *bool) {
	c.Flags().BoolVar(force, "force", false, "replace the output if it is there already")
}

// holds checks, before anything is spent, that a release for these nodes can be written: that the
// format can hold their ids, and that there is room on the disk.
func (o destination) holds(n int, ids *graph.IDs) error {
	if o.path == "" {
		return nil
	}
	bytes, err := o.kind.Nodes(o.name(), n, ids)
	if err != nil {
		return usagef("%s %s: %w", o.word, o.path, err)
	}
	if o.path == "-" || o.kind.Folder(o.name()) {
		return nil
	}
	if err := file.Room(o.path, min(bytes+64*int64(n)+1<<16, 1<<26)); err != nil {
		return fmt.Errorf("%s %s: no room for the release: %w", o.word, o.path, err)
	}
	return nil
}

// ownFolder refuses a folder with files other than those of a collection of its name, because a
// release there could not be read again. there reports whether the folder has files of such a
// collection.
func ownFolder(path string) (there bool, err error) {
	if path, err = filepath.Abs(path); err != nil {
		return false, err
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return false, errors.New("its folder does not exist")
	}
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return false, errors.New("is a file; a collection needs a folder or a .zip file")
	}
	list, err := os.ReadDir(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return false, err
	}
	for _, entry := range list {
		if !strings.HasPrefix(entry.Name(), strings.ToUpper(filepath.Base(path))+"_") {
			return true, fmt.Errorf("the folder holds other files, such as %s; give an empty folder", entry.Name())
		}
	}
	return len(list) > 0, nil
}

// name is the file name that determines the format.
func (o destination) name() string {
	if info, err := os.Stat(o.path); o.path == "-" || err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return "release" + o.kind.Extension() // a device or a pipe has no extension
	}
	return o.path
}

// put writes a release to its destination.
func (o destination) put(r release.Release) error {
	write := func(w io.Writer) error { return r.Write(w, o.name()) }
	graphs, many := r.(release.Graphs)
	switch {
	case o.path == "-":
		return write(o.app.out)
	case many && o.kind.Folder(o.name()):
		return o.app.awaitWrite(o.path, func() error { return graphs.WriteFolder(o.path) })
	}
	return o.app.awaitFile(o.path, write)
}

// keep is [destination.put] for a release that was paid for: if writing fails, it writes a
// temporary file. It returns the path.
func (o destination) keep(r release.Release) (path string, err error) {
	if o.path == "" {
		return "", nil
	}
	if err = o.put(r); err == nil {
		if o.path == "-" {
			return "", nil
		}
		return o.path, nil
	}
	for _, extension := range []string{o.kind.Extension(), ".npz"} { // a format that holds ids of any text
		if o.kind.Writable("release"+extension) != nil {
			continue
		}
		temp, err2 := os.CreateTemp("", "release-*"+extension)
		if err2 == nil {
			if err2 = errors.Join(r.Write(temp, temp.Name()), temp.Close()); err2 == nil {
				return "", fmt.Errorf("writing the release: %w; it is stored in %s", err, temp.Name())
			}
			err2 = errors.Join(err2, os.Remove(temp.Name()))
		}
		err = errors.Join(err, err2)
	}
	return "", fmt.Errorf("writing the release: %w", err)
}
