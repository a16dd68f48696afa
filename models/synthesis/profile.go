package synthesis

import (
	"maps"
	"math"
	"slices"
)

// Profile is the clustering of nodes by degree d: Scale·d^-Power, and 1 at most.
type Profile struct{ Scale, Power float64 }

// At is the clustering of nodes of a degree.
func (p Profile) At(degree float64) float64 { return min(p.Scale*math.Pow(degree, -p.Power), 1) }

// steepest is the power of the degree by which clustering may fall.
const steepest = 8

// ProfileOf returns the profile with which nodes of these degrees have so many triangles and, as
// far as a power from -1 allows, that sum of local clustering: the steeper, the fewer triangles go
// with it.
func ProfileOf(degrees []float64, triangles, clustering float64) Profile {
	count := map[float64]float64{}
	for _, d := range degrees {
		if d > 1 {
			count[d]++
		}
	}
	distinct := slices.Sorted(maps.Keys(count))
	sum := func(p Profile, weight func(d float64) float64) (all float64) {
		for _, d := range distinct {
			all += count[d] * weight(d) * p.At(d)
		}
		return all
	}
	of := func(power float64) Profile {
		scale := bisect(-10, 10+power*math.Log(float64(len(degrees))), func(x float64) bool {
			return sum(Profile{math.Exp(x), power}, func(d float64) float64 { return d * (d - 1) / 6 }) < triangles
		})
		return Profile{math.Exp(scale), power}
	}
	return of(bisect(-1, steepest, func(power float64) bool {
		return sum(of(power), func(float64) float64 { return 1 }) < clustering
	}))
}

// bisect returns where below, which is true of small numbers, ends to be so.
func bisect(low, high float64, below func(x float64) bool) float64 {
	for range 30 {
		if x := (low + high) / 2; below(x) {
			low = x
		} else {
			high = x
		}
	}
	return low
}
