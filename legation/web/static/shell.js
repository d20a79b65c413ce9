/* The shell of the desk: when what is asked has left a narrow window, a bar says what it is and leads back. */
(() => {
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
