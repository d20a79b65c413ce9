/* The desk under the reader's hands.  htmx fetches; this puts new sheets in place without taking a choice away.
 *   #asks and #mean are taken over sheet by sheet: one that is being filled in stays, gets the new odds, and is marked .changed
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

  function merge(now, next) {
    for (const old of [...now.children]) if (!next.querySelector(`:scope > #${CSS.escape(old.id)}`)) old.remove();
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
      const want = place ? place.nextSibling : now.firstChild;
      if (kept !== want) now.insertBefore(kept, want);
      if (kept !== old) window.htmx?.process(kept);
      place = kept;
    }
  }

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
  document.addEventListener("sse:seq", event => {   // before #fetch hears it: of a trigger htmx asks nobody
    if (sent) rung = event.detail.data;
    if (sent || isShown(event.detail.data)) event.stopPropagation();
  }, true);
  document.addEventListener("htmx:beforeRequest", event => { if (event.detail.requestConfig.verb === "post") sent++; });
  document.addEventListener("htmx:afterRequest", event => {   // the reply says which desk it is; #seen takes a moment to settle
    shown = event.detail.xhr.getResponseHeader("Legation-Seq") || shown;
    if (event.detail.requestConfig.verb !== "post" || --sent) return;
    const told = rung; rung = "";
    if (told && !isShown(told)) fetchAgain();   // somebody else acted too
  });
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
