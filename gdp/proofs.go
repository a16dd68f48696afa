package gdp

import (
	"errors"
	"io/fs"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"sync"

	"github.com/graphdp/graphdp/docs"
)

// A [Proof] counts as proved if the program knows its document, and the document names
// its test where the proof is written. Otherwise it is an assertion: the ledger and the
// guarantee say that it is asserted, and by which package.

// library are the documents that this program knows.
var library = struct {
	sync.Mutex
	files []fs.FS
	known map[Proof]bool // of those that were asked for
}{files: []fs.FS{docs.Files}, known: map[Proof]bool{}}

// RegisterProofs makes the documents of a module known to the program, usually an
// embedded folder, in an init function of the package whose proofs they hold. Paths
// below the folder are what [Proof.Doc] names. A module has to test that its documents
// say what its code does: package gdptest checks that every proof it names is written
// down and has a test.
func RegisterProofs(documents fs.FS) error {
	if documents == nil {
		return errors.New("gdp: no documents to register")
	}
	library.Lock()
	defer library.Unlock()
	library.files = append(library.files, documents)
	clear(library.known)
	return nil
}

// Known reports whether the program knows the proof: there is a registered document of
// its name, and the section that it names mentions the test.
func (p Proof) Known() bool {
	library.Lock()
	defer library.Unlock()
	known, asked := library.known[p]
	if asked {
		return known
	}
	name, anchor, _ := strings.Cut(p.Doc, "#")
	for _, files := range library.files {
		text, err := fs.ReadFile(files, name)
		known = known || err == nil && strings.Contains(section(string(text), anchor), p.Test)
	}
	library.known[p] = known
	return known
}

// section returns the part of a document below the heading that an anchor names, up to the
// next heading of its level or a higher one; the whole document without an anchor.
func section(text, anchor string) string {
	if anchor == "" {
		return text
	}
	level := 0
	var part strings.Builder
	for line := range strings.Lines(text) {
		marks := len(line) - len(strings.TrimLeft(line, "#"))
		if title, ok := strings.CutPrefix(line[marks:], " "); marks > 0 && ok {
			switch {
			case level > 0 && marks <= level:
				return part.String()
			case level == 0 && anchorOf(title) == anchor:
				level = marks
			}
		}
		if level > 0 {
			part.WriteString(line)
		}
	}
	return part.String()
}

var notInAnchors = regexp.MustCompile(`[^\p{L}\p{N} _-]`)

// anchorOf returns the anchor of a heading, as web pages make it.
func anchorOf(title string) string {
	name := notInAnchors.ReplaceAllString(strings.ToLower(strings.TrimSpace(title)), "")
	return strings.ReplaceAll(name, " ", "-")
}

var ourselves = reflect.TypeFor[Session]().PkgPath()

// caller returns the package outside this one that called.
func caller() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for {
		frame, more := frames.Next()
		slash := strings.LastIndexByte(frame.Function, '/')
		pkg, _, _ := strings.Cut(frame.Function[slash+1:], ".")
		if pkg = frame.Function[:slash+1] + pkg; pkg != ourselves {
			return pkg
		}
		if !more {
			return "an unknown package"
		}
	}
}

// asserter returns the package outside this one that called, if it gives a bound whose proof
// is not known; nobody asserts a claim, which says itself whose it is.
func asserter(b Basis) string {
	if p, ok := b.(Proof); ok && !p.Known() {
		return caller()
	}
	return ""
}
