// Command gdp is the command line of graphdp: graphs under differential
// privacy, honestly.
//
//	go run ./gdp/cmd/gdp lab       # JupyterLab on the notebooks, all set up
//	go run ./gdp/cmd/gdp doctor    # what is installed, what would run
//	go run ./gdp/cmd/gdp stats privdpr-cora
//
// Every command has --help with an example. Results are for people by default;
// with --json, standard output holds exactly one JSON document and everything
// else goes to standard error. The exit status is 0 on success, 1 when
// something failed, and 2 when the command was called wrongly.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// app is what the commands share: where they write, and in which form.
type app struct {
	out, err io.Writer
	json     bool
	printed  bool // the one JSON document is out
	started  bool // the arguments were right and the command runs
}

// errReported ends a command whose own output already says what failed.
var errReported = errors.New("failed")

// usageError is a wrong call that cobra could not notice: exit status 2.
type usageError struct{ error }

// run executes one command line and returns its exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	a := &app{out: stdout, err: stderr}
	root := a.root()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	var usage usageError
	wrong := !a.started || errors.As(err, &usage)
	if !errors.Is(err, errReported) {
		fmt.Fprintf(stderr, "gdp: %s\n", strings.TrimPrefix(err.Error(), "gdp: ")) // package gdp has the program's name
		if wrong {
			fmt.Fprintln(stderr, "Run 'gdp --help', or any command with --help, for what it takes.")
		}
	}
	if a.json && !a.printed {
		_ = a.print(map[string]string{"error": err.Error()}, nil)
	}
	if wrong {
		return 2
	}
	return 1
}

// root is the whole command line.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "gdp",
		Short: "Graphs under differential privacy, honestly",
		Long: `gdp runs published methods for differentially private graph release and
learning, and shows what they really protect.`,
		Example:       "  gdp lab\n  gdp doctor --json",
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRun: func(*cobra.Command, []string) {
			a.started = true
		},
	}
	root.PersistentFlags().BoolVar(&a.json, "json", false, "print one JSON document on standard output, all else on standard error")
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(a.lab(), a.doctor(), a.data(), a.stats(), a.compare(), a.account(), a.claims(), a.run(), a.audit(), a.version())
	return root
}

// print writes a command's result: v as JSON where --json was given, else what
// text writes.
func (a *app) print(v any, text func(io.Writer) error) error {
	if !a.json {
		return text(a.out)
	}
	a.printed = true
	enc := json.NewEncoder(a.out)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
