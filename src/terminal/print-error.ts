import type { CommanderError } from "commander";
import { TidemarkError } from "../error.js";
import { explain } from "../model/store/open.js";
import { Declined } from "./agree.js";
import { printAside, printJsonLine, style } from "./print.js";

/** Says what went wrong, in one place. Returns the exit code. */
export function printError(thrown: unknown, json: boolean): number {
  if (thrown instanceof Declined) {
    printAside(thrown.message);
    return 1;
  }
  const error = plain(explain(thrown));
  if (error instanceof TidemarkError) {
    if (json) printJsonLine({ error: error.code, message: error.message, hint: error.hint }, process.stderr);
    else {
      printAside(`${style.red("Error:")} ${error.message}`);
      if (error.hint !== undefined) printAside(`${style.dim("Hint:")}  ${error.hint}`);
    }
    return error.code === "bad-argument" ? 2 : 1;
  }
  const message = error instanceof Error ? error.message : String(error);
  printAside(`${style.red("Error:")} ${message}`);
  printAside(
    `${style.dim("Hint:")}  This is a defect of Tidemark. Run with TIDEMARK_DEBUG=1 and report what it prints.`,
  );
  if (process.env["TIDEMARK_DEBUG"] && error instanceof Error) printAside(error.stack ?? "");
  return 70;
}

/** Turns system errors that happen every day into a sentence. */
function plain(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const path = "path" in error && typeof error.path === "string" ? error.path : "A file";
  switch (error.code) {
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new TidemarkError("home-unwritable", `${path} may not be read or written.`, {
        hint: "Run: tidemark doctor",
        cause: error,
      });
    case "ENOSPC":
      return new TidemarkError("home-unwritable", "The disk is full.", {
        hint: "Make room; tidemark doctor says how much there is.",
        cause: error,
      });
    case "EDQUOT":
    case "EFBIG":
      return new TidemarkError("home-unwritable", `${path} may not grow: a quota or a limit is reached.`, {
        hint: "Run: tidemark doctor",
        cause: error,
      });
    case "ENOENT":
      if ("syscall" in error && error.syscall === "uv_cwd") {
        return new TidemarkError("not-found", "The folder you are in does not exist any more.", {
          hint: "Change to another one.",
          cause: error,
        });
      }
      return error;
    default:
      return error;
  }
}

/** Turns commander's error into ours; undefined if it only showed help. */
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
