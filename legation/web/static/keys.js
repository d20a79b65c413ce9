/* Keys that work everywhere: / search, g + letter goes to a room, ? help.
 *   [data-search]      gets the focus on /
 *   a[data-go="d"]     is followed on g d (d desk, r record, c countries, u rules, t table)
 *   dialog#help        is opened on ?; without one a plain list is made from what the page has
 * Nothing happens while somebody types. */
(() => {
  const typing = el => el.closest("input:not([type=radio],[type=checkbox],[type=button],[type=submit]),textarea,select,[contenteditable]");
  const find = s => [...document.querySelectorAll(s)].find(el => el.getClientRects().length) || document.querySelector(s);
  let waits = 0;

  function help() {
    let box = document.getElementById("help");
    if (!box) {
      const rows = [["?", "this list"], ...(find("[data-search]") ? [["/", "search"]] : [])];
      const seen = new Set();
      document.querySelectorAll("a[data-go]").forEach(a => {
        if (!seen.has(a.dataset.go)) rows.push([`g ${a.dataset.go}`, a.textContent.trim()]);
        seen.add(a.dataset.go);
      });
      if (document.querySelector(".pl"))
        rows.push(["← ↑ ↓ →", "walk the map"], ["Enter", "open the dossier"], ["+ − 0", "zoom in, out, whole plate"], ["Shift ← ↑ ↓ →", "move the map"], ["Esc", "close the card"]);
      if (document.querySelector(".pl.small")) rows.push(["m", "large and small map change places"]);
      if (document.querySelector("a[data-as-table]")) rows.push(["t", "the same facts as a table"]);
      box = document.createElement("dialog");
      box.id = "help";
      box.className = "help";
      box.setAttribute("aria-labelledby", "help-h");
      box.innerHTML = '<form method="dialog"><h2 id="help-h">Keys</h2><dl></dl><button class="btn">Close</button></form>';
      const list = box.querySelector("dl");
      for (const [key, what] of rows) {
        const dt = list.appendChild(document.createElement("dt")), dd = list.appendChild(document.createElement("dd"));
        dt.appendChild(document.createElement("kbd")).textContent = key;
        dd.textContent = what;
      }
      document.body.append(box);
    }
    if (!box.open) box.showModal();
  }

  document.addEventListener("keydown", event => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    const soon = Date.now() < waits;
    waits = 0;
    if (soon) {
      const link = document.querySelector(`a[data-go="${CSS.escape(event.key)}"]`);
      if (link) { event.preventDefault(); link.click(); }
    } else if (event.key === "g") waits = Date.now() + 1500;
    else if (event.key === "?") { event.preventDefault(); help(); }
    else if (event.key === "/") {
      const field = find("[data-search]");
      if (field) { event.preventDefault(); field.focus(); field.select?.(); }
    }
  }, true);   // before the plates, so that the t of "g t" is not taken for theirs
  document.addEventListener("click", event => { if (event.target.closest("[data-help]")) help(); });
})();
