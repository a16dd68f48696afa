package percent

import (
	"strconv"
	"strings"
	"unicode"
)

// maxID is the greatest length of an ID that the notebook format allows.
const maxID = 64

// assignIDs gives each cell its ID. declared holds the first name that each cell
// declares. Code comes first, so that no edit of the text renames a cell that
// has outputs. A Markdown cell without heading is named after the cell before
// it, and a name that is taken already gets a number.
func assignIDs(cells []Cell, declared []string) {
	taken := make(map[string]bool)
	for _, markdown := range []bool{false, true} {
		for i := range cells {
			if (cells[i].Kind == Markdown) != markdown {
				continue
			}
			id := cells[i].name(declared[i])
			if id == "" {
				id = "start"
				if i > 0 {
					id = "after-" + cells[i-1].ID
				}
			}
			cells[i].ID = unique(id, taken)
			taken[cells[i].ID] = true
		}
	}
}

// unique shortens id and numbers it from 2 if it is taken.
func unique(id string, taken map[string]bool) string {
	short := clip(id, maxID)
	for n := 2; taken[short]; n++ {
		suffix := "-" + strconv.Itoa(n)
		short = clip(id, maxID-len(suffix)) + suffix
	}
	return short
}

func clip(id string, n int) string {
	if len(id) > n {
		id = strings.TrimRight(id[:n], "-")
	}
	return id
}

// slug keeps the ASCII letters and digits of s, in lower case, and makes one
// hyphen of all between them.
func slug(s string) string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	return strings.Join(words, "-")
}

// kebab puts a hyphen before each word of a Go name: trainGCNTwice becomes
// train-GCN-Twice.
func kebab(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if i > 0 && unicode.IsUpper(r) {
			begins := !unicode.IsUpper(runes[i-1])                  // n|G of trainGCN
			ends := i+1 < len(runes) && unicode.IsLower(runes[i+1]) // N|T of GCNTwice
			if begins || ends {
				b.WriteByte('-')
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}
