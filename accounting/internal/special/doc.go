// Package special provides special functions that keep their relative precision in the tails.
package special
