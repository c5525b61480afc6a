import { append } from "../../src/journal/append.js";
import { MAX_TURNS } from "../../src/library/context/compact.js";
import { digestOf } from "../../src/library/context/digest.js";
import { wholeStory } from "../../src/library/context/story.js";
import { composeSummary } from "../../src/library/summary/compose-summary.js";
import { estimate } from "../../src/library/token/estimate.js";
import { PROJECT, Replay } from "../continuity/replay.js";
import { ambiguousIn } from "../continuity/score.js";
import { type Line, readGold, readStream } from "../continuity/stream.js";
import { Course, filesOf } from "./course.js";
import { isKept } from "./yardstick.js";

export const LIMITS = [500, 1_000, 2_000] as const;
export const KINDS = ["tasks", "decisions", "held", "files", "facts"] as const;
type Kind = (typeof KINDS)[number];

/** What was to be kept of one kind at one point, and how much of it was. */
export interface Kept {
  readonly at: "gold" | "every";
  readonly way: "summary" | "tail" | "words";
  readonly limit: number;
  readonly kind: Kind;
  readonly of: number;
  readonly kept: number;
  readonly tokens: number;
}

interface Needs {
  readonly tasks: readonly string[];
  readonly decisions: readonly string[];
  readonly held: readonly string[];
  readonly files: readonly string[];
  readonly facts: readonly string[];
}

/** Points of our own choice: every so many tool calls, where as many calls follow as needs are read from. */
const EVERY = 50;
const AHEAD = 30;

export function measure(name: string, show?: string): Kept[] {
  const lines = readStream(name);
  const golds = readGold(name);
  const ambiguous = ambiguousIn(golds.values());
  const courses = new Map<string, Course>();
  const replay = new Replay();
  declareFacts(replay, lines[0]);
  const all: Kept[] = [];
  try {
    lines.forEach((line, index) => {
      const course = courses.get(line.session_id) ?? new Course();
      courses.set(line.session_id, course);
      if (line.t === "event") {
        const before = course.calls;
        course.tell(line);
        replay.tell(line);
        if (course.calls === before || course.calls % EVERY !== 0) return;
        const ahead = callsAfter(lines, index, line.session_id);
        if (ahead.length < AHEAD) return;
        const files = new Set(ahead.flatMap(filesOf).filter((path) => course.seen.has(path)));
        all.push(...score("every", line, { tasks: course.openTasks, files: [...files] }));
        return;
      }
      const gold = golds.get(line.case_id ?? "");
      if (gold === undefined || (line.kind !== "compact" && line.kind !== "crash")) return;
      all.push(...score("gold", line, { tasks: gold.todo_open, files: gold.files }));

      function score(
        at: Kept["at"],
        { session_id: session, ts }: Line,
        read: Pick<Needs, "tasks" | "files">,
      ): Kept[] {
        const store = replay.store();
        const own = store.session(PROJECT, session)?.state;
        if (own === undefined) return [];
        const needs: Needs = {
          ...read,
          decisions: [...course.decisions],
          held: own.found.decisions.map(({ choice }) => choice),
          facts: [...PINS, ...FACTS],
        };
        const whole = { project: PROJECT, session, own, before: [] };
        const digest = digestOf(store, whole, {
          now: Date.parse(ts),
          story: wholeStory(store, whole, MAX_TURNS),
          isThorough: true,
          ...(line.git_branch ? { branch: line.git_branch } : {}),
        });
        return LIMITS.flatMap((limit) => {
          const summary = composeSummary(digest, limit, estimate.count);
          if (show !== undefined && limit === 1_000 && name.includes(show))
            print(line, summary, needs, saysFile);
          return [
            ...kept(at, "summary", limit, summary, needs),
            ...kept(at, "tail", limit, tailOf(course.tail, limit), needs),
            ...kept(at, "words", limit, tailOf(course.words, limit), needs),
          ];
        });
      }
    });
  } finally {
    replay.close();
  }
  return all;

  function saysFile(text: string, path: string): boolean {
    const [file = "", folder] = path.split("/").reverse();
    if (!ambiguous.has(file) && file.length >= 5) return text.includes(file);
    return text.includes(folder === undefined ? file : `${folder}/${file}`);
  }

  function kept(at: Kept["at"], way: Kept["way"], limit: number, text: string, needs: Needs): Kept[] {
    const tokens = estimate.count(text);
    return KINDS.map((kind) => ({
      at,
      way,
      limit,
      kind,
      of: needs[kind].length,
      kept: needs[kind].filter((one) => (kind === "files" ? saysFile(text, one) : isKept(text, one))).length,
      tokens,
    }));
  }
}

/** Nobody pinned anything in these sessions: what is pinned and stated beside them has to come through all of them. */
function declareFacts(replay: Replay, first: Line | undefined): void {
  const scene = { at: Date.parse(first?.ts ?? ""), project: PROJECT, session: "", agent: "" };
  append(
    replay.home,
    [
      ...PINS.map((text) => ({ type: "pin.added" as const, data: { text, priority: "normal" as const } })),
      ...FACTS.map((text) => ({
        type: "fact.declared" as const,
        data: { kind: "fact" as const, text, by: "user" as const },
      })),
    ],
    scene,
  );
}

const PINS = [
  "Releases go out on Thursdays",
  "Ask before a migration is run on the server",
  "The staging database is shared with the design team",
];
const FACTS = [
  "The linter runs in the pre-commit hook",
  "Customers in Norway use the oldest supported version",
  "The nightly build starts at two in the morning",
  "Screenshots for the handbook are made by hand",
  "Uploads above forty megabytes go through the queue",
  "The billing service has its own repository",
];

function callsAfter(lines: readonly Line[], index: number, session: string): Line[] {
  const found: Line[] = [];
  for (let at = index + 1; at < lines.length && found.length < AHEAD; at++) {
    const line = lines[at];
    if (line?.session_id !== session || line.t !== "event") continue;
    if (line.hook_event_name === "PostToolUse" || line.hook_event_name === "PostToolUseFailure")
      found.push(line);
  }
  return found;
}

/** The end of a conversation in so many tokens. */
function tailOf(text: string, limit: number): string {
  let from = 0;
  let to = text.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (estimate.count(text.slice(middle)) > limit) from = middle + 1;
    else to = middle;
  }
  return text.slice(from);
}

function print(
  line: Line,
  summary: string,
  needs: Needs,
  saysFile: (text: string, path: string) => boolean,
): void {
  const missed = KINDS.map((kind) => {
    const lost = needs[kind].filter(
      (one) => !(kind === "files" ? saysFile(summary, one) : isKept(summary, one)),
    );
    return `missed ${kind} (${lost.length} of ${needs[kind].length}): ${lost.join(" | ")}`;
  });
  console.log([`===== ${line.case_id ?? line.ts}`, summary, "-----", ...missed].join("\n"));
}
