package checkpoint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

func ring(t testing.TB, n int) *graph.Graph {
	t.Helper()
	return must.Get(gen.GNM(n, n, rand.New(rand.NewPCG(1, 1))))(t)
}

// toy is a training whose result depends on all that a checkpoint has to hold.
type toy struct {
	t       *testing.T
	dir     string
	method  string // "": toy
	config  string
	options []gdp.Option
	graph   *graph.Graph
	always  bool // save at all steps
	after   func(step int)
}

func (x toy) file() name { return name(filepath.Join(x.dir, "checkpoint")) }

const toySteps = 40

var firstTen = []int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}

func (x toy) session() *gdp.Session {
	x.t.Helper()
	return must.Get(gdp.Protect(&graph.Network{Graph: x.graph}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5},
		append(x.options, gdp.Journal(filepath.Join(x.dir, "journal")))...))(x.t)
}

func (x toy) run(ctx context.Context) ([]float32, error) {
	method := "toy"
	if x.method != "" {
		method = x.method
	}
	watch := &Watch{Checkpoint: string(x.file()), Progress: func(step, _ int) {
		if x.after != nil {
			x.after(step)
		}
	}}
	return Once(ctx, x.session(), method, x.config, watch, func(r *Run) ([]float32, error) {
		if x.always {
			r.every = 0
		}
		plan := gdp.Plan{
			Label: "steps", Steps: toySteps, Sampling: gdp.Poisson{Rate: 0.5}, Sensitivity: 1,
			Basis: gdp.Proof{Doc: "proofs/training.md#clipping", Test: "TestNoExampleMovesTheSumByMoreThanC"},
		}
		plan, err := plan.Calibrate(r.Session(), gdp.Budget{Epsilon: 0.4, Delta: 5e-6})
		if err != nil {
			return nil, err
		}
		rows := plan // a training whose noise is drawn row by row
		rows.Label = "rows"
		if err := r.Reserve(plan, rows); err != nil {
			return nil, err
		}
		t, err := r.Train(plan)
		if err != nil {
			return nil, err
		}
		t2, err := r.Train(rows)
		if err != nil {
			return nil, err
		}
		draws, err := t.Fused(6)
		if err != nil {
			return nil, err
		}
		lazy, err := t2.RowNoise(2, 3)
		if err != nil {
			return nil, err
		}
		table, coins := make([]float32, 6), r.Stream("coins")
		for i := range table {
			table[i] = float32(coins.NormFloat64())
		}
		var history []int32
		sum := 0.0
		err = r.Steps(ctx, toySteps, []any{table, lazy, &history, &sum}, func(i int) error {
			list, err := draws.Sample(firstTen)
			if err != nil {
				return err
			}
			if _, err := lazy.Sample(10); err != nil {
				return err
			}
			history = append(history, list...)
			sum += coins.NormFloat64()
			row := int(coins.Uint64() % 2)
			if err := errors.Join(draws.Noise(table), lazy.Advance(1), lazy.Collect(row, table[3*row:][:3])); err != nil {
				return err
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		for row := range 2 { // a table that lacks noise is not released
			if err := lazy.Collect(row, table[3*row:][:3]); err != nil {
				return nil, err
			}
		}
		for _, i := range history {
			table = append(table, float32(i))
		}
		return append(table, float32(sum), float32(r.Stream("last").Float64())), nil
	})
}

// until stops the run after a step.
func (x toy) until(step int) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	x.after = func(i int) {
		if i == step {
			cancel()
		}
	}
	_, err := x.run(ctx)
	return err
}

func (x toy) must() []float32 {
	x.t.Helper()
	return must.Get(x.run(context.Background()))(x.t)
}

func copyFolder(t *testing.T, from string) string {
	t.Helper()
	to := t.TempDir()
	must.Do(t, os.CopyFS(to, os.DirFS(from)))
	return to
}

// Interrupted after any steps, or killed at any, a run ends with the bits of one
// that was left alone, with a seed or without, and is paid for once.
func TestAnyInterruptionIsExact(t *testing.T) {
	for name, options := range map[string][]gdp.Option{"seeded": {gdp.Seed(5)}, "unseeded": nil} {
		t.Run(name, func(t *testing.T) {
			alone := toy{t: t, dir: t.TempDir(), options: options, graph: ring(t, 30), always: true}
			// A kill leaves each state of the disk on the way.
			var killed []string
			alone.after = func(int) { killed = append(killed, copyFolder(t, alone.dir)) }
			want := alone.must()
			if again := alone.must(); !reflect.DeepEqual(again, want) {
				t.Error("the kept release is another")
			}
			x := alone
			x.always, x.dir = false, copyFolder(t, killed[0])
			for _, step := range []int{3, 4, 11, 39} {
				if err := x.until(step); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), fmt.Sprintf("after step %d of 40", step)) {
					t.Fatal(err)
				}
				if h, err := x.file().open(); err != nil || h.Done != step {
					t.Fatalf("interrupted after step %d, the file stands at %v, %v", step, h, err)
				}
			}
			for i, dir := range append(killed, x.dir) {
				y := x
				y.dir = dir
				begun := 0
				y.after = func(step int) {
					if begun++; begun == 1 && i < len(killed) && step != i+1 {
						t.Errorf("killed in step %d, it continued with step %d", i+1, step)
					}
				}
				if got := y.must(); !reflect.DeepEqual(got, want) {
					t.Fatalf("state %d: another result", i)
				}
				if l, err := y.session().Ledger(); err != nil || len(l.Entries) != 2 || l.Entries[1].Block != 1 {
					t.Errorf("the ledger: %v, %v", l, err)
				}
				if left, err := filepath.Glob(string(y.file()) + "*"); err != nil || len(left) != 0 {
					t.Errorf("left behind: %v, %v", left, err)
				}
			}
		})
	}
}

