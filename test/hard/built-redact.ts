import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { Script } from "node:vm";
import type { Redact } from "../../src/capture/bound.js";
import type { redactor } from "../../src/capture/redact/redact.js";

/** Redaction as the built hook runs it, out of its own bundle and loaded the way its loader does. */
export function builtRedact(dist: string): Redact {
  const filename = `${dist}/redact.cjs`;
  const module: { exports: { redactor?: typeof redactor } } = { exports: {} };
  const wrapped = new Script(readFileSync(filename, "latin1"), { filename }).runInThisContext();
  wrapped(module.exports, createRequire(filename), module, filename, dirname(filename));
  if (module.exports.redactor === undefined) throw new Error(`${filename} does not redact.`);
  return module.exports.redactor([]);
}
