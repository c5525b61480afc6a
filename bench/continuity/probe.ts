import { type Example, examplesOf, type ItemKind } from "./example.js";
import { fit, predict } from "./fit.js";
import { streamNames } from "./stream.js";

const all: Example[] = streamNames().flatMap((n) => examplesOf(n));
const ridge = Number(process.env["RIDGE"] ?? 60);
const out: string[] = [];
for (const moment of ["start", "prompt", "going"] as const)
  for (const kind of ["file", "command", "name"] as ItemKind[])
    for (const label of ["gold", "future"] as const) {
      if (kind === "command" && label === "future") continue;
      let ap = 0,
        n = 0,
        ll = 0,
        m = 0;
      for (const held of streamNames()) {
        const every = kind === "name" ? 4 : 1;
        const rows = all
          .filter((e) => e.moment === moment && e.project !== held)
          .flatMap((e) => {
            const r = e.rows[kind];
            const w = Math.min(1, 60 / Math.max(1, r.length)) * (e.isReal ? 1 : 0.5);
            return r
              .filter((x, i) => x[label] || i % every === 0)
              .map((x) => ({ x: x.x, y: x[label], weight: x[label] ? w : w * every }));
          });
        const model = fit(rows, ridge);
        for (const e of all.filter((x) => x.moment === moment && x.project === held && x.isReal)) {
          const s = e.rows[kind]
            .map((x) => ({ p: predict(model, x.x), g: x[label] }))
            .sort((a, b) => b.p - a.p);
          const g = s.filter((x) => x.g).length;
          const w = Math.min(1, 60 / Math.max(1, s.length));
          for (const { p, g: y } of s) {
            ll -= w * Math.log(Math.max(1e-9, y ? p : 1 - p));
            m += w;
          }
          if (g === 0) continue;
          let hit = 0,
            sum = 0;
          s.forEach((x, i) => {
            if (x.g) {
              hit++;
              sum += hit / (i + 1);
            }
          });
          ap += sum / g;
          n++;
        }
      }
      out.push(`${moment} ${kind} ${label}: ap ${(ap / n).toFixed(3)} ll ${(ll / m).toFixed(4)}`);
    }
console.log(out.join("\n"));
