package parquet

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	pq "github.com/parquet-go/parquet-go"

	"github.com/graphdp/graphdp/data/graph/columnar"
	"github.com/graphdp/graphdp/data/must"
)

func written(t testing.TB, notes map[string]string, columns ...Column) []byte {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, Write(&out, notes, columns...))
	return out.Bytes()
}

// sample has integers, repeated texts, and more rows than are written at a time.
func sample(rows int) []Column {
	ints, texts := make([]int64, rows), make([]string, rows)
	for i := range rows {
		ints[i], texts[i] = int64(i)*math.MaxInt64/int64(rows), fmt.Sprintf("n %d é", i%7)
	}
	return []Column{{Name: "z", Values: ints}, {Name: "a", Values: texts}}
}

// Written tables are read back, with their notes and with columns in order.
func TestRoundTrip(t *testing.T) {
	for _, rows := range []int{0, 1, 1023, 1024, 1025, 5000} {
		columns := sample(max(rows, 1))
		if rows == 0 {
			columns = []Column{{Name: "z", Values: []int64(nil)}, {Name: "a", Values: []string(nil)}}
		}
		content := written(t, map[string]string{"of": "karate"}, columns...)
		if !columnar.Begins(content) {
			t.Errorf("%d rows begin with %q", rows, content[:5])
		}
		f := must.Get(Open(content))(t)
		ints, err1 := f.Read("z")
		texts, err2 := f.Read("a")
		if note, ok := f.Note("of"); !ok || note != "karate" || f.Rows() != rows || strings.Join(f.Columns(), " ") != "z a" || err1 != nil || err2 != nil {
			t.Fatalf("%d rows: note %q, columns %q, %v, %v", rows, note, f.Columns(), err1, err2)
		}
		if !slices.Equal(ints.([]int64), columns[0].Values.([]int64)) || !slices.Equal(texts.([]string), columns[1].Values.([]string)) {
			t.Errorf("%d rows come back as others", rows)
		}
	}
}

// read opens and reads a column.
func read(content []byte, name string) (any, error) {
	f, err := Open(content)
	if err != nil {
		return nil, err
	}
	return f.Read(name)
}

// Integers of other programs: shorter ones, unsigned ones, by dictionaries and other packings.
func TestOtherPrograms(t *testing.T) {
	type row struct {
		Small    int32  `parquet:"small,dict"`
		Unsigned uint32 `parquet:"unsigned,zstd"`
		Word     string `parquet:"word,dict,gzip"`
	}
	for version := 1; version <= 2; version++ {
		var out bytes.Buffer
		w := pq.NewGenericWriter[row](&out, pq.DataPageVersion(version), pq.PageBufferSize(64))
		must.Get(w.Write(slices.Repeat([]row{{-5, math.MaxUint32, "é"}}, 100)))(t)
		must.Do(t, w.Close())
		for name, want := range map[string]string{"small": "-5", "unsigned": "4294967295", "word": "é"} {
			got, err := read(out.Bytes(), name)
			if err != nil || !strings.HasPrefix(fmt.Sprint(got), "["+want+" "+want) || strings.Count(fmt.Sprint(got), want) != 100 {
				t.Errorf("version %d, %s: %v, %v", version, name, got, err)
			}
		}
	}
}

// Values of any type get the narrowest type that holds them.
func TestAny(t *testing.T) {
	content := written(t, nil, Column{Name: "i", Values: []any{int64(1), int64(2)}}, Column{Name: "f", Values: []any{int64(1), math.Inf(1)}}, Column{Name: "s", Values: []any{1.5, "x"}}, Column{Name: "n", Values: []any{nil, nil}}, Column{Name: "m", Values: []any{nil, int64(4)}})
	f := must.Get(pq.OpenFile(bytes.NewReader(content), int64(len(content))))(t)
	rows := make([]pq.Row, 2)
	r := f.RowGroups()[0].Rows()
	if n, _ := r.ReadRows(rows); n != 2 {
		t.Fatalf("%d rows", n)
	}
	must.Do(t, r.Close())
	if got, want := fmt.Sprintf("%v", rows), "[[1 1 1.5 <null> <null>] [2 +Inf x <null> 4]]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if list, err := read(content, "i"); err != nil || !slices.Equal(list.([]int64), []int64{1, 2}) {
		t.Errorf("%v, %v", list, err)
	}
}

