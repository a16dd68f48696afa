// Package must ends a test on an unexpected error.
//
//	g := must.Get(gen.GNP(10, 0.5, r))(t)
//	must.Do(t, os.WriteFile(path, text, 0o600))
package must

import (
	"errors"
	"testing"
)

// Do ends the test on an error.
func Do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Get returns a function that returns x, or ends its test on the error.
func Get[T any](x T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Do(t, err)
		return x
	}
}

// Two is [Get] for two values.
func Two[T, U any](x T, y U, err error) func(testing.TB) (T, U) {
	return func(t testing.TB) (T, U) {
		t.Helper()
		Do(t, err)
		return x, y
	}
}

// OrSkip is [Get], but for one error the test is skipped.
//
//	d := must.OrSkip(data.Load("cora"))(t, data.ErrNotFound)
func OrSkip[T any](x T, err error) func(t testing.TB, missing error) T {
	return func(t testing.TB, missing error) T {
		t.Helper()
		if errors.Is(err, missing) {
			t.Skip(err)
		}
		return Get(x, err)(t)
	}
}
