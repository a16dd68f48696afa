package nbtest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// The cells of the notebook below. Their bodies are not those of its source,
// which no test compiles: nbtest compares names.
func showTwo()   { nb.Show("one"); nb.Show(nb.Markdown("**two**")) }
func showSize()  { nb.Show(nb.Small()) }
func fails()     { nb.Check(errors.New("no such graph")) }
func showsNone() { nb.Live("gone"); nb.Progress("gone", 1).Done() }

const source = `package sample

// %%
import "fmt"

// %%
func showTwo() {
	fmt.Println()
}

// %%
var helper = 1

// %%
func showSize() {
	fmt.Println()
}
`

// notebook makes the folder of a notebook and returns its path.
func notebook(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "00_sample")
	must.Do(t, os.Mkdir(dir, 0o777))
	must.Do(t, os.WriteFile(filepath.Join(dir, "00_sample.go"), []byte(source), 0o666))
	return dir
}

func TestRun(t *testing.T) {
	t.Chdir(notebook(t))
	t.Setenv("GDP_SIZE", "full")
	got := Run(t, showTwo, showSize)
	want := map[string][]Output{
		"showTwo": {
			{"text/plain": "one"},
			{"text/plain": "**two**", "text/markdown": "**two**"},
		},
		"showSize": {{"text/plain": "true"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("Run returns %v, want %v", got, want)
	}
}

// This binary runs itself for a test that must fail.
func TestRunFails(t *testing.T) {
	if os.Getenv("NBTEST_FAIL") != "" {
		Run(t, showTwo, fails, showsNone)
		return
	}
	exe := must.Get(os.Executable())(t)
	cmd := exec.Command(exe, "-test.run=^TestRunFails$", "-test.v")
	cmd.Dir = notebook(t)
	cmd.Env = append(os.Environ(), "NBTEST_FAIL=1")
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Error("the test passes")
	}
	for _, want := range []string{ // regular expressions
		"the test runs showTwo, fails, showsNone; 00_sample.go has the cells showTwo, showSize",
		"--- PASS: TestRunFails/showTwo",
		"--- FAIL: TestRunFails/fails",
		`nbtest_test\.go:\d+: no such graph`,
		"--- FAIL: TestRunFails/showsNone",
		"the cell shows nothing that the notebook would keep",
	} {
		if !regexp.MustCompile(want).Match(out) {
			t.Errorf("the test does not print %q:\n%s", want, out)
		}
	}
}

func TestCheckNames(t *testing.T) {
	dir := notebook(t)
	for _, test := range []struct {
		names []string
		want  string
	}{
		{[]string{"showTwo", "showSize"}, ""},
		{[]string{"showSize", "showTwo"}, "the test runs showSize, showTwo"},
		{[]string{"showTwo"}, "the test runs showTwo;"},
		{[]string{"showTwo", "showSize", "helper"}, "the test runs showTwo, showSize, helper"},
	} {
		err := checkNames(dir, test.names)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%v: %v, want %q", test.names, err, test.want)
		}
	}
	if err := checkNames(t.TempDir(), nil); err == nil || !strings.Contains(err.Error(), "the notebook's source") {
		t.Errorf("without a source: %v", err)
	}
	broken := filepath.Join(dir, "00_sample.go")
	must.Do(t, os.WriteFile(broken, []byte("package"), 0o666))
	if err := checkNames(dir, nil); err == nil || !strings.Contains(err.Error(), "00_sample.go:1:8") {
		t.Errorf("broken source: %v", err)
	}
}
