package main

import (
	"embed"
	"fmt"
	"go/token"
	"io/fs"
	"strings"
)

//go:embed *.txt
var files embed.FS

// mutant is one way to break the code, and the test that must fail.
type mutant struct {
	name  string // the broken part
	list  string // the file of the list
	file  string // the source, relative to the module
	pkg   string // of the test
	test  string
	edits []edit
}

// edit replaces a text that occurs once.
type edit struct{ old, new string }

// mutants reads all lists.
func mutants(lists fs.FS) ([]mutant, error) {
	names, err := fs.Glob(lists, "*.txt")
	if err != nil {
		return nil, err
	}
	var all []mutant
	for _, name := range names {
		text, err := fs.ReadFile(lists, name)
		if err != nil {
			return nil, err
		}
		for record := range strings.SplitSeq(string(text), "\n\n") {
			m, err := parse(record)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			if m.name != "" {
				m.list = strings.TrimSuffix(name, ".txt")
				all = append(all, m)
			}
		}
	}
	return all, nil
}

// parse reads one entry of a list: see README.md. An entry of comments alone has no
// name.
func parse(record string) (m mutant, err error) {
	var removes, adds []string
	end := func() { // of an edit
		if removes != nil {
			m.edits = append(m.edits, edit{strings.Join(removes, "\n"), strings.Join(adds, "\n")})
		}
		removes, adds = nil, nil
	}
	for line := range strings.SplitSeq(record, "\n") {
		words := strings.Fields(line)
		switch {
		case line == "" || line[0] == '#':
		case m.name == "":
			m.name = line
		case line[0] == '-':
			if adds != nil {
				end()
			}
			removes = append(removes, line[1:])
		case line[0] == '+' && removes != nil:
			adds = append(adds, line[1:])
		case len(words) == 2 && words[0] == "in":
			m.file = words[1]
		case len(words) == 3 && words[0] == "kill":
			m.pkg, m.test = words[1], words[2]
		default:
			return m, fmt.Errorf("%s: invalid line %q", m.name, line)
		}
	}
	end()
	if m.name != "" && (m.file == "" || len(m.edits) == 0 || !token.IsIdentifier(m.test) || !fs.ValidPath(m.pkg)) {
		return m, fmt.Errorf("%s: an entry has a file, a test and an edit", m.name)
	}
	return m, nil
}

// apply returns the broken source.
func (m mutant) apply(source []byte) ([]byte, error) {
	text := string(source)
	for _, e := range m.edits {
		if n := strings.Count(text, e.old); n != 1 || e.old == e.new {
			return nil, fmt.Errorf("%s has %q %d times, want once, and another text in its place", m.file, e.old, n)
		}
		text = strings.Replace(text, e.old, e.new, 1)
	}
	return []byte(text), nil
}
