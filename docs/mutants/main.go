// Command mutants runs mutation tests of the code that privacy rests on. It reports whether the
// test that is named for the place fails.
//
//	GOEXPERIMENT=simd go run ./docs/mutants [-run REGEXP] [-v]
//	GOEXPERIMENT=simd go run ./docs/mutants -summary
//
// README.md describes the lists. Exit status 1 means that a mutant survived, does not apply or does
// not compile, or that a test fails without a mutant.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"syscall"
)

func main() {
	pattern := flag.String("run", "", "try only mutants whose list, name, file or test matches the `regexp`")
	verbose := flag.Bool("v", false, "show the output of the tests")
	table := flag.Bool("summary", false, "write the table of "+readmeFile+" and try no mutant")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := mainErr(ctx, *pattern, *table, &runner{verbose: *verbose}); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// mainErr tries the mutants that a pattern matches, or writes the table of results.
func mainErr(ctx context.Context, pattern string, table bool, r *runner) error {
	all, err := mutants(files)
	if err != nil {
		return err
	}
	if r.results, err = openResults(resultsFile); err != nil {
		return err
	}
	if table {
		return writeTable(all, r.results)
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(m mutant) bool {
		return !re.MatchString(fmt.Sprintf("%s: %s\n%s\n%s", m.list, m.name, m.file, m.test))
	})
	if r.temp, err = os.MkdirTemp("", "mutants-"); err != nil {
		return err
	}
	defer os.RemoveAll(r.temp)
	r.test = r.goTest
	fine, err := r.replay(ctx, all)
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return errors.New("interrupted: the same command continues")
	case !fine:
		return errors.New("a mutant or a test failed: see above")
	}
	return nil
}
