package app

import (
	"context"
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/nearest"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/models/app/lab"
	"github.com/spf13/cobra"
)

// claimed is a row of `gdp claims`: the declaration and, with --run, the result of its test.
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
		RunE:    func(cmd *cobra.Command, args []string) error { return a.listClaims(cmd.Context(), args, run) },
		ValidArgsFunction: from(func() []string {
			root, err := moduleRoot()
			if err != nil {
				return nil
			}
			list, _ := claim.Scan(root) // an unreadable package has no keys
			return claim.Keys(list)
		}),
	}
	c.Flags().BoolVar(&run, "run", false, "run the tests and show their results")
	return c
}

// listClaims lists the claims, for one key if there is an argument, and runs their tests.
func (a *app) listClaims(ctx context.Context, args []string, run bool) error {
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
		keys := claim.Keys(list)
		if !slices.Contains(keys, args[0]) {
			return usagef("no claims for %q; %s", args[0], nearest.Hint(args[0], keys))
		}
		list = slices.DeleteFunc(list, func(c claim.Claim) bool { return c.Key != args[0] })
	}
	all := make([]claimed, len(list))
	for i, c := range list {
		all[i].Claim = c
	}
	var missing error
	if run {
		if err := lab.FollowGoRun(); err != nil {
			return err
		}
		results, err := claim.Run(ctx, root, list, a.err)
		if err != nil {
			return err
		}
		for i, r := range results {
			all[i].Result = r
			if r.Outcome == claim.Failed || r.Outcome == claim.NotRun {
				missing = errReported
			}
		}
	}
	if err := a.print(all, func(w rows) { writeClaims(w, all) }); err != nil {
		return err
	}
	return missing
}

// moduleRoot returns the folder of the Go module of the working directory.
func moduleRoot() (string, error) {
	root, err := lab.Root(".", "")
	if err == nil && root == "" {
		err = fmt.Errorf("not inside a Go module; change to a checkout of %s, or to your own module", lab.Module)
	}
	return root, err
}

// writeClaims prints the claims under the names of their methods.
func writeClaims(w rows, all []claimed) {
	key, skipped := "", 0
	for _, r := range all {
		if r.Key != key {
			key = r.Key
			fmt.Fprintf(w, "%s\n", key)
		}
		fmt.Fprintf(w, "  %s  %s\n         %s, %s", r.Verdict, r.Statement, r.Test, r.Position())
		if r.Outcome != "" {
			fmt.Fprintf(w, ": %s", r.Outcome)
		}
		if r.Why != "" {
			fmt.Fprintf(w, ", and so not shown: %s", r.Why)
		}
		fmt.Fprintln(w)
		if r.Outcome == claim.Skipped {
			skipped++
		}
	}
	if skipped > 0 {
		fmt.Fprintf(w, "%d of %d claims were not shown: their tests were skipped\n", skipped, len(all))
	}
}
