package cli

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/models/board"
	"github.com/spf13/cobra"
)

// boarded is what `gdp board` prints.
type boarded struct {
	File   string         `json:"file,omitempty"`
	Figure string         `json:"figure,omitempty"`
	Stores []board.Source `json:"stores"`
	Rows   int            `json:"rows"`
	Notes  []string       `json:"notes"`
}

func (a *app) board() *cobra.Command {
	var f boardFlags
	c := &cobra.Command{
		Use:   "board [FOLDER...] --out DIR | --figure FILE",
		Short: "Make a page of trials: utility beside what is claimed and proved",
		Long: `board makes the file DIR/index.html from folders of results: tables that sort, and curves
of utility against ε, each beside a null control and the method without privacy. Each row says
which ε is claimed, proved and audited, and has the command that makes its trials again. The
page holds all that it needs, and asks nobody for anything.

With --figure it writes the curves of one protocol on one data set to FILE, as SVG, PDF or PNG by
its name: a panel for each relation and each split of the nodes, as the page shows them first.

A FOLDER has a file results.jsonl, as notebooks and grids of trials keep it, or a folder
"results" with one. Without a FOLDER, board takes those of the notebooks of this checkout.`,
		Example: "  gdp board --out docs/board\n  gdp board my-study --out page\n  gdp board --figure cora.pdf --protocol classification --graph cora-ml",
		Args:    arguments(0, math.MaxInt),
		RunE: func(_ *cobra.Command, folders []string) error {
			if err := f.check(); err != nil {
				return usageError{err}
			}
			return a.makeBoard(folders, f)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.out, "out", "", "folder for index.html; made where it is not there")
	flags.StringVar(&f.figure, "figure", "", "file for curves: .svg, .pdf or .png")
	flags.StringVar(&f.protocol, "protocol", "", "of the figure: what is measured")
	flags.StringVar(&f.graph, "graph", "", "of the figure: name of a data set")
	flags.StringVar(&f.value, "value", "", "of the figure: the number that is drawn; default the protocol's first")
	files(c, stores)
	fills.flag(c, "out")
	writes.flag(c, "figure")
	completeProtocols(c)
	return c
}

// boardFlags are the flags of `gdp board`.
type boardFlags struct{ out, figure, protocol, graph, value string }

func (f boardFlags) check() error {
	switch {
	case f.out == "" && f.figure == "":
		return errors.New("--out is missing: the folder for the page; or --figure, the file for one of its figures")
	case f.figure != "" && f.protocol == "":
		return errors.New("--protocol is missing: what the figure shows")
	case f.figure != "" && f.graph == "":
		return errors.New("--graph is missing: the data set that the figure shows")
	case f.figure == "" && f.protocol+f.graph+f.value != "":
		return errors.New("--protocol, --graph and --value are of a figure: give --figure, its file")
	}
	return nil
}

func (a *app) makeBoard(folders []string, f boardFlags) error {
	a.meter.tell("reading trials", 0)
	var stores []board.Store
	var err error
	if len(folders) > 0 {
		stores, err = board.Read(folders...)
	} else {
		var root string
		if root, err = moduleRoot(); err != nil {
			return fmt.Errorf("name the folders of your trials, or let those of a checkout be read: %w", err)
		}
		stores, err = board.Kept(root)
	}
	if err != nil {
		return err
	}
	b, err := board.Of(stores, a.methods)
	if err != nil {
		return err
	}
	done := boarded{Stores: b.Sources, Rows: len(b.Rows), Notes: b.Notes}
	if f.figure != "" {
		drawn, err := b.Figure(f.protocol, f.graph, f.value)
		if err == nil {
			err = a.awaitWrite(f.figure, func() error { return drawn.Save(f.figure) })
		}
		if errors.Is(err, board.ErrUnknown) || errors.Is(err, figure.ErrFormat) {
			return usageError{err}
		}
		if err != nil {
			return fmt.Errorf("--figure: %w", err)
		}
		done.Figure = f.figure
	}
	if f.out != "" {
		if err := os.MkdirAll(f.out, 0o777); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
		done.File = filepath.Join(f.out, "index.html")
		if err := a.awaitWrite(done.File, func() error { return file.Write(done.File, 0o666, b.WriteHTML) }); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
	}
	return a.print(done, func(w io.Writer) error {
		trials := 0
		for _, s := range b.Sources {
			trials += s.Trials
		}
		for _, n := range b.Notes {
			a.note("%s", n)
		}
		if done.Figure != "" {
			fmt.Fprintln(w, done.Figure)
		}
		if done.File == "" {
			return nil
		}
		_, err := fmt.Fprintf(w, "%s: %d rows of %d trials from %d stores\n", done.File, len(b.Rows), trials, len(b.Sources))
		return err
	})
}
