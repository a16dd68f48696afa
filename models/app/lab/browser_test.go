package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/app/internal/browsertest"
)

// The tests of this file run the real thing: they need a checkout that `gdp
// lab` has prepared, and a Chromium for the one that looks at a page. Without
// them they are skipped, or fail where GDP_REQUIRE_BROWSER is 1.

// missing ends a test that lacks a requirement.
func missing(t *testing.T, format string, args ...any) {
	t.Helper()
	if os.Getenv(browsertest.Required) == "1" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// prepared returns the checkout around the tests, as gdp lab left it; what Jupyter
// writes for itself goes elsewhere.
func prepared(t *testing.T) *Env {
	t.Helper()
	if testing.Short() {
		t.Skip("takes a real JupyterLab")
	}
	root := must.Get(Find("."))(t)
	if _, ready := Ready(root); !ready {
		missing(t, "no prepared .venv in this checkout: run gdp lab first")
	}
	s := newSetup(Options{Root: root})
	python, err := askPython(t.Context(), s.Env.python(), s.environ())
	if err != nil || !s.packagesHold(python) {
		missing(t, "the .venv of this checkout is out of date (%v): run gdp lab again", err)
	}
	s.Env.jupyter = t.TempDir()
	return s.Env
}

// copyWithoutOutputs copies a notebook, cleared, and counts its code cells and
// the images that it had put out.
func copyWithoutOutputs(t *testing.T, from, to string) (cells, images int) {
	t.Helper()
	text := must.Get(os.ReadFile(from))(t)
	var notebook struct {
		Cells         []map[string]any `json:"cells"`
		Metadata      map[string]any   `json:"metadata"`
		NBFormat      int              `json:"nbformat"`
		NBFormatMinor int              `json:"nbformat_minor"`
	}
	must.Do(t, json.Unmarshal(text, &notebook))
	for _, cell := range notebook.Cells {
		if cell["cell_type"] != "code" {
			continue
		}
		cells++
		outputs, _ := json.Marshal(cell["outputs"])
		images += strings.Count(string(outputs), `"image/svg+xml":`) + strings.Count(string(outputs), `"image/png":`)
		cell["outputs"], cell["execution_count"] = []any{}, nil
	}
	text = must.Get(json.Marshal(notebook))(t)
	must.Do(t, writeFile(to, text))
	return cells, images
}

// page is a notebook that is open in a browser.
type page struct {
	*testing.T
	ctx  context.Context
	name string

	mu        sync.Mutex
	strangers []string // requested addresses outside JupyterLab
}

// do acts on the page.
func (p *page) do(what string, actions ...chromedp.Action) {
	p.Helper()
	if err := chromedp.Run(p.ctx, actions...); err != nil {
		screenshot(p.ctx, p.T, p.name+"-failed.png")
		p.Fatalf("%s: %v", what, err)
	}
}

// browse serves the notebooks of env and opens one of them.
func browse(t *testing.T, env *Env, name string) *page {
	t.Helper()
	p := &page{T: t, name: name}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	ready := make(chan Server, 1)
	served := make(chan error, 1)
	serving, stopServing := context.WithCancel(ctx)
	go func() {
		served <- env.Serve(serving, ServeOptions{Port: freePort(t), Size: "small", Ready: func(s Server) { ready <- s }})
	}()
	t.Cleanup(func() {
		stopServing()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	var server Server
	select {
	case server = <-ready:
	case err := <-served:
		served <- nil
		t.Fatal(err)
	}

	ctx = browsertest.Open(ctx, t, 1280, 1000)
	chromedp.ListenTarget(ctx, func(event any) {
		if request, ok := event.(*network.EventRequestWillBeSent); ok {
			u, err := url.Parse(request.Request.URL)
			if err != nil || (strings.HasPrefix(u.Scheme, "http") && u.Hostname() != "localhost") {
				p.mu.Lock()
				p.strangers = append(p.strangers, request.Request.URL)
				p.mu.Unlock()
			}
		}
	})

	address := fmt.Sprintf("http://localhost:%d/lab/tree/notebooks/%s/%s.ipynb?token=%s", server.Port, name, name, server.Token)
	p.ctx = ctx
	p.do("opening the notebook", network.Enable(), chromedp.Navigate(address),
		chromedp.WaitVisible(`.jp-NotebookPanel .jp-CodeCell`, chromedp.ByQuery))
	p.do("waiting for the kernel", waitFor(`document.querySelector('.jp-NotebookPanel .jp-KernelName')?.textContent === 'Go (graphdp)'`))
	// A kernel that does not answer JupyterLab's first question within three
	// seconds, as on a busy machine, is of unknown state until a cell runs.
	err := chromedp.Run(ctx, chromedp.Poll(idle, nil, chromedp.WithPollingInterval(100*time.Millisecond), chromedp.WithPollingTimeout(30*time.Second)))
	if err != nil && !errors.Is(err, chromedp.ErrPollingTimeout) {
		t.Fatal(err)
	}
	return p
}

// runAll runs all cells and waits for them.
func (p *page) runAll(cells int) {
	p.Helper()
	p.do("Run > Run All Cells", choose("Run", "runmenu:run-all")...)
	p.do("waiting for the cells", waitFor(fmt.Sprintf(`
		[...document.querySelectorAll('.jp-NotebookPanel .jp-CodeCell .jp-InputPrompt')].filter(p => /^\[\d+\]:$/.test(p.textContent)).length === %d
		&& %s`, cells, idle)))
}

// The first steps of a user: open the tour in JupyterLab, run all cells, and see figures, formulas
// and no error. The page makes no requests to other hosts. Only a copy is saved: the notebook of
// the checkout is unchanged.
func TestTourInBrowser(t *testing.T) {
	const name = "00_tour"
	t.Parallel()
	env := prepared(t)
	folder := t.TempDir()
	cells, images := copyWithoutOutputs(t, env.notebook(name), filepath.Join(folder, name, name+".ipynb"))
	if images == 0 {
		t.Fatalf("%s is stored without figures: nothing to compare with", name)
	}
	env.Notebooks, env.Work = folder, t.TempDir()
	before := must.Get(os.ReadFile(env.notebook(name)))(t)
	p := browse(t, env, name)
	p.runAll(cells)
	p.do("File > Save Notebook", choose("File", "docmanager:save")...)
	eventually(t, "the copy is saved", func() bool {
		copied, err := os.ReadFile(filepath.Join(env.Work, "notebooks", name, name+".ipynb"))
		return err == nil && strings.Count(string(copied), "image/svg+xml") >= images
	})
	if after, err := os.ReadFile(env.notebook(name)); err != nil || !bytes.Equal(before, after) {
		t.Errorf("a run changed the notebook of the checkout (%v)", err)
	}

	// Chromium leaves out areas off the screen: make room for all of them.
	var height int64
	p.do("measuring it", chromedp.Evaluate(`
		document.head.insertAdjacentHTML('beforeend', '<style>.jp-Cell { content-visibility: visible !important }</style>');
		(function tallest(e) { return e ? Math.max(e.scrollHeight, tallest(e.parentElement)) : 0 })(
			document.querySelector('.jp-NotebookPanel .jp-Cell'))`, &height))
	p.do("showing it whole", chromedp.EmulateViewport(1280, height+200),
		waitFor(`(function top(e) { if (e) { e.scrollTop = 0; top(e.parentElement) } })(document.querySelector('.jp-NotebookPanel .jp-Cell'))
			|| document.querySelector('.jp-NotebookPanel .jp-Cell').getBoundingClientRect().top > 0`),
		waitFor(`document.querySelectorAll('.jp-NotebookPanel mjx-container').length > 0`))
	screenshot(p.ctx, t, name+".png")

	var seen struct {
		Errors  []string
		Images  [][2]float64
		Raw     []string
		BadMath int
		Toasts  []string
	}
	p.do("looking at the page", chromedp.Evaluate(`(() => {
		const panel = document.querySelector('.jp-NotebookPanel');
		const texts = (root, selector) => [...root.querySelectorAll(selector)].map(e => e.textContent);
		return {
			Errors: texts(panel, '[data-mime-type="application/vnd.jupyter.error"], [data-mime-type="application/vnd.jupyter.stderr"]'),
			Images: [...panel.querySelectorAll('.jp-OutputArea-output img, .jp-OutputArea-output svg')]
				.filter(e => e.tagName !== 'IMG' || (e.complete && e.naturalWidth > 0))
				.map(e => e.getBoundingClientRect()).map(r => [r.width, r.height]),
			Raw: texts(panel, '.jp-MarkdownOutput').filter(s => s.includes('$$') || s.includes('\\')),
			BadMath: panel.querySelectorAll('mjx-merror, [data-mjx-error]').length,
			Toasts: texts(document, '.Toastify__toast'),
		};
	})()`, &seen))
	for _, text := range seen.Errors {
		t.Errorf("a cell put out an error:\n%s", text)
	}
	visible := slices.DeleteFunc(slices.Clone(seen.Images), func(size [2]float64) bool { return size[0] < 50 || size[1] < 50 })
	if len(visible) < images {
		t.Errorf("%d figures are to be seen, want %d; sizes of all: %v", len(visible), images, seen.Images)
	}
	if len(seen.Raw) > 0 || seen.BadMath > 0 {
		t.Errorf("%d formulas with an error; not rendered: %q", seen.BadMath, seen.Raw)
	}
	if len(seen.Toasts) > 0 {
		t.Errorf("JupyterLab pops up: %q", seen.Toasts)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.strangers) > 0 {
		t.Errorf("the page asks elsewhere: %q", p.strangers)
	}
}

// A cell of statements without %% gets the compiler's error, and below it where the rules of
// cells are.
func TestCellWithoutMain(t *testing.T) {
	const name = "90_slip"
	t.Parallel()
	env := prepared(t)
	env.Notebooks, env.Work = t.TempDir(), t.TempDir()
	notebookOf(t, env, name, "club := 34")
	must.Do(t, writeFile(filepath.Join(env.jupyter, "config", "custom", "custom.css"), []byte(cellHint))) // as Prepare does
	p := browse(t, env, name)
	p.runAll(1)
	var below string
	p.do("reading the error", waitFor(`document.querySelector('.jp-NotebookPanel .gonb-err-location')`), chromedp.Evaluate(
		`getComputedStyle(document.querySelector('.jp-NotebookPanel .jp-RenderedHTMLCommon:has(.gonb-err-location)'), '::after').content`, &below))
	screenshot(p.ctx, t, name+".png")
	if !strings.Contains(below, "%%") || !strings.Contains(below, "cells.md") {
		t.Errorf("below the compiler's error stands %q", below)
	}
}

// idle reports, in JavaScript, whether the kernel waits for work.
const idle = `document.querySelector('.jp-NotebookPanel .jp-Notebook-ExecutionIndicator')?.dataset.status === 'idle'`

// waitFor waits until an expression of JavaScript is true.
func waitFor(expression string) chromedp.Action {
	return chromedp.Poll(expression, nil, chromedp.WithPollingInterval(100*time.Millisecond), chromedp.WithPollingTimeout(2*time.Minute))
}

// choose chooses an entry of a menu, by its command.
func choose(menu, command string) []chromedp.Action {
	return []chromedp.Action{
		press(fmt.Sprintf(`[...document.querySelectorAll('#jp-MainMenu .lm-MenuBar-itemLabel')].find(e => e.textContent === '%s')`, menu)),
		press(fmt.Sprintf(`document.querySelector('.lm-Menu-item[data-command="%s"]')`, command)),
	}
}

// press moves the mouse to an element, given as an expression of JavaScript, as
// menus need it, and clicks.
func press(element string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		var at [2]float64
		return chromedp.Tasks{
			waitFor(`!!` + element),
			chromedp.Evaluate(`(r => [r.x + r.width / 2, r.y + r.height / 2])(`+element+`.getBoundingClientRect())`, &at),
			chromedp.ActionFunc(func(ctx context.Context) error {
				return chromedp.Tasks{
					chromedp.MouseEvent(input.MouseMoved, at[0], at[1]),
					chromedp.MouseClickXY(at[0], at[1]),
				}.Do(ctx)
			}),
		}.Do(ctx)
	})
}

// screenshot stores a screenshot in the folder GDP_ARTIFACTS, if that is set.
func screenshot(ctx context.Context, t *testing.T, file string) {
	t.Helper()
	folder := os.Getenv("GDP_ARTIFACTS")
	if folder == "" {
		folder = t.TempDir()
	}
	var png []byte
	if err := chromedp.Run(ctx, chromedp.CaptureScreenshot(&png)); err != nil {
		t.Errorf("screenshot: %v", err)
		return
	}
	path := filepath.Join(folder, file)
	if err := writeFile(path, png); err != nil {
		t.Error(err)
		return
	}
	t.Logf("screenshot: %s", path)
}
