/* What just happened, under the reader's hands.
 *   #dispatch        the sheet above the requests; D puts it away or opens it, shift D shows the one before; data-says is read out
 *   #log             a polite log: one sentence a dispatch, never one a roll
 *   #seen[data-title]   becomes the title of the page
 *   #plate-state     places with a letter ("lit") get a ring and the letter on every plate */
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const typing = el => el.closest?.("input:not([type=radio],[type=checkbox],[type=button],[type=submit]),textarea,select,[contenteditable]");
  const make = (tag, attrs, text) => {
    const el = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attrs)) el.setAttribute(key, value);
    if (text) el.textContent = text;
    return el;
  };

  let told = null;
  function tell() {
    const says = document.getElementById("dispatch")?.dataset.says || "", log = document.getElementById("log");
    if (log && says && told !== null && says !== told) {
      const line = log.appendChild(document.createElement("p"));
      line.textContent = says;
      while (log.children.length > 6) log.firstChild.remove();
    }
    if (says || told === null) told = says;
    const title = document.getElementById("seen")?.dataset.title;
    if (title && document.title !== title) document.title = title;
  }

  // rings lie under the names, letters on top; both are map units, so they go with the zoom
  let lit = "";
  function light() {
    let facts;
    try { facts = JSON.parse(document.getElementById("plate-state")?.textContent || "{}"); } catch { return; }
    const now = Object.entries(facts).filter(([, one]) => one.lit !== undefined).map(([place, one]) => [place, one.lit]);
    if (JSON.stringify(now) === lit) return;
    lit = JSON.stringify(now);
    for (const svg of document.querySelectorAll(".plate-wrap svg.plate, .pl svg.plate")) {
      svg.querySelectorAll(".lamps, .tagls").forEach(g => g.remove());
      const ground = svg.querySelector(".ground"), names = svg.querySelector(".names");
      if (!ground || !now.length) continue;
      const lamps = make("g", { class: "lamps", "aria-hidden": "true" }), letters = make("g", { class: "tagls", "aria-hidden": "true" });
      for (const [place, letter] of now) {
        const lands = svg.querySelectorAll(`.t[data-place="${CSS.escape(place)}"], .t[data-in="${CSS.escape(place)}"]`);
        let at = null;
        for (const land of lands) {
          at ||= land.dataset.at?.split(",").map(Number);
          for (const path of land.tagName === "path" ? [land] : land.querySelectorAll("path")) lamps.append(make("path", { class: "lamp", d: path.getAttribute("d") }));
        }
        if (!at || !letter) continue;   // ringed, with no line of its own
        const tag = make("g", { class: "tagl", transform: `translate(${at[0] + 16} ${at[1] - 16})` });
        tag.append(make("rect", { x: -11, y: -11, width: 22, height: 22 }), make("rect", { class: "bar", x: -11, y: 8, width: 22, height: 3 }), make("text", { x: 0, y: 5 }, letter));
        letters.append(tag);
      }
      names ? names.before(lamps) : ground.append(lamps);
      ground.append(letters);
    }
  }

  async function earlier() {
    const now = document.getElementById("dispatch"), reply = now && await fetch(now.dataset.before);
    if (!reply?.ok) return;
    const found = new DOMParser().parseFromString(await reply.text(), "text/html").getElementById("dispatch");
    if (!found) return;
    now.replaceWith(found);
    window.htmx?.process(found);
    found.focus();
  }

  document.addEventListener("keydown", event => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.key.toLowerCase() === "u" && document.querySelector("[data-take-back]")) { event.preventDefault(); document.querySelector("[data-take-back]").click(); }
    if (event.key.toLowerCase() !== "d") return;
    if (!document.getElementById("dispatch")) return;
    event.preventDefault();
    if (event.shiftKey) void earlier();
    else document.querySelector("#dispatch [data-dispatch]")?.click();
  });
  document.addEventListener("click", event => {
    if (event.target.closest("[data-earlier]")) { event.preventDefault(); void earlier(); }
  });
  /* the beats of a reveal run once; any key or tap goes to its end */
  const beaten = new Set();
  const still = () => document.querySelectorAll(".disp:has(.play)").forEach(sheet => {
    const id = sheet.querySelector(".play").id;
    if (beaten.has(id)) sheet.classList.add("still");
    beaten.add(id);
  });
  for (const name of ["keydown", "pointerdown"]) document.addEventListener(name, () => document.querySelectorAll(".disp:has(.play)").forEach(sheet => sheet.classList.add("still")), true);
  const after = () => requestAnimationFrame(() => { tell(); light(); still(); });
  document.addEventListener("DOMContentLoaded", after);
  document.addEventListener("htmx:afterRequest", after);
  document.addEventListener("htmx:oobAfterSwap", after);

  /* ---------------------------------------------------------------- the dice tray
   * 2 to 9 enter at once and go on; a 1 waits for a second key (0, 1, 2; any other keeps it); arrows walk; Backspace clears and goes
   * back; what is pasted fills the rows.  The draft stays on this device until it is sent. */
  const ALONE = "legation-one-by-one", kept = () => `legation-tray ${location.pathname}`;
  const store = {
    get: key => { try { return localStorage.getItem(key); } catch { return null; } },
    set: (key, value) => { try { value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value); } catch { /* private mode */ } },
  };
  const purpose = field => field.previousElementSibling.value;
  const open = tray => [...tray.querySelectorAll("[data-face]")].filter(f => !f.disabled);
  const fits = field => field.value === "" || (/^\d+$/.test(field.value) && +field.value >= 1 && +field.value <= +field.closest("li").dataset.sides);

  function verdicts(tray) {
    const fields = [...tray.querySelectorAll("[data-face]")], won = {};
    for (const field of fields) {
      const row = field.closest("li"), { needed, hangs, sides } = row.dataset, small = row.querySelector("small");
      field.disabled = hangs !== undefined && won[hangs] !== true;
      row.classList.toggle("may", field.disabled);
      const typed = !field.disabled && field.value !== "" && fits(field);
      if (typed && needed !== "" && +field.value <= +needed) won[purpose(field)] = true;
      row.classList.toggle("hit", typed && won[purpose(field)] === true);
      row.classList.toggle("miss", typed && won[purpose(field)] !== true);
      row.classList.toggle("bad", !field.disabled && !fits(field));
      field.setAttribute("aria-invalid", !field.disabled && !fits(field));
      small.textContent = row.classList.contains("bad") ? `a d${sides} shows 1 to ${sides}` : typed && needed !== "" ? (won[purpose(field)] ? `${small.dataset.says}: it happens` : "no change") : small.dataset.says;
    }
    const due = open(tray), typed = due.filter(f => f.value !== "" && fits(f)), bad = due.some(f => !fits(f));
    const enter = tray.querySelector("[data-enter-faces]"), all = tray.querySelector("[data-roll-all]");
    enter.textContent = typed.length ? `Enter ${typed.length} face${typed.length > 1 ? "s" : ""}` : enter.dataset.none;
    enter.disabled = !typed.length || bad;
    if (all) {
      all.querySelector("span").textContent = typed.length ? `Let Legation roll the other ${due.length - typed.length}` : `Roll all ${due.length}`;
      all.disabled = bad || due.length === typed.length;
      all.classList.toggle("wax", !typed.length);
      enter.classList.toggle("wax", typed.length === due.length);
    }
    const next = due.find(f => f.value === "");
    tray.querySelectorAll(".rolls > li").forEach(row => row.classList.toggle("at", row === next?.closest("li")));
    tray.querySelector("[data-tray-says]").textContent = typed.length ? `${typed.length} of ${due.length} typed, nothing is entered yet` : "or type the first face: the field is ready";
    store.set(kept(), typed.length ? JSON.stringify(Object.fromEntries(fields.map((f, n) => [`${n} ${purpose(f)}`, f.value]).filter(([, v]) => v))) : null);
  }
  function armed() {
    const tray = document.getElementById("tray"), alone = store.get(ALONE) === "1";
    if (!tray) return;
    const card = document.getElementById(tray.dataset.ask);
    tray.hidden = alone && !!card;
    if (card) card.hidden = !tray.hidden;
    if (tray.dataset.armed) return;
    tray.dataset.armed = "1";
    let draft = {};
    try { draft = JSON.parse(store.get(kept()) || "{}"); } catch { /* none */ }
    [...tray.querySelectorAll("[data-face]")].forEach((field, n) => { field.value = draft[`${n} ${purpose(field)}`] || ""; });
    verdicts(tray);
  }
  const step = (tray, field, by) => { const fields = open(tray), to = fields[fields.indexOf(field) + by]; if (to) { to.focus(); to.select(); } };
  document.addEventListener("input", event => {
    const field = event.target.closest("[data-face]"), tray = field?.closest(".tray");
    if (!tray) return;
    const words = field.value.trim().split(/[^0-9]+/).filter(Boolean);
    if (words.length > 1) {   // several at once
      const fields = open(tray), at = fields.indexOf(field);
      words.forEach((word, n) => { if (fields[at + n]) fields[at + n].value = word; });
    }
    verdicts(tray);
    const sides = +field.closest("li").dataset.sides;
    if (words.length === 1 && (field.value.length > 1 || +field.value * 10 > sides) && fits(field)) step(tray, field, 1);
  });
  document.addEventListener("paste", event => {
    const field = event.target.closest?.("[data-face]"), tray = field?.closest(".tray");
    const words = tray && (event.clipboardData?.getData("text") || "").split(/[^0-9]+/).filter(Boolean);
    if (!words || words.length < 2) return;
    event.preventDefault();
    const fields = open(tray), at = fields.indexOf(field);
    words.forEach((word, n) => { if (fields[at + n]) fields[at + n].value = word; });
    verdicts(tray);
  });
  document.addEventListener("keydown", event => {
    const field = event.target.closest?.("[data-face]"), tray = field?.closest(".tray") || document.getElementById("tray");
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!tray || tray.hidden) {   // a die by itself
      const roll = event.key.toLowerCase() === "r" && [...document.querySelectorAll("[data-rolls]")].find(b => b.getClientRects().length);
      if (roll && !typing(event.target) && !document.querySelector("dialog[open]")) { event.preventDefault(); roll.click(); }
      return;
    }
    if (!field) {
      if (typing(event.target) || document.querySelector("dialog[open]")) return;
      if (event.key.toLowerCase() === "r" && tray.querySelector("[data-roll-all]")) { event.preventDefault(); tray.querySelector("[data-roll-all]").click(); }
      else if (/^[1-9]$/.test(event.key)) open(tray).find(f => f.value === "")?.focus();
      return;
    }
    if (event.key.toLowerCase() === "r") { event.preventDefault(); tray.querySelector("[data-roll-all]")?.click(); }
    else if (event.key === "ArrowDown" || event.key === " ") { event.preventDefault(); step(tray, field, 1); }
    else if (event.key === "ArrowUp") { event.preventDefault(); step(tray, field, -1); }
    else if (event.key === "Backspace" && field.value === "") { event.preventDefault(); step(tray, field, -1); }
    else if (event.key === "Enter") { event.preventDefault(); tray.querySelector("[data-enter-faces]:not([disabled])")?.click(); }
    else if (/^[3-9]$/.test(event.key) && field.value === "1" && field.selectionStart === field.selectionEnd) step(tray, field, 1);   // the 1 stands
  });
  document.addEventListener("click", event => {
    if (!event.target.closest("[data-one-by-one]")) return;
    store.set(ALONE, store.get(ALONE) === "1" ? null : "1");
    armed();
  });
  document.addEventListener("submit", event => { if (event.target.matches(".tray-form")) store.set(kept(), null); });
  document.addEventListener("DOMContentLoaded", armed);
  for (const name of ["htmx:afterRequest", "htmx:oobAfterSwap"]) document.addEventListener(name, () => requestAnimationFrame(armed));
})();
