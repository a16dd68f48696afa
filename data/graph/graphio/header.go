package graphio

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/nearest"
)

// columnNames are known names of the two id columns, in lower case with letters and digits only.
// Names of one letter are excluded: they may be ids.
var columnNames = [][2]string{
	{"source", "target"}, {"sourceid", "targetid"}, {"sourcenode", "targetnode"}, {"src", "dst"}, {"src", "dest"}, {"src", "tgt"},
	{"source", "destination"}, {"source", "dest"}, {"from", "to"}, {"fromid", "toid"}, {"fromnode", "tonode"}, {"fromnodeid", "tonodeid"},
	{"id1", "id2"}, {"node1", "node2"}, {"nodeid1", "nodeid2"}, {"node1id", "node2id"}, {"vertex1", "vertex2"}, {"v1", "v2"}, {"n1", "n2"},
	{"user1", "user2"}, {"userid1", "userid2"}, {"start", "end"}, {"startid", "endid"}, {"head", "tail"}, {"tail", "head"}, {"nodea", "nodeb"}, {"ida", "idb"},
	{"follower", "followee"}, {"follower", "followed"}, {"citing", "cited"}, {"author1", "author2"}, {"person1", "person2"},
}

// hasNames reports whether the first two words of a line are no numbers, as in a header.
func hasNames(words [][]byte) bool {
	return len(words) >= 2 && !isNumber(words[0]) && !isNumber(words[1])
}

// isHeader reports whether names are column names. below holds the fields of the first edge, or nil
// if the file has no edge. They are names if
//
//   - two of them are columnNames, or
//   - the ids below are numbers, or
//   - the first is empty, as above the row numbers of pandas and R, or
//   - a later one is a word with a number below it.
func isHeader(words, below [][]byte, stringIDs bool) bool {
	if _, ok := endsIn(words); ok {
		return true
	}
	if len(below) < 2 {
		return false
	}
	if !stringIDs && isNumber(below[0]) && isNumber(below[1]) || len(words[0]) == 0 {
		return true
	}
	for i := 2; i < len(words) && len(words) == len(below); i++ {
		if len(words[i]) > 0 && words[i][0] != '{' && !isNumber(words[i]) && isNumber(below[i]) {
			return true
		}
	}
	return false
}

// endsIn finds two columnNames among words.
func endsIn(words [][]byte) (ends [2]int, ok bool) {
	names := lists.Map(words, plain)
	for i := range names {
		for j := i + 1; j < len(names); j++ {
			if slices.Contains(columnNames, [2]string{names[i], names[j]}) {
				return [2]int{i, j}, true
			}
		}
	}
	return ends, false
}

// words splits a line of names or of an edge at its separator; nil on failure.
func (o Options) words(line []byte) [][]byte {
	var f fields
	separator := o.Separator
	if separator == 0 {
		separator = separatorOf(line)
	}
	if isEmpty(line) || f.split(line, separator) != nil {
		return nil
	}
	return f.list
}

// separatorNames maps separators to their names in options.
var separatorNames = map[byte]string{',': "comma", ';': "semicolon", '\t': "tab", ' ': "blank", '|': "bar"}

// SeparatorNamed returns the separator with the given name: comma, semicolon, tab, blank or bar.
func SeparatorNamed(name string) (byte, error) {
	for separator, known := range separatorNames {
		if name == known {
			return separator, nil
		}
	}
	return 0, errors.New(nearest.Hint(name, Separators()))
}

// Separators lists the names of separators.
func Separators() []string { return slices.Sorted(maps.Values(separatorNames)) }

// separatorOf infers the separator of a line, ignoring quoted text and attributes in braces:
// semicolons if there are more of them than commas, since numbers may have decimal commas; then
// commas, then tabs. Two integers may have blanks or tabs between them.
func separatorOf(line []byte) byte {
	var counts [256]int
	quoted := false
	for i, c := range line {
		if c == '"' {
			quoted = !quoted
		} else if c == '{' && i > 0 {
			break
		} else if !quoted {
			counts[c]++
		}
	}
	switch {
	case counts[';'] > counts[',']:
		return ';'
	case counts[','] > 0:
		return ','
	case counts['\t'] > 0 && numbers(line, ' ') < 2, counts['\t'] > 1 && numbers(line, '\t') == 2:
		return '\t'
	}
	return ' '
}

// plain returns the letters and digits of a word in lower case. From a Neo4j header such as
// person:START_ID(Person), it takes the part between.
func plain(word []byte) string {
	if _, after, ok := bytes.Cut(word, []byte(":")); ok {
		word, _, _ = bytes.Cut(after, []byte("("))
	}
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(string(word)))
}

func isNumber(word []byte) bool {
	_, err := decimal(word)
	return err == nil
}

// decimal parses a number with a decimal point, or with a decimal comma unless commas separate
// fields.
func decimal(word []byte) (float64, error) {
	return strconv.ParseFloat(strings.Replace(string(word), ",", ".", 1), 64)
}
