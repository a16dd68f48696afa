package board

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// WriteHTML writes the page as one file. Its content security policy forbids all requests.
func (b *Board) WriteHTML(w io.Writer) error {
	if w == nil || b == nil || len(b.Rows) == 0 {
		return fmt.Errorf("board: no writer, or no trials")
	}
	data, err := b.File()
	if err != nil {
		return err
	}
	css := pageCSS + b.css()
	page := strings.NewReplacer("{{css}}", css, "{{js}}", pageJS, "{{data}}", lines(data),
		"{{css-sum}}", sum(css), "{{js-sum}}", sum(pageJS)).Replace(pageHTML)
	if _, err := io.WriteString(w, page); err != nil {
		return fmt.Errorf("board: %w", err)
	}
	return nil
}

// lines writes data in base64 with line breaks.
func lines(data []byte) string {
	const line = 768 // 1,024 characters
	var text strings.Builder
	for part := range slices.Chunk(data, line) {
		text.WriteString("\n" + base64.StdEncoding.EncodeToString(part))
	}
	return text.String()
}

// sum returns the hash of an inline script or style for the page's policy.
func sum(text string) string {
	h := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(h[:]) + "'"
}

// color returns the colour of each method, the same on the page, in its figures and in notebooks.
func (b *Board) color(methods []method.Method) {
	for i, m := range b.Modes {
		b.Modes[i].Color = max(trial.Colour(methods, m.Method), 0)
	}
}

// inks are the text's colours on both backgrounds; each further round of the hues is closer to
// them.
var inks = figure.Hue{Light: color.RGBA{0x1b, 0x1f, 0x24, 255}, Dark: color.RGBA{0xe8, 0xea, 0xed, 255}}

// css returns the CSS rules of the board's colours.
func (b *Board) css() string {
	most := 0
	for _, m := range b.Modes {
		most = max(most, m.Color)
	}
	var light, dark, rules strings.Builder
	for i := range most + 1 {
		h, share := figure.Hues[i%len(figure.Hues)], math.Pow(0.55, float64(i/len(figure.Hues)))
		mix := func(c, ink uint8) int { return int(math.Round(float64(c)*share + float64(ink)*(1-share))) }
		for out, c := range map[*strings.Builder][2]color.RGBA{&light: {h.Light, inks.Light}, &dark: {h.Dark, inks.Dark}} {
			fmt.Fprintf(out, " --c%d: #%02x%02x%02x;", i, mix(c[0].R, c[1].R), mix(c[0].G, c[1].G), mix(c[0].B, c[1].B))
		}
		fmt.Fprintf(&rules, ".c%d { color: var(--c%d) }\n", i, i)
	}
	return fmt.Sprintf(":root {%s }\n@media (prefers-color-scheme: dark) { :root:not([data-theme=light]) {%s } }\n:root[data-theme=dark] {%s }\n%s", &light, &dark, &dark, &rules)
}
