package netgan

import (
	"fmt"
	"math"
)

// Config holds the settings.
type Config struct {
	Length  int     // of a walk
	Noise   int     // how many random numbers a walk begins with
	Hidden  int     // width of the generator's cell
	Judge   int     // width of the critic's cell
	Down    int     // width of what both read a node as
	Batch   int     // walks in a step
	Steps   int     // of the generator
	Critics int     // steps of the critic before each of them
	Rate    float64 // of Adam
	Penalty float64 // weight of the gradient penalty
	Walks   int     // walks that a graph is put together of
}

// NonPrivate returns the paper's setting, with a quarter of its width of what is read and of its batch, and far fewer steps at a
// higher rate: see docs/papers/netgan.md.
func NonPrivate() Config {
	return Config{Length: 16, Noise: 16, Hidden: 40, Judge: 30, Down: 32, Batch: 32, Steps: 300, Critics: 3, Rate: 0.002, Penalty: 10, Walks: 2048}
}

// Check reports a setting that no run can have.
func (c Config) Check() error {
	for _, x := range []struct {
		name               string
		value, least, most int
	}{
		{"Length", c.Length, 2, 1 << 10}, {"Noise", c.Noise, 1, 1 << 12}, {"Hidden", c.Hidden, 1, 1 << 12}, {"Judge", c.Judge, 1, 1 << 12},
		{"Down", c.Down, 1, 1 << 12}, {"Batch", c.Batch, 1, 1 << 12}, {"Steps", c.Steps, 1, 1 << 24}, {"Critics", c.Critics, 1, 1 << 10}, {"Walks", c.Walks, 1, 1 << 24},
	} {
		if x.value < x.least || x.value > x.most {
			return fmt.Errorf("netgan: %s is %d, want %d … %d", x.name, x.value, x.least, x.most)
		}
	}
	if !(c.Rate > 0 && c.Rate <= 1) {
		return fmt.Errorf("netgan: Rate is %v, want more than 0 and at most 1", c.Rate)
	}
	if !(c.Penalty >= 0 && c.Penalty <= 1e6) {
		return fmt.Errorf("netgan: Penalty is %v, want 0 … 10⁶", c.Penalty)
	}
	return nil
}

// temperature falls from 5 to 0.5 over a training, by the same factor each step.
func (c Config) temperature(step int) float64 {
	return 5 * math.Pow(0.1, float64(step)/float64(c.Steps))
}
