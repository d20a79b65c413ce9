/* The shell of the desk: when what is asked has left a narrow window, a bar says what it is and leads back.
 * This browser remembers the link of each game that it has opened, the last one first, for the first page (games.js).
 * [data-copy] within [data-link] copies the address. */
(() => {
  const KEY = "legation-games", MOST = 60, token = location.pathname.match(/^\/t\/([^/]+)/)?.[1];
  try {
    const kept = JSON.parse(localStorage.getItem(KEY)) || [];
    if (token && kept[0] !== token) localStorage.setItem(KEY, JSON.stringify([token, ...kept.filter(t => t !== token)].slice(0, MOST)));
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
    const bar = document.getElementById("askbar"), sheet = document.querySelector("#asks .req.now");
    seen?.disconnect();
    if (!bar || !sheet) return bar?.classList.remove("on");
    seen = new IntersectionObserver(([entry]) => bar.classList.toggle("on", !entry.isIntersecting));
    seen.observe(sheet);
  }
  document.addEventListener("DOMContentLoaded", watch);
  document.addEventListener("htmx:afterSettle", watch);
  document.addEventListener("htmx:oobAfterSwap", watch);
  if (document.readyState !== "loading") watch();
})();
