import { isKnown } from "../../brief/source/facts.js";
import { messageCost } from "../../event/message-cost.js";
import type { Point } from "../../event/order.js";
import { now } from "../../host/clock.js";
import { clean, fence } from "../../render/clean.js";
import { factText, phrasesFor } from "../../render/phrase.js";
import type { Message } from "../message/message.js";
import { readMessages } from "../message/read-messages.js";
import type { Workspace } from "../message/workspace.js";
import { decisionLines, summaryIn, summaryText, taskLines } from "../summary/compose-summary.js";
import type { Digest } from "../summary/digest.js";
import { fitTokens } from "../summary/fit-tokens.js";
import { DEFAULTS } from "./defaults.js";
import { digestOf } from "./digest.js";
import { fitMessages } from "./fit-messages.js";
import { lineageState } from "./lineage-state.js";
import type { MessageTokens } from "./message-tokens.js";
import { cutBefore, paired } from "./paired.js";
import { storySince } from "./story.js";

export interface ContextRequest {
  /** Maximum tokens of the system text and the messages. */
  readonly limit: number;
  /** Maximum number of messages since the last summary. */
  readonly last: number;
}

export interface Context {
  /** Summary, facts, decisions, open tasks and files, for the model's instructions; "" if there is nothing. */
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tokens: TokenBudget;
}

export interface TokenBudget {
  readonly used: number;
  readonly limit: number;
  /** How it was counted. */
  readonly by: string;
}

/** The state of the conversation in lists. */
export interface WorkingSet {
  readonly summary: string;
  readonly facts: readonly string[];
  readonly decisions: readonly string[];
  readonly tasks: readonly string[];
  /** The last ones that were changed or read, the latest first. */
  readonly files: readonly string[];
  readonly messages: readonly Message[];
  /** The budget of the context that holds it. */
  readonly tokens: TokenBudget;
}

/** Turns between a compaction and the shown messages that the story may mention. */
const MAX_TURNS_BETWEEN = 40;
/** Messages that are searched for the last question, or for the call of a result. */
const MAX_SEARCHED = 100;
const MAX_SYSTEM_TOKENS = 2_000;
const MAX_SYSTEM_SHARE = 0.35;
/** Longer than any declared text. */
const MAX_LINE_CHARS = 4_000;

/** Composes the input for a model: the state of the work, and the last messages unchanged. */
export function contextOf(
  workspace: Workspace,
  session: string,
  tokens: MessageTokens,
  { limit, last }: ContextRequest,
): Context {
  const { lineage, messages, digest } = load(workspace, session, last);
  // A longer summary was allowed explicitly, so it is shown whole.
  const summaryTokens = tokens.count(lineage.own?.compaction?.summary ?? "");
  const most = Math.min(Math.max(MAX_SYSTEM_TOKENS, summaryTokens), Math.floor(limit * MAX_SYSTEM_SHARE));
  const system = systemText(digest, most, tokens.count);
  const used = system === "" ? 0 : tokens.count(system);
  const unchanged = new Set(messages);
  const fitted = fitMessages(
    messages,
    limit - used,
    (message) => (unchanged.has(message) ? tokens.of(message) : messageCost(message.content, tokens.count)),
    tokens.count,
  );
  return {
    system,
    messages: fitted.messages,
    tokens: { used: used + fitted.tokens, limit, by: tokens.by },
  };
}

export function workingSetOf(workspace: Workspace, session: string, tokens: MessageTokens): WorkingSet {
  const { lineage, messages, digest } = load(workspace, session, DEFAULTS.lastMessages);
  const { pins, facts, rules, language } = digest.situation;
  const phrases = phrasesFor(language);
  const { files = [], seen = [] } = lineage.own ?? {};
  const budget = { limit: DEFAULTS.contextLimit, last: DEFAULTS.lastMessages };
  return {
    summary: summaryIn(digest, 40_000).story,
    facts: [
      ...[...pins, ...rules].map(({ text }) => clean(text)),
      ...facts.filter(isKnown).map((fact) => factText(fact, MAX_LINE_CHARS, phrases)),
    ],
    decisions: decisionLines(digest, phrases, MAX_LINE_CHARS),
    tasks: taskLines(digest.situation, phrases, MAX_LINE_CHARS),
    files: [...new Set([...files.map(({ path }) => path).reverse(), ...seen.toReversed()])],
    messages,
    tokens: contextOf(workspace, session, tokens, budget).tokens,
  };
}

function load(workspace: Workspace, session: string, last: number) {
  const store = workspace.store();
  const { home, project, place, env } = workspace;
  const lineage = lineageState(home, store, project, session);
  const messages = shownMessages(workspace, session, lineage.own?.compaction?.upTo, last);
  const story = storySince(store, lineage, messages, MAX_TURNS_BETWEEN);
  return {
    lineage,
    messages,
    digest: digestOf(store, lineage, { now: now(), checkout: { place, env }, story }),
  };
}

/** The last messages since the summary; if a model takes none of them, the last question and message with its calls. */
function shownMessages(
  workspace: Workspace,
  session: string,
  covered: Point | undefined,
  last: number,
): Message[] {
  const since = readMessages(workspace, session, { limit: last, after: covered });
  if (paired(since).length > 0) return since;
  const further = readMessages(workspace, session, { limit: last + MAX_SEARCHED });
  const kept = new Set(paired(further).map(({ id }) => id));
  const whole = further.filter(({ id }) => kept.has(id));
  const tail = cutBefore(whole, whole.length - 1);
  const asked = whole.findLastIndex(({ role }) => role === "user");
  return whole.filter((_, at) => at === asked || at >= tail);
}

/** Puts recorded text into the fence, below our own header; "" if there is nothing to say. */
function systemText(digest: Digest, limit: number, count: (text: string) => number): string {
  const { header } = phrasesFor(digest.situation.language).conversation;
  return fitTokens(limit, count, (room) => {
    const text = summaryText(summaryIn(digest, room));
    return text === "" ? "" : [`Tidemark · ${header}`, ...fence(text.split("\n").filter(Boolean))].join("\n");
  });
}
