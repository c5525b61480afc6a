import { redactAlso } from "../../capture/redact/own.js";

/** The bundle with the rules, for texts in which one of their keywords occurs. */
export { redact } from "../../capture/redact/redact.js";

/** Has the rules take what `config.json` asks for as well; what of that cannot be used, in sentences. */
export function redactAsConfigured(config: string): string[] {
  try {
    const { redact }: { redact?: unknown } = JSON.parse(config);
    return redactAlso(redact).map(
      ({ pattern, why }) => `config.json: the pattern ${pattern} in "redact" is not used, ${why}.`,
    );
  } catch {
    return ['config.json is not JSON: nothing under "redact" in it is used.'];
  }
}
