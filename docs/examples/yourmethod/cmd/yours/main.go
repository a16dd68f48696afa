// Command yours is the command line of graphdp with two methods more.
package main

import (
	"example.com/yourmethod"
	"example.com/yourmethod/neighbours"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/app"
)

func main() { app.Main(append(models.Methods(), yourmethod.Method, neighbours.Method)...) }
