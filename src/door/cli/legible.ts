import { stripAnsi } from "../../ansi.js";

/** Stands for the escape character in our own colours: a character that no text has, so that theirs can be told from ours. */
export const OWN_ESCAPE = "\ufdd0";

const PLAIN = /^[\t\n -~]*$/;
// What commands a terminal, reorders what is read, or draws nothing.
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
const OWN_COLOUR = new RegExp(`${OWN_ESCAPE}(\\[\\d{1,2}m)?`, "g");

/** A text as a terminal may be given it: whatever was recorded cannot command it or deceive the eye; our colours stay. */
export function legible(text: string): string {
  if (PLAIN.test(text)) return text;
  return stripAnsi(text)
    .replace(UNSEEN, "")
    .replace(OWN_COLOUR, (_, colour: string | undefined) => (colour === undefined ? "" : `\u001b${colour}`));
}
