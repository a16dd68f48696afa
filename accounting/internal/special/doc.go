// Package special holds the few special functions of accounting, written so
// that they keep their relative precision in every tail.
package special
