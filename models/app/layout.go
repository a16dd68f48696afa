package app

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"golang.org/x/term"
)

// width returns the number of columns of w: COLUMNS, or the terminal's; 0 for unlimited lines.
func width(w io.Writer) int {
	if s, ok := w.(*sink); ok {
		w = s.w
	} else if f, ok := w.(*os.File); ok {
		if info, err := f.Stat(); err != nil || info.Mode().IsRegular() {
			return 0 // a results file
		}
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if f, ok := w.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil {
			return n
		}
	}
	return 0
}

// rows is output for people: lines with cells between tabs, printed in columns.
type rows struct{ *bytes.Buffer }

// row adds a line with a name and a text, unless the text is empty.
func (r rows) row(name, format string, args ...any) {
	if text := fmt.Sprintf(format, args...); text != "" {
		fmt.Fprintf(r, "%s\t%s\n", name, text)
	}
}

// people writes output for people within the width of w.
func people(w io.Writer, text func(rows)) error {
	r := rows{new(bytes.Buffer)}
	text(r)
	return fit(w, r.String(), width(w))
}

// fit writes lines with at most that many columns; 0 means any number.
func fit(w io.Writer, text string, columns int) error {
	var out strings.Builder
	table := func(rows string) {
		start := out.Len()
		t := tabwriter.NewWriter(&out, 0, 0, gap, ' ', 0)
		io.WriteString(t, rows)
		t.Flush()
		if set := out.String(); columns > 0 && slices.ContainsFunc(strings.Split(set[start:], "\n"), func(line string) bool { return utf8.RuneCountInString(line) > columns }) {
			out.Reset()
			out.WriteString(set[:start])
			fold(&out, rows, columns)
		}
	}
	if columns == 0 {
		table(text)
		text = ""
	}
	block := "" // lines with cells
	for line := range strings.Lines(text) {
		if strings.Contains(line, "\t") {
			block += line
			continue
		}
		table(block)
		block = ""
		out.WriteString(strings.Join(wrap(strings.TrimSuffix(line, "\n"), columns), "\n") + "\n")
	}
	table(block)
	_, err := io.WriteString(w, out.String())
	return err
}

const (
	gap  = 2  // blanks between columns
	kept = 20 // a cell up to this width is not broken
)

// fold writes a table. If it is too wide, long cells are broken into lines. If that is not enough,
// columns are split into groups that repeat the naming columns.
func fold(w io.Writer, text string, columns int) {
	var block [][]string
	most := 0
	for line := range strings.Lines(text) {
		block = append(block, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		most = max(most, len(block[len(block)-1]))
	}
	least, natural := make([]int, most), make([]int, most)
	for i, row := range block {
		for j, cell := range row {
			if j == len(row)-1 && j < most-1 {
				break // it continues over the columns after it
			}
			natural[j] = max(natural[j], utf8.RuneCountInString(cell))
			if i > 0 {
				least[j] = max(least[j], min(kept, utf8.RuneCountInString(cell)))
			}
			for word := range strings.FieldsSeq(cell) {
				least[j] = max(least[j], min(columns/2, utf8.RuneCountInString(word)))
			}
		}
	}
	names := naming(block, least, columns)
	for from := 0; from < len(least); {
		var group []int
		if from > 0 {
			group = append(group, names...)
			fmt.Fprintln(w)
		}
		for ; from < len(least); from++ {
			if more := append(slices.Clone(group), from); len(group) > 0 && !slices.Equal(group, names) && across(more, least) > columns {
				break
			}
			group = append(group, from)
		}
		wide := spread(group, least, natural, columns)
		for _, row := range block {
			foldRow(w, row, group, wide)
		}
	}
}

// naming returns the first columns that identify the rows, if they leave room for others.
func naming(block [][]string, least []int, columns int) (names []int) {
	for j := range least {
		names = append(names, j)
		seen := map[string]bool{}
		for _, row := range block {
			seen[strings.Join(row[:min(j+1, len(row))], "\t")] = true
		}
		if len(seen) == len(block) && across(names, least) <= columns/2 {
			return names
		}
	}
	return []int{0}
}

// across returns the total width of some columns.
func across(group, widths []int) (sum int) {
	for _, j := range group {
		sum += widths[j] + gap
	}
	return sum - gap
}

// spread sets the columns of a group to their natural widths, and reduces the widest if there is
// too little room.
func spread(group, least, natural []int, columns int) []int {
	wide := slices.Clone(natural)
	for across(group, wide) > columns {
		widest := -1
		for _, j := range group {
			if wide[j] > least[j] && (widest < 0 || wide[j] > wide[widest]) {
				widest = j
			}
		}
		if widest < 0 {
			break
		}
		wide[widest]--
	}
	return wide
}

// foldRow writes the cells of a row in a group, on as many lines as the longest cell needs.
func foldRow(w io.Writer, row []string, group, wide []int) {
	var cells [][]string
	lines := 0
	for k, j := range group {
		var cell []string
		switch {
		case j < len(row)-1, j == len(wide)-1 && j < len(row):
			cell = wrap(row[j], wide[j])
		case j == len(row)-1:
			cell = wrap(row[j], max(across(group[k:], wide), kept))
		}
		cells, lines = append(cells, cell), max(lines, len(cell))
	}
	for i := range lines {
		var parts []string
		for k, cell := range cells {
			part := ""
			if i < len(cell) {
				part = cell[i]
			}
			parts = append(parts, part+strings.Repeat(" ", max(wide[group[k]]-utf8.RuneCountInString(part), 0)))
		}
		fmt.Fprintln(w, strings.TrimRight(strings.Join(parts, strings.Repeat(" ", gap)), " "))
	}
}

var (
	// aCommand matches a line with a command, whose continuation a shell reads as one.
	aCommand = regexp.MustCompile(`^(.*\brun: |\s*\$? *)gdp `)
	// hanging matches the start of a line that continuation lines leave blank: blanks, a list mark,
	// or the columns before the text.
	hanging = regexp.MustCompile(`^( *(- |\d+\. )|.*\S {2,}| +)`)
	// quoted matches the words of a command; an option and its value are one word.
	quoted = regexp.MustCompile(`(--[\w-]+ )?([^-\s'"]|'[^']*'|"[^"]*")([^\s'"]|'[^']*'|"[^"]*")*|-\S*`)
)

// wrap breaks a line at blanks into lines of at most that many columns; 0 means any number.
func wrap(line string, columns int) []string {
	if columns <= 0 || utf8.RuneCountInString(line) <= columns {
		return []string{line}
	}
	start, more := hanging.FindString(line), ""
	if utf8.RuneCountInString(start) > columns/2 || aCommand.MatchString(line) {
		start = line[:len(line)-len(strings.TrimLeft(line, " "))]
	}
	indent, words := strings.Repeat(" ", utf8.RuneCountInString(start)), strings.Fields(line[len(start):])
	if aCommand.MatchString(line) {
		indent, words, more = indent+"    ", quoted.FindAllString(line, -1), ` \`
	}
	lines := []string{start}
	for i, word := range words {
		last := &lines[len(lines)-1]
		switch {
		case i == 0:
			*last += word
		case utf8.RuneCountInString(*last+" "+word+more) > columns:
			*last += more
			lines = append(lines, indent+word)
		default:
			*last += " " + word
		}
	}
	return lines
}
