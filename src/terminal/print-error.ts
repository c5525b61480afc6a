import type { CommanderError } from "commander";
import { messageOf, TidemarkError } from "../error.js";
import { explain } from "../model/store/open.js";
import { Declined } from "./agree.js";
import { printAside, printJsonLine, style } from "./print.js";

/** Prints an error and returns the exit code. */
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
  printAside(`${style.red("Error:")} ${messageOf(error)}`);
  printAside(
    `${style.dim("Hint:")}  This is a defect of Tidemark. Run with TIDEMARK_DEBUG=1 and report what it prints.`,
  );
  if (process.env["TIDEMARK_DEBUG"] && error instanceof Error) printAside(error.stack ?? "");
  return 70;
}

/** Turns common system errors into a sentence. */
function plain(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const path = "path" in error && typeof error.path === "string" ? error.path : "A file";
  const unwritable = (message: string, hint = "Run: tidemark doctor") =>
    new TidemarkError("home-unwritable", message, { hint, cause: error });
  switch (error.code) {
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return unwritable(`${path} may not be read or written.`);
    case "ENOSPC":
      return unwritable("The disk is full.", "Make room; tidemark doctor says how much there is.");
    case "EDQUOT":
    case "EFBIG":
      return unwritable(`${path} may not grow: a quota or a limit is reached.`);
  }
  if (error.code !== "ENOENT" || !("syscall" in error) || error.syscall !== "uv_cwd") return error;
  const message = "The folder you are in does not exist any more.";
  return new TidemarkError("not-found", message, { hint: "Change to another one.", cause: error });
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
