import { stripAnsi } from "../ansi.js";

/** Stands for the escape character in our own colours. No text has it, so foreign escapes can be recognised. */
export const OWN_ESCAPE = "\ufdd0";

const PLAIN = /^[\t\n -~]*$/;
// Characters that control a terminal, reorder text or draw nothing.
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
const OWN_COLOUR = new RegExp(`${OWN_ESCAPE}(\\[\\d{1,2}m)?`, "g");

/** Removes everything from a recorded text that could control a terminal or deceive the reader; our own colours stay. */
export function terminalSafe(text: string): string {
  if (PLAIN.test(text)) return text;
  return stripAnsi(text)
    .replace(UNSEEN, "")
    .replace(OWN_COLOUR, (_, colour: string | undefined) => (colour === undefined ? "" : `\u001b${colour}`));
}
