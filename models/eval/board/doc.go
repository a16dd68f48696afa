// Package board makes a page of trials: what methods are worth on private graphs, beside the
// ε that is claimed, proved and audited of each, a null control and the method without privacy.
//
// [Read] reads folders of results, as [trial.Grid] and the notebooks keep them; [Of] makes a
// [Board] of them; [Board.WriteHTML] writes one HTML file that asks for nothing else.
//
// Trials that differ in their seeds alone are one row. Rows are compared with others of the
// same protocol, data and split of the nodes. A row of which no ε is proved is never put in
// one order with those of which one is.
package board
