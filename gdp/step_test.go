package gdp

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp/internal/probe"
	"gonum.org/v1/gonum/floats"
)

// vectors returns contributions of places: dense, sparse and in overlapping blocks, of all sizes,
// some not finite.
func vectors[T Float](rng *rand.Rand, n, size int) [][]T {
	list := make([][]T, n)
	for i := range list {
		list[i] = make([]T, size)
		scale := scalar.Pow(10, 12*rng.Float64()-6)
		if i%5 == 0 {
			scale = scalar.Pow(10, 70*rng.Float64()-35) // beyond what float32 can square
		}
		for j := range list[i] {
			if i%3 == 0 || rng.IntN(4) == 0 {
				list[i][j] = T(rng.NormFloat64() * scale)
			}
		}
		switch i % 17 {
		case 4:
			list[i][rng.IntN(size)] = T(math.Inf(1))
		case 9:
			list[i][rng.IntN(size)] = T(math.NaN())
		}
	}
	return list
}

// writes writes a vector as a method might: whole, entry by entry, or in blocks that overlap.
func writes[T Float](list [][]T) func() func(int32, *Term[T]) {
	return func() func(int32, *Term[T]) {
		return func(place int32, to *Term[T]) {
			x := list[place]
			switch place % 3 {
			case 0:
				copy(to.All(), x)
			case 1:
				for i, v := range x {
					if v != 0 {
						to.At(i, i+1)[0] = v
					}
				}
			default:
				middle := len(x) / 2
				copy(to.At(0, middle+2), x)
				copy(to.At(middle, len(x)), x[middle:])
			}
		}
	}
}

// watched returns a training whose steps take the sample, and where their sums are put before they
// have noise.
func watched(t *testing.T, p Plan, sample []int32) (*Training, *[]float64) {
	t.Helper()
	s := must.Get(Protect(ring(t, 5), EdgeLevel, pay(1e9, 1e-5), Seed(1)))(t)
	total := new([]float64)
	must.Do(t, probe.Attach(s, &probe.Hook{
		Sample: func(string, int, int, []int32) []int32 { return sample },
		Sum:    func(_ string, _ int, sum []float64) { *total = sum },
	}))
	tr := must.Get(s.Train(p))(t)
	return tr, total
}

// slowly lets every worker have a part, also where one could write all before another starts.
func slowly[T Float](worker func() func(int32, *Term[T])) func() func(int32, *Term[T]) {
	return func() func(int32, *Term[T]) {
		write := worker()
		return func(place int32, to *Term[T]) {
			time.Sleep(100 * time.Microsecond)
			write(place, to)
		}
	}
}

// totalOf returns the sum of a step without noise.
func totalOf[T Float](t *testing.T, p Plan, records, size int, sample []int32, workers int, worker func() func(int32, *Term[T])) ([]float64, error) {
	t.Helper()
	tr, total := watched(t, p, sample)
	step := must.Get(tr.Step(records))(t)
	_, err := sum(step, size, workers, worker)
	return *total, err
}

// For any contributions, adding or removing one record moves the sum by at most the clip, and
// nearly by that. Replacing it moves the sum by at most twice the clip, which is the paid
// sensitivity where records are replaced. The sum is the same on one core and on several.
func TestOneRecordMovesASumByTheClip(t *testing.T) {
	t.Run("float32", func(t *testing.T) { recordsMoveASum[float32](t) })
	t.Run("float64", func(t *testing.T) { recordsMoveASum[float64](t) })
}

func recordsMoveASum[T Float](t *testing.T) {
	const n, size = 60, 23
	rng := rand.New(rand.NewPCG(3, 1))
	for _, sampling := range []Sampling{Poisson{0.3}, FullBatch{}, FullBatch{AddRemove: true}, PoissonShared{Rate: 0.3, Others: 3, Share: 1, Replaced: true}} {
		p := plan(sampling, 1)
		p.Sensitivity = L2(scalar.Pow(10, 4*rng.Float64()-2))
		clip := float64(p.Sensitivity)
		if sampling == (FullBatch{}) {
			clip /= 2
		}
		longest := 0.0
		list := vectors[T](rng, n, size)
		all := make([]int32, n)
		for i := range all {
			all[i] = int32(i)
		}
		with := must.Get(totalOf(t, p, n, size, all, 1, writes(list)))(t)
		parallel, err := totalOf(t, p, n, size, all, 7, slowly(writes(list)))
		if err != nil || !slices.Equal(with, parallel) {
			t.Fatalf("%v on one core, %v on several (%v)", with, parallel, err)
		}
		for i := range int32(n) {
			without := must.Get(totalOf(t, p, n, size, slices.Concat(all[:i], all[i+1:]), 1, writes(list)))(t)
			moved := floats.Distance(with, without, 2)
			if !(moved <= clip) {
				t.Fatalf("%v: record %d moves the sum by %v, the clip is %v", sampling, i, moved, clip)
			}
			longest = max(longest, moved/clip)
		}
		if longest < 0.999 {
			t.Errorf("%v: the clip is not reached: %v of it", sampling, longest)
		}
	}
}

