// Package acctest is the suite that every accountant passes: answers never lie
// below closed forms, they move the right way with every parameter, nonsense
// is refused, and calibration keeps its budget.
package acctest
