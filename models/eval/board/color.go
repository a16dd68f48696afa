package board

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/models/method"
)

// color gives each role of a method that is drawn as a curve a colour, the same on all of the page.
// Curves of one protocol stand together in its panels: a colour of one of them is none of the
// others'.
func (b *Board) color() {
	type pair struct {
		role   method.Role
		method string
	}
	of := func(m Mode) pair { return pair{m.Role, m.Method} }
	protocols := map[pair]map[int]bool{} // in which it is drawn
	for _, r := range b.Rows {
		if m := b.Modes[r.Mode]; !m.isNull() && !m.isNonPrivate() {
			if protocols[of(m)] == nil {
				protocols[of(m)] = map[int]bool{}
			}
			protocols[of(m)][r.Protocol] = true
		}
	}
	pairs := make([]pair, 0, len(protocols))
	for p := range protocols {
		pairs = append(pairs, p)
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Or(cmp.Compare(a.role, b.role), cmp.Compare(a.method, b.method)) })
	colors, taken := map[pair]int{}, map[[2]int]bool{} // by protocol and colour
	for _, p := range pairs {
		free := func() bool {
			for protocol := range protocols[p] {
				if taken[[2]int{protocol, colors[p]}] {
					return false
				}
			}
			return true
		}
		for !free() {
			colors[p]++
		}
		for protocol := range protocols[p] {
			taken[[2]int{protocol, colors[p]}] = true
		}
	}
	for i, m := range b.Modes {
		b.Modes[i].Color = colors[of(m)]
	}
}

// hue is a colour on a light ground and on a dark one.
type hue struct{ light, dark [3]int }

// ink is the text's colour; each further round of the hues is nearer to it. None is grey or green,
// the colours of what methods are compared with.
var (
	ink  = hue{[3]int{0x1b, 0x1f, 0x24}, [3]int{0xe8, 0xea, 0xed}}
	hues = []hue{
		{[3]int{0x00, 0x72, 0xb2}, [3]int{0x56, 0xb4, 0xe9}}, {[3]int{0xb8, 0x4c, 0x00}, [3]int{0xff, 0x9b, 0x57}},
		{[3]int{0xa8, 0x32, 0x7a}, [3]int{0xf0, 0x8c, 0xc8}}, {[3]int{0x47, 0x56, 0x6b}, [3]int{0xa8, 0xb8, 0xcf}},
		{[3]int{0x7a, 0x64, 0x00}, [3]int{0xe0, 0xc2, 0x3c}}, {[3]int{0x4b, 0x3f, 0xa8}, [3]int{0xa8, 0x9d, 0xff}},
		{[3]int{0xb3, 0x26, 0x1e}, [3]int{0xff, 0x80, 0x78}}, {[3]int{0x6b, 0x4c, 0x1f}, [3]int{0xcf, 0xa6, 0x6b}},
	}
)

// css are the rules of the board's colours.
func (b *Board) css() string {
	most := 0
	for _, m := range b.Modes {
		most = max(most, m.Color)
	}
	var light, dark, rules strings.Builder
	for i := range (most/len(hues) + 1) * len(hues) {
		h, share := hues[i%len(hues)], math.Pow(0.55, float64(i/len(hues)))
		for out, c := range map[*strings.Builder][2][3]int{&light: {h.light, ink.light}, &dark: {h.dark, ink.dark}} {
			fmt.Fprintf(out, " --c%d: #", i)
			for j := range 3 {
				fmt.Fprintf(out, "%02x", int(math.Round(float64(c[0][j])*share+float64(c[1][j])*(1-share))))
			}
			out.WriteString(";")
		}
		fmt.Fprintf(&rules, ".c%d { color: var(--c%d) }\n", i, i)
	}
	return fmt.Sprintf(":root {%s }\n@media (prefers-color-scheme: dark) { :root:not([data-theme=light]) {%s } }\n:root[data-theme=dark] {%s }\n%s", &light, &dark, &dark, &rules)
}
