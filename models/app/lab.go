package app

import (
	"errors"
	"io"

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
