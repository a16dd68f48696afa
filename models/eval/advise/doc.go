// Package advise says which mode was best in kept trials: for a task, a relation and an ε, and for
// what is public of a graph. It reads no graph, and spends nothing.
//
// [Kept] is the table of means that is part of every program, made of the board of docs/board by
// go run ./docs/tables. [Table.Advise] compares modes on it, and each with its null control;
// [Table.Below] says where a mode was worse than its null.
package advise
