/** A statement that an agent wrote as a code: `next:write-docs`. */
export interface Code {
  readonly kind: CodeKind;
  readonly text: string;
  /** Of a decision: `dec:pnpm-because-lockfile-not-npm`. */
  readonly reason?: string;
  readonly rejected: readonly string[];
}

export type CodeKind = "dec" | "next" | "done" | "block" | "rule" | "fact";

/** The codes in the last line of a closing message, and the message without that line. */
export function readCodeLine(message: string): { readonly prose: string; readonly codes: readonly Code[] } {
  const line = LINE.exec(message.slice(-MAX_LINE_CHARS));
  if (line === null) return { prose: message, codes: [] };
  const [whole, list = ""] = line;
  const prose = message.slice(0, message.length - whole.length).trimEnd();
  return { prose, codes: list.split(" ").flatMap(codeOf).slice(0, MAX_CODES) };
}

/** Turns dashes between words back into spaces. */
export function wordsOfCode(code: string): string {
  return code.includes(" ") ? code : code.replace(/(?<=[\p{L}\d,;.)])-(?=[\p{L}\d(])/gu, " ");
}

const MAX_LINE_CHARS = 700;
const MAX_CODES = 12;
// Nothing else may stand in the line: a sentence about codes is not one.
const CODE = "(?:dec|next|done|block|rule|fact):[\\p{L}\\p{N}][^\\s`]{1,160}";
const LINE = new RegExp(`(?<=^|\\n)[ \\t]*\`?tidemark: (${CODE}(?: ${CODE})*)\`?\\s*$`, "u");

function codeOf(code: string): Code[] {
  const kind = KINDS.find((known) => code.startsWith(`${known}:`));
  if (kind === undefined) return [];
  const text = code.slice(kind.length + 1);
  if (kind !== "dec") return [{ kind, text: wordsOfCode(text), rejected: [] }];
  const [made = "", ...others] = text.split("-not-");
  const [choice = "", ...reasons] = made.split("-because-");
  const reason = reasons.map(wordsOfCode).join(" because ");
  return [
    {
      kind,
      text: wordsOfCode(choice),
      reason: reason === "" ? undefined : reason,
      rejected: others.flatMap((other) => other.split("-nor-")).map(wordsOfCode),
    },
  ];
}

const KINDS: readonly CodeKind[] = ["dec", "next", "done", "block", "rule", "fact"];
