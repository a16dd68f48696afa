package accounting

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

// everything has an event of every kind.
func everything() Compose {
	third := 1.0 / 3
	return Compose{
		Gaussian{third}, Laplace{third}, DiscreteGaussian{third, 2}, DiscreteLaplace{third, 3},
		ExponentialMechanism{third}, RandomisedResponse{2, third}, ApproxDP{third, 1e-5},
		ZeroConcentrated{third}, NonPrivate{"a \"reason\""},
		MixtureOfGaussians{third, []float64{0, 1}, []float64{0.5, 0.5}, nil, nil},
		MixtureOfGaussians{third, []float64{0, 1}, []float64{0.5, 0.5}, []float64{0, third}, []float64{0.75, 0.25}},
		PoissonSampled{third, Gaussian{2}}, SelfCompose{PoissonSampled{third, Gaussian{2}}, 7}, FixedSizeSampled{10, 3, Laplace{1}},
		Group{4, Compose{Gaussian{1}, Compose{}}},
	}
}

// The reader and the writer of events refuse pointers to events at any depth. The text of an event
// does not follow a pointer.
func TestPointersAreRefused(t *testing.T) {
	all := everything()
	for _, e := range append(all, all) {
		kind := reflect.TypeOf(e)
		to := reflect.New(kind)
		to.Elem().Set(reflect.ValueOf(e))
		for _, p := range []Event{to.Interface().(Event), reflect.Zero(to.Type()).Interface().(Event)} {
			for _, bad := range []Event{
				p, Compose{Gaussian{1}, p}, SelfCompose{p, 2}, PoissonSampled{0.5, p}, FixedSizeSampled{2, 1, p}, Group{2, p},
				Compose{SelfCompose{Compose{p}, 3}},
			} {
				if err := Validate(bad); !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), "pointer") || !strings.Contains(err.Error(), kind.Name()) {
					t.Errorf("a pointer to %s: %v", kind.Name(), err)
				}
				if text, err := MarshalEvent(bad); !errors.Is(err, ErrInvalid) {
					t.Errorf("a pointer to %s written as %s (%v)", kind.Name(), text, err)
				}
			}
			if got := (Compose{p}).String(); got != "Compose(*accounting."+kind.Name()+")" {
				t.Errorf("a pointer to %s prints as %s", kind.Name(), got)
			}
		}
	}
	if err := Validate(nil); !errors.Is(err, ErrInvalid) {
		t.Errorf("no event: %v", err)
	}
}

// Events that differ in the last bit of one parameter have different names.
func TestNamesTellEventsApart(t *testing.T) {
	names := map[string]string{}
	add := func(e Event) {
		name, what := e.String(), fmt.Sprintf("%#v", e)
		if other, known := names[name]; known && other != what {
			t.Errorf("%s and %s are both called %s", other, what, name)
		}
		names[name] = what
	}
	vary := func(e Event) {
		for i := range reflect.TypeOf(e).NumField() {
			v := reflect.New(reflect.TypeOf(e)).Elem()
			v.Set(reflect.ValueOf(e))
			switch f := v.Field(i); f.Kind() {
			case reflect.Float64:
				f.SetFloat(math.Nextafter(f.Float(), 9))
			case reflect.Int:
				f.SetInt(f.Int() + 1)
			case reflect.String:
				f.SetString(f.String() + "), NonPrivate(")
			case reflect.Slice:
				if f.Len() == 0 {
					continue
				}
				f.Set(reflect.ValueOf([]float64{math.Nextafter(f.Index(0).Float(), 9), f.Index(1).Float()}))
			case reflect.Interface:
				f.Set(reflect.ValueOf(Laplace{7}))
			}
			add(v.Interface().(Event))
		}
	}
	for _, e := range everything() {
		add(e)
		add(Compose{e})
		add(Compose{e, e})
		add(SelfCompose{e, 2})
		if _, composed := e.(Compose); !composed {
			vary(e)
		}
	}
	add(Compose{NonPrivate{"a), NonPrivate(b"}})
	add(Compose{NonPrivate{"a"}, NonPrivate{"b"}})
	if len(names) < 70 {
		t.Errorf("only %d names", len(names))
	}
}

// Every kind of event comes back from a file as it was.
func TestEventsKeepInFiles(t *testing.T) {
	all := everything()
	seen := map[string]bool{}
	for _, e := range append(all, all) {
		seen[reflect.TypeOf(e).Name()] = true
		text, err := MarshalEvent(e)
		if err != nil {
			t.Fatalf("%v: %v", e, err)
		}
		back, err := UnmarshalEvent(text)
		if err != nil || !reflect.DeepEqual(back, e) {
			t.Errorf("%v came back as %v (%v) from %s", e, back, err, text)
		}
	}
	for kind := range kinds {
		if !seen[kind] {
			t.Errorf("no test for %s", kind)
		}
	}
}

func TestEventsInFilesAreChecked(t *testing.T) {
	for _, bad := range []string{
		``, `{}`, `{"kind":"Gaussian"}`, `{"kind":"Gaussian","params":{"NoiseMultiplier":-1}}`, `{"kind":"Cauchy","params":{}}`,
		`{"kind":"SelfCompose","params":{"Count":2}}`, `{"kind":"Group","params":{"Size":0},"events":[{"kind":"Compose"}]}`,
		`{"kind":"Twice","params":{},"events":[{"kind":"Compose"}]}`,
	} {
		if e, err := UnmarshalEvent([]byte(bad)); err == nil || !strings.HasPrefix(err.Error(), "accounting:") {
			t.Errorf("%s read as %v, error %v", bad, e, err)
		}
	}
	for _, bad := range []Event{nil, Gaussian{-1}, SelfCompose{nil, 1}} {
		if text, err := MarshalEvent(bad); err == nil {
			t.Errorf("%v written as %s", bad, text)
		}
	}
}