// A record with parts of others' contributions moves the sum by at most the clip plus a share for
// each part. Violations of the plan are refused: a contribution without parts, parts of larger
// weight, parts of too many others or twice in one place, and total weights above 1.
func TestOneRecordMovesItsParts(t *testing.T) {
	const n, size = 12, 5
	rng := rand.New(rand.NewPCG(4, 1))
	p := plan(PoissonShared{Rate: 0.5, Others: 2, Share: 0.25}, 1)
	clip := float64(p.Sensitivity)
	list := vectors[float64](rng, n*n, size)
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	// Place i has parts of i, i+1 and i+2.
	worker := func(gone int32) func() func(int32, *Term[float64]) {
		return func() func(int32, *Term[float64]) {
			return func(place int32, to *Term[float64]) {
				for k, weight := range []float64{0.5, 0.25, 0.25} {
					record := (place + int32(k)) % n
					to.Part(record, weight)
					if record != gone && place != gone {
						copy(to.All(), list[int(place)*n+int(record)])
					}
				}
			}
		}
	}
	with := must.Get(totalOf(t, p, n, size, all, 3, worker(-1)))(t)
	want := make([]float64, size) // each part clipped by itself
	for place := range n {
		for k, weight := range []float64{0.5, 0.25, 0.25} {
			v, norm := list[place*n+(place+k)%n], 0.0
			for _, x := range v {
				norm += x * x
			}
			if norm = math.Sqrt(norm); math.IsNaN(norm) || math.IsInf(norm, 0) {
				continue
			}
			for i, x := range v {
				want[i] += weight * x * clip / max(clip, norm)
			}
		}
	}
	if off := floats.Distance(with, want, 2); off > 1e-4 {
		t.Errorf("the sum of parts is %v, want %v", with, want)
	}
	for gone := range int32(n) {
		without := must.Get(totalOf(t, p, n, size, all, 1, worker(gone)))(t)
		if moved := floats.Distance(with, without, 2); moved > clip*(1+2*0.25) {
			t.Errorf("record %d moves the sum by %v, the clip is %v", gone, moved, clip)
		}
	}
	type write = func(place int32, to *Term[float64])
	for name, c := range map[string]struct {
		sampling Sampling
		write    write
		says     string
	}{
		"fine":           {p.Sampling, func(i int32, to *Term[float64]) { to.Part(i, 1); to.At(0, 1)[0] = 1 }, ""},
		"nothing":        {p.Sampling, func(int32, *Term[float64]) {}, ""},
		"no parts":       {p.Sampling, func(_ int32, to *Term[float64]) { to.At(0, 1)[0] = 1 }, "without parts"},
		"parts too late": {p.Sampling, func(i int32, to *Term[float64]) { to.At(0, 1)[0] = 1; to.Part(i, 1) }, "before its first Part"},
		"share":          {p.Sampling, func(i int32, to *Term[float64]) { to.Part((i+1)%n, 0.26) }, "above Share = 0.25"},
		"weights":        {p.Sampling, func(i int32, to *Term[float64]) { to.Part(i, 1); to.Part((i+1)%n, 0.25) }, "at most 1"},
		"negative":       {p.Sampling, func(i int32, to *Term[float64]) { to.Part(i, -1) }, "at most 1"},
		"no number":      {p.Sampling, func(i int32, to *Term[float64]) { to.Part(i, math.NaN()) }, "at most 1"},
		"twice":          {p.Sampling, func(i int32, to *Term[float64]) { to.Part((i+1)%n, 0.1); to.Part((i+1)%n, 0.1) }, "two parts of the same other record"},
		"others": {p.Sampling, func(i int32, to *Term[float64]) {
			if i < 3 {
				to.Part(11, 0.1)
			}
		}, "more places than Others = 2"},
		"a stranger": {p.Sampling, func(_ int32, to *Term[float64]) { to.Part(n, 0.1) }, "out of range"},
		"replaced":   {PoissonShared{Rate: 0.5, Others: 2, Share: 1, Replaced: true}, func(i int32, to *Term[float64]) { to.Part(i, 1) }, "as a whole"},
		"no shares":  {Poisson{0.5}, func(i int32, to *Term[float64]) { to.Part(i, 1) }, "as a whole"},
	} {
		p := p
		p.Sampling = c.sampling
		for _, workers := range []int{1, 3} {
			_, err := totalOf(t, p, n, size, all, workers, func() func(int32, *Term[float64]) { return c.write })
			if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %v, want an error that says %q", name, err, c.says)
			}
		}
	}
}

