// Package ranges checks settings against the ranges in their field tags, and describes these
// ranges.
//
//	type Config struct {
//		Epochs     int     `range:"[1,1000000]"`          // closed
//		Dropout    float64 `range:"[0,1)"`                // 1 excluded
//		Rate       float64 `range:"(0,∞)"`                // any finite number above 0
//		Classes    int     `range:"0 or [2,2^14]"`        // one of several ranges
//		Theta      int     `range:"ByBudget=-1 or [1,∞)"` // a number with a name
//		Activation string  `range:"relu or selu or tanh"` // one of several strings
//		Rule       Rule    // an enumeration with a method String: its values from 1 on
//	}
//
//	err := ranges.Check("yours", config)
//
// NaN and infinity are in no range. A field without a tag accepts any value; an enumeration
// without a tag accepts its named values. Rules that relate fields belong in the configuration's
// own method Check.
package ranges

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// Range is the set of valid values of a setting. A range without parts allows all values of its
// kind.
type Range struct {
	parts []part
	kind  string // in words
}

// part is an interval, a number with or without a name, or a text.
type part struct {
	least, most float64
	open        [2]bool // whether least and most are excluded
	name        string  // name of the number
	text        string
	words       string
}

// String writes the range: "[1, 64]", "0 or [2, 2^14]" or "First or Second".
func (r Range) String() string { return r.join("") }

// demand completes the sentence "the value must be …".
func (r Range) demand() string { return r.join("in ") }

// join lists the parts, with a word before each interval.
func (r Range) join(in string) string {
	words := make([]string, 0, len(r.parts))
	for _, p := range r.parts {
		if p.least < p.most {
			p.words = in + p.words
		}
		words = append(words, p.words)
	}
	if last := len(words) - 1; last > 0 {
		return strings.Join(words[:last], ", ") + " or " + words[last]
	}
	return strings.Join(words, "") + r.kind
}

// Named returns the number of that name, in any case.
func (r Range) Named(name string) (x float64, ok bool) {
	for _, p := range r.parts {
		if p.name != "" && strings.EqualFold(p.name, name) {
			return p.least, true
		}
	}
	return 0, false
}

// Has reports whether a value is in the range: a number or a text.
func (r Range) Has(value any) bool {
	v, x := reflect.ValueOf(value), 0.0
	switch v.Kind() {
	case reflect.Int, reflect.Int64:
		x = float64(v.Int()) // exact enough: bounds are at most 2⁵³, or infinite
	case reflect.Float64:
		x = v.Float()
	}
	for _, p := range r.parts {
		switch {
		case v.Kind() == reflect.String:
			if v.String() == p.text {
				return true
			}
		case (x > p.least || x == p.least && !p.open[0]) && (x < p.most || x == p.most && !p.open[1]):
			return true
		}
	}
	return len(r.parts) == 0
}

// kinds describe the fields that accept any value.
var kinds = map[reflect.Kind]string{
	reflect.Int: "a whole number", reflect.Int64: "a whole number", reflect.Uint64: "a whole number", reflect.Float64: "a number",
	reflect.Bool: "true or false", reflect.String: "a string",
}

// parse reads the tag of a field. names are those of an enumeration's values 1, 2 …
func parse(tag string, kind reflect.Kind, names []string) (r Range, err error) {
	for i, name := range names {
		r.parts = append(r.parts, part{name: name, least: float64(i + 1), most: float64(i + 1), words: name})
	}
	if tag == "" {
		if names == nil {
			r.kind = kinds[kind]
		}
		return r, nil
	}
	for text := range strings.SplitSeq(tag, " or ") {
		var p part
		switch kind {
		case reflect.Int, reflect.Int64, reflect.Float64:
			p, err = numbers(text, kind != reflect.Float64)
		case reflect.String:
			p = part{text: text, words: strconv.Quote(text)}
		default:
			err = fmt.Errorf("a %v has no range", kind)
		}
		if err != nil {
			return Range{}, fmt.Errorf("the range %q: %w", tag, err)
		}
		r.parts = append(r.parts, p)
	}
	return r, nil
}

// numbers parses an interval such as (0,1], a number, or a named number.
func numbers(text string, whole bool) (p part, err error) {
	name, of, found := strings.Cut(text, "=")
	if least, most, two := strings.Cut(text, ","); two && len(text) > 4 && !found {
		first, last := text[0], text[len(text)-1]
		p.open = [2]bool{first == '(', last == ')'}
		if least, most = least[1:], most[:len(most)-1]; !strings.ContainsRune("[(", rune(first)) || !strings.ContainsRune("])", rune(last)) {
			return p, fmt.Errorf("%q is not an interval", text)
		}
		if p.least, err = number(least, whole); err == nil {
			p.most, err = number(most, whole)
		}
		ends := p.open[0] == math.IsInf(p.least, -1) && p.open[1] == math.IsInf(p.most, 1)
		if err == nil && (!(p.least < p.most) || whole && !ends || !p.open[0] && math.IsInf(p.least, 0) || !p.open[1] && math.IsInf(p.most, 0)) {
			err = fmt.Errorf("%q is not an interval", text)
		}
		p.words = text[:1] + least + ", " + most + text[len(text)-1:]
		return p, err
	}
	if p.words = text; found {
		if p.name, p.words = name, fmt.Sprintf("%s (%s)", name, of); name == "" {
			return p, fmt.Errorf("%q has no name", text)
		}
	} else {
		of = text
	}
	p.least, err = number(of, whole)
	if p.most = p.least; err == nil && math.IsInf(p.least, 0) {
		err = fmt.Errorf("%q is not a number", of)
	}
	return p, err
}

// number reads 1, 0.5, 1e-9, 2^20, ∞ or -∞.
func number(text string, whole bool) (x float64, err error) {
	switch power, found := strings.CutPrefix(text, "2^"); {
	case text == "∞":
		return math.Inf(1), nil
	case text == "-∞":
		return math.Inf(-1), nil
	case found:
		var k int
		k, err = strconv.Atoi(power)
		x = math.Ldexp(1, k)
	default:
		x, err = strconv.ParseFloat(text, 64)
	}
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) || whole && (x != math.Trunc(x) || math.Abs(x) > 1<<53) {
		return 0, fmt.Errorf("%q is not a number that the setting can be", text)
	}
	return x, nil
}
