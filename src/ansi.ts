const ESCAPES =
  /\u001b(?:\[[0-?]{0,32}[ -/]{0,8}[@-~]|\][^\u0007\u001b]{0,512}(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

/** A text without colours, cursor movements and other commands to a terminal. */
export function stripAnsi(text: string): string {
  return text.includes("\u001b") ? text.replace(ESCAPES, "") : text;
}
