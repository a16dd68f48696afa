package nb

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// Each cell is linked as a program, so it contains only called code. XLA and Parquet require
// xla.Link() and parquet.Link(). Downloads are absent, and so are unused methods, which the linker
// retains if methods are looked up at run time.
func TestCellsHoldWhatTheyCall(t *testing.T) {
	if testing.Short() {
		t.Skip("links a program")
	}
	cell := filepath.Join(t.TempDir(), "main.go")
	must.Do(t, os.WriteFile(cell, []byte(`package main

import (
	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/notebooks/nb"
)

func main() {
	club := data.MustLoad("karate")
	s := nb.Must(gdp.Protect(&club.Network, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}))
	nb.Show(club, nb.Must(s.Ledger()))
}
`), 0o666))
	cmd := exec.Command("go", "build", "-o", filepath.Join(t.TempDir(), "cell"), "-ldflags=-s -dumpdep", cell)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %.2000s", err, out)
	}
	for what, reason := range map[string]string{
		`(?m)^.* -> reflect\.Value\.Method(ByName)?$`:     "a method is looked up by its number or name",
		`(?m)^.* -> github\.com/gomlx/go-xla/\S+( <.*)?$`: "XLA is linked",
		`(?m)^.* -> github\.com/parquet-go/\S+( <.*)?$`:   "Parquet is linked",
		`(?m)^.* -> net/http\.\S+( <.*)?$`:                "HTTP is linked",
	} {
		if found := regexp.MustCompile(what).Find(out); found != nil {
			t.Errorf("%s: %s", reason, found)
		}
	}
	if !regexp.MustCompile(`(?m)^main\.main -> github\.com/graphdp/graphdp/notebooks/nb\.Show$`).Match(out) {
		t.Error("the linker does not say what a cell calls: the test sees nothing")
	}
}
