package method

import (
	"fmt"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/models/method/study"
)

// Exhibit declares a table or figure of a paper: its trials, its layout and its printed numbers.
// Package exhibit draws it from stored trials.
//
// The layout names keys: [ByData] and the like, and settings that its studies vary, such as
// "Batch". A number without a value of a key, such as that of a mode without ε, appears at all
// values.
type Exhibit struct {
	Name     string   // as the paper calls it, such as "Table 2"; a letter from A, where the paper lacks it
	About    string   // caption
	Protocol string   // measured by it; a study of another release kind names its own
	Values   []string // values of the protocol
	Studies  []study.Study
	Panels   []string // keys: one table, or one panel of a figure, for each value
	Across   []string // keys: one column for each value; the x axis of a figure
	XLabel   string   // label of a figure's x axis; empty for its key
	Down     []string // keys: one row, or one curve, for each value
	Printed  []Quoted // printed numbers of the exhibit's Table and Protocol
	Absent   []Absence
	// Same maps settings to their label in the layout, such as "Clusters=135": "Size=0.05", and
	// printed places to the runs that measure them, such as "data=CS": "data=coauthor-cs".
	Same map[string]string
	// Unmade is the reason why no trials are planned; empty if there are some.
	Unmade string
}

// Keys of a layout, beside settings.
const (
	ByData    = "data"
	ByValue   = "value"
	ByEpsilon = "ε"
	ByMode    = "mode"   // and the methods that the paper printed
	ByGraphs  = "graphs" // of a collection: "all", or "every 5"
)

// Absence is the reason why an exhibit has no numbers at some values of its keys.
type Absence struct {
	Where map[string]string // by key
	Why   string
}

// Quoted is a number printed in a paper.
type Quoted struct {
	Table    string // such as "Table 4"
	Protocol string
	Method   string // name in the paper
	Data     string
	Value    string // such as "AUC"
	Epsilon  float64
	Variant  string
	Mean     float64
	SD       float64 // 0: not printed
}

// String formats mean (SD), as tables do.
func (q Quoted) String() string {
	if q.SD == 0 {
		return fmt.Sprintf("%.4f", q.Mean)
	}
	return fmt.Sprintf("%.4f (%.4f)", q.Mean, q.SD)
}

// IsFigure reports whether the exhibit is drawn as curves.
func (e Exhibit) IsFigure() bool { return strings.HasPrefix(e.Name, "Figure ") }

// Own reports whether the exhibit belongs to this project, such as "Table A", and not to the paper.
// I, V and X are Roman numerals.
func (e Exhibit) Own() bool {
	_, number, _ := strings.Cut(e.Name, " ")
	return len(number) == 1 && number >= "A" && number <= "Z" && !strings.Contains("IVX", number)
}

// Quoted lists the numbers printed in the paper, by exhibit.
func (m Method) Quoted() (all []Quoted) {
	for _, e := range m.Exhibits {
		for _, q := range e.Printed {
			q.Table, q.Protocol = e.Name, e.Protocol
			all = append(all, q)
		}
	}
	return all
}

// check refuses an invalid declaration.
func (e Exhibit) check() error {
	kind, number, _ := strings.Cut(e.Name, " ")
	switch {
	case kind != "Table" && kind != "Figure" || number == "":
		return fmt.Errorf("exhibit %q: want a name such as Table 2 or Figure 3", e.Name)
	case e.About == "":
		return fmt.Errorf("%s does not say what it shows", e.Name)
	case (e.Unmade == "") != (len(e.Studies) > 0):
		return fmt.Errorf("%s needs either studies or a reason why no trials make it", e.Name)
	case e.Unmade == "" && (e.Protocol == "" || len(e.Values) == 0 || len(e.Across) == 0 || len(e.Down) == 0):
		return fmt.Errorf("%s has no protocol, values or layout", e.Name)
	case kind == "Figure" && e.Unmade == "" && (len(e.Across) != 1 || slices.Contains(e.Across, ByMode)):
		return fmt.Errorf("%s: a figure has one key on its x axis, of numbers", e.Name)
	}
	seen := map[string]bool{}
	for _, key := range slices.Concat(e.Panels, e.Across, e.Down) {
		if key == "" || seen[key] {
			return fmt.Errorf("%s: the key %q is given twice, or is empty", e.Name, key)
		}
		seen[key] = true
	}
	for _, s := range e.Studies {
		if len(s.Protocols) > 1 {
			return fmt.Errorf("%s: a study names %d protocols", e.Name, len(s.Protocols))
		}
	}
	for _, a := range e.Absent {
		if a.Why == "" || len(a.Where) == 0 {
			return fmt.Errorf("%s: an absence has no reason, or no place", e.Name)
		}
	}
	return nil
}
