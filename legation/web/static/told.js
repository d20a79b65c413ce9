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
    const now = Object.entries(facts).filter(([, one]) => one.lit).map(([place, one]) => [place, one.lit]);
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
        if (!at) continue;
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
    if (document.querySelector("dialog[open]") || event.key.toLowerCase() !== "d") return;
    if (!document.getElementById("dispatch")) return;
    event.preventDefault();
    if (event.shiftKey) void earlier();
    else document.querySelector("#dispatch [data-dispatch]")?.click();
  });
  document.addEventListener("click", event => {
    if (event.target.closest("[data-earlier]")) { event.preventDefault(); void earlier(); }
  });
  const after = () => requestAnimationFrame(() => { tell(); light(); });
  document.addEventListener("DOMContentLoaded", after);
  document.addEventListener("htmx:afterRequest", after);
  document.addEventListener("htmx:oobAfterSwap", after);
})();
