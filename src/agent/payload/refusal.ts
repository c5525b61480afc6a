/**
 * The person's words with which he did not allow a call, "" if there are none; undefined if it was something else.
 * Only the start counts: a command can print anything.
 */
export function refusalIn(output: string): string | undefined {
  const text = output.trimStart().slice(0, MAX_CHARS);
  if (!REFUSED.test(text)) return undefined;
  const words = text.slice(wordsAt(text));
  // The agent's program writes this if the person wants to talk about the questions first.
  if (words.startsWith("The user wants to clarify these questions")) return "";
  return words
    .slice(0, endOf(words))
    .replace(/^"([^"]*)"$/, "$1")
    .trim();
}

const MAX_CHARS = 4_000;
const REFUSED =
  /^(?:Error: )?(?:The user (?:doesn't|does not) want to (?:proceed|take this action)|(?:The )?user (?:has )?(?:rejected|declined|denied|refused|dismissed)\b|(?:exec command|patch|tool (?:call|use|execution))? ?(?:was )?(?:rejected|declined|denied) by (?:the )?user\b|\[Operation Cancelled\] Reason: User)/i;
const SAID = /(?:the user said|following feedback|user feedback|feedback):[ \t]*\n?/i;
const AFTER = /\n\s*\n(?:Note: The user's next message|IMPORTANT:|The plan is stored at)/;

function wordsAt(text: string): number {
  const said = SAID.exec(text);
  return said === null ? text.length : said.index + said[0].length;
}

function endOf(words: string): number {
  const end = words.search(AFTER);
  return end === -1 ? words.length : end;
}
