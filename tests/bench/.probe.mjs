import Sqlite from "better-sqlite3";
import { bundle } from "./bundle.mjs";
const file = await bundle("publisher/claiming");
const prep = Sqlite.prototype.prepare;
const sums = new Map();
Sqlite.prototype.prepare = function (text) {
  const s = prep.call(this, text);
  for (const m of ["all", "run", "get", "iterate"]) {
    const o = s[m];
    try { Object.defineProperty(s, m, { value: (...a) => { const t = performance.now(); try { return o.apply(s, a); } finally { const d = performance.now() - t; const k = text.replace(/\s+/g," ").slice(0, 400); const e = sums.get(k) ?? [0, 0]; e[0] += d; e[1] += 1; sums.set(k, e); } } }); } catch {}
  }
  return s;
};
process.argv = [process.argv[0], file, "/tmp/claimprobe", "1000", "200000"];
process.on("exit", () => { for (const [k, [ms, n]] of [...sums].sort((a, b) => b[1][0] - a[1][0]).slice(0, 12)) console.log(ms.toFixed(0), n, k); });
await import(file);