// What a step returns is the sum with the step's noise on every coordinate, over the divisor: an
// empty sample or not, in the first step and in later ones.
func TestASumHasItsNoise(t *testing.T) {
	const size = 50
	for i, sample := range [][]int32{nil, {1, 3}, {1, 3}} {
		workers := 1 + i
		p := plan(Poisson{0.5}, 3)
		p.Divisor = 4
		tr, total := watched(t, p, sample)
		for i := range 3 {
			step := must.Get(tr.Step(4))(t)
			noise, want := *tr.noise, make([]float32, size)
			must.Do(t, noise.Add(want, 6)) // 3 times the sensitivity of 2
			got := must.Get(sum(step, size, workers, func() func(int32, *Term[float32]) {
				return func(place int32, to *Term[float32]) { to.At(7, 9)[1] = float32(place) }
			}))(t)
			for j := range want {
				want[j] = float32(((*total)[j] + float64(want[j])) / 4)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("step %d: %v, want %v", i, got, want)
			}
			if moved := (*total)[8]; sample == nil && moved != 0 || sample != nil && math.Abs(moved-3) > 1e-5 { // 1, and 3 clipped to 2
				t.Errorf("step %d: a sum of %v", i, moved)
			}
		}
	}
}

// A step has one sum. All sums of a training have one size and one number of records; all steps are
// taken in one way. A refused step draws no noise.
func TestStepsAreTakenInOneWay(t *testing.T) {
	fresh := func(p Plan) *Training {
		t.Helper()
		return must.Get(protectRing(t, pay(1e9, 1e-5)).Train(p))(t)
	}
	claim := plan(Poisson{0.5}, 2)
	claim.Basis = Claim{Source: "[X]", Statement: "it moves by 2", Why: "it does", Holds: 2}
	none := func(int32, *Term[float32]) {}
	summed := func(s *Step, size int) error { _, err := Sum(s, size, none); return err }
	stepped := func(tr *Training, records, size int) error { _, _, err := stepped(tr, records, size); return err }

	tr := fresh(plan(Poisson{0.5}, 2))
	first := must.Get(tr.Step(10))(t)
	refused(t, "a step before the one before has a sum", second(tr.Step(10)))
	refused(t, "finished within a step", tr.finished())
	refused(t, "saved within a step", second(tr.MarshalBinary()))
	for _, size := range []int{0, -1} {
		refused(t, fmt.Sprintf("a sum of %d coordinates", size), summed(first, size))
	}
	must.Do(t, summed(first, 3))
	drawn := tr.user.noised
	for what, err := range map[string]error{
		"a second sum of a step":         summed(first, 3),
		"a sum of another size":          stepped(tr, 10, 4),
		"a sum of no step":               summed(nil, 3),
		"a sum of a step of no training": summed(&Step{}, 3),
	} {
		if err == nil {
			t.Error(what)
		}
	}
	refused(t, "samples and noise by themselves, of a plan with a proof", second(fresh(plan(Poisson{0.5}, 2)).OnClaim()))
	if tr.user.noised != drawn {
		t.Error("what was refused drew noise")
	}
	tr = fresh(plan(Poisson{0.5}, 2))
	must.Do(t, stepped(tr, 10, 3))
	refused(t, "another number of records", stepped(tr, 11, 3))
	refused(t, "a table after a sum", second(tr.RowNoise(3, 1)))
	refused(t, "sums of a device after a sum", second(tr.Fused(3)))
	tr = fresh(plan(FullBatch{}, 2))
	must.Do(t, errors.Join(stepped(tr, 10, 3), stepped(tr, 11, 3))) // some may be left out beforehand

	draws := must.Get(fresh(claim).OnClaim())(t)
	refused(t, "noise before a sample", draws.Noise(make([]float32, 3)))
	must.Get(draws.Sample(10))(t)
	refused(t, "a sample after a step without noise", second(draws.Sample(10)))
	must.Do(t, draws.Noise(make([]float32, 3)))
	refused(t, "the noise of a step twice", draws.Noise(make([]float32, 3)))
	must.Get(draws.Sample(10))(t)
	refused(t, "noise on fewer entries, where something is proved of the claim", draws.Noise(make([]float32, 2)))
	refused(t, "a step of a training whose draws are taken by themselves", second(draws.Step(10)))
	fused := must.Get(fresh(plan(Poisson{0.5}, 2)).Fused(3))(t)
	refused(t, "noise on fewer entries than the sum of a device has", fused.Noise(make([]float32, 2)))
	must.Get(fused.Sample([]int32{5, 6}))(t)
	refused(t, "a sample after a step without noise", second(fused.Sample([]int32{5, 6})))
}

