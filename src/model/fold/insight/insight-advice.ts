import type { Insights } from "./insight.js";

/** A sentence about the figures with a suggestion. */
export interface Advice {
  readonly about: "error" | "file" | "loop" | "wait" | "interrupted" | "crashed" | "told";
  readonly text: string;
}

type Found = Omit<Insights, "advice">;

const MIN = { turns: 10, told: 20, failing: 2, loops: 2 } as const;
const MIN_INTERRUPTED_SHARE = 0.2;
const MAX_UNUSED_SHARE = 0.1;
const MAX_ADVICE = 6;
const MAX_QUOTE_CHARS = 90;

export function adviseOn(found: Found): Advice[] {
  const advice = [...onErrors(found), ...onFiles(found), ...onStalls(found), ...onTold(found)];
  return advice.slice(0, MAX_ADVICE);
}

function onErrors({ errors }: Found): Advice[] {
  return errors.slice(0, 2).map(({ error, sessions, times, fix }) => {
    const often =
      sessions.length > 1 ? `came back in ${sessions.length} sessions` : `came ${times} times in one session`;
    const what =
      fix === undefined
        ? "No fix is known: once there is one, tell it with tidemark remember fact."
        : `What helped last: ${cut(fix).replace(/[.…]?$/, (end) => end || ".")}`;
    return { about: "error", text: `“${cut(error)}” ${often}. ${what}` };
  });
}

/** Documents and lock files change with everything else and break nothing. */
const PROSE = /\.(?:md|mdx|txt|rst|adoc|lock|json|ya?ml|toml)$|(?:^|\/)(?:docs?|\.[^/]+)\//i;

function onFiles({ files }: Found): Advice[] {
  const [worst] = files.filter(
    ({ path, failing, undone }) => failing + undone >= MIN.failing && !PROSE.test(path),
  );
  if (worst === undefined) return [];
  const { path, turns, sessions, failing, undone } = worst;
  const trouble = [
    failing > 0 ? `something failed in ${failing} of them` : "",
    undone > 0 ? `work was taken back in ${undone}` : "",
  ];
  const text = `${path} was changed in ${turns} turns of ${many(sessions, "session")}, and ${trouble.filter(Boolean).join(" and ")}: a test of its own, or a note on how it works, may spare the next one.`;
  return [{ about: "file", text }];
}

function onStalls({ stalls }: Found): Advice[] {
  const { loops, waits, interrupted, crashed } = stalls;
  const [worst] = loops;
  const [longest] = waits;
  const advice: Advice[] = [];
  const add = (about: Advice["about"], text: string) => advice.push({ about, text });
  if (worst !== undefined && loops.length >= MIN.loops)
    add(
      "loop",
      `${many(loops.length, "time")} a command failed again and again, at worst \`${cut(worst.command)}\` ${worst.attempts} times${worst.passed ? " before it passed" : " without passing"}: ask for the cause before another try.`,
    );
  if (longest !== undefined)
    add(
      "wait",
      `${many(waits.length, "call")} took longer than ten minutes, the longest ${Math.round(longest.ms / 60_000)} min: \`${cut(longest.target || longest.tool)}\`.`,
    );
  if (interrupted.of >= MIN.turns && interrupted.turns / interrupted.of >= MIN_INTERRUPTED_SHARE)
    add(
      "interrupted",
      `${interrupted.turns} of ${interrupted.of} turns were interrupted: smaller requests may need less steering.`,
    );
  if (crashed.length > 0)
    add(
      "crashed",
      `${many(crashed.length, "session")} died in the middle of something; tidemark status offers to go on or to roll back.`,
    );
  return advice;
}

const NAMES = { file: "files", run: "commands", name: "names" } as const;

function onTold({ told }: Found): Advice[] {
  const kinds = (["file", "run", "name"] as const).filter((kind) => {
    const { said, used } = told.kinds[kind];
    return said >= MIN.told && used / said < MAX_UNUSED_SHARE;
  });
  const [first] = told.unused;
  const example =
    first === undefined ? "" : ` Rate what is of no use: tidemark rate ${cut(first.item)} down.`;
  return kinds.slice(0, 1).map((kind) => {
    const { said, used } = told.kinds[kind];
    return { about: "told", text: `Of ${said} ${NAMES[kind]} that were told, ${used} were used.${example}` };
  });
}

function many(n: number, thing: string): string {
  return `${n} ${thing}${n === 1 ? "" : "s"}`;
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= MAX_QUOTE_CHARS ? line : `${line.slice(0, MAX_QUOTE_CHARS - 1)}…`;
}
