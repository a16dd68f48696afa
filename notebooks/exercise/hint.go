package exercise

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed hints.md
var hints string

// Hint returns the first or the second hint of an exercise, such as 51.1, or, third, the reason why
// its answer is right.
func Hint(exercise string, step int) (string, error) {
	_, rest, ok := strings.Cut(hints, "\n## "+exercise+"\n")
	if !ok {
		return "", fmt.Errorf("exercise: no hints for exercise %q", exercise)
	}
	rest, _, _ = strings.Cut(rest, "\n## ")
	list := strings.Split(strings.TrimSpace(rest), "\n\n")
	if step < 1 || step > len(list) {
		return "", fmt.Errorf("exercise: hint %d of exercise %s, want 1 to %d", step, exercise, len(list))
	}
	return list[step-1], nil
}
