/* The line to the referee: it tells that the record has grown, and htmx fetches; whether it stands is shown.
 * <html data-line="open|lost">: .offline is shown and waxed buttons go grey while it is lost. Forms are kept as they are.
 *   #line[data-stream]   the address of the stream.  Browsers keep few connections to one server (six, mostly), so the windows of a
 *                        browser at one place share a line: one holds it and hands on what it hears; when it goes, another takes over.
 *   #fetch               gets the event legation:seq with the number of entries */
(() => {
  const root = document.documentElement;
  const line = state => { root.dataset.line = navigator.onLine ? state : "lost"; };
  document.addEventListener("htmx:sendError", () => line("lost"));
  document.addEventListener("htmx:afterRequest", event => { if (event.detail.successful) line("open"); });

  const ASKED = 120, SILENT = 9000, PULSE = 4000, LONGEST = 60000;
  function listen(address) {
    const me = Math.random(), channel = "BroadcastChannel" in window ? new BroadcastChannel(address) : null;
    let source = null, heard = 0, last = "", pause = 500;
    const say = what => channel?.postMessage({ what, me, last });
    const told = seq => {
      last = seq;
      const fetch = document.getElementById("fetch");
      if (seq && fetch) window.htmx?.trigger(fetch, "legation:seq", { data: seq });
    };
    const leave = () => { source?.close(); source = null; };
    function hold() {
      if (source) return;
      const mine = source = new EventSource(address);
      say("here");
      mine.addEventListener("open", () => { pause = 500; line("open"); say("here"); });
      mine.addEventListener("seq", event => { line("open"); told(event.data); say("here"); });
      mine.addEventListener("error", () => {
        line("lost");
        say("lost");
        if (mine.readyState !== EventSource.CLOSED || source !== mine) return;   // it tries again by itself
        leave();
        heard = Date.now() - SILENT + pause;
        setTimeout(look, pause += Math.random());
        pause = Math.min(pause * 2, LONGEST);
      });
    }
    const look = () => { if (source) say("here"); else if (Date.now() - heard >= SILENT) hold(); };
    if (channel) channel.onmessage = ({ data }) => {
      if (data.what === "who") { if (source) say("here"); return; }
      if (data.what === "gone") { heard = 0; setTimeout(look, Math.random() * ASKED); return; }
      if (source && !document.hidden && data.me < me) { say("here"); return; }   // two hold one: who is hidden lets go, else the lower number
      leave();
      heard = Date.now();
      line(data.what === "lost" ? "lost" : "open");
      if (data.last !== last) told(data.last);
    };
    const begin = () => { heard = 0; say("who"); setTimeout(look, channel ? ASKED : 0); };
    addEventListener("pagehide", () => { if (source) { leave(); say("gone"); } });
    addEventListener("pageshow", event => { if (event.persisted) begin(); });
    setInterval(look, PULSE);
    begin();
  }
  const start = () => { const at = document.getElementById("line")?.dataset.stream; if (at) listen(at); };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();

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
