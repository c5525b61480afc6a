/** The summary without the model's notes to itself before it, and without the sentences that the program adds. */
export function readSummary(text: string): string {
  const told = text.replace(/<analysis>[\s\S]*?<\/analysis>/, "");
  const [, summary = told] = /(?:^|\n)Summary:\n([\s\S]*)$/.exec(told) ?? [];
  const end = summary.search(
    /\n\s*(?:If you need specific details from before compaction|Please continue the conversation from where)/,
  );
  return (end === -1 ? summary : summary.slice(0, end)).replace(/^\s*<summary>|<\/summary>\s*$/g, "").trim();
}
