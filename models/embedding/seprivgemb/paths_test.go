package seprivgemb

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
)

// cut returns a journal as it was after each of its records, and whether that record begins a
// training.
func cut(t *testing.T, journal []byte) (files [][]byte, begun []bool) {
	t.Helper()
	lines := bytes.SplitAfter(journal, []byte("\n"))
	end := len(lines[0]) + len(lines[1])
	for i, line := range lines[2 : len(lines)-1] {
		var x struct {
			Record map[string]json.RawMessage
			Sum    string
		}
		must.Do(t, json.Unmarshal(line, &x))
		end += len(line)
		head := fmt.Sprintf(`{"journal":"graphdp","version":1,"records":%d,"end":%d,"last":"%s"}`, i+1, end, x.Sum)
		files = append(files, slices.Concat(fmt.Appendf(nil, "%-*s\n", len(lines[0])-1, head), journal[len(lines[0]):end]))
		begun = append(begun, x.Record["draw"] != nil)
	}
	return files, begun
}

// A run that is killed after any of its releases can be resumed: it releases the same results and
// pays nothing twice, on every path of the rule.
func TestARunOfPairsGoesOn(t *testing.T) {
	claim.Holds(t, "seprivgemb", "Strict: a run that was killed after any of its releases goes on, with the same release and no second spend")
	const eps = 3
	for name, g := range map[string]*graph.Graph{"with a rim": withRim(t, 4, 50), "thin": thin(t), "sparse": ring(t, 300), "summed": hubbed(t)} {
		mode, b, path := set(Strict, "Dim=16"), gdp.Budget{Epsilon: eps}, filepath.Join(t.TempDir(), "journal")
		switch name {
		case "summed":
			mode, b.Delta = alwaysSummed, 1e-5
		case "thin":
			mode = set(mode, "Mean=0")
		}
		open := func() *gdp.Session { return protect(t, g, gdp.EdgeLevel, b, gdp.Journal(path)) }
		s := open()
		want := mustRun(t, s, mode)
		before, _ := labels(t, s)
		whole := must.Get(os.ReadFile(path))(t)
		files, begun := cut(t, whole)
		records := 2*len(before) + 1 // two for each spend, one for the run
		if name == "summed" {
			records++ // the rounds are reserved
		}
		if len(files) != records {
			t.Errorf("%s: %d records of %v", name, len(files), before)
		}
		for i, file := range files {
			path = filepath.Join(t.TempDir(), "journal")
			must.Do(t, os.WriteFile(path, file, 0o600))
			s := open()
			got, err := mode.Run(t.Context(), s)
			after, proved := labels(t, s)
			if proved > eps {
				t.Errorf("%s: killed after record %d: spent %v", name, i+1, proved)
			}
			if begun[i] && errors.Is(err, gdp.ErrBudget) {
				continue
			}
			if err != nil || !slices.Equal(before, after) || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: killed after record %d: spent %v on %v, not on %v, or another release, %v", name, i+1, proved, after, before, err)
			}
		}
	}
}
