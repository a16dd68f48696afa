// Package program turns any program, in any language, into a method, and audits it.
//
// A YAML file describes the program: its command, the kind of its release and the relation of
// neighbouring graphs that it claims to hide.
//
//	command:  python mine.py {graph} {out} {epsilon} {delta} {seed}
//	releases: graph
//	relation: edge
//
// [Read] reads such a file. [Program.Method] returns a method with one private mode, without a
// proof: trials, studies and sessions run it like any other. [Audit] searches pairs of neighbouring
// graphs for an attack on the program, and confirms the best one on fresh runs.
package program

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/nearest"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/worker"
	"github.com/graphdp/graphdp/models/method/release"
	"go.yaml.in/yaml/v3"
)

// Program is the description of an outside program. [New] checks it.
type Program struct {
	Name  string // by default that of the file
	About string
	// Command starts the program. {graph}, {out}, {epsilon}, {delta} and {seed} stand for the
	// values of a run, and {dir} for the folder of the file. A word that names a file of that
	// folder becomes its path. A worker has only {dir}: it reads its runs from standard input.
	Command Words
	// Socket is the path of a Unix socket on which a running process serves as a worker; it
	// excludes Command.
	Socket   string
	Releases string // graph, graphs, embedding, class scores or numbers
	Relation string // edge by default
	Claims   string // "epsilon delta", or "epsilon" for pure ε without δ
	Graph    string // extension of {graph}: .txt, or for class scores .npz
	Out      string // extension of {out}
	Time     string // limit of a run, such as 90s; 10m by default
	Memory   string // limit of the process, such as 4GiB
	Worker   bool   // the process makes many runs

	dir, digest string
	kind        release.Kind
	relation    gdp.Relation
	limit       time.Duration
	memory      int64
	idle        pool
}

// Words are the words of a command: a list, or a text with blanks between words, which quotation
// marks hold together.
type Words []string

// UnmarshalYAML implements [yaml.Unmarshaler].
func (w *Words) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.SequenceNode {
		return n.Decode((*[]string)(w))
	}
	var err error
	*w, err = Split(n.Value)
	return err
}

var aWord = regexp.MustCompile(`(?:"[^"]*"|'[^']*'|[^\s"'])+`)

// Split divides a command into words.
func Split(command string) (Words, error) {
	if left := aWord.ReplaceAllString(command, ""); strings.TrimSpace(left) != "" {
		return nil, fmt.Errorf("command: %s: a quotation mark is not closed", command)
	}
	list := aWord.FindAllString(command, -1)
	for i, word := range list {
		list[i] = regexp.MustCompile(`"([^"]*)"|'([^']*)'`).ReplaceAllString(word, "$1$2")
	}
	return list, nil
}

// kinds are the kinds of releases, as files name them, with the extension of {out}.
var kinds = map[string]struct {
	kind release.Kind
	out  string
}{
	"graph": {release.KindGraph, ".txt"}, "graphs": {release.KindGraphs, ".zip"}, "embedding": {release.KindEmbedding, ".txt"},
	"class scores": {release.KindClassifier, ".txt"}, "numbers": {release.KindStatistics, ".json"},
}

// Kinds lists the kinds of releases that a program's file can name.
func Kinds() []string { return slices.Sorted(maps.Keys(kinds)) }

// Is reports whether a name is that of a program's file rather than of a method.
func Is(name string) bool {
	extension := strings.ToLower(filepath.Ext(name))
	return extension == ".yaml" || extension == ".yml"
}

// Read reads the file of a program.
func Read(path string) (*Program, error) {
	text, err := file.Read(path)
	if err != nil {
		return nil, fmt.Errorf("program: %w", err)
	}
	p := new(Program)
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(p); err != nil {
		return nil, fmt.Errorf("program: %s: %s", path, strings.ReplaceAll(err.Error(), " not found in type program.Program", " is unknown; see docs/submitting.md"))
	}
	if p.Name == "" {
		p.Name = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	}
	if err := p.prepare(filepath.Dir(path), text); err != nil {
		return nil, fmt.Errorf("program: %s: %w", path, err)
	}
	return p, nil
}

