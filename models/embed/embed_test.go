package embed

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/gdp/graph"
)

func glorot(t *testing.T, n, dim int) *Matrix {
	t.Helper()
	m, err := Glorot(n, dim, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	return m
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
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
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
	m, err := New(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	copy(m.values, []float32{1, -0.5, 1e-9, 3})
	ids, err := graph.StringIDs([]string{"ann", "bob"})
	if err != nil {
		t.Fatal(err)
	}
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
		if err := m.Write(&out, f, ids); err != nil {
			t.Error(err)
		}
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
	var out bytes.Buffer
	if err := m.Write(&out, Text, nil); err != nil || out.String() != "0 1 -0.5\n1 1e-09 3\n" {
		t.Errorf("without ids %q, %v", out.String(), err)
	}
	if _, err := FormatOf("x.gml"); err == nil || !strings.Contains(err.Error(), ".csv, .emb, .npy") {
		t.Errorf("an unknown extension: %v", err)
	}
	blank, err := graph.StringIDs([]string{"ann b", "bob"})
	if err != nil {
		t.Fatal(err)
	}
	one, err := graph.StringIDs([]string{"ann"})
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []func() error{
		func() error { return m.Write(&out, CSV, blank) },
		func() error { return m.Write(&out, Text, one) },
		func() error { return m.Write(&out, 0, nil) },
	} {
		if bad() == nil {
			t.Error("bad input is accepted")
		}
	}
}
