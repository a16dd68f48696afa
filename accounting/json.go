package accounting

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// kinds are the events by name, as files hold them.
var kinds = map[string]reflect.Type{}

func init() {
	for _, e := range []Event{
		Gaussian{}, Laplace{}, DiscreteGaussian{}, DiscreteLaplace{}, ExponentialMechanism{},
		RandomisedResponse{}, ApproxDP{}, ZeroConcentrated{}, NonPrivate{}, MixtureOfGaussians{},
	} {
		kinds[reflect.TypeOf(e).Name()] = reflect.TypeOf(e)
	}
}

// stored is an event in a file: a kind with its parameters, or a kind with
// events inside it.
type stored struct {
	Kind   string          `json:"kind"`
	Params json.RawMessage `json:"params,omitempty"`
	Events []stored        `json:"events,omitempty"`
}

// MarshalEvent writes an event as JSON. Numbers come back to the bit.
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

// UnmarshalEvent reads what MarshalEvent wrote, and validates it.
func UnmarshalEvent(data []byte) (Event, error) {
	var s stored
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("%w: an event that is not JSON: %w", ErrInvalid, err)
	}
	e, err := s.event()
	if err != nil {
		return nil, err
	}
	return e, e.Validate()
}

type (
	countParams  struct{ Count int }
	rateParams   struct{ Rate float64 }
	sampleParams struct{ Population, Sample int }
	sizeParams   struct{ Size int }
)

func store(e Event) (stored, error) {
	wrap := func(kind string, params any, inner ...Event) (stored, error) {
		s := stored{Kind: kind}
		for _, x := range inner {
			y, err := store(x)
			if err != nil {
				return s, err
			}
			s.Events = append(s.Events, y)
		}
		if params == nil {
			return s, nil
		}
		var err error
		s.Params, err = json.Marshal(params)
		return s, err
	}
	switch e := e.(type) {
	case Compose:
		return wrap("Compose", nil, e...)
	case SelfCompose:
		return wrap("SelfCompose", countParams{e.Count}, e.Event)
	case PoissonSampled:
		return wrap("PoissonSampled", rateParams{e.Rate}, e.Event)
	case FixedSizeSampled:
		return wrap("FixedSizeSampled", sampleParams{e.Population, e.Sample}, e.Event)
	case Group:
		return wrap("Group", sizeParams{e.Size}, e.Event)
	}
	return wrap(reflect.TypeOf(e).Name(), e)
}

func (s stored) event() (Event, error) {
	if s.Kind == "Compose" {
		all := make(Compose, len(s.Events))
		for i, x := range s.Events {
			var err error
			if all[i], err = x.event(); err != nil {
				return nil, err
			}
		}
		return all, nil
	}
	if kind, ok := kinds[s.Kind]; ok {
		v := reflect.New(kind)
		if err := s.params(v.Interface()); err != nil {
			return nil, err
		}
		return v.Elem().Interface().(Event), nil
	}
	if len(s.Events) != 1 {
		return nil, fmt.Errorf("%w: an event of kind %q around %d events", ErrInvalid, s.Kind, len(s.Events))
	}
	inner, err := s.Events[0].event()
	if err != nil {
		return nil, err
	}
	switch s.Kind {
	case "SelfCompose":
		var p countParams
		err = s.params(&p)
		return SelfCompose{inner, p.Count}, err
	case "PoissonSampled":
		var p rateParams
		err = s.params(&p)
		return PoissonSampled{p.Rate, inner}, err
	case "FixedSizeSampled":
		var p sampleParams
		err = s.params(&p)
		return FixedSizeSampled{p.Population, p.Sample, inner}, err
	case "Group":
		var p sizeParams
		err = s.params(&p)
		return Group{p.Size, inner}, err
	}
	return nil, fmt.Errorf("%w: an event of unknown kind %q", ErrInvalid, s.Kind)
}

func (s stored) params(into any) error {
	if err := json.Unmarshal(s.Params, into); err != nil {
		return fmt.Errorf("%w: parameters of %s: %w", ErrInvalid, s.Kind, err)
	}
	return nil
}
