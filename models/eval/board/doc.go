// Package board generates the board: a page of stored trials with utility, the three values of ε,
// a null control and the non-private method.
//
// [Read] reads folders of results, as [trial.Grid] and the notebooks keep them; [Of] makes a
// [Board] of them; [Board.WriteHTML] writes one HTML file that asks for nothing else.
//
// Trials that differ in their seeds alone are one row. Rows are compared with others of the
// same protocol, data and split of the nodes. A row of which no ε is proved is never put in
// one order with those of which one is.
package board
