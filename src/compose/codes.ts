import { openItems } from "../fold/plan.js";
import type { SessionState } from "../fold/session-state.js";
import type { TraceEntry } from "./budget.js";
import type { Injection } from "./compose.js";
import { clean } from "./render/clean.js";
import { fence } from "./render/fence.js";
import type { Situation } from "./situation.js";

/** Codes are complete rather than short: about 1,500 tokens at most, as code-like text counts. */
const MOST = 4_500;
const WEEK = 7 * 24 * 3_600_000;
const LONGEST = 90;

/**
 * The same state as bare lines without prose: `proj:`, `impl:`, `dec:`, `block:`, `next:`. All files, functions, decisions,
 * blockers and next actions of a session, as long as it is younger than a week.
 */
export function composeCodes(situation: Situation, budget: number): Injection {
  const room = Math.min(MOST, Math.max(0, Math.floor(budget)));
  const { about, elapsed } = situation;
  const codes = about === undefined || elapsed > WEEK ? [] : codesOf(situation, about);
  const lines: string[] = [];
  let left = room - fence([""]).join("\n").length;
  for (const { text } of codes) {
    if (text.length + 1 > left) continue;
    lines.push(text);
    left -= text.length + 1;
  }
  const said = new Set(lines);
  const trace = codes.map(
    ({ key, text }): TraceEntry => ({
      key,
      priority: 50,
      room: text.length,
      chars: said.has(text) ? text.length : 0,
      said: said.has(text),
      why: said.has(text) ? text : "no room left",
    }),
  );
  return {
    text: fence(lines).join("\n"),
    keys: [...new Set(codes.filter(({ text }) => said.has(text)).map(({ key }) => key))],
    items: codes.flatMap(({ text, item }) => (item !== undefined && said.has(text) ? [item] : [])),
    budget: room,
    trace,
  };
}

interface Code {
  readonly key: string;
  readonly text: string;
  readonly item?: string;
}

function codesOf({ project, facts, world, pins }: Situation, about: SessionState): Code[] {
  const files = [...about.files].reverse().filter(({ path, at }) => world.file(path, at) !== "gone");
  const declared = (kind: string) => facts.filter((fact) => fact.kind === kind);
  const all: Code[] = [
    { key: "proj", text: `proj:${slug(project)}` },
    ...pins.map(({ text }) => ({ key: "pin", text: `pin:${slug(text)}` })),
    ...files.map(({ path }) => ({ key: "impl", text: `impl:${clean(path)}`, item: `file:${path}` })),
    ...[...about.symbols]
      .reverse()
      .map((name) => ({ key: "impl", text: `impl:${slug(name)}`, item: `name:${name}` })),
    ...[
      ...declared("decision").map(({ text, reason, rejected = [] }) => ({ choice: text, reason, rejected })),
      ...about.found.decisions,
    ].map(({ choice, reason, rejected }) => ({
      key: "dec",
      text: `dec:${decision(choice, reason, rejected)}`,
    })),
    ...about.blockers.map(({ command }) => ({ key: "block", text: `block:failing:${slug(command)}` })),
    ...[...declared("blocker"), ...about.found.blocked].map(({ text }) => ({
      key: "block",
      text: `block:said:${slug(text)}`,
    })),
    ...[
      ...openItems(about.plan).map(({ text }) => text),
      ...declared("next").map(({ text }) => text),
      ...about.found.next.map(({ text }) => text),
    ].map((text) => ({ key: "next", text: `next:${slug(text)}` })),
  ];
  const seen = new Set<string>();
  return all.filter(({ text }) => !seen.has(text) && seen.add(text) && !text.endsWith(":"));
}

function decision(choice: string, reason: string | undefined, rejected: readonly string[]): string {
  const why = reason === undefined ? "" : `-${slug(reason)}`;
  const not = rejected.length === 0 ? "" : `-not-${rejected.map(slug).join("-")}`;
  return (slug(choice) + why + not).slice(0, LONGEST * 2);
}

/** One word without spaces: how a code says a sentence. */
function slug(text: string): string {
  return clean(text).slice(0, LONGEST).trim().replace(/\s+/g, "-");
}
