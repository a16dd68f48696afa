package app

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/app/internal/browsertest"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
)

// The tests of this file open pages in a Chromium. Without one they are skipped, or fail where
// GDP_REQUIRE_BROWSER is 1.

// page is a board that is open in a browser.
type page struct {
	*testing.T
	ctx context.Context

	mu       sync.Mutex
	messages []string // errors and warnings of the console, and requests for other addresses
}

// browse opens a file.
func browse(t *testing.T, path string, width, height int) *page {
	t.Helper()
	if testing.Short() {
		t.Skip("takes a real browser")
	}
	path = must.Get(filepath.Abs(path))(t)
	address := (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
	p := &page{T: t}
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	t.Cleanup(cancel)
	ctx = browsertest.Open(ctx, t, width, height)
	p.ctx = ctx
	note := func(text string) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.messages = append(p.messages, text)
	}
	chromedp.ListenTarget(ctx, func(event any) {
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			if asked, _, _ := strings.Cut(e.Request.URL, "#"); asked != address {
				note("a request for " + e.Request.URL)
			}
		case *runtime.EventExceptionThrown:
			note(e.ExceptionDetails.Error())
		case *runtime.EventConsoleAPICalled:
			for _, x := range e.Args {
				note(fmt.Sprintf("console: %s %s", e.Type, x.Value))
			}
		case *log.EventEntryAdded:
			note(e.Entry.Text)
		}
	})
	p.do("opening the page", network.Enable(), log.Enable(), chromedp.Navigate(address), chromedp.WaitVisible(`html[data-ready] #table tbody`, chromedp.ByQuery))
	return p
}

func (p *page) do(what string, actions ...chromedp.Action) {
	p.Helper()
	if err := chromedp.Run(p.ctx, actions...); err != nil {
		p.Fatalf("%s: %v", what, err)
	}
}

// get evaluates an expression of JavaScript.
func get[T any](p *page, expression string) (value T) {
	p.Helper()
	p.do(expression, chromedp.Evaluate(expression, &value))
	return value
}

// act runs JavaScript.
func (p *page) act(statement string) {
	p.Helper()
	p.do(statement, chromedp.Evaluate(statement, nil))
}

// click clicks the first element of a selector.
func (p *page) click(selector string) {
	p.Helper()
	p.do("clicking "+selector, chromedp.Click(selector, chromedp.ByQuery))
}

// set chooses a value in a field.
func (p *page) set(id, value string) {
	p.Helper()
	p.act(fmt.Sprintf(`(() => { const e = document.getElementById(%q); e.value = %q; e.dispatchEvent(new Event("input", { bubbles: true })); return e.value === %[2]q })()`, id, value))
}

// quiet fails where the console has a message.
func (p *page) quiet() {
	p.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range p.messages {
		p.Errorf("the page: %s", m)
	}
	p.messages = nil
}

// keep stores a screenshot.
func (p *page) keep(file string) {
	p.Helper()
	folder := os.Getenv("GDP_ARTIFACTS")
	if folder == "" {
		return
	}
	var png []byte
	p.do("a screenshot", chromedp.CaptureScreenshot(&png))
	must.Do(p, os.WriteFile(filepath.Join(folder, file), png, 0o666))
}

// store writes results to a folder, as a grid of trials keeps them.
func store(t testing.TB, results []trial.Result) string {
	t.Helper()
	folder := t.TempDir()
	var text []byte
	for _, r := range results {
		line := must.Get(json.Marshal(r))(t)
		text = append(append(text, line...), '\n')
	}
	must.Do(t, os.WriteFile(filepath.Join(folder, "results.jsonl"), text, 0o666))
	return folder
}

// boardOf makes a page of results.
func boardOf(t *testing.T, results []trial.Result) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "page")
	calls(t, "", "board", store(t, results), "--out", out)
	return filepath.Join(out, "index.html")
}

