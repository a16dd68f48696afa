// Package nearest finds the known name closest to a misspelt one.
package nearest

import (
	"fmt"
	"slices"
	"strings"
)

// Name returns the known name nearest to the given one: the one with the fewest edits (insertions,
// deletions, replacements, transpositions) if these are few; else the only one that contains it, or
// the only one that begins with it; else "". Case is ignored.
func Name(given string, known []string) string {
	given = strings.ToLower(given)
	best, fewest := "", max(2, len(given)/3+1) // one error in "cpl", two in "diameter"
	var within, longer []string
	for _, name := range known {
		lower := strings.ToLower(name)
		if d := distance(given, lower); d < fewest {
			best, fewest = name, d
		}
		if len(given) > 2 && strings.Contains(lower, given) {
			within = append(within, name)
		}
		if len(given) > 2 && strings.HasPrefix(lower, given) {
			longer = append(longer, name)
		}
	}
	switch {
	case best != "":
		return best
	case len(within) == 1:
		return within[0]
	case len(longer) == 1:
		return longer[0]
	}
	return ""
}

// Hint lists the known names, the nearest first, for an error about an unknown one: `did you mean
// "b"? There are a, b, c`. The suggestion may also be one of others, which are not listed.
func Hint(given string, known []string, others ...string) string {
	list := "here are " + strings.Join(known, ", ")
	if name := Name(given, slices.Concat(known, others)); name != "" {
		return fmt.Sprintf("did you mean %q? T%s", name, list)
	}
	return "t" + list
}

// distance returns the Levenshtein distance of bytes with transpositions (optimal string
// alignment).
func distance(a, b string) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1) // rows i-2 and i-1
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			row[j] = min(last[j], row[j-1]) + 1
			if a[i-1] == b[j-1] {
				row[j] = min(row[j], last[j-1])
			} else {
				row[j] = min(row[j], last[j-1]+1)
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
