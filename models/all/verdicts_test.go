package all

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/models/classification/gcn"
	"github.com/graphdp/graphdp/models/classification/gin"
	"github.com/graphdp/graphdp/models/facts"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/split"
)

func integers() (list []int64) {
	for x := int64(-40); x <= 300; x++ {
		list = append(list, x)
	}
	around := []int64{500, 600, 999, 2000, 5000, 60_000, 65_000, 90_000}
	for k := range 63 {
		around = append(around, 1<<k)
	}
	for x := int64(10); x < 1e18; x *= 10 {
		around = append(around, x)
	}
	for _, x := range around {
		for d := int64(-1); d <= 1; d++ {
			list = append(list, x+d, -x+d)
		}
	}
	list = append(list, math.MinInt64, math.MinInt64+1, math.MaxInt64)
	slices.Sort(list)
	return slices.Compact(list)
}

func floats() (list []float64) {
	around := []float64{0, 1, 2, 3, 5, 0.25, 0.75, 0.999, 0.99, 0.9, 100, 75, 50, 1.0 / 3, 2.0 / 3}
	for k := -60; k <= 60; k++ {
		around = append(around, math.Ldexp(1, k))
	}
	for k := -30; k <= 30; k++ {
		x := 0.0
		fmt.Sscan(fmt.Sprintf("1e%d", k), &x)
		around = append(around, x)
		if k > 0 {
			around = append(around, 1/x) // as code with 1/maxSize has it
		}
	}
	for _, x := range around {
		list = append(list, x, math.Nextafter(x, math.Inf(1)), math.Nextafter(x, math.Inf(-1)), -x, 1.5*x)
	}
	list = append(list, math.MaxFloat64, -math.MaxFloat64, math.Inf(1), math.Inf(-1))
	slices.Sort(list)
	return append(slices.Compact(list), math.NaN())
}

var texts = []string{"", "x", "relu", "RELU", "selu", "tanh", "go", "xla:cpu", "sigmoid"}

type subjectOf struct {
	name  string
	usual any
	check func(any) error
}

func subjects(t *testing.T) (list []subjectOf) {
	for _, m := range Methods() {
		for _, mode := range m.Modes {
			needed := small[m.Name][mode.Name]
			if mode.Needs == nil {
				needed = nil
			}
			usual, err := method.Set(mode.Config(), needed...)
			if err == nil {
				err = mode.Check(usual)
			}
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, subjectOf{m.Name + " " + mode.Name, usual, mode.Check})
		}
	}
	own := func(c any) error { return c.(interface{ Check() error }).Check() }
	return append(list, subjectOf{"gin", gin.Default(), own}, subjectOf{"facts", facts.Default(), own},
		subjectOf{"gcn.Network", gcn.Paper().Network, own}, subjectOf{"gcn.Config", gcn.Paper(), own},
		subjectOf{"split", split.Config{Share: 0.5}, own}, subjectOf{"split METIS", split.Config{Kind: split.METIS, Share: 0.5}, own},
		subjectOf{"split lists", split.Config{Train: []int32{1}, Test: []int32{2}}, own})
}

func settable(prefix string, v reflect.Value, visit func(string, reflect.Value)) {
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() {
			if v.Field(i).Kind() == reflect.Struct {
				if !f.Anonymous {
					settable(prefix+f.Name+".", v.Field(i), visit)
				} else {
					settable(prefix, v.Field(i), visit)
				}
			} else {
				visit(prefix+f.Name, v.Field(i))
			}
		}
	}
}

func verdict(check func(any) error, v reflect.Value) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return check(v.Interface()) == nil
}

func runs(labels []string, ok []bool) string {
	var parts []string
	for i := 0; i < len(ok); i++ {
		if !ok[i] {
			continue
		}
		j := i
		for j+1 < len(ok) && ok[j+1] {
			j++
		}
		if j > i {
			parts = append(parts, labels[i]+" … "+labels[j])
		} else {
			parts = append(parts, labels[i])
		}
		i = j
	}
	return strings.Join(parts, ", ")
}

