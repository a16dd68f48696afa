package board

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
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
	data, err := json.Marshal(b) // with < and & written as \u003c and \u0026
	if err != nil {
		return fmt.Errorf("board: %w", err)
	}
	data = bytes.ReplaceAll(data, []byte(`},{"p":`), []byte("},\n{\"p\":")) // a line a row, so that a change shows as one
	css := pageCSS + b.css()
	page := strings.NewReplacer("{{css}}", css, "{{js}}", pageJS, "{{data}}", string(data),
		"{{css-sum}}", sum(css), "{{js-sum}}", sum(pageJS)).Replace(pageHTML)
	if _, err := io.WriteString(w, page); err != nil {
		return fmt.Errorf("board: %w", err)
	}
	return nil
}

// sum is the name of an inline script or style in the page's policy.
func sum(text string) string {
	h := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(h[:]) + "'"
}
