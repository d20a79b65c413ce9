/* The shell of the desk: when what is asked has left a narrow window, a bar says what it is and leads back.
 * This browser remembers where it sits in each game that it has opened, the last one first, for the first page (games.js).
 * [data-copy] within [data-link] copies the address. */
(() => {
  /* a what-if knows the game it was taken from as long as this tab is open */
  const REAL = "legation-real";
  document.addEventListener("submit", event => { if (event.target.matches("[data-branch]")) try { sessionStorage.setItem(REAL, location.pathname.split("/").slice(0, 3).join("/")); } catch { /* private mode */ } });
  document.addEventListener("DOMContentLoaded", () => {
    const back = document.querySelector("[data-real]");
    try { if (back && sessionStorage.getItem(REAL)) back.href = sessionStorage.getItem(REAL); } catch { /* private mode */ }
  });
  const KEY = "legation-games", MOST = 60, place = document.querySelector("[data-place]")?.dataset.place;
  try {
    const kept = JSON.parse(localStorage.getItem(KEY)) || [];
    if (place && kept[0] !== place) localStorage.setItem(KEY, JSON.stringify([place, ...kept.filter(p => p !== place)].slice(0, MOST)));
  } catch { /* private mode: nothing is kept */ }
  document.addEventListener("click", async event => {
    const button = event.target.closest("[data-copy]"), text = button?.closest("[data-link]").dataset.link;
    if (!button) return;
    let done = true;
    try { await navigator.clipboard.writeText(text); }
    catch {   // without https there is no clipboard but the old one
      const box = document.body.appendChild(Object.assign(document.createElement("textarea"), { value: text }));
      box.select();
      done = document.execCommand("copy");
      box.remove();
    }
    const was = button.innerHTML;
    button.textContent = done ? "Copied" : "Not copied";
    setTimeout(() => { button.innerHTML = was; }, 1600);
  });
  let seen;
  function watch() {
    const bar = document.getElementById("askbar"), inSight = new Set();
    const sheets = [...document.querySelectorAll("#asks .req.now, #tray, .fill.now")].filter((one) => one.checkVisibility?.() ?? true);
    seen?.disconnect();
    if (!bar || !sheets.length) return bar?.classList.remove("on");
    seen = new IntersectionObserver((entries) => {
      for (const entry of entries) inSight[entry.isIntersecting ? "add" : "delete"](entry.target);
      bar.classList.toggle("on", !inSight.size);
    });
    sheets.forEach((one) => seen.observe(one));
  }
  document.addEventListener("DOMContentLoaded", watch);
  document.addEventListener("htmx:afterSettle", watch);
  document.addEventListener("htmx:oobAfterSwap", watch);
  if (document.readyState !== "loading") watch();
})();
