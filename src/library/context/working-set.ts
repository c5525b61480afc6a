import { isKnown } from "../../brief/source/facts.js";
import { now } from "../../host/clock.js";
import { clean } from "../../render/clean.js";
import { factText, phrasesFor } from "../../render/phrase.js";
import type { Message } from "../message/message.js";
import type { Workspace } from "../message/workspace.js";
import { decisionLines, summaryIn, taskLines } from "../summary/compose-summary.js";
import { contextOf, type TokenBudget, TURNS_BETWEEN } from "./context.js";
import { DEFAULTS } from "./defaults.js";
import { digestOf } from "./digest.js";
import { lineageState } from "./lineage-state.js";
import type { MessageTokens } from "./message-tokens.js";
import { shownMessages } from "./shown-messages.js";
import { storySince } from "./story.js";

/** Where the conversation stands, in the words of the memory. */
export interface WorkingSet {
  readonly summary: string;
  readonly facts: readonly string[];
  readonly decisions: readonly string[];
  readonly tasks: readonly string[];
  /** The last ones that were changed or read, the latest first. */
  readonly files: readonly string[];
  readonly messages: readonly Message[];
  /** Of the context it would be told in. */
  readonly tokens: TokenBudget;
}

const STORY = 40_000;
/** Longer than anything that can be declared. */
const LONGEST = 4_000;

export function workingSetOf(workspace: Workspace, session: string, tokens: MessageTokens): WorkingSet {
  const store = workspace.store();
  const { home, project, place, env } = workspace;
  const lineage = lineageState(home, store, project, session);
  const { upTo } = lineage.own?.compaction ?? {};
  const messages = shownMessages(workspace, session, upTo, DEFAULTS.lastMessages);
  const story = storySince(store, lineage, messages, TURNS_BETWEEN);
  const digest = digestOf(store, lineage, { now: now(), ground: { place, env }, story });
  const { situation } = digest;
  const phrases = phrasesFor(situation.language);
  const { pins, facts, rules } = situation;
  const { files = [], seen = [] } = lineage.own ?? {};
  return {
    summary: summaryIn(digest, STORY).story,
    facts: [
      ...pins.map(({ text }) => clean(text)),
      ...rules.map(({ text }) => clean(text)),
      ...facts.filter(isKnown).map((fact) => factText(fact, LONGEST, phrases)),
    ],
    decisions: decisionLines(digest, phrases, LONGEST),
    tasks: taskLines(situation, phrases, LONGEST),
    files: [...new Set([...files.map(({ path }) => path).reverse(), ...[...seen].reverse()])],
    messages,
    tokens: contextOf(workspace, session, tokens, {
      limit: DEFAULTS.contextLimit,
      last: DEFAULTS.lastMessages,
    }).tokens,
  };
}
