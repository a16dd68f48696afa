// Command gdp is the command line of graphdp: graphs under differential
// privacy, honestly.
//
//	go run ./gdp/cmd/gdp lab       # JupyterLab on the notebooks, all set up: as gdp/cmd/lab
//	go run ./gdp/cmd/gdp doctor    # what is installed, what would run
//	go run ./gdp/cmd/gdp methods   # what can be run
//	go run ./gdp/cmd/gdp stats privdpr-cora
//
// Package cli says what all commands have in common.
package main

import (
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/app"
)

func main() { app.Main(models.Methods()...) }
