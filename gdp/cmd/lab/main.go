// Command lab sets up JupyterLab and opens the notebooks: the command `lab` of gdp, without the
// packages that gdp's other commands need. Where nothing is compiled yet it begins a minute
// earlier.
//
//	go run -v ./gdp/cmd/lab
//	go run ./gdp/cmd/lab --execute 00_tour
package main

import "github.com/graphdp/graphdp/models/app/lab"

func main() { lab.Main() }
