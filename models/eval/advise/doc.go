// Package advise recommends a mode for a task, a relation and an ε from stored trials on graphs
// with similar public facts. It reads no graph, and spends nothing.
//
// [Kept] is the table of means that is part of every program, made of the board of docs/board by
// go run ./docs/tables. [Table.Advise] compares modes on it, and each with its null control;
// [Table.Below] says where a mode was worse than its null.
package advise
