/** A plan in Markdown: its title and what it wants to be done. */
export interface PlanReading {
  readonly title: string;
  readonly steps: readonly string[];
}

const MAX_STEPS = 12;
const MAX_TITLE_CHARS = 120;
const MAX_STEP_CHARS = 160;

/** Reads a plan. The steps are its numbered headings, else its lists, without those that explain or check the work. */
export function readPlan(text: string): PlanReading {
  const lines = markdownOf(text);
  const title = lines.find(({ level }) => level > 0) ?? lines.find(({ text: words }) => words !== "");
  const below = inSections(lines.slice(title === undefined ? 0 : lines.indexOf(title) + 1));
  const isStep = ({ words, level, number }: Placed) => level > 1 && (number || STEP.test(words));
  const found = [
    below.filter((line) => line.is === "work" && isStep(line)),
    below.filter(({ is, isTop }) => is === "work" && isTop),
    below.filter(({ is, isTop, number }) => is === "open" && isTop && number),
    below.filter(({ is, level }) => is === "open" && level > 1),
    below.filter(({ is, isTop }) => is === "open" && isTop),
    below.filter(({ level, is }) => level === 3 && is === "work"),
    below.filter(isStep),
  ].find((steps) => steps.length > 1 || (steps.length === 1 && steps[0]?.is === "work"));
  return {
    title: plain((title?.text ?? "").replace(TITLE, "")).slice(0, MAX_TITLE_CHARS),
    steps: (found ?? [])
      .filter(({ words }) => !DONE.test(words))
      .map(({ words }) => plain(words.replace(STEP, "")).slice(0, MAX_STEP_CHARS))
      .filter((step) => step.length > 2)
      .slice(0, MAX_STEPS),
  };
}

interface MarkdownLine {
  readonly text: string;
  /** Of a heading; 0 for all else. */
  readonly level: number;
  readonly number: boolean;
  readonly isTop: boolean;
}

interface Placed extends MarkdownLine {
  readonly words: string;
  /** The section tells what to do, explains, or says nothing of itself. */
  readonly is: "work" | "talk" | "open";
}

const TITLE = /^(?:implementation )?plan\s*[:—–-]\s*/i;
const STEP = /^(?:step|phase|task|fix|part|change|étape)\s+\d+[a-z]?\s*[.:)—–-]*\s*/i;
const DONE = /✅|☑|\[x\]|\(done\)|\bDONE$/;
const WORK =
  /\b(?:implementation|steps?|changes?|plan|tasks?|to-?dos?|order|approach|work|étapes|modifications)\b/i;
const TALK =
  /\b(?:context|background|problem|goals?|summary|overview|verification|verify|testing|tests?|files?|risks?|scope|notes?|references?|current|analysis|causes?|why|motivation|target|examples?|considerations?|questions?|contexte|vérification)\b/i;

/** Lines outside of code, with their marks taken off. */
function markdownOf(text: string): MarkdownLine[] {
  const lines: MarkdownLine[] = [];
  let fenced = false;
  for (const raw of text.split(/\r?\n/)) {
    if (/^\s*(?:```|~~~)/.test(raw)) {
      fenced = !fenced;
      continue;
    }
    if (fenced) continue;
    const [, marks = "", heading = ""] = /^(#{1,6})\s+(.+)$/.exec(raw) ?? [];
    const level = marks.length;
    const [, indent = "", mark = "", item = ""] =
      /^(\s*)([-*+]|\d{1,2}[.)])\s+(.+)$/.exec(level > 0 ? heading : raw) ?? [];
    const isItem = mark !== "" && level === 0;
    lines.push({
      text: (item === "" ? heading || raw : item).trim(),
      level,
      number: /\d/.test(mark),
      isTop: isItem && indent.length < 2,
    });
  }
  return lines;
}

function inSections(lines: readonly MarkdownLine[]): Placed[] {
  let is: Placed["is"] = "open";
  let level = 0;
  return lines.map((line) => {
    if (line.level > 0 && !(level > 0 && line.level > level && is !== "open")) {
      const isStep = line.number || STEP.test(line.text);
      is = isStep ? "work" : TALK.test(line.text) ? "talk" : WORK.test(line.text) ? "work" : "open";
      level = line.level;
    }
    return { ...line, words: line.text, is };
  });
}

function plain(text: string): string {
  return text
    .replaceAll("**", "")
    .replaceAll(/\s+/g, " ")
    .replace(/[:\s]+$/, "")
    .trim();
}
