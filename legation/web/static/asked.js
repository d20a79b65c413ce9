/* Sheets that are filled in at once.  .fill-form[data-free]: the sum of the chosen coins is written down as they are
 * chosen, and coins that no longer fit are closed; nothing is ever lowered behind the player's back.
 * Digits choose a coin of the row in focus, - lets it be.  [data-row]: points with what each face would bring. */
(() => {
  const count = form => {
    const coin = form.dataset.coin || "", chosen = [...form.querySelectorAll("input[data-cost]:checked")];
    const numbers = [...form.querySelectorAll("input[data-each]")];
    const sum = chosen.reduce((n, i) => n + +i.dataset.cost, 0) + numbers.reduce((n, i) => n + +i.value, 0);
    const written = form.querySelector("[data-sum]");
    if (written) written.textContent = coin + sum;
    if (!form.dataset.free) return;
    const left = form.dataset.free - sum, shown = form.querySelector("[data-left]");
    if (shown) shown.textContent = left < 0 ? `−${coin}${-left}` : coin + left;
    form.classList.toggle("over", left < 0);
    form.querySelectorAll(".tally i").forEach((cell, n) => cell.classList.toggle("draft", n < sum));
    for (const input of form.querySelectorAll("input[data-cost]")) {
      const mine = chosen.find(i => i.name === input.name);
      input.disabled = !input.checked && +input.dataset.cost - +(mine?.dataset.cost || 0) > left;
    }
    for (const input of numbers) {
      const [less, more] = input.parentNode.querySelectorAll("[data-step]");
      less.disabled = +input.value <= +input.min;
      more.disabled = left <= 0 || +input.value >= +input.max;
    }
  };
  const minus = key => key.replace(/^-/, "−");
  const reckon = row => {  // the faces of the die, as so many points would have them
    const [results, says, good] = ["results", "says", "good"].map(name => JSON.parse(row.dataset[name]));
    const now = +row.querySelector("input").value - +row.querySelector("input").min;
    if (!results[now]) return;
    const more = results[now + 1] || results[now];
    row.querySelectorAll("[data-face]").forEach((face, n) => {
      face.textContent = minus(results[now][n]);
      face.parentNode.classList.toggle("p8", good.includes(results[now][n]));
    });
    row.querySelectorAll("[data-ghost]").forEach((face, n) => {
      face.textContent = minus(more[n]);
      face.parentNode.classList.toggle("up", more[n] !== results[now][n]);
    });
    row.querySelector("[data-says]").textContent = says[now];
  };
  document.addEventListener("click", event => {
    const step = event.target.closest?.("[data-step]");
    if (!step) return;
    const input = step.parentNode.querySelector("input");
    input.value = +input.value + +step.dataset.step;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  document.addEventListener("change", event => {
    const form = event.target.closest(".fill-form");
    if (!form) return;
    const row = event.target.closest("[data-row]");
    if (row) reckon(row);
    count(form);
  });
  document.addEventListener("keydown", event => {
    const group = event.target.closest?.(".coins");
    if (!group || event.ctrlKey || event.metaKey || event.altKey || !/^[-0-9]$/.test(event.key)) return;
    const inputs = [...group.querySelectorAll("input")];
    const found = event.key === "-" ? inputs[0] : inputs.find(i => i.value === event.key);
    if (!found || found.disabled) return;
    event.preventDefault();
    found.checked = true; found.focus();
    found.dispatchEvent(new Event("change", { bubbles: true }));
  });
})();
/* What stands in a sheet and is not sent stays on this device while the same rows are offered: a look elsewhere, or a closed tab, loses nothing. */
(() => {
  const at = form => `legation-draft ${location.pathname}${location.search} ${form.elements.sheet.value}`;
  const rows = form => [...form.elements].filter(f => f.name.startsWith("row:") && (f.type !== "radio" || f.checked)).map(f => [f.name, f.value]);
  const names = found => found.map(([name]) => name).join();
  const keep = (form, found) => { try { found ? localStorage.setItem(at(form), JSON.stringify(found)) : localStorage.removeItem(at(form)); } catch { /* private mode */ } };
  const all = () => document.querySelectorAll(".fill-form:not([data-drafted])").forEach(form => {
    let kept = null;
    try { kept = JSON.parse(localStorage.getItem(at(form))); } catch { /* private mode */ }
    if (kept && names(kept) === names(rows(form))) {
      for (const [name, value] of kept) {
        const field = form.elements[name];
        field.value = value;
        (field[0]?.type ? field[0] : field).dispatchEvent(new Event("change", { bubbles: true }));
      }
      form.querySelector(".early")?.setAttribute("open", "");
    }
    form.dataset.drafted = "";
  });
  for (const name of ["change", "input"]) document.addEventListener(name, event => {
    const form = event.target.closest?.("[data-drafted]");
    if (form) keep(form, rows(form));
  });
  document.addEventListener("submit", event => { if (event.target.matches(".fill-form")) keep(event.target); });
  document.addEventListener("DOMContentLoaded", all);
  for (const name of ["htmx:afterRequest", "htmx:oobAfterSwap"]) document.addEventListener(name, () => requestAnimationFrame(all));
})();
