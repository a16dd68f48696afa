package split

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestOf(t *testing.T) {
	a, err := Config{Share: 0.8, Seed: 3}.Of(101)
	b, err2 := Config{Share: 0.8, Seed: 3}.Of(101)
	c, err3 := Config{Share: 0.8, Seed: 4}.Of(101)
	if err != nil || err2 != nil || err3 != nil || len(a.Train) != 81 || len(a.Test) != 20 || fmt.Sprint(a) != fmt.Sprint(b) || fmt.Sprint(a) == fmt.Sprint(c) {
		t.Errorf("%v, %v, %v", a, b, c)
	}
	all := slices.Concat(a.Train, a.Test)
	slices.Sort(all)
	for u, v := range all {
		if u != int(v) {
			t.Fatalf("node %d is in no part", u)
		}
	}
	given, err := Config{Train: []int32{2, 0}, Test: []int32{1}}.Of(3)
	if err != nil || fmt.Sprint(given) != "{[2 0] [1]}" {
		t.Errorf("%v, %v", given, err)
	}
	if few, err := (Config{Share: 1e-9}).Of(2); err != nil || len(few.Train) != 1 || len(few.Test) != 1 {
		t.Errorf("%v, %v", few, err)
	}
	for _, bad := range []Config{
		{}, {Share: 1}, {Share: -1}, {Test: []int32{0}}, {Train: []int32{0, 0}}, {Train: []int32{0}, Test: []int32{0}}, {Train: []int32{3}}, {Train: []int32{-1}},
	} {
		if s, err := bad.Of(3); err == nil {
			t.Errorf("%+v is accepted: %v", bad, s)
		}
	}
	for _, try := range []func() error{
		func() error { _, err := (Config{Share: 0.5}).Of(1); return err },
		func() error { _, err := AtRandom(5, 0.5, nil); return err },
	} {
		if try() == nil {
			t.Error("bad input is accepted")
		}
	}
}
