/* The games of this browser.  A page of a game is remembered by its link; the first page asks how they stand.
 *   #own-games            gets the list; .gamecard[data-tokens] with [data-forget] leaves it
 *   [data-paste]          a form with a link, which is opened;  [data-copy-keys] copies all links of this browser
 *   [data-link]           holds an address; [data-copy] in it copies, [data-share] hands it to the system's own sheet, where there is one
 *   time[data-since]      a moment in the reader's own time */
(() => {
  const KEY = "legation-games", MOST = 60;
  const kept = () => { try { return JSON.parse(localStorage.getItem(KEY)) || []; } catch { return []; } };
  const keep = tokens => { try { localStorage.setItem(KEY, JSON.stringify(tokens.slice(0, MOST))); } catch { /* private mode: nothing is kept */ } };
  const token = location.pathname.match(/^\/t\/([^/]+)/)?.[1];
  if (token) keep([token, ...kept().filter(t => t !== token)]);

  const DAY = 864e5;
  function since(root) {
    for (const time of root.querySelectorAll("time[data-since]")) {
      const at = new Date(time.dataset.since), age = Date.now() - at;
      const clock = at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
      const day = age < DAY && at.getDate() === new Date().getDate() ? "" : age < 6 * DAY ? `${at.toLocaleDateString([], { weekday: "long" })} ` : `${at.toLocaleDateString()} `;
      time.textContent = `since ${day}${clock}`;
      time.dateTime = time.dataset.since;
    }
  }
  async function list() {
    const place = document.getElementById("own-games");
    if (!place) return;
    const body = new URLSearchParams(kept().map(t => ["token", t]));
    try {
      const reply = await fetch("/games", { method: "POST", body });
      if (reply.ok) place.innerHTML = await reply.text();
    } catch { return; }
    since(place);
    const asked = place.querySelectorAll(".gamecard.yours").length;
    document.title = `${asked ? `(${asked}) ` : ""}Your games · Legation`;
  }
  const said = (button, words) => { const was = button.innerHTML; button.textContent = words; setTimeout(() => { button.innerHTML = was; }, 1600); };
  async function copy(button, text) {
    try { await navigator.clipboard.writeText(text); said(button, "Copied"); }
    catch {   // without https there is no clipboard but the old one
      const box = document.createElement("textarea");
      box.value = text; document.body.append(box); box.select();
      said(button, document.execCommand("copy") ? "Copied" : "Not copied");
      box.remove();
    }
  }
  document.addEventListener("click", event => {
    const at = what => event.target.closest(what);
    const button = at("button"), link = at("[data-link]")?.dataset.link;
    if (at("[data-forget]")) {
      const card = at(".gamecard"), gone = card.dataset.tokens.split(" ");
      keep(kept().filter(t => !gone.includes(t)));
      card.remove();
    } else if (at("[data-copy]")) copy(button, link);
    else if (at("[data-share]")) navigator.share({ url: link }).catch(() => {});
    else if (at("[data-copy-keys]")) copy(button, kept().map(t => `${location.origin}/t/${t}`).join("\n"));
  });
  document.addEventListener("submit", event => {
    const form = event.target.closest("[data-paste]");
    if (!form) return;
    event.preventDefault();
    const found = form.link.value.match(/\/t\/([\w-]+)/)?.[1] || form.link.value.trim();
    if (found) location.href = `/t/${encodeURIComponent(found)}`;
  });
  const start = () => {
    if (navigator.share) for (const b of document.querySelectorAll("[data-share]")) b.hidden = false;
    list();
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