// Every label has a separate stream.
func TestStreamsDiffer(t *testing.T) {
	must.Get(Plain(t.Context(), &graph.Network{Graph: ring(t, 5)}, "toy", "", 1, nil, func(r *Run) (int, error) {
		if r.Stream("a").Uint64() == r.Stream("b").Uint64() {
			t.Error("two labels, one stream")
		}
		return 0, nil
	}))(t)
}

// A finished run removes the temporary files of a killed one, and nothing else.
func TestNothingIsLeftBehind(t *testing.T) {
	dir := t.TempDir()
	kept := filepath.Join(dir, "a*")
	for _, name := range []string{"a*.new-1", "ab.new-1", "a*.old"} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	must.Get(Plain(t.Context(), &graph.Network{Graph: ring(t, 5)}, "toy", "", 1, &Watch{Checkpoint: kept}, func(r *Run) (int, error) {
		return 0, r.Steps(context.Background(), 1, nil, func(int) error { return nil })
	}))(t)
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 || left[0].Name() != "a*.old" || left[1].Name() != "ab.new-1" {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func writeFile(t *testing.T, path name, text []byte) {
	t.Helper()
	must.Do(t, os.WriteFile(string(path), text, 0o600))
}

func readFile(t *testing.T, path name) []byte {
	t.Helper()
	return must.Get(os.ReadFile(string(path)))(t)
}

// stopped begins a run, interrupts it after a step, and returns the content of its file.
func (x toy) stopped(step int) []byte {
	x.t.Helper()
	if err := x.until(step); !errors.Is(err, context.Canceled) {
		x.t.Fatal(err)
	}
	return readFile(x.t, x.file())
}

// What is of another run, or not whole, is refused before anything is paid for, and
// stays.
func TestOtherRunsAreRefused(t *testing.T) {
	x := toy{t: t, dir: t.TempDir(), options: []gdp.Option{gdp.Seed(5)}, graph: ring(t, 30)}
	x.session()
	begun := copyFolder(t, x.dir)
	whole := x.stopped(3)
	if info, err := os.Stat(string(x.file())); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read the file: %v, %v", info.Mode(), err)
	}
	refused := func(want string, y toy, text []byte, entries int) {
		t.Helper()
		writeFile(t, y.file(), text)
		_, err := y.run(context.Background())
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "toy: ") {
			t.Errorf("%v, want %q", err, want)
		}
		if l, err := y.session().Ledger(); err != nil || len(l.Entries) != entries {
			t.Errorf("%s: the ledger has %d entries, want %d", want, len(l.Entries), entries)
		}
		if after := readFile(t, y.file()); !bytes.Equal(after, text) {
			t.Errorf("%s: the file changed", want)
		}
	}
	config, method, seed := x, x, x
	config.config, method.method, seed.options = "another", "toy: another", []gdp.Option{gdp.Seed(6)}
	refused("another configuration", config, whole, 2)
	refused("another method", method, whole, 2)
	refused("another seed", seed, whole, 2)
	turned := bytes.Clone(whole)
	turned[len(whole)-60] ^= 1
	for _, text := range [][]byte{nil, whole[:len(whole)/2], whole[:len(whole)-1], turned, bytes.Repeat([]byte("text\n"), 30)} {
		y := x
		y.dir = copyFolder(t, x.dir)
		refused("damaged or cut off", y, text, 2)
	}
	// The same seed in another journal, which holds the same spend or none, of another
	// graph or of the same.
	for _, n := range []int{30, 31} {
		y := toy{t: t, dir: t.TempDir(), options: x.options, graph: ring(t, n)}
		refused("another journal", y, whole, 0)
		must.Do(t, os.Remove(string(y.file())))
		y.stopped(1)
		refused("another journal", y, whole, 2)
	}
	// A copy of the journal from before the payment.
	y := x
	y.dir = begun
	refused("does not hold the spend", y, whole, 0)
	// After all this the run continues.
	x.must()
}

