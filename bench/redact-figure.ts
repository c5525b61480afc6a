import { redactor } from "../src/redact/redact.js";
import { Dice } from "./dice.js";
import { type Figure, median } from "./report.js";
import { code, output, prompt } from "./text.js";

const redact = redactor([]);
const LENGTH = 200_000;
const LIMIT = { dense: 30, plain: 8 };

const DENSE = "words that secrets have";

/** What redaction costs on text without a secret, as a multiple of a bare walk over its characters. */
export function redactFigures(rounds: number): Figure[] {
  const dice = new Dice(11);
  const texts: readonly [string, () => string][] = [
    ["prose", () => prompt(dice, "en")],
    ["code", () => code(dice, 20).join("\n")],
    ["output", () => output(dice)],
    [DENSE, () => "const token = readToken(config); if (password.length < 8) return api_key;"],
  ];
  return texts.map(([name, more]) => {
    let text = "";
    while (text.length < LENGTH) text += `${more()}\n`;
    // One flat string, as it comes from a file or a pipe.
    const flat = Buffer.from(text).toString();
    const taken: number[] = [];
    const bare: number[] = [];
    let sum = 0;
    for (let round = -3; round < rounds; round++) {
      const start = process.hrtime.bigint();
      sum += redact(flat).length;
      const between = process.hrtime.bigint();
      for (let at = 0; at < flat.length; at++) sum += flat.charCodeAt(at);
      const end = process.hrtime.bigint();
      if (round < 0) continue;
      taken.push(Number(between - start));
      bare.push(Number(end - between));
    }
    if (sum === 0) throw new Error("nothing was read");
    return {
      name: `redact, ${name}`,
      value: median(taken) / median(bare),
      unit: "times",
      limit: name === DENSE ? LIMIT.dense : LIMIT.plain,
      note: `${((flat.length / median(taken)) * 1e3).toFixed(0)} MB/s against ${((flat.length / median(bare)) * 1e3).toFixed(0)} of a bare walk`,
    };
  });
}
