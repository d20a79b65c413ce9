/* The games of this browser.  shell.js remembers where this browser sits; the first page asks how they stand.
 *   #own-games            gets the list; .gamecard[data-places] with [data-forget] leaves it
 *   [data-paste]          a form with an invitation, which is opened
 *   [data-share]          within [data-link] hands the address to the system's own sheet, where there is one
 *   time[data-since]      a moment in the reader's own time
 *   [data-scenario]       is shown while that scenario is chosen */
(() => {
  const KEY = "legation-games";
  const kept = () => { try { return JSON.parse(localStorage.getItem(KEY)) || []; } catch { return []; } };
  const keep = places => { try { localStorage.setItem(KEY, JSON.stringify(places)); } catch { /* private mode: nothing is kept */ } };
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
    const body = new URLSearchParams(kept().map(p => ["place", p]));
    try {
      const reply = await fetch("/games", { method: "POST", body });
      if (!reply.ok) return;
      place.innerHTML = await reply.text();
    } catch { return; }
    const held = [...place.querySelectorAll(".gamecard")].flatMap(card => card.dataset.places.split(" "));
    if (kept().some(p => !p.includes("."))) keep(held);   // old links were exchanged for chairs
    since(place);
    const asked = place.querySelectorAll(".gamecard.yours").length;
    document.title = `${asked ? `(${asked}) ` : ""}Your games · Legation`;
  }
  document.addEventListener("click", event => {
    const at = what => event.target.closest(what);
    const link = at("[data-link]")?.dataset.link;
    if (at("[data-forget]")) {
      const card = at(".gamecard"), gone = card.dataset.places.split(" ");
      keep(kept().filter(t => !gone.includes(t)));
      card.remove();
    } else if (at("[data-share]")) navigator.share({ url: link }).catch(() => {});
  });
  document.addEventListener("submit", event => {
    const form = event.target.closest("[data-paste]");
    if (!form) return;
    event.preventDefault();
    const found = form.link.value.match(/\/[it]\/([\w.-]+)/)?.[1] || form.link.value.trim();
    if (found) location.href = `/${found.includes(".") ? "t" : "i"}/${encodeURIComponent(found)}`;
  });
  function fit() {
    const chosen = document.querySelector("input[name=scenario]:checked")?.value;
    for (const way of document.querySelectorAll("[data-scenario]")) way.hidden = way.dataset.scenario !== chosen;
  }
  document.addEventListener("change", event => { if (event.target.name === "scenario") fit(); });
  const start = () => {
    fit();
    if (navigator.share) for (const b of document.querySelectorAll("[data-share]")) b.hidden = false;
    list();
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