// ofKarate are real trials on a small graph.
func ofKarate(t *testing.T) (results []trial.Result) {
	t.Helper()
	club := data.MustLoad("karate")
	for _, x := range []trial.Trial{
		{Method: "privdpr", Mode: "strict", Epsilon: 1}, {Method: "privdpr", Mode: "strict", Epsilon: 2}, {Method: "privdpr", Mode: "strict", Epsilon: 4}, {Method: "privdpr", Mode: "strict", Epsilon: 4, Variant: "Theta=3"},
		{Method: "privdpr", Mode: "null", Epsilon: 1}, {Method: "dpgs", Mode: "null", Epsilon: 2},
	} {
		m := must.Get(method.Find(models.Methods(), x.Method))(t)
		x.Protocol, x.Data, x.Delta = trial.GraphStatistics, "karate", 1e-4
		for seed := range uint64(3) {
			x.Seed = seed + 1
			found := must.Get(trial.Evaluate(t.Context(), m, x, club.Graphs(), nil))(t)
			results = append(results, trial.Result{Trial: x, Measured: found})
		}
	}
	lost := results[0] // nothing is proved of it
	lost.Mode, lost.Proved, lost.Values = "published", math.Inf(1), map[string]float64{trial.KS: 0.001}
	undefined := lost
	undefined.Mode, undefined.Values = "author", map[string]float64{trial.KS: math.NaN()}
	current(t, &lost)
	current(t, &undefined)
	return append(results, lost, undefined)
}

// current gives a made-up result the provenance that its mode has today.
func current(t *testing.T, r *trial.Result) {
	t.Helper()
	m := must.Get(method.Find(models.Methods(), r.Method))(t)
	mode := must.Get(m.Mode(r.Mode))(t)
	r.Made.Config, r.Made.Edition = trial.ConfigKey(m, r.Trial), mode.Edition
}

// words splits a command as a shell does.
func words(command string) (list []string) {
	var word strings.Builder
	quoted := false
	for _, r := range command + " " {
		switch {
		case r == '\'':
			quoted = !quoted
		case r == ' ' && !quoted:
			list = append(list, word.String())
			word.Reset()
		default:
			word.WriteRune(r)
		}
	}
	return list
}

// Every number of a row comes from the command that the row shows, to the last digit shown, also
// of a row of the notebooks.
func TestBoardNumbersAreMadeAgain(t *testing.T) {
	t.Parallel()
	p := browse(t, boardOf(t, ofKarate(t)), 1300, 1000)
	p.act(`document.getElementById("show-aside").click()`)
	n := get[int](p, `document.querySelectorAll("[data-detail]").length`)
	if n != 8 {
		t.Fatalf("%d rows, want 8", n)
	}
	checked := 0
	for i := range n {
		p.act(fmt.Sprintf(`document.querySelectorAll("[data-detail]")[%d].click()`, i))
		command := get[string](p, `document.getElementById("command").textContent`)
		cells := get[[][]string](p, `[...document.querySelectorAll("dialog tbody tr")].map(r => [...r.children].map(c => c.textContent))`)
		p.click("dialog form button")
		if strings.Contains(command, "published") || strings.Contains(command, "author") { // with invented guarantees
			continue
		}
		status, stdout, stderr := call(t, append(words(command)[1:], "--json")...)
		var again struct {
			Trials []trial.Result
		}
		if err := json.Unmarshal([]byte(stdout), &again); status != 0 || err != nil {
			t.Fatalf("%s: %d, %v, %s", command, status, err, stderr)
		}
		for _, row := range cells {
			for j, r := range again.Trials {
				if want := get[string](p, fmt.Sprintf(`(%v).toPrecision(4)`, r.Values[row[0]])); row[2+j] != want {
					t.Errorf("%s: %s of seed %d is %s, and %s is shown", command, row[0], r.Seed, want, row[2+j])
				}
				checked++
			}
		}
	}
	if checked != 6*3*8 {
		t.Errorf("%d numbers are checked", checked)
	}
	p.quiet()
}

