// Command nbgen generates the notebooks' .ipynb files from their Go sources, and
// takes the outputs of executed notebooks into them. Run it with -help.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/graphdp/graphdp/notebooks/internal/folder"
)

const usage = `Usage: go run ./notebooks/nbgen [-outputs DIR | -check] [NAME...]

Writes notebooks/NAME/NAME.ipynb from notebooks/NAME/NAME.go, for the notebooks
named or for all. A cell keeps the outputs it had as long as its code is the
same.

  -outputs DIR  take the outputs of the executed notebooks DIR/NAME.ipynb; a run
                that failed, or that ran other sources, is refused
  -check        write nothing; say which notebooks are out of date

Examples:

  go run ./notebooks/nbgen
      generate all notebooks, after their sources were edited

  go run ./gdp/cmd/lab --execute 00_tour --size full --out runs
  go run ./notebooks/nbgen -outputs runs 00_tour
      run one notebook and keep what it shows

  go run ./notebooks/nbgen -check
      what continuous integration asks

Exit status: 0 when all is well, 1 on a failure or when -check finds a notebook
out of date, 2 on wrong usage.
`

func main() {
	os.Exit(run(".", os.Args[1:], os.Stdout, os.Stderr))
}

// run is main for the checkout that dir is in.
func run(dir string, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("nbgen", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() { fmt.Fprint(stderr, usage) }
	outputs := flags.String("outputs", "", "")
	check := flags.Bool("check", false, "")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case *check && *outputs != "":
		fmt.Fprintln(stderr, "nbgen: -check writes nothing, so it takes no -outputs")
		return 2
	}
	s, err := folder.Find(dir)
	if err != nil {
		fmt.Fprintln(stderr, "nbgen:", err)
		return 1
	}
	names, err := s.Select(flags.Args())
	if err != nil {
		fmt.Fprintln(stderr, "nbgen:", err)
		return 2
	}
	status := 0
	for _, name := range names {
		changed, done := false, "up to date"
		switch {
		case *check:
			err = s.Check(name)
		case *outputs != "":
			changed, err = s.Take(name, *outputs)
		default:
			changed, err = s.Generate(name)
		}
		if err != nil {
			fmt.Fprintln(stderr, "nbgen:", err)
			status = 1
			continue
		}
		if changed {
			done = "written"
		}
		fmt.Fprintf(stdout, "%s: %s\n", name, done)
	}
	return status
}
