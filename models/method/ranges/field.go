package ranges

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// Field is a setting: a field of a configuration, or of a struct in it.
type Field struct {
	Name  string // such as "Epochs", or "Split.Seed" of a struct in a struct
	Value reflect.Value
	tag   reflect.StructTag
}

// Fields lists the fields of a configuration struct and of its nested structs: numbers, booleans,
// strings and enumerations. Fields of an embedded struct count as the configuration's. Other values
// have none.
func Fields(config reflect.Value) (all []Field) {
	if config.Kind() != reflect.Struct {
		return nil
	}
	_ = walk("", config, func(reflect.Value) (bool, error) { return false, nil }, func(f Field) error {
		all = append(all, f)
		return nil
	})
	return all
}

// walk visits the fields of a struct, and of the structs in it for which done reports false.
func walk(prefix string, v reflect.Value, done func(reflect.Value) (bool, error), visit func(Field) error) error {
	for i := range v.NumField() {
		t, f := v.Type().Field(i), v.Field(i)
		if !t.IsExported() {
			continue
		}
		var err error
		switch f.Kind() {
		case reflect.Struct:
			name := prefix + t.Name + "."
			if t.Anonymous {
				name = prefix
			}
			var is bool
			if is, err = done(f); !is && err == nil {
				err = walk(name, f, done, visit)
			}
		case reflect.Int, reflect.Int64, reflect.Uint64, reflect.Float64, reflect.Bool, reflect.String:
			err = visit(Field{prefix + t.Name, f, t.Tag})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Names lists the names of the values 1, 2 … of an enumeration; nil for a plain number.
func (f Field) Names() (names []string) {
	if !f.Value.IsValid() || f.Value.Kind() != reflect.Int {
		return nil
	}
	if _, named := f.Value.Interface().(fmt.Stringer); !named {
		return nil
	}
	x := reflect.New(f.Value.Type()).Elem()
	for i := int64(1); i < 100; i++ {
		x.SetInt(i)
		name := fmt.Sprint(x.Interface())
		if strings.Contains(name, strconv.FormatInt(i, 10)) { // String formats an unnamed value as its number
			break
		}
		names = append(names, name)
	}
	return names
}

// ranges caches the parsed range by type and tag of a field.
var ranges sync.Map

// Range returns the range of the field, from its tag or the names of an enumeration.
func (f Field) Range() (Range, error) {
	if !f.Value.IsValid() {
		return f.read()
	}
	key := struct {
		reflect.Type
		reflect.StructTag
	}{f.Value.Type(), f.tag}
	if r, ok := ranges.Load(key); ok {
		return r.(Range), nil
	}
	r, err := f.read()
	if err == nil {
		ranges.Store(key, r)
	}
	return r, err
}

func (f Field) read() (Range, error) {
	tag, found := f.tag.Lookup("range")
	rest := strings.Replace(string(f.tag), "range:"+strconv.Quote(tag), "", 1)
	rest = strings.Replace(rest, "json:"+strconv.Quote(f.tag.Get("json")), "", 1)
	if found && tag == "" || strings.TrimSpace(rest) != "" { // another key may be a misspelling
		return Range{}, fmt.Errorf("ranges: field %s has the tag %s: must be range:\"…\"", f.Name, f.tag)
	}
	r, err := parse(tag, f.Value.Kind(), f.Names())
	if err != nil {
		return Range{}, fmt.Errorf("ranges: %s: %w", f.Name, err)
	}
	return r, nil
}

// Whole checks a configuration by [Check], and then by its own method Check, if it has one. A nil
// configuration is an error.
func Whole(pkg string, config any) error {
	if config == nil {
		return fmt.Errorf("%s: no configuration", pkg)
	}
	if err := Check(pkg, config); err != nil {
		return err
	}
	if c, ok := config.(interface{ Check() error }); ok {
		return c.Check()
	}
	return nil
}

// Check returns an error for the first setting outside its range. A nested struct with a method
// Check is checked by that method. The error starts with pkg, the name of the package of the
// configuration.
func Check(pkg string, config any) error {
	v := reflect.ValueOf(config)
	if v.Kind() != reflect.Struct {
		return fmt.Errorf("%s: the configuration must be a struct, found %T", pkg, config)
	}
	return walk("", v, func(part reflect.Value) (bool, error) {
		c, ok := part.Interface().(interface{ Check() error })
		if !ok {
			return false, nil
		}
		err := c.Check()
		if err != nil && part.Type().PkgPath() != v.Type().PkgPath() {
			err = fmt.Errorf("%s: %w", pkg, err)
		}
		return true, err
	}, func(f Field) error {
		r, err := f.Range()
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", pkg, err)
		case r.Has(f.Value.Interface()):
			return nil
		case f.Value.Kind() == reflect.String:
			return fmt.Errorf("%s: %s=%q: must be %s", pkg, f.Name, f.Value, r.demand())
		}
		return fmt.Errorf("%s: %s=%v: must be %s", pkg, f.Name, f.Value, r.demand())
	})
}
