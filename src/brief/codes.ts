import { agentTitle } from "../agent/agents.js";
import type { DeclaredFact } from "../model/fold/declared/declared-fact.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import { isArchived, openItems, passedTests } from "../model/fold/session/status.js";
import { clean, FENCE_COST, fence, shorten } from "../render/clean.js";
import { fitting, PRIORITY, type Rank } from "./code-share.js";
import type { Injection, TraceEntry } from "./compose.js";
import type { Situation } from "./situation.js";
import { decisionOrigins, decisionsOf } from "./source/decisions.js";
import { isKnown, knownOrigins } from "./source/facts.js";
import { isOfOther } from "./source/header.js";
import { planOrigins, statedOrigins } from "./source/work.js";
import { type Origin, OURS, origin } from "./source.js";

/** Codes are complete rather than short: about 1,500 tokens at three characters each. */
export const CODES_BUDGET = 4_500;

const MAX_CHARS = 90;
const MAX_RULE_CHARS = 300;

/**
 * The same state as bare lines without prose (`proj:`, `pin:`, `rule:`, … `next:`): everything an unarchived session
 * left, the last request, and all declarations.
 */
export function composeCodes(situation: Situation, budget: number): Injection {
  const room = Math.max(0, Math.min(CODES_BUDGET, Math.floor(budget)));
  const codes = codesOf(situation);
  const said = fitting(codes, room - FENCE_COST);
  const lines = codes.filter((code) => said.has(code)).map(({ text }) => text);
  const left = codes.length - lines.length;
  if (left > 0 && lines.length > 0) lines.push(`more:${left}`);
  const trace = codes.map((code): TraceEntry => {
    const { key, rank, text, origins } = code;
    const isSaid = said.has(code);
    const chars = isSaid ? text.length : 0;
    return {
      key,
      priority: PRIORITY[rank],
      room: text.length,
      chars,
      said: isSaid,
      why: isSaid ? text : "no room left",
      origins,
    };
  });
  return {
    text: fence(lines).join("\n"),
    keys: [...new Set(trace.filter((entry) => entry.said).map(({ key }) => key))],
    items: codes.flatMap((code) => (code.item !== undefined && said.has(code) ? [code.item] : [])),
    budget: room,
    trace,
  };
}

/** A blocker with its type: "need:ollama" has one, a sentence does not. */
export function blockerCode(text: string): string {
  return /^[a-z][\w-]{1,20}:(?!\/\/)\S/.test(text) ? text : `said:${text}`;
}

interface Code {
  readonly key: string;
  readonly rank: Rank;
  readonly text: string;
  readonly origins: readonly Origin[];
  readonly item?: string;
}

function codesOf(situation: Situation): Code[] {
  const { project, pins, rules, facts, about, elapsed } = situation;
  const last = isArchived(elapsed) ? undefined : about;
  const recent = situation.worked ?? last;
  const codes = [
    ...pins.map(({ text }) => codeOf("pin", "pin", slug(text), [origin("user", ["pin.added"])])),
    ...rules.flatMap(({ text }) => ruleOf(text)),
    ...(last !== undefined && isOfOther(situation) ? [agentCode(last)] : []),
    ...(last === undefined
      ? []
      : [codeOf("ask", "ask", slug(last.work.request ?? ""), [origin("user", ["prompt.submitted"], last)])]),
    ...(recent === undefined ? [] : touched(recent, situation)),
    ...decisionCodes(recent === undefined ? { ...situation, decisions: [] } : situation),
    ...facts
      .filter(isKnown)
      .map((fact) => codeOf("fact", "fact", slug(fact.text) + whereOf(fact), knownOrigins(facts))),
    ...(last === undefined ? [] : interruptions(situation)),
    ...blockers(situation, recent),
    ...nextActions(situation, recent),
  ];
  const seen = new Set<string>();
  const distinct = codes.filter((code) => {
    const same = sameness(code);
    return !code.text.endsWith(":") && !seen.has(same) && seen.add(same);
  });
  return distinct.length === 0 ? [] : [codeOf("proj", "proj", slug(project), OURS), ...distinct];
}

/** Paths and names differ by their case, sentences do not. */
function sameness({ key, text }: Code): string {
  return key === "impl" ? text : text.toLowerCase().replace(/[.!…]+$/, "");
}

/** Names the agent if another one did the work. */
function agentCode({ agent }: SessionState): Code {
  return codeOf("agent", "ask", slug(agentTitle(agent) ?? "another"), OURS);
}

