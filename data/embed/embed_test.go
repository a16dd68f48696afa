package embed

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parquet"
	"github.com/graphdp/graphdp/data/must"
)

func glorot(t *testing.T, n, dim int) *Matrix {
	t.Helper()
	return must.Get(Glorot(n, dim, rand.New(rand.NewPCG(1, 2))))(t)
}

// Of 24,000 normal numbers mean and variance are off by more than six standard errors
// with probability 4·10⁻⁹.
func TestGlorot(t *testing.T) {
	m := glorot(t, 1000, 24)
	mean, square := 0.0, 0.0
	for _, x := range m.Values() {
		mean += float64(x) / 24000
		square += float64(x) * float64(x) / 24000
	}
	variance := 2.0 / 1024
	if m.N() != 1000 || m.Dim() != 24 || math.Abs(mean) > 6*math.Sqrt(variance/24000) || math.Abs(square/variance-1) > 6*math.Sqrt(2.0/24000) {
		t.Errorf("%d rows of %d, mean %v, variance %v, want %v", m.N(), m.Dim(), mean, square, variance)
	}
}

// Zeros of different signs are equal as numbers and not as bits; a NaN is the reverse.
func TestSame(t *testing.T) {
	nan, minus := float32(math.NaN()), float32(math.Copysign(0, -1))
	a := must.Get(FromRows([][]float32{{1, 0, 0}, {nan, 2, 4}}))(t)
	b := must.Get(FromRows([][]float32{{1, minus, minus}, {nan, 3, 4}}))(t)
	if n := Same(a, b); n != 3 {
		t.Errorf("%d entries are equal, want 3", n)
	}
	if n := Same(glorot(t, 2, 3), glorot(t, 3, 2)); n != 0 {
		t.Errorf("%d entries of two sizes are equal", n)
	}
}

func TestRowsAndDots(t *testing.T) {
	m := glorot(t, 5, 7)
	m.Row(3)[2] = 9
	if m.Values()[23] != 9 || cap(m.Row(0)) != 7 {
		t.Error("a row is not its part of the matrix")
	}
	want := 0.0
	for i, x := range m.Row(1) {
		want += float64(x) * float64(m.Row(3)[i])
	}
	if got := m.Dot(1, 3); math.Abs(got-want) > 1e-12 {
		t.Errorf("the product is %v, want %v", got, want)
	}
	c, err := FromRows([][]float32{{1}, {2.5}})
	if err != nil || c.N() != 2 || c.Row(1)[0] != 2.5 {
		t.Errorf("a column: %v, %v", c, err)
	}
	for _, bad := range []func() error{
		func() error { _, err := New(0, 3); return err },
		func() error { _, err := New(3, 0); return err },
		func() error { _, err := New(1<<20, 1<<20); return err },
		func() error { _, err := Glorot(3, 3, nil); return err },
		func() error { _, err := FromRows(nil); return err },
	} {
		if bad() == nil {
			t.Error("bad input is accepted")
		}
	}
}

