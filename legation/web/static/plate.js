/* Map plates: paint, walk, zoom, cards, badges.  How a page talks to a plate is told in README.md beside this file. */
(() => {
  const NS = "http://www.w3.org/2000/svg", MAX = 8, DEEP = 1.9;
  const STEP = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const SEALED = { neutral: 0, friendly: 25, economic: 50, sworn: 75, total: 100 };
  const DUE = { now: "asked of you now", next: "asked later this phase", wait: "waits for another", done: "settled this phase" };
  const make = (name, attrs = {}, parent, text) => {
    const el = document.createElementNS(NS, name);
    for (const [k, v] of Object.entries(attrs)) el.setAttribute(k, v);
    if (text !== undefined) el.textContent = text;
    parent?.append(el);
    return el;
  };
  const pair = text => text.split(",").map(Number);
  const all = new Map();   // figure -> Plate

  class Plate {
    constructor(figure, svg) {
      Object.assign(this, { figure, svg, k: 1, x: 0, y: 0, touches: new Map() });
      [, , this.width, this.height] = svg.getAttribute("viewBox").split(" ").map(Number);
      this.ground = svg.querySelector(".ground");
      this.marks = svg.querySelector(".marks");
      this.lands = [...svg.querySelectorAll(".t[data-place]")];
      this.names = new Map([...svg.querySelectorAll(".n[data-for]")].map(n => [n.dataset.for, n]));
      this.by = new Map(this.lands.map(t => [t.dataset.place, t]));
      for (const t of this.lands) {   // the browser's own tooltip would lie over the card
        const title = t.querySelector("title");
        if (title) { t.dataset.name = title.textContent; title.remove(); }
      }
      figure.classList.add("ready");
      this.still = figure.dataset.focus !== undefined;
      if (this.still) this.look(figure.dataset.focus);
      else this.wire();
      this.paint(state());
      new MutationObserver(() => this.mark()).observe(svg.querySelector(".lands"), { subtree: true, attributeFilter: ["data-b", "data-c", "data-due", "data-n", "data-tag"] });
    }

    /* ---------------------------------------------------------------- what the server said */
    paint(facts) {
      this.facts = facts;
      const now = new Set();
      for (const t of this.lands) {
        const own = facts[t.dataset.place];
        let up = own, at = t;
        for (let n = 0; !up && at?.dataset.in && n < 4; n++) {   // a part follows its whole
          up = facts[at.dataset.in];
          at = this.by.get(at.dataset.in) || otherPlate(at.dataset.in);
        }
        const told = own || (up && { b: up.b, c: up.c, line: up.line });
        if (told || this.told?.has(t)) {   // what the server no longer says is wiped off; what it never said is left alone
          const { b, c, due, n, tag, line, note, href, name } = told || {};
          set(t, { b, c, due, n, tag, line, note, href, name: name || t.dataset.name });
        }
        if (told) now.add(t);
      }
      this.told = now;
      this.mark();
      if (this.current) this.show(this.current, this.pinned, this.byKey);
      if (!this.placed) { this.placed = true; this.home(); }
    }

    mark() {
      this.marks.replaceChildren();
      const badges = [];
      for (const t of this.lands) {
        const { c, due, n, tag, mark, at, badge } = t.dataset;
        if (tag && (mark || at)) {
          const [x, y] = pair(mark || at), wide = 14 + 9 * tag.length;
          const g = make("g", { class: "tag", transform: `translate(${x} ${y + 7})` }, this.marks), s = make("g", { class: "steady" }, g);
          make("rect", { x: -wide / 2, y: -11, width: wide, height: 22 }, s);
          make("text", { y: 6 }, s, tag);
        } else if (mark && c in SEALED) {
          const [x, y] = pair(mark);
          const g = make("g", { class: "q", transform: `translate(${x} ${y})` }, this.marks), s = make("g", { class: "steady" }, g);
          make("circle", { class: "q0", r: 6.6 }, s);
          if (SEALED[c]) make("circle", { class: "q1", r: 3.3, pathLength: 100, "stroke-dasharray": `${SEALED[c]} 100`, transform: "rotate(-90)" }, s);
        }
        if (due in DUE) badges.push([due, n || "!", pair(badge || at)]);
      }
      for (const [due, n, [x, y]] of badges) {   // above everything else
        const g = make("g", { class: `badge ${due}`, transform: `translate(${x} ${y})` }, this.marks), s = make("g", { class: "steady" }, g);
        make("circle", { class: "pulse", r: 17 }, s);
        make("circle", { class: "disc", r: 13 }, s);
        make("text", { y: 5.6 }, s, n);
      }
    }

    /* ---------------------------------------------------------------- the view */
    get box() {   // what the element shows, in map units: the whole plate, or a window of its height on a narrow screen
      const r = this.svg.getBoundingClientRect();
      this.cover = getComputedStyle(this.svg).getPropertyValue("--fit").trim() === "cover" && r.height > 0;
      const w = this.cover ? Math.min(this.width, this.height * r.width / r.height) : this.width;
      return { w, h: this.height, r };
    }
    draw() {
      const { w, h } = this.box;
      this.svg.setAttribute("viewBox", `0 0 ${w.toFixed(1)} ${h}`);
      this.svg.classList.toggle("cover", this.cover);
      this.x = Math.min(0, Math.max(w - this.width * this.k, this.x));
      this.y = Math.min(0, Math.max(h - this.height * this.k, this.y));
      this.ground.setAttribute("transform", `translate(${this.x.toFixed(1)} ${this.y.toFixed(1)}) scale(${this.k.toFixed(3)})`);
      this.svg.style.setProperty("--n", (this.k ** -0.62).toFixed(3));
      this.svg.classList.toggle("zoomed", this.k > 1.01);
      this.figure.querySelectorAll("[data-zoom=out],[data-zoom=all]").forEach(b => { b.disabled = this.k <= 1.01; });
      this.figure.querySelectorAll("[data-zoom=in]").forEach(b => { b.disabled = this.k >= MAX - 0.01; });
      clearTimeout(this.later);
      this.later = setTimeout(() => this.deepen(), 120);
      if (this.current && !this.card?.hidden) this.put();
    }
    home() {
      Object.assign(this, { k: 1, x: 0, y: 0 });
      if (this.still) return;
      const { w } = this.box, due = this.lands.find(t => t.dataset.due === "now");
      if (this.cover) this.x = w / 2 - (due ? pair(due.dataset.at)[0] : this.width * (this.figure.dataset.centre || 0.52));
      this.draw();
    }
    unit(event) {   // pointer in map units of the window
      const m = this.svg.getScreenCTM();
      return [(event.clientX - m.e) / m.a, (event.clientY - m.f) / m.d];
    }
    zoom(by, at) {
      const { w, h } = this.box, [px, py] = at || (this.current ? this.seen(this.current) : [w / 2, h / 2]);
      const k = Math.min(MAX, Math.max(1, this.k * by)), f = k / this.k;
      this.x = px - (px - this.x) * f;
      this.y = py - (py - this.y) * f;
      this.k = k;
      this.draw();
    }
    pan(dx, dy) { this.x += dx; this.y += dy; this.draw(); }
    seen(t) { const [x, y] = pair(t.dataset.at); return [x * this.k + this.x, y * this.k + this.y]; }
    reveal(t) {   // bring a territory into the window
      const { w, h } = this.box, [x, y] = this.seen(t), edge = 40;
      if (x < edge || y < edge || x > w - edge || y > h - edge) this.pan(Math.min(0, w - edge - x) || Math.max(0, edge - x), Math.min(0, h - edge - y) || Math.max(0, edge - y));
    }
    look(place) {   // a still picture of one country
      const t = this.by.get(place);
      if (!t) return;
      t.classList.add("sel");
      this.names.get(place)?.classList.add("here");
      const b = t.getBBox(), pad = Math.max(b.width, b.height, 60) * 0.35;
      const x = Math.max(0, b.x - pad), y = Math.max(0, b.y - pad);
      const w = Math.min(this.width - x, b.width + 2 * pad), h = Math.min(this.height - y, b.height + 2 * pad);
      this.svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
      this.svg.setAttribute("preserveAspectRatio", "xMidYMid slice");
      this.svg.style.setProperty("--n", Math.min(1, Math.max(0.3, w / 420)).toFixed(2));
    }
    deepen() {   // close up, there is room for the names that the whole plate leaves out
      const layer = this.svg.querySelector(".names"), n = this.k ** -0.62;
      layer.querySelectorAll(".deep").forEach(el => el.remove());
      const deep = this.k >= DEEP;
      for (const [place, el] of this.names) {
        if (!el.classList.contains("code")) continue;
        el.dataset.code ||= el.textContent;
        const words = deep ? this.by.get(place)?.dataset.name || el.dataset.code : el.dataset.code;
        if (el.textContent !== words) el.textContent = words;
      }
      if (!deep) return;
      const size = 19, taken = [...this.names.values()].map(el => { const b = el.getBBox(); return [b.x + b.width / 2 * (1 - n), b.y + b.height / 2 * (1 - n), b.width * n, b.height * n]; });
      const { w, h } = this.box;
      for (const t of this.lands) {
        if (this.names.has(t.dataset.place)) continue;
        const [x, y] = pair(t.dataset.at), name = t.dataset.name || "", wide = name.length * size * 0.5 * n, tall = size * n;
        const [sx, sy] = this.seen(t);
        if (sx < 0 || sy < 0 || sx > w || sy > h) continue;
        const pin = t.tagName === "g", cy = pin ? y + 9 * n + tall * 0.6 : y;
        const here = [x - wide / 2, cy - tall / 2, wide, tall];
        if (taken.some(b => here[0] < b[0] + b[2] && b[0] < here[0] + here[2] && here[1] < b[1] + b[3] && b[1] < here[1] + here[3])) continue;
        taken.push(here);
        make("text", { class: "n prov deep", x, y: (cy + tall * 0.3).toFixed(1), "font-size": size }, layer, name);
      }
    }

    /* ---------------------------------------------------------------- hands and keys */
    wire() {
      const { svg, figure } = this;
      svg.tabIndex = 0;
      svg.setAttribute("role", "application");
      svg.setAttribute("aria-roledescription", "map");
      const how = document.createElement("p");
      how.className = "vh";
      how.id = `${svg.id}-how`;
      how.textContent = "Arrow keys walk to the nearest country, Enter opens it, plus and minus zoom. The same facts stand in the table.";
      this.voice = document.createElement("p");
      this.voice.className = "vh";
      this.voice.setAttribute("aria-live", "polite");
      this.card = document.createElement("div");
      this.card.className = "card";
      this.card.hidden = true;
      figure.append(how, this.voice, this.card);
      svg.setAttribute("aria-describedby", how.id);
      svg.addEventListener("keydown", e => this.key(e));
      svg.addEventListener("pointerdown", e => this.down(e));
      svg.addEventListener("pointermove", e => this.move(e));
      ["pointerup", "pointercancel"].forEach(n => svg.addEventListener(n, e => this.up(e)));
      svg.addEventListener("pointerover", e => { if (e.pointerType === "mouse" && !this.dragging) this.show(e.target.closest(".t"), false); });
      figure.addEventListener("pointerleave", e => { if (e.pointerType === "mouse" && !this.byKey) this.show(null); });
      svg.addEventListener("blur", () => { if (this.byKey) this.show(null); });
      svg.addEventListener("wheel", e => this.wheel(e), { passive: false });
      svg.addEventListener("dblclick", e => { e.preventDefault(); });
      figure.addEventListener("click", e => {
        const way = e.target.closest("[data-zoom]")?.dataset.zoom;
        if (way) { if (way === "all") this.home(); else this.zoom(way === "in" ? 1.6 : 1 / 1.6, [this.box.w / 2, this.box.h / 2]); }
      });
      new ResizeObserver(() => this.draw()).observe(svg);
      if (figure.dataset.pick) document.addEventListener("change", () => this.picked());
      if (figure.dataset.pick) this.picked();
    }
    key(e) {
      if (e.ctrlKey || e.metaKey || e.altKey) return;
      const step = STEP[e.key];
      if (step && e.shiftKey) this.pan(-step[0] * 80, -step[1] * 80);
      else if (step) this.walk(step);
      else if (e.key === "+" || e.key === "=") this.zoom(1.5);
      else if (e.key === "-" || e.key === "_") this.zoom(1 / 1.5);
      else if (e.key === "0") this.home();
      else if (e.key === "Escape" && this.current) this.show(null);
      else if ((e.key === "Enter" || e.key === " ") && this.current) this.open(this.current);
      else return;
      e.preventDefault();
      e.stopPropagation();
    }
    walk([dx, dy]) {
      const { w, h } = this.box, from = this.current ? this.seen(this.current) : [w / 2, h / 2];
      let best, least = Infinity;
      for (const t of this.lands) {
        if (t === this.current) continue;
        const [x, y] = this.seen(t), ahead = (x - from[0]) * dx + (y - from[1]) * dy, aside = Math.abs((x - from[0]) * dy) + Math.abs((y - from[1]) * dx);
        const cost = (this.current ? 0 : Math.abs(ahead)) + ahead + 2.2 * aside;
        if ((ahead > 1 || !this.current) && cost < least) { least = cost; best = t; }
      }
      if (!this.current) best = this.lands.find(t => t.dataset.due === "now") || best;
      if (best) { this.reveal(best); this.show(best, true, true); }
    }
    wheel(e) {
      const page = document.scrollingElement;
      const free = e.ctrlKey || this.k > 1.01 || document.activeElement === this.svg || page.scrollHeight <= innerHeight + 2;
      if (!free || (this.k <= 1.01 && e.deltaY > 0)) return;   // a page that scrolls goes on scrolling
      e.preventDefault();
      this.zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.0022)), this.unit(e));
    }
    down(e) {
      if (e.button) return;
      this.touches.set(e.pointerId, [e.clientX, e.clientY]);
      if (this.touches.size === 1) this.start = { x: e.clientX, y: e.clientY, t: e.target.closest(".t") };
      this.spread = 0;
    }
    move(e) {
      const was = this.touches.get(e.pointerId);
      if (!was) return;
      const m = this.svg.getScreenCTM();
      this.touches.set(e.pointerId, [e.clientX, e.clientY]);
      if (this.touches.size === 2) {
        const [a, b] = [...this.touches.values()], spread = Math.hypot(a[0] - b[0], a[1] - b[1]);
        if (this.spread) this.zoom(spread / this.spread, this.unit({ clientX: (a[0] + b[0]) / 2, clientY: (a[1] + b[1]) / 2 }));
        this.spread = spread;
        this.dragging = true;
        return;
      }
      if (!this.dragging && Math.hypot(e.clientX - this.start.x, e.clientY - this.start.y) > 5 && (this.k > 1.01 || this.cover)) {
        this.dragging = true;
        this.svg.setPointerCapture?.(e.pointerId);
        this.svg.classList.add("dragging");
        this.show(null);
      }
      if (this.dragging) this.pan((e.clientX - was[0]) / m.a, (e.clientY - was[1]) / m.d);
    }
    up(e) {
      if (!this.touches.delete(e.pointerId) || this.touches.size) return;
      const dragged = this.dragging, { start } = this;
      this.dragging = false;
      this.svg.classList.remove("dragging");
      if (dragged || e.type === "pointercancel" || !start) return;
      if (Math.hypot(e.clientX - start.x, e.clientY - start.y) > 8) return;
      if (!start.t) return this.show(null);
      if (e.pointerType === "mouse" || (this.current === start.t && this.pinned) || this.figure.dataset.pick) this.open(start.t);
      else this.show(start.t, true);
    }
    open(t) {
      if (this.figure.dataset.pick) {
        const box = this.boxes().find(b => b.value === t.dataset.place && !b.disabled);
        if (box) box.click();
        this.show(t, true, this.byKey);
        return;
      }
      const to = this.link(t);
      if (to) location.href = to;
    }
    link(t) {
      if (t.dataset.href) return t.dataset.href;
      const form = this.figure.closest("[data-href]")?.dataset.href;
      const place = this.facts?.[t.dataset.place] || !t.dataset.in ? t.dataset.place : t.dataset.in;
      return form?.replace("{place}", place);
    }
    boxes() { return [...document.querySelectorAll(`${this.figure.dataset.pick} input[value]`)]; }
    picked() {
      const on = new Set(this.boxes().filter(b => b.checked).map(b => b.value)), may = new Set(this.boxes().filter(b => !b.disabled).map(b => b.value));
      for (const t of this.lands) {
        t.classList.toggle("picked", on.has(t.dataset.place));
        t.classList.toggle("shut", !may.has(t.dataset.place));
      }
    }

    /* ---------------------------------------------------------------- the card */
    show(t, pinned = false, byKey = false) {
      if (this.current && this.current !== t) this.current.classList.remove("sel");
      this.current = t || null;
      this.pinned = pinned;
      this.byKey = byKey;
      this.card.hidden = !t;
      if (!t) { this.voice.textContent = ""; return; }
      if (!t.classList.contains("sel")) { t.classList.add("sel"); }
      this.card.classList.toggle("pinned", pinned && !byKey);
      this.fill(t);
      this.put();
      if (byKey) this.voice.textContent = [t.dataset.name, t.dataset.line, t.dataset.note, DUE[t.dataset.due]].filter(Boolean).join(". ");
    }
    fill(t) {
      const card = this.card, given = document.querySelector(`template[data-card="${CSS.escape(t.dataset.place)}"]`);
      card.replaceChildren();
      const add = (tag, cls, text) => { const el = document.createElement(tag); el.className = cls; el.textContent = text; card.append(el); return el; };
      if (given) card.append(given.content.cloneNode(true));
      else {
        const code = this.names.get(t.dataset.place)?.dataset.code || (this.names.get(t.dataset.place)?.matches(".code") && this.names.get(t.dataset.place).textContent);
        if (code) add("span", "c-code", code);
        add("b", "", t.dataset.name);
        if (t.dataset.line) add("span", "c-line", t.dataset.line);
        if (t.dataset.note) add("span", "c-note", t.dataset.note);
        if (DUE[t.dataset.due]) add("span", "c-due", DUE[t.dataset.due]);
      }
      const to = this.figure.dataset.pick ? "" : this.link(t);
      if (to) Object.assign(add("a", "go", this.byKey ? "Enter: the dossier" : "Open the dossier"), { href: to, tabIndex: -1 });
    }
    put() {   // over the territory if there is room, else below; never outside the figure
      const m = this.svg.getScreenCTM(), o = this.figure.getBoundingClientRect(), [x, y] = this.seen(this.current), c = this.card;
      const left = m.a * x + m.e - o.left, top = m.d * y + m.f - o.top, gap = 22;
      c.style.left = `${Math.max(6, Math.min(o.width - c.offsetWidth - 6, left - c.offsetWidth / 2))}px`;
      c.style.top = `${top - c.offsetHeight - gap > 4 ? top - c.offsetHeight - gap : Math.min(top + gap, o.height + 40 - c.offsetHeight)}px`;
    }
  }

  function set(t, values) {
    for (const [key, value] of Object.entries(values)) {
      const now = value === undefined || value === null || value === "" ? undefined : String(value);
      if (now === undefined) delete t.dataset[key];
      else if (t.dataset[key] !== now) t.dataset[key] = now;
    }
  }
  function otherPlate(place) { for (const p of all.values()) if (p.by.has(place)) return p.by.get(place); }
  function state() {
    const el = document.getElementById("plate-state");
    try { return el ? JSON.parse(el.textContent) : {}; } catch { return {}; }
  }
  async function start() {
    for (const figure of document.querySelectorAll(".plate-wrap,.dos-map")) {
      if (all.has(figure) || figure.dataset.loading) continue;
      let svg = figure.querySelector("svg.plate");
      if (!svg && figure.dataset.src) {
        figure.dataset.loading = 1;
        try {
          const text = await (await fetch(figure.dataset.src)).text();
          svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
          svg = svg.matches("svg.plate") ? document.importNode(svg, true) : null;
          if (svg) figure.prepend(svg);
        } catch { svg = null; }
        delete figure.dataset.loading;
      }
      if (svg) all.set(figure, new Plate(figure, svg));
    }
  }
  function again() {
    for (const figure of all.keys()) if (!figure.isConnected) all.delete(figure);
    const facts = state();
    for (const plate of all.values()) plate.paint(facts);
    start();
  }

  /* ---------------------------------------------------------------- plate or table */
  function swap(area) {
    if (!area) return;
    area.dataset.show = area.dataset.show === "table" ? "plate" : "table";
    area.querySelectorAll("[data-swap]").forEach(b => b.setAttribute("aria-pressed", area.dataset.show === "table"));
    const first = area.querySelector(area.dataset.show === "table" ? "[data-as=table]" : "svg.plate");
    if (first) { if (!first.hasAttribute("tabindex")) first.tabIndex = -1; first.focus({ preventScroll: true }); }
    for (const plate of all.values()) if (area.contains(plate.figure) && !plate.still) plate.draw();
  }
  document.addEventListener("click", e => { const b = e.target.closest("[data-swap]"); if (b) swap(b.closest("[data-show]")); });
  document.addEventListener("keydown", e => {
    if (e.key.toLowerCase() !== "t" || e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.target.closest("input:not([type=radio],[type=checkbox]),textarea,select,[contenteditable],dialog")) return;
    swap(e.target.closest("[data-show]") || document.querySelector("[data-show]"));
  });

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
  document.addEventListener("htmx:afterSettle", again);
  document.addEventListener("htmx:oobAfterSwap", again);
  window.Legation = { ...window.Legation, plates: { paint: facts => { for (const p of all.values()) p.paint(facts); }, refresh: again, all } };
})();
