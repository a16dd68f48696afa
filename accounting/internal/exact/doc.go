// Package exact evaluates the normal law to hundreds of digits with math/big.
// It is slow and serves as the oracle of tests.
package exact
