/* Sheets that are filled in at once.  .fill-form[data-free]: the sum of the chosen coins is written down as they are
 * chosen, and coins that no longer fit are closed; nothing is ever lowered behind the player's back.
 * Digits choose a coin of the row in focus, - lets it be. */
(() => {
  const count = form => {
    const coin = form.dataset.coin || "", chosen = [...form.querySelectorAll("input[data-cost]:checked")];
    const sum = chosen.reduce((n, i) => n + +i.dataset.cost, 0);
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
  };
  document.addEventListener("change", event => {
    const form = event.target.closest(".fill-form");
    if (form) count(form);
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
