package app

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"text/tabwriter"

	"github.com/graphdp/graphdp/models/app/lab"
	"github.com/spf13/cobra"
)

func (a *app) lab() *cobra.Command {
	cmd := lab.Command(lab.Console{Err: a.err, Print: func(v any, text func(io.Writer) error) error { return a.print(v, textOf(text)) }})
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		err := run(cmd, args)
		if errors.Is(err, lab.ErrFailed) {
			return errReported
		}
		return err
	}
	fills.flag(cmd, "out")
	starts.flag(cmd, "python")
	return cmd
}

func (a *app) grade() *cobra.Command {
	var seed uint64
	cmd := &cobra.Command{
		Use:   "grade FOLDER",
		Short: "Grade notebooks of the course",
		Long: `grade checks all notebooks (.ipynb) in and below FOLDER, and writes grades.csv and grades.json into it.
It identifies the lesson by the checks that a notebook calls. It takes each answer out of the notebook and checks it
with the question of the checkout, in its own process with a limit of two minutes and 4 GiB. Graphs and noise
are sampled afresh, and are the same for all submissions. Stored outputs do not count.

An exercise has 1 point if the verdict is right, and half a point if the answer is too loose. "disputed" lists
exercises whose stored output says right where the check does not.`,
		Example: "  gdp grade submitted\n  gdp grade submitted --seed 7 --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("seed") {
				seed = uint64(rand.Uint32()) // which every reader of JSON holds
			}
			root, err := lab.Find(".")
			if err != nil {
				return err
			}
			all, err := lab.GradeFolder(cmd.Context(), root, args[0], seed, a.err)
			if err != nil {
				return err
			}
			return a.print(all, textOf(func(w io.Writer) error {
				t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
				for _, s := range all.Submissions {
					note := s.Error
					if list := s.Disputed(); list != "" {
						note = "disputed: " + list
					}
					fmt.Fprintf(t, "%s\t%s\t%g of %g\t%s\n", s.File, s.Notebook, s.Points, s.Of, note)
				}
				fmt.Fprintf(t, "grades.csv and grades.json are in %s, for --seed %d\n", args[0], all.Seed)
				return t.Flush()
			}))
		},
	}
	cmd.Flags().Uint64Var(&seed, "seed", 0, "seed of graphs and noise, to repeat a grading (default: a new one)")
	files(cmd, looks)
	return cmd
}
