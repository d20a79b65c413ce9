/* What this browser does for the dice by itself, so that nobody can choose or know them (docs/record-format.md).
 *   #dicework[data-nonce]   where a nonce for the seats of this browser is sent, drawn here, when their desk first opens
 *   #dicework[data-chain]   live dice: what the next value of this seat is hashed to (empty: it has none yet);
 *   [data-due]              the requests for which it is to open one;  [data-at] the address of the desk
 * The secret of a chain stays in this browser: each value is what the one before was hashed from. */
(() => {
  const LENGTH = 1000, K = new Uint32Array(64), H0 = new Uint32Array(8);
  for (let n = 2, i = 0; i < 64; n++) {   // the constants of SHA-256 are roots of primes
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (i < 8) H0[i] = (n ** 0.5 % 1) * 2 ** 32;
    K[i++] = (Math.cbrt(n) % 1) * 2 ** 32;
  }
  const turn = (x, n) => x >>> n | x << 32 - n;
  function sha256(text) {   // over plain http a browser has no crypto.subtle
    const bytes = new TextEncoder().encode(text), blocks = (bytes.length + 8 >> 6) + 1, data = new DataView(new ArrayBuffer(blocks * 64));
    bytes.forEach((byte, i) => data.setUint8(i, byte));
    data.setUint8(bytes.length, 128);
    data.setUint32(blocks * 64 - 4, bytes.length * 8);
    const h = H0.slice(), w = new Uint32Array(64);
    for (let block = 0; block < blocks; block++) {
      for (let i = 0; i < 16; i++) w[i] = data.getUint32(block * 64 + i * 4);
      for (let i = 16; i < 64; i++) {
        const a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >>> 3) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ b >>> 10);
      }
      let [a, b, c, d, e, f, g, z] = h;
      for (let i = 0; i < 64; i++) {
        const one = z + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + K[i] + w[i] | 0;
        const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
        [z, g, f, e, d, c, b, a] = [g, f, e, d + one | 0, c, b, a, one + two | 0];
      }
      [a, b, c, d, e, f, g, z].forEach((x, i) => { h[i] += x; });
    }
    return [...h].map(x => x.toString(16).padStart(8, "0")).join("");
  }
  const draw = bytes => [...crypto.getRandomValues(new Uint8Array(bytes))].map(x => x.toString(16).padStart(2, "0")).join("");
  const send = (url, fields) => fetch(url, { method: "POST", body: new URLSearchParams(fields) }).catch(() => {});
  const kept = at => { try { return localStorage.getItem(`legation-chain ${at}`); } catch { return null; } };
  function before(secret, shown) {   // what is hashed to this; null if it is not of this chain
    for (let i = 0, value = secret; secret && i < LENGTH; i++) {
      const next = sha256(value);
      if (next === shown) return value;
      value = next;
    }
    return null;
  }
  let done = "";
  async function work() {
    const at = document.getElementById("dicework"), told = at && JSON.stringify(at.dataset);
    if (!at || told === done) return;
    done = told;
    if (at.dataset.nonce) await send(at.dataset.nonce, { word: draw(16) });
    if (at.dataset.chain === undefined) return;
    const value = before(kept(at.dataset.at), at.dataset.chain);
    if (value === null) {   // none yet, used up, or this browser does not have its secret: a new chain
      const secret = draw(32);
      try { localStorage.setItem(`legation-chain ${at.dataset.at}`, secret); } catch { return; }
      let anchor = secret;
      for (let i = 0; i < LENGTH; i++) anchor = sha256(anchor);
      await send(`${at.dataset.at}/chain`, { value: anchor });
    } else if (at.dataset.due) await send(`${at.dataset.at}/open`, { request: at.dataset.due.split(" ")[0], value });
  }
  document.addEventListener("htmx:oobAfterSwap", work);
  document.addEventListener("DOMContentLoaded", work);
  if (document.readyState !== "loading") work();
})();