// New checks a description that no file holds. Paths in its command are relative to the working
// folder.
func New(p *Program) error {
	if p == nil {
		return errors.New("program: no description")
	}
	if err := p.prepare(".", fmt.Append(nil, p.Command, p.Socket)); err != nil {
		return fmt.Errorf("program: %w", err)
	}
	return nil
}

var aName = regexp.MustCompile(`^[A-Za-z][\w.-]*$`)

// prepare checks the description and finds the files that it names.
func (p *Program) prepare(dir string, text []byte) (err error) {
	if p.dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	p.Relation, p.Time = or(p.Relation, "edge"), or(p.Time, "10m")
	k, known := kinds[p.Releases]
	switch {
	case !aName.MatchString(p.Name):
		return fmt.Errorf("name: %q: must be letters, digits, dots and hyphens, and begin with a letter", p.Name)
	case !known:
		return fmt.Errorf("releases: %q; %s", p.Releases, nearest.Hint(p.Releases, Kinds()))
	case (len(p.Command) == 0) == (p.Socket == ""):
		return errors.New("command: give the command that starts the program, such as python mine.py {graph} {out} {epsilon} {seed}")
	case p.Claims != "" && p.Claims != "epsilon" && p.Claims != "epsilon delta":
		return fmt.Errorf("claims: %q: must be epsilon, or epsilon delta", p.Claims)
	}
	p.kind, p.Out, p.Graph = k.kind, or(p.Out, k.out), or(p.Graph, map[bool]string{true: ".npz", false: ".txt"}[k.kind == release.KindClassifier])
	if p.relation, err = gdp.ParseRelation(p.Relation); err != nil {
		return fmt.Errorf("relation: %w", err)
	}
	if p.limit, err = time.ParseDuration(p.Time); err != nil || p.limit <= 0 {
		return fmt.Errorf("time: %q: must be a duration above 0, such as 90s or 10m", p.Time)
	}
	if p.Memory != "" {
		if p.memory, err = worker.Bytes(p.Memory); err != nil {
			return fmt.Errorf("memory: %w", err)
		}
	}
	if p.kind == release.KindGraph {
		err = p.kind.Writable("x" + p.Out)
	}
	if f, bad := graphio.FormatOf("x" + p.Graph); bad != nil || f == graphio.TU {
		err = fmt.Errorf("graph: %q is no extension of a graph's file", p.Graph)
	}
	if err != nil || p.Socket != "" {
		p.digest = "function"
		return err
	}
	return p.find(text)
}

// aScript is the name of a file that an interpreter runs.
var aScript = regexp.MustCompile(`^[^{}]+\.(py|R|jl|pl|rb|sh|js|m)$`)

// find finds the program and its files, and computes a digest of them.
func (p *Program) find(text []byte) error {
	h := sha256.New()
	_, _ = h.Write(text)
	for i, word := range p.Command {
		word = strings.ReplaceAll(word, "{dir}", p.dir)
		path := word
		if !filepath.IsAbs(path) {
			path = filepath.Join(p.dir, word)
		}
		if content, err := file.Read(path); err == nil && (i > 0 || strings.ContainsAny(word, `/\`)) {
			_, _ = h.Write(content)
			word = path
		} else if i == 1 && aScript.MatchString(word) {
			return fmt.Errorf("command: %s: no such file; give a path that begins in %s, the folder of the description", word, p.dir)
		}
		p.Command[i] = word
	}
	if _, err := exec.LookPath(p.Command[0]); err != nil {
		return fmt.Errorf("command: %w", err)
	}
	if all := strings.Join(p.Command, " "); !p.Worker && !(strings.Contains(all, "{graph}") && strings.Contains(all, "{out}")) {
		return fmt.Errorf("command: %s: must have {graph} and {out}, the files that it reads and writes; or give worker: true", all)
	}
	p.digest = hex.EncodeToString(h.Sum(nil)[:6])
	return nil
}

func or(text, fallback string) string {
	if text == "" {
		return fallback
	}
	return text
}

// pool holds idle workers.
type pool struct {
	sync.Mutex
	list []*process
	all  string // the folder that holds those of processes
	dirs int    // how many these are
	said string // by the last run that failed, and how it failed
}
