/* Steps through the record: the slider, [data-pace] and the keys fetch the moment, and the plates are painted anew.
 *   #keysrow[data-now]    the entry that is shown; its links say where each step leads
 *   [data-play]           goes on entry by entry to the end of the turn */
(() => {
  const PARTS = ["pastbar", "keysrow", "turned", "stood", "moment-link", "plate-state"];
  const now = () => +document.getElementById("keysrow").dataset.now;
  const slide = document.querySelector("[data-slide]");
  let wanted = now(), busy = false, playing = 0;
  async function go(at) {
    wanted = at;
    slide.value = at;
    if (busy) return;   // the last one that was wanted is fetched when this one is there
    busy = true;
    try {
      while (wanted !== now()) {
        const to = wanted, address = `${location.pathname}?at=${to}`;
        const reply = await fetch(`${address}&part=1`);
        if (!reply.ok) break;
        const page = new DOMParser().parseFromString(await reply.text(), "text/html");
        const held = document.activeElement?.dataset.pace;
        for (const id of PARTS) document.getElementById(id)?.replaceWith(document.importNode(page.getElementById(id), true));
        if (held) document.querySelector(`[data-pace="${held}"]`)?.focus();
        document.dispatchEvent(new Event("htmx:oobAfterSwap"));   // plates and rings follow, as after any change
        for (const when of document.querySelectorAll(".plate-title i")) when.textContent = document.getElementById("keysrow").dataset.when;
        document.title = page.title;
        slide.setAttribute("aria-valuetext", document.querySelector(".where-at").innerText.replace("\n", ", "));
        history.replaceState(null, "", address);
        show();
        if (now() !== to) break;   // there is no such entry
      }
    } catch { /* the line is lost: the moment that is shown stays */ }
    busy = false;
  }
  const show = () => {
    const button = document.querySelector("[data-play]");
    button.setAttribute("aria-pressed", playing ? "true" : "false");
    button.querySelector("span").textContent = playing ? "Stop" : "Play the turn";
  };
  function play() {
    if (playing) { clearInterval(playing); playing = 0; return show(); }
    const ends = +document.getElementById("keysrow").dataset.ends;
    playing = setInterval(() => now() < ends ? go(now() + 1) : play(), 1100);
    show();
  }
  const step = name => { const link = document.querySelector(`[data-pace="${name}"]`); if (link?.dataset.at) go(+link.dataset.at); };
  slide.addEventListener("input", () => go(+slide.value));
  document.addEventListener("click", event => {
    if (event.target.closest("[data-play]")) return play();
    const link = event.target.closest("main [data-at]");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(+link.dataset.at);
  });
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("svg.plate, .plate, select, textarea")) return;
    const by = event.shiftKey ? "phase-" : "";
    if (event.key === "Escape") return document.querySelector("[data-pace=out]").click();
    if (event.key === " " && !event.target.closest("a, button, input")) play();
    else if (event.key === "ArrowLeft") step(`${by}back`);
    else if (event.key === "ArrowRight") step(`${by}on`);
    else if (event.key.toLowerCase() === "w" && document.querySelector("[data-branch]")) document.querySelector("[data-branch] button").focus();
    else return;
    event.preventDefault();
  });
})();
