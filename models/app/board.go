package app

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/models/eval/board"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/spf13/cobra"
)

// boardReport is the output of `gdp board`.
type boardReport struct {
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
		Short: "Write a page of stored runs: utility against claimed and proved ε",
		Long: `board writes DIR/index.html from folders of results: sortable tables, and curves of utility against ε with
the null control and the non-private method. Each row has the claimed, proved and audited ε and the command
that repeats its runs. The page is a single file and loads nothing from the network.

With --figure FILE it writes the curves of one protocol on one data set as SVG, PDF or PNG, with one panel
for each relation and split.

A FOLDER holds results.jsonl, or a folder "results" that does. Without a FOLDER, board reads the results of
the notebooks of this checkout.`,
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
	flags.StringVar(&f.out, "out", "", "output folder for index.html")
	flags.StringVar(&f.figure, "figure", "", "output file for curves: .svg, .pdf or .png")
	flags.StringVar(&f.protocol, "protocol", "", "protocol of the figure")
	flags.StringVar(&f.graph, "graph", "", "data set of the figure")
	flags.StringVar(&f.value, "value", "", "metric of the figure (default: the protocol's first)")
	files(c, stores)
	fills.flag(c, "out")
	writes.flag(c, "figure")
	complete(c, "protocol", protocolNames)
	completeGraph(c)
	return c
}

// boardFlags are the flags of `gdp board`.
type boardFlags struct{ out, figure, protocol, graph, value string }

func (f boardFlags) check() error {
	switch {
	case f.out == "" && f.figure == "":
		return errors.New("no output: give --out FOLDER for the page, or --figure FILE for one figure")
	case f.figure != "" && f.protocol == "":
		return errors.New("--protocol is missing: a figure shows one protocol")
	case f.figure != "" && f.graph == "":
		return errors.New("--graph is missing: a figure shows one data set")
	case f.figure == "" && f.protocol+f.graph+f.value != "":
		return errors.New("--protocol, --graph and --value need --figure FILE")
	}
	return nil
}

func (a *app) makeBoard(folders []string, f boardFlags) error {
	folders, err := a.withoutPrograms(folders)
	if err != nil {
		return err
	}
	stores, err := a.stores(folders)
	if err != nil {
		return err
	}
	b, err := board.Of(stores, a.methods)
	if err != nil {
		return err
	}
	done := boardReport{Stores: b.Sources, Rows: len(b.Rows), Notes: b.Notes}
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
		done.File = filepath.Join(f.out, "index.html")
		err := os.MkdirAll(f.out, 0o777)
		if err == nil {
			err = a.awaitFile(done.File, b.WriteHTML)
		}
		if err != nil {
			return fmt.Errorf("--out: %w", err)
		}
	}
	return a.print(done, func(w rows) {
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
		if done.File != "" {
			fmt.Fprintf(w, "%s: %d rows of %d trials from %d stores\n", done.File, len(b.Rows), trials, len(b.Sources))
		}
	})
}

// stores reads stored runs from folders, or from the notebooks of this checkout.
func (a *app) stores(folders []string) ([]trial.Store, error) {
	a.meter.tell("reading results", 0)
	if len(folders) > 0 {
		return trial.ReadStores(folders...)
	}
	root, err := moduleRoot()
	if err != nil {
		return nil, fmt.Errorf("no folder of results given, and %w: %w", errNoCheckout, err)
	}
	return trial.ReadCheckout(root)
}

// errNoCheckout: the working directory is not in a checkout.
var errNoCheckout = errors.New("no checkout found")