func TestJSON(t *testing.T) {
	m := glorot(t, 3, 4)
	m.Row(0)[0], m.Row(1)[1] = float32(math.Inf(1)), math.SmallestNonzeroFloat32
	text := must.Get(json.Marshal(m))(t)
	var back Matrix
	if err := json.Unmarshal(text, &back); err != nil || back.dim != 4 || !bytes.Equal(bits(&back), bits(m)) {
		t.Errorf("%s came back as %v, %v", text, back, err)
	}
	for _, bad := range []string{`{}`, `{"rows":1,"dim":1,"values":"!"}`, `{"rows":2,"dim":1,"values":"AAAAAA=="}`, `{"rows":-1,"dim":1,"values":""}`, `[]`} {
		if err := json.Unmarshal([]byte(bad), &back); err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
}

func bits(m *Matrix) []byte {
	var b bytes.Buffer
	_ = binary.Write(&b, binary.LittleEndian, m.values)
	return b.Bytes()
}

func TestFormats(t *testing.T) {
	m := must.Get(New(2, 2))(t)
	copy(m.values, []float32{1, -0.5, 1e-9, 3})
	ids := must.Get(graph.StringIDs([]string{"ann", "bob"}))(t)
	for path, want := range map[string]string{
		"x.txt":     "ann 1 -0.5\nbob 1e-09 3\n",
		"X.EMB":     "ann 1 -0.5\nbob 1e-09 3\n",
		"a/x.csv":   "id,x1,x2\nann,1,-0.5\nbob,1e-09,3\n",
		"x.tsv":     "id\tx1\tx2\nann\t1\t-0.5\nbob\t1e-09\t3\n",
		"b.c/x.npy": "",
	} {
		f, err := FormatOf(path)
		if err != nil {
			t.Error(err)
			continue
		}
		var out bytes.Buffer
		must.Do(t, m.Write(&out, f, ids))
		if want != "" && out.String() != want {
			t.Errorf("%s holds %q, want %q", path, out.String(), want)
		}
		if want == "" { // the layout that NumPy documents
			text := out.Bytes()
			length := int(binary.LittleEndian.Uint16(text[8:]))
			if string(text[:8]) != "\x93NUMPY\x01\x00" || (10+length)%64 != 0 || !bytes.Equal(text[10+length:], bits(m)) ||
				!strings.Contains(string(text[10:10+length]), "'shape': (2, 2)") || text[9+length] != '\n' {
				t.Errorf("%s holds %q", path, text)
			}
		}
	}
	members := archive(t, m, ids)
	var array bytes.Buffer
	if err := m.Write(&array, NPY, nil); err != nil || len(members) != 2 || members["rows.npy"] != array.String() ||
		!strings.Contains(members["ids.npy"], "'descr': '<U3'") || !strings.HasSuffix(members["ids.npy"], "a\x00\x00\x00n\x00\x00\x00n\x00\x00\x00b\x00\x00\x00o\x00\x00\x00b\x00\x00\x00") {
		t.Errorf("an archive holds %q, %v", members, err)
	}
	numbers := must.Get(graph.IntIDs([]int64{7, 9}))(t)
	if members := archive(t, m, numbers); !strings.Contains(members["ids.npy"], "'descr': '<i8'") || !strings.HasSuffix(members["ids.npy"], "\x07\x00\x00\x00\x00\x00\x00\x00\x09\x00\x00\x00\x00\x00\x00\x00") {
		t.Errorf("an archive holds %q", members)
	}
	if members := archive(t, m, nil); len(members) != 1 {
		t.Errorf("without ids an archive holds %q", members)
	}
	var out bytes.Buffer
	if err := m.Write(&out, Text, nil); err != nil || out.String() != "0 1 -0.5\n1 1e-09 3\n" {
		t.Errorf("without ids %q, %v", out.String(), err)
	}
	if _, err := FormatOf("x.gml"); err == nil || !strings.Contains(err.Error(), ".csv, .emb, .npy, .npz, .parquet") {
		t.Errorf("an unknown extension: %v", err)
	}
	blank := must.Get(graph.StringIDs([]string{"ann b", "bob"}))(t)
	comma := must.Get(graph.StringIDs([]string{`b, "ann"`, "bob"}))(t)
	one := must.Get(graph.StringIDs([]string{"ann"}))(t)
	out.Reset()
	if err := m.Write(&out, CSV, comma); err != nil || out.String() != "id,x1,x2\n\"b, \"\"ann\"\"\",1,-0.5\nbob,1e-09,3\n" {
		t.Errorf("quoted ids %q, %v", out.String(), err)
	}
	for _, bad := range []func() error{
		func() error { return m.Write(&out, Text, blank) },
		func() error { return m.Write(&out, Text, one) },
		func() error { return m.Write(&out, 0, nil) },
	} {
		if bad() == nil {
			t.Error("bad input is accepted")
		}
	}
}

// archive reads the arrays of an embedding written as .npz.
func archive(t *testing.T, m *Matrix, ids *graph.IDs) map[string]string {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, m.WriteAs(&out, "x.npz", ids))
	z := must.Get(zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len())))(t)
	members := map[string]string{}
	for _, f := range z.File {
		r := must.Get(f.Open())(t)
		text := must.Get(io.ReadAll(r))(t)
		members[f.Name] = string(text)
	}
	return members
}

// Rows with one direction and two lengths form two clusters without normalisation; rows of
// different lengths are refused.
func TestKMeans(t *testing.T) {
	rows := [][]float64{{1, 1}, {1.1, 0.9}, {9, 9}, {9.2, 8.8}, {1, 1.1}}
	of, err := KMeans(rows, 2, rand.New(rand.NewPCG(1, 1)))
	if err != nil || of[0] != of[1] || of[0] != of[4] || of[2] != of[3] || of[0] == of[2] {
		t.Errorf("%v, %v", of, err)
	}
	for _, bad := range [][][]float64{nil, {{1}}, {{1}, {1, 2}}} {
		if _, err := KMeans(bad, 2, rand.New(rand.NewPCG(1, 1))); err == nil {
			t.Errorf("%v has clusters", bad)
		}
	}
}

// Unit rows have the directions of the rows, and length 1; zeros stay, and the rows are not
// modified.
func TestUnit(t *testing.T) {
	m := must.Get(FromRows([][]float32{{3, 4}, {0, 0}, {0, -1e-30}}))(t)
	u := m.Unit()
	if want := []float32{.6, .8, 0, 0, 0, -1}; !slices.Equal(u.Values(), want) {
		t.Errorf("%v, want %v", u.Values(), want)
	}
	if m.Row(0)[0] != 3 {
		t.Error("the rows themselves were changed")
	}
	if (*Matrix)(nil).Unit().N() != 0 {
		t.Error("no rows have directions")
	}
}

// An embedding's table has its ids, or the node numbers, and columns in order, also beyond ten.
func TestParquet(t *testing.T) {
	m := glorot(t, 3, 12)
	strings3 := must.Get(graph.StringIDs([]string{"ann", "bob, b", "7"}))(t)
	ints := must.Get(graph.IntIDs([]int64{4, 9, 1 << 40}))(t)
	for want, ids := range map[string]*graph.IDs{"[0 1 2]": nil, "[ann bob, b 7]": strings3, "[4 9 1099511627776]": ints} {
		var out bytes.Buffer
		must.Do(t, m.WriteAs(&out, "x.parquet", ids))
		f := must.Get(parquet.Open(out.Bytes()))(t)
		nodes, err := f.Read("node")
		if got := fmt.Sprint(nodes); err != nil || got != want || strings.Join(f.Columns(), " ") != "node d0 d1 d2 d3 d4 d5 d6 d7 d8 d9 d10 d11" {
			t.Errorf("ids %s, want %s, columns %q, %v", got, want, f.Columns(), err)
		}
	}
}