// Proved and unproved rows are never ranked together.
func TestBoardSortsAndFilters(t *testing.T) {
	t.Parallel()
	p := browse(t, boardOf(t, ofKarate(t)), 1300, 1000)
	type section struct {
		Title string
		Rows  []string
	}
	read := func() []section {
		return get[[]section](p, `[...document.querySelectorAll("#table tbody")].map(b => ({ Title: b.querySelector(".group").firstChild.textContent,
			Rows: [...b.querySelectorAll("tr[data-row]")].map(r => r.querySelector("th").childNodes[1].textContent + r.querySelector('[data-label="ε asked"]').textContent) }))`)
	}
	show := func(want ...section) {
		t.Helper()
		if got := read(); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("the table has %v, want %v", got, want)
		}
	}
	lost := section{"Claimed only: proved ε is ∞ (2)", []string{"privdpr published1", "privdpr author1"}} // what is undefined is last
	first := read()
	if len(first) != 3 || first[0].Title != "Proved (3)" || fmt.Sprint(first[1]) != fmt.Sprint(lost) {
		t.Fatalf("%v", first)
	}
	p.click(`[data-sort="epsilon"]`)
	up := section{"Proved (3)", []string{"privdpr strict1", "privdpr strict2", "privdpr strict4"}}
	null := section{"References: null controls and runs without privacy (2)", []string{"privdpr null1", "dpgs null2"}}
	slices.Reverse(lost.Rows) // of the same ε: in the order of the store
	if sorted := get[string](p, `document.querySelector('[aria-sort]').textContent + document.querySelector('[aria-sort]').getAttribute("aria-sort")`); sorted != "ε askedascending" {
		t.Error(sorted)
	}
	show(up, lost, null)
	p.click(`[data-sort="epsilon"]`)
	slices.Reverse(up.Rows)
	slices.Reverse(null.Rows)
	show(up, lost, null)
	p.set("epsilon", "4")
	show(section{"Proved (1)", []string{"privdpr strict4"}})
	p.set("epsilon", "")
	p.set("search", "DPGS null")
	show(section{"References: null controls and runs without privacy (1)", []string{"dpgs null2"}})
	p.set("search", "nothing of that name")
	if text := get[string](p, `document.getElementById("count").textContent`); text != "No trial is left by these filters." {
		t.Error(text)
	}
	p.set("search", "")
	p.act(`document.getElementById("show-published").click()`)
	show(up, section{"Claimed only: proved ε is ∞ (1)", []string{"privdpr author1"}}, null)
	p.act(`document.getElementById("show-as-coded").click()`)
	show(up, null)
	marks := get[string](p, `document.querySelector("tr[data-row]").textContent`)
	if !strings.Contains(marks, "not audited") || !strings.Contains(marks, "✔") {
		t.Errorf("the marks of a row: %s", marks)
	}
	// The address keeps all of it.
	was := get[string](p, `document.getElementById("table").textContent`)
	p.do("loading the page again", chromedp.Reload(), chromedp.WaitVisible(`html[data-ready] #table tbody`, chromedp.ByQuery))
	if now := get[string](p, `document.getElementById("table").textContent`); now != was {
		t.Errorf("after a reload: %s, before: %s", now, was)
	}
	p.quiet()
}