// A caller cannot change the records of a step. A failed sum is not repeated, since its partial sum
// would be in the next one.
func TestASampleIsSummedOnce(t *testing.T) {
	s := protectRing(t, pay(1e9, 1e-5))
	tr := must.Get(s.Train(plan(FullBatch{}, 3)))(t)
	step := must.Get(tr.Step(4))(t)
	clear(step.Places())
	var seen []int32
	again := errors.New("none")
	if _, err := Sum(step, 1, func(place int32, to *Term[float32]) {
		seen = append(seen, place)
		to.All()[0] = 1
		_, again = Sum(step, 1, func(int32, *Term[float32]) {})
	}); err != nil || !slices.Equal(seen, []int32{0, 1, 2, 3}) {
		t.Errorf("places %v, %v", seen, err)
	}
	if again == nil {
		t.Error("a sum within a sum of the same step")
	}
	step = must.Get(tr.Step(4))(t)
	panicked := func() (panicked bool) {
		defer func() { panicked = recover() != nil }()
		_, _ = Sum(step, 1, func(place int32, to *Term[float32]) {
			to.All()[0] = 1
			if place == 2 {
				panic("a method's fault")
			}
		})
		return false
	}
	if !panicked() {
		t.Fatal("no panic")
	}
	refused(t, "a second try of a sum", second(Sum(step, 1, func(int32, *Term[float32]) {})))
	refused(t, "a step after one without a sum", second(tr.Step(4)))
}

// A plan pays at least for the clip. If contributions are clipped as a whole, another record can
// change a whole contribution. The bound that holds for a claim is 0 or at least that of the clip.
func TestNothingPaysForLessThanItsClip(t *testing.T) {
	for share, fine := range map[float64]bool{0.25: false, 1: false, 2: true} {
		for what, take := range map[string]func(tr *Training) error{
			"Fused":    func(tr *Training) error { _, err := tr.Fused(1); return err },
			"RowNoise": func(tr *Training) error { _, err := tr.RowNoise(2, 1); return err },
		} {
			tr := must.Get(protectRing(t, pay(1e9, 1e-5)).Train(plan(PoissonShared{Rate: 0.5, Others: 2, Share: share}, 2)))(t)
			if err := take(tr); (err == nil) != fine {
				t.Errorf("%s, a share of %v: %v", what, share, err)
			}
		}
	}
	for holds, fine := range map[float64]bool{0: true, 1.9: false, 2: true, 3: true} {
		p := plan(Poisson{0.5}, 2)
		p.Basis = Claim{Source: "[X]", Statement: "it moves by 2", Why: "it does", Holds: holds}
		tr := must.Get(protectRing(t, pay(1e9, 1e-5)).Train(p))(t)
		if _, err := tr.Step(3); (err == nil) != fine {
			t.Errorf("a sum that moves by 2, of a claim of which %v holds: %v", holds, err)
		}
	}
	s := protectRing(t, pay(1e9, 1e-5))
	for share, fine := range map[float64]bool{0.5: false, 1: true, 2: true} {
		if _, err := plan(PoissonShared{Rate: 0.5, Others: 2, Share: share, Replaced: true}, 2).Event(s); (err == nil) != fine {
			t.Errorf("contributions that are replaced, with a share of %v: %v", share, err)
		}
	}
}

// What a device samples has the names of the records.
func TestFusedSamplesAreNames(t *testing.T) {
	s := protectRing(t, pay(1e9, 1e-5))
	tr := must.Get(s.Train(plan(Poisson{0.5}, 2)))(t)
	f := must.Get(tr.Fused(3))(t)
	records := make([]int32, 100)
	for i := range records {
		records[i] = int32(1000 - 7*i)
	}
	sampler := *tr.sampler
	want := must.Get(Poisson{0.5}.sample(&sampler, 100))(t)
	got, err := f.Sample(records)
	if err != nil || len(got) != len(want) {
		t.Fatal(got, err)
	}
	for i, place := range want {
		if got[i] != records[place] {
			t.Fatalf("sampled %d, want %d", got[i], records[place])
		}
	}
	must.Do(t, f.Noise(make([]float32, 3)))
	records[40] = records[7]
	refused(t, "a record that is listed twice", second(f.Sample(records)))
}

