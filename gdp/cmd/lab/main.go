// Command lab sets up JupyterLab and opens the notebooks. It is gdp's command `lab` without the
// packages that other commands need, so a first start compiles about a minute less.
//
//	go run -v ./gdp/cmd/lab
//	go run ./gdp/cmd/lab --execute 00_tour
package main

import "github.com/graphdp/graphdp/models/app/lab"

func main() { lab.Main() }
