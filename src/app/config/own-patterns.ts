import { type Refused, redactAlso } from "../../capture/redact/own.js";
import { readConfig } from "./config.js";

/** Has this process redact what a person asked for in `config.json` as well; what of that cannot be used. */
export function useOwnPatterns(home: string): Refused[] {
  let wanted: unknown;
  try {
    wanted = readConfig(home).redact;
  } catch {
    return []; // That it cannot be read is said by itself, by `doctor` and by who needs it.
  }
  return redactAlso(wanted, home);
}
