/** A title of few words may name what a sentence is about. */
const MIN_WORDS = 4;
const MOST_SHARED = 0.8;
/** Lists of names: a line may speak of what they name. */
const NAMES = /^(?:Files|Fichiers|Run|Commandes|Names|Noms): /;

/** The pairs of lines inside the fence that say the same: one shares most of its words with the other. */
export function repeatedIn(told: string): string[] {
  const lines = recordedIn(told).filter((line) => !NAMES.test(line));
  return lines.flatMap((line, at) =>
    lines.slice(at + 1).flatMap((other) => (isRepeated(line, other) ? [`${line}\n${other}`] : [])),
  );
}

/** The lines of what was recorded. */
export function recordedIn(told: string): string[] {
  const lines = told.split("\n");
  return lines.slice(lines.indexOf("<recorded>") + 1, lines.indexOf("</recorded>"));
}

function isRepeated(line: string, other: string): boolean {
  const [one, two] = [wordsIn(line), wordsIn(other)];
  const fewer = Math.min(one.size, two.size);
  const shared = [...one].filter((word) => two.has(word)).length;
  return fewer >= MIN_WORDS && shared / fewer >= MOST_SHARED;
}

/** The words behind the heading. */
function wordsIn(line: string): ReadonlySet<string> {
  const text = line.slice(line.indexOf(": ") + 1).toLowerCase();
  return new Set(text.match(/[\p{L}\d]{2,}/gu) ?? []);
}
