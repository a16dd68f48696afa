package method

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/nearest"
	"github.com/graphdp/graphdp/models/method/ranges"
)

// ErrSetting: the configuration does not have the setting, or the value is invalid.
var ErrSetting = errors.New("invalid setting")

// Setting is one field of a configuration.
type Setting struct {
	Name  string // such as "Epochs", or "Split.Seed" of a struct in a struct
	Value any
	Range ranges.Range // from the field's tag
	field ranges.Field
}

// String formats the setting for [Set].
func (s Setting) String() string { return fmt.Sprintf("%s=%v", s.Name, s.Value) }

// Names are the names of the values 1, 2 … of an enumeration; nil for a plain number.
func (s Setting) Names() []string { return s.field.Names() }

// Settings lists the fields of a configuration struct and of its nested structs: numbers, booleans,
// strings and enumerations. Fields of an embedded struct count as the configuration's. A tag
// without a valid range is an error: see package ranges.
func Settings(config any) ([]Setting, error) {
	v := reflect.ValueOf(config)
	if v.Kind() != reflect.Struct {
		return nil, fmt.Errorf("method: a configuration is a struct, not a %T", config)
	}
	return settings(v)
}

func settings(config reflect.Value) (all []Setting, err error) {
	for _, f := range ranges.Fields(config) {
		r, err := f.Range()
		if err != nil {
			return nil, fmt.Errorf("method: %w", err)
		}
		all = append(all, Setting{f.Name, f.Value.Interface(), r, f})
	}
	return all, nil
}

// Set returns the configuration with changed settings, from texts such as "Epochs=50" or
// "Split.Seed=1". Names are case-insensitive. An unknown name or an invalid value is an
// [ErrSetting] that lists the alternatives.
func Set(config any, texts ...string) (any, error) {
	v := reflect.ValueOf(config)
	if v.Kind() != reflect.Struct {
		return nil, fmt.Errorf("method: a configuration is a struct, not a %T", config)
	}
	changed := reflect.New(v.Type()).Elem()
	changed.Set(v)
	fields, err := settings(changed)
	if err != nil {
		return nil, err
	}
	for _, text := range texts {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("%w %q: must be NAME=VALUE", ErrSetting, text)
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

// SetKnown is [Set], but ignores settings that the configuration does not have.
func SetKnown(config any, texts ...string) (any, error) {
	known, err := Known(config, texts...)
	if err != nil {
		return nil, err
	}
	return Set(config, known...)
}

// Known returns the texts for settings that the configuration has.
func Known(config any, texts ...string) ([]string, error) {
	fields, err := Settings(config)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(texts), func(text string) bool {
		name, _, _ := strings.Cut(text, "=")
		return !slices.ContainsFunc(fields, func(s Setting) bool { return strings.EqualFold(s.Name, name) })
	}), nil
}

// unknown is the error for a name, with the existing settings.
func unknown(name string, fields []Setting) string {
	if len(fields) == 0 {
		return "this mode has no settings"
	}
	var names, values []string
	for _, s := range fields {
		names, values = append(names, s.Name), append(values, s.String())
	}
	text := "this mode has no such setting"
	if near := nearest.Name(name, names); near != "" {
		return text + fmt.Sprintf("; did you mean %q? Settings: ", near) + strings.Join(values, ", ")
	}
	return text + "; settings: " + strings.Join(values, ", ")
}

// set parses a text by the field's kind, or as the name of one of its values.
func (s Setting) set(text string) error {
	names, field := s.Names(), s.field.Value
	if x, ok := s.Range.Named(text); ok {
		field.Set(reflect.ValueOf(x).Convert(field.Type()))
		return nil
	}
	var err error
	switch field.Kind() {
	case reflect.Int, reflect.Int64:
		var x int64
		if x, err = strconv.ParseInt(text, 10, field.Type().Bits()); err == nil {
			field.SetInt(x)
		}
	case reflect.Uint64:
		var x uint64
		if x, err = strconv.ParseUint(text, 10, 64); err == nil {
			field.SetUint(x)
		}
	case reflect.Float64:
		var x float64
		if x, err = strconv.ParseFloat(text, 64); err == nil {
			field.SetFloat(x)
		}
	case reflect.Bool:
		var x bool
		if x, err = strconv.ParseBool(text); err == nil {
			field.SetBool(x)
		}
	default:
		field.SetString(text)
	}
	switch kind := field.Kind(); {
	case err == nil:
		return nil
	case names != nil:
		return fmt.Errorf("must be one of %s", strings.Join(names, ", "))
	case errors.Is(err, strconv.ErrRange):
		return errors.New("must be a smaller number")
	case kind == reflect.Float64:
		return errors.New("must be a number")
	case kind == reflect.Bool:
		return errors.New("must be true or false")
	}
	return errors.New("must be a whole number")
}