func TestRefuses(t *testing.T) {
	good := written(t, nil, sample(3)...)
	type dates struct {
		D int32   `parquet:"d,date"`
		F float64 `parquet:"f"`
		L []int64 `parquet:"l"`
		T int64   `parquet:"t,delta"`
		P string  `parquet:"p,lz4,plain"`
	}
	var other bytes.Buffer
	must.Do(t, pq.Write(&other, []dates{{1, 2, []int64{3, 4}, 5, "p"}}))
	longHead := slices.Clone(good)
	binary.LittleEndian.PutUint32(longHead[len(longHead)-8:], math.MaxUint32)
	for name, c := range map[string]struct {
		content      []byte
		column, want string
	}{
		"nothing":        {nil, "z", "cut short"},
		"cut":            {good[:len(good)-1], "z", "cut short"},
		"head":           {longHead, "z", "4294967295 bytes"},
		"no column":      {good, "y", "there is none; the columns are z, a"},
		"no value":       {written(t, nil, Column{Name: "z", Values: []any{int64(1), nil}}), "z", "row 1 has no value"},
		"floats":         {other.Bytes(), "f", "DOUBLE"},
		"dates":          {other.Bytes(), "d", "DATE"},
		"lists":          {other.Bytes(), "l", "holds lists"},
		"other encoding": {other.Bytes(), "t", "DELTA_BINARY_PACKED"},
		"other codec":    {other.Bytes(), "p", "LZ4"},
	} {
		if list, err := read(c.content, c.column); err == nil || !strings.HasPrefix(err.Error(), "parquet: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v", name, list, err)
		}
	}
	var out bytes.Buffer
	for name, columns := range map[string][]Column{
		"none": nil, "no name": {{Name: "", Values: []int64{1}}}, "two of a name": {{Name: "a", Values: []int64{1}}, {Name: "a", Values: []int64{1}}}, "other length": {{Name: "a", Values: []int64{1}}, {Name: "b", Values: []int64{}}},
		"no values": {{Name: "a", Values: nil}}, "bytes": {{Name: "a", Values: []byte{1}}}, "not UTF-8": {{Name: "a", Values: []string{"\xff"}}}, "any": {{Name: "a", Values: []any{1}}}, "any text": {{Name: "a", Values: []any{"\xff"}}},
	} {
		if err := Write(&out, nil, columns...); err == nil || !strings.HasPrefix(err.Error(), "parquet: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if Write(nil, nil, sample(1)...) == nil {
		t.Error("nowhere to write is accepted")
	}
	var none *File
	if _, err := none.Read("a"); err == nil || none.Rows() != 0 || none.Columns() != nil {
		t.Errorf("no file: %v", err)
	}
}

// If any byte of a file is changed, or the file is cut anywhere, there is no panic. Memory is
// bounded by the file's size.
func TestDamaged(t *testing.T) {
	var other bytes.Buffer
	type row struct {
		Z int64  `parquet:"z,dict"`
		A string `parquet:"a,dict,zstd"`
	}
	must.Do(t, pq.Write(&other, slices.Repeat([]row{{1, "x"}, {5, "y"}}, 20), pq.DataPageVersion(1)))
	for name, content := range map[string][]byte{"ours": written(t, map[string]string{"k": "v"}, sample(20)...), "other": other.Bytes()} {
		most := uint64(0)
		try := func(content []byte) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for _, column := range []string{"z", "a"} {
				if _, err := read(content, column); err != nil && !strings.HasPrefix(err.Error(), "parquet: ") {
					t.Fatalf("%s: %v", name, err)
				}
			}
			runtime.ReadMemStats(&after)
			most = max(most, after.TotalAlloc-before.TotalAlloc)
		}
		for i := range content {
			try(content[:i])
			for _, x := range []byte{0, 1, 0x7f, 0x80, 0xff, content[i] + 1, content[i] ^ 0x10} {
				bad := slices.Clone(content)
				bad[i] = x
				try(bad)
			}
			if i+9 < len(content) { // the largest number where there is a small one
				bad := slices.Concat(content[:i], []byte("\xfe\xff\xff\xff\x0f"), content[i+1:])
				binary.LittleEndian.PutUint32(bad[len(bad)-8:], binary.LittleEndian.Uint32(content[len(content)-8:])+4)
				try(bad)
			}
		}
		if most > 64<<20 {
			t.Errorf("%s: %d bytes of memory for a file of %d", name, most, len(content))
		}
	}
}
