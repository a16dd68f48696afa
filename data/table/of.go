package table

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
)

// Of returns a table of a value that fmt would print as a pointer or in braces: the fields of a
// struct, a list of structs as rows, or the entries of a map. Nested structs are flattened. ok is
// false for all other values, and for types that format themselves.
func Of(value any) (t Table, ok bool) {
	v := reflect.ValueOf(value)
	if !v.IsValid() || writes(v) {
		return t, false
	}
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		if v = v.Elem(); writes(v) {
			return t, false
		}
	}
	switch v.Kind() {
	case reflect.Struct:
		t = Table{Caption: v.Type().String(), Header: []string{"of", "value"}}
		for _, f := range fieldsOf("", reflect.ValueOf(value), depth) {
			t.Rows = append(t.Rows, []any{f.name, f.value})
		}
	case reflect.Map:
		t = Table{Header: []string{"of", "value"}}
		for _, f := range entriesOf("", v, depth) {
			t.Rows = append(t.Rows, []any{f.name, f.value})
		}
	case reflect.Slice, reflect.Array:
		return rowsOf(v)
	default:
		return t, false
	}
	return t, true
}

// rowsOf returns a table with one row per struct of a list.
func rowsOf(v reflect.Value) (t Table, ok bool) {
	e := v.Type().Elem()
	if e.Kind() == reflect.Pointer {
		e = e.Elem()
	}
	if e.Kind() != reflect.Struct || writes(reflect.Zero(e)) || writes(reflect.Zero(v.Type().Elem())) {
		return t, false
	}
	at := map[string]int{}
	for i := range v.Len() {
		row := slices.Repeat([]any{""}, len(t.Header))
		for _, f := range fieldsOf("", v.Index(i), depth) {
			j, known := at[f.name]
			if !known {
				j = len(t.Header)
				at[f.name], t.Header, row = j, append(t.Header, f.name), append(row, "")
			}
			row[j] = f.value
		}
		t.Rows = append(t.Rows, row)
	}
	return t, true
}

// depth is the number of levels of structs to flatten, and few the number of list elements to
// print.
const depth, few = 4, 6

// writes reports whether a type formats itself.
func writes(v reflect.Value) bool {
	switch {
	case !v.CanInterface():
		return false
	case v.Kind() == reflect.Pointer && v.IsNil():
		return false
	}
	switch v.Interface().(type) {
	case fmt.Formatter, fmt.Stringer, error:
		return true
	}
	return false
}

type field struct {
	name  string
	value any
}

// fieldsOf lists the exported fields of a struct. A struct without any is described by its sizes.
func fieldsOf(name string, v reflect.Value, depth int) (list []field) {
	s := v
	for s.Kind() == reflect.Pointer && !s.IsNil() {
		s = s.Elem()
	}
	if s.Kind() == reflect.Pointer {
		return []field{{name, "–"}}
	}
	exported := false
	for i := range s.NumField() {
		if f := s.Type().Field(i); f.IsExported() {
			exported = true
			inner := f.Name
			if f.Anonymous && name == "" {
				inner = ""
			} else if f.Anonymous {
				inner = name
			} else if name != "" {
				inner = name + "." + inner
			}
			list = append(list, partsOf(inner, s.Field(i), depth-1)...)
		}
	}
	if exported {
		return list
	}
	for _, size := range sizesOf(v.Interface()) {
		if name != "" {
			size.name = name + "." + size.name
		}
		list = append(list, size)
	}
	if list == nil && name != "" {
		list = []field{{name, s.Type().String()}}
	}
	return list
}

// sizesOf lists the results of these methods. They are called one by one: looking up methods by
// name at run time would keep all methods of all types in the binary, and double the link time.
func sizesOf(x any) (list []field) {
	add := func(name string, size any) { list = append(list, field{name, size}) }
	if x, ok := x.(interface{ Cols() int }); ok {
		add("Cols", x.Cols())
	}
	if x, ok := x.(interface{ Dim() int }); ok {
		add("Dim", x.Dim())
	}
	if x, ok := x.(interface{ Directed() bool }); ok {
		add("Directed", x.Directed())
	}
	if x, ok := x.(interface{ Leaves() int }); ok {
		add("Leaves", x.Leaves())
	}
	if x, ok := x.(interface{ Len() int }); ok {
		add("Len", x.Len())
	}
	if x, ok := x.(interface{ M() int }); ok {
		add("M", x.M())
	}
	if x, ok := x.(interface{ N() int }); ok {
		add("N", x.N())
	}
	if x, ok := x.(interface{ NNZ() int }); ok {
		add("NNZ", x.NNZ())
	}
	if x, ok := x.(interface{ NumClasses() int }); ok {
		add("NumClasses", x.NumClasses())
	}
	if x, ok := x.(interface{ Rows() int }); ok {
		add("Rows", x.Rows())
	}
	return list
}

// partsOf flattens a value that is a struct or a small map.
func partsOf(name string, v reflect.Value, depth int) []field {
	for v.Kind() == reflect.Interface && !v.IsNil() {
		v = v.Elem()
	}
	inner := v
	for inner.Kind() == reflect.Pointer && !inner.IsNil() && !writes(inner) {
		inner = inner.Elem()
	}
	if named := cmp.Or(name, v.Type().Name()); depth > 0 && !writes(inner) {
		switch {
		case inner.Kind() == reflect.Struct:
			return fieldsOf(name, v, depth)
		case inner.Kind() == reflect.Map && inner.Len() <= 2*few:
			return entriesOf(named+".", inner, depth)
		}
	}
	return []field{{cmp.Or(name, v.Type().Name()), brief(inner)}}
}

// entriesOf lists a map in the order of its keys.
func entriesOf(prefix string, v reflect.Value, depth int) (list []field) {
	for _, k := range v.MapKeys() {
		list = append(list, partsOf(prefix+fmt.Sprint(k.Interface()), v.MapIndex(k), depth-1)...)
	}
	slices.SortStableFunc(list, func(a, b field) int { return cmp.Compare(a.name, b.name) })
	return list
}

// brief returns the cell text of a value.
func brief(v reflect.Value) any {
	switch {
	case writes(v) || isNumber(v.Kind()):
		return v.Interface()
	case (v.Kind() == reflect.Slice || v.Kind() == reflect.Array) && v.Len() <= few && (v.Len() == 0 || isNumber(v.Type().Elem().Kind())):
		return fmt.Sprint(v.Interface())
	case v.Kind() == reflect.Slice || v.Kind() == reflect.Array || v.Kind() == reflect.Map:
		return fmt.Sprintf("%d of %v", v.Len(), v.Type().Elem())
	case (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface || v.Kind() == reflect.Func) && v.IsNil():
		return "–"
	}
	return v.Type().String()
}

// isNumber reports whether values of a kind are numbers, strings or booleans.
func isNumber(k reflect.Kind) bool {
	return k >= reflect.Bool && k <= reflect.Float64 && k != reflect.Uintptr || k == reflect.String
}
