package app

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// role is what a command does with a file that a flag or an argument names.
type role string

// The roles of files.
const (
	reads  role = "reads"  // once, to the end: a file or a pipe; "reads" of a graph takes a folder too
	looks  role = "looks"  // at what is declared at its top: a regular file, or a folder of which nothing is read
	keeps  role = "keeps"  // records in it, which it also reads: a regular file
	writes role = "writes" // a file, a device or a pipe
	stores role = "stores" // results of trials in it: a folder
	fills  role = "fills"  // a folder with files that it makes
	starts role = "starts" // a program
)

// fileRole is the annotation of flags, and of commands for their arguments, in their order. A test
// hands every such flag and argument what is not a file, or too large.
const fileRole = "gdp_file_role"

// files declares what a command does with the files that its arguments name.
func files(c *cobra.Command, roles ...role) {
	var list []string
	for _, r := range roles {
		list = append(list, string(r))
	}
	c.Annotations = map[string]string{fileRole: strings.Join(list, " ")}
}

// flag declares what a command does with the file that a flag names.
func (r role) flag(c *cobra.Command, flag string) {
	if err := c.Flags().SetAnnotation(flag, fileRole, []string{string(r)}); err != nil {
		panic(err) // there is no such flag
	}
}

// interrupted is a command that was ended while it waited.
type interrupted struct{ doing string }

func (e interrupted) Error() string { return "interrupted while " + e.doing }

// await does what may wait for another program, such as to read a pipe that nobody writes to. When
// the command is interrupted it has a second to end by itself, and is then left behind, as the
// process ends.
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

// awaitWrite is [await] of what writes a file.
func (a *app) awaitWrite(path string, write func() error) error {
	a.meter.tell("writing "+path, 0)
	_, err := await(a, "writing "+path, func() (struct{}, error) { return struct{}{}, write() })
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
