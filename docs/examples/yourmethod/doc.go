// Package yourmethod is a method outside the module of graphdp: noisy degrees, and a random graph
// that has them on average. It is an example to start from.
//
//	relation  gdp.EdgeLevel
//	spends    the degrees, once, with Laplace noise (method.go)
//
// The folder proofs holds the proof of its bound, and cmd/yours the command line with the methods
// of this module and of graphdp. neighbours is a node classifier:
//
//	go run ./cmd/yours run yourmethod --mode strict --graph karate.txt --epsilon 1
//	go run ./cmd/yours audit yourmethod --epsilon 1 --trials 2000
//	go test ./...
package yourmethod
