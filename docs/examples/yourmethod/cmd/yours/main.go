// Command yours is the command line of graphdp with two methods more.
package main

import (
	"example.com/yourmethod"
	"example.com/yourmethod/neighbours"
	"github.com/graphdp/graphdp/models/all"
	"github.com/graphdp/graphdp/models/cli"
)

func main() { cli.Main(append(all.Methods(), yourmethod.Method, neighbours.Method)...) }