// The shipped page works: hover, legend, themes and details, without requests to other hosts. On a
// phone nothing is wider than the screen.
func TestShippedBoardInBrowser(t *testing.T) {
	t.Parallel()
	p := browse(t, "../../docs/board/index.html", 1300, 1400)
	tasks := get[[]string](p, `[...document.querySelectorAll("#tasks button")].map(b => b.textContent)`)
	if len(tasks) < 4 {
		t.Fatalf("tasks %q", tasks)
	}
	for _, task := range tasks {
		p.act(fmt.Sprintf(`document.querySelector('[data-task="%s"]').click()`, task))
		if task == "Audits" {
			continue
		}
		var bad, cut []string
		p.do("looking at the figures", chromedp.Evaluate(`[...document.querySelectorAll("#panels figure")].flatMap(f => [...f.querySelectorAll("path, line, circle, rect, text")]
			.flatMap(e => [...e.attributes]).filter(a => /NaN|Infinity|undefined/.test(a.value)).map(a => f.textContent.slice(0, 40) + ": " + a.name + "=" + a.value))`, &bad))
		p.do("looking for texts that lie on each other, or are cut", chromedp.Evaluate(overprints, &cut))
		if bad = append(bad, cut...); len(bad) > 0 {
			t.Errorf("%s: %q", task, bad[:1])
		}
		if n := get[int](p, `document.querySelectorAll("#panels svg line.axis").length`); n == 0 {
			t.Errorf("%s has no figures", task)
		}
		p.accessible("light, " + task)
		p.act(`document.documentElement.dataset.theme = "dark"`)
		p.accessible("dark, " + task)
		p.keep("board-dark-" + strings.ToLower(task) + ".png")
		p.act(`delete document.documentElement.dataset.theme`)
		p.keep("board-light-" + strings.ToLower(task) + ".png")
	}

	p.act(`document.querySelector('[data-task="Synthesis"]').click()`)
	p.axe("light")
	p.act(`document.documentElement.dataset.theme = "dark"`)
	p.axe("dark")
	p.act(`delete document.documentElement.dataset.theme; document.querySelector('[data-task="Embedding"]').click()`)
	var at [2]float64
	p.do("hover", chromedp.Evaluate(`(() => { const m = document.querySelector("#panels svg circle"); m.scrollIntoView({ block: "center" }); const r = m.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()`, &at),
		chromedp.ActionFunc(func(ctx context.Context) error { return chromedp.MouseEvent(input.MouseMoved, at[0], at[1]).Do(ctx) }))
	if tip := get[string](p, `document.getElementById("tip").hidden ? "" : document.getElementById("tip").textContent`); !strings.Contains(tip, "strict") || !strings.Contains(tip, "claimed") || !strings.Contains(tip, "seeds") {
		t.Errorf("the tip says %q", tip)
	}
	p.keep("board-hover.png")
	before := get[int](p, `document.querySelectorAll("#panels g[data-series]").length`)
	p.click(`#legend [data-line="seprivgemb strict"]`)
	if after := get[int](p, `document.querySelectorAll("#panels g[data-series]").length`); after != before-1 {
		t.Errorf("%d lines, and %d with one hidden", before, after)
	}
	p.click("[data-detail]")
	p.keep("board-detail.png")
	p.accessible("the details of a row")
	p.axe("the details of a row")
	if command := get[string](p, `document.getElementById("command").textContent`); !strings.HasPrefix(command, "gdp trial seprivgemb --mode ") {
		t.Error(command)
	}
	p.click("dialog form button")

	p.do("a phone", emulation.SetDeviceMetricsOverride(390, 844, 2, true), emulation.SetTouchEmulationEnabled(true), chromedp.Reload(), chromedp.WaitVisible(`html[data-ready] #table tbody`, chromedp.ByQuery))
	for _, task := range tasks {
		p.act(fmt.Sprintf(`document.querySelector('[data-task="%s"]').click()`, task))
		if size := get[[]int](p, `[document.documentElement.scrollWidth, document.documentElement.scrollHeight]`); size[0] > 390 || size[1] > 6000 {
			t.Errorf("%s has %v pixels on a screen of 390", task, size)
		} else {
			t.Logf("%s has %v pixels", task, size)
		}
		for _, cut := range get[[]string](p, overprints) {
			t.Errorf("%s on a phone: %s", task, cut)
		}
	}
	const seen = `[...document.querySelectorAll("tr[data-row] td")].filter(e => e.checkVisibility()).length`
	folded := get[int](p, seen)
	p.act(`document.querySelector("[data-fold]").click()`)
	if all := get[int](p, seen); all <= folded || get[string](p, `document.querySelector("[data-fold]").getAttribute("aria-expanded")`) != "true" {
		t.Errorf("%d cells of the table, and %d with a row unfolded", folded, all)
	}
	p.accessible("a phone")
	p.axe("a phone")
	p.do("a wide screen again", emulation.SetDeviceMetricsOverride(1300, 844, 1, false))
	if !get[bool](p, `document.querySelector("#filters select").checkVisibility() && !document.querySelector("[data-fold]").checkVisibility()`) {
		t.Error("a wide screen has no filters, or folded rows")
	}
	p.do("a phone again", emulation.SetDeviceMetricsOverride(390, 844, 2, true))
	p.keep("board-phone.png")
	p.act(`document.querySelector("#table tbody").scrollIntoView()`)
	p.keep("board-phone-table.png")
	p.quiet()
}

