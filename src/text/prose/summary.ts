import { linesIn, splitLine } from "./sentence.js";

/** A statement of a summary that an agent wrote before its context was compacted. */
export interface SummaryStatement {
  readonly heading: string;
  readonly text: string;
  readonly label: "next" | "fact" | "decision" | "rule";
  readonly isBullet: boolean;
}

const MAX_STATEMENTS = 8;
const MAX_OF_SECTION = { next: 4, decision: 4, rule: 4, fact: 2 } as const;
const MAX_CHARS = 300;

const SECTIONS: readonly (readonly [RegExp, SummaryStatement["label"]])[] = [
  [/^(?:pending|remaining|outstanding|open) (?:tasks?|work|items?)|^to-?dos?$/i, "next"],
  [/^(?:optional )?next steps?|^what(?:'s| is) next/i, "next"],
  [/^current (?:work|state|status|task)|^work in progress/i, "fact"],
  [/^(?:key |important |technical )*decisions\b/i, "decision"],
  [/^(?:key |important |user )*(?:constraints|rules|preferences)\b/i, "rule"],
];
const HEADING = /^(#{1,6}\s+|\d{1,2}\.\s+|\*\*)?\**([A-Z][\w ,/&'()-]{2,60})\**(:?)\**\s*(.*)$/;
const NOTHING =
  /^(?:none|nothing|n\/a|no (?:explicit(?:ly)?|pending|further|outstanding|additional|remaining|specific)|the user has not|if the user)\b/i;

/** The sections that say where the work stands. The others tell the past, which is recorded itself. */
export function statementsInSummary(summary: string): readonly SummaryStatement[] {
  return sectionsIn(summary)
    .flatMap(({ heading, label, body }) =>
      linesIn(body)
        .flatMap((line) => {
          const isBullet = line.kind === "item";
          // The list below the current work tells what was done.
          if (line.kind !== "plain" && !(isBullet && line.indent < 6 && label !== "fact")) return [];
          const sentences = isBullet ? [line] : splitLine(line).slice(0, 2);
          return sentences.map(({ text }) => ({ heading, label, isBullet, text: text.slice(0, MAX_CHARS) }));
        })
        .filter(({ text }) => text.length > 8 && !text.endsWith(":") && !NOTHING.test(text))
        .slice(0, MAX_OF_SECTION[label]),
    )
    .slice(0, MAX_STATEMENTS);
}

interface Section {
  readonly heading: string;
  readonly label: SummaryStatement["label"];
  readonly body: string;
}

function sectionsIn(summary: string): Section[] {
  const sections: Section[] = [];
  let open: { heading: string; label: Section["label"]; lines: string[] } | undefined;
  const end = () => {
    if (open !== undefined) sections.push({ ...open, body: open.lines.join("\n") });
    open = undefined;
  };
  for (const line of summary.split("\n")) {
    const heading = headingOf(line);
    if (heading === undefined) open?.lines.push(line);
    else {
      end();
      const label = SECTIONS.find(([pattern]) => pattern.test(heading.title))?.[1];
      if (label !== undefined) open = { heading: heading.title, label, lines: [heading.rest] };
    }
  }
  end();
  return sections;
}

/** "7. Pending Tasks:", "## Next steps", "**Current Work**". Items of a list are indented, or do not end in a colon. */
function headingOf(line: string): { readonly title: string; readonly rest: string } | undefined {
  const [, mark = "", title, colon = "", rest = ""] = HEADING.exec(line.trimEnd()) ?? [];
  if (title === undefined) return undefined;
  const isKnown = colon !== "" && SECTIONS.some(([pattern]) => pattern.test(title));
  const ends = rest === "" && (colon !== "" || /^[#*]/.test(mark));
  return isKnown || ends ? { title: title.trim(), rest } : undefined;
}
