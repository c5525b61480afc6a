import { type Refused, redactAlso } from "../../capture/redact/own.js";

/** The bundle with the rules, for texts in which one of their keywords occurs. */
export { redact } from "../../capture/redact/redact.js";

/** Has the rules take what `config.json` asks for as well; what of that cannot be used. */
export function redactAsConfigured(config: string): Refused[] {
  try {
    const { redact }: { redact?: unknown } = JSON.parse(config);
    return redactAlso(redact);
  } catch {
    return [{ pattern: "config.json", why: "it is not JSON" }];
  }
}