// A page of ten thousand trials is there within two seconds.
func TestBoardOfTenThousandTrials(t *testing.T) {
	var results []trial.Result
	for i := range 10_000 {
		m := []struct {
			method, mode string
			proved       float64
		}{{"features", "strict", 1}, {"dpar", "published", math.Inf(1)}, {"gap", "strict", 1}, {"features", "null", 1}, {"vote", "strict", 1}}[i%5]
		x := trial.Result{Trial: trial.Trial{Protocol: trial.Classification, Method: m.method, Mode: m.mode, Data: fmt.Sprint("data ", i/5%10), Epsilon: float64(1 + i/50%10), Seed: uint64(i / 500 % 2)}, Seconds: 1}
		x.Delta = 1e-5 / float64(1+i/1000)
		current(t, &x)
		x.Claimed, x.Proved = x.Epsilon, x.Epsilon*m.proved
		x.Values = map[string]float64{"accuracy": math.Abs(math.Sin(float64(i))), "Macro-F1": math.Abs(math.Cos(float64(i))), "majority": 0.3}
		results = append(results, x)
	}
	p := browse(t, boardOf(t, results), 1300, 1000)
	p.set("data-set", "")
	if text := get[string](p, `(document.getElementById("show-aside").click(), document.getElementById("count").textContent)`); !strings.Contains(text, "of 10000 trials") {
		t.Errorf("the page has %q", text)
	}
	best := math.Inf(1)
	for range 3 { // on a busy machine the first is slower than the page
		p.do("loading the page again", chromedp.Reload(), chromedp.WaitVisible(`html[data-ready] #table tbody`, chromedp.ByQuery))
		best = min(best, get[float64](p, `Math.max(Number(document.documentElement.dataset.ready), performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0)`))
	}
	t.Logf("drawn after %.0f ms", best)
	if !(best < 2000) {
		t.Errorf("drawn after %.0f ms, want less than 2000", best)
	}
	if rows := get[int](p, `document.querySelectorAll("tr[data-row]").length`); rows != 200 {
		t.Errorf("%d rows at first", rows)
	}
	p.set("data-set", "data 0")
	p.click("#more-rows")
	if rows := get[int](p, `document.querySelectorAll("tr[data-row]").length`); rows != 500 {
		t.Errorf("%d rows in all", rows)
	}
	p.quiet()
}

// accessible checks the rules whose breach locks readers out: names of controls, headings,
// landmarks, headers of tables, ids, and the contrast of all text against what is behind it.
func (p *page) accessible(where string) {
	p.Helper()
	for _, breach := range get[[]string](p, accessibility) {
		p.Errorf("%s: %s", where, breach)
	}
}

// axe checks the rules of axe-core, where GDP_AXE names its file axe.min.js.
func (p *page) axe(where string) {
	p.Helper()
	path := os.Getenv("GDP_AXE")
	if path == "" {
		return
	}
	axe := must.Get(os.ReadFile(path))(p)
	var breaches []string
	p.do("axe", chromedp.Evaluate(string(axe)+"; true", nil), chromedp.Evaluate(`axe.run({ resultTypes: ["violations"] }).then(r => r.violations.map(v => v.id + ": " + v.help + ": " + v.nodes[0].html + " " + v.nodes[0].failureSummary))`, &breaches,
		func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }))
	for _, b := range breaches {
		p.Errorf("%s: axe: %s", where, b)
	}
}

// overprints lists texts of figures that lie on each other, and audits that a cell cuts.
const overprints = `(() => {
	const found = [];
	for (const f of document.querySelectorAll("#panels figure")) {
		const texts = [...f.querySelectorAll("text, figcaption span")].map(e => ({ e, r: e.getBoundingClientRect() }));
		for (const [i, a] of texts.entries()) for (const b of texts.slice(i + 1)) if (Math.min(a.r.right, b.r.right) - Math.max(a.r.left, b.r.left) > 1 && Math.min(a.r.bottom, b.r.bottom) - Math.max(a.r.top, b.r.top) > 1)
			found.push(a.e.textContent + " lies on " + b.e.textContent);
	}
	for (const e of document.querySelectorAll(".found")) if (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1) found.push("cut: " + e.textContent);
	return found;
})()`

