import { TidemarkError } from "../../error.js";
import { readUserFile } from "./user-file.js";

/** Decodes a user's file, which must be UTF-8. */
export function textOf(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new TidemarkError("settings-malformed", `${path} is not UTF-8 text.`, {
      hint: "Save it as UTF-8, then run the command again; nothing was changed.",
      cause,
    });
  }
}

/** Undefined if there is no such file. */
export function readText(path: string): string | undefined {
  const bytes = readUserFile(path);
  return bytes === undefined ? undefined : textOf(path, bytes);
}

/** Adds the path to errors of a settings editor. */
export function atPath<T>(path: string, edit: () => T): T {
  try {
    return edit();
  } catch (error) {
    if (!(error instanceof TidemarkError)) throw error;
    const { code, message, hint } = error;
    throw new TidemarkError(code, `${path}: ${message}`, { hint, cause: error });
  }
}
