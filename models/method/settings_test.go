package method

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// colour is an enumeration.
type colour int

const (
	red colour = iota + 1
	green
)

// String names the colour.
func (c colour) String() string {
	if c < red || c > green {
		return fmt.Sprintf("colour %d", int(c))
	}
	return []string{"Red", "Green"}[c-1]
}

type part struct{ Seed uint64 }

// Shared are settings that several configurations have.
type Shared struct {
	Epochs int
	Rate   float64
}

type settingsOf struct {
	Shared
	Split  part
	Colour colour
	Name   string
	Fast   bool
	Count  int64
	list   []int
	List   []int // not a setting
}

var preset = settingsOf{Shared: Shared{Epochs: 3, Rate: 0.5}, Split: part{7}, Colour: red, Name: "a", Count: 4, list: []int{1}}

func TestSettings(t *testing.T) {
	all := must.Get(Settings(preset))(t)
	var texts []string
	for _, s := range all {
		texts = append(texts, s.String())
	}
	if got, want := strings.Join(texts, " "), "Epochs=3 Rate=0.5 Split.Seed=7 Colour=Red Name=a Fast=false Count=4"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, s := range all {
		if got, want := fmt.Sprint(s.Names()), map[bool]string{true: "[Red Green]", false: "[]"}[s.Name == "Colour"]; got != want {
			t.Errorf("%s has the values %s, want %s", s.Name, got, want)
		}
	}
	for _, bad := range []any{nil, 3, &preset, map[string]int{"Epochs": 1}} {
		if _, err := Settings(bad); err == nil {
			t.Errorf("a %T is a configuration", bad)
		}
		if _, err := Set(bad, "Epochs=1"); err == nil || errors.Is(err, ErrSetting) {
			t.Errorf("settings of a %T: %v", bad, err)
		}
	}
}

func TestSet(t *testing.T) {
	got := must.Get(Set(preset, "epochs=-9", "Rate=1e-3", "SPLIT.SEED=18446744073709551615", "Colour=green", "Name=b=c", "Fast=true", "Count=-5", "Rate=0.25"))(t)
	want := preset
	want.Epochs, want.Rate, want.Split.Seed, want.Colour, want.Name, want.Fast, want.Count = -9, 0.25, 1<<64-1, green, "b=c", true, -5
	if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if preset.Epochs != 3 || preset.Split.Seed != 7 {
		t.Errorf("the preset has become %+v", preset)
	}
	if got, err := Set(preset, "Colour=2"); err != nil || got.(settingsOf).Colour != green {
		t.Errorf("%+v, %v", got, err)
	}
	for text, says := range map[string]string{
		"Epochs":          "must be NAME=VALUE",
		"Epoch=1":         `did you mean "Epochs"? Settings: Epochs=3, Rate=0.5`,
		"Shared.Epochs=1": "no such setting",
		"Seed=1":          "no such setting", // it is Split.Seed
		"List=1":          "no such setting",
		"list=1":          "no such setting",
		"Epochs=1.5":      "must be a whole number",
		"Epochs=":         "must be a whole number",
		"Split.Seed=-1":   "must be a whole number",
		"Rate=fast":       "must be a number",
		"Fast=maybe":      "must be true or false",
		"Colour=blue":     "must be one of Red, Green",
	} {
		if got, err := Set(preset, "Name=z", text); !errors.Is(err, ErrSetting) || got != nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), text) {
			t.Errorf("%s: %v, %v; want an error that says %q", text, got, err, says)
		}
	}
	if _, err := Set(struct{}{}, "Epochs=1"); !errors.Is(err, ErrSetting) || !strings.Contains(err.Error(), "no settings") {
		t.Errorf("a configuration without settings: %v", err)
	}
}
