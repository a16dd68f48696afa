package app

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/graphdp/graphdp/data/nearest"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/models/app/internal/lab"
	"github.com/spf13/cobra"
)

// claimed is one row of `gdp claims`: the declaration and, with --run, how its
// test ended.
type claimed struct {
	claim.Claim
	claim.Result
}

func (a *app) claims() *cobra.Command {
	var run bool
	c := &cobra.Command{
		Use:   "claims [KEY]",
		Short: "List the claims of papers and the tests that check them",
		Long: `claims lists statements of the papers and the verdict of the test that checks each: "holds", "fails" (the test
is a counterexample) or "loose" (the bound holds and is far from tight). KEY is the name of a method.

The list is read from the test sources of this checkout or of your own module. --run runs these tests.`,
		Example: "  gdp claims\n  gdp claims dpar --run\n  gdp claims --json",
		Args:    arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			root, err := moduleRoot()
			if err != nil {
				return fmt.Errorf("claims need the test sources of a checkout: %w", err)
			}
			list, err := claim.Scan(root)
			if err != nil {
				return err
			}
			if len(list) == 0 {
				return fmt.Errorf("no test of the module in %s declares a claim; run this in a checkout of gdp, or see go doc github.com/graphdp/graphdp/gdp/claim", root)
			}
			if len(args) == 1 {
				if list, err = ofKey(list, args[0]); err != nil {
					return err
				}
			}
			rows := make([]claimed, len(list))
			for i, c := range list {
				rows[i].Claim = c
			}
			var missing error
			if run {
				if err := lab.FollowGoRun(); err != nil {
					return err
				}
				results, err := claim.Run(cmd.Context(), root, list, a.err)
				if err != nil {
					return err
				}
				for i, r := range results {
					rows[i].Result = r
					if r.Outcome == claim.Failed || r.Outcome == claim.NotRun {
						missing = errReported
					}
				}
			}
			if err := a.print(rows, func(w io.Writer) error { return writeClaims(w, rows) }); err != nil {
				return err
			}
			return missing
		},
	}
	c.Flags().BoolVar(&run, "run", false, "run the tests and show their results")
	c.ValidArgsFunction = from(func() []string {
		root, err := moduleRoot()
		if err != nil {
			return nil
		}
		list, _ := claim.Scan(root) // what cannot be read has no keys
		return claim.Keys(list)
	})
	return c
}

// moduleRoot is the folder of the Go module around the working directory.
func moduleRoot() (string, error) {
	start, err := filepath.Abs(".")
	if err != nil {
		return "", err
	}
	for root := start; ; root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			return root, nil
		}
		if root == filepath.Dir(root) {
			return "", fmt.Errorf("%s is not inside a Go module; change to a checkout of %s, or to your own module", start, lab.Module)
		}
	}
}

// ofKey selects the claims of one method.
func ofKey(list []claim.Claim, key string) ([]claim.Claim, error) {
	keys := claim.Keys(list)
	if !slices.Contains(keys, key) {
		return nil, usageError{fmt.Errorf("no claims for %q; %s", key, nearest.Hint(key, keys))}
	}
	return slices.DeleteFunc(list, func(c claim.Claim) bool { return c.Key != key }), nil
}

// writeClaims prints the claims below the names of their methods.
func writeClaims(w io.Writer, rows []claimed) error {
	var text bytes.Buffer
	key := ""
	for _, r := range rows {
		if r.Key != key {
			key = r.Key
			fmt.Fprintf(&text, "%s\n", key)
		}
		fmt.Fprintf(&text, "  %s  %s\n         %s, %s", r.Verdict, r.Statement, r.Test, r.Position())
		if r.Outcome != "" {
			fmt.Fprintf(&text, ": %s", r.Outcome)
		}
		if r.Why != "" {
			fmt.Fprintf(&text, ", and so not shown: %s", r.Why)
		}
		text.WriteByte('\n')
	}
	skipped := 0
	for _, r := range rows {
		if r.Outcome == claim.Skipped {
			skipped++
		}
	}
	if skipped > 0 {
		fmt.Fprintf(&text, "%d of %d claims were not shown: their tests were skipped\n", skipped, len(rows))
	}
	_, err := w.Write(text.Bytes())
	return err
}
