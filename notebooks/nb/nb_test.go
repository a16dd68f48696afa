package nb

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/notebooks/internal/capture"
)

type drawing struct {
	svg string
	err error
}

func (d *drawing) SVG() ([]byte, error) { return []byte(d.svg), d.err }

type slides struct{ drawing }

func (s *slides) HTML() string { return "<div></div>" }

type titled struct{ drawing }

func (titled) Title() string { return "A <b> figure / Rényi" }

type grid struct{}

func (grid) HTML() string   { return "<table></table>" }
func (grid) String() string { return "a  b" }

type pointerGrid struct{ text string }

func (g *pointerGrid) HTML() string   { return g.text }
func (g *pointerGrid) String() string { return g.text }

func TestShow(t *testing.T) {
	var none *drawing
	var noGrid *pointerGrid
	for _, test := range []struct {
		name  string
		items []any
		want  []capture.Output
		err   string
	}{
		{"nothing", nil, nil, ""},
		{"values", []any{"accuracy", 0.5, []int{1, 2}}, []capture.Output{{capture.Text: "accuracy 0.5 [1 2]"}}, ""},
		{"a line end", []any{"a\n"}, []capture.Output{{capture.Text: "a\n"}}, ""},
		{"Markdown", []any{Markdown("$x$")}, []capture.Output{{capture.Text: "$x$", capture.Markdown: "$x$"}}, ""},
		{"table", []any{grid{}}, []capture.Output{{capture.Text: "a  b", capture.HTML: "<table></table>"}}, ""},
		{"figure", []any{&drawing{svg: "<?xml?>\n<!-- x -->\n<svg>\n</svg>"}}, []capture.Output{{capture.Text: "figure", capture.SVG: "<svg>\n</svg>"}}, ""},
		{"slider", []any{&slides{drawing{svg: "<svg/>"}}}, []capture.Output{{capture.Text: "figure", capture.SVG: "<svg/>", capture.HTML: "<div></div>"}}, ""},
		{"slider that fails", []any{&slides{drawing{err: errors.New("no ink")}}}, nil, "no ink"},
		{"title", []any{&titled{drawing{svg: "<svg/>"}}}, []capture.Output{{capture.Text: "A <b> figure / Rényi", capture.SVG: "<svg/>"}}, ""},
		{"order", []any{1, 2, grid{}, 3, Markdown("4")}, []capture.Output{
			{capture.Text: "1 2"},
			{capture.Text: "a  b", capture.HTML: "<table></table>"},
			{capture.Text: "3"},
			{capture.Text: "4", capture.Markdown: "4"},
		}, ""},
		{"nil", []any{1, nil, 2}, nil, "nb: Show, item 2 of 3: nil cannot be shown"},
		{"nil figure", []any{none}, nil, "nb: Show, item 1 of 1: nil cannot be shown"},
		{"nil table", []any{noGrid}, nil, "nb: Show, item 1 of 1: nil cannot be shown"},
		{"nil error", []any{1, error(nil)}, nil, "nb: Show, item 2 of 2: nil cannot be shown"},
		{"failed figure", []any{&drawing{err: io.ErrUnexpectedEOF}}, nil, "nb: Show, item 1 of 1: unexpected EOF"},
		{"no SVG", []any{&drawing{svg: "<html>"}}, nil, "holds no <svg> element"},
	} {
		got, err := capture.Run(func() { Show(test.items...) })
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		var failure *capture.Failure
		switch {
		case test.err == "" && err != nil:
			t.Errorf("%s: %v", test.name, err)
		case test.err != "" && (!errors.As(err, &failure) || !strings.Contains(err.Error(), test.err) || !strings.HasPrefix(failure.Where, "nb_test.go:")):
			t.Errorf("%s: %v, want %s", test.name, err, test.err)
		}
	}
}

// Must and Check fail with the error, and say where the cell called them.
func TestMustAndCheck(t *testing.T) {
	if got := Must(3, nil); got != 3 {
		t.Errorf("Must(3, nil) = %d", got)
	}
	Check(nil)
	for name, cell := range map[string]func(){
		"Must":  func() { Must(3, io.EOF) },
		"Check": func() { Check(io.EOF) },
	} {
		_, err := capture.Run(cell)
		var failure *capture.Failure
		if !errors.As(err, &failure) || failure.Err != io.EOF || !strings.HasPrefix(failure.Where, "nb_test.go:") {
			t.Errorf("%s: %v, want EOF in nb_test.go", name, err)
		}
	}
}

