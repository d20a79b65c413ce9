/* The desk under the reader's hands.  htmx fetches; this puts new sheets in place without taking a choice away.
 *   #asks and #mean are taken over sheet by sheet: one that is being filled in stays, gets the new odds, and is marked .changed
 *   a sheet that somebody else has answered folds in place (.elsewhere) and keeps what was typed; #seen[data-closed] says by whom
 *   #seen says what is shown: data-seq the entry (a stream that tells the same number fetches nothing, nor does one that
 *   speaks while an act of one's own is on its way: its reply is the desk), data-have the parts; the server is told these
 *   and sends the others
 *   .ask-form names its button after the chosen answer; .divide counts what is left; [data-print] prints */
(() => {
  const busy = sheet => sheet.contains(document.activeElement) && document.activeElement !== document.body ||
    [...sheet.querySelectorAll("input,select,textarea")].some(f =>
      f.type === "hidden" ? f.name === "value" && f.value !== f.defaultValue
        : f.type === "radio" || f.type === "checkbox" ? f.checked !== f.defaultChecked
          : f.tagName === "SELECT" ? [...f.options].some(o => o.selected !== o.defaultSelected && f.selectedIndex > 0) : f.value !== f.defaultValue);

  /* A sheet that somebody else has answered folds where it stands: its place, what was typed and the focus stay, and the next sheet comes
   * below it.  One that is answered here goes, and the focus with it to what is asked next. */
  const words = el => el?.textContent.replace(/\s+/g, " ").trim() || "";
  const typed = sheet => [...sheet.querySelectorAll("input,select,textarea")].flatMap(f => {
    if (f.type === "radio" || f.type === "checkbox") {
      return f.checked !== f.defaultChecked && f.checked ? [{ says: words(f.parentNode.querySelector(".say")) || words(f.closest("label") || sheet.querySelector(`label[for="${CSS.escape(f.id)}"]`)), field: f }] : [];
    }
    const face = f.type === "hidden" && f.name === "value";
    if (!face && (f.type === "hidden" || f.value === (f.tagName === "SELECT" ? [...f.options].find(o => o.defaultSelected)?.value ?? f.options[0]?.value : f.defaultValue))) return [];
    if (face && f.value === f.defaultValue) return [];
    const label = face ? "the die" : words(sheet.querySelector(`label[for="${CSS.escape(f.id)}"]`)) || f.getAttribute("aria-label") || "";
    return [{ says: `${label}: ${f.tagName === "SELECT" ? words(f.selectedOptions[0]) : f.value}`, field: f }];
  });
  function fold(old) {
    const mine = typed(old), had = old.contains(document.activeElement), told = closed();
    const form = old.querySelector("form"), id = old.id.replace(/^\D+/, "");
    for (const before of document.querySelectorAll(".elsewhere:not(.typed)")) before.remove();
    const line = document.createElement("section");
    line.className = `sheet elsewhere${mine.length ? " typed" : ""}`;
    line.id = `gone-${old.id}`;
    line.tabIndex = -1;
    // where a hand is, or may be, the place stays as high as it was until something is done: nothing slides under a finger
    const hand = old.querySelector("button:hover, input:hover, select:hover, label:hover, a:hover, :is(button, input, select, textarea, a):focus");
    if (hand || mine.length || !matchMedia("(hover: hover)").matches) line.style.minHeight = `${old.offsetHeight}px`;
    const add = (tag, text, into = line) => { const el = into.appendChild(document.createElement(tag)); el.textContent = text; return el; };
    const head = add("p", "");
    add("b", `${words(old.querySelector("h2")) || "This"} is answered elsewhere. `, head);
    head.append(told[id] ? `${told[id]}.` : "It is no longer asked.");
    if (mine.length) add("p", `You had typed ${mine.map(one => one.says).join("; ")}. It was not sent.`);
    const row = add("div", "");
    row.className = "row";
    const facts = mine.filter(one => one.field.name.startsWith("fact:"));
    if (facts.length && form) {   // what the board shows can be told again
      const again = row.appendChild(document.createElement("form"));
      again.method = "post"; again.action = form.getAttribute("action").replace("/answer", "/report");
      for (const { field } of facts) { const sent = again.appendChild(document.createElement("input")); sent.type = "hidden"; sent.name = field.name; sent.value = field.value; }
      add("button", "Say mine instead", again).className = "btn";
    }
    const aside = add("button", "Put aside", row);
    aside.type = "button"; aside.className = "btn quiet"; aside.dataset.aside = "";
    old.replaceWith(line);
    if (had) line.focus({ preventScroll: true });
    const log = document.getElementById("log");
    if (log) add("p", words(head), log);
  }
  document.addEventListener("click", event => event.target.closest("[data-aside]")?.closest(".elsewhere").remove());

  function merge(now, next) {
    let lost = false;   // the focus, with a sheet that was answered here
    if (answering) {
      for (const line of now.querySelectorAll(".elsewhere:not(.typed)")) line.remove();
      for (const line of now.querySelectorAll(".elsewhere")) line.style.minHeight = "";
    }
    for (const old of [...now.children]) {
      if (old.matches(".elsewhere") || next.querySelector(`:scope > #${CSS.escape(old.id)}`)) continue;
      const here = answering && (old.contains(answering) || !typed(old).length);
      if (!here && old.matches(".req, .fill, .alone[open]")) { fold(old); continue; }
      lost ||= old.contains(document.activeElement);
      old.remove();
    }
    let place = null;
    for (const sheet of [...next.children]) {
      const old = sheet.id && document.getElementById(sheet.id);
      let kept = old;
      if (!old) kept = document.importNode(sheet, true);
      else if (old.dataset.digest && old.dataset.digest === sheet.dataset.digest) kept = old;
      else if (old.matches(".req") && busy(old) && old.dataset.notes === sheet.dataset.notes) {
        old.classList.add("changed");
        for (const input of old.querySelectorAll("input[data-v]")) {   // the odds follow, the choice stays
          const fresh = sheet.querySelector(`input[data-v="${CSS.escape(input.dataset.v)}"]`)?.parentNode;
          for (const part of [".faces", ".pct"]) {
            const a = input.parentNode.querySelector(part), b = fresh?.querySelector(part);
            if (a && b) a.replaceWith(document.importNode(b, true));
          }
        }
      } else {
        const focus = old.contains(document.activeElement) && document.activeElement.id;
        kept = document.importNode(sheet, true); old.replaceWith(kept);
        if (focus) document.getElementById(focus)?.focus();
      }
      let want = place ? place.nextElementSibling : now.firstElementChild;
      while (want?.classList.contains("elsewhere")) want = want.nextElementSibling;
      if (kept !== want) now.insertBefore(kept, want);
      if (kept !== old) window.htmx?.process(kept);
      place = kept;
    }
    const heading = lost && now.querySelector(":scope > :not([hidden]):not(.elsewhere) h2");
    if (heading) { heading.tabIndex = -1; heading.focus({ preventScroll: true }); }
  }
  /* what others do is put in place without moving the sheet under the reader's hands: a dispatch above it scrolls the page instead */
  const SHEETS = "#asks > *, #mean > *";
  let under = "";   // the sheet on which a pointer has moved since the last answer: one that came to lie under it is nobody's yet
  document.addEventListener("pointermove", event => { under = event.target.closest?.(SHEETS)?.id || ""; });
  let answering = null, anchor = null;   // the form whose reply is being put in place; the sheet that stays where it is
  document.addEventListener("htmx:beforeOnLoad", event => {
    answering = event.detail.requestConfig.verb === "post" ? event.detail.requestConfig.elt : null;
    const held = document.activeElement?.matches("input, select, textarea, button, a, summary") ? document.activeElement.closest(SHEETS) : null;
    const sheet = held || document.querySelector("#asks > :hover, #mean > :hover");
    if (answering) under = "";
    anchor = !answering && sheet && (held || sheet.id === under) ? { id: sheet.id, top: sheet.getBoundingClientRect().top } : null;
  });
  document.addEventListener("htmx:afterRequest", () => {
    const sheet = anchor && (document.getElementById(anchor.id) || document.getElementById(`gone-${anchor.id}`));
    if (sheet) scrollBy({ top: sheet.getBoundingClientRect().top - anchor.top, behavior: "instant" });
    anchor = null;
    if (answering?.closest("#asks") || (answering && !answering.isConnected)) {   // what came of an answer is on the screen
      const told = document.querySelector("#dispatch:not(.away)") || document.querySelector("#asks > :not([hidden])");
      if (told?.getBoundingClientRect().top < 0) told.scrollIntoView({ block: "start", behavior: "instant" });
    }
  });
  const closed = () => { try { return JSON.parse(document.getElementById("seen")?.dataset.closed || "{}"); } catch { return {}; } };

  document.addEventListener("htmx:oobBeforeSwap", event => {
    const target = event.detail.target;
    if (target.id !== "asks" && target.id !== "mean") return;
    event.detail.shouldSwap = false;
    const fresh = event.detail.fragment.querySelector(`#${target.id}`) || event.detail.fragment;
    merge(target, fresh);
  });
  document.addEventListener("htmx:oobAfterSwap", () => {   // the plates are not sent again, but their date is
    const when = document.getElementById("turn")?.dataset.when;
    for (const date of document.querySelectorAll(".plate-title i")) if (when && date.textContent !== when) date.textContent = when;
  });
  document.addEventListener("htmx:oobAfterSwap", () => {   // the end of the record stands with the dice
    const tip = document.getElementById("tip"), now = document.getElementById("seen")?.dataset.tip;
    if (tip && now) tip.textContent = now;
  });
  const fetchAgain = () => { const f = document.getElementById("fetch"); if (f) window.htmx?.trigger(f, "legation:again"); };
  let sent = 0, rung = "", shown = "";   // own acts on their way, what the stream told meanwhile, and the last desk that came
  const isShown = seq => seq === shown || seq === document.getElementById("seen")?.dataset.seq;
  document.addEventListener("legation:seq", event => {   // before #fetch hears it: of a trigger htmx asks nobody
    if (sent) rung = event.detail.data;
    else if (!isShown(event.detail.data) && document.querySelector("#seen[data-reload]")) location.reload();   // an end that was taken back
    if (sent || isShown(event.detail.data)) event.stopPropagation();
  }, true);
  document.addEventListener("htmx:beforeRequest", event => { if (event.detail.requestConfig.verb === "post") sent++; });
  document.addEventListener("htmx:afterRequest", event => {   // the reply says which desk it is; #seen takes a moment to settle
    shown = event.detail.xhr.getResponseHeader("Legation-Seq") || shown;
    if (event.detail.requestConfig.verb !== "post" || --sent) return;
    const told = rung; rung = "";
    if (told && !isShown(told)) fetchAgain();   // somebody else acted too
  });
  document.addEventListener("htmx:oobAfterSwap", () => { if (document.querySelector("#seen[data-over]")) location.reload(); });   // the desk becomes the sheet of the end
  document.addEventListener("submit", event => {   // without htmx the page goes, and its successor is the reply
    if (!event.defaultPrevented && !event.target.closest("[hx-post]") && event.target.method === "post") sent++;
  });
  addEventListener("pageshow", event => { if (event.persisted) { sent = 0; fetchAgain(); } });
  document.addEventListener("htmx:configRequest", event => {
    const have = document.getElementById("seen")?.dataset.have;
    if (have) event.detail.headers["Legation-Have"] = have;
  });
  document.addEventListener("visibilitychange", () => {   // a phone that was asleep catches up
    if (!document.hidden) fetchAgain();
  });

  document.addEventListener("change", event => {
    const form = event.target.closest(".ask-form");
    if (!form || event.target.type !== "radio") return;
    const words = event.target.parentNode.querySelector(".say"), place = form.querySelector("[id^=say-]");
    if (words && place) place.textContent = words.textContent;
  });
  document.addEventListener("input", event => {
    const box = event.target.closest(".divide");
    if (!box) return;
    const sum = [...box.querySelectorAll("input[type=number]")].reduce((n, f) => n + (parseInt(f.value, 10) || 0), 0);
    const left = box.dataset.total - sum;
    box.querySelector(".left").textContent = left;
    box.classList.toggle("over", left < 0);
  });
  document.addEventListener("click", event => { if (event.target.closest("[data-print]")) print(); });
})();
