package results

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/graphdp/graphdp/data/nearest"
)

// test reports whether a row satisfies a condition.
type test func(row []any) bool

// parser parses a condition. The last token is empty.
type parser struct {
	condition string
	tokens    [][]int // remaining tokens: start and end of each
}

var (
	tokens    = regexp.MustCompile(`(?s)'(?:[^']|'')*'|"(?:[^"]|"")*"|['"].*|[<>!]=|<>|[-+]?(?:[eE][-+]?\d|[\pL\d_.])+|\S`)
	word      = regexp.MustCompile(`^[\pL_]`)
	quoted    = regexp.MustCompile(`(?s)^(?:'.*'|".*")$`)
	operators = map[string]func(order int) bool{
		"=": func(o int) bool { return o == 0 }, "!=": func(o int) bool { return o != 0 }, "<>": func(o int) bool { return o != 0 },
		"<": func(o int) bool { return o < 0 }, "<=": func(o int) bool { return o <= 0 }, ">": func(o int) bool { return o > 0 }, ">=": func(o int) bool { return o >= 0 },
	}
)

// parse compiles a condition. An empty condition holds for every row.
func parse(condition string) (test, error) {
	end := []int{len(condition), len(condition)}
	p := &parser{condition, append(tokens.FindAllStringIndex(condition, -1), end)}
	if p.token() == "" {
		return func([]any) bool { return true }, nil
	}
	t, err := p.either()
	if err == nil && p.token() != "" {
		err = p.wants("AND, OR or the end")
	}
	return t, err
}

func (p *parser) token() string { return p.condition[p.tokens[0][0]:p.tokens[0][1]] }

// take consumes a token if it is the given one, ignoring case.
func (p *parser) take(token string) bool {
	found := strings.EqualFold(p.token(), token)
	if found {
		p.tokens = p.tokens[1:]
	}
	return found
}

// fails is an error at the next token.
func (p *parser) fails(format string, args ...any) error {
	at := utf8.RuneCountInString(p.condition[:p.tokens[0][0]]) + 1
	return fmt.Errorf("results: character %d of the condition: %s", at, fmt.Sprintf(format, args...))
}

func (p *parser) wants(what string) error {
	if p.token() == "" {
		return p.fails("want %s, found the end", what)
	}
	return p.fails("want %s, found %q", what, p.token())
}

func (p *parser) either() (test, error) { return p.joined("OR", p.both, true) }
func (p *parser) both() (test, error)   { return p.joined("AND", p.one, false) }

// joined parses conditions joined by a word. Evaluation stops at the first decisive one.
func (p *parser) joined(by string, part func() (test, error), decisive bool) (test, error) {
	all, err := part()
	for err == nil && p.take(by) {
		var next test
		last := all
		next, err = part()
		all = func(row []any) bool {
			if last(row) == decisive {
				return decisive
			}
			return next(row)
		}
	}
	return all, err
}

// one parses a condition in parentheses or on one column.
func (p *parser) one() (test, error) {
	if p.take("(") {
		t, err := p.either()
		if err == nil && !p.take(")") {
			err = p.wants("AND, OR or )")
		}
		return t, err
	}
	name := p.token()
	i := index(strings.ToLower(name))
	switch {
	case !word.MatchString(name):
		return nil, p.wants("a column (" + strings.Join(names(), ", ") + ")")
	case i < 0:
		return nil, p.fails("there is no column %q; %s", name, nearest.Hint(name, names()))
	}
	p.take(name)
	if p.take("IS") {
		not := p.take("NOT")
		if !p.take("NULL") {
			return nil, p.wants("NULL")
		}
		return func(row []any) bool { return (row[i] == nil) != not }, nil
	}
	operator := p.token()
	satisfies := operators[operator]
	if satisfies == nil {
		return nil, p.wants("=, !=, <, <=, >, >= or IS")
	}
	p.take(operator)
	value, err := p.value(Columns[i])
	return func(row []any) bool { return row[i] != nil && satisfies(compare(row[i], value)) }, err
}

// value parses a value to compare a column with.
func (p *parser) value(c Column) (value any, err error) {
	token := p.token()
	switch {
	case c.kind == words && quoted.MatchString(token):
		value = strings.ReplaceAll(token[1:len(token)-1], token[:1]+token[:1], token[:1])
	case c.kind == words:
		return nil, p.wants("text in quotes")
	default:
		x, err := strconv.ParseFloat(token, 64)
		if err != nil || x != x {
			return nil, p.wants("a number")
		}
		value = x
		if n, err := strconv.ParseInt(token, 10, 64); err == nil && c.kind == whole { // seeds are exact
			value = n
		}
	}
	p.take(token)
	return value, nil
}
