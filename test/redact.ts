import { redactor } from "../src/redact/redact.js";

/** The rules alone, without a person's own patterns. */
export const redact = redactor([]);
