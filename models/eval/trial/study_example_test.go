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
	runs, err := results.Open(bench.Methods, folder)
	if err != nil {
		panic(err)
	}
	t, err := runs.Means("value = 'KS'", []string{"mode", "epsilon", "proved"}, results.Apart)
	if err != nil {
		panic(err)
	}
	fmt.Print(t)
	// Output:
	// mode    epsilon  proved  value  mean    sd       n  seeds
	// null    1        1       KS     0.2745  0.1114   3  3
	// null    2        2       KS     0.2157  0.07402  3  3
	// strict  1        1       KS     0.549   0.2285   3  3
	// strict  2        2       KS     0.4118  0.1176   3  3
}
