package parquet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"
	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"github.com/graphdp/graphdp/data/graph/columnar"
	"github.com/graphdp/graphdp/data/lists"
)

// File is an open Parquet file whose columns are read one at a time.
type File struct {
	file    *pq.File
	content []byte
}

// manyRows is the number of rows that a file may declare in addition to 1024 per byte: a few bytes
// can encode any number of equal values.
const manyRows = 1 << 22

// Open reads the footer of a file from its whole content. Sizes in the file are not trusted.
func Open(content []byte) (f *File, err error) {
	if f, err = Head(bytes.NewReader(content), int64(len(content))); err == nil {
		f.content = content
	}
	return f, err
}

// Head reads the footer of a file of the given size, and no column: [File.Read] then fails.
func Head(r io.ReaderAt, size int64) (f *File, err error) {
	defer recovered(&err)
	if r == nil {
		return nil, errors.New("parquet: no file")
	}
	var begin, end [8]byte
	if size >= 12 {
		if _, err := r.ReadAt(begin[:], 0); err != nil {
			return nil, fmt.Errorf("parquet: %w", err)
		}
		if _, err := r.ReadAt(end[:], size-8); err != nil {
			return nil, fmt.Errorf("parquet: %w", err)
		}
	}
	if string(begin[:4]) != columnar.Magic || string(end[4:]) != columnar.Magic {
		return nil, errors.New("parquet: the file does not begin and end with PAR1: it is cut short or not Parquet")
	}
	length := int64(binary.LittleEndian.Uint32(end[:]))
	if length > size-12 {
		return nil, fmt.Errorf("parquet: the footer declares %d bytes, the file has %d: it is cut short or damaged", length, size)
	}
	foot := make([]byte, length)
	if _, err := r.ReadAt(foot, size-8-length); err != nil {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	head, _, err := scan(foot)
	if err != nil {
		return nil, fmt.Errorf("parquet: the footer is damaged: %w", err)
	}
	if n := head[2].field(5); n < 0 || n > longest {
		return nil, fmt.Errorf("parquet: %d columns, want at most %d", n, longest)
	}
	file, err := pq.OpenFile(r, size, pq.SkipPageIndex(true), pq.SkipBloomFilters(true))
	if err != nil {
		return nil, fmt.Errorf("parquet: the footer is damaged: %w", err)
	}
	rows := int64(0)
	for _, g := range file.Metadata().RowGroups {
		if g.NumRows < 0 || g.NumRows > manyRows+1024*size {
			return nil, fmt.Errorf("parquet: %d rows in a file of %d bytes", g.NumRows, size)
		}
		rows += g.NumRows
	}
	if rows != file.NumRows() || rows > manyRows+1024*size {
		return nil, fmt.Errorf("parquet: %d rows, of which its parts have %d, in a file of %d bytes", file.NumRows(), rows, size)
	}
	return &File{file: file}, nil
}

// Rows returns the number of rows.
func (f *File) Rows() int {
	if f == nil || f.file == nil {
		return 0
	}
	return int(f.file.NumRows())
}

// Note returns a note written by [Write].
func (f *File) Note(name string) (note string, ok bool) {
	if f == nil || f.file == nil {
		return "", false
	}
	return f.file.Lookup(name)
}

// Columns lists the names of the columns; nested ones have dots.
func (f *File) Columns() (names []string) {
	if f == nil || f.file == nil {
		return nil
	}
	return lists.Map(f.file.Schema().Columns(), func(path []string) string { return strings.Join(path, ".") })
}

// Read reads a column of integers as []int64, or one of text as []string. Any other type, and a
// missing value, is an error.
func (f *File) Read(name string) (values any, err error) {
	defer recovered(&err)
	if f == nil || f.content == nil {
		return nil, errors.New("parquet: no file is open, or its head alone")
	}
	if values, err = f.read(name); err != nil {
		return nil, fmt.Errorf("parquet: column %s: %w", name, err)
	}
	return values, nil
}

func (f *File) read(name string) (any, error) {
	leaf, ok := f.file.Schema().Lookup(name)
	if !ok {
		return nil, fmt.Errorf("there is none; the columns are %s", strings.Join(f.Columns(), ", "))
	}
	if leaf.MaxRepetitionLevel > 0 || leaf.MaxDefinitionLevel > 1 {
		return nil, errors.New("holds lists, want integers or text")
	}
	unsigned32, err := checkType(leaf.Node.Type())
	if err != nil {
		return nil, err
	}
	var ints []int64
	var texts []string
	same := map[string]string{} // repeated text is stored once
	buffer := make([]pq.Value, 1024)
	for i, group := range f.file.RowGroups() {
		if err := f.checkPages(i, leaf.ColumnIndex); err != nil {
			return nil, err
		}
		want := len(ints) + len(texts) + int(group.NumRows())
		pages := group.ColumnChunks()[leaf.ColumnIndex].Pages()
		for {
			page, err := pages.ReadPage()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return nil, errors.Join(err, pages.Close())
			}
			for values := page.Values(); ; {
				n, err := values.ReadValues(buffer)
				for _, x := range buffer[:n] {
					row := len(ints) + len(texts)
					switch {
					case row >= want:
						return nil, errors.New("has more values than the table has rows")
					case x.IsNull():
						return nil, fmt.Errorf("row %d has no value", row)
					case x.Kind() == pq.Int64:
						ints = append(ints, x.Int64())
					case unsigned32:
						ints = append(ints, int64(x.Uint32()))
					case x.Kind() == pq.Int32:
						ints = append(ints, int64(x.Int32()))
					default:
						text, ok := same[string(x.ByteArray())]
						if !ok {
							if text = string(x.ByteArray()); !utf8.ValidString(text) {
								return nil, fmt.Errorf("row %d: %.40q is not UTF-8", row, text)
							}
							same[text] = text
						}
						texts = append(texts, text)
					}
				}
				if err != nil && !errors.Is(err, io.EOF) {
					return nil, err
				}
				if err != nil || n == 0 {
					break
				}
			}
			pq.Release(page)
		}
		if err := pages.Close(); err != nil {
			return nil, err
		}
		if have := len(ints) + len(texts); have != want {
			return nil, fmt.Errorf("ends after %d values, want %d: the file is damaged", have, want)
		}
	}
	if leaf.Node.Type().Kind() == pq.ByteArray {
		return texts, nil
	}
	return ints, nil
}

