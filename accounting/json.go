package accounting

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// kinds maps names in files to events, except Compose.
var kinds = map[string]reflect.Type{}

func init() {
	for _, e := range []Event{
		Gaussian{}, Laplace{}, DiscreteGaussian{}, DiscreteLaplace{}, ExponentialMechanism{},
		RandomisedResponse{}, ApproxDP{}, ZeroConcentrated{}, NonPrivate{}, MixtureOfGaussians{},
		SelfCompose{}, PoissonSampled{}, FixedSizeSampled{}, Group{},
	} {
		kinds[reflect.TypeOf(e).Name()] = reflect.TypeOf(e)
	}
}

// stored is the JSON form of an event: its kind, its parameters and the events inside it.
type stored struct {
	Kind   string          `json:"kind"`
	Params json.RawMessage `json:"params,omitempty"`
	Events []stored        `json:"events,omitempty"`
}

// MarshalEvent encodes an event as JSON. Numbers are exact.
func MarshalEvent(e Event) ([]byte, error) {
	if err := Validate(e); err != nil {
		return nil, err
	}
	s, err := store(e)
	if err != nil {
		return nil, err
	}
	return json.Marshal(s)
}

// UnmarshalEvent decodes the output of MarshalEvent and validates the event.
func UnmarshalEvent(data []byte) (Event, error) {
	var s stored
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("%w: an event that is not JSON: %w", ErrInvalid, err)
	}
	e, err := s.event()
	if err != nil {
		return nil, err
	}
	return e, Validate(e)
}

func store(e Event) (s stored, err error) {
	v := reflect.ValueOf(e)
	s.Kind = v.Type().Name()
	inner, composed := e.(Compose)
	if !composed {
		if field := v.FieldByName("Event"); field.IsValid() {
			inner = Compose{field.Interface().(Event)}
		}
		if s.Params, err = json.Marshal(e); err != nil {
			return s, err
		}
	}
	for _, x := range inner {
		y, err := store(x)
		if err != nil {
			return s, err
		}
		s.Events = append(s.Events, y)
	}
	return s, nil
}

func (s stored) event() (Event, error) {
	inner := make(Compose, len(s.Events))
	for i, x := range s.Events {
		var err error
		if inner[i], err = x.event(); err != nil {
			return nil, err
		}
	}
	if s.Kind == "Compose" {
		return inner, nil
	}
	kind, ok := kinds[s.Kind]
	if !ok {
		return nil, fmt.Errorf("%w: an event of unknown kind %q", ErrInvalid, s.Kind)
	}
	v := reflect.New(kind)
	if err := json.Unmarshal(s.Params, v.Interface()); err != nil {
		return nil, fmt.Errorf("%w: parameters of %s: %w", ErrInvalid, s.Kind, err)
	}
	if field := v.Elem().FieldByName("Event"); field.IsValid() {
		if len(inner) != 1 {
			return nil, fmt.Errorf("%w: an event of kind %q around %d events, want 1", ErrInvalid, s.Kind, len(inner))
		}
		field.Set(reflect.ValueOf(inner[0]))
	}
	return v.Elem().Interface().(Event), nil
}
