import { costOf } from "../../event/message-cost.js";
import { now } from "../../host/clock.js";
import { fence } from "../../render/clean.js";
import { phrasesFor } from "../../render/phrase.js";
import type { Ground } from "../message/ground.js";
import type { Message } from "../message/message.js";
import { summaryIn, summaryText } from "../summary/compose-summary.js";
import type { Digest } from "../summary/digest.js";
import { fitTokens } from "../summary/fit-tokens.js";
import { digestOf } from "./digest.js";
import { fitMessages } from "./fit-messages.js";
import { type LineageState, lineageState } from "./lineage-state.js";
import type { MessageTokens } from "./message-tokens.js";
import { shownMessages } from "./shown-messages.js";
import { storySince } from "./story.js";

export interface ContextWish {
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
  ground: Ground,
  session: string,
  tokens: MessageTokens,
  { limit, last }: ContextWish,
): Context {
  const store = ground.store();
  const { home, project, place, env } = ground;
  const lineage = lineageState(home, store, project, session);
  const recent = shownMessages(ground, session, lineage.own?.compaction?.upTo, last);
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
    (message) => (asTheyAre.has(message) ? tokens.of(message) : costOf(message.content, tokens.count)),
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
