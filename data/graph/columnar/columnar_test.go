package columnar

import (
	"bytes"
	"strings"
	"testing"
)

// Without package parquet, the error names the missing package.
func TestWithoutParquet(t *testing.T) {
	_, err1 := Parquet.Open([]byte(Magic))
	_, err2 := Parquet.Head(bytes.NewReader(nil), 0)
	for _, err := range []error{err1, err2, Parquet.Write(&bytes.Buffer{}, nil)} {
		if err == nil || !strings.Contains(err.Error(), "parquet.Link()") {
			t.Errorf("%v, want what to import", err)
		}
	}
}
