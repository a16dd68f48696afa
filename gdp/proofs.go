package gdp

import (
	"errors"
	"io/fs"
	"reflect"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/graphdp/graphdp/docs"
)

// A [Proof] counts as proved if the module that names it registered its document, and the named
// section of the document mentions the test. Otherwise it is an assertion: the ledger and the
// guarantee show it as asserted, with the package that asserts it. A proof registered by another
// module does not count for this module's bounds.

// documents are the proof documents of a module.
type documents struct {
	module string
	files  fs.FS
}

// library holds the documents that this program knows.
var library = struct {
	sync.Mutex
	modules []documents
	known   map[named]bool // cache of answers
}{modules: []documents{{home, docs.Files}}, known: map[named]bool{}}

// named is a proof and the module that names it; an empty module means any.
type named struct {
	Proof
	module string
}

// RegisterProofs registers the documents of the calling package's module, usually an embedded
// folder. Call it in an init function of the package whose proofs they hold. [Proof.Doc] names
// paths below the folder. Each module has to test that its documents match its code: package
// gdptest checks that every named proof is written down and has a test.
func RegisterProofs(files fs.FS) error {
	if files == nil {
		return errors.New("gdp: no documents to register")
	}
	library.Lock()
	defer library.Unlock()
	library.modules = append(library.modules, documents{moduleOf(caller()), files})
	clear(library.known)
	return nil
}

// Known reports whether the program knows the proof: a document of that name is registered, and the
// named section mentions the test.
func (p Proof) Known() bool { return named{p, ""}.known() }

func (p named) known() bool {
	library.Lock()
	defer library.Unlock()
	known, asked := library.known[p]
	if asked {
		return known
	}
	name, anchor, _ := strings.Cut(p.Doc, "#")
	for _, s := range library.modules {
		if p.module == "" || p.module == s.module {
			text, err := fs.ReadFile(s.files, name)
			known = known || err == nil && strings.Contains(section(string(text), anchor), p.Test)
		}
	}
	library.known[p] = known
	return known
}

// section returns the part of a document from the heading with the anchor to the next heading of
// the same or a higher level; without an anchor, the whole document.
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

// anchorOf returns the anchor that web pages make of a heading.
func anchorOf(title string) string {
	name := notInAnchors.ReplaceAllString(strings.ToLower(strings.TrimSpace(title)), "")
	return strings.ReplaceAll(name, " ", "-")
}

// ourselves is this package, in module home. Methods make their plans through checkpoint.
var (
	ourselves  = reflect.TypeFor[Session]().PkgPath()
	home       = strings.TrimSuffix(ourselves, "/gdp")
	checkpoint = home + "/models/method/checkpoint"
)

// caller returns the calling package outside this one and checkpoint. Tests of these packages count
// as callers.
func caller() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for {
		frame, more := frames.Next()
		slash := strings.LastIndexByte(frame.Function, '/')
		pkg, _, _ := strings.Cut(frame.Function[slash+1:], ".")
		if pkg = frame.Function[:slash+1] + pkg; pkg != ourselves && pkg != checkpoint || strings.HasSuffix(frame.File, "_test.go") {
			return pkg
		}
		if !more {
			return "an unknown package"
		}
	}
}

// program returns the main module and all modules that the program contains.
var program = sync.OnceValues(func() (main string, modules []string) {
	modules = []string{home}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "main", modules
	}
	modules = append(modules, info.Main.Path)
	for _, m := range info.Deps { // empty in a test
		modules = append(modules, m.Path)
	}
	return info.Main.Path, modules
})

// moduleOf returns the module of a package, or the package itself if the module is unknown.
func moduleOf(pkg string) (module string) {
	main, modules := program()
	if pkg == "main" {
		return main
	}
	module = strings.TrimSuffix(pkg, "_test")
	longest := 0
	for _, m := range modules {
		if len(m) > longest && strings.HasPrefix(strings.TrimSuffix(pkg, "_test")+"/", m+"/") {
			module, longest = m, len(m)
		}
	}
	return module
}

// asserter returns the calling package if its module has not registered the proof of the bound. A
// claim is not asserted, since it names its source.
func asserter(b Basis) string {
	p, ok := b.(Proof)
	if !ok {
		return ""
	}
	if by := caller(); !(named{p, moduleOf(by)}).known() {
		return by
	}
	return ""
}