// checkType returns an error unless a column holds integers or text. Other types may look the same
// in storage: dates are integers, for example.
func checkType(t pq.Type) (unsigned32 bool, err error) {
	wrong := fmt.Errorf("holds %v, want integers or text", t)
	l, c := t.LogicalType(), t.ConvertedType()
	switch t.Kind() {
	case pq.Int32, pq.Int64:
		if l != nil && l.Integer == nil || c != nil && (*c < deprecated.Uint8 || *c > deprecated.Int64) {
			return false, wrong
		}
		unsigned := l != nil && !l.Integer.IsSigned || c != nil && *c <= deprecated.Uint64
		return unsigned && t.Kind() == pq.Int32, nil
	case pq.ByteArray:
		if l != nil && l.UTF8 == nil || c != nil && *c != deprecated.UTF8 {
			return false, wrong
		}
		return false, nil
	}
	return false, wrong
}

// largePage is the size that a page may have in addition to 1100 times its compressed size, a ratio
// that Deflate does not exceed.
const largePage = 1 << 22

// checkPages walks the page headers of a column in a row group, before anything is decompressed,
// and returns an error for impossible sizes.
func (f *File) checkPages(group, column int) error {
	g := f.file.Metadata().RowGroups[group]
	if column >= len(g.Columns) {
		return errors.New("is not in all parts of the file")
	}
	m := g.Columns[column].MetaData
	start := m.DataPageOffset
	if m.DictionaryPageOffset != 0 {
		start = m.DictionaryPageOffset
	}
	size := int64(len(f.content))
	if start < 4 || m.TotalCompressedSize < 0 || start > size || m.TotalCompressedSize > size-start {
		return fmt.Errorf("lies at bytes %d … %d+%d of %d: the file is cut short or damaged", start, start, m.TotalCompressedSize, size)
	}
	if g.Columns[column].FilePath != "" {
		return fmt.Errorf("lies in another file, %.80q", g.Columns[column].FilePath)
	}
	switch m.Codec {
	case format.Uncompressed, format.Snappy, format.Gzip, format.Zstd:
	default:
		return fmt.Errorf("is compressed by %v: write it by snappy, gzip or zstd", m.Codec)
	}
	for rest := f.content[start : start+m.TotalCompressedSize]; len(rest) > 0; {
		head, n, err := scan(rest)
		if err != nil {
			return fmt.Errorf("page is damaged: %w", err)
		}
		rest = rest[n:]
		full, packed := head.field(2), head.field(3)
		if packed < 0 || packed > int64(len(rest)) || full < 0 || full > largePage+1100*packed {
			return fmt.Errorf("page of %d bytes, %d unpacked, where %d are left: the file is cut short or damaged", packed, full, len(rest))
		}
		for _, kind := range []int16{5, 7, 8} { // data, dictionary, data in version 2
			if h, ok := head[kind]; ok && (h.field(1) < 0 || h.field(1) > max(g.NumRows, full)) {
				return fmt.Errorf("page of %d values among %d rows", h.field(1), g.NumRows)
			}
		}
		coding := head[5].field(2)
		body := rest[:packed]
		if h, ok := head[8]; ok {
			coding = h.field(4)
			levels := h.field(5) + h.field(6)
			if h.field(5) < 0 || h.field(6) < 0 || levels > packed {
				return fmt.Errorf("page of %d bytes, with levels of %d", packed, levels)
			}
			body = body[levels:]
		}
		switch format.Encoding(coding) {
		//lint:ignore SA1019 files of version 1 say so
		case format.Plain, format.PlainDictionary, format.RLEDictionary:
		default:
			return fmt.Errorf("is encoded as %v: write it as pandas does, plain or with a dictionary", format.Encoding(coding))
		}
		if err := checkUnpacked(m.Codec, body, full); err != nil {
			return err
		}
		rest = rest[packed:]
	}
	return nil
}

// checkUnpacked returns an error for a compressed page that declares a larger size than its header.
func checkUnpacked(codec format.CompressionCodec, body []byte, full int64) error {
	declared := uint64(0)
	switch codec {
	case format.Snappy:
		declared, _ = binary.Uvarint(body)
	case format.Zstd:
		var h zstd.Header
		if err := h.Decode(body); err == nil && h.HasFCS {
			declared = h.FrameContentSize
		}
	}
	if declared > uint64(full) {
		return fmt.Errorf("page of %d bytes unpacked says that it has %d: the file is damaged", full, declared)
	}
	return nil
}

// recovered turns a panic of the Parquet library on an unexpected file into an error.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("parquet: the file is damaged: %v", r)
	}
}
