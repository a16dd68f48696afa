package nb

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/synthesis/privskg"
	"github.com/graphdp/graphdp/notebooks/internal/capture"
)

// The lines of the README: a cell that is run again shows the same release, and pays once. Seeded
// sessions keep no journal.
func TestProtectRunShow(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("JPY_SESSION_NAME", "/home/me/club.ipynb")
	cell := func() {
		s := Protect(Graph("karate"), gdp.EdgeLevel, 4, 0)
		r := Run(s, privskg.Strict)
		Show(r, s, Audited(r, privskg.Method, "strict"))
	}
	var shown [2]string
	for i := range shown {
		out, err := capture.Run(cell)
		if err != nil || len(out) != 4 {
			t.Fatalf("%v, %v", out, err)
		}
		shown[i] = fmt.Sprint(out)
		for _, want := range []string{"a graph of 34 nodes", "claimed", "proved", "Laplace", "audited ≥"} {
			if !strings.Contains(shown[i], want) {
				t.Errorf("without %q: %s", want, shown[i])
			}
		}
	}
	if shown[0] != shown[1] {
		t.Errorf("run again, the cell shows %s, not %s", shown[1], shown[0])
	}
	must.Get(os.Stat(filepath.Join(".gdp", "club-edge-4-0-34.journal")))(t)
	s := Protect(Graph("karate"), gdp.EdgeLevel, 8, 0, gdp.Seed(1))
	if files, err := os.ReadDir(".gdp"); err != nil || s.Budget().Epsilon != 8 || strings.Contains(fmt.Sprint(files), "-8-") {
		t.Errorf("%v, %v", files, err)
	}
}

// A question on the session itself leaves no whole budget for a run, which ends the cell before it
// spends; on parts both go.
func TestRunAfterAQuestion(t *testing.T) {
	t.Chdir(t.TempDir())
	s := Protect(Graph("karate"), gdp.EdgeLevel, 4, 0, gdp.Seed(1))
	if r := Run(Part(s, "graph", 3, 0), privskg.Strict); r.Guarantee.Proved > 3.0001 {
		t.Errorf("%v", r.Guarantee)
	}
	_, err := capture.Run(func() { Run(s, privskg.Strict) })
	if err == nil || !strings.Contains(err.Error(), "whole budget") {
		t.Errorf("%v", err)
	}
	_, err = capture.Run(func() { Run(Part(s, "more", 2, 0), privskg.Strict) })
	if err == nil {
		t.Error("a part of more than what is left")
	}
}

func TestRunOn(t *testing.T) {
	if r := RunOn(&data.Karate().Network, privskg.NonPrivate, 1); r.Graph.N() != 34 {
		t.Errorf("%v", r)
	}
}

// Keep computes once, in a notebook's kernel and outside.
func TestKeep(t *testing.T) {
	for _, folder := range []string{"", t.TempDir()} {
		t.Setenv(protocol.GONB_TMP_DIR_ENV, folder)
		runs := 0
		for range 2 {
			if got := Keep("list", func() []int { runs++; return []int{1, 2} }); len(got) != 2 || got[1] != 2 {
				t.Errorf("%v", got)
			}
		}
		if runs != 1 {
			t.Errorf("computed %d times", runs)
		}
		if _, err := capture.Run(func() { Keep("list", func() string { return "" }) }); err == nil {
			t.Error("a name that holds another type")
		}
	}
}
