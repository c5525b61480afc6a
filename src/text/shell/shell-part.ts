/** The parts of a command line between line breaks, `;`, `&&` and `||`, each up to its first pipe or redirection. */
export function partsOf(command: string): string[] {
  const text = withoutHereDocuments(scriptIn(command.slice(0, MAX_CHARS)));
  const parts: string[] = [];
  let start = 0;
  for (const [at, length] of separators(text)) {
    parts.push(text.slice(start, at));
    start = at + length;
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== "" && !part.startsWith("#"));
}

/** What `bash -lc '…'` or `pwsh -Command "…"` runs. */
export function scriptIn(command: string): string {
  const [, , script] = SHELL.exec(command) ?? [];
  return script ?? command;
}

const MAX_CHARS = 4_000;
const SHELL =
  /^\s*(?:\S*[\\/])?(?:(?:ba|z|da|k)?sh|pwsh|powershell)(?:\.exe)?(?:\s+-\w+)*?\s+-(?:\w*c|Command)\s+(['"])([\s\S]*)\1\s*$/i;

/** Here-documents are data. One without an end was cut off. */
function withoutHereDocuments(command: string): string {
  if (!command.includes("<<")) return command;
  return command
    .replace(/<<-?\s*['"]?(\w+)['"]?([^\n]*)\n[\s\S]*?\n\s*\1(?=\s|$)/g, "<< $2")
    .replace(/<<-?\s*['"]?\w+['"]?[^\n]*\n[\s\S]*$/, "<<");
}

/** The places of separators outside of quotes. */
function* separators(text: string): Generator<readonly [at: number, length: number]> {
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "\\") at++;
    else if (quote !== "") {
      if (char === quote) quote = "";
    } else if (char === '"' || char === "'") quote = char;
    else if (char === "\n" || char === ";") yield [at, 1];
    else if ((char === "&" || char === "|") && text.charAt(at + 1) === char) {
      yield [at, 2];
      at++;
    }
  }
}
