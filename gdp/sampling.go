package gdp

import (
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

func (p Poisson) event(sd, sensitivity float64, _ accounting.Relation) (accounting.Event, error) {
	return accounting.PoissonSampled{Rate: p.Rate, Event: accounting.Gaussian{NoiseMultiplier: sd / sensitivity}}, nil
}

func (p PoissonShared) sample(private *noise.Stream, n int) ([]int32, error) {
	return Poisson{p.Rate}.sample(private, n)
}

// String implements [fmt.Stringer].
func (p PoissonShared) String() string {
	how := "shared by"
	if p.Replaced {
		how = "replaced in"
	}
	return fmt.Sprintf("Poisson(%g), %s %d others with %g each", p.Rate, how, p.Others, p.Share)
}

func (f FixedSize) event(sd, sensitivity float64, rel accounting.Relation) (accounting.Event, error) {
	if rel != accounting.ReplaceOne {
		return nil, fmt.Errorf("a sample of fixed size under %v, where the number of records is private; use Poisson", rel)
	}
	// Replacing a record of the sample changes the sum by twice the clipping norm.
	return accounting.FixedSizeSampled{
		Population: f.Population, Sample: f.Size,
		Event: accounting.Gaussian{NoiseMultiplier: sd / (2 * sensitivity)},
	}, nil
}

func (FullBatch) event(sd, sensitivity float64, _ accounting.Relation) (accounting.Event, error) {
	return accounting.Gaussian{NoiseMultiplier: sd / sensitivity}, nil
}

func (p Poisson) sample(private *noise.Stream, n int) ([]int32, error) {
	taken, err := private.Flips(int64(n), p.Rate)
	if err != nil {
		return nil, err
	}
	list := make([]int32, 0, int(float64(n)*p.Rate*1.2)+16)
	for i := range taken {
		list = append(list, int32(i))
	}
	return list, nil
}

func (f FixedSize) sample(private *noise.Stream, n int) ([]int32, error) {
	if n != f.Population || f.Size > n {
		return nil, fmt.Errorf("a sample of %d out of %d records, the plan says %d out of %d", f.Size, n, f.Size, f.Population)
	}
	// Floyd's algorithm: every subset of that size is equally likely.
	r := private.Rand()
	taken := make(map[int32]bool, f.Size)
	for top := n - f.Size; top < n; top++ {
		if i := int32(r.IntN(top + 1)); !taken[i] {
			taken[i] = true
		} else {
			taken[int32(top)] = true
		}
	}
	list := make([]int32, 0, f.Size)
	for i := range taken {
		list = append(list, i)
	}
	slices.Sort(list)
	return list, nil
}

func (FullBatch) sample(_ *noise.Stream, n int) ([]int32, error) {
	return lists.Upto[int32](n), nil
}

// String implements [fmt.Stringer].
func (p Poisson) String() string { return fmt.Sprintf("Poisson(%g)", p.Rate) }

// String implements [fmt.Stringer].
func (f FixedSize) String() string { return fmt.Sprintf("%d of %d", f.Size, f.Population) }

// String implements [fmt.Stringer].
func (w FullBatch) String() string {
	if w.AddRemove {
		return "everything there is"
	}
	return "everything"
}
