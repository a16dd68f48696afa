"use strict";
(async () => {
const zipped = Uint8Array.from(atob(document.getElementById("data").textContent.replace(/\s/g, "")), c => c.charCodeAt(0));
const board = await new Response(new Blob([zipped]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
const $ = id => document.getElementById(id);
const glyphs = { strict: "●", published: "▲", "as-coded": "▶", other: "■", control: "◆", null: "×", nonprivate: "★", "nonprivate-tuned": "★" };
const hollows = { strict: "○", published: "△", "as-coded": "▷", other: "□", control: "◇" };
const roles = { strict: "strict", published: "published", "as-coded": "the authors' code", other: "other mode", control: "control", null: "null control", nonprivate: "without privacy", "nonprivate-tuned": "without privacy, trained well" };
const references = { null: "null", nonprivate: "nonprivate", "nonprivate-tuned": "nonprivate" }; // what each is a reference as

// el makes an element: texts stay texts, whatever a store holds.
function el(name, attributes = {}, ...children) {
	const e = document.createElement(name);
	for (const [k, v] of Object.entries(attributes)) if (v !== false && v !== undefined) e.setAttribute(k, v === true ? "" : v);
	e.append(...children.filter(c => c !== undefined && c !== ""));
	return e;
}
function shape(name, attributes = {}, ...children) {
	const e = document.createElementNS("http://www.w3.org/2000/svg", name);
	for (const [k, v] of Object.entries(attributes)) if (v !== undefined) e.setAttribute(k, v);
	e.append(...children);
	return e;
}

// Numbers: null is one that is not defined, "∞" is infinite.
const real = x => x === null || x === undefined ? NaN : x === "∞" ? Infinity : x === "-∞" ? -Infinity : x;
const brief = x => Number.isNaN(x) ? "undefined" : !Number.isFinite(x) ? (x < 0 ? "−∞" : "∞") : Math.abs(x) >= 1e4 ? x.toExponential(3) : x.toPrecision(4);
const eps = x => Number.isNaN(x) ? "not known" : x === Infinity ? "∞" : String(Number(x.toPrecision(3)));

const rows = board.rows.map((r, i) => ({
	...r, i, δ: r.δ ?? 1e-5, n: r.n ?? [1, 2, 3], d: board.texts[r.d], o: r.o && board.texts[r.o], w: r.w && r.w.map(place => board.texts[place]),
	mode: board.modes[r.m], b: r.b ? board.texts[r.b] : board.modes[r.m].b, protocol: board.protocols[r.p], claimed: real(r.c), proved: real(r.q),
	audited: real(r.u), means: new Map(),
}));
for (const r of rows) {
	r.name = r.mode.method + " " + r.mode.mode;
	r.series = r.name + (r.v ? " (" + r.v + ")" : "") + (r.δ !== 1e-5 && r.mode.relation !== "none" ? ", δ " + r.δ : ""); // another δ is another guarantee
	r.place = r.d + (r.s ? ", " + r.s : "");
	r.text = [r.name, r.mode.role, r.v, r.s, r.d, r.mode.relation, r.mode.paper].join(" ").toLowerCase();
	r.reference = references[r.mode.role];
}

// mean is the mean of a value over the seeds, with its sample standard deviation.
function mean(r, value) {
	let m = r.means.get(value);
	if (m) return m;
	const n = r.n.length, list = r.x.slice(value * n, value * n + n).map(real);
	const average = list.reduce((s, x) => s + x / n, 0);
	const sd = n > 1 ? Math.sqrt(list.reduce((s, x) => s + (x - average) ** 2 / (n - 1), 0)) : NaN;
	m = { mean: average, sd, n, undefined: list.filter(Number.isNaN).length, list };
	r.means.set(value, m);
	return m;
}
const spread = m => Number.isFinite(m.sd) ? " ± " + m.sd.toPrecision(2) : "";

// best is the best mean of a list of rows.
function best(list, value, better) {
	let found;
	for (const r of list) {
		const m = mean(r, value);
		if (Number.isFinite(m.mean) && (!found || better * (m.mean - found.m.mean) > 0)) found = { r, m };
	}
	return found;
}
const reference = (place, value, better) => best(board.references[place].map(i => rows[i]), value, better);

const narrow = matchMedia("(max-width: 44rem)"), phone = narrow.matches, most = phone ? 12 : 200, few = phone ? 2 : 6; // rows and figures at first
// The state of the page, which its address keeps.
const state = { task: board.tasks[0], p: -1, v: 0, data: "", rel: "", eps: "", q: "", sort: "value", dir: "", hide: new Set(), rows: most, panels: few, show: { strict: true, published: true, "as-coded": true, other: true, control: false, aside: false } };
const inTask = () => board.protocols.map((p, i) => ({ p, i })).filter(x => x.p.task === state.task);
const current = () => board.protocols[state.p];
const better = () => current().values[state.v]?.better ?? 0;
function valueTitle() {
	const { name, unit } = current().values[state.v], about = [unit, { 1: "larger is better", "-1": "smaller is better" }[better()]].filter(Boolean).join("; ");
	return name + (about && ` (${about})`);
}

const meaning = () => current().meanings[state.v] ?? ""; // of the value

function busiest(list, of) {
	const counts = new Map();
	for (const r of list) if (!r.a) counts.set(of(r), (counts.get(of(r)) || 0) + r.n.length);
	return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}
function chooseTask(task) {
	Object.assign(state, { task, p: -1 });
	chooseProtocol(inTask()[0].i);
}
function chooseProtocol(p) {
	Object.assign(state, { p, v: 0, rel: "", eps: "", rows: most, panels: few, sort: "value", dir: "" });
	state.hide.clear();
	state.data = busiest(rows.filter(r => r.p === p), r => r.d);
}

const relates = (r, relation) => !relation || r.mode.relation === relation || r.reference === "nonprivate" || r.reference && (r.mode.relation === "none" || (r.mode.also || []).includes(relation));
function chosen({ anyEpsilon = false } = {}) {
	const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
	return rows.filter(r => r.p === state.p && (!state.data || r.d === state.data) && relates(r, state.rel)
		&& (anyEpsilon || !state.eps || r.e === 0 || String(r.e) === state.eps)
		&& (r.reference || state.show[r.mode.role]) && (state.show.aside || !r.a) && words.every(w => r.text.includes(w)));
}

// Sorting: what is proved and what is not are never in one order.
const columns = [
	{ id: "method", title: "Method", of: r => r.series },
	{ id: "data", title: "Data", of: r => r.place },
	{ id: "relation", title: "Relation", of: r => r.mode.relation },
	{ id: "epsilon", title: "ε asked", of: r => r.e, number: true },
	{ id: "claimed", title: "ε claimed", of: r => r.claimed, number: true },
	{ id: "proved", title: "ε proved", of: r => r.proved, number: true },
	{ id: "audited", title: "ε audited", of: r => r.audited, number: true },
	{ id: "value", title: "Value", of: r => mean(r, state.v).mean, number: true, first: () => better() > 0 ? -1 : 1 },
	{ id: "null", title: "Null", of: r => reference(r.z, state.v, better())?.m.mean ?? NaN, number: true, first: () => better() > 0 ? -1 : 1 },
	{ id: "nonprivate", title: "Without privacy", of: r => reference(r.y, state.v, better())?.m.mean ?? NaN, number: true, first: () => better() > 0 ? -1 : 1 },
	{ id: "command", title: "" },
];
const direction = c => state.dir ? Number(state.dir) : c.first?.() ?? 1;
function sorted(list) {
	const c = columns.find(c => c.id === state.sort), sign = direction(c);
	return list.map(r => ({ r, k: c.of(r) })).sort((a, b) => {
		if (typeof a.k === "string") return sign * a.k.localeCompare(b.k) || a.r.e - b.r.e || a.r.i - b.r.i;
		const x = Number.isNaN(a.k), y = Number.isNaN(b.k);
		return x || y ? x - y || a.r.i - b.r.i : a.k === b.k ? a.r.i - b.r.i : sign * (a.k < b.k ? -1 : 1); // undefined ones last
	}).map(x => x.r);
}
const sections = [
	{ title: "Proved", about: "the proved ε holds for what was run", of: r => !r.reference && Number.isFinite(r.proved) },
	{ title: "Claimed only: proved ε is ∞", about: "what stands here is worth nothing as a private method until somebody proves it; in an order of its own", of: r => !r.reference && !Number.isFinite(r.proved) },
	{ title: "References: null controls and runs without privacy", about: "what any private method has to beat, and what it cannot be expected to", of: r => r.reference },
];

function command(r) {
	const word = s => /^[\w.,=:+/-]+$/.test(s) ? s : "'" + s.replaceAll("'", "'\\''") + "'";
	const words = ["gdp", "trial", r.mode.method, "--mode", r.mode.mode, "--protocol", r.protocol.name];
	if (r.protocol.task !== "Audits") words.push("--graph", r.d); // which bring their own graphs
	if (r.mode.relation !== "none") {
		if (r.e) words.push("--epsilon", String(r.e));
		words.push("--delta", String(r.δ));
	}
	if (r.k) words.push("--every", String(r.k));
	for (const s of (r.o || "").split(",").filter(Boolean)) words.push("--set", s);
	words.push("--seeds", r.n.join(","));
	return words.map(word).join(" ");
}

const why = r => board.whys[r.r - 1] || r.mode.why || unsaid;
const unsaid = "these trials were kept before trials said why; their command says it";

// marks are the cells of the three ε.
function provedCell(r) {
	if (r.mode.relation === "none") return ["∞ ", el("small", {}, "no privacy: " + r.mode.why)];
	if (Number.isFinite(r.proved)) return [el("span", { class: "good" }, "✔ " + eps(r.proved))];
	return [el("span", { class: "bad" }, "✘ " + (Number.isNaN(r.proved) ? "not known" : "∞ not proved")), el("small", { class: "why", title: why(r) }, why(r))];
}
const auditedText = r => Number.isNaN(r.audited) ? "not audited" : "≥ " + eps(r.audited) + (r.audited > r.claimed ? ", above the claim" : "");
const found = text => text.split(/; attack| \(confidence/)[0].replace(/, \d+ runs/g, ""); // the numbers of audits, which a cell shows all of
const auditedCell = r => r.mode.relation === "none" ? ["–"] : [el("span", { class: r.audited > r.claimed ? "bad" : false }, auditedText(r)), r.b && found(r.b) !== auditedText(r) ? el("small", { class: "found", title: r.b }, found(r.b)) : ""];
const mark = r => r.reference || Number.isFinite(r.proved) ? glyphs[r.mode.role] : hollows[r.mode.role];

function valueCell(r) {
	const m = mean(r, state.v), found = [brief(m.mean) + spread(m)];
	if (m.undefined) found.push(el("small", {}, `undefined in ${m.undefined} of ${m.n} seeds`));
	else found.push(el("small", {}, m.n === 1 ? "1 seed" : m.n + " seeds"));
	if (r.g) found.push(el("small", { class: "bad" }, r.g === 1 ? "1 more trial failed" : r.g + " more trials failed"));
	const zero = reference(r.z, state.v, better());
	if (better() && zero && !r.reference && !(better() * (m.mean - zero.m.mean) > 0)) found.push(el("small", { class: "bad" }, "▼ no better than null"));
	return found;
}
const refCell = found => found ? [brief(found.m.mean) + spread(found.m), el("small", { title: found.r.series }, found.r.name + (found.r.v ? ", other settings" : "") + (found.r.e ? ", ε " + eps(found.r.e) : ""))] : [el("small", {}, "no such run")];

function row(r, places) {
	const cell = (label, content, number, first) => el("td", { role: "cell", "data-label": label, class: (number ? "number" : "") + (first ? " first" : "") || false }, el("div", {}, ...content));
	const relation = r.mode.relation === "none" ? "–" : r.mode.relation;
	return el("tr", { "data-row": r.i, role: "row" },
		el("th", { scope: "row", role: "rowheader" }, el("span", { "aria-hidden": "true", class: color(r) }, mark(r) + " "), r.name, el("small", {}, roles[r.mode.role]), r.v ? el("small", {}, r.v) : "", r.δ !== 1e-5 && r.mode.relation !== "none" ? el("small", {}, "δ " + r.δ) : "",
			el("button", { type: "button", class: "fold", "data-fold": "", "aria-expanded": "false", "aria-label": "All columns of " + r.series }, "All")),
		...(places > 1 ? [cell("Data", [r.d, r.s ? el("small", {}, r.s) : ""])] : []),
		cell("Relation", [relation]),
		cell("ε asked", [r.e ? eps(r.e) : "–"], true, true),
		cell("ε claimed", [r.mode.relation === "none" ? "∞" : eps(r.claimed)], true),
		cell("ε proved", provedCell(r), true, true),
		cell("ε audited", auditedCell(r), true, true),
		cell(current().values[state.v].name, valueCell(r), true, true),
		cell("Null", refCell(reference(r.z, state.v, better())), true),
		cell("Without privacy", refCell(reference(r.y, state.v, better())), true),
		el("td", { role: "cell" }, el("button", { type: "button", "data-detail": r.i, "aria-label": "Command and details of " + r.series + " on " + r.place + (r.e ? ", ε " + eps(r.e) : "") }, "Command")));
}

// A colour is that of a method, or of what it is compared with; further series of a role in a protocol
// are thinner or thicker.
const color = r => r.reference || "c" + r.mode.color;
const series = new Map();
function width(r) {
	const key = JSON.stringify([r.p, r.mode.method, r.mode.role]);
	if (!series.has(key)) {
		const list = rows.filter(x => x.p === r.p && x.mode.method === r.mode.method && x.mode.role === r.mode.role);
		series.set(key, [...new Set(list.sort((a, b) => !!a.a - !!b.a || a.i - b.i).map(x => x.series))]);
	}
	return [1.8, 1, 3][series.get(key).indexOf(r.series) % 3];
}

function drawTable() {
	const list = chosen(), places = new Set(list.map(r => r.place)).size, table = $("table"), head = el("tr", { role: "row" });
	for (const c of columns) {
		if (c.id === "data" && places < 2) continue;
		if (!c.title) { head.append(el("td", { role: "cell" })); continue; }
		const title = c.id === "value" ? valueTitle() : c.title;
		const on = state.sort === c.id;
		head.append(el("th", { scope: "col", role: "columnheader", class: c.number ? "number" : false, "aria-sort": on ? (direction(c) > 0 ? "ascending" : "descending") : false }, el("button", { type: "button", "data-sort": c.id, title: c.id === "value" && meaning() || false }, title)));
	}
	$("head").replaceChildren(head);
	for (const body of table.querySelectorAll("tbody")) body.remove();
	let left = state.rows, shown = 0;
	for (const s of sections) {
		const part = sorted(list.filter(s.of));
		if (!part.length) continue;
		const body = el("tbody", { role: "rowgroup" }, el("tr", { role: "row" }, el("th", { role: "rowheader", class: "group", colspan: columns.length - (places < 2), scope: "rowgroup" }, `${s.title} (${part.length})`, el("small", {}, s.about))));
		for (const r of part.slice(0, left)) body.append(row(r, places));
		shown += Math.min(left, part.length);
		left = Math.max(0, left - part.length);
		table.append(body);
	}
	const trials = list.reduce((n, r) => n + r.n.length, 0);
	$("count").textContent = list.length ? `${list.length} rows of ${trials} trials` + (shown < list.length ? `; the first ${shown} are shown` : "") : "No trial is left by these filters.";
	$("more-rows").hidden = shown >= list.length;
	$("more-rows").textContent = `Show all ${list.length} rows`;
}

// Figures.
const W = phone ? 350 : 460, H = phone ? 230 : 300, left = 58, right = 12, top = 14, bottom = 42;
const onlyClaimed = r => r.claimed > 0 && Number.isFinite(r.claimed) && !(r.proved <= 1.01 * r.claimed); // as in package trial
function ticks(low, high, n) {
	const raw = (high - low) / n, power = 10 ** Math.floor(Math.log10(raw)), step = power * [1, 2, 5, 10].find(m => m * power >= raw * 0.999), list = [];
	for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) list.push(Number((i * step).toPrecision(10)));
	return list;
}
function logTicks(low, high) {
	const list = [];
	for (let e = Math.floor(Math.log10(low)) - 1; e <= Math.log10(high) + 1; e++) for (const m of [1, 2, 5]) if (m * 10 ** e >= low * 0.999 && m * 10 ** e <= high * 1.001) list.push(Number((m * 10 ** e).toPrecision(3)));
	return list.length > 7 ? list.filter(x => /^0*\.?0*1/.test(String(x)) || String(x).startsWith("1")) : list;
}
function symbol(role, x, y, hollow) {
	const s = 4.6, common = { class: hollow ? "hollow" : undefined, stroke: "currentColor", "stroke-width": 1.6, fill: hollow ? undefined : "currentColor" };
	switch (role) {
	case "strict": return shape("circle", { cx: x, cy: y, r: s, ...common });
	case "published": return shape("path", { d: `M${x} ${y - s - 1}L${x + s + 1} ${y + s}H${x - s - 1}Z`, ...common });
	case "as-coded": return shape("path", { d: `M${x + s + 1} ${y}L${x - s} ${y + s + 1}V${y - s - 1}Z`, ...common });
	case "control": return shape("path", { d: `M${x} ${y - s - 1.5}L${x + s + 1.5} ${y}L${x} ${y + s + 1.5}L${x - s - 1.5} ${y}Z`, ...common });
	}
	return shape("rect", { x: x - s, y: y - s, width: 2 * s, height: 2 * s, ...common });
}
const dashes = { null: "2 4", nonprivate: "9 4 2 4" };
const sample = (kind, dash, width, ...more) => shape("svg", { viewBox: "0 0 36 14", "aria-hidden": "true", class: kind }, shape("line", { x1: 0, x2: 36, y1: 7, y2: 7, stroke: "currentColor", "stroke-width": width, "stroke-dasharray": dash }), ...more);

// lineOf collects the marks of a series: at the ε that is proved, and at the one that is only claimed.
function linesOf(list) {
	const lines = new Map();
	for (const r of list) {
		const m = mean(r, state.v);
		if (!Number.isFinite(m.mean)) continue;
		const add = (x, hollow) => {
			if (!(x > 0 && Number.isFinite(x))) return;
			const key = r.series + (hollow ? " claimed" : "");
			if (!lines.has(key)) lines.set(key, { series: r.series, hollow, role: r.mode.role, color: color(r), width: width(r), marks: [] });
			lines.get(key).marks.push({ x, m, r });
		};
		add(r.proved, false);
		if (onlyClaimed(r)) add(r.claimed, true);
	}
	for (const l of lines.values()) l.marks.sort((a, b) => a.x - b.x);
	return [...lines.values()];
}

// nullOf is the curve of the null: at each ε the best of those that rows there are set beside, which
// cost as much, or nothing.
function nullOf(list) {
	const places = new Map();
	for (const r of list) places.set(r.e, new Set([...(places.get(r.e) || []), ...board.references[r.z].filter(i => rows[i].e === 0 || rows[i].e === r.e)]));
	return [...places].map(([x, set]) => ({ x, ...best([...set].map(i => rows[i]), state.v, better() || 1) })).filter(k => k.m && k.x > 0).sort((a, b) => a.x - b.x);
}

function panel(title, relation, list) {
	const all = linesOf(list), lines = all.filter(l => !state.hide.has(l.series)), nulls = nullOf(list);
	const level = best(list.flatMap(r => board.references[r.y]).map(i => rows[i]), state.v, better() || 1);
	const words = r => r.name + (r.v ? ", other settings" : "");
	const key = (kind, text, r) => el("span", { class: "key" }, ...(r ? [sample(kind, dashes[kind], 1.6), `${text}: ${words(r)}`] : [`no ${text} among the trials`])); // here, where no mark lies on it
	const caption = el("figcaption", {}, title + " ", el("span", {}, relation === "none" ? "" : relation + " level"), el("div", {}, key("null", "null", nulls[0]?.r), key("nonprivate", level ? "without privacy" : "run without privacy", level?.r)));
	const figure = el("figure", {}, caption);
	const xs = [...lines.flatMap(l => l.marks.map(m => m.x)), ...nulls.map(k => k.x)];
	const means = [...lines.flatMap(l => l.marks), ...nulls, ...(level ? [level] : [])].map(k => k.m);
	const byFactors = current().values[state.v].factors && means.every(m => m.mean > 0), scale = byFactors ? Math.log : y => y;
	const ends = m => [m.mean, ...(Number.isFinite(m.sd) ? [m.mean - m.sd, m.mean + m.sd].filter(y => !byFactors || y > 0) : [])];
	const ys = means.flatMap(ends);
	if (!all.length || !xs.length && !level) return undefined;
	let x0 = Math.min(...xs), x1 = Math.max(...xs), y0 = Math.min(...ys), y1 = Math.max(...ys);
	if (!xs.length) [x0, x1] = [0.5, 2];
	x0 /= 1.25; x1 *= 1.25;
	const pad = (y1 - y0) * 0.06 || Math.abs(y1) * 0.1 || 1;
	if (byFactors) { y0 /= 1.15; y1 *= 1.15; } else { y0 -= pad; y1 += pad; }
	const X = x => left + (W - left - right) * Math.log(x / x0) / Math.log(x1 / x0), Y = y => top + (H - top - bottom) * (scale(y1) - scale(y)) / (scale(y1) - scale(y0));
	const value = current().values[state.v].name;
	const svg = shape("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": `${value} against ε on ${title}: ${new Set(lines.map(l => l.series)).size} lines. The table below has the numbers.` });
	for (const t of byFactors ? logTicks(y0, y1) : ticks(y0, y1, 5)) svg.append(shape("line", { class: "grid", x1: left, x2: W - right, y1: Y(t), y2: Y(t) }), shape("text", { x: left - 6, y: Y(t) + 4, "text-anchor": "end" }, String(t)));
	let end = -Infinity; // of the number before, on which none lies
	for (const t of logTicks(x0, x1)) {
		const half = 3.6 * String(t).length + 2;
		svg.append(shape("line", { class: "axis", x1: X(t), x2: X(t), y1: H - bottom, y2: H - bottom + 4 }));
		if (X(t) - half < end) continue;
		end = X(t) + half;
		svg.append(shape("text", { x: X(t), y: H - bottom + 17, "text-anchor": "middle" }, String(t)));
	}
	svg.append(shape("line", { class: "axis", x1: left, x2: W - right, y1: H - bottom, y2: H - bottom }), shape("text", { x: (left + W - right) / 2, y: H - 6, "text-anchor": "middle" }, "ε (filled: proved, hollow: claimed only)"),
		shape("text", { transform: `translate(12 ${(top + H - bottom) / 2}) rotate(-90)`, "text-anchor": "middle" }, 6.5 * valueTitle().length < H - 20 ? valueTitle() : value));
	const marks = [];
	const low = m => Y(Math.max(y0, m.mean - m.sd)), bar = (x, m) => `M${x} ${low(m)}V${Y(m.mean + m.sd)}`;
	if (level) {
		const { m, r } = level, y = Y(m.mean), g = shape("g", { class: "nonprivate" });
		if (Number.isFinite(m.sd)) g.append(shape("rect", { class: "band", x: left, width: W - left - right, y: Y(m.mean + m.sd), height: Math.max(0, low(m) - Y(m.mean + m.sd)) }));
		g.append(shape("line", { x1: left, x2: W - right, y1: y, y2: y, stroke: "currentColor", "stroke-width": 1.6, "stroke-dasharray": dashes.nonprivate }));
		svg.append(g);
		marks.push({ x: W - right, y, r, m, level: true });
	}
	if (nulls.length) {
		const at = nulls.map(k => [X(k.x), Y(k.m.mean)]), g = shape("g", { class: "null" });
		if (nulls.every(k => k.r.e === 0)) at.unshift([left, at[0][1]]), at.push([W - right, at.at(-1)[1]]); // at every ε
		g.append(shape("path", { d: "M" + at.map(p => p.map(x => x.toFixed(1)).join(" ")).join("L"), fill: "none", stroke: "currentColor", "stroke-width": 1.6, "stroke-dasharray": dashes.null }));
		for (const k of nulls) {
			const x = X(k.x), y = Y(k.m.mean);
			if (Number.isFinite(k.m.sd)) g.append(shape("path", { d: bar(x, k.m), stroke: "currentColor", "stroke-width": 1.3 }));
			const s = shape("path", { d: `M${x - 5} ${y}h10`, stroke: "currentColor", "stroke-width": 3.5 });
			g.append(s);
			marks.push({ x, y, r: k.r, m: k.m, s });
		}
		svg.append(g);
	}
	for (const l of lines) {
		const g = shape("g", { class: l.color, "data-series": l.series });
		if (l.marks.length > 1) g.append(shape("path", { d: "M" + l.marks.map(k => `${X(k.x).toFixed(1)} ${Y(k.m.mean).toFixed(1)}`).join("L"), fill: "none", stroke: "currentColor", "stroke-width": l.width, "stroke-dasharray": l.hollow ? "5 3" : undefined }));
		for (const k of l.marks) {
			const x = X(k.x), y = Y(k.m.mean);
			if (Number.isFinite(k.m.sd)) g.append(shape("path", { d: bar(x, k.m), stroke: "currentColor", "stroke-width": 1.3 }));
			const s = symbol(l.role, x, y, l.hollow);
			g.append(s);
			marks.push({ x, y, r: k.r, m: k.m, s });
		}
		svg.append(g);
	}
	hover(svg, marks);
	figure.append(svg);
	return figure;
}

function describe(r, m) {
	return [r.series, r.place, `${current().values[state.v].name} ${brief(m.mean)}${spread(m)}, ${m.n === 1 ? "1 seed" : m.n + " seeds"}`,
		r.mode.relation === "none" ? "no privacy" : `ε asked ${r.e ? eps(r.e) : "none"}, claimed ${eps(r.claimed)}, proved ${eps(r.proved)}, ${(Number.isNaN(r.audited) ? "" : "audited ") + auditedText(r)}`,
		Number.isFinite(r.proved) || r.mode.relation === "none" ? "" : "not proved: " + why(r)].filter(Boolean).join("\n");
}
function hover(svg, marks) {
	const tip = $("tip");
	let near;
	const clear = () => { tip.hidden = true; near?.s?.classList.remove("near"); near = undefined; for (const g of svg.querySelectorAll(".dim")) g.classList.remove("dim"); };
	const look = e => {
		const box = svg.getBoundingClientRect(), x = (e.clientX - box.left) * W / box.width, y = (e.clientY - box.top) * H / box.height;
		let found, distance = 22;
		for (const k of marks) {
			const d = k.level ? Math.abs(k.y - y) + (x < left ? 99 : 12) : Math.hypot(k.x - x, k.y - y);
			if (d < distance) [found, distance] = [k, d];
		}
		clear();
		if (!found) return;
		near = found;
		near.s?.classList.add("near");
		if (!found.level) for (const g of svg.querySelectorAll("g[data-series]")) g.classList.toggle("dim", g.dataset.series !== found.r.series);
		tip.textContent = describe(found.r, found.m);
		tip.hidden = false;
		const w = tip.offsetWidth, h = tip.offsetHeight;
		tip.style.left = Math.max(4, Math.min(e.clientX + 14, innerWidth - w - 4)) + "px";
		tip.style.top = (e.clientY + 16 + h > innerHeight ? Math.max(4, e.clientY - h - 12) : e.clientY + 16) + "px";
	};
	svg.addEventListener("pointermove", look);
	svg.addEventListener("pointerdown", look);
	svg.addEventListener("pointerleave", clear);
	svg.addEventListener("click", e => { look(e); if (near) { const r = near.r; clear(); detail(r); } });
}

function drawFigures() {
	const list = chosen({ anyEpsilon: true }), groups = new Map();
	for (const r of list) {
		if (r.reference) continue;
		const key = JSON.stringify([r.d, r.s || "", r.mode.relation]);
		if (!groups.has(key)) groups.set(key, { title: r.place, d: r.d, s: r.s, relation: r.mode.relation, rows: [], trials: 0 });
		groups.get(key).rows.push(r);
		groups.get(key).trials += r.n.length;
	}
	const all = [...groups.values()].sort((a, b) => b.trials - a.trials), panels = [];
	for (const g of all.slice(0, state.panels)) {
		const p = panel(g.title, g.relation, g.rows);
		if (p) panels.push(p);
	}
	$("panels").replaceChildren(...(panels.length ? panels : [el("p", {}, "No curve is left by these filters.")]));
	$("more-panels").hidden = all.length <= state.panels;
	$("more-panels").textContent = `Show all ${all.length} figures`;
	const names = new Map();
	for (const g of all.slice(0, state.panels)) for (const l of linesOf(g.rows)) if (!names.has(l.series)) names.set(l.series, l);
	$("legend").replaceChildren(...[...names.values()].map(l => {
		const key = sample(l.color, l.hollow ? "5 3" : undefined, l.width, symbol(l.role, 18, 7, l.hollow));
		return el("button", { type: "button", "data-line": l.series, "aria-pressed": String(!state.hide.has(l.series)) }, key, l.series + (l.hollow ? ", claimed only" : ""));
	}));
}

function detail(r) {
	const dialog = $("detail"), line = command(r), said = el("span", { role: "status" });
	const item = (name, ...text) => [el("dt", {}, name), el("dd", {}, ...text)];
	const code = el("code", { id: "command" }, ...line.split(" --").flatMap((w, i) => i ? [" ", el("span", {}, "--" + w)] : [w])); // a flag and its value on one line
	const copy = el("button", { type: "button", id: "copy" }, "Copy");
	copy.addEventListener("click", async () => {
		try { await navigator.clipboard.writeText(line); said.textContent = " copied"; } catch {
			getSelection().selectAllChildren(code);
			said.textContent = document.execCommand("copy") ? " copied" : " selected: copy it with the keyboard";
		}
	});
	const values = el("table", {}, el("caption", { class: "hidden" }, "Values by seed"), el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Value"), el("th", { scope: "col" }, "Mean ± sd"), ...r.n.map(s => el("th", { scope: "col" }, "seed " + s)))));
	values.append(el("tbody", {}, ...r.protocol.values.map((v, i) => {
		const m = mean(r, i);
		return m.undefined === m.n ? "" : el("tr", {}, el("th", { scope: "row", title: r.protocol.meanings[i] || false }, v.name), el("td", { class: "number" }, brief(m.mean) + spread(m)), ...m.list.map(x => el("td", { class: "number" }, brief(x))));
	}).filter(Boolean)));
	dialog.replaceChildren(
		el("h2", { id: "detail-title" }, r.series + " on " + r.place),
		el("p", {}, r.mode.about),
		el("h3", {}, "Makes these trials again"), el("pre", {}, code), el("p", {}, copy, said),
		el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Values by seed" }, values),
		el("dl", {},
			...item("role", roles[r.mode.role]),
			...item("relation", r.mode.relation === "none" ? "none: nothing is protected" : r.mode.relation + (r.mode.also ? " (runs under " + r.mode.also.join(", ") + " too)" : "")),
			...item("ε asked", r.e ? eps(r.e) + " at δ = " + r.δ : "none"),
			...item("ε claimed", eps(r.claimed)),
			...item("ε proved", eps(r.proved) + (Number.isFinite(r.proved) ? "" : ": " + why(r))),
			...item("ε audited", r.mode.relation === "none" ? "–" : auditedText(r) + (r.b ? ": " + r.b : "")),
			...item("measured by", r.protocol.name + ": " + r.protocol.about),
			...(r.o ? item("settings", r.o.replaceAll(",", ", ")) : []),
			...(r.w ? item("the paper prints", ...r.w.map(w => { const [i, text] = [w.slice(0, w.indexOf(":")), w.slice(w.indexOf(":") + 1)]; return el("div", {}, r.protocol.values[i].name + ": " + text); })) : []),
			...item("seconds", brief(real(r.t)) + " a trial, where it was made"),
			...item("kept in", board.sources[r.f].name)),
		el("form", { method: "dialog" }, el("button", {}, "Close")));
	dialog.showModal();
}

function drawFilters() {
	$("tasks").replaceChildren(...board.tasks.map(t => el("button", { type: "button", "data-task": t, "aria-current": t === state.task ? "true" : false }, t)));
	const fill = (id, options, value) => { $(id).replaceChildren(...options.map(([v, text]) => el("option", { value: v }, text))); $(id).value = value; };
	fill("protocol", inTask().map(x => [x.i, x.p.name]), state.p);
	fill("value", current().values.map((v, i) => [i, v.name]), state.v);
	const list = rows.filter(r => r.p === state.p), unique = of => [...new Set(list.map(of))];
	fill("data-set", [["", "all"], ...unique(r => r.d).map(d => [d, d])], state.data);
	fill("relation", [["", "all"], ...unique(r => r.mode.relation).filter(x => x !== "none").sort().map(x => [x, x])], state.rel);
	fill("epsilon", [["", "all"], ...unique(r => r.e).filter(e => e > 0).sort((a, b) => a - b).map(e => [String(e), eps(e)])], state.eps);
	for (const k of Object.keys(state.show)) $("show-" + k).checked = state.show[k];
	if ($("search").value !== state.q) $("search").value = state.q;
	$("asides").textContent = `(${list.filter(r => r.a && (!state.data || r.d === state.data)).length})`;
	$("about").textContent = `${current().name}: ${current().about}.` + (meaning() && ` ${current().values[state.v].name}: ${meaning()}.`) + " All values: gdp help glossary, docs/glossary.md.";
}
function keep() {
	const hash = new URLSearchParams({ task: state.task, measure: current().name, value: current().values[state.v].name, data: state.data, relation: state.rel, epsilon: state.eps, q: state.q, sort: state.sort + (state.dir ? ":" + state.dir : ""), show: Object.keys(state.show).filter(k => state.show[k]).join(" ") });
	try { history.replaceState(null, "", "#" + hash); } catch { /* an address that cannot be changed is no reason to stop */ }
}
function restore() {
	const hash = new URLSearchParams(location.hash.slice(1));
	chooseTask(board.tasks.includes(hash.get("task")) ? hash.get("task") : board.tasks[0]);
	const p = inTask().find(x => x.p.name === hash.get("measure"));
	if (p) chooseProtocol(p.i);
	const list = rows.filter(r => r.p === state.p), v = current().values.findIndex(v => v.name === hash.get("value"));
	if (v >= 0) state.v = v;
	if (hash.has("data") && (!hash.get("data") || list.some(r => r.d === hash.get("data")))) state.data = hash.get("data");
	if (list.some(r => r.mode.relation === hash.get("relation"))) state.rel = hash.get("relation");
	if (list.some(r => String(r.e) === hash.get("epsilon"))) state.eps = hash.get("epsilon");
	state.q = hash.get("q") || "";
	const [sort, dir] = (hash.get("sort") || "").split(":");
	if (columns.some(c => c.id === sort && c.of)) Object.assign(state, { sort, dir: dir === "1" || dir === "-1" ? dir : "" });
	if (hash.has("show")) for (const k of Object.keys(state.show)) state.show[k] = hash.get("show").split(" ").includes(k);
}
function draw(figures = true) {
	drawFilters();
	drawTable();
	if (figures) drawFigures();
	keep();
}

document.addEventListener("click", e => {
	const button = e.target.closest("button");
	if (!button) return;
	const d = button.dataset;
	if (d.task) { chooseTask(d.task); draw(); document.querySelector(`[data-task="${CSS.escape(d.task)}"]`).focus(); }
	else if (d.sort) {
		const c = columns.find(c => c.id === d.sort);
		state.dir = state.sort === d.sort ? String(-direction(c)) : "";
		state.sort = d.sort;
		draw(false);
		document.querySelector(`[data-sort="${d.sort}"]`).focus();
	} else if (d.detail) detail(rows[d.detail]);
	else if (d.fold !== undefined) button.setAttribute("aria-expanded", String(button.closest("tr").classList.toggle("open")));
	else if (d.line) {
		state.hide.has(d.line) ? state.hide.delete(d.line) : state.hide.add(d.line);
		drawFigures();
		document.querySelector(`[data-line="${CSS.escape(d.line)}"]`)?.focus();
	} else if (button.id === "more-rows") { state.rows = Infinity; drawTable(); }
	else if (button.id === "more-panels") { state.panels = Infinity; drawFigures(); }
	else if (button.id === "theme") theme(themes[(themes.indexOf(document.documentElement.dataset.theme || "auto") + 1) % 3]);
});
const light = (line, on) => { for (const g of document.querySelectorAll("#panels g[data-series]")) g.classList.toggle("dim", on && g.dataset.series !== line); };
for (const [event, on] of [["pointerover", true], ["focusin", true], ["pointerout", false], ["focusout", false]])
	$("legend").addEventListener(event, e => { const b = e.target.closest("button"); if (b) light(b.dataset.line, on); });
$("filters").addEventListener("input", e => {
	const t = e.target;
	switch (t.id) {
	case "protocol": chooseProtocol(Number(t.value)); break;
	case "value": state.v = Number(t.value); state.dir = ""; break;
	case "data-set": Object.assign(state, { data: t.value, panels: few }); break;
	case "relation": state.rel = t.value; break;
	case "epsilon": state.eps = t.value; break;
	case "search": state.q = t.value; break;
	default: state.show[t.id.slice("show-".length)] = t.checked;
	}
	state.rows = most;
	draw(t.id !== "epsilon");
});
$("filters").addEventListener("submit", e => e.preventDefault());
addEventListener("hashchange", () => { restore(); draw(); });

const themes = ["auto", "light", "dark"];
function theme(t, remember = true) {
	if (t === "auto") delete document.documentElement.dataset.theme; else document.documentElement.dataset.theme = t;
	$("theme").textContent = "Theme: " + t;
	if (remember) try { localStorage.setItem("gdp-theme", t); } catch { /* a browser that keeps nothing */ }
}
try { const t = localStorage.getItem("gdp-theme"); if (themes.includes(t)) theme(t, false); } catch { /* likewise */ }

$("sources").replaceChildren(...board.sources.map(s => el("li", {}, `${s.trials} trials of ${s.name}`)));
$("notes").replaceChildren(...board.notes.map(n => el("li", {}, n)));
const fold = () => { for (const d of document.querySelectorAll("details")) d.open = !narrow.matches; };
narrow.addEventListener("change", fold);
fold();
restore();
draw();
document.documentElement.dataset.ready = Math.round(performance.now());
})();