func TestVerdicts(t *testing.T) {
	var lines []string
	ints, reals := integers(), floats()
	for _, s := range subjects(t) {
		v := reflect.New(reflect.TypeOf(s.usual)).Elem()
		v.Set(reflect.ValueOf(s.usual))
		var fields []reflect.Value
		settable("", v, func(name string, f reflect.Value) {
			was := reflect.ValueOf(f.Interface())
			var labels []string
			var ok []bool
			try := func(label string) { labels, ok = append(labels, label), append(ok, verdict(s.check, v)) }
			switch f.Kind() {
			case reflect.Int, reflect.Int64:
				for _, x := range ints {
					f.SetInt(x)
					try(fmt.Sprint(x))
				}
			case reflect.Float64:
				for _, x := range reals {
					f.SetFloat(x)
					try(fmt.Sprint(x))
				}
			case reflect.String:
				for _, x := range texts {
					f.SetString(x)
					try(fmt.Sprintf("%q", x))
				}
			case reflect.Bool:
				f.SetBool(false)
				try("false")
				f.SetBool(true)
				try("true")
			case reflect.Uint64:
				for _, x := range []uint64{0, 1, 1<<64 - 1} {
					f.SetUint(x)
					try(fmt.Sprint(x))
				}
			default:
				return
			}
			f.Set(was)
			fields = append(fields, f)
			lines = append(lines, fmt.Sprintf("%s: %s: %s", s.name, name, runs(labels, ok)))
		})
		// several at once
		rng := rand.New(rand.NewPCG(7, 7))
		var bits strings.Builder
		for range 2000 {
			v.Set(reflect.ValueOf(s.usual))
			for range 2 + rng.IntN(3) {
				if len(fields) == 0 {
					break
				}
				f := fields[rng.IntN(len(fields))]
				switch f.Kind() {
				case reflect.Int, reflect.Int64:
					f.SetInt([]int64{-1, 0, 1, 2, 3, 4, 7, 16, 20, 64, 100, 1000, 4999, 5000, 5001, 60000, 1 << 10, 1 << 14, 1 << 16, 1 << 20, 1 << 30}[rng.IntN(21)])
				case reflect.Float64:
					f.SetFloat([]float64{0, 1e-12, 1e-6, 0.001, 0.01, 0.05, 0.1, 0.2, 0.25, 0.3, 0.5, 0.7, 0.8, 0.9, 0.999, 1, 2, 10, 1e6, 1e9, 1e12, 1e15, -1, math.NaN()}[rng.IntN(24)])
				case reflect.String:
					f.SetString(texts[rng.IntN(len(texts))])
				case reflect.Bool:
					f.SetBool(rng.IntN(2) == 0)
				case reflect.Uint64:
					f.SetUint(rng.Uint64())
				}
			}
			if verdict(s.check, v) {
				bits.WriteByte('+')
			} else {
				bits.WriteByte('-')
			}
		}
		lines = append(lines, fmt.Sprintf("%s: many: %s", s.name, bits.String()))
	}
	path := filepath.Join("testdata", "verdicts.txt")
	if os.Getenv("UPDATE") != "" {
		os.MkdirAll("testdata", 0o755)
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
	slices.Sort(want) // modes may be listed in another order
	slices.Sort(lines)
	if len(want) != len(lines) {
		t.Errorf("%d lines, want %d", len(lines), len(want))
	}
	for i := range min(len(want), len(lines)) {
		if want[i] != lines[i] {
			k := 0
			for k < min(len(want[i]), len(lines[i])) && want[i][k] == lines[i][k] {
				k++
			}
			if strings.Contains(want[i], ": many: ") {
				t.Errorf("%.60s: differs at %d", lines[i], k)
				continue
			}
			t.Errorf("%s\n     want %s", lines[i], want[i])
		}
	}
}
