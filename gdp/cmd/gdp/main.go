// Command gdp is the command line of graphdp, graph algorithms under differential privacy.
//
//	go run ./gdp/cmd/gdp lab       # set up JupyterLab and open the notebooks, as gdp/cmd/lab
//	go run ./gdp/cmd/gdp doctor    # what is installed and what can run
//	go run ./gdp/cmd/gdp methods   # list the methods
//	go run ./gdp/cmd/gdp stats privdpr-cora
//
// Package cli documents the conventions of all commands.
package main

import (
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/app"
)

func main() { app.Main(models.Methods()...) }
