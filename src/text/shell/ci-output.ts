import { programName } from "./destruction/unwrap.js";
import { readScript } from "./shell-script.js";

/** A check that ran elsewhere, as `gh` shows it. */
export interface RemoteCheck {
  readonly name: string;
  readonly ok: boolean;
}

const MAX_CHECKS = 12;

/** The finished checks that `gh pr checks`, `gh run view`, `gh run watch` or `gh run list` show. */
export function remoteChecks(command: string, output: string): readonly RemoteCheck[] {
  if (!/\bgh\b/.test(command)) return [];
  const verbs = readScript(command).flatMap(({ words: [first, group, verb] }) =>
    programName(first?.text ?? "") === "gh" ? [`${group?.text} ${verb?.text}`] : [],
  );
  const shown = verbs.flatMap((verb) => (READERS[verb] ?? (() => []))(output));
  // The latest run of a check comes first.
  const latest = new Map(shown.toReversed().map((check) => [check.name, check]));
  return [...latest.values()].reverse().slice(0, MAX_CHECKS);
}

const READERS: { readonly [verb: string]: (output: string) => RemoteCheck[] } = {
  "pr checks": (output) => found(output, /^([^\t\n]{1,80})\t(pass|fail)\t/gm, "pass"),
  "run view": jobs,
  "run watch": jobs,
  "run list": (output) =>
    found(output, /^completed\t(success|failure)\t[^\t\n]*\t([^\t\n]{1,80})\t/gm, "success"),
};

/** The jobs of a run: steps stand below them, and are indented. */
function jobs(output: string): RemoteCheck[] {
  return found(output, /^([✓X]) (.{1,80}?) in (?:\d+[hms])+(?: \(ID \d+\))?$/gm, "✓");
}

function found(output: string, pattern: RegExp, passed: string): RemoteCheck[] {
  return [...output.matchAll(pattern)].map(([, one = "", other = ""]) => {
    const isFirst = one === passed || RESULT.has(one);
    return { name: (isFirst ? other : one).trim(), ok: (isFirst ? one : other) === passed };
  });
}

const RESULT: ReadonlySet<string> = new Set(["X", "failure"]);
