package ipynb

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// unmarshal reads one JSON document, with numbers as they are spelt.
func unmarshal(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("text after the JSON document")
	}
	return nil
}

// appendJSON appends v as Python's json.dumps(v, ensure_ascii=False, indent=1,
// sort_keys=True, separators=(",", ": ")) writes it, which is what Jupyter calls.
// (encoding/json differs in the empty list and in U+2028.) depth is the depth of
// v in the document.
func appendJSON(b []byte, v any, depth int) []byte {
	list := func(open, end byte, n int, item func(i int)) {
		b = append(b, open)
		for i := range n {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendBreak(b, depth+1)
			item(i)
		}
		if n > 0 {
			b = appendBreak(b, depth)
		}
		b = append(b, end)
	}
	switch v := v.(type) {
	case map[string]any:
		keys := slices.Sorted(maps.Keys(v))
		list('{', '}', len(keys), func(i int) {
			b = append(appendString(b, keys[i]), ": "...)
			b = appendJSON(b, v[keys[i]], depth+1)
		})
	case []any:
		list('[', ']', len(v), func(i int) { b = appendJSON(b, v[i], depth+1) })
	case string:
		b = appendString(b, v)
	case nil:
		b = append(b, "null"...)
	default: // bool, int, json.Number
		b = fmt.Append(b, v)
	}
	return b
}

func appendBreak(b []byte, depth int) []byte {
	b = append(b, '\n')
	for range depth {
		b = append(b, ' ')
	}
	return b
}

// appendString appends s in quotes. Only quotes, backslashes and control
// characters are escaped; bytes that are not UTF-8 become U+FFFD.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ':
			if i := strings.IndexRune("\b\t\n\f\r", r); i >= 0 {
				b = append(b, '\\', "btnfr"[i])
			} else {
				b = fmt.Appendf(b, `\u%04x`, r)
			}
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}

// splitLines divides s after each line end, by the definition of Python's
// str.splitlines, which knows more line ends than "\n".
func splitLines(s string) []any {
	list := []any{}
	start := 0
	for i, r := range s {
		if !strings.ContainsRune("\n\r\v\f\x1c\x1d\x1e\u0085\u2028\u2029", r) {
			continue
		}
		if r == '\r' && strings.HasPrefix(s[i:], "\r\n") {
			continue
		}
		end := i + utf8.RuneLen(r)
		list = append(list, s[start:end])
		start = end
	}
	if start < len(s) {
		list = append(list, s[start:])
	}
	return list
}
