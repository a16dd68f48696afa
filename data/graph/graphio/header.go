package graphio

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
)

// columnNames are names of the two columns of ids, in lower case and without
// what is neither a letter nor a digit. Names of one letter are not among them:
// they may be ids.
var columnNames = [][2]string{
	{"source", "target"}, {"sourceid", "targetid"}, {"sourcenode", "targetnode"}, {"src", "dst"}, {"src", "dest"}, {"src", "tgt"},
	{"source", "destination"}, {"source", "dest"}, {"from", "to"}, {"fromid", "toid"}, {"fromnode", "tonode"}, {"fromnodeid", "tonodeid"},
	{"id1", "id2"}, {"node1", "node2"}, {"nodeid1", "nodeid2"}, {"node1id", "node2id"}, {"vertex1", "vertex2"}, {"v1", "v2"}, {"n1", "n2"},
	{"user1", "user2"}, {"userid1", "userid2"}, {"start", "end"}, {"head", "tail"}, {"tail", "head"}, {"nodea", "nodeb"}, {"ida", "idb"},
	{"follower", "followee"}, {"follower", "followed"}, {"citing", "cited"}, {"author1", "author2"}, {"person1", "person2"},
}

// hasNames reports whether the first two fields of a line are words, which a
// header has.
func hasNames(line []byte) bool {
	words := headFields(line)
	return len(words) >= 2 && !isNumber(words[0]) && !isNumber(words[1])
}

// isHeader reports whether a line that has names is the names of the columns of
// the edges below, of which second is the first, nil if there is none:
//
//   - they are two of columnNames, or
//   - ids below are integers, or
//   - its third field is a word, and that below a number.
func isHeader(line, second []byte, stringIDs bool) bool {
	words := headFields(line)
	if namesColumns(words) {
		return true
	}
	below := headFields(second)
	if len(below) < 2 {
		return false
	}
	if !stringIDs && isInteger(below[0]) && isInteger(below[1]) {
		return true
	}
	return len(words) == 3 && len(below) == 3 && !isNumber(words[2]) && words[2][0] != '{' && isNumber(below[2])
}

// namesColumns reports whether the first two fields of a line are two of columnNames.
func namesColumns(words [][]byte) bool {
	return len(words) >= 2 && slices.Contains(columnNames, [2]string{plain(words[0]), plain(words[1])})
}

// headFields cuts a line at commas, if it has any, or else at blanks.
func headFields(line []byte) [][]byte {
	words, err := split(line, bytes.IndexByte(line, ',') >= 0)
	if err != nil {
		return nil
	}
	return words
}

// plain returns a word in lower case, its letters and digits only.
func plain(word []byte) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(string(word)))
}

func isNumber(word []byte) bool {
	_, err := strconv.ParseFloat(string(word), 64)
	return err == nil
}

// split cuts a line of any number of fields.
func split(line []byte, comma bool) ([][]byte, error) {
	if !comma {
		return bytes.Fields(line), nil
	}
	words := bytes.Split(line, []byte{','})
	for i, word := range words {
		var err error
		if words[i], err = unquoted(bytes.TrimSpace(word)); err != nil {
			return nil, err
		}
		if len(words[i]) == 0 {
			return nil, errors.New("empty field: remove the extra separator")
		}
	}
	return words, nil
}
