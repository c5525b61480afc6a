import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { Script } from "node:vm";
import type { redact } from "../../src/capture/redact/redact.js";

/** Redaction as the built hook runs it, out of its own bundle and loaded the way its loader does. */
export function builtRedact(dist: string): typeof redact {
  const filename = `${dist}/redact.cjs`;
  const module: { exports: { redact?: typeof redact } } = { exports: {} };
  const wrapped = new Script(readFileSync(filename, "latin1"), { filename }).runInThisContext();
  wrapped(module.exports, createRequire(filename), module, filename, dirname(filename));
  if (module.exports.redact === undefined) throw new Error(`${filename} does not redact.`);
  return module.exports.redact;
}
