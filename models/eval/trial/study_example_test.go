package trial_test

import (
	"context"
	"fmt"
	"os"

	"github.com/graphdp/graphdp/models/eval/results"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method/study"
)

// A study in a program or a notebook: its results are kept in a folder, as those of gdp sweep.
func ExampleBench() {
	folder, err := os.MkdirTemp("", "study")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	s := study.Study{
		Methods: []string{"privdpr"}, Modes: []string{"strict", "null"}, Data: []string{"karate"}, Protocols: []string{trial.GraphStatistics},
		Epsilons: []float64{1, 2}, Seeds: []uint64{1, 2, 3},
	}
	bench := bench() // &trial.Bench{Methods: all.Methods(), Open: …}
	trials, err := bench.Plan(s)
	if err != nil {
		panic(err)
	}
	if _, err := (trial.Grid{Trials: trials, Folder: folder, Workers: 2, Run: bench.Run}).Do(context.Background()); err != nil {
		panic(err)
	}
	db, err := results.Open(bench.Methods, folder)
	if err != nil {
		panic(err)
	}
	defer db.Close()
	t, err := db.Select(context.Background(), "SELECT mode, epsilon, count(*) AS n, max(proved) AS proved FROM trials GROUP BY mode, epsilon")
	if err != nil {
		panic(err)
	}
	fmt.Print(t)
	// Output:
	// mode    epsilon  n  proved
	// null    1        3  1
	// null    2        3  2
	// strict  1        3  1
	// strict  2        3  2
}
