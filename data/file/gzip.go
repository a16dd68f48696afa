package file

import (
	"compress/gzip"
	"io"
	"strings"
)

// Gzipped reports whether the name of a file says that it is compressed by gzip.
func Gzipped(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".gz") }

// WithoutGzip is a name without .gz at its end.
func WithoutGzip(name string) string {
	if Gzipped(name) {
		return name[:len(name)-len(".gz")]
	}
	return name
}

// Compress writes to w what write writes, compressed if the name says so.
func Compress(w io.Writer, name string, write func(io.Writer) error) error {
	if !Gzipped(name) {
		return write(w)
	}
	z := gzip.NewWriter(w)
	if err := write(z); err != nil {
		return err
	}
	return z.Close()
}
