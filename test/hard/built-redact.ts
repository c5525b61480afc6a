import { createRequire } from "node:module";
import type { redactor } from "../../src/redact/redact.js";
import type { Redact } from "../../src/redact/redactor.js";

/** Redaction as the built hook runs it, out of its own bundle. */
export function builtRedact(dist: string): Redact {
  const bundle: { redactor?: typeof redactor } = createRequire(import.meta.url)(`${dist}/redact.cjs`);
  if (bundle.redactor === undefined) throw new Error(`${dist}/redact.cjs does not redact.`);
  return bundle.redactor([]);
}
