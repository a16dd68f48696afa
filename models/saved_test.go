package models

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/method/methodtest"
	"github.com/graphdp/graphdp/models/method/release"
)

// A saved and loaded classifier of any mode has the same predictions, bit by bit.
func TestSavedClassifiersPredictTheSame(t *testing.T) {
	for _, m := range Methods() {
		if m.Releases != release.KindClassifier {
			continue
		}
		for _, mode := range m.Modes {
			t.Run(m.Name+"/"+mode.Name, func(t *testing.T) {
				net := methodtest.Network()
				o := smallRun(t, m, mode, net, 1)
				c := o.Release.(release.Classifier)
				c.Names = net.Classes
				want, scores := must.Two(c.Predict(net))(t)
				var file bytes.Buffer
				must.Do(t, c.Write(&file, "classifier.json"))
				loaded := must.Get(release.LoadClassifier(&file, m.Models...))(t)
				got, again, err := loaded.Predict(net)
				if err != nil || !slices.Equal(got, want) || !slices.EqualFunc(again, scores, func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) }) {
					t.Errorf("classes %v, want %v, %v", got, want, err)
				}
				if loaded.Classes != c.Classes || !slices.Equal(loaded.Names, net.Classes) {
					t.Errorf("%d classes %q, want %d %q", loaded.Classes, loaded.Names, c.Classes, net.Classes)
				}
			})
		}
	}
}

// A file that is not a classifier, or was changed, is an error with the reason.
func TestBrokenClassifiers(t *testing.T) {
	var known []release.Model
	for _, m := range Methods() {
		known = append(known, m.Models...)
	}
	for text, want := range map[string]string{
		"":                           "not a saved classifier: EOF",
		"[1]":                        "not a saved classifier: json",
		"{}":                         "not a saved classifier: 0 classes",
		`{"classes":2}`:              "neither a model nor scores",
		`{"classes":2,"scores":[1]}`: "neither a model nor scores of 2 classes",
		`{"classes":2,"class_names":["a"],"model_of":"mlp.Model","model":{}}`: "2 classes with 1 names",
		`{"classes":2,"model_of":"own.Model","model":{}}`:                     "the model own.Model is none that this program knows",
		`{"classes":2,"model_of":"mlp.Model","model":3}`:                      "the model mlp.Model: json",
		`{"classes":2,"model_of":"mlp.Model"}`:                                "the model mlp.Model: ",
	} {
		if _, err := release.LoadClassifier(strings.NewReader(text), known...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	net := methodtest.Network()
	for _, m := range known {
		c := release.Classifier{Model: m, Classes: 2}
		if _, _, err := c.Predict(net); err == nil {
			t.Errorf("%T without weights predicts", m)
		}
	}
	if _, _, err := (release.Classifier{}).Predict(nil); err == nil {
		t.Error("nothing predicts")
	}
}
