// Pictures, and signs that a variation selector makes one; not the ©, ™ and ✓ of ordinary text.
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u;

/** Whether somebody writes with emoji. */
export function hasEmoji(text: string): boolean {
  return EMOJI.test(text);
}