const accessibility = `(() => {
	const found = [], all = s => [...document.querySelectorAll(s)], seen = e => e.checkVisibility({ visibilityProperty: true });
	const what = e => e.tagName.toLowerCase() + (e.id ? "#" + e.id : "") + " " + JSON.stringify(e.textContent.trim().slice(0, 40));
	if (!document.documentElement.lang || !document.title) found.push("no language, or no title");
	for (const name of ["header", "main", "nav", "footer", "h1"]) if (all(name).length !== 1) found.push("want one " + name);
	const ids = all("[id]").map(e => e.id);
	for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) found.push("two elements have the id " + id);
	const named = e => e.getAttribute("aria-label") || (e.getAttribute("aria-labelledby") || "").split(" ").map(id => document.getElementById(id)?.textContent || "").join("") || e.labels?.[0]?.textContent || e.textContent;
	for (const e of all("button, select, input, [role=img], [role=region], dialog[open], nav, form[aria-label]")) if (seen(e) && !named(e).trim()) found.push("no name: " + what(e));
	for (const e of all("[aria-labelledby]")) for (const id of e.getAttribute("aria-labelledby").split(" ")) if ((e.tagName !== "DIALOG" || e.open) && !document.getElementById(id)) found.push("labelled by nothing: " + what(e));
	let level = 0;
	for (const e of all("h1, h2, h3, h4")) { const l = Number(e.tagName[1]); if (l > level + 1 && !e.closest("dialog")) found.push("a level is left out before " + what(e)); level = l; }
	for (const t of all("table")) {
		if (!t.caption?.textContent.trim()) found.push("a table without a caption");
		for (const r of t.querySelectorAll("tbody tr")) if (!r.querySelector("th[scope]")) found.push("a row without a header: " + what(r));
		for (const h of t.querySelectorAll("th")) if (!h.scope) found.push("a header of nothing: " + what(h));
		if (getComputedStyle(t).display === "block" && t.getAttribute("role") !== "table") found.push("a table that is none to a reader");
	}
	for (const e of all(".scroll")) if (e.tabIndex < 0) found.push("cannot be scrolled by keyboard: " + what(e));
	const parse = c => { const m = c.match(/[\d.]+/g).map(Number); return { rgb: m.slice(0, 3), a: m[3] ?? 1 } };
	const behind = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.a === 1) return c.rgb; } return [255, 255, 255]; };
	const luminance = rgb => { const [r, g, b] = rgb.map(x => x / 255).map(x => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
	const contrast = (x, y) => { const [a, b] = [luminance(x), luminance(y)]; return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05); };
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), reported = new Set();
	for (let n = walk.nextNode(); n; n = walk.nextNode()) {
		const e = n.parentElement;
		if (!n.data.trim() || !seen(e) || e.closest("script, noscript, .hidden, .dim, option")) continue;
		const style = getComputedStyle(e), ink = parse(e.closest("svg") ? style.fill : style.color).rgb, ratio = contrast(ink, behind(e)), least = e.getAttribute("aria-hidden") ? 3 : 4.5;
		if (ratio < least && !reported.has(e.className + ratio)) { reported.add(e.className + ratio); found.push("contrast " + ratio.toFixed(2) + ": " + what(e)); }
	}
	for (const g of all("#panels g[data-series], #panels g.null, #panels g.nonprivate")) { // lines and marks
		const ratio = contrast(parse(getComputedStyle(g).color).rgb, behind(g));
		if (ratio < 3) found.push("contrast " + ratio.toFixed(2) + " of the line " + (g.dataset.series || "reference"));
	}
	for (const b of all("button, select, input")) { const r = b.getBoundingClientRect(); if (seen(b) && (r.width < 17 || r.height < 17)) found.push("too small to hit: " + what(b)); }
	return found;
})()`
