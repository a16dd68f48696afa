package embed

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Read reads rows of [Text]: in each line an id and its numbers. A first line of two whole numbers,
// how many rows and columns there are, as word2vec writes, is passed over.
func Read(r io.Reader) (ids []string, m *Matrix, err error) {
	if r == nil {
		return nil, nil, fmt.Errorf("embed: nothing to read")
	}
	var rows [][]float32
	seen := map[string]bool{}
	b := bufio.NewScanner(r)
	b.Buffer(nil, 1<<26)
	for line := 1; b.Scan(); line++ {
		words := strings.Fields(b.Text())
		if len(words) == 0 || line == 1 && heads(words) {
			continue
		}
		row := make([]float32, len(words)-1)
		for i, word := range words[1:] {
			x, err := strconv.ParseFloat(word, 32)
			if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
				return nil, nil, fmt.Errorf("embed: line %d: %q is no number of a row", line, word)
			}
			row[i] = float32(x)
		}
		switch {
		case len(row) == 0 || len(rows) > 0 && len(row) != len(rows[0]):
			return nil, nil, fmt.Errorf("embed: line %d has %d numbers, want as many as the others, and one at least", line, len(row))
		case seen[words[0]]:
			return nil, nil, fmt.Errorf("embed: line %d: %q has a row already", line, words[0])
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

// heads reports whether a line has the numbers of rows and of columns.
func heads(words []string) bool {
	if len(words) != 2 {
		return false
	}
	columns, err := strconv.Atoi(words[1])
	_, also := strconv.Atoi(words[0])
	return err == nil && also == nil && columns > 1
}
