import { shortId } from "../short-id.js";
import type { Memory } from "./memory-state.js";

/** What a memory says, whatever event showed it: the same for all that were found of one thing. */
export function memoryKey({ kind, text }: Pick<Memory, "text"> & { readonly kind: string }): string {
  // Of a command that works only the command: how many tests passed changes from day to day.
  const command = kind === "command" ? /^`[^`]+`/.exec(text)?.[0] : undefined;
  return shortId(`${kind} ${plainText(command ?? text)}`);
}

/** Without what does not change what is said. */
export function plainText(text: string): string {
  return text.toLowerCase().replaceAll("`", "").replace(/\s+/g, " ").trim();
}
