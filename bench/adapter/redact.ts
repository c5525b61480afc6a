// Answers each line {"id","text"} on stdin with the same line redacted.
import { readFileSync, writeSync } from "node:fs";
import { redactor } from "../../src/redact/redact.js";

const redact = redactor([]);
let answer = "";
for (const line of readFileSync(0, "utf8").split("\n")) {
  if (line.trim() === "") continue;
  const { id, text }: { id: string; text: string } = JSON.parse(line);
  answer += `${JSON.stringify({ id, text: redact(text) })}\n`;
}
for (let rest = Buffer.from(answer); rest.length > 0; ) rest = rest.subarray(writeSync(1, rest));
