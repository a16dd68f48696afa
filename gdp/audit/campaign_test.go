package audit

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// stream returns the source of run i on an input, the same on every call.
func stream(seed uint64, world, i int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(2*i+world)))
}

func twoNumbers(_ context.Context, world, i int) ([]float64, error) {
	r := stream(1, world, i)
	return []float64{r.NormFloat64(), math.Pi * r.Float64() * 1e-30}, nil
}

// However a campaign is cut up, its runs are those of one that was not.
func TestCampaignGoesOnWhereItStopped(t *testing.T) {
	whole := must.Get(Campaign{Runs: 40, Workers: 3}.Collect(t.Context(), twoNumbers))(t)
	for w := range whole {
		for i, output := range whole[w] {
			if want, _ := twoNumbers(t.Context(), w, i); !reflect.DeepEqual(output, want) {
				t.Fatalf("run %d in world %d: %v, want %v", i, w, output, want)
			}
		}
	}
	file := filepath.Join(t.TempDir(), "runs.jsonl")
	ctx, stop := context.WithCancel(t.Context())
	var again atomic.Int64
	count := func(ctx context.Context, world, i int) ([]float64, error) {
		again.Add(1)
		return twoNumbers(ctx, world, i)
	}
	part := Campaign{Name: "normal", Runs: 40, Workers: 4, File: file, Progress: func(done, total int) {
		if total != 80 {
			t.Errorf("%d runs in sum", total)
		}
		if done == 23 {
			stop()
		}
	}}
	if r, err := part.Collect(ctx, count); !errors.Is(err, context.Canceled) || r[0] != nil {
		t.Fatalf("interrupted: %v, %v", err, r)
	}
	done := again.Load()
	if done < 23 || done > 27 {
		t.Errorf("%d runs were made of 23 asked for", done)
	}
	// A process that is killed may leave half a line.
	f := must.Get(os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0))(t)
	must.Get(f.WriteString(`{"world":1,"run":39,"output":[` + strings.Repeat("1,", 5000)))(t)
	must.Do(t, f.Close())
	part.Progress = nil
	for range 2 { // the second time there is nothing left to do
		r, err := part.Collect(t.Context(), count)
		if err != nil || !reflect.DeepEqual(r, whole) {
			t.Fatalf("resumed: %v, the same runs: %v", err, reflect.DeepEqual(r, whole))
		}
		if again.Load() != 80 {
			t.Errorf("%d runs for 80", again.Load())
		}
	}
	if text, err := os.ReadFile(file); err != nil || strings.Count(string(text), "\n") != 81 || !strings.HasSuffix(string(text), "\n") {
		t.Errorf("the file is not a head and 80 whole lines (%v)", err)
	}
	// Fewer and more runs, from the same file.
	part.Runs = 10
	if r, err := part.Collect(t.Context(), count); err != nil || !reflect.DeepEqual(r, whole.First(10)) || again.Load() != 80 {
		t.Errorf("fewer runs: %v, %d runs", err, again.Load())
	}
	part.Runs = 45
	if r, err := part.Collect(t.Context(), count); err != nil || !reflect.DeepEqual(r.First(40), whole) || again.Load() != 90 {
		t.Errorf("more runs: %v, %d runs", err, again.Load())
	}
}

func TestCampaignRefuses(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) string {
		f := filepath.Join(dir, "file")
		must.Do(t, os.WriteFile(f, []byte(text), 0o666))
		return f
	}
	const head = `{"campaign":"a"}` + "\n"
	for want, c := range map[string]Campaign{
		"0 runs":              {},
		"-1 workers":          {Runs: 1, Workers: -1},
		`of the campaign "a"`: {Name: "b", Runs: 1, File: write(head)},
		"none":                {Runs: 1, File: filepath.Join(dir, "none", "file")},
	} {
		if _, err := c.Collect(t.Context(), twoNumbers); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	for text, want := range map[string]string{
		"nonsense\n":        "not the file of a campaign",
		head + "nonsense\n": "line 2",
		head + `{"world":2,"run":0,"output":[1,2]}` + "\n":                                                 "out of range",
		head + `{"world":0,"run":-1,"output":[1,2]}` + "\n":                                                "out of range",
		head + `{"world":0,"run":0,"output":[1,2]}` + "\n" + `{"world":0,"run":0,"output":[1,2]}` + "\n":   "repeated",
		head + `{"world":0,"run":0,"output":[]}` + "\n":                                                    "no output",
		head + `{"world":0,"run":0,"output":[1,2,3]}` + "\n" + `{"world":0,"run":1,"output":[1,2]}` + "\n": "line 3: 2 numbers, where other runs gave 3",
		head + `{"world":0,"run":0,"output":[1,2,3]}` + "\n":                                               "2 numbers, where other runs gave 3",
	} {
		if _, err := (Campaign{Name: "a", Runs: 3, File: write(text)}).Collect(t.Context(), twoNumbers); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
	broken := errors.New("broken")
	for want, run := range map[string]func(i int) ([]float64, error){
		"run 5 in world": func(i int) ([]float64, error) {
			if i == 5 {
				return nil, broken
			}
			return []float64{1}, nil
		},
		"not finite":  func(int) ([]float64, error) { return []float64{math.NaN()}, nil },
		"no output":   func(int) ([]float64, error) { return nil, nil },
		"other runs":  func(i int) ([]float64, error) { return make([]float64, 1+i), nil },
		"is not fini": func(int) ([]float64, error) { return []float64{math.Inf(1)}, nil },
	} {
		_, err := Campaign{Runs: 20}.Collect(t.Context(), func(_ context.Context, _, i int) ([]float64, error) { return run(i) })
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(want, "run 5") && !errors.Is(err, broken) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
