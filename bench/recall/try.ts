import { defaultEmbedder } from "../../src/app/default-embedder.js";
import { embed } from "../../src/app/embed.js";
import { search } from "../../src/app/search.js";
import { FEATURES } from "../../src/recall/feature.js";
import { Conversation, messageOf, PROJECT, readSamples } from "./conversation.js";

const samples = readSamples() ?? [];
const K = FEATURES.length;
interface Case {
  cat: string;
  ids: string[];
  F: Float64Array[];
  ev: ReadonlySet<string>;
  y: number[];
}
const t0 = Date.now();
let asks = 0,
  ms = 0;
const off = new Set((process.env["OFF"] ?? "").split(","));
const sets: Case[][] = [];
for (const s of samples) {
  const c = new Conversation();
  for (const m of s.messages) c.tell(m);
  const store = c.store();
  await embed(c.home, store, defaultEmbedder);
  const out = s.asked.map((a) => {
    const a0 = performance.now();
    const found = search(store, PROJECT, a.question, {
      now: c.now,
      ...(off.has("table")
        ? {}
        : {
            words: defaultEmbedder,
            vector: {
              model: defaultEmbedder.name,
              vector: defaultEmbedder.embedNow(a.question, defaultEmbedder.centre()),
              isTable: true,
            },
          }),
    }).candidates.filter((f) => f.memory.session !== "");
    ms += performance.now() - a0;
    asks++;
    for (const f of found)
      FEATURES.forEach((n, k) => {
        if (off.has(n)) f.features[k] = 0;
      });
    const ids = found.map((f) => messageOf(f.memory));
    return {
      cat: a.category,
      ids,
      F: found.map((f) => f.features),
      ev: a.evidence,
      y: ids.map((i) => (a.evidence.has(i) ? 1 : 0)),
    };
  });
  c.close();
  sets.push(out);
}
console.log("features", Date.now() - t0, "ms; per ask", (ms / asks).toFixed(2));
const all = sets.flat();
console.log(
  "reachable",
  (
    (100 * all.reduce((s, c) => s + new Set(c.ids.filter((i) => c.ev.has(i))).size / c.ev.size, 0)) /
    all.length
  ).toFixed(1),
);
function measure(hits: string[], ev: ReadonlySet<string>) {
  const h = [...new Set(hits)].slice(0, 20);
  const rk = h.map((x, i) => (ev.has(x) ? i : -1)).filter((i) => i >= 0);
  let ideal = 0;
  for (let i = 0; i < Math.min(10, ev.size); i++) ideal += 1 / Math.log2(i + 2);
  let dcg = 0;
  for (const i of rk) if (i < 10) dcg += 1 / Math.log2(i + 2);
  return {
    r5: rk.filter((i) => i < 5).length / ev.size,
    r10: rk.filter((i) => i < 10).length / ev.size,
    r20: rk.length / ev.size,
    ndcg: dcg / ideal,
  };
}
function evalOn(set: Case[], w: Float64Array) {
  return set.map((x) => {
    const s = x.F.map((f) => {
      let a = 0;
      for (let k = 0; k < K; k++) a += f[k]! * w[k]!;
      return a;
    });
    const o = [...s.keys()].sort((a, b) => s[b]! - s[a]!).map((i) => x.ids[i]!);
    return { cat: x.cat, m: measure(o, x.ev) };
  });
}
function report(rows: ReturnType<typeof evalOn>, label: string) {
  const m = (r: typeof rows, k: "r5" | "r10" | "r20" | "ndcg") =>
    ((100 * r.reduce((s, x) => s + x.m[k], 0)) / r.length).toFixed(1);
  console.log(
    label.padEnd(20),
    `R5 ${m(rows, "r5")} R10 ${m(rows, "r10")} R20 ${m(rows, "r20")} nDCG ${m(rows, "ndcg")} |`,
    ["multi-hop", "temporal", "open-domain", "single-hop"]
      .map(
        (c) =>
          `${c} ${m(
            rows.filter((r) => r.cat === c),
            "r10",
          )}`,
      )
      .join(" "),
  );
}
function train(xs: Case[], { l2 = 1e-3, epochs = 120, lr = 0.05 } = {}) {
  const sd = new Float64Array(K).fill(0);
  let cnt = 0;
  for (const x of xs)
    for (const f of x.F) {
      for (let k = 0; k < K; k++) sd[k] += f[k]! * f[k]!;
      cnt++;
    }
  for (let k = 0; k < K; k++) sd[k] = Math.sqrt(sd[k]! / cnt) || 1;
  const w = new Float64Array(K),
    m = new Float64Array(K),
    v = new Float64Array(K);
  for (let t = 1; t <= epochs; t++) {
    const g = new Float64Array(K);
    for (const x of xs) {
      const P = x.y.reduce((a, b) => a + b, 0);
      if (!P) continue;
      const s = x.F.map((f) => {
        let a = 0;
        for (let k = 0; k < K; k++) a += (f[k]! / sd[k]!) * w[k]!;
        return a;
      });
      const mx = Math.max(...s);
      let Z = 0;
      for (let i = 0; i < s.length; i++) {
        s[i] = Math.exp(s[i]! - mx);
        Z += s[i]!;
      }
      for (let i = 0; i < s.length; i++) {
        const d = s[i]! / Z - x.y[i]! / P;
        if (Math.abs(d) < 1e-7) continue;
        for (let k = 0; k < K; k++) g[k] += (d * x.F[i]![k]!) / sd[k]!;
      }
    }
    for (let k = 0; k < K; k++) {
      const gr = g[k]! / xs.length + l2 * w[k]!;
      m[k] = 0.9 * m[k]! + 0.1 * gr;
      v[k] = 0.99 * v[k]! + 0.01 * gr * gr;
      w[k] -= (lr * (m[k]! / (1 - 0.9 ** t))) / (Math.sqrt(v[k]! / (1 - 0.99 ** t)) + 1e-8);
    }
  }
  return w.map((x, k) => x / sd[k]!);
}
const rows = sets.flatMap((held, h) => evalOn(held, train(sets.filter((_, i) => i !== h).flat())));
report(rows, "held out");
const w = train(all);
console.log(FEATURES.map((n, k) => `${n} ${w[k]!.toFixed(2)}`).join(", "));

import { writeFileSync } from "node:fs";

writeFileSync(
  `/tmp/rank/weights-${off.has("table") ? "plain" : "full"}.json`,
  JSON.stringify(Object.fromEntries(FEATURES.map((n, k) => [n, Math.round(w[k]! * 1000) / 1000]))),
);
