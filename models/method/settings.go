package method

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/gdp/nearest"
)

// ErrSetting marks a setting that a configuration does not have, or a value that it cannot
// take.
var ErrSetting = errors.New("invalid setting")

// Setting is one field of a configuration.
type Setting struct {
	Name  string // such as "Epochs", or "Split.Seed" of a struct in a struct
	Value any
	field reflect.Value
}

// String writes the setting as [Set] reads it.
func (s Setting) String() string { return fmt.Sprintf("%s=%v", s.Name, s.Value) }

// Settings lists the fields of a configuration, which is a struct, and of the structs in
// it: numbers, truth values, texts and enumerations. Those of an embedded struct count as
// the configuration's.
func Settings(config any) ([]Setting, error) {
	v := reflect.ValueOf(config)
	if v.Kind() != reflect.Struct {
		return nil, fmt.Errorf("method: a configuration is a struct, not a %T", config)
	}
	return settings("", v), nil
}

func settings(prefix string, v reflect.Value) (all []Setting) {
	for i := range v.NumField() {
		t := v.Type().Field(i)
		if !t.IsExported() {
			continue
		}
		switch f := v.Field(i); f.Kind() {
		case reflect.Struct:
			name := prefix + t.Name + "."
			if t.Anonymous {
				name = prefix
			}
			all = append(all, settings(name, f)...)
		case reflect.Int, reflect.Int64, reflect.Uint64, reflect.Float64, reflect.Bool, reflect.String:
			all = append(all, Setting{prefix + t.Name, f.Interface(), f})
		}
	}
	return all
}

// Set returns the configuration with some settings changed, from texts such as
// "Epochs=50" or "Split.Seed=1". Names are known in any case. A name that is not there,
// or a value that does not fit, is an [ErrSetting] that lists what there is.
func Set(config any, texts ...string) (any, error) {
	v := reflect.ValueOf(config)
	if v.Kind() != reflect.Struct {
		return nil, fmt.Errorf("method: a configuration is a struct, not a %T", config)
	}
	changed := reflect.New(v.Type()).Elem()
	changed.Set(v)
	fields := settings("", changed)
	for _, text := range texts {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("%w %q: want NAME=VALUE", ErrSetting, text)
		}
		i := slices.IndexFunc(fields, func(s Setting) bool { return strings.EqualFold(s.Name, strings.TrimSpace(name)) })
		if i < 0 {
			return nil, fmt.Errorf("%w %q: %s", ErrSetting, text, unknown(name, fields))
		}
		if err := fields[i].set(strings.TrimSpace(value)); err != nil {
			return nil, fmt.Errorf("%w %q: %w", ErrSetting, text, err)
		}
	}
	return changed.Interface(), nil
}

// unknown says what settings there are instead of one of that name.
func unknown(name string, fields []Setting) string {
	if len(fields) == 0 {
		return "there are no settings in this mode"
	}
	var names, values []string
	for _, s := range fields {
		names, values = append(names, s.Name), append(values, s.String())
	}
	text := "there is no such one in this mode"
	if near := nearest.Name(name, names); near != "" {
		return text + fmt.Sprintf("; did you mean %q? There are ", near) + strings.Join(values, ", ")
	}
	return text + "; there are " + strings.Join(values, ", ")
}

// set parses a text as the field's kind, or as the name of one of its values.
func (s Setting) set(text string) error {
	names := s.Names()
	if i := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, text) }); i >= 0 {
		s.field.SetInt(int64(i + 1))
		return nil
	}
	var err error
	switch s.field.Kind() {
	case reflect.Int, reflect.Int64:
		var x int64
		if x, err = strconv.ParseInt(text, 10, s.field.Type().Bits()); err == nil {
			s.field.SetInt(x)
		}
	case reflect.Uint64:
		var x uint64
		if x, err = strconv.ParseUint(text, 10, 64); err == nil {
			s.field.SetUint(x)
		}
	case reflect.Float64:
		var x float64
		if x, err = strconv.ParseFloat(text, 64); err == nil {
			s.field.SetFloat(x)
		}
	case reflect.Bool:
		var x bool
		if x, err = strconv.ParseBool(text); err == nil {
			s.field.SetBool(x)
		}
	default:
		s.field.SetString(text)
	}
	switch kind := s.field.Kind(); {
	case err == nil:
		return nil
	case names != nil:
		return fmt.Errorf("want one of %s", strings.Join(names, ", "))
	case errors.Is(err, strconv.ErrRange):
		return errors.New("want a smaller number")
	case kind == reflect.Float64:
		return errors.New("want a number")
	case kind == reflect.Bool:
		return errors.New("want true or false")
	}
	return errors.New("want a whole number")
}

// Names are what the values 1, 2 … of an enumeration are called; nil for a plain number.
func (s Setting) Names() (names []string) {
	if !s.field.IsValid() {
		return nil
	}
	if _, named := s.field.Interface().(fmt.Stringer); !named || s.field.Kind() != reflect.Int {
		return nil
	}
	x := reflect.New(s.field.Type()).Elem()
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
