package claim

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/lists"
)

// importPath is the path of this package.
const importPath = "github.com/graphdp/graphdp/gdp/claim"

// verdicts maps the declaring functions to verdicts.
var verdicts = map[string]Verdict{"Holds": VerdictHolds, "Fails": VerdictFails, "Loose": VerdictLoose}

// Scan reads the declarations of all _test.go files below root. It skips the folders that the go
// command skips: testdata, vendor, names that begin with "." or "_", other modules. Claims are
// sorted by key, file and line.
//
// An invalid declaration is an error with its position. Key and statement must be string literals,
// and the declaration must be in a function that `go test` runs. It is also an error to declare a
// statement with two verdicts, or twice in the same test.
func Scan(root string) ([]Claim, error) {
	var claims []Claim
	var wrong []error
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name != root && leftOut(name, d.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, "_test.go") {
			return nil
		}
		source, err := file.Read(name)
		if err != nil || !bytes.Contains(source, []byte(importPath)) {
			return err
		}
		relative, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		found, err := scanFile(filepath.ToSlash(relative), source)
		if err != nil {
			wrong = append(wrong, err)
		}
		claims = append(claims, found...)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("claim: reading %s: %w", root, err)
	}
	wrong = append(wrong, contradictions(claims)...)
	if len(wrong) > 0 {
		return nil, errors.Join(wrong...)
	}
	slices.SortFunc(claims, func(a, b Claim) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return claims, nil
}

func leftOut(dir, base string) bool {
	if base == "testdata" || base == "vendor" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") {
		return true
	}
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// scanFile reads the declarations of one file.
func scanFile(name string, source []byte) ([]Claim, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("claim: %w", err)
	}
	local := ""
	for _, spec := range file.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil && p == importPath {
			local = path.Base(importPath)
			if spec.Name != nil {
				local = spec.Name.Name
			}
		}
	}
	var claims []Claim
	var wrong []error
	for _, d := range file.Decls {
		ast.Inspect(d, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			verdict, ok := declared(call, local)
			if !ok {
				return true
			}
			at := files.Position(call.Pos())
			c, err := read(call, d)
			if err != nil {
				wrong = append(wrong, fmt.Errorf("claim: %s:%d: %w", name, at.Line, err))
				return true
			}
			c.Verdict, c.File, c.Package, c.Line = verdict, name, path.Dir(name), at.Line
			claims = append(claims, c)
			return true
		})
	}
	return claims, errors.Join(wrong...)
}

// declared reports whether a call is a declaration, given the local name of this package.
func declared(call *ast.CallExpr, local string) (Verdict, bool) {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	if x, ok := selector.X.(*ast.Ident); !ok || x.Name != local {
		return "", false
	}
	v, ok := verdicts[selector.Sel.Name]
	return v, ok
}

var keyForm = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// read extracts key, statement and test from a declaration.
func read(call *ast.CallExpr, in ast.Decl) (Claim, error) {
	f, ok := in.(*ast.FuncDecl)
	if !ok || f.Recv != nil || !isTest(f.Name.Name) {
		return Claim{}, errors.New("a claim must be declared in the body of a Test function, so that it can be run by name")
	}
	if len(call.Args) != 3 {
		return Claim{}, fmt.Errorf("a claim takes t, key and statement, not %d arguments", len(call.Args))
	}
	key, keyOK := text(call.Args[1])
	statement, statementOK := text(call.Args[2])
	switch {
	case !keyOK || !statementOK:
		return Claim{}, errors.New("key and statement must be string literals, so that they can be read without running the test")
	case !keyForm.MatchString(key):
		return Claim{}, fmt.Errorf("key %q is not a method's folder", key)
	case strings.TrimSpace(statement) == "" || statement != strings.TrimSpace(statement) || strings.Contains(statement, "\n"):
		return Claim{}, fmt.Errorf("statement %q is not one line of text", statement)
	}
	return Claim{Key: key, Statement: statement, Test: f.Name.Name}, nil
}

// isTest reports whether go test treats a name as a test.
func isTest(name string) bool {
	rest, ok := strings.CutPrefix(name, "Test")
	return ok && (rest == "" || !('a' <= rest[0] && rest[0] <= 'z'))
}

// text returns the value of string literals joined by +.
func text(x ast.Expr) (string, bool) {
	switch x := x.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(x.Value)
		return s, err == nil && x.Kind == token.STRING
	case *ast.BinaryExpr:
		left, leftOK := text(x.X)
		right, rightOK := text(x.Y)
		return left + right, x.Op == token.ADD && leftOK && rightOK
	case *ast.ParenExpr:
		return text(x.X)
	}
	return "", false
}

// contradictions returns an error for each statement with two verdicts and for each repetition.
func contradictions(claims []Claim) []error {
	var wrong []error
	type statement struct{ key, text string }
	first := map[statement]Claim{}
	type line struct {
		statement
		test, pkg string
	}
	seen := map[line]bool{}
	for _, c := range claims {
		s := statement{c.Key, c.Statement}
		if f, ok := first[s]; !ok {
			first[s] = c
		} else if f.Verdict != c.Verdict {
			wrong = append(wrong, fmt.Errorf("claim: %s: %q of %s %s, but %s at %s", c.Position(), c.Statement, c.Key, c.Verdict, f.Verdict, f.Position()))
		}
		l := line{s, c.Test, c.Package}
		if seen[l] {
			wrong = append(wrong, fmt.Errorf("claim: %s: %s declares %q twice", c.Position(), c.Test, c.Statement))
		}
		seen[l] = true
	}
	return wrong
}

// Keys returns the distinct keys of the claims, in order.
func Keys(claims []Claim) []string {
	keys := lists.Map(claims, func(c Claim) string { return c.Key })
	slices.Sort(keys)
	return slices.Compact(keys)
}
