// Command tableone makes the trials of Table 1 of DPGGAN, and of the classification of its graphs, that have no result yet, and writes
// the tables.
//
//	go run ./docs/tableone                     # into the results of notebook 13
//	go run ./docs/tableone -results NEW_FOLDER # from nothing
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/trial"
	"github.com/graphdp/graphdp/models/trial/tableone"
)

func main() {
	folder := flag.String("results", "notebooks/13_dpggan/results", "folder of results")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *folder); err != nil {
		fmt.Fprintln(os.Stderr, "tableone:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, folder string) error {
	sets := map[string]*data.Dataset{}
	for _, p := range tableone.Parts() {
		d, err := data.Load(p.Data)
		if err != nil {
			return err
		}
		sets[p.Data] = d
	}
	results, err := trial.Grid{
		Trials: append(tableone.Trials(), tableone.ClassTrials()...), Folder: folder, Workers: 1,
		Progress: func(p trial.Progress) { fmt.Fprintf(os.Stderr, "%v; %v\n", p.Last.Trial, p) },
		Run: func(ctx context.Context, t trial.Trial) (trial.Measured, error) {
			m, err := method.Find(tableone.Methods(), t.Method)
			if err != nil {
				return trial.Measured{}, err
			}
			return trial.Evaluate(ctx, m, t, sets[t.Data].Graphs(), nil)
		},
	}.Do(ctx)
	for _, p := range tableone.Parts() {
		table, wrong := tableone.Table(ctx, p, sets[p.Data].Collection, results)
		if wrong != nil {
			return errors.Join(err, wrong)
		}
		fmt.Println(table)
	}
	fmt.Println(tableone.Classes(results))
	return err
}
