package main

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// setFields sets fields of the configuration that config points to, from texts
// such as "Epochs=50" or "Budget.Epsilon=1". Names do not heed the case. A name
// that is not there is wrong usage, and the error lists those that are.
func setFields(config any, texts []string) error {
	fields := fieldsOf("", reflect.ValueOf(config).Elem())
	for _, text := range texts {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return usageError{fmt.Errorf("--set %s: want NAME=VALUE", text)}
		}
		found := false
		for _, f := range fields {
			if !strings.EqualFold(f.name, name) {
				continue
			}
			found = true
			if err := f.set(value); err != nil {
				return usageError{fmt.Errorf("--set %s: %w", text, err)}
			}
		}
		if !found {
			var known []string
			for _, f := range fields {
				known = append(known, fmt.Sprintf("%s=%v", f.name, f.value))
			}
			return usageError{fmt.Errorf("--set %s: no such setting; there are %s", text, strings.Join(known, ", "))}
		}
	}
	return nil
}

// field is a number, a truth value or a text in a configuration.
type field struct {
	name  string
	value reflect.Value
}

// fieldsOf lists the fields of a struct and of the structs in it.
func fieldsOf(prefix string, v reflect.Value) []field {
	var all []field
	for i := range v.NumField() {
		t := v.Type().Field(i)
		if !t.IsExported() {
			continue
		}
		switch f := v.Field(i); f.Kind() {
		case reflect.Struct:
			all = append(all, fieldsOf(prefix+t.Name+".", f)...)
		case reflect.Int, reflect.Int64, reflect.Uint64, reflect.Float64, reflect.Bool, reflect.String:
			all = append(all, field{prefix + t.Name, f})
		}
	}
	return all
}

// set parses a text as the field's kind, or as the name of one of its values.
func (f field) set(text string) error {
	names := f.names()
	if i := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, text) }); i >= 0 {
		f.value.SetInt(int64(i + 1))
		return nil
	}
	var err error
	switch f.value.Kind() {
	case reflect.Int, reflect.Int64:
		var x int64
		if x, err = strconv.ParseInt(text, 10, f.value.Type().Bits()); err == nil {
			f.value.SetInt(x)
		}
	case reflect.Uint64:
		var x uint64
		if x, err = strconv.ParseUint(text, 10, 64); err == nil {
			f.value.SetUint(x)
		}
	case reflect.Float64:
		var x float64
		if x, err = strconv.ParseFloat(text, 64); err == nil {
			f.value.SetFloat(x)
		}
	case reflect.Bool:
		var x bool
		if x, err = strconv.ParseBool(text); err == nil {
			f.value.SetBool(x)
		}
	default:
		f.value.SetString(text)
	}
	switch kind := f.value.Kind(); {
	case err == nil:
		return nil
	case names != nil:
		return fmt.Errorf("want one of %s", strings.Join(names, ", "))
	case kind == reflect.Float64:
		return errors.New("want a number")
	case kind == reflect.Bool:
		return errors.New("want true or false")
	}
	return errors.New("want a whole number")
}

// names are what the values 1, 2 … of an enumeration are called; nil for a plain number.
func (f field) names() (names []string) {
	if _, named := f.value.Interface().(fmt.Stringer); !named || f.value.Kind() != reflect.Int {
		return nil
	}
	x := reflect.New(f.value.Type()).Elem()
	for i := int64(1); i < 100; i++ {
		x.SetInt(i)
		name := fmt.Sprint(x.Interface())
		if strings.Contains(name, strconv.FormatInt(i, 10)) { // as values without a name say of themselves
			break
		}
		names = append(names, name)
	}
	return names
}