// A finished run leaves the file of another run alone, and removes its own after a kill.
func TestAnotherRunsFileStays(t *testing.T) {
	x := toy{t: t, dir: t.TempDir(), options: []gdp.Option{gdp.Seed(5)}, graph: ring(t, 30)}
	x.session()
	config, graph, journal := x, x, x
	config.config, graph.graph = "another", ring(t, 31)
	config.dir, graph.dir, journal.dir = copyFolder(t, x.dir), t.TempDir(), t.TempDir() // the first is of one journal
	own, want := x.stopped(3), x.must()
	put := func(text []byte) {
		t.Helper()
		writeFile(t, x.file(), text)
		if got := x.must(); !reflect.DeepEqual(got, want) {
			t.Error("another release")
		}
	}
	for _, other := range []toy{config, graph, journal} {
		text := other.stopped(3)
		if put(text); !bytes.Equal(readFile(t, x.file()), text) {
			t.Error("the file of another run is changed")
		}
	}
	put(own)
	if _, err := os.Stat(string(x.file())); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("its own file stays: %v", err)
	}
}

// Where no file can be written nothing is paid for.
func TestAFolderThatIsNotThere(t *testing.T) {
	x := toy{t: t, dir: t.TempDir(), graph: ring(t, 30)}
	_, err := Once(t.Context(), x.session(), "toy", "", &Watch{Checkpoint: filepath.Join(x.dir, "none", "file")}, func(r *Run) (int, error) {
		t.Error("the run began")
		return 0, nil
	})
	if err == nil || !strings.HasPrefix(err.Error(), "toy: the checkpoint") {
		t.Error(err)
	}
}

// A run is saved every half a minute, and more rarely if that takes long.
func TestDue(t *testing.T) {
	r := must.Get(newRun(t.Context(), "toy", "", nil))(t)
	for _, c := range []struct {
		since, took time.Duration
		due         bool
	}{{29 * time.Second, 0, false}, {31 * time.Second, time.Second, true}, {31 * time.Second, 2 * time.Second, false}, {41 * time.Second, 2 * time.Second, true}} {
		r.saved, r.took = time.Now().Add(-c.since), c.took
		if r.due() != c.due {
			t.Errorf("%v after a saving that took %v: due %v", c.since, c.took, !c.due)
		}
	}
}

// failing is a value that cannot be saved the second time.
type failing struct{ times int }

func (f *failing) MarshalBinary() ([]byte, error) {
	if f.times++; f.times == 2 {
		return nil, errors.New("no")
	}
	return []byte{byte(f.times)}, nil
}

func (f *failing) UnmarshalBinary(b []byte) error { f.times = int(b[0]); return nil }

