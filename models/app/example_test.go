package app_test

import (
	"context"
	"os"
	"strings"

	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/app"
)

// A command line runs in a program too: here one that accounts for a plan.
func ExampleRun() {
	args := []string{"account", "--mechanism", "laplace", "--sigma", "2", "--steps", "10", "--delta", "0"}
	status := app.Run(context.Background(), args, strings.NewReader(""), os.Stdout, os.Stderr, models.Methods()...)
	if status != 0 {
		os.Exit(status)
	}
	// Output:
	// epsilon     5
	// delta       0
	// sigma       2
	// mechanism   laplace
	// sampling    none
	// steps       10
	// relation    add-remove
	// accountant  pld
}

// A command of one's own lists the methods of this project and others.
func ExampleMain() {
	methods := models.Methods() // append your own
	app.Main(methods...)
}
