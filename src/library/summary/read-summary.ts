import { english } from "../../render/english.js";
import { french } from "../../render/french.js";
import { alternatives } from "../../text/prose/choice.js";
import { type Decision, decisionsIn } from "../../text/prose/decision.js";

export interface ReadSummary {
  /** Without the last request and answer, which are outdated by now. */
  readonly story: string;
  readonly decided: readonly string[];
}

/** Reads a summary of `composeSummary`; any other text is all story. */
export function readSummary(text: string): ReadSummary {
  const at = text.lastIndexOf("\n\n");
  const stand = at === -1 ? text : text.slice(at + 2);
  if (!stand.split("\n").some((line) => LABELS.has(line))) return { story: withoutLast(text), decided: [] };
  return { story: at === -1 ? "" : withoutLast(text.slice(0, at)), decided: listBelow(stand, DECIDED) };
}

/** Reads a line of decisions, as `composeSummary` writes it or in free words. */
export function readDecision(line: string): Decision {
  const written = WRITTEN.exec(line);
  if (written !== null) return { choice: written[1] ?? line, rejected: alternatives(written[2] ?? "") };
  const [said] = decisionsIn(line);
  return { choice: line, rejected: said?.rejected ?? [] };
}

function withoutLast(story: string): string {
  return story
    .split("\n")
    .filter((line) => !LAST.some((label) => line.startsWith(label)))
    .join("\n");
}

function listBelow(text: string, labels: ReadonlySet<string>): string[] {
  const lines = text.split("\n");
  const from = lines.findIndex((line) => labels.has(line));
  if (from === -1) return [];
  const rest = lines.slice(from + 1);
  const end = rest.findIndex((line) => !line.startsWith(ITEM));
  return (end === -1 ? rest : rest.slice(0, end))
    .map((line) => line.slice(ITEM.length))
    .filter((line) => !/^\+\d+$/.test(line));
}

const ITEM = "- ";
const LANGUAGES = [english, french];
const LAST = LANGUAGES.flatMap(({ request, conversation }) => [`${request}: `, `${conversation.left}: `]);
const DECIDED = new Set(LANGUAGES.map(({ decided }) => `${decided}:`));
const WRITTEN = new RegExp(
  `^(.+?) \\(.*?(?:${LANGUAGES.map(({ rejected }) => rejected).join("|")}): (.+?)\\)$`,
);
const LABELS = new Set(
  LANGUAGES.flatMap(({ decided, pinned, known, conversation }) =>
    [decided, pinned, known, conversation.open].map((label) => `${label}:`),
  ),
);
