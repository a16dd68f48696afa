package accounting

import (
	"reflect"
	"strings"
	"testing"
)

// Every kind of event comes back from a file as it was.
func TestEventsKeepInFiles(t *testing.T) {
	third := 1.0 / 3
	all := Compose{
		Gaussian{third}, Laplace{third}, DiscreteGaussian{third, 2}, DiscreteLaplace{third, 3},
		ExponentialMechanism{third}, RandomisedResponse{2, third}, ApproxDP{third, 1e-5},
		ZeroConcentrated{third}, NonPrivate{"a \"reason\""},
		MixtureOfGaussians{third, []float64{0, 1}, []float64{0.5, 0.5}},
		SelfCompose{PoissonSampled{third, Gaussian{2}}, 7}, FixedSizeSampled{10, 3, Laplace{1}},
		Group{4, Compose{Gaussian{1}, Compose{}}},
	}
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
