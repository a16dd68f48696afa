package trial

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/statistics/ask"
)

// Names of the values of [Answers].
const (
	ErrorOfAnswer   = "error"
	WidthOfInterval = "interval"
	MissedInterval  = "missed"
)

// errorsOfAnswer measures an answer to a statistic: the error of all its values together and the
// width of their intervals, both relative to the sum of the true values, and whether any interval
// misses. Missing values count as 0.
func errorsOfAnswer(exact []ask.Value, values, low, high []float64) map[string]float64 {
	at := func(list []float64, i int) float64 {
		if i < len(list) {
			return list[i]
		}
		return 0
	}
	all, off, wide, missed := 0.0, 0.0, 0.0, 0.0
	for i, x := range exact {
		all += math.Abs(x.Value)
		off += math.Abs(at(values, i) - x.Value)
		if i < len(low) && i < len(high) {
			wide += high[i] - low[i]
			if x.Value < low[i] || x.Value > high[i] {
				missed = 1
			}
		}
	}
	measured := map[string]float64{ErrorOfAnswer: relative(off, all)}
	if low != nil {
		measured[WidthOfInterval], measured[MissedInterval] = relative(wide, all), missed
	}
	return measured
}

// relative divides by a total that may be zero.
func relative(x, of float64) float64 {
	switch {
	case of > 0:
		return x / of
	case x > 0:
		return math.Inf(1)
	}
	return 0
}

func beginAnswers(_ context.Context, net *graph.Network, _ *rand.Rand) (*graph.Network, measure, error) {
	return net, func(x release.Release) (map[string]float64, error) {
		answer := x.(release.Statistics)
		for name, values := range answer {
			of, err := ask.Find(name)
			if err != nil {
				continue // the ends of intervals
			}
			exact, err := of.Exact(net)
			if err != nil {
				return nil, fmt.Errorf("trial: %w", err)
			}
			return errorsOfAnswer(exact, values, answer[name+ask.Low], answer[name+ask.High]), nil
		}
		return nil, fmt.Errorf("trial: %w: numbers that are no statistic of package ask", ErrKind)
	}, nil
}
