/* Map plates: paint, walk, zoom, cards, badges.  How a page talks to a plate is told in README.md beside this file. */
(() => {
  // the closest view; from where every land is named
  const MAX = 8, DEEP = 1.9;
  // pixels of the smallest type on a whole plate; how much type grows with the plate
  const LEAST = 7.9, GROWS = 0.22;
  // where a mark stands by its name
  const UNDER = [[0, 1], [1, 0], [-1, 0], [0, -1]], BESIDE = [[-1, 0], [1, 0], [0, 1], [0, -1]];
  // of places to try, from the middle outwards
  const RINGS = [[0, 0, 0]];
  for (let r = 1; r < 8; r++) for (const d of [3, 9, 0, 6, 1, 5, 7, 11, 2, 4, 8, 10]) RINGS.push([r, r * Math.cos(d * Math.PI / 6), r * Math.sin(d * Math.PI / 6)]);
  const STEP = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const SEALED = { neutral: 0, friendly: 25, economic: 50, sworn: 75, total: 100 };
  const DUE = { now: "asked of you now", next: "asked later this phase", wait: "waits for another", done: "settled this phase" };
  const pair = text => text.split(",").map(Number);
  const clamp = (v, low, high) => Math.max(low, Math.min(high, v));
  const safe = text => text.replace(/[&<]/g, c => `&#${c.charCodeAt()};`);
  const meet = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
  // does a line run through a box?
  const cuts = ([x, y, u, v], b) => {
    let from = 0, to = 1;
    for (const [p, d, low, high] of [[x, u - x, b[0], b[2]], [y, v - y, b[1], b[3]]]) {
      if (Math.abs(d) < 1e-6) { if (p < low || p > high) return false; continue; }
      const [a, z] = [(low - p) / d, (high - p) / d];
      from = Math.max(from, Math.min(a, z));
      to = Math.min(to, Math.max(a, z));
    }
    return from < to;
  };
  // the first part in the middle, the others beside it
  function* shapes([a, b, c], sides) {
    const by = (p, [x, y]) => [x * (a.w + p.w + a.gap), y * (a.h + p.h + a.gap), p];
    if (!b) yield [[0, 0, a]];
    else for (const s of sides) {
      if (c && s[1]) yield [[0, 0, a], [-c.w - a.gap / 2, s[1] * (a.h + c.h + a.gap), b], [b.w + a.gap / 2, s[1] * (a.h + c.h + a.gap), c]];
      if (!c) yield [[0, 0, a], by(b, s)];
      else for (const q of sides) if (q !== s) yield [[0, 0, a], by(b, s), by(c, q)];
    }
  }
  // figure -> Plate
  const all = new Map();

  class Plate {
    constructor(figure, svg) {
      Object.assign(this, { figure, svg, k: 1, x: 0, y: 0, touches: new Map() });
      [, , this.width, this.height] = svg.getAttribute("viewBox").split(" ").map(Number);
      this.ground = svg.querySelector(".ground");
      this.marks = svg.querySelector(".marks");
      this.lands = [...svg.querySelectorAll(".t[data-place]")];
      this.names = new Map([...svg.querySelectorAll(".n[data-for]")].map(n => [n.dataset.for, n]));
      this.by = new Map(this.lands.map(t => [t.dataset.place, t]));
      // the browser's own tooltip would lie over the card
      for (const t of this.lands) {
        const title = t.querySelector("title");
        if (title) { t.dataset.name = title.textContent; title.remove(); }
      }
      this.plots = [...svg.querySelectorAll(".names .n, .seas .n")].map(el => this.plot(el, this.by.get(el.dataset.for)));
      for (const t of this.lands) if (!this.names.has(t.dataset.place)) this.plots.push(this.plot(null, t));
      figure.classList.add("ready");
      this.still = figure.dataset.focus !== undefined;
      this.seals = svg.dataset.seals !== undefined;
      if (this.still) this.look(figure.dataset.focus);
      else this.wire();
      this.paint(state());
      new MutationObserver(() => this.mark()).observe(svg.querySelector(".lands"), { subtree: true, attributeFilter: ["data-c", "data-due", "data-n", "data-tag"] });
    }

    /* ---------------------------------------------------------------- what the server said */
    paint(facts) {
      this.facts = facts;
      const now = new Set();
      for (const t of this.lands) {
        const own = facts[t.dataset.place];
        let up = own, at = t;
        // a part follows its whole
        for (let n = 0; !up && at?.dataset.in && n < 4; n++) {
          up = facts[at.dataset.in];
          at = this.by.get(at.dataset.in) || otherPlate(at.dataset.in);
        }
        const told = own || (up && { b: up.b, c: up.c, line: up.line });
        // what the server no longer says is wiped off; what it never said is left alone
        if (told || this.told?.has(t)) {
          const { b, c, due, n, tag, line, note, href, name } = told || {};
          set(t, { b, c, due, n, tag, line, note, href, name: name || t.dataset.name });
        }
        if (told) now.add(t);
      }
      this.told = now;
      this.mark();
      if (this.current) this.show(this.current, this.pinned, this.byKey);
      if (!this.placed) { this.placed = true; this.recall(); }
    }

    /* ---------------------------------------------------------------- names and marks */
    // what is written by one territory, and where the hand that drew the plate put it
    plot(el, t) {
      const at = t ? pair(t.dataset.at) : null, deep = !el, line = el?.previousElementSibling?.matches(".lead") && el.previousElementSibling;
      // a land that the whole plate has no room to name
      if (deep) {
        el = document.createElementNS("http://www.w3.org/2000/svg", "text");
        for (const [key, value] of Object.entries({ class: "n prov deep off", x: at[0], y: at[1] + (t.tagName === "g" ? 21 : 5), "font-size": 17 })) el.setAttribute(key, value);
        this.svg.querySelector(".names").append(el);
      }
      const lead = line ? line.getAttribute("d").split("L")[1].split(" ").map(Number) : null;
      if (line) line.remove();
      const kind = ["pow", "sea", "code", "prov"].find(c => el.classList.contains(c)) || "cty";
      const paths = this.lands.filter(l => t && (l === t || l.dataset.in === t.dataset.place)).map(l => l.tagName === "path" ? l : l.querySelector("path"));
      return { el, t, at, deep, lead, kind, size: +el.getAttribute("font-size"), paths };
    }
    mark() { this.frame ||= requestAnimationFrame(() => { this.frame = 0; if (!this.still) this.settle(); }); }
    // the middle and half the size of what is printed, in map units
    ink(p, deep) {
      const { el, t } = p;
      if (p.kind === "code") el.dataset.code ||= el.textContent;
      const words = p.deep || (deep && p.kind === "code") ? t.dataset.name || "" : el.dataset.code || el.textContent;
      if (p.text === words) return;
      if (el.textContent !== words) el.textContent = words;
      const b = el.getBBox(), base = +el.getAttribute("y"), low = /[fgjpqyJQ]/.test(words), lines = el.children.length || 1;
      const top = base - p.size * 0.72, end = base + p.size * ((lines - 1) * 0.98 + (low ? 0.26 : 0.04));
      Object.assign(p, { text: b.width ? words : 0, x: b.x + b.width / 2, y: (top + end) / 2, w: b.width / 2, h: (end - top) / 2 });
      if (!t) return;
      const l = t.getBBox();
      p.root = p.lead || [clamp(p.x, l.x, l.x + l.width), clamp(p.y, l.y, l.y + l.height)];
    }
    // everything where it covers nothing else, the weightier first; what finds no room is in the card and the table
    settle() {
      const { w, h } = this.box, m = this.svg.getScreenCTM(), { k } = this, deep = k >= DEEP;
      if (!m?.a) return;
      // too small to read: numbers alone
      const mute = getComputedStyle(this.svg).getPropertyValue("--mute");
      const z = Math.max(1, LEAST / 16 / m.a) * k ** GROWS, pad = 1.6 / m.a, edge = this.cover ? 2 : 16, n = k ** 0.38;
      const win = [edge, edge, w - edge, h - edge], taken = [], lines = [];
      const seen = ([x, y]) => [x * k + this.x, y * k + this.y];
      const over = (p, [x, y]) => p.paths.some(path => path?.isPointInFill(new DOMPoint((x - this.x) / k, (y - this.y) / k)));
      for (const el of this.figure.querySelectorAll(".plate-title,.plate-tools")) {
        const r = el.getBoundingClientRect();
        if (r.width) taken.push([(r.left - m.e) / m.a - 4, (r.top - m.f) / m.d - 4, (r.right - m.e) / m.a + 4, (r.bottom - m.f) / m.d + 4]);
      }
      for (const pin of this.svg.querySelectorAll(".pin")) {
        const [x, y] = seen([+pin.getAttribute("cx"), +pin.getAttribute("cy")]), r = +pin.getAttribute("r") * n;
        taken.push(Object.assign([x - r, y - r, x + r, y + r], { pin: pin.parentNode }));
      }
      const todo = this.plots.map(p => {
        const { due, tag, c } = p.t?.dataset || {};
        this.ink(p, deep);
        const gap = 3 * z, parts = mute || (p.deep && !deep) ? [] : [{ name: 1, w: p.w * z, h: p.h * z, gap }];
        if (tag && !mute) parts.push({ tag, w: (7 + 4.5 * tag.length) * z, h: 11.7 * z, gap });
        else if (this.seals && !mute && c in SEALED && (!p.deep || deep)) parts.push({ seal: c, w: 7.3 * z, h: 7.3 * z, gap });
        if (due in DUE) parts.push({ due, n: p.t.dataset.n || "!", w: 14.2 * z, h: 14.2 * z, gap });
        const rank = due in DUE ? 0 : p.kind === "pow" ? 1 : tag ? 2 : p.deep ? 6 : { sea: 5, prov: 4 }[p.kind] || 3;
        return { p, parts, rank };
      }).sort((a, b) => a.rank - b.rank);
      let drawn = "";
      for (const { p, parts } of todo) {
        const found = parts[0] && (p.text || mute) ? this.room(p, parts, { z, win, taken, lines, seen, over }) : null;
        p.el.classList.toggle("off", !found?.some(f => f[2].name));
        for (const [x, y, part] of found || []) {
          const gx = ((x - this.x) / k).toFixed(1), gy = ((y - this.y) / k).toFixed(1), s = (z / k).toFixed(3), to = `translate(${gx} ${gy})scale(${s})`;
          taken.push([x - part.w - pad, y - part.h - pad, x + part.w + pad, y + part.h + pad]);
          if (part.name) p.el.setAttribute("transform", `${to}translate(${-p.x} ${-p.y})`);
          else if (part.tag) drawn += `<g class="tag" transform="${to}"><rect x="${-part.w / z}" y="-11" width="${2 * part.w / z}" height="22"/><text y="6">${safe(part.tag)}</text></g>`;
          else if (part.seal) drawn += `<g class="q" transform="${to}"><circle class="q0" r="6.6"/><circle class="q1" r="3.3" pathLength="100" stroke-dasharray="${SEALED[part.seal]} 100" transform="rotate(-90)"/></g>`;
          else drawn += `<g class="badge ${part.due}" transform="${to}"><circle class="pulse" r="17"/><circle class="disc" r="13"/><text y="5.6">${safe(part.n)}</text></g>`;
        }
        if (found?.lead) {
          lines.push(found.lead);
          const [a, b, c, d] = found.lead.map((v, i) => ((v - (i % 2 ? this.y : this.x)) / k).toFixed(1));
          drawn = `<path class="lead" d="M${a} ${b}L${c} ${d}"/>${drawn}`;
        }
      }
      if (this.drawn !== drawn) this.marks.innerHTML = this.drawn = drawn;
    }
    // the nearest good place for the parts of a plot, or for some of them
    room(p, parts, { z, win, taken, lines, seen, over }) {
      const root = seen(p.root || [p.x, p.y]), at = p.at ? seen(p.at) : root, goal = p.lead ? root : at;
      const free = p.kind === "pow" || p.kind === "sea", within = ([x, y]) => x > win[0] && x < win[2] && y > win[1] && y < win[3];
      const into = ([x, y]) => [clamp(x, win[0] + (p.w + 2) * z, win[2] - (p.w + 2) * z), clamp(y, win[1] + (p.h + 2) * z, win[3] - (p.h + 2) * z)];
      let hand = p.root ? root.map((v, i) => v + (i ? p.y - p.root[1] : p.x - p.root[0]) * z) : root, sight = [at, root].find(within);
      // a wide land whose middle is out of sight
      if (!sight) {
        sight = hand = into(seen([p.x, p.y]));
        if (!over(p, hand)) return null;
      }
      // a call-out, if it takes one; false if it would run through something
      const line = (boxes, near) => {
        const far = l => Math.hypot(l[0] - l[2], l[1] - l[3]);
        const l = boxes.map(b => [clamp(goal[0], b[0], b[2]), clamp(goal[1], b[1], b[3]), ...goal]).sort((a, b) => far(a) - far(b))[0];
        return far(l) <= near * z ? null : !taken.some(o => o.pin !== p.t && cuts(l, o)) && !boxes.some(b => cuts(l, b.map((v, i) => v + (i < 2 ? 0.5 : -0.5)))) && l;
      };
      const best = (of, spots, step, reach) => {
        let found = null, least = Infinity;
        for (const [x0, y0] of spots) {
          const inland = over(p, [x0, y0]);
          for (const [r, dx, dy] of RINGS) {
            if (r > reach || r >= least) break;
            const x = x0 + dx * step * z, y = y0 + dy * step * z;
            let cost = r;
            for (const shape of shapes(of, p.kind === "code" ? BESIDE : UNDER)) {
              cost += 0.05;
              if (cost >= least) break;
              const parts = shape.map(([u, v, q]) => [x + u, y + v, q]), boxes = parts.map(([u, v, q]) => [u - q.w, v - q.h, u + q.w, v + q.h]);
              if (boxes.some(b => b[0] < win[0] || b[1] < win[1] || b[2] > win[2] || b[3] > win[3])) continue;
              if (boxes.some(b => taken.some(o => meet(b, o)) || lines.some(l => cuts(l, b)))) continue;
              // a result belongs on its own land, and so does what stood there before
              let all = cost;
              for (const [u, v, q] of parts) if (!free && !q.seal && (q.tag || inland) && !over(p, [u, v])) all += !inland ? 0.9 : q.due ? 0.6 : 2.5;
              if (all >= least) continue;
              const lead = !free && (r || inland ? !over(p, [x, y]) : p.lead && of[0].name) ? line(boxes, r ? 15 : 3) : null;
              if (lead !== false) { least = all; found = Object.assign(parts, { lead }); }
            }
          }
        }
        return found;
      };
      const spots = [hand];
      // close up, it fits inside
      if (!free && !over(p, hand) && [-1.2, 1.2].every(s => over(p, [at[0] + s * p.w * z, at[1]]))) spots.unshift(at);
      if (hand !== sight) spots.push(into(hand));
      const marks = parts.filter(q => !q.name), badge = parts.filter(q => q.due);
      return (parts[0].name && best(parts, spots, p.kind === "pow" ? 18 : 8, p.deep || p.kind === "prov" ? 2 : 5)) || (marks[0] && best(marks, [sight], 8, 7))
        || (badge[0] && (best(badge, [sight], 8, 7) || best(badge, [sight], 24, 7)));
    }

    /* ---------------------------------------------------------------- the view */
    // what the element shows, in map units: the whole plate, or a window of its height on a narrow screen
    get box() {
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
      // while the hand moves, names move along; then they settle
      clearTimeout(this.later);
      this.later = setTimeout(() => { this.later = 0; this.mark(); this.remember(); }, 90);
      if (this.current && !this.card?.hidden) this.put();
    }
    // a closer look stays when one comes back from another page
    remember() {
      if (this.still || this.figure.dataset.pick) return;
      try { sessionStorage.setItem(`view-${this.svg.id}`, JSON.stringify([this.k, this.x, this.y])); } catch { /* private mode */ }
    }
    recall() {
      let kept = null;
      try { kept = JSON.parse(sessionStorage.getItem(`view-${this.svg.id}`)); } catch { /* as above */ }
      if (this.still || this.figure.dataset.pick || !(kept?.[0] > 1.01)) return this.home();
      [this.k, this.x, this.y] = kept;
      this.draw();
    }
    home() {
      Object.assign(this, { k: 1, x: 0, y: 0 });
      if (this.still) return;
      const { w } = this.box, due = this.lands.find(t => t.dataset.due === "now");
      if (this.cover) this.x = w / 2 - (due ? pair(due.dataset.at)[0] : this.width * (this.figure.dataset.centre || 0.52));
      this.draw();
    }
    // pointer in map units of the window
    unit(event) {
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
    // bring a territory into the window
    reveal(t) {
      const { w, h } = this.box, [x, y] = this.seen(t), edge = 40;
      if (x < edge || y < edge || x > w - edge || y > h - edge) this.pan(Math.min(0, w - edge - x) || Math.max(0, edge - x), Math.min(0, h - edge - y) || Math.max(0, edge - y));
    }
    // a still picture of one country
    look(place) {
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
      // a page that scrolls goes on scrolling
      if (!free || (this.k <= 1.01 && e.deltaY > 0)) return;
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
    // over the territory if there is room, else below; never outside the figure
    put() {
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
    for (const figure of document.querySelectorAll(".pl,.dos-map")) {
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

  /* ---------------------------------------------------------------- the large plate and the small one */
  const LARGE = "legation-large";
  function exchange(keep = true) {
    const shell = document.querySelector(".shell, .replay"), large = shell?.querySelector(".pl.large"), small = shell?.querySelector(".pl.small");
    if (!large || !small) return;
    const place = document.createElement("i");
    large.replaceWith(place);
    small.replaceWith(large);
    place.replaceWith(small);
    for (const figure of [large, small]) { figure.classList.toggle("large"); figure.classList.toggle("small"); }
    for (const [name, figure] of [["--ratio", small], ["--small", large]]) shell.style.setProperty(name, figure.dataset.ratio);
    if (keep) try { localStorage.setItem(LARGE, small.querySelector("svg").id); } catch { /* private mode: for this page only */ }
    for (const plate of all.values()) if (!plate.still) plate.draw();
  }
  function kept() {
    let name = null;
    try { name = localStorage.getItem(LARGE); } catch { /* as above */ }
    if (name && document.querySelector(`.pl.small > #${CSS.escape(name)}`)) exchange(false);
  }
  document.addEventListener("click", e => { if (e.target.closest("[data-large]")) exchange(); });
  document.addEventListener("keydown", e => {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.target.closest("input:not([type=radio],[type=checkbox]),textarea,select,[contenteditable],dialog")) return;
    if (e.key.toLowerCase() === "m") exchange();
    if (e.key.toLowerCase() === "t") document.querySelector("a[data-as-table]")?.click();
  });

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => { kept(); start(); });
  else { kept(); start(); }
  document.fonts?.addEventListener("loadingdone", () => { for (const p of all.values()) { p.plots.forEach(q => { q.text = 0; }); p.mark(); } });
  document.addEventListener("htmx:afterSettle", again);
  document.addEventListener("htmx:oobAfterSwap", again);
  window.Legation = { ...window.Legation, plates: { paint: facts => { for (const p of all.values()) p.paint(facts); }, refresh: again, all } };
})();
