import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

export function say(text) {
  process.stderr.write(`${text}\n`);
}
