package board

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"io"
	"slices"
	"strings"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// WriteHTML writes the page: one file that holds all of it. Its policy forbids every request.
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

// lines writes data in base64, a line for some hundred bytes.
func lines(data []byte) string {
	const line = 768 // 1,024 characters
	var text strings.Builder
	for part := range slices.Chunk(data, line) {
		text.WriteString("\n" + base64.StdEncoding.EncodeToString(part))
	}
	return text.String()
}

// sum is the name of an inline script or style in the page's policy.
func sum(text string) string {
	h := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(h[:]) + "'"
}
