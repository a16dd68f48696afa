// Package sample is a notebook that has a cell of every kind.
package sample

// %% [markdown]
// # A sample: $x^2$
//
// - a list
//   - within a list
// 1. and numbers
//
// | a table | of two columns |
// |---|---|
//
// ```
//     indented
// ```

// %%
import (
	"fmt"
	"strings"
)

// %% [markdown]
// Text without a heading.

// and after an empty line.

// %%

// point is a type
// with a method.
type point struct{ x, y int }

func (p point) String() string { return fmt.Sprint(p.x, p.y) }

// %%
func helperFor(n int) string {
	return strings.Repeat("ab", n)
}

// %%
// printAll shows all.
//
// In two paragraphs.
func printAll() {
	for i := range 2 {
		fmt.Println(point{i, i}) // as text
	}

	fmt.Println(helperFor(2), `raw
	stays indented
	`)
}

// %% [markdown]
// ## Print all

// %%
func trainGCNTwice() { fmt.Println("one line") }

// %%
func answer() int { return 42 }

// %%
const limit = 3

// %% [markdown]
// The end.
