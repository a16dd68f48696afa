package solutions

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/notebooks/exercise"
)

// Right answers are accepted, and each wrong one has a verdict with its fault.
func TestAnswers(t *testing.T) {
	for _, s := range All() {
		if v := s.Right(); v.State != exercise.Right || v.Exercise != s.Exercise {
			t.Errorf("%s: the solution has the verdict %v", s.Exercise, v)
		}
		if len(s.Others) < 2 {
			t.Errorf("%s: %d answers beside the right one", s.Exercise, len(s.Others))
		}
		for _, o := range s.Others {
			v := check(s, o)
			if v.State != o.State || o.Says == "" && o.State != exercise.Missing || !strings.Contains(v.Says, o.Says) || strings.Contains(v.Says, ". ") {
				t.Errorf("%s, %s: %v; want one sentence, state %d and %q", s.Exercise, o.Answer, v, o.State, o.Says)
			}
			if v.Picture != nil {
				if _, err := v.Picture.SVG(); err != nil {
					t.Errorf("%s, %s: %v", s.Exercise, o.Answer, err)
				}
			}
		}
	}
}

// Each exercise of a notebook has a solution and two hints, and a notebook of the course three to
// six exercises.
func TestEveryExerciseIsSolved(t *testing.T) {
	sources, err := filepath.Glob("../[56]?_*/[56]?_*.go")
	if err != nil || len(sources) == 0 {
		t.Fatalf("%d notebooks: %v", len(sources), err)
	}
	var asked, solved []string
	for _, path := range sources {
		if strings.HasSuffix(path, "_test.go") || strings.Contains(path, "60_python") {
			continue
		}
		text := must.Get(os.ReadFile(path))(t)
		count := 0
		for _, m := range regexp.MustCompile(`"([56]\d\.\d)"`).FindAllStringSubmatch(string(text), -1) {
			asked = append(asked, m[1])
			count++
		}
		if count < 3 || count > 6 {
			t.Errorf("%s has %d exercises, want three to six", path, count)
		}
	}
	for _, s := range All() {
		solved = append(solved, s.Exercise)
	}
	if slices.Sort(asked); !slices.Equal(asked, solved) {
		t.Errorf("exercises %v, solutions of %v", asked, solved)
	}
	for _, x := range asked {
		for step := 1; step <= 3; step++ {
			if text, err := exercise.Hint(x, step); err != nil || len(text) < 20 {
				t.Errorf("hint %d of %s: %q, %v", step, x, text, err)
			}
		}
		if _, err := exercise.Hint(x, 4); err == nil {
			t.Errorf("%s has more than two hints and a reason", x)
		}
	}
}
