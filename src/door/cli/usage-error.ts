import type { CommanderError } from "commander";
import { TidemarkError } from "../../error.js";

/** What commander finds wrong with a command line, as an error of ours; undefined where it only showed help. */
export function usageError({ code, message }: CommanderError): TidemarkError | undefined {
  if (code === "commander.help" || code === "commander.helpDisplayed" || code === "commander.version")
    return undefined;
  const [first = "", ...rest] = message.replace(/^error: /, "").split("\n");
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}`.replace(/[^.?!]$/, "$&.");
  // "(Did you mean status?)"
  const guess = rest.join(" ").replace(/^\(|\)$/g, "");
  return new TidemarkError("bad-argument", sentence, {
    hint: `${guess === "" ? "" : `${guess} `}Run it with --help for usage.`,
  });
}
