/* One request on one screen.
 *   .keys[data-for="id"]   tapping a face presses it, writes it into the hidden input #id and wakes the form's button[data-enter],
 *                          whose text becomes "Enter 5" (data-enter holds the word). A face is never sent by one touch.
 *   [data-hold]            must be held for 0.7 s, or clicked twice by the keyboard, before its form is sent or its link followed
 */
(() => {
  const HOLD = 700;
  document.addEventListener("click", event => {
    const face = event.target.closest(".keys button");
    if (face) {
      const keys = face.closest(".keys");
      keys.querySelectorAll("button").forEach(b => b.setAttribute("aria-pressed", b === face));
      const field = document.getElementById(keys.dataset.for), shown = face.value || face.textContent.trim();
      if (field) { field.value = shown; field.dispatchEvent(new Event("change", { bubbles: true })); }
      const button = (field?.form || keys.closest("form") || document).querySelector("button[data-enter]");
      if (button) { button.disabled = false; button.classList.add("wax"); button.textContent = `${button.dataset.enter || "Enter"} ${shown}`; }
      return;
    }
    const held = event.target.closest("[data-hold]");
    if (!held || held.dataset.free) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.detail === 0) {   // Enter or Space: twice
      if (held.dataset.once) return void setTimeout(() => free(held));   // a click within a click is dropped
      held.dataset.once = 1;
      setTimeout(() => delete held.dataset.once, 2500);
    }
  }, true);

  function free(held) {
    held.dataset.free = 1;
    held.click();
    setTimeout(() => delete held.dataset.free, 0);
  }
  let timer;
  const stop = () => { clearTimeout(timer); document.querySelectorAll("[data-hold].holding").forEach(b => b.classList.remove("holding")); };
  document.addEventListener("pointerdown", event => {
    const held = event.target.closest("[data-hold]");
    if (!held) return;
    held.classList.add("holding");
    timer = setTimeout(() => { stop(); free(held); }, HOLD);
  });
  ["pointerup", "pointercancel", "pointerleave"].forEach(name => document.addEventListener(name, stop));
  document.addEventListener("contextmenu", event => { if (event.target.closest("[data-hold]")) event.preventDefault(); });
})();
