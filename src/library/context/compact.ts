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
  /** Maximum tokens of the summary. */
  readonly limit: number;
  /** How many of the last messages stay; by default `keptCount` decides. */
  readonly keep?: number;
  readonly model?: LanguageModel;
  readonly onText?: (piece: string) => void;
  readonly signal?: AbortSignal;
}

export interface Compacted {
  /** False if nothing was recorded: there was nothing to compact, or a summary would not be shorter. */
  readonly done: boolean;
  readonly summary: string;
  /** How many messages it replaces. They stay in the history. */
  readonly covered: number;
  /** Tokens of those messages, and of the summary. */
  readonly tokens: { readonly before: number; readonly after: number };
  /** The model that wrote the summary, if any. */
  readonly model?: string;
  /** Why the model wrote no summary, in a sentence. */
  readonly failure?: string;
  /** The cost of the model's summary, in a line. */
  readonly cost?: string;
}

export const MAX_TURNS = 200;
/** Messages since the last compaction that are read one by one. */
const MAX_MESSAGES = 5_000;
/** A summary is not longer than the messages it replaces, except up to this many tokens. */
const MIN_SUMMARY_TOKENS = 150;
/** A model's share of the summary; the rest is composed from recorded facts. */
const PROSE_SHARE = 0.45;

/** Replaces all but the last messages by a summary. It is one more event; the history keeps everything. */
export async function compactSession(
  workspace: Workspace,
  session: string,
  tokens: MessageTokens,
  request: CompactRequest,
): Promise<Compacted> {
  const store = workspace.store();
  const { home, project, place, env } = workspace;
  const lineage = lineageState(home, store, project, session);
  const { compaction, messages } = lineage.own ?? {};
  const since: Message[] = [];
  const costs: number[] = [];
  for (const message of eachInPage(workspace, session, { limit: MAX_MESSAGES, after: compaction?.upTo })) {
    costs.push(tokens.of(message));
    since.push(withoutBytes(message));
  }
  const cut = cutBefore(since, since.length - (request.keep ?? keptCount(costs)));
  const [gone, kept] = [since.slice(0, cut), since.slice(cut)];
  const last = gone.at(-1);
  if (last === undefined) return NOTHING;
  const digest = digestOf(store, lineage, {
    now: now(),
    checkout: { place, env },
    story: wholeStory(store, lineage, MAX_TURNS, kept[0]),
    isThorough: true,
  });
  const before = costs
    .slice(0, cut)
    .reduce((sum, cost) => sum + cost, tokens.count(compaction?.summary ?? ""));
  const limit = Math.min(request.limit, Math.max(MIN_SUMMARY_TOKENS, before));
  const plain = composeSummary(digest, limit, tokens.count);
  if (plain === "" || tokens.count(plain) >= before) return NOTHING;
  const [first] = since;
  const further =
    first === undefined || since.length < MAX_MESSAGES
      ? { count: 0, tokens: 0 }
      : countOlder(workspace, session, first, compaction?.upTo, tokens);
  const trigger = "manual";
  workspace.append(session, [{ type: "compaction.started", data: { trigger } }]);
  const listener = listenerOf(request.onText);
  const { summary, ...written } = await summarize(plain, digest, gone, tokens, {
    ...request,
    redact: workspace.redact,
    limit: Math.min(limit, before),
    onText: listener.hear,
  });
  const left = kept.reduce((sum, { content }) => sum + modelText(content).length, 0);
  const covered = Math.max(0, (messages?.chars ?? 0) - left);
  workspace.append(session, [
    {
      type: "compaction.finished",
      data: { trigger, summary, upTo: { clock: last.clock, id: last.id }, covered, model: written.model },
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

/** A summary needs only the names of files, and many images would not fit into memory. */
function withoutBytes(message: Message): Message {
  const { content } = message;
  if (typeof content === "string" || !content.some(({ type }) => type === "file")) return message;
  return {
    ...message,
    content: content.map((part) => (part.type === "file" && part.data ? { ...part, data: "" } : part)),
  };
}

/** Counts messages that are too far back to be read one by one, and their tokens. */
function countOlder(
  workspace: Workspace,
  session: string,
  first: Point,
  after: Point | undefined,
  { of }: MessageTokens,
): { readonly count: number; readonly tokens: number } {
  let [count, tokens] = [0, 0];
  for (let before: Point | undefined = first; before !== undefined; ) {
    const page: Message[] = readMessages(workspace, session, { limit: 500, before, after });
    count += page.length;
    tokens += page.reduce((sum, message) => sum + of(message), 0);
    before = page[0];
  }
  return { count, tokens };
}

/** A model only writes the story; the recorded facts are in every summary. */
async function summarize(
  plain: string,
  digest: Digest,
  messages: readonly Message[],
  { count, counter }: MessageTokens,
  { limit, model, onText, signal, redact }: CompactRequest & { readonly redact: Redact },
): Promise<Pick<Compacted, "summary" | "model" | "failure" | "cost">> {
  if (model === undefined) return { summary: plain };
  const written = await writeSummary(model, {
    earlier: plain,
    messages,
    limit: Math.floor(limit * PROSE_SHARE),
    tokens: counter,
    redact,
    onText,
    signal,
  });
  if ("failure" in written) return { summary: plain, failure: written.failure };
  const text = redact(written.summary)
    .replace(/\n\s*\n/g, "\n")
    .trim();
  if (text === "") return { summary: plain, failure: `${model.name} wrote nothing.` };
  const summary = composeSummary({ ...digest, story: { text, turns: [] } }, limit, count);
  return { summary, model: model.name, cost: written.cost };
}

/** After an error of the listener, `hear` does nothing and `rethrow` throws it once nothing can be lost. */
function listenerOf(onText: (piece: string) => void = () => {}) {
  let thrown: { readonly error: unknown } | undefined;
  return {
    hear(piece: string): void {
      if (thrown !== undefined) return;
      try {
        onText(piece);
      } catch (error) {
        thrown = { error };
      }
    },
    rethrow(): void {
      if (thrown !== undefined) throw thrown.error;
    },
  };
}
