import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What a reader of a session's end wrote down for the next one. */
export interface GoldCase {
  readonly case_id: string;
  readonly title: string;
  readonly title_keys?: Keys;
  readonly items: readonly GoldItem[];
  readonly false?: readonly { readonly text: string; readonly keys: Keys }[];
  readonly threads?: readonly { readonly title: string; readonly state: string; readonly keys?: Keys }[];
}

export interface GoldItem {
  readonly kind: string;
  readonly text: string;
  readonly importance: number;
  readonly keys: Keys;
  readonly quote?: string;
}

/** Alternatives, each a list of tokens that one line must hold. */
export type Keys = readonly (readonly string[])[];

const SHARED = join(process.cwd(), "..", "shared", "bench");
const FILE = join(SHARED, "handover", "handover.jsonl");

/** The folders with recorded streams. */
export const FOLDERS = [join(SHARED, "continuity"), join(SHARED, "continuity", "more")];

/** All cases by their names; none where the file is missing. */
export function readCases(): Map<string, GoldCase> {
  if (!existsSync(FILE)) return new Map();
  const cases = readFileSync(FILE, "utf8").split("\n").filter(Boolean);
  return new Map(cases.map((line): GoldCase => JSON.parse(line)).map((one) => [one.case_id, one]));
}

/** The repository of a stream or case: what is learned without it must not have seen any of its people. */
export function repositoryOf(name: string): string {
  return name.split("__")[0] ?? name;
}

/** Whether one of the lines holds all tokens of an alternative. `isUnmarked`: and does not say that it is over. */
export function isTold(lines: readonly string[], keys: Keys, isUnmarked = false): boolean {
  return lines.some((line) => {
    const low = line.toLowerCase();
    const holdsAll = keys.some((tokens) => tokens.length > 0 && tokens.every((token) => holds(low, token)));
    return holdsAll && !(isUnmarked && MARK.test(line));
  });
}

/** The lines of a text as the readers' measure counts them. */
export function linesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => (line.length < 400 ? [line] : line.split(/(?<=[;·.]) /)));
}

const MARK =
  /\b(reject\w*|supersed\w*|no longer|instead of|replaced|done|fixed|merged|completed?|pass(es|ed|ing)?|resolved|closed|removed|rejet\w*|remplac\w*|abandon\w*)\b/i;
const patterns = new Map<string, RegExp>();

/** Short words and numbers must stand whole, longer ones at the start of a word. */
function holds(line: string, token: string): boolean {
  const low = token.toLowerCase();
  let pattern = patterns.get(low);
  if (pattern === undefined) {
    const isWhole = (low.length <= 4 && /[a-z0-9]$/.test(low)) || /^\d+$/.test(low);
    const escaped = low.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    pattern = new RegExp(
      `${/^[a-z0-9]/.test(low) ? "(?<![a-z0-9])" : ""}${escaped}${isWhole ? "(?![a-z0-9])" : ""}`,
    );
    patterns.set(low, pattern);
  }
  return pattern.test(line);
}
