package data

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Built-in data sets load without a file, are consistent and have the counts of their entries; each
// call gives the same.
func TestBuiltin(t *testing.T) {
	t.Setenv(Folder, t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, e := range builtin {
		d, err := Load(e.Name)
		if err != nil {
			t.Error(err)
			continue
		}
		if err := errors.Join(d.Check(), d.checkCounts("the program", 0)); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
		again, err := Load(e.Name)
		if err != nil || !reflect.DeepEqual(d, again) || d.Entry.Name != e.Name || len(d.Classes) != e.Classes {
			t.Errorf("%s: another graph on the second call, or %d names of classes (%v)", e.Name, len(d.Classes), err)
		}
		if !strings.Contains(e.Notes, "needs no file") {
			t.Errorf("%s does not say that it needs no file", e.Name)
		}
	}
}

// Well-known facts of the map: Missouri and Tennessee have eight neighbours, Maine one; every state
// is in one region; facts name existing states.
func TestStates(t *testing.T) {
	d := States()
	id := func(code string) int32 {
		u, ok := d.IDs.Node(code)
		if !ok {
			t.Fatalf("no state %s", code)
		}
		return u
	}
	for code, want := range map[string]int{"MO": 8, "TN": 8, "CO": 6, "KY": 7, "NY": 5, "CA": 3, "WA": 2, "FL": 2, "DC": 2, "ME": 1} {
		if got := d.Graph.Degree(id(code)); got != want {
			t.Errorf("%s has %d neighbours, want %d", code, got, want)
		}
	}
	if d.Graph.HasEdge(id("AZ"), id("CO")) || d.Graph.HasEdge(id("NM"), id("UT")) || d.Graph.Components().Count() != 1 {
		t.Error("states that meet in a point are joined, or the map is in pieces")
	}
	inOne := 0
	for i, r := range stateRegions {
		for code := range strings.FieldsSeq(r.states) {
			if inOne++; d.Labels[id(code)] != int32(i) {
				t.Errorf("%s is in %s and in another region", code, r.name)
			}
		}
	}
	if inOne != d.Graph.N() {
		t.Errorf("%d states in regions, want %d", inOne, d.Graph.N())
	}
	for column, f := range stateFacts {
		of := 0
		for u := range int32(d.Graph.N()) {
			columns, _ := d.Attrs.Row(u)
			if slices.Contains(columns, int32(column)) {
				of++
			}
		}
		if listed := strings.Fields(f.states); of != len(listed) || !slices.IsSorted(listed) || len(slices.Compact(listed)) != of {
			t.Errorf("%s: true of %d states, and listed: %v", f.fact, of, listed)
		}
	}
}
