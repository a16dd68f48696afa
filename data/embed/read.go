package embed

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Read reads rows in the format [Text]: an id and its numbers per line. It skips a first line with
// the numbers of rows and columns, as written by word2vec. The input may be gzip-compressed.
func Read(r io.Reader) (ids []string, m *Matrix, err error) {
	if r == nil {
		return nil, nil, fmt.Errorf("embed: nothing to read")
	}
	var rows [][]float32
	seen := map[string]bool{}
	in := bufio.NewReader(r)
	r = in
	if magic, _ := in.Peek(2); string(magic) == "\x1f\x8b" {
		if r, err = gzip.NewReader(in); err != nil {
			return nil, nil, fmt.Errorf("embed: %w", err)
		}
	}
	b := bufio.NewScanner(r)
	b.Buffer(nil, 1<<26)
	for line := 1; b.Scan() && b.Err() == nil; line++ {
		words := strings.Fields(b.Text())
		if len(words) == 0 {
			continue
		}
		row := make([]float32, len(words)-1)
		for i, word := range words[1:] {
			x, err := strconv.ParseFloat(word, 32)
			if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
				return nil, nil, fmt.Errorf("embed: line %d: %q is not a finite number", line, word)
			}
			row[i] = float32(x)
		}
		if len(rows) == 1 && heads(ids[0], rows[0], len(row)) {
			ids, rows, seen = nil, nil, map[string]bool{}
		}
		switch {
		case len(row) == 0 || len(rows) > 0 && len(row) != len(rows[0]):
			return nil, nil, fmt.Errorf("embed: line %d has %d numbers: must be as many as on the other lines, and at least one", line, len(row))
		case seen[words[0]]:
			return nil, nil, fmt.Errorf("embed: line %d: the id %q is repeated", line, words[0])
		}
		seen[words[0]] = true
		ids, rows = append(ids, words[0]), append(rows, row)
	}
	if err := b.Err(); err != nil {
		return nil, nil, fmt.Errorf("embed: %w", err)
	}
	m, err = FromRows(rows)
	return ids, m, err
}

// heads reports whether the first line holds the numbers of rows and columns.
func heads(id string, row []float32, columns int) bool {
	_, err := strconv.Atoi(id)
	return err == nil && columns > 1 && len(row) == 1 && row[0] == float32(columns)
}
