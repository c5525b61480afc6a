import { createRequire } from "node:module";
import type { Redact } from "../../src/capture/bound.js";
import type { redactor } from "../../src/capture/redact/redact.js";

/** Redaction as the built hook runs it, out of its own bundle. */
export function builtRedact(dist: string): Redact {
  const bundle: { redactor?: typeof redactor } = createRequire(import.meta.url)(`${dist}/redact.cjs`);
  if (bundle.redactor === undefined) throw new Error(`${dist}/redact.cjs does not redact.`);
  return bundle.redactor([]);
}