/** Files, newest first, with the names declared in them and the tests that passed. */
function touched(state: SessionState, { world, worked }: Situation): Code[] {
  const { files, symbols } = state;
  const origins = [origin("tool", ["tool.started", "tool.finished"], worked)];
  const present = [...files].reverse().filter(({ path, at }) => world.file(path, at) !== "gone");
  return [
    ...present.map(({ path }) => ({ ...codeOf("impl", "file", clean(path), origins), item: `file:${path}` })),
    ...[...symbols]
      .reverse()
      .map((name) => ({ ...codeOf("impl", "name", slug(name), origins), item: `name:${bare(name)}` })),
    ...passedTests(state).map((run) => codeOf("test", "test", slug(run), origins)),
  ];
}

/** "load" of "Cart.load". */
function bare(name: string): string {
  return /^[\w$.]+$/.test(name) ? name.slice(name.lastIndexOf(".") + 1) : name;
}

function decisionCodes(situation: Situation): Code[] {
  const origins = decisionOrigins(situation);
  return decisionsOf(situation).map(({ choice, reason, rejected, branch }) => {
    const why = reason === undefined ? "" : `-because-${slug(reason)}`;
    const not = rejected.length === 0 ? "" : `-not-${rejected.map(slug).join("-nor-")}`;
    const where = branch === undefined ? "" : `-on-branch-${slug(branch)}`;
    return codeOf("dec", "dec", shorten(slug(choice) + where + why + not, MAX_CHARS * 2), origins);
  });
}

/** The work a session was cut off in, the state of its files, and the way back. */
function interruptions(situation: Situation): Code[] {
  const { interrupted, about } = situation;
  if (interrupted === undefined) return [];
  const { target, files = [], back, item } = interrupted;
  const origins = blockOrigins(situation);
  const text = target ?? about?.work.request;
  const cut = text === undefined ? [] : [codeOf("block", "block", `interrupted:${slug(text)}`, origins)];
  return [
    ...cut.map((code) => (item === undefined ? code : { ...code, item })),
    ...files
      .filter(({ verdict }) => verdict !== "same")
      .map(({ path, verdict }) => codeOf("block", "block", `${verdict}-since:${clean(path)}`, origins)),
    ...(back === undefined ? [] : [codeOf("undo", "block", `tidemark-checkpoint-restore-${back.id}`, OURS)]),
  ];
}

function blockers(situation: Situation, about: SessionState | undefined): Code[] {
  const { facts } = situation;
  const origins = blockOrigins(situation);
  const stated = [...facts.filter(({ kind }) => kind === "blocker"), ...(about?.found.blocked ?? [])];
  return [
    ...(about?.blockers ?? []).map((blocker) => `failing:${slug(blocker.command)}`),
    ...stated.map((one) => `${blockerCode(slug(one.text))}${whereOf(one)}`),
  ].map((text) => codeOf("block", "block", text, origins));
}

function blockOrigins({ facts, about }: Situation): Origin[] {
  return [
    origin("tool", ["tool.started", "tool.finished"], about),
    ...statedOrigins("blocker", facts, about),
  ];
}

function nextActions(situation: Situation, about: SessionState | undefined): Code[] {
  const { facts } = situation;
  const origins = [...statedOrigins("next", facts, situation.about), ...planOrigins(situation.about)];
  return [
    ...openItems(about?.plan ?? []),
    ...facts.filter(({ kind }) => kind === "next"),
    ...(about?.found.next ?? []),
  ].map((one) => codeOf("next", "next", slug(one.text) + whereOf(one), origins));
}

/** The branch that limits a fact. */
function whereOf({ branch, isStaged }: Pick<DeclaredFact, "text" | "branch" | "isStaged">): string {
  return isStaged === true && branch !== undefined ? `-on-branch-${slug(branch)}` : "";
}

function codeOf(key: string, rank: Code["rank"], text: string, origins: readonly Origin[]): Code {
  return { key, rank, text: `${key}:${text}`, origins };
}

/** Whole or not at all: half of a rule could mean the opposite. */
function ruleOf(text: string): Code[] {
  const rule = clean(text).replace(/\s+/g, "-");
  return rule.length > MAX_RULE_CHARS ? [] : [codeOf("rule", "rule", rule, [origin("user", ["rule.added"])])];
}

/** A sentence as one word without spaces. */
function slug(text: string): string {
  return shorten(clean(text), MAX_CHARS).replace(/\s+/g, "-");
}
