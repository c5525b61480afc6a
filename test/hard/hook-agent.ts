import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { InsideHook } from "./hook-inside.js";
import { isAnswer } from "./hook-run.js";

/** Plays an agent at work: hears the payloads in its folder in order, and writes down wrong answers. */
const [hook = "", folder = ""] = process.argv.slice(2);
const payloads: object[] = JSON.parse(readFileSync(join(folder, "payloads.json"), "utf8"));
const inside = new InsideHook(hook, folder);
const wrong: string[] = [];
for (const payload of payloads) {
  const said = inside.hear("claude", JSON.stringify(payload));
  if (!isAnswer(said) || /busy|locked|another process holds/i.test(said)) wrong.push(said);
}
writeFileSync(join(folder, "wrong.json"), JSON.stringify(wrong));
