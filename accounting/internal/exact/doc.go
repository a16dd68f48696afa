// Package exact evaluates the normal distribution to hundreds of digits with math/big. It is slow
// and serves as the oracle of tests.
package exact
