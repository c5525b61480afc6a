// Without one of these there is no emoji.
const MAYBE = /[\u231a-\u2b55\ud83c-\ud83e]|\ufe0f/;

/** Whether somebody writes with emoji. */
export function hasEmoji(text: string): boolean {
  // Pictures, and signs that a variation selector makes one; not the ©, ™ and ✓ of ordinary text. Written here, because
  // the pattern is built where it stands.
  return MAYBE.test(text) && /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u.test(text);
}
