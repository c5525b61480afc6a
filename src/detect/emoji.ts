// Pictures, and signs that a variation selector makes one; not the ©, ™ and ✓ of ordinary text.
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u;
// Without one of these there is none, and the pattern above need not be built.
const MAYBE = /[\u231a-\u2b55\ud83c-\ud83e]|\ufe0f/;

/** Whether somebody writes with emoji. */
export function hasEmoji(text: string): boolean {
  return MAYBE.test(text) && EMOJI.test(text);
}
