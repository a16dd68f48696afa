package study

import (
	"errors"
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/nearest"
	"go.yaml.in/yaml/v3"
)

// fields are the fields of a file.
var fields = []string{"methods", "modes", "data", "protocols", "epsilons", "deltas", "seeds", "variants", "every", "nodes", "vary"}

func unknownField(name string) error {
	return fmt.Errorf("unknown field %q; %s", name, nearest.Hint(name, slices.Concat(fields, readings)))
}

// Read reads a study from a file in YAML.
func Read(path string) (Study, error) {
	text, err := file.Read(path)
	if err != nil {
		return Study{}, fmt.Errorf("study: %w", err)
	}
	s, err := parse(text)
	if err != nil {
		return Study{}, fmt.Errorf("study: %s, %w", path, err)
	}
	return s, nil
}

// parse reads a study. Errors name the line.
func parse(text []byte) (s Study, err error) {
	var file yaml.Node
	if err := yaml.Unmarshal(text, &file); err != nil {
		return s, err // which says the line
	}
	if len(file.Content) == 0 {
		return s, errors.New("line 1: the file is empty")
	}
	seen := map[string]bool{}
	return s, pairs(file.Content[0], func(name string, value *yaml.Node) error {
		if seen[name] {
			return fmt.Errorf("%s is given twice", name)
		}
		seen[name] = true
		if name == "vary" {
			return pairs(value, func(setting string, value *yaml.Node) error {
				values, err := scalars(setting, value)
				if err != nil {
					return err
				}
				return s.SetVary(setting, values...)
			})
		}
		if err := (&Study{}).Set(name); err != nil { // before errors in its values
			return err
		}
		values, err := scalars(name, value)
		if err != nil {
			return err
		}
		return s.Set(name, values...)
	})
}

// errLine is an error with its line.
type errLine struct {
	line int
	error
}

func (e errLine) Error() string { return fmt.Sprintf("line %d: %v", e.line, e.error) }

// pairs calls each for the entries of a mapping.
func pairs(n *yaml.Node, each func(name string, value *yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return errLine{n.Line, errors.New("want lines such as \"name: value\"")}
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if err := each(n.Content[i].Value, n.Content[i+1]); err != nil {
			if _, ok := err.(errLine); ok {
				return err
			}
			return errLine{n.Content[i].Line, err}
		}
	}
	return nil
}

// scalars returns the values of a list, or a single value.
func scalars(name string, n *yaml.Node) (values []string, err error) {
	list := n.Content
	switch n.Kind {
	case yaml.ScalarNode:
		list = []*yaml.Node{n}
	case yaml.SequenceNode:
	default:
		return nil, errLine{n.Line, fmt.Errorf("%s: want a value, or a list such as [a, b]", name)}
	}
	for _, x := range list {
		quoted := x.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0
		if x.Kind != yaml.ScalarNode || x.Value == "~" || x.Value == "" && !(quoted && name == "variants") {
			return nil, errLine{x.Line, fmt.Errorf("%s: want a value, or a list such as [a, b]", name)}
		}
		values = append(values, x.Value)
	}
	if len(values) == 0 {
		return nil, errLine{n.Line, fmt.Errorf("%s: the list is empty", name)}
	}
	return values, nil
}