// A saving that fails leaves the one before, and nothing else.
func TestAFailedSavingChangesNothing(t *testing.T) {
	dir := t.TempDir()
	kept := filepath.Join(dir, "checkpoint")
	_, err := Plain(t.Context(), &graph.Network{Graph: ring(t, 5)}, "toy", "", 1, &Watch{Checkpoint: kept}, func(r *Run) (int, error) {
		r.every = 0
		return 0, r.Steps(context.Background(), 5, []any{make([]float64, 3<<16), new(failing)}, func(int) error {
			return errors.New("a step although saving failed")
		})
	})
	if err == nil || !strings.Contains(err.Error(), "value 2: no") {
		t.Errorf("a failed saving: %v", err)
	}
	if h, err := name(kept).open(); err != nil || h.Done != 0 || h.end-h.values < 8*3<<16 {
		t.Errorf("the first checkpoint: %v, %v", h, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

func writeAll(w io.Writer, values []any) error {
	entries, err := all(values)
	if err != nil {
		return err
	}
	return write(w, entries)
}

// drawing is a value that draws noise while it is saved.
type drawing struct{ draws *gdp.Fused }

func (d drawing) MarshalBinary() ([]byte, error) { return nil, d.draws.Noise(make([]float32, 100)) }
func (drawing) UnmarshalBinary([]byte) error     { return nil }

// What a value draws while it is saved is drawn: the training that is saved with it
// does not draw it again.
func TestTrainingsAreSavedLast(t *testing.T) {
	x := toy{t: t, dir: t.TempDir(), graph: ring(t, 30)}
	must.Get(Once(t.Context(), x.session(), "toy", "", &Watch{Checkpoint: string(x.file())}, func(r *Run) (int, error) {
		training, err := r.Train(gdp.Plan{
			Label: "steps", Steps: 1, Sampling: gdp.FullBatch{}, Sensitivity: 1, Multiplier: 100,
			Basis: gdp.Proof{Doc: "proofs/training.md#clipping", Test: "TestNoExampleMovesTheSumByMoreThanC"},
		})
		if err != nil {
			return 0, err
		}
		draws, err := training.Fused(100)
		if err != nil {
			return 0, err
		}
		before, err := training.MarshalBinary()
		if err != nil {
			return 0, err
		}
		return 0, r.Steps(context.Background(), 1, []any{drawing{draws}}, func(int) error {
			after, err := training.MarshalBinary()
			if err != nil {
				return err
			}
			if h, err := x.file().open(); err != nil || !bytes.Equal(h.Trainings[0], after) || bytes.Equal(before, after) {
				t.Errorf("the training was saved before a value that it belongs to, %v", err)
			}
			return nil
		})
	}))(t)
}

// Once the release of a run is kept its trainings have ended: nothing more is drawn from
// them, and none continues from a state of the run.
func TestAKeptRunsTrainingsAreClosed(t *testing.T) {
	x := toy{t: t, dir: t.TempDir(), graph: ring(t, 30)}
	plan := gdp.Plan{
		Label: "steps", Steps: 5, Sampling: gdp.FullBatch{}, Sensitivity: 1, Multiplier: 100,
		Basis: gdp.Proof{Doc: "proofs/training.md#clipping", Test: "TestNoExampleMovesTheSumByMoreThanC"},
	}
	var session *gdp.Session
	var draws *gdp.Fused
	var state []byte
	must.Get(Once(context.Background(), x.session(), "toy", "", nil, func(r *Run) (int, error) {
		session = r.Session()
		training, err := r.Train(plan)
		if err != nil {
			return 0, err
		}
		if draws, err = training.Fused(3); err != nil {
			return 0, err
		}
		if state, err = training.MarshalBinary(); err != nil {
			return 0, err
		}
		if _, err := draws.Sample(firstTen); err != nil {
			return 0, err
		}
		return 0, draws.Noise(make([]float32, 3))
	}))(t)
	if _, err := draws.Sample(firstTen); err == nil || draws.Noise(make([]float32, 3)) == nil {
		t.Error("the training of a kept run draws on")
	}
	if _, err := session.Resume(plan, state); err == nil || !strings.Contains(err.Error(), "no noise is used twice") {
		t.Errorf("the training of a kept run continues from a state: %v", err)
	}
}

// A checkpoint without a session is of one graph, with its attributes and labels.
func TestGraphsDiffer(t *testing.T) {
	attributes := func(value float32) *graph.Attributes {
		return must.Get(graph.NewAttributes(2, []int64{0, 1, 1, 1}, []int32{1}, []float32{value}))(t)
	}
	seen := map[string]int{}
	for i, x := range []struct {
		n        int
		edges    []graph.Edge
		directed bool
		graph.Network
	}{
		{n: 3, edges: []graph.Edge{{U: 0, V: 1}}}, {n: 3, edges: []graph.Edge{{U: 0, V: 2}}}, {n: 3, edges: []graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}}},
		{n: 4, edges: []graph.Edge{{U: 0, V: 1}}}, {n: 4, edges: []graph.Edge{{U: 0, V: 1}, {U: 2, V: 3}}}, {n: 4, edges: []graph.Edge{{U: 0, V: 2}, {U: 1, V: 3}}},
		{n: 3, edges: []graph.Edge{{U: 0, V: 1}, {U: 1, V: 0}}, directed: true},
		{n: 3, Network: graph.Network{Attrs: attributes(1)}}, {n: 3, Network: graph.Network{Attrs: attributes(2)}},
		{n: 3, Network: graph.Network{Labels: []int32{0, 0, 1}}}, {n: 3, Network: graph.Network{Labels: []int32{0, 1, 0}}},
		{n: 3, Network: graph.Network{Labels: []int32{0, 0, 1}, Classes: []string{"a", "b"}}}, {n: 3, Network: graph.Network{Attrs: attributes(1), Labels: []int32{0, 0, 1}}},
	} {
		var err error
		x.Graph, _ = must.Two(graph.FromEdges(x.n, x.edges, graph.Options{Directed: x.directed}))(t)
		sum, err := Checksum(&graph.Collection{Graphs: []*graph.Network{&x.Network}})
		if other, ok := seen[sum]; ok || err != nil {
			t.Errorf("graph %d is taken for graph %d, %v", i, other, err)
		}
		seen[sum] = i
	}
	kept := filepath.Join(t.TempDir(), "kept")
	run := func(n int) error {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := Plain(ctx, &graph.Network{Graph: ring(t, n)}, "toy", "", 1, &Watch{Checkpoint: kept}, func(r *Run) (int, error) {
			return 0, r.Steps(ctx, 5, nil, func(int) error { cancel(); return nil })
		})
		return err
	}
	if err := run(5); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := run(6); err == nil || !strings.Contains(err.Error(), "another graph") {
		t.Errorf("a run on one graph continues on another: %v", err)
	}
}

// Values of every kind come back, into the same arrays; others are refused.
func TestValues(t *testing.T) {
	long := make([]float32, 2*piece+5)
	for i := range long {
		long[i] = float32(i) * 0.1
	}
	flags, number, grown, none, own := []bool{true, false}, 0.1, []uint64{1, 2, 3}, []float64(nil), failing{6}
	empty := []float64{}
	save := []any{long, flags, &number, &grown, &none, &own, &empty, []int32(nil)}
	var file bytes.Buffer
	must.Do(t, writeAll(&file, save))
	long2, flags2, number2, grown2, none2, own2 := make([]float32, len(long)), make([]bool, 2), 0.0, []uint64{9}, []float64{1}, failing{50}
	var empty2 []float64
	load := []any{long2, flags2, &number2, &grown2, &none2, &own2, &empty2, []int32(nil)}
	text := file.Bytes()
	must.Do(t, read(bytes.NewReader(text), int64(len(text)), load))
	own.times, own2.times = 0, own2.times-7
	if !reflect.DeepEqual(load, save) {
		t.Errorf("read back: flags %v, number %v, grown %v, none %v, own %v, empty %v", flags2, number2, grown2, none2, own2, empty2)
	}
	for what, bad := range map[string][]any{
		"longer": {long2[1:]}, "fewer": load[:3], "more": append(load[:len(load):len(load)], &number2), "number": {&number2},
	} {
		if err := read(bytes.NewReader(text), int64(len(text)), bad); err == nil {
			t.Errorf("%s values were read", what)
		}
	}
	if err := read(bytes.NewReader(text), int64(len(text)/2), load); err == nil {
		t.Error("half a file was read")
	}
	for _, bad := range []any{1, "text", []string{"a"}, []int{1}, &struct{ s string }{}, nil, (*float64)(nil)} {
		if err := writeAll(&file, []any{bad}); err == nil {
			t.Errorf("a %T was written", bad)
		}
	}
}

// A run takes the whole budget: it fails before its first draw if the session released something
// directly. With parts, both are possible.
func TestARunTakesTheWholeBudget(t *testing.T) {
	ask := func(s *gdp.Session) {
		t.Helper()
		must.Get(gdp.Laplace(s, "edges", query.EdgeCount[gdp.L1](gdp.EdgeLevel, 30, 29), 0.1))(t)
	}
	run := func(s *gdp.Session) error {
		_, err := Once(t.Context(), s, "toy", "", nil, func(r *Run) (int, error) {
			ask(r.Session())
			return 0, nil
		})
		return err
	}
	x := toy{t: t, dir: t.TempDir(), graph: ring(t, 30)}
	s := x.session()
	ask(s)
	if err := run(s); !errors.Is(err, gdp.ErrBudget) || !strings.Contains(err.Error(), "on one part of the session") {
		t.Errorf("after a question: %v", err)
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 1 {
		t.Errorf("the ledger has %v, %v, want the question alone", l.Entries, err)
	}
	x.dir = t.TempDir()
	for _, of := range []func(*gdp.Session){ask, func(s *gdp.Session) {
		must.Do(t, run(s))
	}} {
		part := must.Get(x.session().Part(fmt.Sprint(reflect.ValueOf(of).Pointer()), gdp.Budget{Epsilon: 0.4}))(t)
		of(part)
	}
}
