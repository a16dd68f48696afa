package gdptest

import (
	"errors"
	"math"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/must"
)

// Dataset is [must.Get] for a data set. It skips the test where the files of the data set are
// missing.
//
//	d := gdptest.Dataset(data.Load("cora"))(t)
func Dataset(d *data.Dataset, err error) func(testing.TB) *data.Dataset {
	return func(t testing.TB) *data.Dataset {
		t.Helper()
		if errors.Is(err, data.ErrNotFound) {
			t.Skip(err)
		}
		return must.Get(d, err)(t)
	}
}

// Near fails the test unless a number is within a tolerance of the wanted one.
func Near(t testing.TB, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %.12g, want %.12g ± %.3g", what, got, want, tolerance)
	}
}

// NearRelative is [Near] with a tolerance relative to the wanted number.
func NearRelative(t testing.TB, what string, got, want, relative float64) {
	t.Helper()
	Near(t, what, got, want, relative*math.Abs(want))
}
