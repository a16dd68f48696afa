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

// A [Proof] counts as proved if the module that names it has registered its document, and
// the document names its test where the proof is written. Otherwise it is an assertion: the
// ledger and the guarantee say that it is asserted, and by which package. A proof of another
// module is about that module's bounds.

// documents are the files of a module.
type documents struct {
	module string
	files  fs.FS
}

// library are the documents that this program knows.
var library = struct {
	sync.Mutex
	modules []documents
	known   map[named]bool // of those that were asked for
}{modules: []documents{{home, docs.Files}}, known: map[named]bool{}}

// named is a proof as a module names it; of any module, if that is empty.
type named struct {
	Proof
	module string
}

// RegisterProofs makes the documents of a module known to the program, usually an
// embedded folder, in an init function of the package whose proofs they hold. Paths
// below the folder are what [Proof.Doc] names. A module has to test that its documents
// say what its code does: package gdptest checks that every proof it names is written
// down and has a test. The documents are those of the module whose package calls.
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

// Known reports whether the program knows the proof: there is a registered document of
// its name, and the section that it names mentions the test.
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

// ourselves is this package, of the module home. Plans of methods come through checkpoint.
var (
	ourselves  = reflect.TypeFor[Session]().PkgPath()
	home       = strings.TrimSuffix(ourselves, "/gdp")
	checkpoint = home + "/models/method/checkpoint"
)

// caller returns the package that called, outside this one and checkpoint. Their own tests
// are callers.
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

// program returns the module of package main and all modules that the program knows.
var program = sync.OnceValues(func() (main string, modules []string) {
	modules = []string{home}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "main", modules
	}
	modules = append(modules, info.Main.Path)
	for _, m := range info.Deps { // a test has none
		modules = append(modules, m.Path)
	}
	return info.Main.Path, modules
})

// moduleOf returns the module of a package; where the program does not know it, the package.
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

// asserter returns the package outside this one that called, if it gives a bound whose proof
// its module has not registered; a claim is not asserted: it names its source.
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
