package cli

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/models/board"
	"github.com/spf13/cobra"
)

// boarded is what `gdp board` prints.
type boarded struct {
	File   string         `json:"file"`
	Stores []board.Source `json:"stores"`
	Rows   int            `json:"rows"`
	Notes  []string       `json:"notes"`
}

func (a *app) board() *cobra.Command {
	var out string
	c := &cobra.Command{
		Use:   "board [FOLDER...] --out DIR",
		Short: "Make a page of trials: utility beside what is claimed and proved",
		Long: `board makes the file DIR/index.html from folders of results: tables that sort, and curves
of utility against ε, each beside a null control and the method without privacy. Each row says
which ε is claimed, proved and audited, and has the command that makes its trials again. The
page holds all that it needs, and asks nobody for anything.

A FOLDER has a file results.jsonl, as notebooks and grids of trials keep it, or a folder
"results" with one. Without a FOLDER, board takes those of the notebooks of this checkout.`,
		Example: "  gdp board --out docs/board\n  gdp board my-study --out page",
		Args:    arguments(0, math.MaxInt),
		RunE: func(_ *cobra.Command, folders []string) error {
			if out == "" {
				return usageError{errors.New("--out is missing: the folder for the page")}
			}
			return a.makeBoard(folders, out)
		},
	}
	c.Flags().StringVar(&out, "out", "", "folder for index.html; made where it is not there")
	files(c, stores)
	fills.flag(c, "out")
	return c
}

func (a *app) makeBoard(folders []string, out string) error {
	a.meter.tell("reading trials", 0)
	var stores []board.Store
	var err error
	if len(folders) > 0 {
		stores, err = board.Read(folders...)
	} else {
		var root string
		if root, err = moduleRoot(); err == nil {
			stores, err = board.Kept(root)
		}
	}
	if err != nil {
		return err
	}
	b, err := board.Of(stores, a.methods)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	path := filepath.Join(out, "index.html")
	if err := a.awaitWrite(path, func() error { return file.Write(path, 0o666, b.WriteHTML) }); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	done := boarded{path, b.Sources, len(b.Rows), b.Notes}
	return a.print(done, func(w io.Writer) error {
		trials := 0
		for _, s := range b.Sources {
			trials += s.Trials
		}
		for _, n := range b.Notes {
			a.note("%s", n)
		}
		_, err := fmt.Fprintf(w, "%s: %d rows of %d trials from %d stores\n", path, len(b.Rows), trials, len(b.Sources))
		return err
	})
}
