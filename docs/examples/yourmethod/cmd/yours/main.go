// Command yours is the command line of graphdp with one method more.
package main

import (
	"example.com/yourmethod"
	"github.com/graphdp/graphdp/gdp/cmd/cli"
	"github.com/graphdp/graphdp/models/all"
)

func main() { cli.Main(append(all.Methods(), yourmethod.Method)...) }
