import { modelText } from "../../event/message-text.js";
import type { Point } from "../../event/order.js";
import { now } from "../../host/clock.js";
import type { Redact } from "../../redact/redactor.js";
import type { LanguageModel } from "../llm/port.js";
import type { Message } from "../message/message.js";
import { eachInPage, readMessages } from "../message/read-messages.js";
import type { Workspace } from "../message/workspace.js";
import { composeSummary } from "../summary/compose-summary.js";
import type { Digest } from "../summary/digest.js";
import { keptCount } from "./defaults.js";
import { digestOf } from "./digest.js";
import { lineageState } from "./lineage-state.js";
import type { MessageTokens } from "./message-tokens.js";
import { cutBefore } from "./paired.js";
import { wholeStory } from "./story.js";
import { writeSummary } from "./write-summary.js";

export interface CompactRequest {
  /** The most tokens of the summary. */
  readonly limit: number;
  /** How many of the last messages stay as they are; as many as `kept.ts` says unless given. */
  readonly keep?: number;
  readonly model?: LanguageModel;
  readonly onText?: (piece: string) => void;
  readonly signal?: AbortSignal;
}

export interface Compacted {
  /** False where there was nothing to compact, or a summary would be no shorter: then nothing was written. */
  readonly done: boolean;
  readonly summary: string;
  /** Messages whose place it takes. They stay in the history. */
  readonly covered: number;
  /** Of those messages, and of the summary. */
  readonly tokens: { readonly before: number; readonly after: number };
  /** The model that wrote the summary; undefined where none did. */
  readonly model?: string;
  /** Why the model's summary is missing, in a sentence. */
  readonly failure?: string;
  /** What the model's summary cost, in a line. */
  readonly cost?: string;
}

/** Turns that a summary can tell one by one. */
export const MOST_TURNS = 200;
/** Messages since the last compaction that are looked at one by one; whoever waits longer than that is told of the last ones. */
const MOST_MESSAGES = 5_000;
const PAGE = 500;
/** A summary is no longer than what it takes the place of, but may have so many tokens where that was next to nothing. */
const LEAST = 150;
/** Of a summary that a model writes: the rest says what is known for certain. */
const PROSE = 0.45;

/**
 * Puts a summary in the place of all messages but the last. Nothing is deleted: it is one event more, and the history has
 * everything as before.
 */
export async function compactSession(
  workspace: Workspace,
  session: string,
  tokens: MessageTokens,
  wish: CompactRequest,
): Promise<Compacted> {
  const store = workspace.store();
  const { home, project, place, env } = workspace;
  const lineage = lineageState(home, store, project, session);
  const { compaction, messages } = lineage.own ?? {};
  const after = compaction?.upTo === undefined ? {} : { after: compaction.upTo };
  const since: Message[] = [];
  const costs: number[] = [];
  for (const message of eachInPage(workspace, session, { limit: MOST_MESSAGES, ...after })) {
    costs.push(tokens.of(message));
    since.push(withoutBytes(message));
  }
  const cut = cutBefore(since, since.length - (wish.keep ?? keptCount(costs)));
  const [gone, kept] = [since.slice(0, cut), since.slice(cut)];
  const last = gone.at(-1);
  if (last === undefined) return NOTHING;
  const digest = digestOf(store, lineage, {
    now: now(),
    ground: { place, env },
    story: wholeStory(store, lineage, MOST_TURNS, kept[0]),
    isThorough: true,
  });
  const before = costs
    .slice(0, cut)
    .reduce((sum, cost) => sum + cost, tokens.count(compaction?.summary ?? ""));
  const limit = Math.min(wish.limit, Math.max(LEAST, before));
  const plain = composeSummary(digest, limit, tokens.count);
  if (plain === "" || tokens.count(plain) >= before) return NOTHING;
  const [first] = since;
  const further =
    first === undefined || since.length < MOST_MESSAGES
      ? { count: 0, tokens: 0 }
      : furtherBack(workspace, session, first, compaction?.upTo, tokens);
  const trigger = "manual";
  workspace.append(session, [{ type: "compaction.started", data: { trigger } }]);
  const listener = listenerOf(wish.onText);
  const { summary, ...written } = await summed(plain, digest, gone, tokens, {
    ...wish,
    redact: workspace.redact,
    limit: Math.min(limit, before),
    onText: listener.hear,
  });
  const left = kept.reduce((sum, { content }) => sum + modelText(content).length, 0);
  const covered = Math.max(0, (messages?.chars ?? 0) - left);
  workspace.append(session, [
    {
      type: "compaction.finished",
      data: {
        trigger,
        summary,
        upTo: { clock: last.clock, id: last.id },
        covered,
        model: written.model,
      },
    },
  ]);
  listener.rethrow();
  return {
    done: true,
    summary,
    covered: gone.length + further.count,
    tokens: { before: before + further.tokens, after: tokens.count(summary) },
    ...written,
  };
}

const NOTHING: Compacted = { done: false, summary: "", covered: 0, tokens: { before: 0, after: 0 } };

/** A file is told by its name: many pictures would not fit into memory together. */
function withoutBytes(message: Message): Message {
  const { content } = message;
  if (typeof content === "string" || !content.some(({ type }) => type === "file")) return message;
  return {
    ...message,
    content: content.map((part) => (part.type === "file" && "data" in part ? { ...part, data: "" } : part)),
  };
}

/** Of messages too far back to be told one by one, how many they are and what they take. */
function furtherBack(
  workspace: Workspace,
  session: string,
  first: Point,
  after: Point | undefined,
  { of }: MessageTokens,
): { readonly count: number; readonly tokens: number } {
  let [count, tokens] = [0, 0];
  for (let before: Point | undefined = first; before !== undefined; ) {
    const page: Message[] = readMessages(workspace, session, {
      limit: PAGE,
      before,
      after,
    });
    count += page.length;
    tokens += page.reduce((sum, message) => sum + of(message), 0);
    before = page[0];
  }
  return { count, tokens };
}

type Summed = Pick<Compacted, "summary" | "model" | "failure" | "cost">;

/** What is known for certain stands in every summary; a model only writes how it went. */
async function summed(
  plain: string,
  digest: Digest,
  messages: readonly Message[],
  { count, counter }: MessageTokens,
  { limit, model, onText, signal, redact }: CompactRequest & { readonly redact: Redact },
): Promise<Summed> {
  if (model === undefined) return { summary: plain };
  const written = await writeSummary(model, {
    earlier: plain,
    messages,
    limit: Math.floor(limit * PROSE),
    tokens: counter,
    redact,
    onText,
    signal,
  });
  if ("failure" in written) return { summary: plain, failure: written.failure };
  const told = redact(written.summary)
    .replace(/\n\s*\n/g, "\n")
    .trim();
  if (told === "") return { summary: plain, failure: `${model.name} wrote nothing.` };
  const summary = composeSummary({ ...digest, story: { told, turns: [] } }, limit, count);
  return { summary, model: model.name, cost: written.cost };
}

/** Whoever hears a summary as it is written. */
interface Listener {
  /** Hands a piece on. Never throws. */
  hear(piece: string): void;
  /** Throws what the listener has thrown, once nothing can be lost by it. */
  rethrow(): void;
}

/** A listener that fails hears no more; what is under way goes on. */
function listenerOf(onText: (piece: string) => void = () => {}): Listener {
  let thrown: { readonly error: unknown } | undefined;
  return {
    hear(piece) {
      if (thrown !== undefined) return;
      try {
        onText(piece);
      } catch (error) {
        thrown = { error };
      }
    },
    rethrow() {
      if (thrown !== undefined) throw thrown.error;
    },
  };
}