// A run is neither stored nor shown if its training has a step without noise, or rows without their
// noise.
func TestNothingIsReleasedBeforeItsNoise(t *testing.T) {
	for name, run := range map[string]func(tr *Training) error{
		"a step without a sum": func(tr *Training) error { _, err := tr.Step(5); return err },
		"a device that lacks noise": func(tr *Training) error {
			f, err := tr.Fused(1)
			if err == nil {
				_, err = f.Sample([]int32{1})
			}
			return err
		},
		"rows that lack noise": func(tr *Training) error {
			x, err := tr.RowNoise(2, 1)
			if err == nil {
				_, err = x.Sample(5)
			}
			if err == nil {
				err = x.Advance(1)
			}
			if err == nil {
				err = x.Collect(0, make([]float32, 1))
			}
			return err
		},
		"a training that is closed in a step": func(tr *Training) error {
			_, err := tr.Step(5)
			return errors.Join(err, tr.Close())
		},
		"": func(tr *Training) error { _, _, err := stepped(tr, 5, 1); return errors.Join(err, tr.Close()) },
	} {
		s := protectRing(t, pay(1e9, 1e-5))
		got, err := Once(s, "run", 1, func(sub *Session) (int, error) {
			tr, err := sub.Train(plan(Poisson{0.5}, 2))
			if err != nil {
				return 0, err
			}
			return 7, run(tr)
		})
		if name == "" {
			if got != 7 || err != nil {
				t.Errorf("a finished run: %d, %v", got, err)
			}
		} else if got != 0 || err == nil || !strings.Contains(err.Error(), "noise") {
			t.Errorf("%s: %d, %v", name, got, err)
		}
	}
}

// What cannot be written to the journal is not shown: the journal of this session vanishes between
// the payment and the answer.
func TestWhatCannotBeKeptIsNotShown(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "journal")
	s := protectRing(t, pay(10, 1e-5), Journal(path))
	q := Query("a query that loses the journal", EdgeLevel, L1(1), proof, func(*Data) ([]float64, error) {
		return []float64{1}, os.Rename(path, path+".gone")
	})
	if got, err := Laplace(s, "lost", q, 1); err == nil || got != nil || !strings.Contains(err.Error(), "stays spent") {
		t.Errorf("%v, %v", got, err)
	}
	s = protectRing(t, pay(10, 1e-5))
	if got, err := Once(s, "run", 1, func(*Session) (float64, error) { return math.NaN(), nil }); err == nil || got != 0 {
		t.Errorf("a run that has no text is shown as %v, %v", got, err)
	}
}

// A test looks into seeded sessions alone.
func TestHooksAreForSeededSessions(t *testing.T) {
	s := must.Get(Protect(ring(t, 5), EdgeLevel, pay(1, 1e-5)))(t)
	refused(t, "a hook in a session that counts as private", probe.Attach(s, &probe.Hook{Silent: true}))
	refused(t, "a hook in no session", probe.Attach(nil, &probe.Hook{}))
}

// In exact arithmetic, a contribution in whole grains is no longer than the clip. No coordinate
// exceeds the input, even if the norm rounds to the clip.
func TestGrainsOfAContributionKeepToTheClip(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	written := [][]float64{{1, grain}, {0.9 * grain, -0.9 * grain, 1.9 * grain}, {1 - grain/2, grain, -grain}, {3, 4}}
	for range 200 {
		v := make([]float64, 1+r.IntN(50))
		for i := range v {
			v[i] = r.NormFloat64()
		}
		written = append(written, v)
	}
	for _, v := range written {
		term := newTerm[float64](len(v), plan(FullBatch{AddRemove: true}, 1))
		clip := term.plan.clip()
		term.take(0, func(_ int32, to *Term[float64]) {
			for i, x := range v {
				to.All()[i] = x * clip
			}
		})
		square := new(big.Int)
		for i, n := range term.total {
			square.Add(square, new(big.Int).Mul(big.NewInt(n), big.NewInt(n)))
			if math.Abs(float64(n)*grain) > math.Abs(v[i]) {
				t.Errorf("%v clips is added as %v", v[i], float64(n)*grain)
			}
		}
		if square.Cmp(new(big.Int).Lsh(big.NewInt(1), 60)) > 0 {
			t.Errorf("%v is added as %v grains, longer than 2³⁰", v, term.total)
		}
	}
}
