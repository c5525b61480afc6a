// How much of a long session survives its compaction: open tasks, decisions, files needed afterwards, pins and facts;
// beside it the tail of the conversation of the same number of tokens, with the calls of tools and without.
//   --only TEXT       only streams whose name has it
//   --show TEXT       print each summary of 1,000 tokens of such streams beside what it misses
//   --quick           one stream
//   --json FILE       add the figures to a JSON file
import { type Kept, KINDS, LIMITS, measure } from "./compaction/measure.js";
import { streamNames } from "./continuity/stream.js";
import { readOptions } from "./option.js";
import { type Figure, report } from "./report.js";

const args = process.argv.slice(2);
const optionOf = (option: string) => (args.includes(option) ? args[args.indexOf(option) + 1] : undefined);
const options = readOptions();
const names = streamNames().filter((name) => name.includes(optionOf("--only") ?? ""));

/** What is to be reached at 1,000 tokens. */
const LEAST: { readonly [kind: string]: number } = { tasks: 80, decisions: 80, held: 80, files: 60 };
const TITLES = {
  tasks: "open tasks",
  decisions: "decisions, by plain words",
  held: "decisions, as they were found",
  files: "files needed next",
  facts: "pins and facts",
} as const;

if (names.length === 0)
  console.log("compaction: skipped, there are no recorded streams beside the repository.");
else run(args.includes("--quick") ? names.slice(names.length >> 1).slice(0, 1) : names);

function run(asked: readonly string[]): void {
  const kept = asked.flatMap((name) => measure(name, optionOf("--show")));
  const points = kept.filter(
    ({ kind, way, limit }) => kind === "files" && way === "summary" && limit === LIMITS[0],
  );
  const gold = points.filter(({ at }) => at === "gold").length;
  report(
    "compaction",
    LIMITS.flatMap((limit) => figures(kept, limit)),
    options,
    `${gold} + ${points.length - gold} points`,
  );
}

function figures(kept: readonly Kept[], limit: number): Figure[] {
  return KINDS.map((kind) => {
    const share = (way: Kept["way"], at?: Kept["at"]) =>
      shareOf(
        kept.filter(
          (one) => one.limit === limit && one.kind === kind && one.way === way && (at ?? one.at) === one.at,
        ),
      );
    const all = kept.filter((one) => one.limit === limit && one.kind === kind && one.way === "summary");
    const count = all.reduce((sum, { of }) => sum + of, 0);
    const least = limit === 1_000 && count > 0 ? LEAST[kind] : undefined;
    return {
      name: `${limit} tokens: ${TITLES[kind]}`,
      value: share("summary"),
      unit: "percent",
      ...(least === undefined ? {} : { least }),
      note: `tail ${share("tail").toFixed(1)} %, of words alone ${share("words").toFixed(1)} %; of ${count}; gold ${share("summary", "gold").toFixed(1)} %, others ${share("summary", "every").toFixed(1)} %`,
    };
  });
}

function shareOf(kept: readonly Kept[]): number {
  const of = kept.reduce((sum, one) => sum + one.of, 0);
  return of === 0 ? Number.NaN : (100 * kept.reduce((sum, one) => sum + one.kept, 0)) / of;
}
