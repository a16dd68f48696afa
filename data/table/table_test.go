package table

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	tab := Table{Caption: "A & B", Header: []string{"name", "value"}, Rows: [][]any{{"<x>", 0.123456}, {"y", 2.0}}}
	html := tab.HTML()
	for _, want := range []string{"<caption>A &amp; B</caption>", "&lt;x&gt;", `<td style="text-align:right">0.1235</td>`, `<td style="text-align:left">y</td>`} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s in %s", want, html)
		}
	}
	for want, v := range map[string]any{"52301": 52301.0, "-3": float32(-3), "0.3333": 1.0 / 3, "1.235e-07": 1.2345e-7, "1e+20": 1e20, "7": 7, "x": "x", "NaN": math.NaN(), "+Inf": math.Inf(1)} {
		if got := format(v); got != want {
			t.Errorf("%v is written %s, want %s", v, got, want)
		}
	}
	if want := "A & B\nname  value\n<x>   0.1235\ny     2\n"; tab.String() != want {
		t.Errorf("%q, want %q", tab.String(), want)
	}
}

type colour int

func (colour) String() string { return "red" }

type secret struct{ Value int }

func (secret) Format(f fmt.State, _ rune) { _, _ = fmt.Fprint(f, "hidden") }

type sized struct{ rows []int }

func (s *sized) N() int { return len(s.rows) }

type share struct {
	Share float64
	Seed  uint64
}

type run struct {
	share
	Split  share
	Colour colour
	Rows   []int
	Few    []float64
	Names  map[string]float64
	Secret secret
	Model  *sized
	None   *share
	Any    any
	Do     func()
	hidden int
}

// The content of a struct is printed, not its address; unexported fields stay hidden.
func TestOf(t *testing.T) {
	x := &run{share{0.5, 3}, share{0.25, 0}, 1, make([]int, 100), []float64{1, 2}, map[string]float64{"b": 2, "a": 1}, secret{42}, &sized{make([]int, 7)}, nil, nil, nil, 1}
	got, ok := Of(x)
	want := [][]any{
		{"Split.Share", 0.25}, {"Split.Seed", uint64(0)}, {"Colour", colour(1)}, {"Rows", "100 of int"}, {"Few", "[1 2]"},
		{"Names.a", 1.}, {"Names.b", 2.}, {"Secret", secret{42}}, {"Model.N", 7}, {"None", "–"}, {"Any", "–"}, {"Do", "–"},
	}
	if !ok || !reflect.DeepEqual(got.Rows, want) {
		t.Errorf("%v, %v", ok, got.Rows)
	}
	if text := got.String() + got.HTML(); strings.Contains(text, "0x") || strings.Contains(text, "42") || strings.Contains(text, "{") || !strings.Contains(text, "hidden") {
		t.Error(text)
	}
	list, ok := Of([]*share{{0.5, 1}, {0.25, 2}})
	if !ok || !reflect.DeepEqual(list.Header, []string{"Share", "Seed"}) || len(list.Rows) != 2 || list.Rows[1][0] != 0.25 {
		t.Errorf("%v, %v", ok, list)
	}
	entries, ok := Of(map[colour]share{1: {0.5, 1}})
	if !ok || len(entries.Rows) != 2 || entries.Rows[0][0] != "red.Seed" && entries.Rows[0][0] != "red.Share" {
		t.Errorf("%v, %v", ok, entries)
	}
	for _, x := range []any{nil, 3, "x", []int{1}, colour(1), []colour{1}, secret{1}, &secret{1}, []secret{{1}}, errors.New("x"), (*share)(nil)} {
		if got, ok := Of(x); ok {
			t.Errorf("%T is the table %v", x, got)
		}
	}
}
