// Package golden reads the values that testdata/golden.py computed.
package golden