func TestSmall(t *testing.T) {
	for size, want := range map[string][2]bool{"small": {true, false}, "full": {}, "": {}, "kept": {false, true}} {
		t.Setenv("GDP_SIZE", size)
		if got := [2]bool{Small(), Kept()}; got != want {
			t.Errorf("GDP_SIZE=%q: Small() and Kept() are %t", size, got)
		}
	}
	t.Setenv("GDP_SIZE", "Small")
	_, err := capture.Run(func() { Small() })
	if err == nil || !strings.Contains(err.Error(), `nb_test.go`) || !strings.Contains(err.Error(), `nb: GDP_SIZE is "Small", want small, full or kept`) {
		t.Errorf("GDP_SIZE=Small: %v", err)
	}
}

// Transient output is not stored: a test ignores it.
func TestLiveAndProgressAreNotRecorded(t *testing.T) {
	shown, err := capture.Run(func() {
		Live("%d s", 3)
		bar := Progress("x", 10)
		bar.Step(5)
		bar.Done()
	})
	if err != nil || len(shown) != 0 {
		t.Errorf("%v, %v", shown, err)
	}
}

// A bar counts what many goroutines do, stays in its bounds, is drawn no more
// often than ten times a second, and shows its last state.
func TestBar(t *testing.T) {
	type state struct {
		done     int
		finished bool
	}
	for _, test := range []struct {
		total int
		steps []int
		count string
	}{
		{1000, []int{1, 1}, "200/1000"},
		{150, []int{1, 1}, "150/150"},
		{1000, []int{-5}, "0/1000"},
		{0, []int{2}, "200"},
		{-1, []int{1}, "100"},
	} {
		var drawn []state
		bar := Progress("x", test.total) // this process is neither notebook nor terminal
		bar.draw = func(b *Bar) { drawn = append(drawn, state{b.done, b.finished}) }
		var group sync.WaitGroup
		for range 100 {
			group.Go(func() {
				for _, n := range test.steps {
					bar.Step(n)
				}
			})
		}
		group.Wait()
		if limit := int(time.Since(bar.start)/redraw) + 1; len(drawn) > limit {
			t.Errorf("drawn %d times, want at most %d", len(drawn), limit)
		}
		bar.Done()
		bar.Done()
		bar.Step(1)
		if got := bar.count(); got != test.count {
			t.Errorf("total %d, steps %v: %s, want %s", test.total, test.steps, got, test.count)
		}
		if last := drawn[len(drawn)-1]; !last.finished || last.done != bar.done {
			t.Errorf("the last drawing is of %+v, want the end", last)
		}
	}

	// After a while the next step is drawn.
	draws := 0
	bar := Progress("x", 3)
	bar.draw = func(*Bar) { draws++ }
	bar.Step(1)
	bar.drawn = time.Now().Add(-redraw)
	bar.Step(1)
	if draws != 1 {
		t.Errorf("drawn %d times, want once", draws)
	}
}

// A terminal gets a line that is rewritten, with the label and the count. Of a bar that has ended
// it keeps no time.
func TestTerminalBar(t *testing.T) {
	for total, want := range map[int]string{4: "training 3/4, ", 0: "training 3, "} {
		var w strings.Builder
		bar := Progress("training", total)
		bar.draw = terminalBar(&w)
		bar.drawn = time.Now().Add(-redraw)
		bar.Step(3)
		bar.Done()
		got := w.String()
		lines := strings.Split(got, "\r")
		if !strings.HasPrefix(got, "\r"+want) || strings.Contains(lines[len(lines)-1], " s") || !strings.HasSuffix(got, "\n") || strings.Count(got, "\n") != 1 {
			t.Errorf("total %d: the terminal gets %q, want one line with %q", total, got, want)
		}
	}
}

