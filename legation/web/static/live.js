/* The line to the referee. htmx and its sse extension do the fetching; this only shows whether the line stands.
 * <html data-line="open|lost">: .offline is shown and waxed buttons go grey while it is lost. Forms are kept as they are. */
(() => {
  const root = document.documentElement;
  // a stream that opens late does not mean that the line stands
  const line = state => { root.dataset.line = navigator.onLine ? state : "lost"; };
  document.addEventListener("htmx:sseOpen", () => line("open"));
  document.addEventListener("htmx:sseError", () => line("lost"));
  document.addEventListener("htmx:sendError", () => line("lost"));
  document.addEventListener("htmx:afterRequest", event => { if (event.detail.successful) line("open"); });
  /* who waits for an answer longer than a moment is told that it is being worked on; what the stream fetches by itself is nobody's wait */
  const MOMENT = 300, working = new Map();
  const sign = document.createElement("div");
  sign.className = "working"; sign.setAttribute("role", "status"); sign.hidden = true;
  document.addEventListener("DOMContentLoaded", () => document.body.append(sign));
  const show = on => { sign.hidden = !on; sign.textContent = on ? "The referee is at work…" : ""; };
  document.addEventListener("htmx:beforeRequest", event => {
    if (event.detail.elt.id !== "fetch") working.set(event.detail.xhr, setTimeout(() => show(true), MOMENT));
  });
  document.addEventListener("htmx:afterRequest", event => {
    clearTimeout(working.get(event.detail.xhr)); working.delete(event.detail.xhr);
    if (!working.size) show(false);
  });
  // a plain form waits for a whole page; one that is kept and shown again has arrived
  document.addEventListener("submit", event => {
    if (event.target.getAttribute("method") === "post") setTimeout(() => { if (!event.defaultPrevented) setTimeout(() => show(true), MOMENT); });
  });
  addEventListener("pageshow", () => show(false));
  addEventListener("offline", () => line("lost"));
  addEventListener("online", () => line("open"));
})();
