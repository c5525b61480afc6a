import { TidemarkError } from "../../error.js";
import { explain } from "../../store/sqlite/open.js";
import { printAside, style } from "./print.js";

/** Says what went wrong, in one place. Returns the exit code. */
export function printError(thrown: unknown, json: boolean): number {
  const error = explain(thrown);
  if (error instanceof TidemarkError) {
    if (json) printAside(JSON.stringify({ error: error.code, message: error.message, hint: error.hint }));
    else {
      printAside(`${style.red("Error:")} ${error.message}`);
      if (error.hint !== undefined) printAside(`${style.dim("Hint:")}  ${error.hint}`);
    }
    return 1;
  }
  const message = error instanceof Error ? error.message : String(error);
  printAside(`${style.red("Error:")} ${message}`);
  printAside(
    `${style.dim("Hint:")}  This is a defect of Tidemark. Run with TIDEMARK_DEBUG=1 and report what it prints.`,
  );
  if (process.env["TIDEMARK_DEBUG"] && error instanceof Error) printAside(error.stack ?? "");
  return 70;
}
