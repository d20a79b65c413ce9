/* Sortable, filterable tables.
 *   table[data-sortable]   every th[data-sort] ("text" or "num") becomes a button; a cell's data-v is used before its text
 *   input[data-filter="#id"]   hides the rows of that table's bodies, or what stands in that list, that do not hold all words typed
 * Works after a swap too: clicks and typing are heard on the document. */
(() => {
  const value = (row, i, num) => {
    const cell = row.cells[i], text = (cell?.dataset.v ?? cell?.textContent ?? "").trim();
    if (!num) return text.toLowerCase();
    const n = parseFloat(text.replace("−", "-").replace(/[^\d.-]/g, ""));
    return Number.isNaN(n) ? null : n;
  };
  const arm = () => document.querySelectorAll("table[data-sortable] th[data-sort]").forEach(th => {
    if (th.querySelector("button")) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...th.childNodes);
    th.append(button);
  });
  document.addEventListener("click", event => {
    const th = event.target.closest("table[data-sortable] th[data-sort] button")?.closest("th");
    if (!th) return;
    const num = th.dataset.sort === "num", i = th.cellIndex;
    const up = th.getAttribute("aria-sort") ? th.getAttribute("aria-sort") !== "ascending" : !num;
    th.closest("tr").querySelectorAll("th").forEach(other => other.removeAttribute("aria-sort"));
    th.setAttribute("aria-sort", up ? "ascending" : "descending");
    for (const body of th.closest("table").tBodies) {
      const rows = [...body.rows].map(row => [value(row, i, num), row]);
      rows.sort(([a], [b]) => {
        if (a === null || b === null || a === "" || b === "") return (a === null || a === "") - (b === null || b === "");   // unknown comes last, either way
        return (num ? a - b : a.localeCompare(b, undefined, { numeric: true })) * (up ? 1 : -1);
      });
      body.append(...rows.map(([, row]) => row));
    }
  });
  const filter = field => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const table = document.querySelector(field.dataset.filter);
    const rows = !table ? [] : table.tBodies ? [...table.tBodies].flatMap(body => [...body.rows]) : [...table.children];
    for (const row of rows) row.hidden = !words.every(word => (row.dataset.words ?? row.textContent).toLowerCase().includes(word));
  };
  document.addEventListener("input", event => { if (event.target.matches("[data-filter]")) filter(event.target); });
  const again = () => { arm(); document.querySelectorAll("[data-filter]").forEach(field => field.value && filter(field)); };
  document.addEventListener("DOMContentLoaded", again);
  document.addEventListener("htmx:afterSettle", again);
  if (document.readyState !== "loading") again();
})();
