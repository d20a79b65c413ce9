/* Day or lamp light. Load it in <head> without defer, so that the page never flashes in the wrong light.
 * A control with [data-theme-toggle] switches; the choice is kept on this device. Without a choice the system decides. */
(() => {
  const root = document.documentElement, key = "legation-theme";
  let kept = null;
  try { kept = localStorage.getItem(key); } catch { /* private mode: the switch still works for this page */ }
  if (kept === "light" || kept === "dark") root.dataset.theme = kept;
  const lamp = () => (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const show = () => document.querySelectorAll("[data-theme-toggle]").forEach(b => b.setAttribute("aria-pressed", lamp()));
  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("click", event => {
    if (!event.target.closest("[data-theme-toggle]")) return;
    root.dataset.theme = lamp() ? "light" : "dark";
    try { localStorage.setItem(key, root.dataset.theme); } catch { /* as above */ }
    show();
  });
})();