// program is what TestProgram and the test of the notebook run in a process of
// their own.
func program() {
	Show("plain", 1, Markdown("*text*"), grid{}, &titled{drawing{svg: "<?xml?><svg/>"}}, &drawing{svg: "<svg/>"})
	Live("took %d s <fast>", 3)
	bar := Progress("a < b", 4)
	bar.Step(3)
	bar.Done()
	Show("end")
	Check(fmt.Errorf("no such\n\tgraph"))
}

// TestMain lets the test binary stand for a program that uses this package.
func TestMain(m *testing.M) {
	if os.Getenv("NB_TEST_PROGRAM") != "" {
		program()
		return
	}
	os.Exit(m.Run())
}

// self returns a command that runs program with the environment given.
func self(t *testing.T, env ...string) (cmd *exec.Cmd, stdout, stderr *strings.Builder) {
	t.Helper()
	exe := must.Get(os.Executable())(t)
	cmd = exec.Command(exe)
	cmd.Env = append(append(os.Environ(), "NB_TEST_PROGRAM=1"), env...)
	stdout, stderr = new(strings.Builder), new(strings.Builder)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	return cmd, stdout, stderr
}

// Outside a notebook results are text on standard output, figures are files, and
// a failed Check panics.
func TestProgram(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "figures")
	cmd, stdout, stderr := self(t, "GDP_FIGURES="+folder)
	if err := cmd.Run(); err == nil || cmd.ProcessState.ExitCode() != 2 {
		t.Errorf("the program ends with %v, want a panic", err)
	}
	first, second := filepath.Join(folder, "01-a-b-figure-rényi.svg"), filepath.Join(folder, "02-figure.svg")
	want := "plain 1\n*text*\na  b\n" +
		"[A <b> figure / Rényi: SVG, 6 bytes] " + first + "\n" +
		"[figure: SVG, 6 bytes] " + second + "\nend\n"
	if stdout.String() != want {
		t.Errorf("standard output\n%s\nwant\n%s", stdout, want)
	}
	for _, want := range []string{"took 3 s <fast>\n", "nb_test.go:", "no such"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("standard error without %q:\n%s", want, stderr)
		}
	}
	if strings.Contains(stderr.String(), "a < b") {
		t.Errorf("a bar is drawn into a pipe:\n%s", stderr)
	}
	for _, name := range []string{first, second} {
		if svg, err := os.ReadFile(name); err != nil || string(svg) != "<svg/>" {
			t.Errorf("%s holds %q, %v", name, svg, err)
		}
	}

	cmd, stdout, _ = self(t, "GDP_FIGURES=")
	_ = cmd.Run() // the panic of above
	if !strings.Contains(stdout.String(), "[figure: SVG, 6 bytes]\n") {
		t.Errorf("without GDP_FIGURES:\n%s", stdout)
	}
}

// A figure that cannot be written ends the program as any error does.
func TestProgramFiguresNoFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(file, nil, 0o666))
	cmd, _, stderr := self(t, "GDP_FIGURES="+file)
	if err := cmd.Run(); err == nil || !strings.Contains(stderr.String(), "nb: GDP_FIGURES: ") {
		t.Errorf("%v:\n%s", err, stderr)
	}
}

// A session of one process goes on with the journal of another.
func TestJournal(t *testing.T) {
	t.Chdir(t.TempDir())
	g, _ := must.Two(graph.FromEdges(3, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}}, graph.Options{}))(t)
	net := &graph.Network{Graph: g}
	edges := gdp.Query("edges", gdp.EdgeLevel, gdp.L1(1), gdp.Proof{Doc: "proofs/queries.md", Test: "TestEdgeCount"},
		func(d *gdp.Data) ([]float64, error) { return []float64{float64(d.Network.Graph.M())}, nil })
	var values []float64
	for range 2 {
		s := must.Get(gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, Journal("club")))(t)
		x := must.Get(gdp.Laplace(s, "edges", edges, 1))(t)
		values = append(values, x...)
	}
	if values[0] != values[1] {
		t.Errorf("released %v, then %v", values[0], values[1])
	}
	for _, bad := range []string{"", "a/b", `a\b`} {
		if _, err := gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, Journal(bad)); err == nil {
			t.Errorf("a journal named %q", bad)
		}
	}
}
