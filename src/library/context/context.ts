import { messageCost } from "../../event/message-cost.js";
import type { EventData } from "../../event/registry.js";
import { now } from "../../host/clock.js";
import { fence } from "../../render/clean.js";
import { phrasesFor } from "../../render/phrase.js";
import type { Message } from "../message/message.js";
import type { Workspace } from "../message/workspace.js";
import { summaryIn, summaryText } from "../summary/compose-summary.js";
import type { Digest } from "../summary/digest.js";
import { fitTokens } from "../summary/fit-tokens.js";
import { cutMessage, stubOf } from "./cut-message.js";
import { digestOf } from "./digest.js";
import { type LineageState, lineageState } from "./lineage-state.js";
import type { MessageTokens } from "./message-tokens.js";
import { cutBefore, paired } from "./paired.js";
import { shownMessages } from "./shown-messages.js";
import { storySince } from "./story.js";

export interface ContextRequest {
  /** The most tokens of all of it. */
  readonly limit: number;
  /** The most messages. Those that the last summary stands for are not among them. */
  readonly last: number;
}

export interface Context {
  /** Summary, facts, decisions, open tasks and files, as a text for the model's instructions; "" where there is nothing. */
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

/** Turns of which something can be said between a compaction and the messages shown. */
export const TURNS_BETWEEN = 40;
/** The most tokens, and the largest share of all, that go to what is told of the time before. */
const TOLD = { most: 2_000, share: 0.35 } as const;

/** What a model is to be sent: how things stand, and the last messages as they are. It reads no more than these. */
export function contextOf(
  workspace: Workspace,
  session: string,
  tokens: MessageTokens,
  { limit, last }: ContextRequest,
): Context {
  const store = workspace.store();
  const { home, project, place, env } = workspace;
  const lineage = lineageState(home, store, project, session);
  const recent = shownMessages(workspace, session, lineage.own?.compaction?.upTo, last);
  const digest = digestOf(store, lineage, {
    now: now(),
    ground: { place, env },
    story: storySince(store, lineage, recent, TURNS_BETWEEN),
  });
  const system = systemText(
    digest,
    Math.min(mostTold(lineage, tokens), Math.floor(limit * TOLD.share)),
    tokens.count,
  );
  const told = system === "" ? 0 : tokens.count(system);
  const asTheyAre = new Set(recent);
  const fitted = fitMessages(
    recent,
    limit - told,
    (message) => (asTheyAre.has(message) ? tokens.of(message) : messageCost(message.content, tokens.count)),
    tokens.count,
  );
  return {
    system,
    messages: fitted.messages,
    tokens: { used: told + fitted.tokens, limit, by: tokens.by },
  };
}

/** A summary that was allowed to be longer is told in its length. */
function mostTold({ own }: LineageState, { count }: MessageTokens): number {
  return Math.max(TOLD.most, own?.compaction === undefined ? 0 : count(own.compaction.summary));
}

/** What was recorded stands in the fence, below a line of ours; "" where there is nothing to say. */
function systemText(digest: Digest, limit: number, count: (text: string) => number): string {
  const { header } = phrasesFor(digest.situation.language).conversation;
  return fitTokens(limit, count, (room) => {
    const text = summaryText(summaryIn(digest, room));
    return text === "" ? "" : [`Tidemark · ${header}`, ...fence(text.split("\n").filter(Boolean))].join("\n");
  });
}

type MessageData = EventData<"message.added">;

interface FittedMessages<T> {
  readonly messages: readonly T[];
  readonly tokens: number;
}

/** The last messages that fit into so many tokens. One that is huge is cut, so that it neither breaks the limit nor drives out the others. */
export function fitMessages<T extends MessageData>(
  messages: readonly T[],
  limit: number,
  countOf: (message: T) => number,
  count: (text: string) => number,
): FittedMessages<T> {
  const fitting: { readonly message: T; readonly tokens: number }[] = [];
  let left = limit;
  for (const message of paired(messages).reverse()) {
    const tokens = countOf(message);
    const most = fitting.length === 0 ? left : Math.min(left, Math.max(Math.floor(limit * HUGE), FEW));
    const cut = tokens <= most ? message : cutMessage(message, most, count);
    if (cut === undefined) break;
    const size = cut === message ? tokens : messageCost(cut.content, count);
    if (size > left) break;
    fitting.push({ message: cut, tokens: size });
    left -= size;
  }
  let kept = fitting.reverse().map(({ message }) => message);
  const sizes = new Map(fitting.map(({ message, tokens }) => [message, tokens]));
  for (;;) {
    const whole = paired(kept);
    const used = whole.map((message) => sizes.get(message) ?? messageCost(message.content, count));
    const tokens = used.reduce((sum, size) => sum + size, 0);
    if (tokens <= limit && whole.length > 0) return { messages: whole, tokens };
    if (kept.length === 0) return stubs(messages, limit, count);
    kept = kept.slice(1);
  }
}

/** Where nothing fits as it is: the last message with the calls its results belong to, cut down to what they were. */
function stubs<T extends MessageData>(
  messages: readonly T[],
  limit: number,
  count: (text: string) => number,
): FittedMessages<T> {
  const whole = paired(messages);
  const last = whole.slice(cutBefore(whole, whole.length - 1)).map(stubOf);
  const tokens = last.reduce((sum, { content }) => sum + messageCost(content, count), 0);
  return tokens <= limit ? { messages: last, tokens } : { messages: [], tokens: 0 };
}

/** The share of the room that one message may take beside others. */
const HUGE = 0.5;
const FEW = 200;
